// Addresses are the same if they have the same words and numbers in the same order. One address can be written in many ways, so two
// are only different if they have nothing in common.
import { plainText } from '../names/plainText';
import { isLatin, wordsOf, type Match } from './match';

export function sameAddress(ours: unknown, theirs: unknown): Match {
  const [our, their] = [plainText(ours), plainText(theirs)];
  if (!isAddress(our) || !isAddress(their)) return 'unknown';
  if (wordsOf(our).join(' ') === wordsOf(their).join(' ')) return 'same';
  if (!isLatin(our) || !isLatin(their)) return 'unknown';
  const theirParts = new Set(partsOf(their));
  return partsOf(our).some((part) => theirParts.has(part)) ? 'unknown' : 'different';
}

/** A city, or a country, is shared by many. */
function isAddress(text: string): boolean {
  return wordsOf(text).length >= MIN_WORDS && /[0-9]/.test(text);
}
const MIN_WORDS = 3;

/** Words and numbers: "5a" has the same number as "5". */
function partsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => word.match(/[0-9]+|[^0-9]+/g) ?? []);
}
