// Files with the texts of strangers, opened in a real spreadsheet program, whatever its language separates lists with.
import * as fc from 'fast-check';
import { utils } from '@e965/xlsx';
import { safeText } from '../../nodes/CompanyScreening/names/plainText';
import { openInLibreOffice, type CsvFile } from '../support/libreOffice';

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);

const attacks = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1;1)',
  '=HYPERLINK("https://evil.example","x")',
  '＝1+1',
].flatMap((formula) => [
  formula,
  ` ${formula}`,
  `"${formula}`,
  ...[',', ';', '\t', '|', '\n', '\r\n'].map((sign) => `Acme${sign}${formula}`),
  `Acme; ${formula}`,
  `Acme;"${formula}"`,
]);
const anyText = fc
  .array(
    fc.constantFrom('=1+1', '=', '+', '-', '@', ';', ',', '\t', '"', '""', "'", ' ', '\n', 'a', '1', '('),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const delimiters = [',', ';', '\t'] as const;
const withEach = (texts: readonly string[]): CsvFile[] =>
  delimiters.map((delimiter) => ({ text: asFile(texts), delimiter }));
/** As n8n's Convert to File writes it. */
const asFile = (texts: readonly string[]) =>
  utils.sheet_to_csv(utils.aoa_to_sheet(texts.map((text, row) => [`row ${row}`, text])));
const safe = (text: string) => safeText(text, 'spreadsheet');
const formulasIn = async (texts: readonly string[]) =>
  (await openInLibreOffice(withEach(texts))).map((cells) => cells.flatMap(({ formula }) => formula ?? []));

test('left as they are, such texts are formulas there', async () => {
  const [comma, semicolon, tab] = await formulasIn(['=1+1', 'Acme;=2+2', 'Acme\t=3+3', 'plain']);
  expect({ comma, semicolon, tab }).toEqual({ comma: ['1+1'], semicolon: ['2+2'], tab: ['3+3'] });
});

test('no text that is made safe for a spreadsheet becomes a formula', async () => {
  console.info(`Formulas: seed ${seed}`);
  const texts = [...attacks, ...fc.sample(anyText, { numRuns: 2_000, seed })];
  expect(await formulasIn(texts.map(safe))).toEqual([[], [], []]);
});
