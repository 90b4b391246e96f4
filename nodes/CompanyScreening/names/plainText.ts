// Values, times and counts as plain text, texts that are compared, and texts of strangers as they may be shown.

/** Gives a text or number without white space around it: in a sheet, the company name 360 is a number. Anything else reads as empty. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Gives headings that look the same one form: case, white space and invisible characters make no difference. */
export const comparable = (heading: string): string =>
  normalized(heading, 'NFKC')
    .replaceAll(/[\p{White_Space}\p{Control}\p{Format}]/gu, '')
    .toLowerCase();

/** Gives a text as a page shows it, on one line. An answer of a page comes back with other line breaks. */
export const oneLine = (text: string): string => plainText(text.replaceAll(/[\s\p{Control}]+/gu, ' '));

/** Line breaks; in some programs also vertical tab, form feed, the separators of ASCII, next line, line and paragraph separator. */
export const LINE_END = /[\r\n\v\f\x1c-\x1e\u0085\u2028\u2029]/;

export const betweenCommas = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

/** The first of these times (ISO 8601); empty if there is none. */
export const earliest = (times: readonly string[]): string => times.toSorted()[0] ?? '';

/** The last of these times (ISO 8601); empty if there is none. */
export const latest = (times: readonly string[]): string => times.toSorted().at(-1) ?? '';

/** A time as people read it, such as 2026-03-01 12:00. */
export const toTheMinute = (isoTime: string): string => isoTime.replace(/T(\d\d:\d\d).*$/, ' $1');

/** True for a day that exists, such as 2026-02-28. Programs take the 30th of February for one in March. */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const SHOWN_TEXTS = 20;

/** Joins the first of these texts: a file may have thousands. */
export const someOf = (texts: readonly string[], between = ', '): string =>
  [...texts.slice(0, SHOWN_TEXTS), ...(texts.length > SHOWN_TEXTS ? ['…'] : [])].join(between);

/** Cuts a text between characters, and shows that it was cut. */
export function shortText(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}

/** Lists what is there: an entry whose condition in front of it does not hold is left out, and so is an empty text. */
export const compact = <One>(...all: ReadonlyArray<One | '' | false | null | undefined>): One[] =>
  all.filter((one): one is One => Boolean(one));

/** Joins the sentences that are there. */
export const sentences = (...parts: ReadonlyArray<string | false | null | undefined>): string =>
  compact(...parts).join(' ');

/** A count in words: "1 hit", "2 hits". */
export const quantity = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** Unicode's own bound for texts that are normalised piece by piece (UAX 15, Stream-Safe Text Format). */
export const MAX_MARKS = 30;

// Half-width marks of Japanese are letters until they are normalised.
const MARK = String.raw`[\p{Mark}\uFF9E\uFF9F]`;
const TOO_MANY_MARKS = new RegExp(`${MARK}{${MAX_MARKS + 1}}`, 'u');
const MARKS_WITH_MORE_BEHIND = new RegExp(`${MARK}{${MAX_MARKS}}(?=${MARK})`, 'gu');

// The combining grapheme joiner separates marks without being seen.
const JOINER = '\u034F';

const ASCII = /^[\0-\x7f]*$/;

/** True if the text has more combining marks in a row than any script writes. */
export const hasTooManyMarks = (text: string): boolean => TOO_MANY_MARKS.test(text);

/** Gives the text in a normal form. Long rows of marks are put in order piece by piece. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  ASCII.test(text) ? text : text.replaceAll(MARKS_WITH_MORE_BEHIND, `$&${JOINER}`).normalize(form);

export type TextPlace = 'email' | 'html' | 'slack' | 'spreadsheet';

export function safeText(text: string, place: TextPlace): string {
  return SAFE[place](text);
}

/**
 * Takes the tags out of a sentence that quotes a stranger. n8n shows sentences as HTML, for example on the last page of a form, where a
 * heading of a list would be a link or a picture.
 */
export const withoutTags = (sentence: string): string => sentence.replaceAll(/<(?=[a-z/!?])/gi, '‹');

const SAFE: Readonly<Record<TextPlace, (text: string) => string>> = {
  // Slack asks for these three (Formatting text for app surfaces).
  slack: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  // The dollar sign is escaped because a template that takes the text may replace $1 and $&. n8n also evaluates {{ }} in the HTML of a
  // form, even where an expression has put it there.
  html: (text) => text.replaceAll(/[&<>"'`${]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  email: (text) => text.replaceAll(/[\p{Control}\u2028\u2029]+/gu, ' '),
  spreadsheet: (text) => text.replaceAll(FORMULA, "'"),
};

// n8n writes a cell without quotation marks, and a program with another separator makes several cells of it. So a formula may begin behind
// every such sign; blanks and quotation marks in front of it do not count. Full-width signs begin one in Japanese programs.
const FORMULA = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\n\v\f\r\u0085\u061B\u2028\u2029])[\s"\p{Control}]*)/gu;

/** Groups values by their keys, in their order; the keys are in the order of the first value of each. */
export function grouped<Key, One>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
