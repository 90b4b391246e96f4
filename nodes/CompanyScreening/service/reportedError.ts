// Error catalogs (docs/design/service.md, Errors). They use the same codes for different errors, so each operation looks its codes up in
// its own.
import * as z from 'zod/v4';

import { sentences } from '../names/plainText';
import { reportedErrorSchema, type ReportedError } from './contract';
import { OperationFailure, type ReportedWords } from './failure';
import { quotation } from './json';

/** An entry of a catalog. Texts that people read are in our own words. */
interface CatalogEntry {
  name: string;
  description: string;
  suggestion: string;
  /** Authentication ends the run, since every other item would be refused as well. */
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

export interface ReplyContext {
  operation: string;
  catalog: ErrorCatalog;
}

export interface DescribedError extends ReportedWords {
  message: string;
  /** Advice on what to do, or what else the service says. */
  advice: string;
  /** Every other item would be refused for the same reason. */
  failsEveryItem: boolean;
}

/** Gives the words of the catalog for an error that the service reported. An unknown code is shown as received. */
export function describeReportedError(reported: ReportedError, catalog: ErrorCatalog): DescribedError {
  const code = reported.code ?? '';
  const entry = Object.hasOwn(catalog, code) ? catalog[code] : undefined;
  if (entry) {
    return {
      message: `${entry.description} (${code} ${entry.name})`,
      advice: entry.suggestion,
      errorCode: code,
      errorName: entry.name,
      errorType: entry.type,
      suggestion: entry.suggestion,
      failsEveryItem: entry.type === 'Authentication',
    };
  }
  const { message, description, type } = reported;
  const suggestion = quotation(sentences(...[reported.suggestion].flat()));
  const label = quotation(sentences(code, message));
  return {
    message:
      label === ''
        ? 'The service reported an error without a code.'
        : `The service reported the error ${label}.`,
    advice: quotation(sentences(description, suggestion)),
    ...(code ? { errorCode: code } : {}),
    ...(message ? { errorName: message } : {}),
    ...(type ? { errorType: type } : {}),
    ...(suggestion ? { suggestion } : {}),
    failsEveryItem: false,
  };
}

const isFatal = ({ errorType }: DescribedError): boolean => errorType === 'Fatal';

/** A person reads them. */
const MAX_ERRORS = 20;

/** Gives the failure of a request that the service accepted, but whose status is Failed or whose record only reports errors. */
export function reportedFailure(
  { operation, catalog }: ReplyContext,
  { what, id, idName, errors, httpStatus }: TakenRequest,
): OperationFailure {
  const described = z
    .array(reportedErrorSchema.catch({}))
    .parse(errors.slice(0, MAX_ERRORS))
    .map((error) => describeReportedError(error, catalog))
    // Fatal errors go first: a failure at the service says more than the rest, and counts as an outage.
    .toSorted((one, other) => Number(isFatal(other)) - Number(isFatal(one)));
  const [first, ...others] = described;
  return new OperationFailure({
    ...first,
    state: 'failedAtService',
    receiptId: id,
    message: `${operation}: ${what} ${first?.message ?? 'The service gave no reason.'}`,
    advice: sentences(
      first?.advice || "Try again later. If the problem persists, contact the service's support.",
      quotation(others.map(({ message }) => `Also: ${message}`).join(' ')),
      id !== null && `The service knows the request by the ${idName} ${quotation(id)}.`,
    ),
    failsEveryItem: described.some(({ failsEveryItem }) => failsEveryItem),
    httpStatus,
  });
}

export interface TakenRequest {
  /** The failure, as a sentence. */
  what: string;
  /** The service's id of the request, if known, and its name for people. */
  id: string | null;
  idName: string;
  /** The errors as received. */
  errors: unknown[];
  httpStatus: number;
}
