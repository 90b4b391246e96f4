// Comparison of names, registration numbers and addresses. All follow the same rules of letters and words.
import { normalized, plainText } from '../names/plainText';

export type Match = 'different' | 'same' | 'unknown';

/** Names are the same if they are written alike. Case and white space do not count; everything else does. */
export function sameName(ours: unknown, theirs: unknown): Match {
  const [our, their] = [written(ours), written(theirs)];
  if (our === '' || their === '') return 'unknown';
  if (our === their) return 'same';
  return isLatin(our) && isLatin(their) ? 'different' : 'unknown';
}

function written(name: unknown): string {
  return evened(plainText(name)).replaceAll(/\s+/g, ' ');
}

/**
 * Compares letters and digits. A hit may have its number with or without a prefix, or the zeros at its start, so numbers of which one
 * contains the other are in doubt.
 */
export function sameNumber(ours: unknown, theirs: unknown): Match {
  const [our, their] = [numberParts(ours), numberParts(theirs)];
  if (!our || !their) return 'unknown';
  const [one, other] = [our.join(''), their.join('')];
  if (one !== other) return containsEither(withoutZeros(one), withoutZeros(other)) ? 'unknown' : 'different';
  // 1/23 and 12/3 are two numbers. A number without any signs is the same as one with them.
  const isDividedAlike = our.length === 1 || their.length === 1 || our.join('-') === their.join('-');
  return isDividedAlike ? 'same' : 'unknown';
}

/** Gives undefined for what is no number, or has lost digits in a spreadsheet. */
function numberParts(value: unknown): string[] | undefined {
  const text = plainText(value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  if (CUT_OFF.test(text)) return undefined;
  const parts = wordsOf(text);
  // Digits of other scripts may be the same ones.
  return parts.every((part) => ASCII.test(part)) && /[1-9]/.test(text) ? parts : undefined;
}

/** A number that a spreadsheet has cut off: 1.23457E+13. */
const CUT_OFF = /^[-+]?\d+(?:[.,]\d+)?E[-+]?\d+$/i;
const ASCII = /^[a-z0-9]+$/;

const withoutZeros = (number: string): string => number.replace(/^0+/, '');

const containsEither = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

/**
 * Compares the words and numbers in their order. One address can be written in many ways, so two are only different if they have nothing in
 * common.
 */
export function sameAddress(ours: unknown, theirs: unknown): Match {
  const [our, their] = [plainText(ours), plainText(theirs)];
  if (!isAddress(our) || !isAddress(their)) return 'unknown';
  if (wordsOf(our).join(' ') === wordsOf(their).join(' ')) return 'same';
  if (!isLatin(our) || !isLatin(their)) return 'unknown';
  const theirParts = new Set(addressParts(their));
  return addressParts(our).some((part) => theirParts.has(part)) ? 'unknown' : 'different';
}

/** Requires several words and a digit: many share a city or a country. */
function isAddress(text: string): boolean {
  return wordsOf(text).length >= MIN_WORDS && /[0-9]/.test(text);
}
const MIN_WORDS = 3;

/** Splits words and numbers: "5a" has the same number as "5". */
function addressParts(text: string): string[] {
  return wordsOf(text).flatMap((word) => word.match(/[0-9]+|[^0-9]+/g) ?? []);
}

/** True for a text with Latin letters only. Only such texts are ever called different: another script may spell the same. */
function isLatin(text: string): boolean {
  return LATIN_ONLY.test(text);
}

const LATIN_ONLY = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Gives the text with one form of each letter, in lower case. In capitals, ß is SS. */
function evened(text: string): string {
  return normalized(normalized(text, 'NFKC').toLowerCase(), 'NFKC').replaceAll('ß', 'ss');
}

/** Gives the runs of letters and digits, in their order, without case. */
export function wordsOf(text: string): string[] {
  return evened(text).match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
}
