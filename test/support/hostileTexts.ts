// Texts that are made to cost a program more time than their length allows, and every place at which a text comes in.
import { readTextList } from '../../nodes/CompanyScreening/lists/textList';
import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { readWorkbookList } from '../../nodes/CompanyScreening/lists/workbookList';
import { fromCellText, toCellText } from '../../nodes/CompanyScreening/names/cellText';
import { cleanText, readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import { mayBeMissed } from '../../nodes/CompanyScreening/names/lookAlikes';
import { readOtherNames } from '../../nodes/CompanyScreening/names/otherNames';
import { safeText } from '../../nodes/CompanyScreening/names/safeText';
import { sameAddress, sameName, sameNumber } from '../../nodes/CompanyScreening/comparison/matches';
import { readResponsible } from '../../nodes/CompanyScreening/operations/register/responsible';
import { ScreeningReader } from '../../nodes/CompanyScreening/operations/screenCompany/screening';
import { readCaseId } from '../../nodes/CompanyScreening/register/decisions/caseId';
import { isSameName } from '../../nodes/CompanyScreening/register/decisions/people';
import { createMask } from '../../nodes/CompanyScreening/service/masking';
import { maskReply } from '../../nodes/CompanyScreening/service/maskReply';
import { ReplyDates } from '../../nodes/CompanyScreening/service/replyAge';
import { LargeReplies } from '../../nodes/CompanyScreening/transport/largeReplies';
import { receiveReply } from '../../nodes/CompanyScreening/transport/receive';
import { xmlText } from '../../nodes/CompanyScreening/workbook/xmlText';
import { odsOf, xlsxOf } from './workbookParts';

const SHAPES = {
  'one letter': 'a',
  // Out of their canonical order.
  marks: '\u0301\u0316',
  brackets: '[{(<',
  quotes: `"'«`,
  separators: ';,|\t',
  digits: '1',
  escapes: '\\u0041%41&#65;~{+AOk=',
  'line ends': '\r\n',
  nesting: '{"a":[',
  surrogates: '\ud83d',
};

/** Ten texts of that many UTF-16 units, by what they are made of. */
export const hostileTexts = (length: number): Array<[string, string]> =>
  Object.entries(SHAPES).map(([shape, part]) => [shape, part.repeat(length / part.length)]);

const mask = createMask({
  clientId: 'officer',
  clientSecret: 's3cret"with/signs',
  subscriptionKey: '0123456789abcdef',
  accessTokens: ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0'],
});
const QUESTION = {
  companyName: 'Zorblax',
  mayBeMissed: false,
  option: 'Both',
  referenceId: 'case-1',
  requesterId: '',
} as const;

function readReply(body: string) {
  const reply = {
    kind: 'text',
    method: 'POST',
    status: 200,
    isWhole: true,
    repliedAt: 0,
    text: maskReply(body, mask),
    sha256: () => '',
  } as const;
  return new ScreeningReader().read(reply, QUESTION).findings(false);
}

const recordWith = (fields: object) =>
  JSON.stringify({ id: '1', status: 'Completed', totalHits: 0, isError: false, details: [], ...fields });

function receive(headers: Record<string, string>) {
  const { signal } = new AbortController();
  const request = { method: 'GET', url: 'https://api.example.com/x', maxFileMb: 10 } as const;
  return receiveReply(
    { statusCode: 200, headers, body: Buffer.from('%PDF') },
    {
      mask,
      signal,
      request,
      clock: { epochMs: () => 0, monotonicMs: () => 0 },
      dates: new ReplyDates(),
      largeReplies: new LargeReplies(),
      tokenDate: () => 0,
    },
  );
}

const wanted = wantedColumns('Company', { heading: 'Customer No', isRequired: false });
const list = { wanted, headingRow: 0, fileName: 'list' };
const readCsv = (text: string, fileName = 'list.csv') =>
  readTextList({ ...list, fileName, bytes: Buffer.from(text), encoding: 'utf-8' });
const readBook = (bytes: Buffer) => readWorkbookList({ ...list, bytes, wantedSheet: '' });
const inXlsx = (text: string) => `<is><t>${xmlText(text)}</t></is>`;
const xlsxRow = (row: number, ...texts: string[]) =>
  `<row r="${row}">${texts.map((text) => `<c t="inlineStr">${inXlsx(text)}</c>`).join('')}</row>`;
const odsRow = (...texts: string[]) =>
  `<table:table-row>${texts
    .map(
      (text) =>
        `<table:table-cell office:value-type="string"><text:p>${xmlText(text)}</text:p></table:table-cell>`,
    )
    .join('')}</table:table-row>`;

/** What the program does with a text at each place at which it comes in. It throws what a person is told. */
export const ENTRANCES: Record<string, (text: string) => unknown> = {
  'a reply': readReply,
  'a field of a reply': (text) => readReply(recordWith({ companyName: text, echo: text })),
  'the name of a field of a reply': (text) => readReply(recordWith({ [text]: text })),
  'a status': (text) => readReply(recordWith({ status: text })),
  'an error of a reply': (text) =>
    readReply(recordWith({ status: 'Failed', errors: [{ code: text, message: text, suggestion: [text] }] })),
  'a hit': (text) =>
    readReply(recordWith({ totalHits: 1, details: [{ name: text, aliasNames: [text], [text]: text }] })),
  'a header': (text) =>
    receive({
      date: text,
      age: text,
      'retry-after': text,
      'content-range': text,
      'content-type': text,
      'content-disposition': `attachment; filename="${text}"`,
    }),
  'a name': (text) => mayBeMissed(text, readCompanyName(text), []),
  'other names': (text) => readOtherNames(text, 'Zorblax'),
  'a list of other names': (text) => readOtherNames(Array.from(text), 'Zorblax'),
  'a key': cleanText,
  'data to compare with': (text) => [
    sameName(text, `${text} `),
    sameNumber(text, text),
    sameAddress(text, text),
  ],
  'a cell of a text file': (text) => readCsv(`Company,Country\nZorblax,${text}\n${text},X\n`),
  'a cell in quotation marks': (text) =>
    readCsv(`Company,Country\nZorblax,"${text.replaceAll('"', '""')}"\n`),
  'a heading of a text file': (text) => readCsv(`${text},Company\nX,Zorblax\n`),
  'the name of a text file': (text) => readCsv('Company\nZorblax\n', text),
  'a cell of an .xlsx file': (text) =>
    readBook(
      xlsxOf({
        rows: xlsxRow(1, 'Company', 'Country') + xlsxRow(2, 'Zorblax', text) + xlsxRow(3, text, 'X'),
      }),
    ),
  'a heading of an .xlsx file': (text) =>
    readBook(xlsxOf({ rows: xlsxRow(1, 'Company', text) + xlsxRow(2, 'Zorblax', 'X') })),
  'a number of an .xlsx file': (text) =>
    readBook(xlsxOf({ rows: `${xlsxRow(1, 'Company')}<row r="2"><c><v>${xmlText(text)}x</v></c></row>` })),
  'a format of an .xlsx file': (text) =>
    readBook(
      xlsxOf({
        rows: `${xlsxRow(1, 'Company')}<row r="2"><c s="1"><v>1</v></c></row>`,
        formats: [text.replaceAll(/[^ -~]/g, '?')],
      }),
    ),
  'the name of a sheet': (text) =>
    readBook(xlsxOf({ sheets: `<sheet name="${xmlText(text)}" sheetId="1" r:id="rId1"/>` })),
  'a cell of an .ods file': (text) =>
    readBook(odsOf(`<table:table>${odsRow('Company', 'Country')}${odsRow('Zorblax', text)}</table:table>`)),
  'a number of an .ods file': (text) =>
    readBook(
      odsOf(
        `<table:table>${odsRow('Company')}<table:table-row><table:table-cell office:value-type="float" office:value="1.5"><text:p>${xmlText(text)}</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    ),
  'a decision': readCaseId,
  'a reason': (text) => readResponsible(() => text, 'Nothing was recorded.'),
  'a person': (text) => isSameName(text, `${text}@company.example`),
  'a cell of a workbook that is made': (text) => fromCellText(toCellText(`${text}=1`)),
  'a message': (text) => safeText(`${text}=1`, 'spreadsheet'),
};
