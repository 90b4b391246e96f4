// Finds text that was read with the wrong encoding. No watchlist finds such a name.

/** True if letters were lost (replacement characters, halves of characters) or turned into others ("PrÃ¤zision"). */
export function hasEncodingDamage(text: string): boolean {
  if (!BESIDES_ASCII.test(text)) return false;
  return (
    LOST.test(text) ||
    UTF8_READ_AS_OTHERS.some((damage) => damage.test(text)) ||
    isUtf8ReadAsWindows1252(text)
  );
}

/** Gives the text for a message, with characters that cannot be displayed replaced. */
export function showable(text: string): string {
  return text.replaceAll(/\p{Surrogate}|\p{Noncharacter_Code_Point}/gu, '\uFFFD');
}

const BESIDES_ASCII = /[^\0-\x7f]/;

// Private use characters mean something only in the font in which they were written. Control characters of these codes are letters of
// Windows-1252 read as ISO-8859-1; U+0085 is also a line break.
const LOST =
  /\p{Surrogate}|\p{Noncharacter_Code_Point}|\p{Private_Use}|[\u0080-\u0084\u0086-\u009F\uFFFC\uFFFD]/u;

// UTF-8 writes these alphabets in pairs of bytes, of which the first is one of two. In their own old encodings, that is one of
// two letters in front of every second character: "РњРёСЂ" is "Мир". No word has three such pairs in a row.
const UTF8_READ_AS_OTHERS = [
  // Cyrillic, in Windows-1251
  /(?:[\u0420\u0421][\u00A0\u00A4\u00A6\u00A7\u00A9\u00AB-\u00AE\u00B0\u00B1\u00B5-\u00B7\u00BB\u0401-\u040C\u040E\u040F\u0451-\u045C\u045E\u045F\u0490\u0491\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2116\u2122]){3}/,
  // Arabic, in Windows-1256
  /(?:[\u0637\u0638][\u00A0\u00A2-\u00A9\u00AB-\u00B9\u00BB-\u00BE\u0152\u0153\u0192\u02C6\u060C\u061B\u061F\u0679\u067E\u0686\u0688\u0691\u0698\u06A9\u06AF\u06BA\u06BE\u200C\u200D\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]){3}/,
  // Greek, in Windows-1253
  /(?:[\u039E\u039F][\u00A0\u00A3-\u00A9\u00AB-\u00AE\u00B0-\u00B3\u00B5-\u00B7\u00BB\u00BD\u0192\u0384-\u0386\u0388-\u038A\u038C\u038E\u038F\u2013-\u2015\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]){3}/,
  // Accented letters on an old Mac ("Pr√§zision"), and with the lines of DOS ("Pr├ñzision")
  /\u221A[^\0-\x7f]|[\u2500-\u259F]/,
  // Remains of lost letters, in an encoding of Chinese
  /\u951F\u65A4\u62F7/,
];

// Decodes without throwing, which would take a hundred times as long: a cell may have a hundred thousand quotation marks.
const utf8 = new TextDecoder('utf-8');
// The sign that the decoder puts in the place of bytes that are not UTF-8, and how that sign itself is misread.
const REPLACED = '\uFFFD';
const REPLACED_BEFORE = 'ï¿½';

// Sequences of UTF-8 bytes hardly ever occur by chance. A sign or a no-break space after a letter does: NESTLÉ®, CAFÉ’S, « Café ». A capital
// letter behind a small one, or a sign in front of a letter, is damage: "MureÈ™" is Mureș, and "É™liyev" is əliyev.
const SIGN_BEHIND_LETTER =
  /(?<![^\0-\x7f])(?:(?<![a-z])[ÆÇÈÉÊËÌÍÒÓÔÕÖØÙÚÜÝ](?:[\u00A0\u00AD’–—]|[®©™“”«»…](?![A-Za-z]))|ß[\u00A0\u00AD®©™’“”«»–—…]|[à-ï]\u00A0[»”])(?![^\0-\x7f])/g;

function isUtf8ReadAsWindows1252(text: string): boolean {
  const runs = text.replaceAll(SIGN_BEHIND_LETTER, ' ').match(/[^\0-\x7f]+/g) ?? [];
  return runs.some(isValidUtf8);
}

function isValidUtf8(characters: string): boolean {
  const bytes = windows1252Bytes(characters);
  if (bytes === undefined) return false;
  return characters.includes(REPLACED_BEFORE) || !utf8.decode(bytes).includes(REPLACED);
}

/** Decodes bytes in Windows-1252. The five bytes that it does not use become control characters. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin1.replaceAll(/[\x80-\x9f]/g, (character) => FROM_80.charAt(character.charCodeAt(0) - 0x80));
}

/** Gives the bytes that Windows-1252 or Latin-1 reads as these characters, if there are such bytes. */
export function windows1252Bytes(characters: string): Uint8Array | undefined {
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < characters.length; index++) {
    const byte = BYTES.get(characters.charAt(index));
    if (byte === undefined) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const BYTES = new Map<string, number>();
for (let byte = 0x80; byte <= 0xff; byte++) BYTES.set(String.fromCharCode(byte), byte);
Array.from(FROM_80).forEach((character, index) => BYTES.set(character, 0x80 + index));
