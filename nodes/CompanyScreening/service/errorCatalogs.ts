// The error catalogs (docs/design/service.md, Errors). They use the same codes for different errors, so each operation looks its
// codes up in its own.

/** An entry of a catalog. What people read is in our own words. */
interface CatalogEntry {
  name: string;
  description: string;
  suggestion: string;
  /** With Authentication, every other item of the run would be refused as well, so it ends the run. */
  type: 'Authentication' | 'Data' | 'Fatal';
}

export type ErrorCatalog = Readonly<Record<string, CatalogEntry>>;

/** The code of a refused subscription key in both catalogs. */
export const INVALID_CREDENTIALS_CODE = 'S0003';

const INVALID_CREDENTIALS: CatalogEntry = {
  name: 'INVALID_CREDENTIALS',
  description: 'The connection credentials are invalid.',
  suggestion: 'Check the Subscription Key in the credential.',
  type: 'Authentication',
};

/** The catalog of Request Annual Returns. */
export const ANNUAL_RETURNS_ERRORS: ErrorCatalog = {
  S0001: {
    name: 'FAILED_TO_VERIFY_BUSINESS',
    description: 'The service failed to verify the business.',
    suggestion: "Contact the service's support.",
    type: 'Fatal',
  },
  S0002: {
    name: 'INVALID_BUSINESS_REGISTRATION_NUMBER',
    description: 'The registration number is invalid; it must have 14 digits.',
    suggestion: 'Check the registration number and try again.',
    type: 'Data',
  },
  [INVALID_CREDENTIALS_CODE]: INVALID_CREDENTIALS,
  S0004: {
    name: 'UNKNOWN_ERROR',
    description: 'An unknown error occurred at the service.',
    suggestion:
      "Try again later. If the problem persists, contact the service's support with details of what you did.",
    type: 'Fatal',
  },
};

/** The catalog of Screen Company. */
export const SCREENING_ERRORS: ErrorCatalog = {
  S0001: {
    name: 'FAILED_TO_VERIFY_LICENCE_NUMBER',
    description: 'The service failed to verify the licence number.',
    suggestion: "Contact the service's support.",
    type: 'Fatal',
  },
  S0002: {
    name: 'INVALID_LICENCE_NUMBER',
    description: 'The licence number is invalid.',
    suggestion: 'Check the licence number and try again.',
    type: 'Data',
  },
  [INVALID_CREDENTIALS_CODE]: INVALID_CREDENTIALS,
  S0004: {
    name: 'LICENCE_NUMBER_NOT_FOUND',
    description: 'The licence number was not found.',
    suggestion: "Contact the service's support.",
    type: 'Data',
  },
  S0005: {
    name: 'UNKNOWN_ERROR',
    description: 'An unknown error occurred at the service.',
    suggestion: "Try again later. If the problem persists, contact the service's support.",
    type: 'Fatal',
  },
};
