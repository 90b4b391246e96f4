// What a comparison says, and the rules that all of them share.

export type Match = 'different' | 'same' | 'unknown';

/**
 * Whether it has no letters but Latin ones. Only such texts are ever called different: another script may spell the same.
 */
export function isLatin(text: string): boolean {
  return LATIN_ONLY.test(text);
}

const LATIN_ONLY = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** The text with one form of each letter, in lower case. */
export function evened(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Runs of letters and digits, in their order, without case. */
export function wordsOf(text: string): string[] {
  return evened(text).match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
}
