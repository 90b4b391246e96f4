// The names of files as strangers give them: a name says where nothing goes, has no sign that cannot be seen, and fits into any folder.

/** In UTF-8. A folder takes 255 bytes. */
export const LONGEST_FILE_NAME = 200;
const LONGEST_EXTENSION = 20;

/** The name of a file without what stands before it; undefined if none is left. */
export function fileNameIn(given: string): string | undefined {
  const name = (given.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Control}\p{Surrogate}]/gu, '')
    .trim();
  return /^[. ]*$/.test(name) ? undefined : shortFileName(name, LONGEST_FILE_NAME);
}

/** The name in so many bytes of UTF-8, cut between characters; its extension stays. */
export function shortFileName(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const [, end = ''] = /[^.](\.[^.]+)$/.exec(name) ?? [];
  const extension = Buffer.byteLength(end) <= LONGEST_EXTENSION ? end : '';
  const start = name.slice(0, name.length - extension.length);
  return cutAt(bytes - Buffer.byteLength(extension), start) + extension;
}

/** The beginning of a text in so many bytes of UTF-8, cut between characters: a letter and the marks on it are one. */
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
