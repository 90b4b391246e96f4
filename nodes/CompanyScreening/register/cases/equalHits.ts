// Equal hits of a company: a person decides about them with one choice, and each of them has its own row.
import { hashOf, type CompanyHash } from '../rows/identity';
import { partsOfId, withCheck, type Case } from './cases';
import { basisOf } from './steps';

/** The most hits on one page: nobody reads more of them before one choice. */
const MAX_EQUAL_HITS = 20;

/**
 * Puts equal hits together, at the place of the first. Hits are equal if they have the same company, listed name and source, the same
 * people have said the same about them for the same reasons, and they look the same to a person.
 *
 * @param looksOf what a person sees when they are compared with the company; null if the hit itself cannot be shown
 */
export function equalHits<One extends { about: Case }>(
  cases: readonly One[],
  looksOf: (one: One) => string | null,
): (readonly [One, ...One[]])[] {
  const all: [One, ...One[]][] = [];
  const unfilled = new Map<string, [One, ...One[]]>();
  for (const one of cases) {
    const subject = subjectOf(one.about, looksOf(one));
    const equal = subject === null ? undefined : unfilled.get(subject);
    if (equal && equal.length < MAX_EQUAL_HITS) {
      equal.push(one);
      continue;
    }
    const first: [One, ...One[]] = [one];
    all.push(first);
    if (subject !== null) unfilled.set(subject, first);
  }
  return all;
}

/** Null for a case that is equal to no other. */
function subjectOf({ about, company, hit, standing }: Case, looks: string | null): string | null {
  if (about !== 'hit' || !hit || hit.name === '' || looks === null) return null;
  const { name, sourceType, sourceId } = hit;
  const said = basisOf(standing).map(({ decided, decidedBy, decidedByAddress, reason }) => [
    ...[decided, decidedBy, decidedByAddress, reason],
  ]);
  return JSON.stringify([company, name, sourceType.toLowerCase(), sourceId, standing.is, said, looks]);
}

/** Hits of a company that were shown together, each with the last decisions about it. */
export interface SeenHits {
  company: CompanyHash;
  /** The codes that `hitCode` gives. */
  hits: string[];
}

/** A short text that only this hit has, as it stands now. */
export const hitCode = ({ caseId }: Pick<Case, 'caseId'>): string => hashOf(['hit', caseId]).slice(0, 16);

const FORM = /^hits1~([0-9a-f]{64})~([0-9a-f]{16}(?:\.[0-9a-f]{16})*)$/;

/** Names each hit, so that one that comes later is not among them. */
export function hitsCaseId([first, ...others]: readonly [Case, ...Case[]]): string {
  return withCheck(['hits1', first.company, [first, ...others].map(hitCode).join('.')]);
}

/** Undefined for a text that no equal hits can have had. */
export function readHitsCaseId(text: string): SeenHits | undefined {
  const parts = partsOfId(FORM, text);
  if (!parts) return undefined;
  const [company = '', codes = ''] = parts;
  return { company, hits: codes.split('.') };
}
