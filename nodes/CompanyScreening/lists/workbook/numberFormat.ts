// Number formats, applied to a number or a text: "Studio "0 shows 54 as Studio 54. Only what every program shows alike is worked out; how
// thousands are separated, for example, depends on the computer.
import { doubtful, doubtIn, oddlyShown, shownIn, textOf, type Cell } from '../cell';

export interface NumberFormat {
  /** The code as the workbook has it. */
  code: string;
  /** Sections for numbers: one for all; one for those that are not negative, and one for others; or for positive, negative, and zero. */
  numbers: readonly Section[];
  /** The section for texts; undefined if they are shown as they are. */
  texts: Section | undefined;
}

type Section = readonly Token[];

interface Token {
  /**
   * A digit is a place for one: 0, # or ?. A separator is a decimal point, or a mark between thousands. A change shows another number, or
   * depends on the computer or on the value.
   */
  kind: 'elapsed' | 'literal' | (typeof GROUPS)[number];
  text: string;
}

/** The kinds that have a group of their own in `TOKEN`. */
const GROUPS = ['general', 'change', 'digit', 'text', 'separator', 'date', 'unknown'] as const;

export const GENERAL: NumberFormat = { code: 'General', numbers: [], texts: undefined };

/** The formats that a workbook has without saying so, by their numbers. From 27 and 50 on, they are dates of East Asia. */
export const USUAL_FORMATS: ReadonlyMap<number, string> = new Map([
  ...at(1, '0', '0.00', '#,##0', '#,##0.00'),
  ...at(5, '"$"#,##0', '"$"#,##0', '"$"#,##0.00', '"$"#,##0.00'),
  ...at(9, '0%', '0.00%', '0.00E+00', '# ?/?', '# ??/??'),
  ...at(14, 'mm-dd-yy', 'd-mmm-yy', 'd-mmm', 'mmm-yy', 'h:mm AM/PM', 'h:mm:ss AM/PM', 'h:mm', 'h:mm:ss'),
  ...at(22, 'm/d/yy h:mm'),
  ...at(27, ...Array.from({ length: 10 }, () => 'yyyy-mm-dd')),
  ...at(37, ...Array.from({ length: 8 }, () => '#,##0.00')),
  ...at(45, 'mm:ss', '[h]:mm:ss', 'mm:ss.0', '##0.0E+0'),
  ...at(50, ...Array.from({ length: 9 }, () => 'yyyy-mm-dd')),
]);

export function formatsOf(ids: readonly number[], codes: ReadonlyMap<number, string>): NumberFormat[] {
  const known = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const format = known.get(id) ?? readFormat(codes.get(id) ?? GENERAL.code);
    known.set(id, format);
    return format;
  });
}

/** @param code as in an English workbook, such as `0.00;[Red]-0.00` */
export function readFormat(code: string): NumberFormat {
  if (/^(?:general)?$/i.test(code)) return GENERAL;
  const sections: Token[][] = [[]];
  for (const match of code.matchAll(TOKEN)) {
    if (match[0] === ';') sections.push([]);
    else sections.at(-1)?.push(...tokensOf(match.groups ?? {}));
  }
  const last = sections.at(-1);
  const texts =
    sections.length > 3 || last?.some(({ kind }) => kind === 'text')
      ? sections.slice(0, 4).at(-1)
      : undefined;
  const numbers = sections.slice(0, Math.min(3, sections.length - (texts ? 1 : 0)));
  return { code, texts, numbers: numbers.length > 0 ? numbers : [texts ?? []] };
}

export function numberCell(value: number, format: NumberFormat, system: DateSystem): Cell {
  if (format === GENERAL) return value;
  const section = sectionFor(value, format.numbers);
  const has = (kind: Token['kind']) => section.some((token) => token.kind === kind);
  if (has('unknown')) return oddFormat(value, format.code);
  if (has('elapsed') || (has('date') && value < 1)) return doubtful(timeOf(value), 'date');
  if (has('date')) return doubtful(dateOf(value, system), 'date');
  if (has('change')) return oddFormat(value, format.code);
  const isPlain = !section.some((token) => token.kind === 'literal' && token.text.trim() !== '');
  if (isPlain && (has('general') || has('text'))) return value;
  // Programs differ in whether they show letters that are meant for texts beside a number.
  if (has('text')) return oddFormat(value, format.code);
  if (has('separator'))
    return isPlain && showsAllDigits(value, section) ? value : oddFormat(value, format.code);
  // A section of its own says how a negative number looks.
  const digits = String(format.numbers.length > 1 ? Math.abs(value) : value);
  if (!/^\d+$/.test(digits))
    return isPlain && Number.isInteger(value) ? value : oddFormat(value, format.code);
  const shown = shownDigits(digits, section);
  return shown === String(value) ? value : { value, shown };
}

export function textCell(text: string, { texts, code }: NumberFormat): Cell {
  if (texts === undefined) return text;
  if (!texts.every(({ kind }) => SHOWN_KINDS.has(kind))) return oddFormat(text, code);
  const shown = texts.map((token) => (token.kind === 'literal' ? token.text : text)).join('');
  return shown.trim() === text.trim() ? text : { value: text, shown };
}

/** Tokens that show a text, or letters beside it. */
const SHOWN_KINDS: ReadonlySet<Token['kind']> = new Set(['general', 'literal', 'text']);

function at(first: number, ...codes: string[]): Array<[number, string]> {
  return codes.map((code, index) => [first + index, code]);
}

// Parts of a format: quoted or escaped text, brackets, places for digits, dates and texts, and anything else.
const TOKEN =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.)|_(?<space>.)|(?<fill>\*.)|\[(?<bracket>[^[\]]*)\]|(?<general>general)|(?<change>E[+-]|[0#?] ?\/|%)|(?<digit>[0#?])|(?<text>@)|(?<separator>[.,])|(?<date>AM\/PM|A\/P|上午\/下午|[bdeghmsy]|a{3,})|(?<unknown>\p{Letter}|\p{Number})|;|(?<other>.)/gisu;

const oddFormat = (value: number | string, code: string) =>
  oddlyShown(value, `something else, since its format is ${code}`);

function tokensOf(groups: Partial<Record<string, string>>): Token[] {
  const { quoted, escaped, space, fill, bracket, other } = groups;
  const literal = quoted ?? escaped ?? other ?? (space === undefined ? undefined : ' ');
  if (literal !== undefined) return [{ kind: 'literal', text: literal }];
  if (bracket !== undefined) return bracketTokens(bracket);
  // A fill is repeated as long as there is room.
  if (fill !== undefined) return /\s$/.test(fill) ? [] : [{ kind: 'change', text: fill }];
  return GROUPS.map((kind) => ({ kind, text: groups[kind] ?? '' })).filter(({ text }) => text !== '');
}

const COLOURS = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)$/i;

function bracketTokens(bracket: string): Token[] {
  if (COLOURS.test(bracket)) return [];
  if (/^(?:h+|m+|s+)$/i.test(bracket)) return [{ kind: 'elapsed', text: bracket }];
  // A currency and a language. One of more than four digits asks for the numerals of another script as well.
  const [, currency] = /^\$([^-]*)(?:-(?![\da-f]{5,}$).*)?$/is.exec(bracket) ?? [];
  return [currency === undefined ? { kind: 'change', text: bracket } : { kind: 'literal', text: currency }];
}

function sectionFor(value: number, [first = [], second = first, third = first]: readonly Section[]): Section {
  if (value < 0) return second;
  return value === 0 ? third : first;
}

/** True if nothing is rounded off, and the number is not divided by a thousand: `0,` shows 54321 as 54. */
function showsAllDigits(value: number, section: Section): boolean {
  const places = section.map(({ kind, text }) => (kind === 'digit' || kind === 'separator' ? text : ''));
  const match = /^(?:[^.]*[0#?])?(?:\.([0#?]*))?$/.exec(places.join(''));
  if (!match || (value === 0 && !places.includes('0'))) return false;
  return Number(value.toFixed(Math.min(match[1]?.length ?? 0, 100))) === value;
}

/** Puts the digits into their places, from the last one on; the first place takes those that are left. */
function shownDigits(digits: string, section: Section): string {
  let rest = digits === '0' ? '' : digits;
  let places = section.filter(isPlace).length;
  const shown = section.toReversed().map((token) => {
    if (!isPlace(token)) return token.kind === 'literal' ? token.text : '';
    places -= 1;
    const taken = places === 0 ? rest : rest.slice(-1);
    rest = rest.slice(0, rest.length - taken.length);
    if (taken !== '') return taken;
    return token.text === '#' ? '' : token.text === '?' ? ' ' : '0';
  });
  return shown.toReversed().join('');
}

const isPlace = ({ kind }: Token) => kind === 'digit' || kind === 'general';

/** The day from which a workbook counts. */
export type DateSystem = '1900' | '1904';

const DAY = 86_400_000;

/** @param days one or more @returns `2023-06-26` or `2023-06-26T18:00:00`; the number itself where no such date exists */
export function dateOf(days: number, system: DateSystem): number | string {
  const milliseconds = Math.round(days * DAY);
  // A workbook that counts from 1900 has a 29th of February 1900, and before it every day has the number of the next.
  const isBefore = system === '1900' && days < 61;
  if (isBefore && days >= 60) return days;
  const first = system === '1904' ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, isBefore ? 31 : 30);
  const date = new Date(first + milliseconds);
  return date.getTime() < Date.UTC(10_000, 0) ? isoDate(date.toISOString()) : days;
}

/** @param days less than one, unless it is a length of time @returns `18:30:00` */
export function timeOf(days: number): number | string {
  if (days < 0) return days;
  const milliseconds = Math.round(days * DAY);
  const rest = new Date(milliseconds % 3_600_000).toISOString().slice(13, 23);
  return withoutZeros(String(Math.floor(milliseconds / 3_600_000)).padStart(2, '0') + rest);
}

/** Shortens an ISO date: leaves out a time of midnight, and milliseconds of zero. */
export const isoDate = (iso: string): string =>
  withoutZeros(iso.replace(/Z$/, '')).replace(/T00:00(?::00)?$/, '');

/** @param duration such as `PT18H30M00S` @returns `18:30:00` */
export const isoTime = (duration: string): string =>
  withoutZeros(duration.replace(/^PT(\d+)H(\d\d)M(\d\d(?:\.\d+)?)S$/, '$1:$2:$3'));

const withoutZeros = (time: string) => time.replace(/(:\d\d)\.0+$/, '$1');

// Characters that a spreadsheet shows of a number: some three hundred at the most.
const LONGEST_NUMBER = 1_000;

/** Gives a text, if the file has no other one that its format does not explain. */
export function textAsShown(value: string | undefined, text = value, format: NumberFormat): Cell {
  if (text === undefined) return null;
  const cell = textCell(value ?? text, format);
  const words = (given: string) => given.replaceAll(/\s+/g, ' ').trim();
  const isSame = value === undefined || [value, textOf(cell)].some((one) => words(one) === words(text));
  return isSame || doubtIn(cell) ? cell : oddlyShown(value, `"${text}"`);
}

/** Gives a number as its format shows it, if the file has no other text for it. */
export function numberAsShown(value: number, text: string | undefined, format: NumberFormat): Cell {
  const cell = numberCell(value, format, '1900');
  if (text === undefined || doubtIn(cell)) return cell;
  if (text === '') return oddlyShown(value, 'nothing');
  if (text.length > LONGEST_NUMBER) return oddlyShown(value, 'a text of many characters');
  const isSame = textOf(cell) === text || (shownIn(cell) === value && numbersIn(text).includes(value));
  return isSame ? cell : oddlyShown(value, `"${text}"`);
}

/** The numbers that a text may be: its last point or comma stands before decimals, or before the last three digits of thousands. */
function numbersIn(text: string): number[] {
  const plain = text
    .replace(/^\((.*)\)$/, '-$1')
    .replace('−', '-')
    .replaceAll(/[\s'’]/g, '');
  const [, whole, decimals = ''] = /^(-?(?!0\d)[\d.,]*?)(?:[.,](\d*))?$/.exec(plain) ?? [];
  if (whole === undefined) return [];
  const digits = whole.replaceAll(/[.,]/g, '');
  return [Number(`${digits}.${decimals}`), ...(decimals.length === 3 ? [Number(digits + decimals)] : [])];
}
