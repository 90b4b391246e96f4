// Random workbooks: items of several runs with all outcomes, outputs and options, of lists of any columns, edited by hand, doubled, and of
// other nodes. What must come out is counted here by another way than in the node: from what each item was made of.
//
// `WORKBOOKS=10000 npx jest --selectProjects unit -- workbooks.property` makes that many. WORKBOOKS_SEED repeats a run.
import type { IDataObject } from 'n8n-workflow';

import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { ListReader } from '../../nodes/CompanyScreening/lists/rows';
import { readWorkbookList } from '../../nodes/CompanyScreening/lists/workbookList';
import { cleanText } from '../../nodes/CompanyScreening/names/companyName';
import {
  COMPANY_KEYS,
  HIT_KEYS,
  OUR_KEYS,
  ownName,
  REGISTER_KEYS,
  ROW_KEYS,
} from '../../nodes/CompanyScreening/names/itemKeys';
import { readGiven } from '../../nodes/CompanyScreening/operations/createWorkbook/givenItems';
import { screeningWorkbook } from '../../nodes/CompanyScreening/operations/createWorkbook/screeningWorkbook';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screenCompany/screenCompany';
import { withInput, withInputFields } from '../../nodes/CompanyScreening/output/itemFields';
import type { CellContent, SheetContent } from '../../nodes/CompanyScreening/workbook/content';
import { writeWorkbook } from '../../nodes/CompanyScreening/workbook/writeWorkbook';
import { drawSeed, randomNumbers } from '../support/random';
import { aHit, aRecord, aRecordWithHits, aReply, resultOf, taskOf } from './builders';

const SEED = drawSeed('WORKBOOKS_SEED');
const WORKBOOKS = Number(process.env['WORKBOOKS'] ?? 150);

class Dice {
  private readonly random: () => number;
  constructor(seed: number) {
    this.random = randomNumbers(seed);
  }
  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }
  chance(share: number): boolean {
    return this.random() < share;
  }
  oneOf<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from.');
    return value;
  }
  some<Value>(values: readonly Value[], share = 0.5): Value[] {
    return values.filter(() => this.chance(share));
  }
}

const COMPANIES = [
  { name: 'Alder Ltd', key: '1' },
  { name: 'Alder Ltd', key: '2' },
  { name: 'Birch', key: '' },
  { name: 'Cèdre\u200B  SA', key: '0007' },
  { name: '=Delta', key: '+4' },
] as const;
/** Some of them are ours, are those of the reader, or were those of a workbook of ours. */
const HEADINGS = [
  ...[
    'Outcome',
    'NAME',
    'name',
    'input_name',
    'screening',
    'input',
    'hit',
    'companyName',
    'listFile',
    'row',
    'input_row',
  ],
  ...[
    'Customer No',
    'CustomerNo',
    'Company',
    'Hits',
    'country',
    'input_country',
    'change',
    'message',
    'caseId',
    'outcome',
  ],
  ...[
    'constructor',
    'Umsatz €',
    'input_companyName',
    'Environment (screening)',
    'Outcome (screening)',
    'run',
    'error',
  ],
  ...[
    'reason',
    'fileName',
    'input_input_name',
    'Zero\u200Bwidth',
    'screeningId',
    'inArchive',
    'slackMessage',
    'A, B',
  ],
] as const;
const VALUES = [
  '',
  'a',
  'b',
  '007',
  '=1+1',
  "'=x",
  '2026-02-30',
  '2026-02-28',
  '+49 30',
  'x; y',
  '11/12/2026 8:31',
  12.5,
  0,
  -3,
];

interface Row {
  company: { name: string; key: string };
  own: Record<string, number | string>;
  /** As the node before Screen Company gives it. */
  input: IDataObject;
}

interface List {
  rows: Row[];
  isRead: boolean;
}

/** Read by Read Company List, or by another node, under the headings Firma and Kunde. */
function randomList(dice: Dice): List {
  // In front of the others, it may be what the reader was asked for.
  const headings = ['Land', ...dice.some(HEADINGS, 0.15)];
  const rows = Array.from({ length: 1 + dice.below(5) }, () => ({
    company: dice.oneOf(COMPANIES),
    own: Object.fromEntries(headings.map((heading) => [heading, dice.oneOf(VALUES)])),
  }));
  const isRead = dice.chance(0.6);
  if (!isRead)
    return {
      isRead,
      rows: rows.map((row) => ({
        ...row,
        input: { Firma: row.company.name, Kunde: row.company.key, ...row.own },
      })),
    };
  const reader = new ListReader({
    ...{ fileName: 'list.xlsx', listFile: `list ${dice.below(3)}.xlsx`, headingRow: 0, place: 'Row' },
    wanted: wantedColumns('Firma', { heading: 'Kunde', isRequired: true }),
  });
  reader.add(1, ['Firma', 'Kunde', ...headings]);
  for (const [index, { company, own }] of rows.entries())
    reader.add(index + 2, [company.name, company.key, ...headings.map((heading) => own[heading] ?? '')]);
  const read = reader.end().rows;
  return { isRead, rows: rows.map((row, index) => ({ ...row, input: read[index]?.json ?? {} })) };
}

type Said = 'clear' | 'error' | 'hit' | 'review';

/** What an item says, known by whoever made it. Null is what it does not say. */
interface Truth {
  name: string;
  key: string | null;
  environment: string | null;
  option: string | null;
  says: Said;
  own: Record<string, number | string> | null;
  /** Whether nothing says that it is a hit, or a whole company. */
  isVague: boolean;
}

interface Made {
  item: IDataObject;
  truth: Truth;
}

interface Run {
  number: number;
  isKept: boolean;
  includes: boolean;
  option: string;
  output: { itemsPer: string; content: string; fields: string[] };
  /** What a service says of each company, which gives the same answer in one run. */
  answers: Map<string, string>;
}

const HIT_FIELDS: ReadonlySet<string> = new Set(HIT_KEYS);
const COMPANY_FIELDS: ReadonlySet<string> = new Set(COMPANY_KEYS);
const FIELDS = [...new Set<string>([...HIT_KEYS, ...COMPANY_KEYS, ...REGISTER_KEYS])];

function randomRun(dice: Dice, number: number): Run {
  return {
    number,
    isKept: dice.chance(0.5),
    includes: dice.chance(0.7),
    option: dice.oneOf(['Both', 'Both', 'Aml']),
    output: {
      itemsPer: dice.oneOf(['hit', 'company']),
      content: dice.oneOf(['simplified', 'simplified', 'raw', 'selectedFields']),
      fields: dice.some(FIELDS, 0.3),
    },
    answers: new Map(),
  };
}

const ANSWERS = ['clear', 'clear', 'clear', 'one', 'two', 'same', 'pending', 'doubtful', 'error'];

function recordFor(answer: string, id: string) {
  const [one, two] = [aHit({ name: 'First' }), aHit({ name: 'Second' })];
  switch (answer) {
    case 'one':
      return aRecordWithHits([one], { id });
    case 'two':
      return aRecordWithHits([one, two], { id });
    case 'same':
      return aRecordWithHits([one, one], { id });
    case 'pending':
      return aRecord({ id, status: 'Pending' });
    case 'doubtful':
      return aRecord({ id, totalHits: 3, details: [one] });
    default:
      return aRecord({ id });
  }
}

/** The items of one row in one run, as Screen Company gives them. */
function screen(dice: Dice, run: Run, { company, own, input }: Row, { isRead }: List, line: number): Made[] {
  const name = cleanText(company.name);
  const key = company.key === '' ? name : company.key;
  const asked = JSON.stringify([name, run.isKept ? key : line]);
  const answer = run.answers.get(asked) ?? dice.oneOf(ANSWERS);
  run.answers.set(asked, answer);
  const { itemsPer, content, fields } = run.output;
  const given =
    answer === 'error'
      ? [errorOf(name, run, key)]
      : resultOf(
          taskOf(screenCompany, {
            companyName: company.name,
            screeningOption: run.option,
            output: { itemsPer, content: content === 'selectedFields' ? 'simplified' : content },
            additionalFields: run.isKept ? { referenceId: `reference of ${run.number} ${asked}` } : {},
            options: {},
          }),
          aReply({ ...recordFor(answer, `screening ${run.number} of ${asked}`), option: run.option }),
        ).items.map(({ json }) => ({ ...json, ...(run.isKept ? keptFields(key) : {}) }));
  const always = ['outcome', 'reason', 'companyName', 'totalHits', 'screeningId'];
  const ours = new Set([...OUR_KEYS].filter((one) => one !== 'companyKey' || run.isKept));
  return given.map((json: IDataObject): Made => {
    const isError = json['outcome'] === 'error';
    const kept =
      content === 'selectedFields' && !isError
        ? Object.fromEntries(
            Object.entries(json).filter(([field]) => always.includes(field) || fields.includes(field)),
          )
        : json;
    const item = !run.includes
      ? kept
      : content === 'raw'
        ? withInput(kept, input)
        : withInputFields(kept, input, ours);
    const has = (field: string) => field in kept;
    const isKeySaid = has('companyKey') || (run.includes && isRead);
    return {
      item,
      truth: {
        name,
        key: isKeySaid ? company.key : null,
        environment: has('environment') ? 'sandbox' : null,
        option: has('screeningOption') || has('screening') ? run.option : null,
        says: saidBy(json),
        own: run.includes ? own : null,
        isVague:
          content === 'selectedFields' &&
          Object.keys(kept).every((field) => HIT_FIELDS.has(field) === COMPANY_FIELDS.has(field)),
      },
    };
  });
}

const saidBy = ({ outcome }: IDataObject): Said =>
  outcome === 'hit' || outcome === 'review' || outcome === 'clear' ? outcome : 'error';

function errorOf(name: string, { isKept, number }: Run, key: string): IDataObject {
  return {
    ...{ outcome: 'error', environment: 'sandbox', screeningId: null, companyName: name },
    ...{
      referenceId: `reference of ${number} ${name}`,
      ...(isKept ? { companyKey: key } : {}),
      scope: 'item',
    },
    ...{
      error: 'No answer.',
      description: 'Run it again.',
      errorCode: null,
      errorName: null,
      errorType: null,
    },
    ...{ suggestion: null, httpStatus: null, mayBeCharged: true },
  };
}

const keptFields = (companyKey: string): IDataObject => ({
  ...{
    companyKey,
    remembered: false,
    screenedAt: '2026-11-20T08:00:00.000Z',
    change: null,
    previousOutcome: null,
  },
  ...{ decision: null, decidedBy: null, decidedAt: null, caseId: null, reportId: null },
});

/** What people do to items, or nodes in between. */
function edited(dice: Dice, made: Made[]): Made[] {
  let all = made;
  if (dice.chance(0.2))
    all = all.map(({ item, truth }) =>
      'totalHits' in item && item['totalHits'] !== null
        ? { item: { ...item, totalHits: String(item['totalHits'] as number) }, truth }
        : { item, truth },
    );
  if (dice.chance(0.2))
    all = all.map(({ item, truth }, index) => ({
      item: { ...item, link: `https://desk.example/${index}` },
      truth,
    }));
  if (dice.chance(0.1)) all = all.map((one) => (dice.chance(0.5) ? toldClear(one) : one));
  if (dice.chance(0.2)) all = [...all, ...dice.some(all, 0.4)];
  if (dice.chance(0.2)) all = all.toReversed();
  return all;
}

/** Somebody wrote "clear" over what was not: what stands beside it says so. */
function toldClear({ item, truth }: Made): Made {
  const isTold = ['name', 'hitNames', 'hit', 'hits', 'status', 'hitFingerprint', 'screening'].some((key) => {
    const value = item[key];
    return value !== null && value !== undefined && value !== 'Completed' && JSON.stringify(value) !== '[]';
  });
  if (truth.says === 'clear' || truth.says === 'error' || !isTold) return { item, truth };
  const isRawList = Array.isArray(item['hits']) && item['hits'].length > 0;
  if (isRawList) return { item, truth };
  return {
    item: { ...item, outcome: 'clear', reason: null, explanation: null },
    truth: { ...truth, says: 'review' },
  };
}

/** The companies, by looking at every two items. */
function companiesOf(truths: readonly Truth[]): Truth[][] {
  const company = truths.map((_, index) => index);
  const mayBeOne = (one: string | null, other: string | null) =>
    one === null || other === null || one === other;
  for (const [index, one] of truths.entries())
    for (const [other, two] of truths.entries()) {
      const isOne =
        one.name === two.name &&
        mayBeOne(one.key, two.key) &&
        mayBeOne(one.environment, two.environment) &&
        mayBeOne(one.option, two.option);
      const [from, to] = [company[other], company[index]];
      if (isOne)
        for (const [place, number] of company.entries())
          if (number === from && to !== undefined) company[place] = to;
    }
  return [...new Set(company)].map((number) => truths.filter((_, index) => company[index] === number));
}

const STRICTEST: readonly Said[] = ['hit', 'review', 'error', 'clear'];
const strictest = (truths: readonly Truth[]): Said =>
  STRICTEST.find((said) => truths.some(({ says }) => says === said)) ?? 'error';

const textOf = (cell: CellContent | undefined): string => {
  if (!cell) return '';
  if (cell.is === 'text') return cell.text;
  if (cell.is === 'number') return String(cell.value);
  return new Date(cell.at).toISOString().slice(0, cell.is === 'day' ? 10 : undefined);
};

/** The rows of a sheet by their headings. */
function rowsOf(sheets: readonly SheetContent[], name: string): Record<string, string>[] {
  const sheet = sheets.find((one) => one.name === name);
  if (!sheet) return [];
  return Array.from({ length: sheet.rowCount }, (_, index) => {
    const cells = sheet.rowAt(index);
    return Object.fromEntries(sheet.columns.map(({ heading }, column) => [heading, textOf(cells[column])]));
  });
}

/** The names in a sheet, each once. One of the user's columns may have taken the place of ours. */
const namesIn = (rows: readonly Record<string, string>[]): string[] =>
  [
    ...new Set(rows.map((row) => cleanText(row['Company (screening)'] ?? (row['Firma'] || row['Company'])))),
  ].sort();

function randomWorkbook(seed: number): Made[] {
  const dice = new Dice(seed);
  const list = randomList(dice);
  const runs = Array.from({ length: dice.oneOf([1, 1, 2]) }, (_, number) => randomRun(dice, number));
  return runs.flatMap((run) =>
    edited(
      dice,
      list.rows.flatMap((row, line) => screen(dice, run, row, list, line)),
    ),
  );
}

const MAKING = { workflow: 'Nightly', execution: '1', madeAt: 0, packageVersion: '0.0.0' };
const workbookOf = (items: readonly IDataObject[]) =>
  screeningWorkbook(readGiven(items), { making: MAKING, oneSheet: false });

function check(made: readonly Made[]): void {
  const { content, listed } = workbookOf(made.map(({ item }) => item));
  const { counts } = listed;
  const companies = companiesOf(made.map(({ truth }) => truth));
  const having = (said: Said) => companies.filter((one) => strictest(one) === said);
  expect({
    companies: counts.companies,
    hit: counts.withHits,
    review: counts.toReview,
    error: counts.failed,
    clear: counts.clear,
  }).toEqual({
    companies: companies.length,
    hit: having('hit').length,
    review: having('review').length,
    error: having('error').length,
    clear: having('clear').length,
  });
  const rows = rowsOf(content.sheets, 'Companies');
  const namesOf = (some: Truth[][]) => [...new Set(some.map(([one]) => one?.name ?? ''))].sort();
  expect(namesIn(rows)).toEqual(namesOf(companies));
  const doubtful = companies.filter(
    (one) => strictest(one) === 'hit' && one.some(({ says }) => says === 'review' || says === 'error'),
  );
  expect(namesIn(rowsOf(content.sheets, 'Hits'))).toEqual(namesOf(having('hit')));
  expect(namesIn(rowsOf(content.sheets, 'Clear'))).toEqual(namesOf(having('clear')));
  expect(namesIn(rowsOf(content.sheets, 'Errors'))).toEqual(namesOf(having('error')));
  expect(namesIn(rowsOf(content.sheets, 'To Review'))).toEqual(
    expect.arrayContaining(namesOf([...having('review'), ...doubtful])),
  );
  // An item of a whole company has several hits in one row.
  if (
    made.every(
      ({ item }) =>
        !['hitNames', 'jurisdictions', 'sourceTypes', 'hitFingerprints', 'hits'].some((key) => key in item),
    ) &&
    made.every(({ truth }) => !truth.isVague)
  )
    expect(counts.hits).toBe(rowsOf(content.sheets, 'Hits').length);
  expectOwnColumns(made, rows);
}

/** The workbook as the list of the next run has the user's columns under their headings. */
function checkNextList(made: readonly Made[]): void {
  const { content } = workbookOf(made.map(({ item }) => item));
  const wanted = wantedColumns('Firma', { heading: 'Kunde', isRequired: true });
  const { rows } = readWorkbookList({
    ...{ bytes: Buffer.concat(writeWorkbook(content)), fileName: 'screened.xlsx', format: 'xlsx' },
    ...{ wantedSheet: '', wanted, headingRow: 0 },
  });
  const ours: ReadonlySet<string> = new Set([...ROW_KEYS, '__proto__']);
  const columns = new Set(made.flatMap(({ truth }) => Object.keys(truth.own ?? {})));
  const read = rows.map(({ json }) =>
    Object.fromEntries(
      Object.entries(json).flatMap(([key, value]) => {
        const name = ownName(key, ours);
        return name === undefined ? [] : [[name, String(value)]];
      }),
    ),
  );
  for (const [index, row] of read.entries())
    expect({ index, columns: Object.keys(row).sort() }).toEqual({
      index,
      columns: ['Firma', 'Kunde', ...columns].sort(),
    });
  expectOwnColumns(made, read);
}

/** Every value of the user's is in a row with the others of its row. */
function expectOwnColumns(made: readonly Made[], rows: readonly Record<string, string>[]): void {
  for (const { truth } of made) {
    // With so few fields, the items of two rows may be two hits of one.
    if (!truth.own || truth.isVague) continue;
    const wanted = Object.entries(truth.own).map(([heading, value]) => [heading, String(value)]);
    const isThere = rows.some((row) => wanted.every(([heading = '', value]) => row[heading] === value));
    if (!isThere) throw new Error(`Not there: ${JSON.stringify(wanted)}\n${JSON.stringify(rows, null, 1)}`);
  }
}

test(`in ${WORKBOOKS} random workbooks, each company is counted once, in the sheet of the strictest item, with all own columns`, () => {
  for (let number = 0; number < WORKBOOKS; number += 1) {
    const seed = SEED + number;
    const made = randomWorkbook(seed);
    try {
      check(made);
      if (number % 10 === 0 && made.every(({ truth, item }) => truth.own !== null && !('link' in item)))
        checkNextList(made);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      throw new Error(`WORKBOOKS_SEED=${seed}\n${said}`, { cause: error });
    }
  }
});
