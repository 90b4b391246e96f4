// A name under which a file can be saved in any folder: no file replaces another, and none leads out of the folder.
import { createHash } from 'node:crypto';

import { fileNameIn, LONGEST_FILE_NAME, shortFileName } from '../../service/fileName';
import { normalized } from '../../names/normalized';
import type { ReplyFile } from '../../service/reply';

/** Always the same for one address, and never that of another; ends with the name that the service gave, if any. */
export function saveAs(
  address: string,
  { name = '', contentType }: Pick<ReplyFile, 'contentType' | 'name'>,
): string {
  const id = createHash('sha256').update(address).digest('hex').slice(0, 12);
  const given = normalized(fileNameIn(name) ?? '', 'NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}._ -]+/gu, '_')
    .replace(/^[._ ]+/, '');
  return shortFileName(`${id}_${given || `annual-return.${extensionOf(contentType)}`}`, LONGEST_FILE_NAME);
}

const extensionOf = (contentType: string): string =>
  /^[a-z]+\/([a-z0-9]{1,5})(?:;|$)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'bin';
