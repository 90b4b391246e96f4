// Whether two people who decided are one person.

import { normalized } from './plainText';

/** Who decided, as n8n knows them. */
export interface Person {
  decidedBy: string;
  decidedByAddress: string;
}

/**
 * One person, if an id or an address of theirs is the same: an account that was removed and invited again has another id and the
 * same address.
 */
export function areOnePerson(one: Person, other: Person): boolean {
  const names = new Set(identitiesOf(one));
  return identitiesOf(other).some((name) => names.has(name));
}

/** Neither case nor white space nor the form of the letters makes another name, nor what stands behind a plus in an address. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function identitiesOf({ decidedBy, decidedByAddress }: Person): string[] {
  return [decidedBy, decidedByAddress].map(plain).filter((name) => name !== '');
}

function plain(name: string): string {
  return normalized(name, 'NFKC')
    .replaceAll(/[\s\p{Control}\p{Format}]/gu, '')
    .replace(/^(?<before>[^@+]*)\+[^@]*(?=@)/, '$<before>')
    .toLowerCase();
}
