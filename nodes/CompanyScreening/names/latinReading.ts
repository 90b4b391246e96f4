// Names in Cyrillic or Greek letters that a person reads as Latin ones: АСМЕ looks like ACME, and a watchlist may not find it.
import { isFormInItsScript, partsOfName } from './legalForms';

/** Each letter and the Latin one that it looks like in the fonts of most programs. */
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХҮҺԀԚԜӀѴԌ', 'ABESIJKMHOPCTYXYhdQWIVG'],
    ['аеѕіјкорсухүһԁԛԝӏѵ', 'aesijkopcyxyhdqwlv'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿ', 'ABEZHIKMNOPTYXJ'],
    ['αγικνορσυχϳ', 'ayikvopouxj'],
  ].flatMap(([letters = '', latin = '']) =>
    Array.from(letters).map((letter, index) => [letter, latin.charAt(index)] as const),
  ),
);

const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /\p{Script=Latin}/u;
const WORDS = /(?:[\p{Script=Cyrillic}\p{Script=Greek}]\p{Mark}*)+/gu;
/** What stands between words; a legal form in quotation marks or brackets is one. */
const PARTS = /[^\s«»"“”„(),]+/gu;
/** A shorter word is no name, and honest ones are often such all the same. */
const SHORTEST_WORD = 3;
const SHORTEST_NAME = 4;

/**
 * How a person may read the name in Latin letters, if all letters of it look Latin, or those of a word beside a Latin one. Undefined if a
 * person sees which alphabet it is. Legal forms in their own script, which stand beside Latin names as well, do not count.
 */
export function latinReading(given: string): string | undefined {
  if (!CYRILLIC_OR_GREEK.test(given)) return undefined;
  const text = given.normalize('NFD');
  // A company may be called like a form: ВАТ Ltd.
  const { words: name } = partsOfName(text);
  const isCalledLikeAForm = name.every(isFormInItsScript);
  const isForm = (part: string) => isFormInItsScript(part) && !(isCalledLikeAForm && name.includes(part));
  const counted = text.replaceAll(PARTS, (part) => (isForm(part) ? '' : part));
  const words = counted.match(WORDS) ?? [];
  const hasLatin = LATIN.test(text);
  const isWhole = words.length > 0 && words.every(looksLatin);
  const isLongEnough = hasLatin || lettersIn(counted) >= SHORTEST_NAME;
  const readsAsWhole = isWhole && isLongEnough;
  const readsAsWord = (word: string) => looksLatin(word) && lettersIn(word) >= SHORTEST_WORD;
  if (!readsAsWhole && !(hasLatin && words.some(readsAsWord))) return undefined;
  return text
    .replaceAll(PARTS, (part) => {
      if (!readsAsWhole && isForm(part)) return part;
      return part.replaceAll(WORDS, (word) => {
        const isRead = readsAsWhole ? looksLatin(word) : readsAsWord(word);
        return isRead ? inLatin(word) : word;
      });
    })
    .normalize('NFC');
}

const looksLatin = (word: string): boolean =>
  (word.match(/\p{Letter}/gu) ?? []).every((letter) => LATIN_OF.has(letter));

const lettersIn = (text: string): number => (text.match(/\p{Letter}/gu) ?? []).length;

const inLatin = (word: string): string =>
  Array.from(word)
    .map((letter) => LATIN_OF.get(letter) ?? letter)
    .join('');
