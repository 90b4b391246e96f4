// Lists as a test reads them: with the usual headings, unless it asks for others.
import type { Cell } from '../../../nodes/CompanyScreening/lists/cell';
import { isArchive } from '../../../nodes/CompanyScreening/lists/fileKind';
import { wantedColumns } from '../../../nodes/CompanyScreening/lists/headings';
import { ListReader, type ListSource } from '../../../nodes/CompanyScreening/lists/rows';
import { readTextList, type TextList } from '../../../nodes/CompanyScreening/lists/textList';
import type { WorkbookList } from '../../../nodes/CompanyScreening/lists/workbook/choice';
import { readWorkbookList } from '../../../nodes/CompanyScreening/lists/workbook/workbookList';
import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';
import type { ListKind } from '../../support/listKinds';
import { complaintOf } from '../builders';

const wanted = wantedColumns('Company, Company Name, Name', { heading: 'Customer No', isRequired: false });

export const readText = (list: Buffer | string, asked: Partial<TextList> = {}) =>
  readTextList({
    ...{ bytes: Buffer.from(list), fileName: 'list.csv', encoding: 'automatic', wanted, headingRow: 0 },
    ...asked,
  });

export const readBook = (bytes: Buffer, asked: Partial<WorkbookList> = {}) =>
  readWorkbookList({ bytes, fileName: 'list.xlsx', wantedSheet: '', wanted, headingRow: 0, ...asked });

/** @param rows of which the first has the headings */
export function readRows(rows: Cell[][], asked: Partial<ListSource> = {}) {
  const reader = new ListReader({
    ...{ fileName: 'list.xlsx', listFile: 'list.xlsx, sheet One', headingRow: 0, place: 'Row', wanted },
    ...asked,
  });
  for (const [index, cells] of rows.entries()) reader.add({ row: index + 1, cells });
  return reader.end().rows;
}

/** The names of the companies, and the problems of the rows that are none. */
export const saidBy = (rows: ReturnType<typeof readRows>) =>
  rows.map((row) => (row.kind === 'company' ? row.json['companyName'] : row.problem.message));

export const isZip = ({ bytes }: ListKind) => bytes.indexOf('PK\x03\x04') === 0;

/** Expects what a kind of list says of itself. */
export function expectKind({
  bytes,
  fileName,
  encoding = 'automatic',
  companies,
  stops,
  errors = [],
}: ListKind) {
  const read = () =>
    isArchive(bytes, fileName) ? readBook(bytes, { fileName }) : readText(bytes, { fileName, encoding });
  if (stops !== undefined) {
    expect(complaintOf(read).message).toMatch(stops);
    return;
  }
  const { rows } = read();
  expect(rows.flatMap((row) => (row.kind === 'company' ? [row.json['companyName']] : []))).toEqual(companies);
  const problems = rows.flatMap((row) => (row.kind === 'unusable' ? [row.problem.message] : []));
  expect(problems).toEqual(errors.map((error) => expect.stringMatching(error) as string));
}

/** What is wrong with a list, and what to do, in one text. */
export function complaintIn(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidItem) return `${error.message} ${error.advice}`;
    throw error;
  }
  throw new Error('It was read.');
}
