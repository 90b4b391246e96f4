// Unicode normalisation in a time that grows with the length of a text, and not with its square.

export type NormalForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/** Unicode's own bound for texts that are normalised piece by piece (UAX 15, Stream-Safe Text Format). */
export const MAX_MARKS = 30;

// The half-width marks of Japanese are letters until they are normalised.
const MARK = String.raw`[\p{Mark}\uFF9E\uFF9F]`;
const TOO_MANY_MARKS = new RegExp(`${MARK}{${MAX_MARKS + 1}}`, 'u');
const MARKS_WITH_MORE_BEHIND = new RegExp(`${MARK}{${MAX_MARKS}}(?=${MARK})`, 'gu');

// Separates marks without being seen: the combining grapheme joiner.
const JOINER = '\u034F';

const ASCII = /^[\0-\x7f]*$/;

/** Whether it has more combining marks in a row than any script writes. */
export const hasTooManyMarks = (text: string): boolean => TOO_MANY_MARKS.test(text);

/** The text in a normal form. Of too many marks in a row, as many as the bound are put in their order at a time. */
export const normalized = (text: string, form: NormalForm): string =>
  ASCII.test(text) ? text : text.replaceAll(MARKS_WITH_MORE_BEHIND, `$&${JOINER}`).normalize(form);
