// What a decision is about, as one text that items carry: a company, a hit of it or its missing verdict, and what had been decided
// by then. A decision that is taken on a page of yesterday names a case of yesterday.
import { hashOf, type CompanyHash } from '../rows/identity';

export interface CaseName {
  company: CompanyHash;
  /** See `Decision`. */
  mark: string;
  /** Empty for the company as a whole. */
  fingerprint: string;
}

/** A case, and a digest of the last decisions about it. */
export interface SeenCase extends CaseName {
  seen: string;
}

const FORM = /^case1~([0-9a-f]{64})~([\w.-]+)~([0-9a-f]{64}|company)~([0-9a-f]{16})~([0-9a-f]{8})$/;

/** @param last the ids of the last decisions about it, in any order */
export function caseIdOf({ company, mark, fingerprint }: CaseName, last: readonly string[]): string {
  const parts = ['case1', company, mark, fingerprint || 'company', seenOf(last)].join('~');
  return `${parts}~${checkOf(parts)}`;
}

/** Undefined for a text that no item can have had. */
export function readCaseId(text: string): SeenCase | undefined {
  const parts = FORM.exec(text);
  if (!parts) return undefined;
  const [, company = '', mark = '', about = '', seen = '', check] = parts;
  if (check !== checkOf(text.slice(0, text.lastIndexOf('~')))) return undefined;
  return { company, mark, fingerprint: about === 'company' ? '' : about, seen };
}

export function seenOf(last: readonly string[]): string {
  return hashOf(['last decisions', ...last.toSorted()]).slice(0, 16);
}

/** Shows a text that was cut off or typed. */
export const checkOf = (parts: string): string => hashOf(['case', parts]).slice(0, 8);
