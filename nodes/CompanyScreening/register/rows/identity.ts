// A company as the register knows it. Change the key, a name, the option or the service, and it is another company.
import { createHash } from 'node:crypto';

import { comparedId, type ScreeningOption } from '../../service/contract';
import type { ServiceSettings } from '../../service/settings';

/** The request about a company: how it is screened, or its annual returns. */
type ScreeningScope = ScreeningOption | 'AnnualReturns';

/** The facts that make a company this one and no other. */
export interface Company {
  /** The user's own number, or the name where they have none. */
  key: string;
  /** The names under which it is screened, in any order; for annual returns, its registration number. */
  names: readonly [string, ...string[]];
  option: ScreeningScope;
  environment: ServiceSettings['environment'];
  /** The address without a slash at its end. */
  baseUrl: string;
}

/** SHA-256, as 64 hexadecimal digits. */
export type CompanyHash = string;

/** The company as the register's conditions know it. Two spellings of a name are two companies. */
export function companyHash({ key, names, option, environment, baseUrl }: Company): CompanyHash {
  // Each screening is of all the names, so neither their order nor a repetition makes another company.
  const screened = [...new Set(names)].sort();
  return hashOf(['company', 1, key, screened, option, environment, baseUrl]);
}

/** A key of the user's, as the register's conditions know it. It finds all companies under the key, whatever their names are. */
export function keyHash(key: string): string {
  return hashOf(['key', 1, key]);
}

/** True for companies that are screened with the same option, at the same address of the service. */
export function isScreenedAlike(one: Company, other: Company): boolean {
  return (
    one.option === other.option && one.environment === other.environment && one.baseUrl === other.baseUrl
  );
}

/**
 * The service's id of a screening or of an annual returns request, as the register's conditions know it: never as the text that the service
 * wrote.
 */
export function screeningHash(
  company: Pick<Company, 'baseUrl' | 'environment' | 'option'>,
  screeningId: string,
): string {
  const what = company.option === 'AnnualReturns' ? 'request' : 'screening';
  return hashOf([what, 1, company.environment, company.baseUrl, comparedId(screeningId)]);
}

/**
 * The reference id of a company in a run, where the user gives none: a UUID that follows from both, so that nobody has to keep it.
 *
 * @param runId the uuid that the run began with
 */
export function referenceIdIn(
  runId: string,
  { key, names, option }: Pick<Company, 'key' | 'names' | 'option'>,
): string {
  return uuidOf(['reference', 1, runId, key, [...new Set(names)].sort(), option]);
}

export function uuidOf(parts: readonly unknown[]): string {
  const digest = hashOf(parts);
  // Version 8: a UUID of one's own making.
  const variant = '89ab'.charAt(parseInt(digest.charAt(16), 16) % 4);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/** JSON keeps the parts apart whatever they contain, and writes a lone surrogate as an escape. */
export function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export interface ListedCompany {
  hash: CompanyHash;
  company: Company;
  /** The id is written down before the company is sent. */
  referenceId: string;
}
