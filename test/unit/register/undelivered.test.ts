// What a reader was not told of companies that are not in the list any more.
import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import { knowingNothing } from '../../../nodes/CompanyScreening/register/facts/knowledge';
import {
  resultOfAnswer,
  resultWithoutVerdict,
} from '../../../nodes/CompanyScreening/register/companies/companyResult';
import type { Doubt } from '../../../nodes/CompanyScreening/register/facts/companyState';
import { answerRow, type IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { readerHash, deliveriesOf } from '../../../nodes/CompanyScreening/register/rows/reportRows';
import type { UnreportedRun } from '../../../nodes/CompanyScreening/register/rows/runRows';
import {
  toDeliver,
  undeliveredElsewhere,
  type FormerCompany,
  type ListNow,
  type Undelivered,
} from '../../../nodes/CompanyScreening/register/companies/undelivered';
import type { TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { wanted } from './aList';
import { AT, givenAs, givenBy, givenTo, LIST, reportsIn, told } from './aReport';
import { MemoryTables } from './memoryTables';
import { aHit, alder, knowing, night, renamed } from './night';

type Asking = Partial<ListNow> & {
  /** Runs of which something may be undelivered. */
  unreportedRuns?: UnreportedRun[];
};

/** Unless told otherwise, for Slack, a day after it was given out, and with an empty list. */
async function undelivered(
  answers: IntactAnswer[],
  rows: TableRow[],
  { unreportedRuns = [], ...now }: Asking = {},
): Promise<Undelivered> {
  const tables = new MemoryTables('sqlite');
  await tables.insert('answers', ...answers.map(answerRow));
  const reports = reportsIn(rows);
  const read = now.knowsAll ? knowing(...answers) : knowingNothing();
  const known = { ...read, reports, deliveries: deliveriesOf(reports), unreportedRuns };
  return await undeliveredElsewhere(tables, known, {
    ...{ nodeHash: LIST, readers: [readerHash('Slack')], environment: 'production', nowMs: after(24) },
    ...{ companies: new Map(), ownRuns: ['own'], knowsAll: false, ...now },
  });
}
const formerCompanies = async (...asked: Parameters<typeof undelivered>) =>
  (await undelivered(...asked)).companies;
const after = (hours: number) => Date.parse(AT) + hours * 3_600_000;
const listing = (company: Company) => ({ companies: new Map([[companyHash(company), wanted(company)]]) });
const shown = (all: readonly FormerCompany[]) =>
  all.map(
    ({ name, changes }) => `${name}: ${changes.map(({ hit, change }) => `${hit.name} ${change}`).join(', ')}`,
  );

const monday = night('m1', 'ab');
const tuesday = night('m2', 'bc', { after: ['m1.0'] });
const DAY_AFTER = new Date(after(24) - 1_000).toISOString();
const killed = (by: Partial<UnreportedRun> = {}): UnreportedRun => ({
  runId: monday.runId,
  state: 'going',
  beatAt: AT,
  startedAt: AT,
  environment: 'production',
  readers: [readerHash('Slack')],
  ...by,
});
/** To Slack. */
const given = (report: string, answer: IntactAnswer) => givenTo(['Slack'], report, givenAs(answer));
const GIVEN = given('r', monday);
const NAMED = ['Alder Ltd: Hit a new, Hit b new'];

test.each<[string, TableRow[], Asking, string[]]>([
  ['given out and not told', GIVEN, {}, NAMED],
  ['given out and told', [...GIVEN, told('r', 'Slack')], {}, []],
  [
    'told to another reader',
    [...givenTo(['Slack', 'mail'], 'r', givenAs(monday)), told('r', 'mail')],
    {},
    NAMED,
  ],
  ['given out for another reader', givenTo(['mail'], 'r', givenAs(monday)), {}, []],
  ['given out by another list', givenBy('b'.repeat(64), ['Slack'], 'r', [givenAs(monday)]), {}, []],
  ['given out by a workflow that was never saved', givenBy('', ['Slack'], 'r', [givenAs(monday)]), {}, []],
  [
    'told in part',
    [...givenTo(['Slack'], 'r', { ...givenAs(monday), hits: [aHit('a').fingerprint] }), told('r', 'Slack')],
    {},
    ['Alder Ltd: Hit b new'],
  ],
  ['still on the list', GIVEN, listing(alder), []],
  ['on the list under another name', GIVEN, listing(renamed), NAMED],
  ['on the list with another option', GIVEN, listing({ ...alder, option: 'Aml' }), NAMED],
  ['of a run that was killed', [], { unreportedRuns: [killed()] }, NAMED],
  ['of one that was killed, on the list', [], { unreportedRuns: [killed()], ...listing(alder) }, []],
  ['of one that could not write it down', [], { unreportedRuns: [killed({ state: 'ended' })] }, NAMED],
  ['of one that goes on', [], { unreportedRuns: [killed({ beatAt: DAY_AFTER })] }, []],
  [
    'of one that was killed, for another reader',
    [],
    { unreportedRuns: [killed({ readers: [readerHash('mail')] })] },
    [],
  ],
  ['of one of the sandbox', [], { unreportedRuns: [killed({ environment: 'sandbox' })] }, []],
  ['of another run', [], { unreportedRuns: [killed({ runId: 'other' })] }, []],
  ['given out two hours ago: its message may be on its way', GIVEN, { nowMs: after(2) }, []],
  ['given out three hours ago', GIVEN, { nowMs: after(3) }, NAMED],
  ['given out by a clock that was ahead', GIVEN, { nowMs: after(-1) }, NAMED],
  ['of the sandbox, in production', GIVEN, { environment: 'sandbox' }, []],
])('%s', async (_, rows, asking, expected) => {
  expect(shown(await formerCompanies([monday], rows, asking))).toEqual(expected);
  // A long list has read every answer.
  expect(shown(await formerCompanies([monday], rows, { ...asking, knowsAll: true }))).toEqual(expected);
});

test('of two answers that contradict each other, what one of them has is not gone', async () => {
  const both = ['b', 'ab'].map((letters, number) => night(`m${2 + number}`, letters, { after: ['m1.0'] }));
  const rows = [...GIVEN, told('r', 'Slack'), ...both.flatMap((one) => given(one.claimId, one))];
  expect(shown(await formerCompanies([monday, ...both], rows))).toEqual(['Alder Ltd: ']);
});

const FOR_BOTH = { state: 'ended', readers: ['Slack', 'mail'].map(readerHash) } as const;
test.each<[string, Partial<UnreportedRun>, Asking, boolean]>([
  ['has ended', { state: 'ended' }, {}, true],
  ['was silent for a day', {}, {}, false],
  ['was silent for longer', {}, { nowMs: after(25) }, true],
  ['is taken for dead, and was silent for less', { state: 'presumedDead', beatAt: DAY_AFTER }, {}, false],
  ['has ended, and had another reader as well', FOR_BOTH, {}, false],
  ['has ended, and had both readers', FOR_BOTH, { readers: [...FOR_BOTH.readers] }, true],
  ['had one who did not come back for a year', FOR_BOTH, { nowMs: after(366 * 24) }, false],
  ['had one who did not come back for longer', FOR_BOTH, { nowMs: after(366 * 24 + 1) }, true],
  ['has ended in the sandbox', { state: 'ended', environment: 'sandbox' }, {}, false],
  ['asks itself', { state: 'ended', runId: 'own' }, {}, false],
])('whether nobody has to look again at the answers of a run that %s', async (_, by, asking, isOver) => {
  const unreportedRuns = [killed(by)];
  const runs = [{ runId: monday.runId, companies: new Set([monday.company]) }];
  for (const knowsAll of [false, true]) {
    const { over } = await undelivered([monday], [], { unreportedRuns, knowsAll, ...asking });
    expect(over).toEqual(isOver ? runs : []);
  }
});

const TOLD = deliveriesOf(reportsIn([...GIVEN, told('r', 'Slack')]));
const answered = (answer: IntactAnswer, doubt: Doubt | null = null, deliveries = TOLD) =>
  resultOfAnswer(
    { ...knowing(monday, tuesday, answer), deliveries },
    { answer, doubt, remembered: false },
    { nowMs: 0, readers: [readerHash('Slack')] },
  );
const lost = (by: Partial<IntactAnswer> = {}) => {
  const asked = { company: monday.company, claimId: 'm', referenceId: '', askedAt: '' };
  const answers = [{ ...tuesday, ...by }];
  return resultWithoutVerdict(knowing(monday), { ...asked, doubt: 'noAnswer', answers }, 0);
};
const wednesday = (letters: string) => night('m3', letters, { after: ['m2.0'] });
const clearFirst = night('m9', '', { of: renamed });
test.each<[string, ReturnType<typeof answered>, object[]]>([
  ['nothing of what was told', answered(monday), []],
  ['a hit that was not told', answered(tuesday), [givenAs(tuesday)]],
  ['hits that are gone', answered(wednesday('')), [givenAs(wednesday(''))]],
  ['nothing of a company that is clear, and was never told', answered(clearFirst), []],
  ['the same, in doubt', answered(clearFirst, 'otherRequest'), [givenAs(clearFirst)]],
  ['the same, to review', answered(night('m9', '?', { of: renamed })), [givenAs(clearFirst)]],
  ['nothing that is not stored', { ...answered(tuesday), stored: false }, []],
  ['each answer of a company without a verdict', lost(), [{ ...givenAs(tuesday), hits: [] }]],
  [
    'the original of a repeat among these',
    lost({ isRepeat: true, previousOriginals: ['m1.0'] }),
    [{ ...givenAs(monday), hits: [] }],
  ],
])('a report has to name %s, before the company leaves the list', (_, result, entries) => {
  expect(toDeliver(result)).toEqual(entries);
});

test.each([
  [
    'of several nights, what is left is named, and all of it is told then',
    'r1',
    ['Alder Ltd: Hit c new, Hit a gone'],
  ],
  ['one that was told by a later report is asked about once', 'r2', ['Alder Ltd: ']],
])('%s', async (_, first, expected) => {
  const rows = [...given('r1', monday), ...given('r2', tuesday), told(first, 'Slack')];
  const former = await formerCompanies([monday, tuesday], rows);
  expect(shown(former)).toEqual(expected);
  const entries = former.flatMap(({ reportEntries }) => reportEntries);
  const after = [...rows, ...givenTo(['Slack'], 'r3', ...entries), told('r3', 'Slack')];
  expect(await formerCompanies([monday, tuesday], after)).toEqual([]);
});
