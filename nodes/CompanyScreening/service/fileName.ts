// Names of files as strangers give them. A safe name has no path and no invisible sign, and fits into any folder.

/** Bytes of UTF-8: a folder takes 255. */
export const LONGEST_FILE_NAME = 200;
const LONGEST_EXTENSION = 20;

/** Gives the name of a file without its path; undefined if none is left. */
export function fileNameIn(given: string): string | undefined {
  const name = (given.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Control}\p{Surrogate}]/gu, '')
    .trim();
  return /^[. ]*$/.test(name) ? undefined : shortFileName(name);
}

/** Cuts a name that is too long between characters. Its extension stays. */
export function shortFileName(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_FILE_NAME) return name;
  const [, end = ''] = /[^.](\.[^.]+)$/.exec(name) ?? [];
  const extension = Buffer.byteLength(end) <= LONGEST_EXTENSION ? end : '';
  const start = name.slice(0, name.length - extension.length);
  return cutAt(LONGEST_FILE_NAME - Buffer.byteLength(extension), start) + extension;
}

/** Cuts a text between characters to so many bytes of UTF-8. A letter and its marks are one character. */
export function cutAt(bytes: number, text: string): string {
  let room = bytes;
  let start = '';
  for (const character of text.match(/\P{Mark}\p{Mark}*|\p{Mark}+/gu) ?? []) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    start += character;
  }
  return start;
}
