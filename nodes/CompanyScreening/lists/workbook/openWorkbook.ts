// A ZIP archive → the workbook that it is, as its parts say: no path and no name makes it one.
import { noList } from '../fileKind';
import { openArchive, type Archive } from './archive';
import { manifestOf, openOds } from './ods';
import { contentTypeOf, partsRelatedTo, pathOf } from './parts';
import { isProtected, type Workbook } from './workbookFile';
import { openXlsx } from './xlsx';

/** @throws InvalidItem for an archive that is no workbook, or for a protected one */
export function openWorkbook(bytes: Uint8Array, fileName: string): Workbook {
  const archive = openArchive(bytes);
  if (archive.isProtected) throw isProtected(fileName);
  const manifest = manifestOf(archive);
  const mediaType = textOf(archive, 'mimetype') || manifest.mediaType;
  const office = pathOf('officeDocument', partsRelatedTo('', archive));
  if (mediaType !== '' && office !== undefined) throw noList(fileName, 'two documents in one file');
  if (OPEN_DOCUMENT.test(mediaType)) {
    if (manifest.isProtected) throw isProtected(fileName);
    return openOds(archive, fileName);
  }
  const contentType = office === undefined ? '' : contentTypeOf(office, archive);
  if (/\.binary\./.test(contentType)) throw noList(fileName, 'a binary workbook (.xlsb), which is not read');
  if (office !== undefined && OFFICE_WORKBOOK.test(contentType)) return openXlsx(archive, office, fileName);
  throw noList(fileName, 'a ZIP archive or another kind of document, not a list');
}

const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/;

// Some programs only say that it is XML.
const OFFICE_WORKBOOK =
  /^$|^(?:application|text)\/xml$|spreadsheetml\.(?:sheet|template)\.main\+xml$|ms-excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml$/i;

function textOf(archive: Archive, path: string): string {
  const pieces = [...(archive.smallPart(path) ?? [])];
  return Buffer.concat(pieces).toString('latin1').trim();
}
