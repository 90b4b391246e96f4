// The file that is read: one that an expression gives, the one in a field of the item, or the only one of the item that may be a list.
import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import { InvalidItem, listProblem } from '../../names/invalidItem';
import { someOf } from '../../names/plainText';

/** Stands for the only file of an item, whatever its field is called. */
const ONLY_FILE = '*';

interface InputFile {
  file: IBinaryData;
  /** The field for an item that hands the file on. */
  field: string;
  /** The file as n8n's helper takes it: by its field, or itself. */
  asked: IBinaryData | string;
}

/** @throws {InvalidItem} the item has no such file, or several of which each may be the list */
export function fileOf(files: IBinaryKeyData = {}, asked: IBinaryData | string): InputFile {
  if (typeof asked !== 'string') return { file: asked, field: 'data', asked };
  if (asked.trim() === ONLY_FILE) return onlyFile(Object.entries(files));
  const file = Object.hasOwn(files, asked) ? files[asked] : undefined;
  if (file) return { file, field: asked, asked };
  const others = Object.keys(files).join(', ');
  throw new InvalidItem(
    `There is no file in the field ${asked}.`,
    others === ''
      ? NO_FILE_AT_ALL
      : `The item has files in: ${others}. Correct Input Binary Field in this node.`,
    NO_LIST,
  );
}

/** E-mails bring more than the list. If nothing else came, the failure names what did. */
function onlyFile(all: ReadonlyArray<[string, IBinaryData]>): InputFile {
  const lists = all.filter(([, { mimeType }]) => !NEVER_A_LIST.test(mimeType));
  const [first] = lists.length > 0 ? lists : all;
  if (!first) throw new InvalidItem('There is no file.', NO_FILE_AT_ALL, NO_LIST);
  if (lists.length > 1)
    throw listProblem(
      `There are ${lists.length} files that may be the list: ${someOf(lists.map(([field, { fileName }]) => fileName ?? field))}.`,
      'Send one list at a time, without other files.',
    );
  const [field, file] = first;
  return { file, field, asked: field };
}

/** Pictures, such as those in a signature, and the cryptographic signature of a mail, as its sender's program declares them. */
const NEVER_A_LIST = /^(?:image\/|application\/(?:x-)?(?:pkcs7|pgp)-signature\b)/i;

const NO_LIST = {
  message: 'There is no file with a list.',
  advice: 'Check that it is in its place, or ask whoever set this up.',
};

const NO_FILE_AT_ALL =
  'The item has no file at all. If lists come by e-mail or by a form, this one came without a file.';
