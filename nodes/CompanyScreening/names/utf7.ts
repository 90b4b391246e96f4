// Text in UTF-7, which has no bytes but those of ASCII: +AOk- is é. No watchlist finds such a name.

/**
 * Whether a text has letters that are written like that: a plus sign, then characters of one script in Base64, without a bit too many.
 *
 * A word behind a plus sign may be Base64 by chance (Dental+Pro): one character, and few of East Asia, need the minus sign behind them.
 */
export const holdsUtf7 = (text: string): boolean =>
  text.includes('+') &&
  Array.from(text.matchAll(RUN)).some(([, letters = '', end]) => isWritten(letters, end === '-'));

const RUN = /\+([A-Za-z\d+/]{3,})(-|(?![A-Za-z\d+/=]))/g;

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const SMALL_SCRIPT = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Thai'].map(
  (script) => new RegExp(`^[\\P{Letter}\\p{Script=${script}}]+$`, 'u'),
);
const EAST_ASIAN = /^[\P{Letter}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

function isWritten(letters: string, isEnded: boolean): boolean {
  const text = decoded(letters);
  if (text === undefined || !/[^\0-\x7f]/.test(text) || !/^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]+$/u.test(text))
    return false;
  if (SMALL_SCRIPT.some((script) => script.test(text))) return isEnded || text.length > 1;
  return EAST_ASIAN.test(text) && (isEnded ? text.length > 1 : text.length > 3);
}

/** Undefined if the letters are no whole characters. */
function decoded(letters: string): string | undefined {
  let [bits, count, text] = [0, 0, ''];
  for (const letter of letters) {
    bits = bits * 64 + BASE64.indexOf(letter);
    count += 6;
    if (count < 16) continue;
    count -= 16;
    text += String.fromCharCode(Math.floor(bits / 2 ** count));
    bits %= 2 ** count;
  }
  return count < 6 && bits === 0 ? text : undefined;
}
