// Finds text that was read with the wrong encoding. No watchlist finds such a name.
import { windows1252Bytes } from './windows1252';

/** Whether letters were lost (replacement characters, halves of characters), or turned into others ("PrÃ¤zision"). */
export function isDamaged(text: string): boolean {
  return LOST.test(text) || isUtf8ReadAsWindows1252(text);
}

/** The text for a message: what cannot be displayed is replaced. */
export function showable(text: string): string {
  return text.replaceAll(/\p{Surrogate}|\p{Noncharacter_Code_Point}/gu, '\uFFFD');
}

// Only the font in which it was written knows what a private use character means.
const LOST = /\p{Surrogate}|\p{Noncharacter_Code_Point}|\p{Private_Use}|[\uFFFC\uFFFD]/u;

const utf8 = new TextDecoder('utf-8', { fatal: true });

// A sequence of UTF-8 bytes hardly ever occurs by chance. A sign or a no-break space after a letter does: NESTLÉ®,
// CAFÉ’S, « Café ».
const SIGN_BEHIND_LETTER = /^([ÇÈÉÊËÌÍÓÔÕÖÜÝ][\u00A0\u00AD®©™’”»–—…]|[à-ï]\u00A0[»”])$/;

function isUtf8ReadAsWindows1252(text: string): boolean {
  const runs = text.match(/[^\0-\x7f]+/g) ?? [];
  return runs.some((run) => !SIGN_BEHIND_LETTER.test(run) && isValidUtf8(run));
}

function isValidUtf8(characters: string): boolean {
  const bytes = windows1252Bytes(characters);
  if (bytes === undefined) return false;
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
