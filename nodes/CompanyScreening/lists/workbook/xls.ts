// An .xls file of Excel 97 to 2003 (MS-XLS): records in a compound file. Here: its sheets, its texts and formats; the cells of a
// sheet are in xlsSheet.ts.
import { InvalidItem } from '../../names/invalidItem';
import { streamOf } from './compoundFile';
import { formatsOf, USUAL_FORMATS } from './numberFormat';
import { recordsFrom, TextBytes, type XlsRecord } from './xlsRecords';
import { readXlsSheet, type XlsWorkbook } from './xlsSheet';
import { isProtected, type Sheet, type Workbook } from './workbookFile';

export function openXls(bytes: Buffer, fileName: string): Workbook {
  const stream = streamOf(bytes, ['Workbook', 'Book']);
  const records = recordsFrom(stream, 0);
  if (records[0]?.data.readUInt16LE(0) !== EXCEL_97) throw tooOld(fileName);
  const ofType = (type: number) => records.filter((record) => record.type === type);
  if (ofType(FILE_PASSWORD).length > 0) throw isProtected(fileName);
  const workbook: XlsWorkbook = {
    fileName,
    texts: ofType(SHARED_TEXTS).flatMap(textsIn),
    formats: formatsOf(
      ofType(CELL_STYLE).map(({ data }) => data.readUInt16LE(2)),
      new Map([...USUAL_FORMATS, ...ofType(FORMAT).map(formatIn)]),
    ),
    dates: ofType(DATE_SYSTEM)[0]?.data.readUInt16LE(0) === 1 ? '1904' : '1900',
  };
  const sheets = ofType(BOUND_SHEET).flatMap(({ data }): Sheet[] => {
    // Kind 0 is a worksheet; others are charts and macros.
    if (data[5] !== 0) return [];
    const offset = data.readUInt32LE(0);
    return [
      {
        name: new TextBytes([data.subarray(6)]).text('short'),
        hidden: ((data[4] ?? 0) & 3) !== 0,
        read(onRow) {
          readXlsSheet(recordsFrom(stream, offset), workbook, onRow);
        },
      },
    ];
  });
  return { sheets, ours: null };
}

const EXCEL_97 = 0x600;
const DATE_SYSTEM = 0x22;
const FILE_PASSWORD = 0x2f;
const BOUND_SHEET = 0x85;
const CELL_STYLE = 0xe0;
const SHARED_TEXTS = 0xfc;
const FORMAT = 0x41e;

const formatIn = ({ data }: XlsRecord): [number, string] => [
  data.readUInt16LE(0),
  new TextBytes([data.subarray(2)]).text(),
];

function textsIn({ data, continued }: XlsRecord): string[] {
  const bytes = new TextBytes([data.subarray(8), ...continued]);
  return Array.from({ length: data.readUInt32LE(4) }, () => bytes.text());
}

const tooOld = (fileName: string) =>
  new InvalidItem(
    `${fileName} is a workbook of Excel 95 or older, which is not read.`,
    'Open it in a spreadsheet program, save it as .xlsx, and run this again.',
  );
