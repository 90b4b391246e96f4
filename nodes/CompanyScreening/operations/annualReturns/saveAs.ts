// A name under which a file can be saved in any folder: no file replaces another, and none leads out of the folder.
import { createHash } from 'node:crypto';

import type { ReplyFile } from '../../service/reply';

const LONGEST = 100;

/** Always the same for one address, and never that of another; ends with the name that the service gave, if any. */
export function saveAs(
  address: string,
  { name = '', contentType }: Pick<ReplyFile, 'contentType' | 'name'>,
): string {
  const id = createHash('sha256').update(address).digest('hex').slice(0, 12);
  const given = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._ -]+/gu, '_')
    .replace(/^[._ ]+/, '');
  return `${id}_${Array.from(given).slice(-LONGEST).join('') || `annual-return.${extensionOf(contentType)}`}`;
}

const extensionOf = (contentType: string): string =>
  /^[a-z]+\/([a-z0-9]{1,5})(?:;|$)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'bin';
