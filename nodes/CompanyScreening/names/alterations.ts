// names/: texts that people and spreadsheets write, and texts that are safe for them to read. Only pure functions: nothing of n8n, of the
// service or of the register.
//
// Alterations of a company name, as people and lists write it differently. A name always gives the same alteration, so that a test next
// year is the same test.
import { readCompanyName } from './companyName';
import { partsOfName, withoutLegalForm } from './legalForms';

export const ALTERATIONS = [
  'capitals',
  'wordOrder',
  'withoutLegalForm',
  'withoutPunctuation',
  'letterLeftOut',
  'lettersSwapped',
  'withoutDiacritics',
] as const;
export type Alteration = (typeof ALTERATIONS)[number];

/**
 * Gives the name in this alteration, as it can be screened.
 *
 * @param name as `readCompanyName` gives it
 * @returns undefined where it changes nothing: a name of one word has no other order
 */
export function alteredName(name: string, alteration: Alteration): string | undefined {
  const altered = ALTERED[alteration](name).normalize('NFC').trim();
  return altered !== name && canBeScreened(altered) ? altered : undefined;
}

const ALTERED: Readonly<Record<Alteration, (name: string) => string>> = {
  capitals: (name) => name.toUpperCase(),
  wordOrder: inAnotherOrder,
  withoutLegalForm,
  withoutPunctuation: (name) => name.replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]/gu, ''),
  // Leaves the first letter of a word, as most slips of the pen do.
  letterLeftOut: (name) =>
    changedLetter(
      name,
      (word) => word.slice(1),
      () => '',
    ),
  lettersSwapped: (name) => changedLetter(name, placesToSwap, ([one = '', other = '']) => `${other}${one}`),
  withoutDiacritics,
};

function canBeScreened(name: string): boolean {
  try {
    return readCompanyName(name) === name;
  } catch {
    return false;
  }
}

/** Moves the first word to the end: in front of the legal form, unless the name has only one other word. */
function inAnotherOrder(name: string): string {
  const { before, words, after } = partsOfName(name);
  const turned =
    words.length > 1 ? [...before, ...turn(words), ...after] : turn([...before, ...words, ...after]);
  return turned.join(' ');
}

const turn = (words: readonly string[]): string[] => [...words.slice(1), ...words.slice(0, 1)];

const LETTER = /\p{Letter}\p{Mark}*/gu;
const LETTERS_IN_A_ROW = /(?:\p{Letter}\p{Mark}*)+/gu;

/** The place of a change, in UTF-16 units, and the letters that are there. */
interface Place {
  from: number;
  letters: readonly string[];
}

/**
 * Changes the name, but not its legal form, at one of the places: always the same one for a name. Gives the name unchanged if there is no
 * place.
 */
function changedLetter(
  name: string,
  placesIn: (word: readonly Place[]) => Place[],
  change: (letters: readonly string[]) => string,
): string {
  const { before, words, after } = partsOfName(name);
  const core = words.join(' ');
  const places = [...core.matchAll(LETTERS_IN_A_ROW)].flatMap(({ 0: word, index }) =>
    placesIn(
      [...word.matchAll(LETTER)].map(({ 0: letter, index: at }) => ({ from: index + at, letters: [letter] })),
    ),
  );
  const place = places[numberOf(core) % places.length];
  if (!place) return name;
  const { from, letters } = place;
  const changed = core.slice(0, from) + change(letters) + core.slice(from + letters.join('').length);
  return [...before, changed, ...after].join(' ');
}

function placesToSwap(word: readonly Place[]): Place[] {
  return word.slice(1).flatMap(({ from, letters: [one = ''] }, index) => {
    const [other = ''] = word[index + 2]?.letters ?? [];
    return other === '' || other === one ? [] : [{ from, letters: [one, other] }];
  });
}

/** A number that follows from the text (FNV-1a). */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    number = Math.imul(number ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return number;
}

/** Changes Latin and Greek letters only: in other scripts, a mark often makes another letter. */
function withoutDiacritics(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/(?<letter>[\p{Script=Latin}\p{Script=Greek}])\p{Mark}+/gu, '$<letter>')
    .replaceAll(/[ßæœøłđðþıÆŒØŁĐÐÞẞ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
  ...{ ẞ: 'SS', Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' },
};
