// What a reader was not told of companies that are not in the list any more.
import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import { NO_LATE_DOUBTS } from '../../../nodes/CompanyScreening/register/facts/companyState';
import { answerRow, type IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import {
  addressedTo,
  runReportRows,
  readerHash,
  readReport,
  deliveriesOf,
  toldRow,
  type ReportCompany,
} from '../../../nodes/CompanyScreening/register/rows/reportRows';
import type { OwingRun } from '../../../nodes/CompanyScreening/register/rows/runRows';
import {
  undeliveredElsewhere,
  type FormerCompany,
} from '../../../nodes/CompanyScreening/register/companies/undelivered';
import type { TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { MemoryTables } from './memoryTables';
import { aHit, alder, night, renamed } from './night';

const AT = '2026-01-01T00:00:00.000Z';
const LIST = 'a'.repeat(64);
let marks = 0;
const uuid = () => `mark-${(marks += 1)}`;

const givenAs = (answer: IntactAnswer): ReportCompany => ({
  company: answer.company,
  answerId: answer.answerId,
});
const given = (report: string, companies: ReportCompany[], { nodeHash = LIST, readers = ['Slack'] } = {}) =>
  runReportRows({ report, ...addressedTo(readers), nodeHash, runId: 'run', at: AT, uuid }, companies);
const told = (report: string, reader = 'Slack') => toldRow({ report, at: AT, uuid }, reader);

interface Asking {
  listed?: Company[];
  readers?: string[];
  environment?: string;
  /** Hours since it was given out. */
  hours?: number;
  /** Runs of which something may be undelivered. */
  owingRuns?: OwingRun[];
}

async function formerCompanies(
  answers: IntactAnswer[],
  rows: TableRow[],
  { listed = [], readers = ['Slack'], environment = 'production', hours = 24, owingRuns = [] }: Asking = {},
): Promise<FormerCompany[]> {
  const tables = new MemoryTables('sqlite');
  await tables.insert('answers', ...answers.map(answerRow));
  const reports = rows.flatMap((row, index) => readReport({ ...row, id: index + 1 }) ?? []);
  const companies = new Map(
    listed.map((company) => [companyHash(company), { hash: companyHash(company), company, referenceId: '' }]),
  );
  const known = {
    reports,
    deliveries: deliveriesOf(reports),
    doubtedRuns: new Set<string>(),
    lateDoubts: NO_LATE_DOUBTS,
  };
  const undelivered = await undeliveredElsewhere(
    tables,
    { answers: new Map(), owingRuns, ...known },
    {
      nodeHash: LIST,
      readers: readers.map(readerHash),
      environment,
      nowMs: Date.parse(AT) + hours * 3_600_000,
      companies,
      ownRuns: ['own'],
      knowsAll: false,
    },
  );
  return [...undelivered.companies];
}
const shown = (all: FormerCompany[]) =>
  all.map(
    ({ name, changes }) => `${name}: ${changes.map(({ hit, change }) => `${hit.name} ${change}`).join(', ')}`,
  );

const monday = night('m1', 'ab');
const tuesday = night('m2', 'bc', { after: ['m1.0'] });
const DAY_AFTER = new Date(Date.parse(AT) + 24 * 3_600_000 - 1_000).toISOString();
const killed = (by: Partial<OwingRun> = {}): OwingRun => ({
  runId: monday.runId,
  state: 'going',
  beatAt: AT,
  startedAt: AT,
  environment: 'production',
  readers: [readerHash('Slack')],
  ...by,
});
const NAMED = ['Alder Ltd: Hit a new, Hit b new'];

test.each<[string, TableRow[], Asking, string[]]>([
  ['given out and not told', given('r', [givenAs(monday)]), {}, NAMED],
  ['given out and told', [...given('r', [givenAs(monday)]), told('r')], {}, []],
  [
    'told to another reader',
    [...given('r', [givenAs(monday)], { readers: ['Slack', 'mail'] }), told('r', 'mail')],
    {},
    NAMED,
  ],
  ['given out for another reader', given('r', [givenAs(monday)], { readers: ['mail'] }), {}, []],
  ['given out by another list', given('r', [givenAs(monday)], { nodeHash: 'b'.repeat(64) }), {}, []],
  ['given out by a workflow that was never saved', given('r', [givenAs(monday)], { nodeHash: '' }), {}, []],
  [
    'told in part',
    [...given('r', [{ ...givenAs(monday), hits: [aHit('a').fingerprint] }]), told('r')],
    {},
    ['Alder Ltd: Hit b new'],
  ],
  ['still on the list', given('r', [givenAs(monday)]), { listed: [alder] }, []],
  ['on the list under another name', given('r', [givenAs(monday)]), { listed: [renamed] }, NAMED],
  [
    'on the list with another option',
    given('r', [givenAs(monday)]),
    { listed: [{ ...alder, option: 'Aml' }] },
    NAMED,
  ],
  ['of a run that was killed', [], { owingRuns: [killed()] }, NAMED],
  ['of one that was killed, on the list', [], { owingRuns: [killed()], listed: [alder] }, []],
  ['of one that could not write it down', [], { owingRuns: [killed({ state: 'ended' })] }, NAMED],
  ['of one that goes on', [], { owingRuns: [killed({ beatAt: DAY_AFTER })] }, []],
  [
    'of one that was killed, for another reader',
    [],
    { owingRuns: [killed({ readers: [readerHash('mail')] })] },
    [],
  ],
  ['of one of the sandbox', [], { owingRuns: [killed({ environment: 'sandbox' })] }, []],
  ['of another run', [], { owingRuns: [killed({ runId: 'other' })] }, []],
  ['given out two hours ago: its message may be on its way', given('r', [givenAs(monday)]), { hours: 2 }, []],
  ['given out three hours ago', given('r', [givenAs(monday)]), { hours: 3 }, NAMED],
  ['given out by a clock that was ahead', given('r', [givenAs(monday)]), { hours: -1 }, NAMED],
  ['of the sandbox, in production', given('r', [givenAs(monday)]), { environment: 'sandbox' }, []],
])('%s', async (_, rows, asking, expected) => {
  expect(shown(await formerCompanies([monday], rows, asking))).toEqual(expected);
});

test('of several nights, what is left is named, and all of it is told then', async () => {
  const rows = [...given('r1', [givenAs(monday)]), told('r1'), ...given('r2', [givenAs(tuesday)])];
  const [only, ...others] = await formerCompanies([monday, tuesday], rows);
  expect(others).toEqual([]);
  expect(shown(only ? [only] : [])).toEqual(['Alder Ltd: Hit c new, Hit a gone']);
  const after = [...rows, ...given('r3', [...(only?.reportEntries ?? [])]), told('r3')];
  expect(await formerCompanies([monday, tuesday], after)).toEqual([]);
});

test('one that was told by a later report is asked about once', async () => {
  const rows = [...given('r1', [givenAs(monday)]), ...given('r2', [givenAs(tuesday)]), told('r2')];
  const [only] = await formerCompanies([monday, tuesday], rows);
  expect(only?.changes).toEqual([]);
  const after = [...rows, ...given('r3', [...(only?.reportEntries ?? [])]), told('r3')];
  expect(await formerCompanies([monday, tuesday], after)).toEqual([]);
});
