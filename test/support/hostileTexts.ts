// Texts that are made to cost a program more time than their length allows, and every place at which a text comes in.
import { readTextList } from '../../nodes/CompanyScreening/lists/textList';
import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { readWorkbookList } from '../../nodes/CompanyScreening/lists/workbook/workbookList';
import { fromCellText, toCellText } from '../../nodes/CompanyScreening/names/ownWorkbook';
import { cleanText, readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import { watchlistMayMissName } from '../../nodes/CompanyScreening/names/lookAlikes';
import { readOtherNames } from '../../nodes/CompanyScreening/names/otherNames';
import { readRegistrationNumber } from '../../nodes/CompanyScreening/names/registrationNumber';
import { safeText } from '../../nodes/CompanyScreening/names/plainText';
import { sameName, sameNumber } from '../../nodes/CompanyScreening/comparison/compare';
import { AcknowledgementReader } from '../../nodes/CompanyScreening/operations/annualReturns/acknowledgement';
import { readState } from '../../nodes/CompanyScreening/operations/annualReturns/requestState';
import { saveAs } from '../../nodes/CompanyScreening/operations/annualReturns/getAnnualReturnsRequest';
import { IdOwners } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { readResponsible } from '../../nodes/CompanyScreening/operations/desk/recordDecision';
import { ScreeningReader } from '../../nodes/CompanyScreening/operations/screening/screening';
import { readCaseId } from '../../nodes/CompanyScreening/register/cases/cases';
import { isSameName } from '../../nodes/CompanyScreening/names/people';
import { requestUriEndpoint } from '../../nodes/CompanyScreening/service/endpoints';
import { createMask, maskReply } from '../../nodes/CompanyScreening/service/masking';
import { ReplyDates } from '../../nodes/CompanyScreening/service/staleness';
import type { ServiceReply } from '../../nodes/CompanyScreening/service/reply';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { exchangeToken } from '../../nodes/CompanyScreening/service/token';
import { LargeReplies } from '../../nodes/CompanyScreening/transport/httpReply';
import { receiveReply } from '../../nodes/CompanyScreening/transport/receive';
import { xmlText } from '../../nodes/CompanyScreening/workbook/sheetPart';
import { odsOf, xlsxOf } from './workbookParts';

const SHAPES = {
  'one letter': 'a',
  // Two marks out of their canonical order.
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

/** Texts of that many UTF-16 units, by what they are made of. */
export const hostileTexts = (length: number): Array<[string, string]> =>
  Object.entries(SHAPES).map(([shape, part]) => [shape, part.repeat(length / part.length)]);

const settings = readSettings({
  environment: 'sandbox',
  baseUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
  realm: 'officers',
  clientId: 'officer',
  clientSecret: 's3cret"with/signs',
  subscriptionKey: '0123456789abcdef',
  subscriptionKeyIn: 'header',
});
const mask = createMask({ ...settings, accessTokens: ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0'] });
const QUESTION = {
  companyName: 'Zorblax',
  watchlistMayMissName: false,
  option: 'Both',
  referenceId: 'case-1',
  requesterId: '',
} as const;

function replyWith(body: string, method: ServiceReply['method'] = 'POST'): ServiceReply {
  const text = maskReply(body, mask);
  return { kind: 'text', method, status: 200, isWhole: true, repliedAt: 0, text, sha256: () => '' };
}
/** Reads a body on its way from the wire to the items. */
export const readScreening = (body: string) =>
  new ScreeningReader().read(replyWith(body), QUESTION).hitsAndVerdictNow(false);

const acknowledge = (body: object) => {
  const reader = new AcknowledgementReader('00000000000001', new IdOwners());
  const answer = reader.read(replyWith(JSON.stringify(body)), settings);
  return answer.interpret().makeItems();
};
const stateOf = (body: string) => readState(replyWith(body, 'GET'), { id: '1', registrationNumber: '2' });

async function grant(body: string, status = 200) {
  const post = async () => await Promise.resolve({ status, text: body });
  return await exchangeToken(settings, post, () => 0);
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

/** The places at which a text comes in, each with the program's work on it. It throws what a person is told. */
export const ENTRANCES: Record<string, (text: string) => unknown> = {
  'a reply': readScreening,
  'a field of a reply': (text) => readScreening(recordWith({ companyName: text, echo: text })),
  'the name of a field of a reply': (text) => readScreening(recordWith({ [text]: text })),
  'the names of many fields of a reply': (text) =>
    readScreening(
      recordWith(
        Object.fromEntries(
          (text.match(/[^]{1,10}/g) ?? []).map((part, number) => [`${part}${number}`, number]),
        ),
      ),
    ),
  'a status': (text) => readScreening(recordWith({ status: text })),
  'an error of a reply': (text) =>
    readScreening(
      recordWith({ status: 'Failed', errors: [{ code: text, message: text, suggestion: [text] }] }),
    ),
  'a hit': (text) =>
    readScreening(recordWith({ totalHits: 1, details: [{ name: text, aliasNames: [text], [text]: text }] })),
  'a header': (text) =>
    receive({
      date: text,
      age: text,
      'retry-after': text,
      'content-range': text,
      'content-type': text,
      'content-disposition': `attachment; filename="${text}"`,
    }),
  'an acknowledgement of annual returns': (text) =>
    acknowledge({ id: text, requestUri: text, status: text, [text]: text }),
  'an error of annual returns': (text) => acknowledge({ id: text, code: text, message: text }),
  'what is found at a request URI': stateOf,
  'a field of what is found at a request URI': (text) =>
    stateOf(JSON.stringify({ id: text, registrationNumber: text, status: text, files: [text] })),
  'the name of a file of annual returns': (text) =>
    saveAs('https://api.example.com/1', { name: text, contentType: text }),
  'a registration number': (text) => readRegistrationNumber(text, { restoreLeadingZeros: true }),
  'a request URI': (text) => requestUriEndpoint(settings, text, { maxFileMb: 10, mask }),
  'a token reply': grant,
  'an access token': (text) => grant(JSON.stringify({ access_token: text })),
  'what stands beside an access token': (text) =>
    grant(JSON.stringify({ access_token: 'eyJ', expires_in: text, token_type: text, scope: text })),
  'an error of a token reply': (text) => grant(JSON.stringify({ error: text, error_description: text }), 401),
  'a name': (text) => watchlistMayMissName(text, readCompanyName(text), []),
  'other names': (text) => readOtherNames(text, 'Zorblax'),
  'a list of other names': (text) => readOtherNames(Array.from(text), 'Zorblax'),
  'a key': cleanText,
  'data to compare with': (text) => [sameName(text, `${text} `), sameNumber(text, text)],
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
