// Registration numbers are the same if their letters and digits are. A hit may have its number with or without a prefix, or the
// zeros at its start, so numbers of which one contains the other are in doubt.
import { plainText } from '../names/plainText';
import { wordsOf, type Match } from './match';

export function sameNumber(ours: unknown, theirs: unknown): Match {
  const [our, their] = [partsOf(ours), partsOf(theirs)];
  if (!our || !their) return 'unknown';
  const [one, other] = [our.join(''), their.join('')];
  if (one !== other) return containsEither(withoutZeros(one), withoutZeros(other)) ? 'unknown' : 'different';
  // 1/23 and 12/3 are two numbers. A number without any signs is the same as one with them.
  const isDividedAlike = our.length === 1 || their.length === 1 || our.join('-') === their.join('-');
  return isDividedAlike ? 'same' : 'unknown';
}

/** Undefined for what is no number, or has lost some of its digits in a spreadsheet. */
function partsOf(value: unknown): string[] | undefined {
  const text = plainText(value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  if (CUT_OFF.test(text)) return undefined;
  const parts = wordsOf(text);
  // Digits of other scripts may be the same ones.
  return parts.every((part) => ASCII.test(part)) && /[1-9]/.test(text) ? parts : undefined;
}

/** 1.23457E+13 */
const CUT_OFF = /^[-+]?\d+(?:[.,]\d+)?E[-+]?\d+$/i;
const ASCII = /^[a-z0-9]+$/;

const withoutZeros = (number: string): string => number.replace(/^0+/, '');

const containsEither = (one: string, other: string): boolean => one.includes(other) || other.includes(one);
