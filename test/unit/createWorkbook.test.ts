// Create Workbook: which sheets come of which items, and that no company is lost, counted twice or shown as clear.
import type { IDataObject } from 'n8n-workflow';

import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import {
  COMPANY_KEYS,
  COMPANY_MATCH_KEYS,
  COMPANY_NAME_KEYS,
  ERROR_KEYS,
  HIT_KEYS,
  MATCH_KEYS,
  NAME_KEYS,
  OUR_KEYS,
  REGISTER_KEYS,
} from '../../nodes/CompanyScreening/names/itemKeys';
import { withInputFields } from '../../nodes/CompanyScreening/output/presentation';
import { DECISION_ITEM_KEYS } from '../../nodes/CompanyScreening/operations/desk/decisionWords';
import {
  HISTORY_KEYS,
  RUN_KEYS,
  TEST_FIGURE_KEYS,
} from '../../nodes/CompanyScreening/operations/reports/getHistory';
import { TEST_KEYS } from '../../nodes/CompanyScreening/operations/testScreening/testItems';
import { readGiven } from '../../nodes/CompanyScreening/operations/workbook/givenItems';
import { screeningWorkbook } from '../../nodes/CompanyScreening/operations/workbook/screeningWorkbook';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { aWorkbook, listIn } from './aWorkbook';
import { aHit, aRecord, aRecordWithHits, aReply, complaintOf, jsonsOf, resultOf, taskOf } from './builders';
import { FIGURE_KEYS, PROBLEM_KEYS, SAMPLE_KEYS } from './reportKeys';
import { linesOf, sheetsOf, type ShownRow } from '../support/workbook';

async function made(items: IDataObject[], options: IDataObject = {}) {
  const workbook = await aWorkbook(items, options);
  return { ...workbook, sheets: sheetsOf(workbook.bytes) };
}
type Made = Awaited<ReturnType<typeof made>>;

const DEFAULTS = {
  ...{ screeningOption: 'Both', additionalFields: {}, options: {} },
  output: { itemsPer: 'hit', content: 'simplified' },
};

/** What Screen Company gives for a company, as it does for a service that answers with these hits. */
function screened(companyName: string, names: readonly string[], parameters: IDataObject = {}) {
  const record = aRecordWithHits(names.map((name) => aHit({ name })));
  const task = taskOf(screenCompany, { ...DEFAULTS, companyName, ...parameters });
  return jsonsOf(resultOf(task, aReply({ ...record, id: `screening of ${companyName}` })));
}
/** As Include Input Fields gives them, in a run without a register. */
const withInput = (items: IDataObject[], input: IDataObject) => {
  const ours = new Set([...OUR_KEYS].filter((key) => key !== 'companyKey'));
  return items.map((json) => withInputFields(json, input, ours));
};
const withOwn = (items: IDataObject[], own: IDataObject) => items.map((json) => ({ ...json, ...own }));
const review = (companyName: string): IDataObject => ({
  ...{ outcome: 'review', reason: 'pending', explanation: 'The service has not finished.' },
  ...{ environment: 'sandbox', companyName, screeningId: `screening of ${companyName}` },
  referenceId: `reference of ${companyName}`,
});
const failed = (companyName: string): IDataObject => ({
  ...{ outcome: 'error', environment: 'sandbox', screeningId: null, companyName },
  ...{ referenceId: `reference of ${companyName}`, scope: 'item', mayBeCharged: true },
  ...{ error: 'The service did not answer.', description: 'Run it again.' },
});

const MAKING = { workflow: 'Nightly', execution: '1', madeAt: 0, packageVersion: '0.0.0' };
const SHEETS = ['Summary', 'Companies', 'Hits', 'To Review', 'Clear', 'Errors'];
const lineOf = (lines: string[][], name: string) => lines.find(([first]) => first === name)?.slice(1);
const columnOf = (rows: ShownRow[] = [], heading: string) => rows.map((row) => row[heading]);
/** Rows with these values under a heading. */
const under = (heading: string, ...values: string[]) => values.map((value) => ({ [heading]: value }));

interface Wanted extends Partial<Pick<Made, 'counts' | 'fileName'>> {
  note?: string | undefined;
  json?: object;
  sheets?: Record<string, object[]>;
  names?: string[];
  /** Headings that the first company does not have. */
  without?: string[];
  /** What stands in the sheet Summary behind these words; a text is the first cell only. */
  lines?: Record<string, string | [string, string]>;
  /** The sheet Summary begins with these lines. */
  begins?: string[];
  /** All cells of a sheet. */
  cells?: Record<string, string[][]>;
  /** The names of the next list, if the workbook is read as one. */
  next?: string[];
}
type Case = [name: string, items: IDataObject[], wanted: Wanted, options?: IDataObject];

async function expectWorkbook([, items, wanted, options]: Case): Promise<void> {
  const { names, without = [], lines = {}, begins = [], cells = {}, next, ...rest } = wanted;
  const workbook = await made(items, options);
  expect(workbook).toMatchObject(rest);
  const all = linesOf(workbook.bytes);
  const summary = all['Summary'] ?? [];
  expect(summary.slice(0, begins.length).map(([first]) => first)).toEqual(begins);
  expect(all).toMatchObject(cells);
  if (next) expect(listIn(workbook.bytes).map(({ companyName }) => companyName)).toEqual(next);
  for (const [name, line] of Object.entries(lines)) {
    const cells = lineOf(summary, name);
    expect([name, typeof line === 'string' ? cells?.[0] : cells]).toEqual([name, line]);
  }
  if (names) expect(Object.keys(workbook.sheets)).toEqual(names);
  const headings = Object.keys(workbook.sheets['Companies']?.[0] ?? {});
  expect(headings.filter((heading) => without.includes(heading))).toEqual([]);
}

const [clearOfAcme = {}] = screened('Acme', []);
const twoHits = screened('Two Hits Ltd', ['First', 'Second']);
const [hitOfTwo = {}] = twoHits;
const { referenceId = null } = hitOfTwo;
const ofBranch = (Branch: string) => withInput(screened('Acme', ['Listed']), { Branch });
const stopped = { ...failed(''), companyName: null, referenceId: null, scope: 'run' };
const night = (items: IDataObject[], id: string, day: string) =>
  withOwn(items, { screeningId: id, createdAt: `${day}T08:00:00Z`, processedAt: `${day}T08:00:00Z` });
const past = (outcome: string, totalHits: number): IDataObject => ({
  ...{ outcome, totalHits, companyName: 'Acme', companyKey: '1', environment: 'production', run: 'r' },
  ...{ inArchive: false, screenedAt: '2026-11-20T08:00:00.000Z', screeningId: outcome },
});
const chosen = (names: string[], fields: string[]) =>
  screened('Bare Ltd', names, { output: { content: 'selectedFields', fields } });
const ofCompany = { output: { itemsPer: 'company' } };
const kept = { companyKey: '7', remembered: true, screenedAt: '2026-11-20T08:00:00.000Z' };
const numbered = (totalHits: string): IDataObject => ({
  ...{ outcome: 'hit', companyName: 'Acme', screeningId: 's', totalHits, reason: null },
});
const TWO_ROWS = [1, 2].flatMap((row) => withOwn(screened('Honest Bakery', []), { ...kept, row }));
const LEFT = { companyKey: '8', outcome: 'review', reason: 'noAnswer', screeningId: null };
/** A line of which only the second cell matters. */
const anyCell = (second: RegExp): [string, string] => [
  expect.any(String) as string,
  expect.stringMatching(second) as string,
];
const BAKERY = screened('Honest Bakery', []);
const BEGINS = ['Company screening', '1 company: 0 with hits (0 hits), 1 clear, 0 to review.'];
const TOTALS = {
  ...{ outcome: 'summary', companies: 1, companiesWithHits: 0, hits: 0, clear: 1, review: 0, errors: 0 },
};
const OTHER_TOTALS =
  'This workbook does not have the totals of the run (companies: 3 in the run, 1 here; clear: 2 in the run, 1 here; to review: 1 in the run, 0 here). Check which items reach Create Workbook.';
const ofControl = (
  control: string,
  controlName: string | null = 'Listed Ltd',
  register: string | null = null,
): IDataObject[] => [...BAKERY, { outcome: 'summary', control, controlName, register }];
const UNPROVEN =
  'The Control Name "Listed Ltd" was not found, so no company that this run screened is clear.';
const FORMULAS = ['@Work Ltd', "'=Quoted Ltd", '-Dash, =Sum Ltd', '+49 Trading', 'Honest Bakery'];
const RAW = { output: { itemsPer: 'hit', content: 'raw' } };
const RAW_COMPANY = { output: { itemsPer: 'company', content: 'raw' } };
const ATTACK = '=HYPERLINK("https://evil.example")';

test.each<Case>([
  [
    'every company is in Companies once, and in the sheet of its outcome, in the order of the list',
    [
      ...screened('Two Hits Ltd', ['First', 'Second']),
      ...screened('Honest Bakery', []),
      review('Pending Partners'),
      failed('Failing Foundry'),
      ...screened('Quiet Mill', []),
    ],
    {
      names: SHEETS,
      sheets: {
        Companies: [
          { Company: 'Two Hits Ltd', Outcome: 'Hit' },
          { Company: 'Honest Bakery', Outcome: 'Clear' },
          { Company: 'Pending Partners', Outcome: 'To review' },
          { Company: 'Failing Foundry', Outcome: 'Error' },
          { Company: 'Quiet Mill', Outcome: 'Clear' },
        ],
        Hits: under('Listed name', 'First', 'Second'),
        'To Review': under('What to look at', 'The service has not finished.'),
        Clear: under('Company', 'Honest Bakery', 'Quiet Mill'),
        Errors: [
          {
            Company: 'Failing Foundry',
            'What happened': 'The service did not answer.',
            'May be charged': 'Yes',
          },
        ],
      },
      json: {
        ...{
          outcome: 'workbook',
          companies: 5,
          companiesWithHits: 1,
          hits: 2,
          clear: 2,
          review: 1,
          errors: 1,
        },
        problem: 'Without an answer: "Failing Foundry". The service did not answer. Run it again.',
      },
    },
  ],
  [
    'errors of a run that stopped before it read its items are as many as its items',
    [stopped, { ...stopped }],
    { json: { companies: 2, errors: 2 }, sheets: { Errors: [{}, {}] } },
  ],
  [
    'a company with hits that needs a look counts once, and is in both sheets',
    [hitOfTwo, { ...review('Two Hits Ltd'), referenceId }],
    {
      counts: [
        '1 company: 1 with hits (1 hit; 1 of these companies to review as well), 0 clear, 0 to review',
      ],
      json: { companies: 1, companiesWithHits: 1, companiesWithHitsToReview: 1, review: 0 },
      sheets: {
        Companies: [{ Outcome: 'Hit', 'To review as well': 'Yes', Hits: '1' }],
        'To Review': under('Company', 'Two Hits Ltd'),
      },
    },
  ],
  [
    'a whole company with hits that has a reason to look is in both sheets',
    withOwn(screened('Two Hits Ltd', ['First'], ofCompany), { reason: 'pending' }),
    {
      json: { companiesWithHits: 1, companiesWithHitsToReview: 1 },
      sheets: { Hits: [{}], 'To Review': under('Company', 'Two Hits Ltd') },
    },
  ],
  [
    'a company of several times counts once under the strictest outcome',
    [
      ...night(screened('Acme', []), 's1', '2026-11-20'),
      ...night(screened('Acme', ['Listed']), 's2', '2026-11-21'),
      ...night(screened('Quiet Mill', []), 's3', '2026-11-20'),
    ],
    {
      json: { companies: 2, companiesWithHits: 1, hits: 1, clear: 1, review: 0 },
      sheets: {
        Companies: [
          { Company: 'Acme', Outcome: 'Hit' },
          { Company: 'Quiet Mill', Outcome: 'Clear' },
        ],
        Clear: under('Company', 'Quiet Mill'),
      },
    },
  ],
  [
    'a company that is clear twice is shown as it was the last time',
    [...night(screened('Acme', []), 's1', '2026-11-20'), ...night(screened('Acme', []), 's2', '2026-11-21')],
    {
      json: { companies: 1, clear: 1 },
      sheets: {
        Clear: under('Screening ID', 's2'),
        Companies: under('Screened at', '2026-11-21 08:00 UTC'),
      },
      lines: {
        'First screened at': '2026-11-20 08:00 UTC',
        'Last screened at': '2026-11-21 08:00 UTC',
      },
    },
  ],
  [
    'a company with hits that failed afterwards is to review as well',
    [hitOfTwo, { ...failed('Two Hits Ltd'), referenceId }],
    {
      json: { companies: 1, companiesWithHits: 1, companiesWithHitsToReview: 1, errors: 0 },
      sheets: { 'To Review': under('What to look at', 'The service did not answer.'), Errors: [] },
      lines: {
        'With hits': ['1', '1 hit in all. 1 of the 1 also needs a look: To Review has it as well.'],
      },
    },
  ],
  [
    'a problem of every company names none, and colleagues read words of their own',
    withOwn([failed('Failing Foundry')], { scope: 'run', forColleagues: 'Try again later.' }),
    {
      json: { problem: 'The service did not answer. Run it again.', forColleagues: 'Try again later.' },
      sheets: { Errors: under('What happened', 'Try again later.') },
    },
  ],
  [
    'a company that is to review since the control failed says that of the control',
    withOwn([review('Acme')], { reason: 'controlFailed' }),
    { lines: { Control: 'Not found' } },
  ],
  [
    'runs, decisions and problems of a register are counted beside the companies',
    [
      ...BAKERY,
      { outcome: 'run', run: 'r' },
      ...[
        { outcome: 'decision', decided: 'close' },
        { outcome: 'decision', decided: 'confirm' },
      ],
      { outcome: 'problem', problem: 'rowsGone' },
    ],
    {
      names: [...SHEETS, 'Decisions', 'Runs', 'Problems'],
      lines: { Runs: '1', Decisions: '2' },
      begins: [...BEGINS, 'Sandbox: not real results', '1 problem in the register: see Problems'],
    },
  ],
  [
    'another key, another option or another environment is another company',
    [
      { ...clearOfAcme, companyKey: '1' },
      { ...clearOfAcme, companyKey: '2' },
      { ...clearOfAcme, companyKey: '1', screeningOption: 'Pep' },
      { ...clearOfAcme, companyKey: '1', environment: 'production' },
    ],
    { json: { companies: 4 } },
  ],
  [
    'an item that does not say whose it is leaves none clear that it may be about',
    [{ ...clearOfAcme, companyKey: '1' }, { ...clearOfAcme, companyKey: '2' }, failed('Acme')],
    {
      json: { companies: 1, clear: 0, errors: 1 },
      sheets: {
        Companies: [
          { 'Customer No': '1', Outcome: 'Error' },
          { 'Customer No': '2', Outcome: 'Error' },
        ],
      },
    },
  ],
  [
    'rows of the list with other values stay rows, and the company counts once',
    [...ofBranch('Berlin'), ...ofBranch('Paris')],
    {
      json: { companies: 1, companiesWithHits: 1, hits: 1 },
      sheets: {
        Companies: [
          { Branch: 'Berlin', Outcome: 'Hit', Hits: '1' },
          { Branch: 'Paris', Outcome: 'Hit', Hits: '1' },
        ],
        Hits: [{}],
      },
    },
  ],
  [
    'History has a sheet of its own, and makes no company',
    [past('clear', 0), past('hit', 1)],
    {
      names: ['Summary', 'History'],
      sheets: {
        History: [
          { Company: 'Acme', Outcome: 'Clear' },
          { Company: 'Acme', Outcome: 'Hit' },
        ],
      },
      json: {
        ...{ companies: 0, clear: 0, companiesWithHits: 0 },
        explanation: 'History: 2 past screenings, which say nothing about a company now.',
      },
    },
  ],
  [
    'each hit is one row and counts once: doubled items, two nights, and Selected Fields without a key',
    [
      ...night([...twoHits, ...twoHits], 's1', '2026-11-20'),
      ...night(screened('Two Hits Ltd', ['Second', 'Third']), 's2', '2026-11-21'),
      ...[...chosen(['First', 'Second'], ['sourceType']), ...chosen(['First', 'Second'], ['sourceType'])],
    ],
    {
      json: { companies: 2, hits: 5 },
      sheets: { Hits: under('Listed name', 'First', 'Second', 'Third', '', '') },
    },
  ],
  [
    'the hits of a company as a whole are those of its latest screening',
    [
      ...night(screened('Acme', ['Listed'], ofCompany), 's1', '2026-11-20'),
      ...night(screened('Acme', ['Listed'], ofCompany), 's2', '2026-11-21'),
    ],
    { json: { companies: 1, hits: 1 }, sheets: { Hits: under('Screening ID', 's2') } },
  ],
  [
    'hits without a decision are counted, where there are decisions',
    screened('Acme', ['One', 'Two', 'Three']).map((json, index) => ({
      ...{ ...json, ...kept, decision: index === 0 ? 'trueMatch' : null },
    })),
    { sheets: { Companies: [{ Hits: '3', 'Hits without a decision': '2' }] } },
  ],
  [
    'a column with the number of the company stands for ours, and not for its name',
    withOwn(screened('Acme', []), { companyKey: '007', Nr: '007' }),
    { sheets: { Companies: [{ Nr: '007', Company: 'Acme' }] }, without: ['Customer No'] },
  ],
  [
    'an item that says clear and has a hit is to be reviewed, and says why',
    withOwn(screened('Honest Bakery', []), { name: 'Listed Ltd' }),
    {
      json: { companies: 1, clear: 0, review: 1 },
      sheets: {
        Companies: under('Outcome', 'To review'),
        'To Review': under(
          'What to look at',
          'The item says clear, but its field name contradicts that. Screen the company again.',
        ),
      },
    },
  ],
  [
    'one clear item beside another outcome of the same company is to be reviewed',
    [...withOwn(screened('Honest Bakery', []), kept), { ...review('Honest Bakery'), ...kept }],
    {
      json: { companies: 1, clear: 0, review: 1 },
      sheets: {
        Clear: [],
        'To Review': under('Outcome', 'To review'),
        Companies: under('Outcome', 'To review'),
      },
    },
  ],
  [
    'a company that the register has as clear is clear',
    withOwn(screened('Honest Bakery', []), kept),
    { json: { clear: 1 }, sheets: { Clear: [{}] } },
  ],
  [
    'the number of hits as a text is that number',
    withOwn(screened('Honest Bakery', []), { totalHits: '0' }),
    { json: { companies: 1, clear: 1 } },
  ],
  ['1e300 is no number of hits', [numbered('1e300')], { json: { companiesWithHits: 1, hits: 1 } }],
  ['Infinity is no number of hits', [numbered('Infinity')], { json: { companiesWithHits: 1, hits: 1 } }],
  ['1.5 is no number of hits', [numbered('1.5')], { json: { companiesWithHits: 1, hits: 1 } }],
  [
    'what is gone makes no company, and has a sheet of its own',
    [
      ...withOwn(screened('Honest Bakery', ['Once listed']), {
        ...{ outcome: 'gone', hitNumber: null, totalHits: null, status: null },
        processedAt: '2020-01-01T00:00:00.000Z',
      }),
      ...screened('Quiet Mill', []),
    ],
    {
      json: { companies: 1, hits: 0, clear: 1 },
      lines: { 'First screened at': '2025-03-01 08:00 UTC' },
      sheets: { 'No Longer Listed': under('Listed name', 'Once listed') },
    },
  ],
  [
    'from the register: companies, their hits with decisions, decisions, runs and problems',
    [
      ...withOwn(screened('Two Hits Ltd', ['First', 'Second'], ofCompany), {
        ...{ ...kept, change: 'known', decision: null },
      }),
      ...withOwn(screened('Two Hits Ltd', ['First']), {
        ...{ ...kept, change: 'known', decision: 'falsePositive', decidedBy: 'ben@company.example' },
        decidedAt: '2026-11-21T09:00:00.000Z',
      }),
      ...withOwn(screened('Two Hits Ltd', ['Second']), { ...kept, change: 'known', decision: null }),
      {
        ...{ outcome: 'decision', decided: 'falsePositive', companyName: 'Two Hits Ltd' },
        ...{ decidedAt: '2026-11-21T09:00:00.000Z', decisionId: 'd-1' },
      },
      {
        outcome: 'run',
        run: 'r-1',
        startedAt: '2026-11-20T08:00:00.000Z',
        companies: 1,
        startedBy: 'schedule',
      },
      { outcome: 'problem', problem: 'nothingSent', explanation: 'No run.' },
      { found: false },
    ],
    {
      json: { companies: 1, hits: 2 },
      names: [...SHEETS, 'Decisions', 'Runs', 'Problems'],
      sheets: {
        Hits: [
          {
            ...{ 'Listed name': 'First', Decision: 'False positive', Change: 'Known' },
            'Decided at': '2026-11-21 09:00 UTC',
          },
          { 'Listed name': 'Second', Decision: '' },
        ],
        Companies: [{ Company: 'Two Hits Ltd', Hits: '2', 'Hits without a decision': '1' }],
        Decisions: [
          { Decision: 'False positive', 'Decided at': '2026-11-21 09:00 UTC', 'Decision ID': 'd-1' },
        ],
        Runs: [{ Started: '2026-11-20 08:00 UTC', Companies: '1', 'Started by': 'schedule', Run: 'r-1' }],
        Problems: [{ Problem: 'nothingSent', 'What to do': 'No run.' }],
      },
    },
  ],
  [
    'companies of one name without an answer are told apart by the numbers of the list',
    ['K-7', 'K-8'].map((companyKey) => withInputFields(failed('Acme'), { companyKey }, OUR_KEYS)),
    { json: { companies: 2 } },
  ],
  [
    'One Sheet has all rows in one, hits first',
    [...screened('Honest Bakery', []), failed('Failing Foundry'), ...screened('Two Hits Ltd', ['First'])],
    {
      names: ['Summary', 'Companies', 'Results'],
      sheets: { Results: under('Outcome', 'Hit', 'Error', 'Clear') },
    },
    { oneSheet: true },
  ],
  [
    'no text of the user or of the service is a formula',
    withOwn(screened('Acme; -1+1', [ATTACK]), { [ATTACK]: ATTACK, Phone: '+49 30 1234' }),
    {
      sheets: {
        Hits: [
          {
            ...{ 'Listed name': `'${ATTACK}`, [`'${ATTACK}`]: `'${ATTACK}` },
            ...{ Company: "Acme; '-1+1", Phone: '+49 30 1234' },
          },
        ],
      },
    },
  ],
  [
    'what a form shows of a company without an answer is no tag',
    [failed('<iframe src=https://elsewhere.example>')],
    {
      json: {
        problem:
          'Without an answer: "‹iframe src=https://elsewhere.example>". The service did not answer. Run it again.',
      },
    },
  ],
  [
    'an empty sheet says None',
    screened('Honest Bakery', []),
    { cells: { Hits: [['None']], 'To Review': [['None']], Errors: [['None']] } },
  ],
  [
    'what keeps a text from being a formula is no part of a name in the next list',
    FORMULAS.flatMap((name, index) => withOwn(screened(name, []), { companyKey: `=K-${index}` })),
    { next: FORMULAS },
  ],
  [
    'a raw item is one also where somebody put the id of its screening beside it',
    withOwn(screened('Two Hits Ltd', ['First', 'Second'], RAW), { screeningId: 's' }),
    {
      json: { companies: 1, hits: 2 },
      sheets: { Hits: under('Listed name', 'First', 'Second') },
      without: ['screening'],
    },
  ],
  [
    'so is a raw item of a whole company',
    withOwn(screened('Two Hits Ltd', ['First', 'Second'], RAW_COMPANY), { screeningId: 's' }),
    {
      json: { companies: 1, hits: 2 },
      sheets: { Hits: under('Listed name', 'First', 'Second') },
      without: ['screening'],
    },
  ],
  [
    'so is a raw item of which somebody changed the screening',
    withOwn(screened('Honest Bakery', [], RAW), {
      ...{ screeningId: 's', screening: { ...aRecord(), status: 'Pending' } },
    }),
    { json: { clear: 0, review: 1 } },
  ],
])('%s', async (...one) => {
  await expectWorkbook(one);
});

describe('whatever Return and Output were', () => {
  const forms: IDataObject[] = [
    {},
    { output: { itemsPer: 'company' } },
    { output: { content: 'raw' } },
    { output: { content: 'raw', itemsPer: 'company' } },
    { output: { content: 'selectedFields', fields: [] } },
    { output: { content: 'selectedFields', fields: [], itemsPer: 'company' } },
  ];
  test.each(forms)('%j: the same companies, outcomes and totals', async (form) => {
    const { sheets, json } = await made([
      ...screened('Two Hits Ltd', ['First', 'Second'], form),
      ...screened('Honest Bakery', [], form),
    ]);
    expect(json).toMatchObject({
      companies: 2,
      companiesWithHits: 1,
      hits: 2,
      clear: 1,
      review: 0,
      errors: 0,
    });
    expect(sheets['Companies']).toMatchObject([
      { Company: 'Two Hits Ltd', Outcome: 'Hit', Hits: '2', 'Screening ID': 'screening of Two Hits Ltd' },
      { Company: 'Honest Bakery', Outcome: 'Clear', 'Screening ID': 'screening of Honest Bakery' },
    ]);
    expect(columnOf(sheets['Hits'], 'Company')).toContain('Two Hits Ltd');
    expect(columnOf(sheets['Clear'], 'Company')).toEqual(['Honest Bakery']);
  });

  test('a raw hit has the same fields as a simplified one', async () => {
    const simplified = await made(screened('Two Hits Ltd', ['First', 'Second']));
    for (const itemsPer of ['hit', 'company']) {
      const raw = await made(
        screened('Two Hits Ltd', ['First', 'Second'], { output: { content: 'raw', itemsPer } }),
      );
      const ids = { 'Reference ID': expect.any(String) as string };
      expect(raw.sheets['Hits']).toEqual(simplified.sheets['Hits']?.map((row) => ({ ...row, ...ids })));
    }
  });

  test.each([
    { content: 'selectedFields', fields: [] },
    { content: 'selectedFields', fields: ['caseId', 'name'] },
    { content: 'simplified' },
    { content: 'raw' },
  ])('what was added to each hit makes no other company and no other row: %j', async (output) => {
    const items = [
      ...screened('Two Hits Ltd', ['First', 'Second'], { output }),
      ...screened('Honest Bakery', [], { output }),
    ].map((json, index) => ({ ...json, link: `https://desk.example/${index}` }));
    const { sheets, json } = await made(items);
    expect(json).toMatchObject({ companies: 2, companiesWithHits: 1, hits: 2, clear: 1 });
    expect(columnOf(sheets['Companies'], 'Company')).toEqual(['Two Hits Ltd', 'Honest Bakery']);
    expect(columnOf(sheets['Hits'], 'link')).toHaveLength(2);
  });
});

describe('the user’s own columns', () => {
  const own = (no: string, name: string, more: IDataObject = {}) => ({
    companyKey: no,
    row: Number(no) + 1,
    listFile: 'list.csv; 3 companies',
    'Customer No': no,
    Firma: name,
    ...more,
  });

  const place = { listFile: 'list.csv; 1 company' };
  const odd = {
    screening: 's',
    hit: 'h',
    inArchive: 'i',
    screeningId: '7',
    name: 'n',
    reason: 'r',
    input: 'x',
  };
  const unusable = { inArchive: 'i', outcome: 'o', Land: 'DE' };
  const { companyName: _, ...errorOfReader }: IDataObject = { ...failed(''), fileName: 'list.csv' };
  const ofOption = (number: string, change: string, nameMatch: string) => ({
    ...{ decision: 'trueMatch', decidedBy: 'Ann', reportId: 'report', previousOutcome: 'hit' },
    ...{ caseId: `case${number}`, change, calledNow: number, nameMatch, numberMatch: number },
    ...{ screenedName: number, numberMatches: number, screenedNames: number, otherNames: null },
  });
  const oursOfOption = Object.keys({ ...hitOfTwo, ...ofOption('', '', '') });

  test('come first under their own headings, and neither the company nor its number is there twice', async () => {
    const { bytes } = await made([
      ...withOwn(
        screened('Two Hits Ltd', ['First']),
        own('007', 'Two Hits  Ltd', { Since: '2019-05-01', Turnover: 12.5 }),
      ),
      ...withOwn([failed('')], own('008', '', { Since: 'unknown' })),
      ...withOwn(screened('Honest Bakery', []), own('009', 'Honest Bakery')),
    ]);
    const [headings, first, , last] = linesOf(bytes)['Companies'] ?? [];
    expect(headings?.slice(0, 5)).toEqual(['Customer No', 'Firma', 'Since', 'Turnover', 'Outcome']);
    expect(headings).not.toContain('Company');
    expect(headings).not.toContain('Row');
    expect(first?.slice(0, 5)).toEqual(['007', 'Two Hits  Ltd', '2019-05-01', '12.5', 'Hit']);
    expect(last?.slice(0, 2)).toEqual(['009', 'Honest Bakery']);
  });

  test.each<Case>([
    [
      'ours says whose it is where theirs has its heading',
      withOwn(screened('Honest Bakery', []), {
        ...{ outcomes: 'x', input_outcome: 'old', Company: 'Another name' },
      }),
      {
        sheets: {
          Companies: [
            {
              ...{ outcomes: 'x', outcome: 'old', 'Outcome (screening)': 'Clear' },
              ...{ Company: 'Another name', 'Company (screening)': 'Honest Bakery' },
            },
          ],
        },
      },
    ],
    [
      'a number of theirs with more digits than a program shows is a text',
      withOwn(screened('Honest Bakery', []), { Account: 1234567890123456 }),
      { sheets: { Companies: [{ Account: '1234567890123456' }] } },
    ],
    [
      'fields that are called like those of an option are theirs in every run',
      withInput(screened('Honest Bakery', []), { change: 'of owner', status: 'dormant' }),
      { sheets: { Companies: [{ change: 'of owner', status: 'dormant' }] } },
    ],
    [
      'the fields of an option are ours, so that hits of one company are one row, and none of them a column of the user',
      [
        ...withOwn(screened('Honest Bakery', ['One']), { Land: 'DE', ...ofOption('0', 'new', 'same') }),
        ...withOwn(screened('Honest Bakery', ['Two']), {
          Land: 'DE',
          ...ofOption('1', 'known', 'different'),
        }),
      ],
      {
        json: { companies: 1, companiesWithHits: 1 },
        sheets: { Companies: [{ Land: 'DE' }] },
        without: oursOfOption,
      },
    ],
    [
      'a row that cannot be used has them too, and is an error, whatever they are called',
      [
        { ...failed(''), fileName: 'list.csv', companyName: '', companyKey: '1', row: 2, ...place, ...odd },
        ...withInput(screened('Honest Bakery', []), {
          ...{ companyName: 'Honest Bakery', companyKey: '2', row: 3, ...place, ...odd },
        }),
      ],
      {
        json: { companies: 2, clear: 1, errors: 1 },
        names: SHEETS,
        sheets: {
          Companies: [
            { ...odd, Outcome: 'Error', 'Customer No': '1' },
            { ...odd, Outcome: 'Clear', 'Customer No': '2', Company: 'Honest Bakery' },
          ],
        },
        without: ['fileName'],
      },
    ],
    [
      'a row that cannot be used, and that was screened all the same, has them too',
      withInput(
        [{ ...failed(''), companyName: null }],
        withInputFields(
          errorOfReader,
          { companyName: '', row: 2, companyKey: '1', ...place, ...unusable },
          new Set(['fileName', ...ERROR_KEYS]),
        ),
      ),
      {
        sheets: { Companies: [{ ...unusable, 'Outcome (screening)': 'Error', 'Customer No': '1' }] },
        without: ['scope'],
      },
    ],
    [
      'a time as people write it is not guessed',
      withOwn(screened('Honest Bakery', []), { createdAt: '', processedAt: '11/12/2026 8:31' }),
      { sheets: { Clear: under('Screened at', '11/12/2026 8:31') }, without: ['Screened at'] },
    ],
    [
      'of raw items they are those of the input',
      withOwn(screened('Honest Bakery', [], { output: { content: 'raw' } }), {
        input: own('007', 'Honest Bakery', { name: 'theirs' }),
      }),
      {
        sheets: { Companies: [{ 'Customer No': '007', Firma: 'Honest Bakery', name: 'theirs' }] },
        without: ['Company'],
      },
    ],
    [
      'rows of one company with other columns of theirs are not put together',
      [
        ...withOwn(screened('Honest Bakery', []), own('007', 'Honest Bakery')),
        ...withOwn(screened('Honest Bakery', []), own('008', 'Honest Bakery')),
      ],
      { json: { companies: 2, clear: 2 }, sheets: { Companies: under('Customer No', '007', '008') } },
    ],
  ])('%s', async (...one) => {
    await expectWorkbook(one);
  });

  test('what the reader of the list added to a row is shown only if it is not there already', async () => {
    const items = withOwn(screened('Honest Bakery', []), {
      ...{ row: 2, listFile: 'list.csv; 1 company', country: 'DE', input_address: 'Mill Lane 1' },
      ...{ input_country: 'DE', Lane: 'Mill Lane 1' },
    });
    const { bytes } = await made(items);
    const [headings] = linesOf(bytes)['Companies'] ?? [];
    expect(headings?.slice(0, 3)).toEqual(['country', 'Lane', 'Company']);
    expect(sheetsOf(bytes)['Clear']?.[0]).toHaveProperty('Row');
  });

  test('none is lost, and none takes the place of another, whatever they are called', async () => {
    const own = {
      ...{ screening: 'yearly', input: { a: 1 }, companyName: 'theirs', listFile: 'x', row: 'A7', name: 'n' },
      ...{ input_name: 'm', Outcome: 'o', 'Outcome (screening)': 'p', Company: 'Honest\u200B Bakery' },
    };
    for (const output of [{}, { content: 'raw' }]) {
      const items = screened('Honest Bakery', [], { output });
      const given =
        output.content === 'raw' ? items.map((json) => ({ ...json, input: own })) : withInput(items, own);
      const { sheets } = await made(given);
      expect(sheets['Companies']).toMatchObject([
        {
          ...own,
          input: '{"a":1}',
          Company: 'Honest\u200B Bakery',
          'Outcome (screening) (screening)': 'Clear',
        },
      ]);
      expect(sheets['Companies']?.[0]).not.toHaveProperty('Company (screening)');
    }
  });
});

const NUMBERS = new Set(['row', 'hits', 'hitNumber', 'totalHits', 'httpStatus', 'companies']);
const SWITCHES = new Set(['remembered', 'mayBeCharged', 'inArchive']);

/** An item with something in each field: its key, or a number or a time that no other field has. */
function filled(keys: readonly string[], more: IDataObject): IDataObject {
  const valueOf = (key: string, index: number) => {
    if (key.endsWith('At')) return `2026-01-01T00:${String(index).padStart(2, '0')}:00.000Z`;
    return NUMBERS.has(key) ? index : SWITCHES.has(key) || key;
  };
  return { ...Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])), ...more };
}
const ABOUT: IDataObject = {
  ...{ environment: 'production', companyName: 'Acme', screeningOption: 'Aml' },
  ...{ companyKey: '7', row: 3, listFile: 'a.csv; 2 companies' },
};
const NOT_OF_GONE = { status: null, totalHits: null, hitNumber: null, reason: null, change: 'gone' };
const OF_HIT = [...HIT_KEYS, ...NAME_KEYS, ...MATCH_KEYS, ...REGISTER_KEYS];
const OF_COMPANY = [...COMPANY_KEYS, ...COMPANY_NAME_KEYS, ...COMPANY_MATCH_KEYS, ...REGISTER_KEYS];

test.each<[string, IDataObject[], Record<string, string>]>([
  [
    'hits, to review and no longer listed',
    [
      filled(OF_HIT, { ...ABOUT, outcome: 'hit' }),
      filled(OF_HIT, { ...ABOUT, ...NOT_OF_GONE, outcome: 'gone', row: 4 }),
    ],
    {
      Companies:
        'Company: Acme | Customer No: 7 | Other Names: otherNames | Outcome: Hit | To review as well: Yes | Environment: Production | Hits: 1 | Hits without a decision: 0 | What to look at: explanation | Screened at: 2026-01-01 00:39 UTC | Screening ID: screeningId',
      Hits: 'Company: Acme | Customer No: 7 | Outcome: Hit | Listed name: name | Change: Change | Source: sourceType | Jurisdiction: jurisdiction | Listed number: companyNumber | Name match: nameMatch | Number match: numberMatch | Country match: countryMatch | Decision: Decision | List: sourceId | Listed address: address | Sanction details: sanctionDetails | Screened name: screenedName | Decided by: decidedBy | Decided at: 2026-01-01 00:43 UTC | Environment: Production | Screened at: 2026-01-01 00:39 UTC | Screening ID: screeningId | Kind of entity: entityType | Kind of PEP: pepType | Name in Latin letters: tlName | Alias names: aliasNames | Alias given names: aliasGivenNames | Name remarks: nameRemarks | Address remarks: addressRemarks | Other information: otherInformation | Links: links | Hit number: 20 | Hits of the company: 21 | Hit fingerprint: hitFingerprint | Row: 3 | Other Names: otherNames | Lists asked: AML | Your list: a.csv; 2 companies | Status: status | Reference ID: referenceId | Requester ID: requesterId | Created at: 2026-01-01 00:24 UTC | Processed at: 2026-01-01 00:25 UTC | From the register: Yes | Outcome before: Previous outcome | Case ID: caseId | Report ID: reportId',
      'To Review':
        'Company: Acme | Customer No: 7 | Outcome: Hit | What to look at: explanation | Decision: Decision | Decided by: decidedBy | Decided at: 2026-01-01 00:43 UTC | Environment: Production | Reason: Reason | Screened at: 2026-01-01 00:39 UTC | Screening ID: screeningId | Row: 3 | Other Names: otherNames | Lists asked: AML | Your list: a.csv; 2 companies | Status: status | Reference ID: referenceId | Requester ID: requesterId | Created at: 2026-01-01 00:24 UTC | Processed at: 2026-01-01 00:25 UTC | From the register: Yes | Outcome before: Previous outcome | Case ID: caseId | Report ID: reportId',
      'No Longer Listed':
        'Company: Acme | Customer No: 7 | Outcome: No longer listed | Listed name: name | Change: Gone | Source: sourceType | Jurisdiction: jurisdiction | Listed number: companyNumber | Name match: nameMatch | Number match: numberMatch | Country match: countryMatch | Decision: Decision | List: sourceId | Listed address: address | Sanction details: sanctionDetails | Screened name: screenedName | Decided by: decidedBy | Decided at: 2026-01-01 00:43 UTC | Environment: Production | Screened at: 2026-01-01 00:39 UTC | Screening ID: screeningId | Kind of entity: entityType | Kind of PEP: pepType | Name in Latin letters: tlName | Alias names: aliasNames | Alias given names: aliasGivenNames | Name remarks: nameRemarks | Address remarks: addressRemarks | Other information: otherInformation | Links: links | Hit fingerprint: hitFingerprint | Row: 4 | Other Names: otherNames | Lists asked: AML | Your list: a.csv; 2 companies | Reference ID: referenceId | Requester ID: requesterId | Created at: 2026-01-01 00:24 UTC | Processed at: 2026-01-01 00:25 UTC | From the register: Yes | Outcome before: Previous outcome | Case ID: caseId | Report ID: reportId',
    },
  ],
  [
    'all hits of a company',
    [filled(OF_COMPANY, { ...ABOUT, outcome: 'hit' })],
    {
      Companies:
        'Company: Acme | Customer No: 7 | Other Names: otherNames | Outcome: Hit | To review as well: Yes | Environment: Production | Hits: 1 | What to look at: explanation | Screened at: 2026-01-01 00:25 UTC | Screening ID: screeningId',
      Hits: 'Company: Acme | Customer No: 7 | Outcome: Hit | Listed name: hitNames | Change: Change | Source: sourceTypes | Jurisdiction: jurisdictions | Screened name: screenedNames | Name match: nameMatches | Number match: numberMatches | Country match: countryMatches | Decision: Decision | Decided by: decidedBy | Decided at: 2026-01-01 00:29 UTC | Environment: Production | Screened at: 2026-01-01 00:25 UTC | Screening ID: screeningId | Hits of the company: 2 | Hit fingerprint: hitFingerprints | Row: 3 | Other Names: otherNames | Lists asked: AML | Your list: a.csv; 2 companies | Status: status | Reference ID: referenceId | Requester ID: requesterId | Created at: 2026-01-01 00:10 UTC | Processed at: 2026-01-01 00:11 UTC | From the register: Yes | Outcome before: Previous outcome | Case ID: caseId | Report ID: reportId',
      'To Review':
        'Company: Acme | Customer No: 7 | Outcome: Hit | What to look at: explanation | Decision: Decision | Decided by: decidedBy | Decided at: 2026-01-01 00:29 UTC | Environment: Production | Reason: Reason | Screened at: 2026-01-01 00:25 UTC | Screening ID: screeningId | Row: 3 | Other Names: otherNames | Lists asked: AML | Your list: a.csv; 2 companies | Status: status | Reference ID: referenceId | Requester ID: requesterId | Created at: 2026-01-01 00:10 UTC | Processed at: 2026-01-01 00:11 UTC | From the register: Yes | Outcome before: Previous outcome | Case ID: caseId | Report ID: reportId',
    },
  ],
  [
    'errors',
    [filled([...ERROR_KEYS, 'screeningId'], { ...ABOUT, outcome: 'error' })],
    {
      Companies:
        'Company: Acme | Customer No: 7 | Outcome: Error | Environment: Production | What to look at: error | Screening ID: screeningId',
      Errors:
        'Company: Acme | Customer No: 7 | Outcome: Error | What happened: forColleagues | For whoever set it up: description | Suggestion: suggestion | May be charged: Yes | Environment: Production | Screening ID: screeningId | Error code: errorCode | Error name: errorName | Error type: errorType | HTTP status: 11 | Failed alike: Scope | Row: 3 | Lists asked: AML | Your list: a.csv; 2 companies | Reference ID: referenceId',
    },
  ],
  [
    'history, runs, decisions and problems of a register',
    [
      filled(HISTORY_KEYS, { ...ABOUT, outcome: 'hit' }),
      filled([...RUN_KEYS, ...TEST_FIGURE_KEYS], { outcome: 'run', environment: 'sandbox' }),
      filled(DECISION_ITEM_KEYS, { outcome: 'decision' }),
      filled(PROBLEM_KEYS, { outcome: 'problem' }),
    ],
    {
      History:
        'Screened at: 2026-01-01 00:12 UTC | Company: Acme | Customer No: 7 | Outcome: Hit | Environment: Production | Hits: 5 | Listed names: hitNames | What to look at: explanation | Lists asked: AML | In the archive: Yes | Screening ID: screeningId | Reference ID: referenceId | Run: run | Hit fingerprints: hitFingerprints | Reason: Reason | Row: 3 | List file: a.csv; 2 companies',
      Runs: 'Started: 2026-01-01 00:03 UTC | Ended: 2026-01-01 00:04 UTC | State: State | Environment: Sandbox | Companies: 6 | With hits: withHits | Started by: startedBy | Run: run | Kind: kind | Unusable: unusable | Screened now: screenedNow | Remembered: true | Sent now: sentNow | Verdicts now: verdictsNow | With verdict: withVerdict | Clear: clear | Reviews: reviews | Errors: errors | Not processed: notProcessed | Screenings paid: screeningsPaid | New hits: newHits | Changed hits: changedHits | Hits listed again: hitsListedAgain | Gone hits: goneHits | Decisions: decisions | Newest decisions: newestDecisions | Companies before: companiesBefore | Control: control | Report ID: reportId | Names: names | Answered: answered | Found: found | Missed: missed | No answer: noAnswer | No longer found: noLongerFound | Made up found: madeUpFound',
      Decisions:
        'Company: companyName | Customer No: companyKey | Listed name: name | Decision: Decided | Reason: reason | Decided by: decidedByAddress | Decided by (ID): decidedBy | Decided at: 2026-01-01 00:08 UTC | What is wrong with it: problem | Hit fingerprint: hitFingerprint | Remark on: remarkOn | Decision ID: decisionId | Decision hash: decisionHash',
      Problems:
        'Problem: problem | What to do: explanation | Register: register | Message: message | Slack message: slackMessage',
    },
  ],
  [
    'a test, figures and a sample',
    [
      filled(TEST_KEYS, { outcome: 'found' }),
      filled(FIGURE_KEYS, { outcome: 'figures' }),
      filled(SAMPLE_KEYS, { outcome: 'dismissal' }),
    ],
    {
      Test: 'Known name: knownName | List: list | Screened as: screenedName | Spelling: Spelling | Outcome: Found | What the service said: explanation | Last test: Last test | Last found at: 2026-01-01 00:10 UTC | Must find: expectedId | Hits: 11 | Listed names: hitNames | May be charged: Yes | Environment: Environment | Reason: reason | Source ids: sourceIds | Hit fingerprints: hitFingerprints | Screening option: screeningOption | Screening ID: screeningId | Reference ID: referenceId | Screened at: 2026-01-01 00:18 UTC',
      Figures:
        'Month: month | In a sentence: explanation | What is wrong: problem | Nights: nights | Late nights: lateNights | Nights without a control: nightsWithoutControl | Nights whose control failed: nightsControlFailed | Companies screened: companiesScreened | Screenings paid for: screeningsPaid | New hits: newHits | Changed hits: changedHits | Hits listed again: hitsListedAgain | Hits gone: goneHits | Hits decided: decidedHits | Share of false positives: falsePositiveShare | Median days: medianDays | 90 % within days: ninetyPercentDays | Maximum days: maximumDays | Open at the end: openAtEnd | Oldest open, days: oldestOpenDays | Finished: finished | From: from | Until: until | Environment: environment | Runs: runs | Runs not ended: runsNotEnded | Proposed: proposed | Confirmed: confirmed | Rejected: rejected | True matches: trueMatches | Closed: closed | Sent again: sentAgain | Checked: checked | Tests: tests | Spellings missed: spellingsMissed | Spellings no longer found: spellingsNoLongerFound',
      Sample:
        'No: sampleNumber | Company: companyName | Customer No: companyKey | Listed name: name | List: sourceId | Proposed by: proposedBy | Proposed at: 2026-01-01 00:10 UTC | Why: proposalReason | Confirmed by: confirmedBy | Confirmed at: 2026-01-01 00:13 UTC | Why confirmed: confirmationReason | Checked by: checkedBy | Remark: remark | What is wrong: problem | Seed: seed | Sample size: sampleSize | Population: population | Before: before | Only: only | Newest decisions: newestDecisions | Case ID: caseId | Checked at: 2026-01-01 00:16 UTC | Own number: ownNumber | Own country: ownCountry | Source type: sourceType | Jurisdiction: jurisdiction | Company number: companyNumber | Entity type: entityType | Pep type: pepType | Alias names: aliasNames | Alias given names: aliasGivenNames | Address: address | Address remarks: addressRemarks | Name remarks: nameRemarks | Sanction details: sanctionDetails | Other information: otherInformation | Links: links | Tl name: tlName | Hit fingerprint: hitFingerprint | Screened name: screenedName | Environment: environment | Screening option: screeningOption | Screening ID: screeningId | Reference ID: referenceId | Screened at: 2026-01-01 00:44 UTC | Name match: nameMatch | Number match: numberMatch | Country match: countryMatch | Decision ID: decisionId | Decision hash: decisionHash',
    },
  ],
])('each field of %s is under its own heading', async (_, items, wanted) => {
  const { sheets } = await made(items);
  const lineOf = (row: ShownRow = {}) =>
    Object.entries(row)
      .map((cell) => cell.join(': '))
      .join(' | ');
  for (const [name, line] of Object.entries(wanted)) expect(lineOf(sheets[name]?.[0])).toBe(line);
});

test('each sheet and each outcome has its colour, and each page says who made it', () => {
  const items = [...twoHits, review('Pending Partners'), failed('Failing Foundry'), ...BAKERY];
  const { content } = screeningWorkbook(readGiven(items), { making: MAKING, oneSheet: false });
  expect(content.sheets.map(({ name, tab }) => [name, tab])).toEqual([
    ...[
      ['Summary', 'magenta'],
      ['Companies', 'none'],
      ['Hits', 'red'],
    ],
    ...[
      ['To Review', 'amber'],
      ['Clear', 'green'],
      ['Errors', 'violet'],
    ],
  ]);
  const [, companies] = content.sheets;
  const looks = [0, 1, 2, 3].map((row) =>
    companies?.rowAt(row).flatMap((cell) => (cell?.is === 'text' && cell.look ? cell.look : [])),
  );
  expect(looks).toEqual(['red', 'amber', 'violet', 'green'].map((colour) => [colour, 'warning']));
  expect(content).toMatchObject({
    footer: 'Nightly, execution 1, 1970-01-01 00:00 UTC',
    warning: 'Sandbox: not real results',
  });
});

test.each(['own', 'name', 'screening', 'input', 'hit', 'hits', 'otherNames'])(
  'a field %s with 20,000 lists in each other ends in a sentence, one with 900 in a workbook',
  async (field) => {
    const nested = (depth: number) => {
      let value: IDataObject[string] = 'x';
      for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
      return value;
    };
    const [item = {}] = screened('Honest Bakery', []);
    const complaint = complaintOf(() => readGiven([item, { ...item, [field]: nested(20_000) }]));
    expect(complaint.message).toMatch(/^Item 2 of the input has a field in which more than 1000 lists/);
    const { json } = await made([{ ...item, [field]: nested(900) }]);
    expect(json).toMatchObject({ companies: 1 });
  },
);

test('130,000 items of one company end in a workbook', () => {
  const items = Array.from({ length: 130_000 }, (_, hitNumber) => ({
    companyName: 'Acme',
    outcome: 'hit',
    hitNumber,
  }));
  const { content } = screeningWorkbook(readGiven(items), { making: MAKING, oneSheet: false });
  expect(content.sheets.find(({ name }) => name === 'Hits')?.rowCount).toBe(130_000);
});

test('a company of 100 rows, each screened by itself, repeats twenty of its screenings in each row and not all of them', async () => {
  const items = Array.from({ length: 100 }, (_, row) =>
    withOwn(screened('Honest Bakery', []), { screeningId: `screening ${row}`, Branch: row }),
  ).flat();
  const { sheets } = await made(items);
  expect(sheets['Companies']).toHaveLength(100);
  const ids = String(sheets['Companies']?.[99]?.['Screening ID']).split('; ');
  expect([ids.length, ids.at(-1)]).toEqual([21, '…']);
  expect(new Set(columnOf(sheets['Clear'], 'Screening ID')).size).toBe(100);
});

test('an item of which nobody knows what it is stops', () => {
  for (const outcome of ['Clear', 'clear ', 'CLEAR', 'cleared', '', 'openCase'])
    expect(complaintOf(() => readGiven([{ outcome }])).message).toMatch(
      /^Item 1 of the input has the outcome "/,
    );
  for (const json of [{ companyName: 'Honest Bakery' }, { outcome: true }, { error: 'failed' }])
    expect(() => readGiven([{}, json])).toThrow(InvalidItem);
  expect(complaintOf(() => readGiven([{}, { a: 1 }])).message).toMatch(/^Item 2 of the input has no outcome/);
});

describe('the sheet Summary', () => {
  const summaryOf = async (items: IDataObject[]) => linesOf((await made(items)).bytes)['Summary'] ?? [];

  test.each<Case>([
    [
      'says what came out, from where, and what clear means',
      [...screened('Two Hits Ltd', ['First', 'Second']), ...screened('Honest Bakery', [])],
      {
        begins: ['Company screening', '2 companies: 1 with hits (2 hits), 1 clear, 0 to review.'],
        lines: {
          ...{ Companies: '2', 'With hits': ['1', '2 hits in all.'], Clear: '1' },
          ...{ 'First screened at': '2025-03-01 08:00 UTC', 'Lists asked': 'AML and PEP' },
          ...{ Workflow: 'My list', Execution: '12', 'Workbook made at': '2026-11-24 08:30 UTC' },
          'Made with': anyCell(/^n8n-nodes-company-screening \d/),
          'Clear does not mean': anyCell(/^It is not an approval of the business/),
        },
      },
    ],
    [
      'does not know what the items do not say',
      chosen(['First'], []),
      {
        lines: {
          List: ['not known', expect.stringMatching(/Include Input Fields/) as string],
          ...{ 'First screened at': 'not known', 'Lists asked': 'not known' },
          ...{ Environment: 'not known', Control: 'not known', Register: 'not known' },
        },
      },
    ],
    [
      'says how many companies were screened several times',
      [
        ...night(screened('Acme', []), 's1', '2026-11-20'),
        ...night(screened('Acme', ['Listed']), 's2', '2026-11-21'),
        ...night(screened('Quiet Mill', []), 's3', '2026-11-20'),
      ],
      { lines: { 'Screened several times': ['1', expect.stringContaining('the strictest') as string] } },
    ],
    [
      'says with the register what is from before, and one company of two rows is one',
      [...TWO_ROWS, ...withOwn(screened('Quiet Mill', []), { ...kept, remembered: false, row: 3 })],
      {
        lines: {
          Companies: ['2', expect.stringMatching(/^In 3 rows of the list\./) as string],
          Register: anyCell(/^1 screened in this run, 1 from the register\.$/),
          'First screened at': '2026-11-20 08:00 UTC',
        },
      },
    ],
    [
      'says what an earlier run left without an answer',
      [...TWO_ROWS, ...withOwn(screened('Lost Ferry', []), { ...kept, ...LEFT })],
      {
        begins: [
          'Company screening',
          '2 companies: 0 with hits (0 hits), 1 clear, 1 to review (1 left without an answer by an earlier run).',
        ],
        lines: {
          Register: anyCell(/^0 screened in this run, 1 from the register, 1 without an answer\.$/),
        },
        sheets: {
          'To Review': under('From the register', 'No answer'),
          Clear: under('From the register', 'Yes', 'Yes'),
        },
      },
    ],
    [
      'says that the control was found, and that nothing is kept',
      ofControl('held'),
      {
        lines: {
          Control: ['Found', 'The Control Name "Listed Ltd" was found, as it should be.'],
          Register: 'None',
        },
      },
    ],
    ['says that the control failed', ofControl('failed'), { lines: { Control: ['Not found', UNPROVEN] } }],
    [
      'says that the control got no answer',
      ofControl('unanswered'),
      { lines: { Control: ['Not found', UNPROVEN] } },
    ],
    [
      'says that the control was not screened',
      ofControl('notScreened'),
      {
        lines: {
          Control: [
            'Not screened',
            'The Control Name "Listed Ltd" was not screened, since nothing was sent.',
          ],
        },
      },
    ],
    [
      'says that there was no control',
      ofControl('none', null),
      { lines: { Control: ['None', 'No Control Name was entered.'] } },
    ],
    [
      'names the register of the run',
      ofControl('held', 'Listed Ltd', 'Customers'),
      { lines: { Register: 'Customers' } },
    ],
    [
      'says that results of the sandbox are not real',
      BAKERY,
      {
        begins: [...BEGINS, 'Sandbox: not real results'],
        json: { explanation: expect.stringMatching(/ Sandbox: not real results\.$/) as string },
        fileName: expect.stringMatching(/^screened_.*sandbox.*\.xlsx$/) as string,
      },
    ],
    [
      'says that some of the results are not real',
      [...BAKERY, ...withOwn(BAKERY, { environment: 'production' })],
      {
        begins: [
          'Company screening',
          '2 companies: 0 with hits (0 hits), 2 clear, 0 to review.',
          'Partly sandbox: some of these are not real results',
        ],
      },
    ],
    [
      'has the totals of the run',
      [...BAKERY, { ...TOTALS, control: 'held' }],
      { note: undefined, lines: { Control: 'Found' } },
    ],
    [
      'has the totals of a run whose message came in two parts',
      [...BAKERY, { ...TOTALS, part: 1, parts: 2 }, { ...TOTALS, part: 2, parts: 2 }],
      { note: undefined },
    ],
    [
      'says that it has not the totals of the run',
      [...BAKERY, { ...TOTALS, companies: 3, clear: 2, review: 1, control: 'failed' }],
      {
        ...{ note: OTHER_TOTALS, lines: { Control: 'Not found' } },
        begins: [...BEGINS, 'Sandbox: not real results', OTHER_TOTALS],
      },
    ],
  ])('%s', async (...one) => {
    await expectWorkbook(one);
  });

  test.each<IDataObject>([
    past('hit', 1),
    { outcome: 'run', run: 'r' },
    { outcome: 'found', knownName: 'Gloom' },
    { outcome: 'summary', madeUpName: 'Zqy' },
    { outcome: 'problem', reason: 'madeUpFound' },
    { outcome: 'figures', month: '2026-02' },
    { outcome: 'dismissal', companyName: 'Alder' },
  ])('says that what is $outcome of the sandbox is not real', async (json) => {
    const made = { environment: 'sandbox', explanation: expect.stringMatching(/not real/) as string };
    await expectWorkbook(['', [{ ...json, environment: 'sandbox' }], { json: made }]);
  });

  test('says nothing of the sandbox where all results are real', async () => {
    const summary = await summaryOf(withOwn(BAKERY, { environment: 'production' }));
    expect(summary.flat().join()).not.toContain('andbox');
  });

  test('names the files that were read, and what of them was not', async () => {
    const files = [
      'a.csv; 2 companies',
      'b.xlsx, sheet Vendors; not read: Old, Notes; 1 company',
      'a.csv; 2 companies',
    ];
    const { bytes, sheets } = await made(
      files.flatMap((listFile, row) => withOwn(screened('Honest Bakery', []), { row, listFile })),
    );
    const lines = linesOf(bytes)['Summary'] ?? [];
    expect(lines.filter(([name]) => name === 'List')).toEqual([
      ['List', 'a.csv; 2 companies', ''],
      ['List', files[1], 'What was not read was not screened either.'],
    ]);
    expect(sheets['Companies']?.[0]).not.toHaveProperty('listFile');
  });
});

test.each([
  ['', 'screened_production_2026-11-24_execution-12.xlsx'],
  ['my list', 'my list.xlsx'],
  ['my list.XLSX', 'my list.XLSX'],
  ['../a/b\\c:d\n', '.._a_b_c_d.xlsx'],
  ['list\u202Exslx.exe\u200B', 'listxslx.exe.xlsx'],
  ['ü'.repeat(300), `${'ü'.repeat(97)}.xlsx`],
])('File Name %j gives %j', async (fileName, expected) => {
  const { fileName: given, json } = await made(withOwn(BAKERY, { environment: 'production' }), { fileName });
  expect(given).toBe(expected);
  expect(json['fileName']).toBe(expected);
});

test('what is the same in all rows stands above each table but the next list, and Read Company List reads both', async () => {
  const own = { listFile: 'list.csv; 2 companies', Country: 'DE' };
  const { bytes } = await made([
    ...withOwn(screened('Two Hits Ltd', ['First', 'Second']), { row: 2, ...own }),
    ...withOwn(screened('Honest Bakery', []), { row: 3, ...own }),
  ]);
  const { Hits = [], Companies = [] } = linesOf(bytes);
  expect(Hits.slice(0, 2).map((cells) => cells.filter(Boolean))).toEqual([
    [
      'Environment: Sandbox · Screened at: 2025-03-01 08:00 UTC · Lists asked: AML and PEP · Your list: list.csv; 2 companies',
    ],
    ['Country: DE'],
  ]);
  expect(Companies[0]).toContain('Country');
  expect(listIn(bytes).map(({ companyName }) => companyName)).toEqual(['Two Hits Ltd', 'Honest Bakery']);
  const ofHits = listIn(bytes, { wantedSheet: 'Hits' });
  expect(ofHits.map(({ companyName }) => companyName)).toEqual(['Two Hits Ltd', 'Two Hits Ltd']);
});

test('of a hit with many columns, twelve are printed, and what is unknown is no column', async () => {
  const more = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`Own ${index}`, `value ${index}`]),
  );
  const matches = { nameMatch: 'same', numberMatch: 'unknown', countryMatch: 'different' };
  const items = screened('Two Hits Ltd', ['First', 'Second']).map((json, index) => ({
    ...{ ...json, ...matches },
    ...{ ...more, 'Own 0': `differs ${index}` },
    ...(index === 0 ? { countryMatch: 'unknown' } : {}),
  }));
  const { content } = screeningWorkbook(readGiven(items), { making: MAKING, oneSheet: false });
  const { columns = [] } = content.sheets.find(({ name }) => name === 'Hits') ?? {};
  const printed = columns.filter(({ layout }) => layout === undefined).map(({ heading }) => heading);
  expect(printed.length).toBeLessThanOrEqual(12);
  expect(printed).toEqual(expect.arrayContaining(['Company', 'Outcome', 'Listed name', 'Name match']));
  expect(columns.map(({ heading }) => heading)).not.toContain('Number match');
  expect(columnOf((await made(items)).sheets['Hits'], 'Country match')).toEqual(['', 'different']);
});

describe('night after night, the workbook of one run is the list of the next', () => {
  /** What Screen Company gives for a row, with Include Input Fields. */
  const rescreened = (row: IDataObject) => {
    const name = plainText(row['companyName']);
    const items =
      name === '' ? [failed('')] : screened(name, name.startsWith('=') ? ['First', 'Second'] : []);
    return withInput(items, row);
  };
  const listFile = 'list.xlsx, sheet Companies; 2 companies';
  const nights = async (list: IDataObject[], count: number) => {
    const lists = [list];
    for (let night = 0; night < count; night += 1) {
      const { bytes } = await made(lists.at(-1)?.flatMap(rescreened) ?? []);
      lists.push(listIn(bytes));
    }
    return lists;
  };

  test('it has the same companies, keys and columns of the user, and none of ours', async () => {
    const list = [
      ['007', '=1+1 Ltd', 'DE', 12.5, '2019-05-01', 'old'],
      ['008', 'Honest Bakery', '', -1, '', '+49 30 1234'],
      ['009', '', 'FR', 0, 'unknown', "'=x"],
    ].map(([no = '', name = '', land = '', turnover = '', since = '', outcome = ''], index) => ({
      ...{ companyName: name, companyKey: no, row: index + 2, listFile },
      ...{ 'Customer No': no, Company: name, Land: land, Turnover: turnover, Since: since, Outcome: outcome },
    }));
    const lists = await nights(list, 3);
    for (const one of lists.slice(1)) expect(one).toEqual(list);
  });

  test('where no column of the user has the company, it is one of theirs from then on, and nothing piles up', async () => {
    const [, first, second, third] = await nights([{ companyName: 'Honest Bakery', companyKey: '7' }], 3);
    expect(first).toEqual([
      {
        companyName: 'Honest Bakery',
        companyKey: '7',
        row: 2,
        listFile: 'list.xlsx, sheet Companies; 1 company',
        input_companyName: 'Honest Bakery',
        'Customer No': '7',
      },
    ]);
    expect(second?.map((row) => new Set(Object.keys(row)))).toEqual(
      first?.map((row) => new Set(Object.keys(row))),
    );
    expect(third).toEqual(second);
  });
});

const tested = (outcome: string, screenedName: string, environment = 'production'): IDataObject => ({
  ...{ outcome, knownName: 'Gloom Ltd', screenedName, spelling: 'letterLeftOut', list: 'Velmoria' },
  ...{ environment, lastTest: 'found', screeningId: `of ${screenedName}` },
});
const OF_TEST = [
  tested('found', 'GLOOM LTD'),
  tested('noAnswer', 'Gloomltd'),
  tested('missed', 'Glom Ltd'),
  {
    ...{ outcome: 'summary', madeUpName: 'Zqy', explanation: '1 known name: 1 found, 1 missed.' },
    problem: '1 spelling was missed.',
  },
];
const figuresOf = (month: string, finished: boolean, explanation: string, more: IDataObject = {}) => ({
  ...{ outcome: 'figures', month, finished, explanation, ...more },
});
const FIGURES = [
  figuresOf('2026-02', true, '2026-02: 28 nights.', { nights: 28, environment: null }),
  figuresOf('2026-03', true, '2026-03: 31 nights.', { nights: 31, medianDays: 1.5 }),
];
const begun = figuresOf('2026-04', false, '2026-04 so far: 0 nights.');
const drawn = (seed: string, population: number, before: string): IDataObject => ({
  ...{ outcome: 'dismissal', sampleNumber: 1, population, before: `${before}T00:00:00.000Z`, seed },
  ...{ companyName: 'Alder', remark: 'Fine' },
});
const SAMPLE = drawn('=7', 9, '2026-04-01');
const OF_SAMPLE =
  'Sample: 1 of 9 dismissed hits confirmed before 2026-04-01T00:00:00.000Z, drawn with the seed =7.';
const madeUpFound = {
  ...{ outcome: 'problem', reason: 'madeUpFound', explanation: 'The made-up name was found.' },
  environment: 'sandbox',
};

describe('what proves that the screening works', () => {
  test.each<Case>([
    [
      'a test has a sheet, what was missed first, and no company is made of it',
      OF_TEST,
      {
        names: ['Summary', 'Test'],
        sheets: {
          Test: [
            { Outcome: 'Missed', 'Screened as': 'Glom Ltd', Spelling: 'Letter left out' },
            { Outcome: 'No answer' },
            { Outcome: 'Found' },
          ],
        },
        fileName: 'screening-proof_production_2026-11-24_execution-12.xlsx',
        json: {
          ...{ companies: 0, clear: 0, hits: 0, problem: '1 spelling was missed.' },
          explanation: 'Test: 1 known name: 1 found, 1 missed.',
        },
        counts: ['Test: 1 known name: 1 found, 1 missed'],
        begins: ['Company screening', 'Test: 1 known name: 1 found, 1 missed.', '1 spelling was missed.'],
      },
    ],
    [
      'the sentence is about the last month that is finished, never about the one that goes on',
      [...FIGURES, begun],
      { json: { explanation: '2026-03: 31 nights.' } },
    ],
    [
      'a month that goes on is in the sheet, and has no sentence',
      [begun],
      {
        json: { explanation: 'Figures: no month of them is finished yet.' },
        sheets: { Figures: under('Month', '2026-04') },
      },
    ],
    [
      'figures and a sample have a sheet each, and their sentences',
      [...FIGURES, SAMPLE],
      {
        names: ['Summary', 'Figures', 'Sample'],
        sheets: {
          Figures: [
            { Month: '2026-02', Nights: '28' },
            { Month: '2026-03', Nights: '31' },
          ],
          Sample: [{ Company: 'Alder', Remark: 'Fine' }],
        },
        json: { explanation: `2026-03: 31 nights. ${OF_SAMPLE}` },
      },
    ],
    [
      'of several samples, each says how it was drawn',
      [SAMPLE, drawn('8', 12, '2026-05-01'), { ...drawn('8', 12, '2026-05-01'), sampleNumber: 2 }],
      {
        json: {
          explanation: `${OF_SAMPLE} Sample: 2 of 12 dismissed hits confirmed before 2026-05-01T00:00:00.000Z, drawn with the seed 8.`,
        },
      },
    ],
    [
      'a made-up name that was found is a problem of the test, and not of the register',
      [madeUpFound, tested('found', 'Gloom', 'sandbox')],
      {
        names: ['Summary', 'Test'],
        json: { problem: 'The made-up name was found.', environment: 'sandbox' },
        lines: { 'The made-up name was found.': '' },
        fileName: 'screening-proof_sandbox_2026-11-24_execution-12.xlsx',
      },
    ],
    [
      'a problem of a test whose summary says it is said once',
      [
        { ...madeUpFound, explanation: 'In the words of the item.' },
        { ...OF_TEST.at(-1), problem: 'In the words of the summary.' },
      ],
      { json: { problem: 'In the words of the summary.' } },
    ],
    [
      'some figures of the sandbox are said to be not real',
      [figuresOf('2026-02', true, '2026-02: 28 nights.', { environment: 'production; sandbox' })],
      { json: { explanation: '2026-02: 28 nights. Partly sandbox: some of these are not real results.' } },
    ],
    [
      'a test of the sandbox is said to be not real',
      [tested('found', 'Gloom', 'sandbox')],
      { json: { explanation: 'Test: 1 spelling of known names. Sandbox: not real results.' } },
    ],
  ])('%s', async (...one) => {
    await expectWorkbook(one);
  });

  test('beside companies, they change none of their counts', async () => {
    const companies = [...screened('Alder', ['A']), ...screened('Birch', [])];
    const alone = await made(companies);
    const together = await made([...companies, ...OF_TEST, ...FIGURES, SAMPLE]);
    expect(Object.keys(together.sheets)).toEqual([...SHEETS, 'Test', 'Figures', 'Sample']);
    for (const sheet of SHEETS.slice(1)) expect(together.sheets[sheet]).toEqual(alone.sheets[sheet]);
    for (const key of ['companies', 'companiesWithHits', 'clear', 'hits', 'errors'])
      expect(together.json[key]).toBe(alone.json[key]);
    expect(together.note).toBeUndefined();
  });

  test('each page of a sandbox test says so', () => {
    const given = readGiven([tested('found', 'Gloom', 'sandbox')]);
    const { content } = screeningWorkbook(given, { making: MAKING, oneSheet: false });
    expect(content.warning).toBe('Sandbox: not real results');
  });
});
