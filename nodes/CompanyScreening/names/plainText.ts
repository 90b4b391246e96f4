// Values and counts as plain text, texts that are compared, and texts of strangers as they may be shown.

/** The text or number without white space around it: in a sheet, the company name 360 is a number. Anything else reads as empty. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** A heading, such that all that look the same are equal: case and white space make no difference, and what cannot be seen neither. */
export const comparable = (heading: string): string =>
  normalized(heading, 'NFKC')
    .replaceAll(/[\p{White_Space}\p{Control}\p{Format}]/gu, '')
    .toLowerCase();

/** The texts between the commas of a text, without those that are empty. */
export const betweenCommas = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

const SHOWN_TEXTS = 20;

/** The first of these texts, with commas between them: a file may have thousands. */
export const someOf = (texts: readonly string[]): string =>
  [...texts.slice(0, SHOWN_TEXTS), ...(texts.length > SHOWN_TEXTS ? ['…'] : [])].join(', ');

/** A count in words: "1 hit", "2 hits". */
export const quantity = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

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

/** Where a text is to be read. */
export type TextPlace = 'email' | 'html' | 'slack' | 'spreadsheet';

/** One text, safe for where it is read. */
export function safeText(text: string, place: TextPlace): string {
  return SAFE[place](text);
}

/**
 * A sentence of ours that quotes a stranger, without a tag: n8n shows sentences as HTML, on the last page of a form for example, and there a
 * heading of a list would be a link or a picture.
 */
export const withoutTags = (sentence: string): string => sentence.replaceAll(/<(?=[a-z/!?])/gi, '‹');

const SAFE: Readonly<Record<TextPlace, (text: string) => string>> = {
  // Slack asks for these three (Formatting text for app surfaces).
  slack: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  // The dollar sign too: a template that a text is put into may replace $1 and $&. And n8n evaluates what stands between {{ and }} in the
  // HTML of a form, also where an expression has put it there.
  html: (text) => text.replaceAll(/[&<>"'`${]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  email: (text) => text.replaceAll(/[\p{Control}\u2028\u2029]+/gu, ' '),
  spreadsheet: withoutFormula,
};

// n8n writes a cell without quotation marks, and a program that separates lists by another sign makes several cells of it. So
// a formula may begin behind every such sign, and blanks and quotation marks in front of it do not count. The full-width signs
// begin one in Japanese programs.
const FORMULA = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\n\v\f\r\u0085\u061B\u2028\u2029])[\s"\p{Control}]*)/gu;

/** With an apostrophe in front of each sign that would begin a formula, whatever separates the cells. */
function withoutFormula(text: string): string {
  return text.replaceAll(FORMULA, "'");
}
