// Text files that people keep their companies in: each is read exactly, or it stops with a sentence that says what to do.
import { listKinds } from '../../support/listKinds';
import { complaintOf } from '../builders';
import { expectKind, isZip, readText } from './reading';

const read = (...given: Parameters<typeof readText>) => readText(...given).rows;

const texts = listKinds.filter((kind) => !isZip(kind));
test.each(texts)('a list comes out as it is, or stops: $kind', expectKind);

const LOST = (key: string) => ({
  ...{ kind: 'unusable', json: { companyKey: null } },
  problem: { message: `The key "${key}" is a number with more digits than a spreadsheet shows.` },
});
const NOTE = 'Company,Note,Customer No\n';

test.each<[string, text: Buffer | string, rows: object[]]>([
  [
    'a row has its company, key and line, then its own columns as they are in the file',
    'Customer No;Firm;company name\n\n00101;x;Willowbrook Bakery Ltd\n',
    [
      {
        json: {
          ...{ companyName: 'Willowbrook Bakery Ltd', companyKey: '00101', row: 3 },
          ...{ listFile: 'list.csv; 1 company', 'Customer No': '00101', Firm: 'x' },
          'company name': 'Willowbrook Bakery Ltd',
        },
      },
    ],
  ],
  [
    'a line is counted as in the file, whatever its line breaks are',
    'Name,Note\r\n"A","x\r\ny\rz\n"\nB,\n\n,\r\nC,\r\n',
    [
      { json: { companyName: 'A', row: 2 } },
      { json: { companyName: 'B', row: 6 } },
      { json: { companyName: 'C', row: 9 } },
    ],
  ],
  [
    'a mark of DOS at the end of a file in a western encoding is nothing',
    Buffer.from('Company\nCaf\xe9 M\xfcller\n\x1a', 'latin1'),
    [{ json: { companyName: 'Café Müller' } }],
  ],
  [
    'a key that a spreadsheet destroyed is an error, and the row has none',
    'Company;Customer No\nAcme;2.19E+26\nBeta;2,19E+26\nGamma;2E\n',
    [LOST('2.19E+26'), LOST('2,19E+26'), { kind: 'company', json: { companyKey: '2E' } }],
  ],
  [
    'apostrophes around one name, or in another column, belong to it',
    "Company,Customer No,Note\n'Acme',1,'x'\nO'Neill's,2,'y'\n",
    [{ json: { companyName: "'Acme'" } }, { json: { companyName: "O'Neill's" } }],
  ],
  [
    'apostrophes that Excel puts before a number are taken off',
    "Company,Customer No\nAcme,'0012\n'360,'A1\n",
    [
      { kind: 'company', json: { companyName: 'Acme', companyKey: '0012' } },
      { kind: 'company', json: { companyName: '360', companyKey: "'A1" } },
    ],
  ],
  [
    'a blank before a quotation mark is read where every row agrees',
    'Company, Customer No\n"Acme, ""A"" Ltd", "1"\nBeta, \n',
    [
      { kind: 'company', json: { companyName: 'Acme, "A" Ltd', companyKey: '1' } },
      { kind: 'company', json: { companyName: 'Beta', companyKey: null } },
    ],
  ],
  [
    'a quoted cell of another column may have line breaks and delimiters',
    `${NOTE}Acme,"one, two, three\nfour, five, six",1\nBeta,"x",2\n`,
    [
      { kind: 'company', json: { companyName: 'Acme', companyKey: '1' } },
      { kind: 'company', json: { companyName: 'Beta', companyKey: '2' } },
    ],
  ],
  [
    'marks of DOS at the end of a file are nothing',
    'Company,Customer No\nAcme,1\n\x1a\x1a',
    [{ json: { companyName: 'Acme', row: 2 } }],
  ],
  [
    'a mark of DOS in the last line is nothing',
    'Company,Customer No\nAcme,1\n\x1a\r\n',
    [{ json: { companyName: 'Acme', row: 2 } }],
  ],
  [
    'a row that names nothing that can be screened is kept, with what is wrong with it',
    'Customer No,Company\n1,#N/A\n2,\n3,INFINITY\n4,null\n',
    [
      { kind: 'unusable', json: { companyKey: '1' } },
      { kind: 'unusable', json: { companyKey: '2' } },
      { kind: 'company', json: { companyKey: '3' } },
      { kind: 'unusable', json: { companyKey: '4' } },
    ],
  ],
  [
    'letters that turn the display of a name around are handed on to the screening, which knows them',
    'Company\n\u202EemcA\n',
    [{ json: { companyName: '\u202EemcA' } }],
  ],
  [
    'a carriage return in quotation marks, or before a line break, is part of a cell',
    'Company,Note\nAcme,"x\ry"\nBeta,y\r\r\n',
    [{ json: { companyName: 'Acme', Note: 'x\ry' } }, { json: { companyName: 'Beta', Note: 'y\r' } }],
  ],
  [
    'of as many commas as semicolons in the headings, the company column decides',
    'Company;Street, No\nAcme;Elm, 5\n',
    [{ json: { companyName: 'Acme', 'Street, No': 'Elm, 5' } }],
  ],
])('%s', (_, text, rows) => {
  const found = read(text);
  expect(found).toHaveLength(rows.length);
  expect(found).toMatchObject(rows);
});

test.each(['1E+05', '1.0E5', '1,5E+5', '2.5E-3', '1e+21', '1.2345678E7'])(
  'a key as a program writes a large number, %s, is an error',
  (key) => {
    const found = read(`Company;Customer No\nAcme;${key}\nBeta;2\n`);
    expect(found).toMatchObject([LOST(key), { kind: 'company', json: { companyKey: '2' } }]);
  },
);

test.each(['1E3', '1E05', '10E5', '12E3456'])(
  'a key that no program makes of a number, %s, is one',
  (companyKey) => {
    expect(read(`Company;Customer No\nAcme;${companyKey}\n`)).toMatchObject([{ json: { companyKey } }]);
  },
);

const UNCERTAIN_MARK = /^Line \d of list\.csv: it is not certain that a quotation mark/;
const UNCERTAIN_END = /^It is not certain where the lines of list\.csv end/;
const LIKE_ROWS = /runs over lines that look like rows/;
const THREE_CELLS = /^Line 2 of list\.csv has 3 cells/;
const JOINED =
  /^Line 3 of list\.csv has an end-of-file mark \(U\+001A\) in it: two files were joined there\. /;

const complaintAbout = (text: string) => {
  const { message, description } = complaintOf(() => read(text));
  return `${message} ${description}`;
};

test.each<[string, text: string, said: RegExp]>([
  [
    'a blank before one quotation mark',
    'Company,Customer No\n"Acme", "1"\n',
    /it is not certain that a quot/,
  ],
  [
    'a blank before a quotation mark in some rows',
    'Company, Customer No\n"Acme", "1"\nBeta,"2"\n',
    /it is not certain that a quotation mark/,
  ],
  ['a space before a quotation mark', 'No,Company\n1, "Acme, Ltd"\n', UNCERTAIN_MARK],
  ['a space behind a quotation mark', 'No,Company\n1,"Acme Ltd" \n', UNCERTAIN_MARK],
  [
    'quoted cells beside a quotation mark inside a cell',
    'No,Company\n1,"Acme"\n2,The "Second" Sock\n',
    UNCERTAIN_MARK,
  ],
  ['a quoted company with line breaks', `${NOTE}"Acme, A, B\nC, D, E",x,1\nBeta,"x",2\n`, LIKE_ROWS],
  [
    'a quoted cell that holds a row',
    `${NOTE}Acme,"one,1\nEvil Corp,x,2\nGamma,y",1\nBeta,"x",2\n`,
    LIKE_ROWS,
  ],
  [
    'a delimiter at the end of a row, which is named',
    'Company;Customer No\nAcme;1;\n',
    /^Line 2 of list\.csv has 3 cells, and the list has 2 headings: it ends with a semicolon\. .*Delete it there/,
  ],
  [
    'a delimiter at the end of the headings, which is named',
    'Company;Customer No;\nAcme;1\n',
    /3 headings: the heading line ends with a semicolon\. /,
  ],
  [
    'a delimiter in a name, which is named',
    'Company;Customer No\nAcme;x;1\n',
    /Most often a name holds a semicolon/,
  ],
  ['half of a name before a tab', 'Company\tCountry\nAcme\tHoldings\tDE\n', THREE_CELLS],
  ['half of a name before a semicolon', 'Company;Country\nAcme; Holdings;DE\n', THREE_CELLS],
  ['half of a name before a vertical bar', 'Company|Country\nAcme | Holdings|DE\n', THREE_CELLS],
  ['a mark of DOS in a name, where some programs end', 'Company,Customer No\nAcme,1\nBe\x1ata,2\n', JOINED],
  ['a mark of DOS before a name', 'Company,Customer No\nAcme,1\n\x1aBeta,2\n', JOINED],
  ['a line with a mark of DOS', 'Company,Customer No\nAcme,1\n\x1a\nBeta,2\n', JOINED],
  [
    'a carriage return alone outside quotation marks: spreadsheet programs begin a row behind it',
    'Company,Note\nAcme,x\rEvil Corp\nBeta,y\n',
    UNCERTAIN_END,
  ],
  [
    'two carriage returns outside quotation marks',
    'Company,Note\r\nAcme,x\r\rEvil Corp\r\nBeta,y\r\n',
    UNCERTAIN_END,
  ],
  ['as many commas as semicolons, and no company column', 'Firm;Street, No\nAcme;Elm, 5\n', /is not certain/],
  [
    'another delimiter than the four, named by the file',
    'sep=^\nCompany^Country\nAcme^DE\n',
    /names the delimiter "\^"/,
  ],
])('stops with %s', (_, text, said) => {
  expect(complaintAbout(text)).toMatch(said);
});

test.each(["'", '‘', '’', '`', '´'])('stops with a column of names or keys in %s, which is named', (mark) => {
  const [name, other, key] = ['Acme Ltd', 'B', 'x1'].map((text) => `${mark}${text}${mark}`);
  expect(complaintAbout(`Company,Customer No\n${name},1\n,2\n${other},3\n`)).toMatch(
    new RegExp(
      `^Every cell in the column Company of list\\.csv is in ${mark}, which is not a quotation mark`,
    ),
  );
  expect(complaintAbout(`Company,Customer No\nAcme,${key}\n`)).toMatch(
    /^Every cell in the column Customer No /,
  );
});

test('columns with the names of ours, and equal ones, have names of their own', () => {
  const [row] = read('Name,row,Contact,Contact,Contact_2,__proto__\nA,7,x,y,z,p\n');
  expect(Object.entries(row?.json ?? {})).toEqual([
    ['companyName', 'A'],
    ['companyKey', null],
    ['row', 2],
    ['listFile', 'list.csv; no customer number: known by name; 1 company'],
    ['Name', 'A'],
    ['input_row', '7'],
    ['Contact', 'x'],
    ['Contact_3', 'y'],
    ['Contact_2', 'z'],
    ['input___proto__', 'p'],
  ]);
});

describe('a title above the headings', () => {
  const titled = 'Customers 2025, all\n\n"Customer No";Company\n1;Acme, Sons\n';

  test.each([
    ['Customers 2025\n\n"Customer No";Company\n1;Acme, Sons\n', 3, '"Customers 2025"'],
    ['sep=;\nCustomers 2025\nCustomer No;Company\n1;Acme\n', 3, '"Customers 2025"'],
    ['"sep=;"\nCustomers 2025\nCustomer No;Company\n1;Acme\n', 3, '"Customers 2025"'],
    ['Title\r\nby\r\nCustomer No\tCompany\r\n1\tAcme\r\n', 3, '"Title" and "by"'],
    ['Title;;\r;;\rCustomer No;Company;Since\r1;Acme;\r', 3, '"Title"'],
    ['Title\n \n ; \nCustomer No;Company\n1;Acme\n', 4, '"Title"'],
    ['List sep=;\nCustomer No;Company\n1;Acme\n', 2, '"List sep="'],
    [`${'A'.repeat(61)}\nCustomer No;Company\n1;Acme\n`, 2, `"${'A'.repeat(60)}"`],
  ])('is left out where nothing else can stand there, and each row says what is: %j', (text, line, title) => {
    const rows = read(text);
    const at = `list.csv; headings in line ${line}`;
    const listFile = `${at}, not read above them: ${title}; 1 company`;
    expect(rows).toHaveLength(1);
    expect(rows).toMatchObject([{ kind: 'company', json: { row: line + 1, listFile } }]);
    const asked = read(text, { headingRow: line });
    expect(asked).toMatchObject([{ json: { listFile: `${at}; 1 company` } }]);
    for (const { json } of [...rows, ...asked]) delete json['listFile'];
    expect(rows).toEqual(asked);
  });

  test.each([
    // It may be a list of its own, or a heading with another name.
    [titled, 3],
    [`sep=;\n${titled}`, 4],
    ['Title\nCompany\nAcme\n', 2],
    ['Acme\nBeta\nGamma\nCompany;No\nDelta;1\n', 4],
    ['Acme;1\nCompany;No\nDelta;1\n', 2],
    ['Title\nCompany;\nAcme;\n', 2],
    ['"Title"\nCompany;No\nAcme;1\n', 2],
    ['Title\nAcme;1\nCompany;No\nDelta;1\n', 3],
    ['"Title"\nby Ann\nCompany;No\nAcme;1\n', 3],
  ])('stops otherwise, and the error says which line has the headings: %j', (text, line) => {
    expect(complaintOf(() => read(text))).toMatchObject({
      message: expect.stringContaining(
        'No column of list.csv is called Company, Company Name or Name. The columns found:',
      ) as string,
      description: expect.stringContaining(
        `Line ${line} has one: if the headings are there, enter ${line} as Heading Row in the options of this node.`,
      ) as string,
    });
    const [row] = read(text, { headingRow: line });
    expect(row).toMatchObject({ kind: 'company', json: { row: line + 1 } });
    expect(row?.json['companyName']).toMatch(/^(Acme|Delta)/);
  });

  test('is looked for in the first lines only, and nothing is said where no line has the column', () => {
    expect(complaintOf(() => read(`Title\n${'x\n'.repeat(40)}Company\nAcme\n`)).description).toContain(
      'Rename the column',
    );
    for (const headings of ['Firm', '"Comp"any', 'Comp"any"', '"Company" '.repeat(2)])
      expect(complaintOf(() => read(`Title\n${headings}\nAcme\n`)).description).toContain(
        'Rename the column',
      );
  });

  test('that is said to be where no headings are stops', () => {
    expect(() => read('Title\nNo,Company\n1,Acme\n', { headingRow: 1 })).toThrow('No column of list.csv');
    expect(() => read('No,Company\n1,Acme\n', { headingRow: 9 })).toThrow('list.csv is empty.');
  });
});
