// Rows at the end of a list that are no companies: they come out as errors, and are never sent.
import { wantedColumns, type MoreWanted } from '../../../nodes/CompanyScreening/lists/headings';
import { doubtful, type Cell } from '../../../nodes/CompanyScreening/lists/cell';
import { readCompanyName } from '../../../nodes/CompanyScreening/names/companyName';
import { readRows } from './reading';

const HEADINGS = ['Customer No', 'Company', 'Turnover', 'Note'];
const ACME = [1, 'Acme', 5, 'x'];

/** The name of each company, and the sentence on each row that is none. */
function read(rows: Cell[][], headings: Cell[] = HEADINGS, more: MoreWanted[] = []) {
  const wanted = wantedColumns('Company', { heading: 'Customer No', isRequired: false }, more);
  return readRows([headings, ...rows], { wanted }).map((row) => {
    if (row.kind === 'company') return row.json['companyName'];
    expect(() => readCompanyName(row.json['companyName'])).toThrow();
    return row.problem.message;
  });
}

const total = (name: string) => `"${name}" looks like a total, and was not screened.`;
const report = (name: string) => `"${name}" looks like the date of a report, and was not screened.`;

test.each([
  ...['Total', 'TOTAL:', 'Totals', 'Grand total', 'Grand Total', 'Subtotal', 'Sub-total', 'Sum', 'Sum total'],
  ...['Summe', 'Gesamtsumme', 'Zwischensumme', 'Gesamt', 'Total général', 'Total general', 'Somme', 'Suma'],
  ...['Total geral', 'Totale', 'Totale generale', 'Totaal', 'Eindtotaal', 'Razem'],
  ...[
    'Overall total',
    'Sum-total',
    'Subtotals',
    'Total :',
    'Insgesamt',
    'Total general:',
    'Sous-total',
    'Totaux',
  ],
  ...['Soma', 'Somma', 'Subtotaal', 'Som'],
])('%s beside a number, at the end, is a total', (name) => {
  expect(read([ACME, [null, name, 5]])).toEqual(['Acme', total(name)]);
});

test.each<Cell>([5, 0.5, '1,234.50', '€ 5', '5 %', '(12)', '-3', 'EUR 1’200', doubtful(null, 'noResult')])(
  'a total may be %j',
  (sum) => {
    expect(read([ACME, [null, 'Total', sum]])).toEqual(['Acme', total('Total')]);
  },
);

test.each([
  'Report generated on 2026-11-24',
  'Generated on: 24 Nov 2026 by SAP',
  'Bericht erstellt am 24.11.2026',
  'Rapport généré le 24/11/2026',
  'Informe generado el 24/11/2026',
  'List created at 12:30',
  'Printed 2026-11-24',
  'Exported on November 24, 2026',
  'Exported: 24. November 2026',
  'Rapport créé le 24/11/2026',
  'Rapport genere le 24/11/2026',
  'Rapport cree le 24/11/2026',
  'Relatório gerado em 24/11/2026',
  'Relatorio gerado em 24/11/2026',
  'Rapporto generato il 24/11/2026',
  'Rapport gegenereerd op 24-11-2026',
  'Raport wygenerowano dnia 24.11.2026',
  'Raport wygenerowany 24.11.2026',
])('%s is the date of a report, in the last row', (name) => {
  expect(read([ACME, [null, name]])).toEqual(['Acme', report(name)]);
  expect(read([ACME, [null, 'Total', 5], [null, name]])).toEqual(['Acme', total('Total'), report(name)]);
  expect(read([ACME, [null, name], [null, 'Total', 5]])).toEqual(['Acme', name, total('Total')]);
});

test.each<[string, Cell[][]]>([
  ['with a number of its own', [[7, 'Total', 5]]],
  ['with another text', [[null, 'Total', 5, 'x']]],
  ['without a number', [[null, 'Total']]],
  ['with a legal form', [[null, 'Total SA', 5]]],
  ['above a company', [[null, 'Total', 5], ACME]],
  ['without a date', [[null, 'Report Generated On Ltd']]],
  ['with a year in its name', [[null, 'Printed Circuits 2000 GmbH']]],
  ['with a digit in its name', [[null, 'Printed 3D Parts']]],
  ['with a legal form behind a date', [[null, 'Created 1.1.2020 Ltd']]],
])('a company is one: %s', (_, rows) => {
  expect(read([ACME, ...rows])).toEqual(['Acme', ...rows.map(([, name]) => name)]);
});

test('what is known of a company besides its name makes it one', () => {
  const more: MoreWanted[] = [
    { field: 'registrationNumber', option: 'Registration Number Column', headings: ['Turnover'] },
  ];
  expect(read([[null, 'Total', 5]], HEADINGS, more)).toEqual(['Total']);
});

test('a list of one column is taken as it is', () => {
  expect(read([['Total'], ['Report generated on 2026-11-24']], ['Company'])).toEqual([
    'Total',
    'Report generated on 2026-11-24',
  ]);
});

test('a row that is an error stays that, and is no company behind a total', () => {
  expect(read([ACME, [null, 'Total', 5], [null, '', 6]])).toEqual([
    'Acme',
    total('Total'),
    expect.stringContaining('empty') as string,
  ]);
  const date = 'Printed 2026-11-24';
  expect(read([ACME, [null, 'Total', 5], [null, date], [null, '', 6]])).toEqual([
    ...['Acme', 'Total', date, expect.stringContaining('empty') as string],
  ]);
});
