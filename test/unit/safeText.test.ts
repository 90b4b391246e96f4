// What comes from a list or from the service is only text, wherever it is read.
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import * as xlsx from '@e965/xlsx';

import { safeText } from '../../nodes/CompanyScreening/names/plainText';
import type { RunOutput } from '../../nodes/CompanyScreening/operations/shared/options';
import { safeFields } from '../../nodes/CompanyScreening/output/presentation';
import { randomCases } from '../support/random';

const safe = (text: string, readIn: RunOutput['readIn']) => safeFields({ text }, readIn)['text'];

test('a text by itself is as safe as one in a field', () => {
  expect(safeText('<=1>', 'html')).toBe(safe('<=1>', 'html'));
  expect(safeText('=1+1', 'spreadsheet')).toBe("'=1+1");
});

describe('for a spreadsheet', () => {
  const FORMULAS = [
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=-1', "'=-1"],
    ['  =1+1', "  '=1+1"],
    ['\u00a0=1+1', "\u00a0'=1+1"],
    ['"=1+1', `"'=1+1`],
    ['＝1+1', "'＝1+1"],
    [';=1+1', ";'=1+1"],
    ['Acme; =1+1', "Acme; '=1+1"],
    ['Acme,=1+1', "Acme,'=1+1"],
    ['Acme|=1+1', "Acme|'=1+1"],
    ['Acme\n=1+1', "Acme\n'=1+1"],
    ['Acme\r\n=1+1', "Acme\r\n'=1+1"],
    ['\t=1+1', "\t'=1+1"],
    ['\r=1+1', "\r'=1+1"],
    ['=1;=2;-3', "'=1;'=2;'-3"],
    ['\0=1+1', "\0'=1+1"],
  ];
  const SIGNS = Array.from('=+-@＝＋－＠', (sign) => [`${sign}1+1`, `'${sign}1+1`]);
  const MARKS = Array.from(',;|\t\n\v\f\r\u0085\u061b\u2028\u2029', (mark) => [
    `Acme${mark} "=1+1`,
    `Acme${mark} "'=1+1`,
  ]);

  test.each([...FORMULAS, ...SIGNS, ...MARKS])(
    'no text starts a formula for a spreadsheet: %j',
    (text = '', expected = '') => {
      expect(expected).not.toBe('');
      expect(safe(text, 'spreadsheet')).toBe(expected);
    },
  );

  test.each([
    'Acme - Sons',
    'A=B',
    'press@acme.example',
    'Müller+Söhne',
    'https://acme.example/?a=-1',
    "'=1",
    '',
  ])('%j is left as it is', (text) => {
    expect(safe(text, 'spreadsheet')).toBe(text);
  });

  test('names of fields, lists and what is inside of others are made safe too; numbers stay numbers', () => {
    expect(safeFields({ '=a': -1, b: ['=c', { '@d': '=e' }], f: null, g: true }, 'spreadsheet')).toEqual({
      "'=a": -1,
      b: ["'=c", { "'@d": "'=e" }],
      f: null,
      g: true,
    });
  });

  /** The cells that a program makes of the file, whose list separator is this one. */
  const cellsOf = (csv: string, delimiter: string): string[][] => {
    const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
    try {
      return parse(csv, options);
    } catch {
      // A quotation mark that is not closed is closed by the end of the file.
      return parse(`${csv}"`, options);
    }
  };

  const nasty = fc
    .array(
      fc.constantFrom(
        '=1+1',
        '=',
        '+',
        '-',
        '@',
        '＝',
        ';',
        ',',
        '\t',
        '|',
        '"',
        '""',
        "'",
        ' ',
        '\n',
        '\r\n',
        '\r',
        'a',
        '1',
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(''));

  test('no cell of a file is a formula, whatever separates lists', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(nasty, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          const table = rows.map((row) => row.map((text) => safe(text, 'spreadsheet')));
          // As n8n's Convert to File writes it.
          const csv = xlsx.utils.sheet_to_csv(xlsx.utils.aoa_to_sheet(table));
          const cells = [',', ';', '\t', '|'].flatMap((delimiter) => cellsOf(csv, delimiter).flat());
          expect(cells.filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell))).toEqual([]);
        },
      ),
      { numRuns: randomCases(500) },
    );
  });
});

test.each<[string, RunOutput['readIn'], string, shown: string]>([
  [
    'Slack, nothing is markup or a mention',
    'slack',
    '<!channel> & <https://evil.example|Acme>',
    '&lt;!channel&gt; &amp; &lt;https://evil.example|Acme&gt;',
  ],
  [
    'HTML, nothing is a tag, an attribute or a reference of a template',
    'html',
    `<a href="x" id='y'>$& \``,
    '&#60;a href=&#34;x&#34; id=&#39;y&#39;&#62;&#36;&#38; &#96;',
  ],
  [
    'HTML, nothing is an expression: n8n evaluates the HTML of a form again',
    'html',
    '{{ $env.HOME }} {% x %}',
    '&#123;&#123; &#36;env.HOME }} &#123;% x %}',
  ],
  [
    "an e-mail, a text has no line breaks of a stranger's",
    'email',
    'Acme\r\nBcc: all@evil.example\u2028x\0y\u2029z',
    'Acme Bcc: all@evil.example x y z',
  ],
])('for %s', (_, readIn, text, shown) => {
  expect(safe(text, readIn)).toBe(shown);
});

test('as received is as received', () => {
  const fields = { '=a': '=1+1' };
  expect(safeFields(fields, 'asReceived')).toBe(fields);
});
