// Tells whether two people who decided are one person.

import { normalized } from './plainText';

export interface Person {
  decidedBy: string;
  decidedByAddress: string;
}

/** True if an id or an address is the same: an account that was removed and invited again has another id and the same address. */
export function areOnePerson(one: Person, other: Person): boolean {
  const names = new Set(identitiesOf(one));
  return identitiesOf(other).some((name) => names.has(name));
}

/** Compares names without case, white space, the form of letters, and the part behind a plus in an address. */
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
