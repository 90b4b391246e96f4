// Random workbooks: items of several runs with all outcomes, outputs and options, of lists of any columns and with rows that cannot be used,
// edited by hand, renamed, contradicted, doubled, and of other nodes. What must come out is counted here by another way than in the node:
// from what each item was made of.
//
// `RANDOM_CASES=200 npx jest --selectProjects unit -- workbooks.property` makes 10,000. WORKBOOKS_SEED repeats a run.
import type { IDataObject } from 'n8n-workflow';

import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { ListReader } from '../../nodes/CompanyScreening/lists/rows';
import { readWorkbookList } from '../../nodes/CompanyScreening/lists/workbook/workbookList';
import { cleanText } from '../../nodes/CompanyScreening/names/companyName';
import {
  COMPANY_KEYS,
  ERROR_KEYS,
  HIT_KEYS,
  OUR_KEYS,
  ownName,
  REGISTER_KEYS,
  ROW_KEYS,
} from '../../nodes/CompanyScreening/names/itemKeys';
import { readGiven } from '../../nodes/CompanyScreening/operations/workbook/givenItems';
import { screeningWorkbook } from '../../nodes/CompanyScreening/operations/workbook/screeningWorkbook';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { withInput, withInputFields } from '../../nodes/CompanyScreening/output/presentation';
import type { CellContent, SheetContent } from '../../nodes/CompanyScreening/workbook/content';
import { writeWorkbook } from '../../nodes/CompanyScreening/workbook/writeWorkbook';
import { drawSeed, randomCases, randomNumbers } from '../support/random';
import { aHit, aRecord, aRecordWithHits, aReply, resultOf, taskOf } from './builders';

const SEED = drawSeed('WORKBOOKS_SEED');
const WORKBOOKS = randomCases(50);

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
/** No company can be screened under these. */
const UNUSABLE = [
  { name: '#N/A', key: '5' },
  { name: '', key: '6' },
] as const;
/** Some of them are ours, are those of the reader, or were those of a workbook of ours. */
const HEADINGS = [
  ...'Outcome NAME name input_name screening input hit companyName listFile row input_row'.split(' '),
  ...'CustomerNo Company Hits country input_country change message caseId outcome constructor'.split(' '),
  ...'input_companyName run error reason fileName input_input_name screeningId inArchive'.split(' '),
  ...['Zero\u200Bwidth', 'slackMessage', 'A, B', 'details', '__proto__', 'Customer No', 'Umsatz €'],
  ...['Environment (screening)', 'Outcome (screening)'],
];
const VALUES = [
  ...['', 'a', 'b', '007', '=1+1', "'=x", '2026-02-30', '2026-02-28', '+49 30', 'x; y', '11/12/2026 8:31'],
  ...[12.5, 0, -3],
];

interface Row {
  company: { name: string; key: string };
  own: Record<string, number | string>;
  /** As the node before Screen Company gives it. */
  input: IDataObject;
}

interface List {
  fileName: string;
  rows: Row[];
  isRead: boolean;
}

const isUsable = ({ company }: Row): boolean => !UNUSABLE.some(({ key }) => key === company.key);

/** Read by Read Company List, or by another node, under the headings Firma and Kunde. */
function randomList(dice: Dice): List {
  // In front of the others, it may be what the reader was asked for.
  const headings = ['Land', ...dice.some(HEADINGS, 0.15)];
  const rows = Array.from({ length: 1 + dice.below(5) }, () => ({
    company: dice.oneOf<Row['company']>(dice.chance(0.08) ? UNUSABLE : COMPANIES),
    own: Object.fromEntries(headings.map((heading) => [heading, dice.oneOf(VALUES)])),
  }));
  const isRead = dice.chance(0.6);
  const fileName = `list ${dice.below(3)}.xlsx`;
  if (!isRead)
    return {
      ...{ fileName, isRead },
      rows: rows.map((row) => ({
        ...row,
        input: { Firma: row.company.name, Kunde: row.company.key, ...row.own },
      })),
    };
  const reader = new ListReader({
    ...{ fileName, listFile: fileName, headingRow: 0, place: 'Row' },
    wanted: wantedColumns('Firma', { heading: 'Kunde', isRequired: true }),
  });
  reader.add({ row: 1, cells: ['Firma', 'Kunde', ...headings] });
  for (const [index, { company, own }] of rows.entries()) {
    const cells = [company.name, company.key, ...headings.map((heading) => own[heading] ?? '')];
    reader.add({ row: index + 2, cells });
  }
  const read = reader.end().rows;
  return { fileName, isRead, rows: rows.map((row, index) => ({ ...row, input: read[index]?.json ?? {} })) };
}

type Said = 'clear' | 'error' | 'gone' | 'hit' | 'review';

/** What an item says, known by whoever made it. Null is what it does not say. */
interface Truth {
  name: string;
  /** In the list, if that may be another name. */
  nameInList: string | null;
  /** It names no company, so it is one by itself. */
  isAlone: boolean;
  /** The id of its screening; empty if it has none. */
  screening: string;
  key: string | null;
  environment: string | null;
  option: string | null;
  says: Said;
  /** Whether a hit needs a look all the same. */
  isDoubtful: boolean;
  own: Record<string, number | string> | null;
  /** Whether nothing says that it is a hit, or a whole company. */
  isVague: boolean;
}

interface Made {
  item: IDataObject;
  truth: Truth;
  /** Whether the workbook has a column because of what somebody put into it. */
  hasMore: boolean;
}

interface Run {
  number: number;
  isKept: boolean;
  includes: boolean;
  /** Whether rows that cannot be used come to the workbook without being screened. */
  isBesideErrors: boolean;
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
    isBesideErrors: dice.chance(0.5),
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
function screen(dice: Dice, run: Run, row: Row, list: List, line: number): Made[] {
  const { company, own, input } = row;
  const { isRead } = list;
  if (!isUsable(row)) return [unusable(run, row, list)];
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
  if (run.isKept && itemsPer === 'hit' && dice.chance(0.1)) given.push(goneOf(name, run, key));
  return given.map((json: IDataObject): Made => {
    const isError = json['outcome'] === 'error';
    const kept =
      content === 'selectedFields' && !isError
        ? Object.fromEntries(
            Object.entries(json).filter(([field]) => always.includes(field) || fields.includes(field)),
          )
        : json;
    const has = (field: string) => field in kept;
    const isKeySaid = has('companyKey') || (run.includes && isRead);
    return {
      item: withRow(kept, input, run),
      hasMore: false,
      truth: {
        ...{ name, nameInList: null, isAlone: false },
        screening: isError ? '' : `screening ${run.number} of ${asked}`,
        key: isKeySaid ? company.key : null,
        environment: has('environment') ? 'sandbox' : null,
        option: has('screeningOption') || has('screening') ? run.option : null,
        says: saidBy(json),
        isDoubtful: answer === 'doubtful' && itemsPer === 'company',
        own: run.includes ? own : null,
        isVague:
          content === 'selectedFields' &&
          Object.keys(kept).every((field) => HIT_FIELDS.has(field) === COMPANY_FIELDS.has(field)),
      },
    };
  });
}

const SAID: readonly Said[] = ['clear', 'gone', 'hit', 'review'];
const saidBy = ({ outcome }: IDataObject): Said => SAID.find((said) => said === outcome) ?? 'error';

function withRow(json: IDataObject, input: IDataObject, { includes, isKept, output }: Run): IDataObject {
  const ours = new Set([...OUR_KEYS].filter((one) => one !== 'companyKey' || isKept));
  if (!includes) return json;
  return output.content === 'raw' ? withInput(json, input) : withInputFields(json, input, ours);
}

/** As Read Company List gives it, or as Screen Company then does. */
function unusable(run: Run, { company, own, input }: Row, { isRead, fileName }: List): Made {
  const error = {
    ...{ scope: 'item', error: 'There is no name.', description: 'Enter one.', errorCode: null },
    ...{ errorName: null, errorType: null, suggestion: null, httpStatus: null, mayBeCharged: false },
  };
  const about = { outcome: 'error', environment: null };
  const ofReader = withInputFields(
    { ...about, fileName, referenceId: null, ...error },
    input,
    new Set(['fileName', ...ERROR_KEYS]),
  );
  const isScreened = !isRead || !run.isBesideErrors;
  const ofRun = { ...about, screeningId: null, companyName: null, referenceId: null, ...error };
  return {
    item: isScreened ? withRow(ofRun, isRead ? ofReader : input, run) : ofReader,
    hasMore: false,
    truth: {
      ...{ name: isScreened ? '' : company.name, nameInList: company.name, isAlone: true, screening: '' },
      ...{ key: null, environment: null, option: null, says: 'error', isDoubtful: false, isVague: false },
      own: isScreened && !run.includes ? null : own,
    },
  };
}

/** A hit that is no longer listed. */
function goneOf(companyName: string, { option, output }: Run, key: string): IDataObject {
  const about = { reason: null, explanation: 'No longer listed.', environment: 'sandbox', companyName };
  const ids = { referenceId: 'an older one', hitFingerprint: 'once', hitNumber: null };
  const found =
    output.content === 'raw'
      ? { hit: { name: 'Once' }, screening: null }
      : { name: 'Once', totalHits: null, screeningOption: option, status: null, screeningId: 'an older one' };
  return { outcome: 'gone', ...about, ...ids, ...found, ...keptFields(key), change: 'gone' };
}

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
  const each = (share: number, edit: (one: Made) => Made) => {
    all = all.map((one) => (dice.chance(share) ? edit(one) : one));
  };
  const add = (item: IDataObject) => {
    all = all.map((one) => ({ ...one, item: { ...one.item, ...item } }));
  };
  if (dice.chance(0.2))
    each(1, (one) => {
      const { totalHits } = one.item;
      return typeof totalHits === 'number' ? changed(one, { totalHits: String(totalHits) }) : one;
    });
  if (dice.chance(0.2)) {
    add({ link: 'https://desk.example' });
    all = all.map((one) => ({ ...one, hasMore: true }));
  }
  if (dice.chance(0.2)) each(0.5, withScreeningId);
  if (dice.chance(0.1)) each(0.5, toldClear);
  if (dice.chance(0.1)) each(0.5, toldGone);
  if (dice.chance(0.15)) each(0.3, renamed);
  if (dice.chance(0.2)) each(0.3, (one) => contradicted(one, dice.oneOf(CONTRADICTIONS)));
  if (dice.chance(0.1)) each(0.3, (one) => nameless(one, dice.oneOf([null, '', ' '])));
  if (dice.chance(0.2)) all = [...all, ...dice.some(all, 0.4)];
  if (dice.chance(0.2)) all = all.toReversed();
  return all;
}

const changed = (made: Made, item: IDataObject, truth: Partial<Truth> = {}): Made => ({
  ...made,
  item: { ...made.item, ...item },
  truth: { ...made.truth, ...truth },
});

/** A list may have columns of these names. */
const isRawItem = ({ item }: Made): boolean =>
  typeof item['screening'] === 'object' && ('hit' in item || 'hits' in item);

function withScreeningId(made: Made): Made {
  const { screening, says } = made.truth;
  return isRawItem(made) && says !== 'gone' ? changed(made, { screeningId: screening }) : made;
}

/** Somebody wrote "clear" over what was not: what stands beside it says so. */
function toldClear(made: Made): Made {
  const { item, truth } = made;
  const isTold = ['name', 'hitNames', 'hit', 'hits', 'status', 'hitFingerprint', 'screening'].some((key) => {
    const value = item[key];
    return value !== null && value !== undefined && value !== 'Completed' && JSON.stringify(value) !== '[]';
  });
  if ((truth.says !== 'hit' && truth.says !== 'review') || !isTold) return made;
  const isRawList = Array.isArray(item['hits']) && item['hits'].length > 0;
  if (isRawList) return made;
  return changed(made, { outcome: 'clear', reason: null, explanation: null }, { says: 'review' });
}

/** Its screening lists it. */
const toldGone = (made: Made): Made =>
  made.truth.says === 'hit' && !('hits' in made.item)
    ? changed(made, { outcome: 'gone', reason: null }, { says: 'review' })
    : made;

/** Not hits: those that stay and those that go would look like the hits of one row. */
function renamed(made: Made): Made {
  const { says, key } = made.truth;
  if (says !== 'clear' || key === '') return made;
  return { ...changed(made, { companyName: 'Elder' }, { name: 'Elder' }), hasMore: true };
}

/** What no clear item says. */
const CONTRADICTIONS: readonly IDataObject[] = [
  ...[{ name: 'Listed' }, { hitFingerprint: 'f' }, { hitNames: 'Listed' }, { nameMatch: 'same' }],
  ...[{ reason: 'pending' }, { explanation: 'Look at it.' }, { error: 'No answer.' }, { scope: 'item' }],
  ...[{ status: 'Pending' }, { totalHits: 2 }, { totalHits: '2' }, { totalHits: -1 }, { httpStatus: 500 }],
  ...[{ change: 'new' }, { decision: 'trueMatch' }, { caseId: 'case' }, { screeningId: '-' }],
  ...[{ hit: { name: 'Listed' } }, { hits: [{ name: 'Listed' }] }],
];

function contradicted(made: Made, item: IDataObject): Made {
  if (made.truth.says !== 'clear') return made;
  const says = isRawItem(made) && 'hits' in item ? 'hit' : 'review';
  const screening = 'screeningId' in item ? '' : made.truth.screening;
  return { ...changed(made, item, { says, screening }), hasMore: true };
}

function nameless(made: Made, companyName: string | null): Made {
  const { says, name } = made.truth;
  if (says !== 'clear' || name === 'Elder') return made;
  const truth = { name: '', nameInList: made.truth.own ? name : null, isAlone: true };
  return { ...changed(made, { companyName }, { ...truth, says: 'review' }), hasMore: true };
}

/** The companies, by looking at every two items. */
function companiesOf(truths: readonly Truth[]): Truth[][] {
  const company = truths.map((_, index) => index);
  const mayBeOne = (one: string | null, other: string | null) =>
    one === null || other === null || one === other;
  for (const [index, one] of truths.entries())
    for (const [other, two] of truths.entries()) {
      const isOne =
        !one.isAlone &&
        !two.isAlone &&
        one.name === two.name &&
        mayBeOne(one.key, two.key) &&
        mayBeOne(one.environment, two.environment) &&
        mayBeOne(one.option, two.option);
      const [from, to] = [company[other], company[index]];
      if (isOne)
        for (const [place, number] of company.entries())
          if (number === from && to !== undefined) company[place] = to;
    }
  const companies = [...new Set(company)].map((number) =>
    truths.filter((_, index) => company[index] === number),
  );
  return companies.map((one) =>
    one.map((truth) => (isDoubted(truth, one, companies) ? doubted(truth) : truth)),
  );
}

const doubted = (truth: Truth): Truth => ({ ...truth, says: 'review' });

/** One screening cannot say of two companies that they are clear, unless they have one name and it says so of both. */
function isDoubted(truth: Truth, company: readonly Truth[], companies: readonly Truth[][]): boolean {
  if (truth.screening === '' || strictest(company) !== 'clear') return false;
  return companies.some(
    (other) =>
      other !== company &&
      other.some(({ screening }) => screening === truth.screening) &&
      (other.some(({ name }) => name !== truth.name) || strictest(other) !== 'clear'),
  );
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

/** The names in a sheet are those of these companies, and of all of them. @param headings of the user */
function expectNames(
  sheet: { rows: readonly Record<string, string>[]; headings: ReadonlySet<string> },
  companies: readonly Truth[][],
): void {
  const ours = sheet.headings.has('Company') ? 'Company (screening)' : 'Company';
  const shown = new Set(sheet.rows.map((row) => cleanText(row[ours] ?? row['Firma'])));
  const named = companies.map(([one]) =>
    [one?.name, one?.nameInList ?? undefined].map((name) => cleanText(name)),
  );
  // One that names no company may be shown as in the list.
  const missing = companies.filter((_, index) => !named[index]?.some((name) => shown.has(name)));
  expect({ missing, more: [...shown].filter((name) => !named.flat().includes(name)) }).toEqual({
    ...{ missing: [], more: [] },
  });
}

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
  const companies = companiesOf(made.flatMap(({ truth }) => (truth.says === 'gone' ? [] : [truth])));
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
  const headings = new Set(made.flatMap(({ truth }) => Object.keys(truth.own ?? {})));
  const rows = rowsOf(content.sheets, 'Companies');
  expectNames({ rows, headings }, companies);
  for (const [sheet, said] of [
    ['Hits', 'hit'],
    ['Clear', 'clear'],
    ['Errors', 'error'],
  ] as const)
    expectNames({ rows: rowsOf(content.sheets, sheet), headings }, having(said));
  const doubtful = companies.filter(
    (one) =>
      strictest(one) === 'hit' &&
      one.some(({ says, isDoubtful }) => says === 'review' || says === 'error' || isDoubtful),
  );
  const toReview = rowsOf(content.sheets, 'To Review');
  expectNames({ rows: toReview, headings }, [...having('review'), ...doubtful]);
  expect(rowsOf(content.sheets, 'No Longer Listed')).toHaveLength(
    made.filter(({ truth }) => truth.says === 'gone').length,
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

/** An item of another node stops the workbook, and the sentence says which. One that holds nothing, or is of the past, changes no count. */
function checkOthers(made: readonly Made[], dice: Dice): void {
  const items = made.map(({ item }) => item);
  const place = dice.below(items.length + 1);
  const withOther = (other: IDataObject) => [...items.slice(0, place), other, ...items.slice(place)];
  for (const other of [
    { message: 'Hello' },
    { outcome: 'Clear' },
    { companyName: 'Alder Ltd', totalHits: 0, outcome: null },
  ])
    expect(() => workbookOf(withOther(other))).toThrow(`Item ${place + 1} of the input has `);
  const { counts } = workbookOf(items).listed;
  const past = { outcome: 'clear', companyName: 'Alder Ltd', inArchive: true };
  for (const other of [{}, { found: false }, { outcome: 'summary' }, past, { outcome: 'run' }])
    expect(workbookOf(withOther(other)).listed.counts).toEqual(counts);
}

/** Every value of the user's is in a row with the others of its row. */
function expectOwnColumns(made: readonly Made[], rows: readonly Record<string, string>[]): void {
  for (const { truth } of made) {
    // With so few fields, the items of two rows may be two hits of one.
    if (!truth.own || truth.isVague || truth.says === 'gone') continue;
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
      if (number % 10 === 0 && made.every(({ truth, hasMore }) => truth.own !== null && !hasMore))
        checkNextList(made);
      if (number % 10 === 1) checkOthers(made, new Dice(seed));
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      throw new Error(`WORKBOOKS_SEED=${seed}\n${said}`, { cause: error });
    }
  }
});
