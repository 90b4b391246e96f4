// What a killed run left without an answer is one case at the desk, and one decision of a person has all of it sent again, once.
import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { companyHash, type Company } from '../../nodes/CompanyScreening/register/rows/identity';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { claimRow } from '../../nodes/CompanyScreening/register/rows/claimRows';
import { equal, type Statement, type Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { aDesk } from './desk';
import { aCompany, anAnswer } from './register/anAnswer';
import { isInsert, MemoryTables, rowsOf, watched } from './register/memoryTables';
import { jsonsOf } from './builders';

const KILLED = '2026-03-09T02:00:00.000Z';
const NOW = Date.parse('2026-03-11T12:00:00.000Z');
let tables: MemoryTables;
const several: Company = { ...aCompany('Alder Ltd'), names: ['Alder Ltd', 'Alder Trading', 'Old Alder'] };
const LEFT = [several, aCompany('Birch Ltd'), aCompany('Cedar Ltd')];
/** Annual returns are requested without a reference id. */
const referenceIdOf = ({ option, names: [name] }: Company) =>
  option === 'AnnualReturns' ? '' : `ref ${name}`;
const claim = (mark: string, run: string, companies: readonly Company[], claimedAt = KILLED) =>
  claimRow({
    claimId: mark,
    runId: run,
    companies: companies.map(companyHash),
    referenceIds: Object.fromEntries(companies.map((one) => [companyHash(one), referenceIdOf(one)])),
    requests: Object.fromEntries(
      companies.flatMap((one) => (one.names.length > 1 ? [[companyHash(one), one.names.length]] : [])),
    ),
    claimedAt,
  });
const aRun = (run: string, state: string) => ({
  ...{ run, state, beat: 'b', beatAt: KILLED, startedAt: KILLED, environment: 'production' },
  startedBy: `Nightly, execution ${run} (trigger)`,
});

beforeEach(async () => {
  tables = new MemoryTables('sqlite');
  await tables.insert('runs', aRun('killed', 'presumedDead'), aRun('other', 'ended'));
  // Two halves of a batch were under way; one company of them has its answer.
  const answered = aCompany('Dogwood Ltd');
  await tables.insert('answers', answerRow(anAnswer(answered, 'm1', { screening: '' })));
  await tables.insert(
    'claims',
    claim('m1', 'killed', [several, answered]),
    claim('m2', 'killed', LEFT.slice(1), '2026-03-09T02:00:05.000Z'),
    claim('m3', 'other', [aCompany('Elder Ltd')]),
  );
});

const { get, open, decide: decideAt } = aDesk(() => ({ tables, nowMs: NOW }));
const decide = async (caseId: unknown, decision = 'sendAgain', on?: Tables) =>
  jsonsOf(await decideAt(caseId, decision, 'ann', on));
const decisions = () => rowsOf(tables, 'decisions');
const killedCase = async () => {
  const [found] = (await open()).filter(({ kind }) => kind === 'unansweredRun');
  if (!found) throw new Error('No case is about a killed run.');
  return found;
};

test('all that one killed run left is one case, with how many they are and what they cost at the maximum', async () => {
  const all = await open();
  expect(all).toMatchObject([
    { kind: 'noAnswer', referenceId: 'ref Elder Ltd', companies: 1, maximumScreenings: null },
    {
      ...{ outcome: 'openCase', kind: 'unansweredRun', standing: 'open', reason: 'noAnswer' },
      ...{ companies: 3, maximumScreenings: 5, ageDays: 2, since: KILLED, environment: 'production' },
      mayDecide: 'sendAgain; close',
      companyName: null,
      message:
        'The run of Nightly, execution killed (trigger) sent 3 companies, and no answer for them is known: it was killed, or the service did not answer. Some of them may have been screened and paid for. Sending all of them again costs at most 5 screenings.',
    },
  ]);
  expect(Object.keys(all[1] ?? {})).toEqual(Object.keys(all[0] ?? {}));
  expect(all[1]?.['form']).toContain('costs at most 5 screenings');
  const [worklist] = jsonsOf(await get('worklist'));
  expect(worklist).toMatchObject({ open: 2, choosable: 2 });
  expect(worklist?.['page']).toMatch(
    /3 companies that a run left without an answer[^<]*<\/td>\s*<td>no answer came</,
  );
  expect(await open({ filters: { case: all[1]?.['label'] } })).toMatchObject([{ kind: 'unansweredRun' }]);
});

test('one decision about all that a killed run left is one row for each company, in one insert', async () => {
  const { caseId } = await killedCase();
  const calls: Statement[] = [];
  const on = watched(tables, (statements) => calls.push(...statements));
  expect(await decide(caseId, 'sendAgain', on)).toMatchObject([
    {
      ...{ outcome: 'decision', decided: 'sendAgain', companies: 3, standing: 'sendAgain', problem: null },
      ...{ decisions: 3, companyKey: null, decisionId: null },
      message:
        '3 companies are sent again by the next run that has them in its list, as ann@company.example decided. That costs at most 5 screenings.',
    },
  ]);
  expect(calls.filter((one) => one.do === 'insert')).toMatchObject([
    { table: 'decisions', rows: [{}, {}, {}] },
  ]);
  const rows = await decisions();
  expect(rows.map(({ company, mark, decided }) => [company, mark, decided])).toEqual([
    [companyHash(LEFT[0] ?? several), 'm1', 'sendAgain'],
    ...LEFT.slice(1).map((one) => [companyHash(one), 'm2', 'sendAgain']),
  ]);
  // A chain, of which only the end is new.
  expect(rows.map(({ previousSeals }) => JSON.parse(String(previousSeals)) as unknown)).toEqual([
    [],
    [rows[0]?.['seal']],
    [rows[1]?.['seal']],
  ]);
  expect(await open()).toMatchObject([{ kind: 'noAnswer' }]);
  const [next] = await open({ filters: { notProposedBy: 'ann@company.example' } });
  expect(next?.['form']).toContain(
    'Your last decision: 3 companies are sent again by the next run that has them in its list, as ann@company.example decided.',
  );
  await expect(decide(caseId)).rejects.toThrow('Nothing was recorded: this has changed');
  expect(await decisions()).toHaveLength(3);
});

test('what it costs at the maximum to send all again is the same if somebody has changed the claim', async () => {
  await tables.change('claims', { companiesHash: 'other' }, equal('mark', 'm1'));
  expect(await killedCase()).toMatchObject({ companies: 3, maximumScreenings: 5 });
});

test.each([
  ['whose row was deleted', () => tables.remove('runs', equal('run', 'killed')), [1, 3]],
  [
    'that its claim does not name any more',
    () => tables.change('claims', { run: '' }, equal('run', 'killed')),
    [1, 1, 1, 1],
  ],
])('what a run left %s comes to the desk after a day, and can be decided', async (_, edit, companies) => {
  await edit();
  const cases = await open();
  expect(cases.map((one) => one['companies']).toSorted()).toEqual(companies);
  for (const { caseId } of cases) await decide(caseId);
  expect(await open()).toEqual([]);
  expect(await decisions()).toHaveLength(4);
});

test('it can be closed, and nothing else can be decided about it', async () => {
  const { caseId } = await killedCase();
  for (const decision of ['falsePositive', 'confirm', 'trueMatch', 'reject'])
    await expect(decide(caseId, decision)).rejects.toThrow('this is a company without a verdict');
  expect(await decisions()).toEqual([]);
  expect(await decide(caseId, 'close')).toMatchObject([
    {
      standing: 'closed',
      message: expect.stringMatching(/have no verdict, and are not screened again until/) as string,
    },
  ]);
});

test('a decision about all that a killed run left is refused if one of them was decided meanwhile', async () => {
  const { caseId } = await killedCase();
  const [, single] = await open({ filters: { case: caseId } });
  expect(single).toBeUndefined();
  // Each is still a case of its own for whoever has its id.
  const companies = jsonsOf(await get('companies'));
  const one = companies.find(({ referenceId }) => referenceId === 'ref Birch Ltd');
  expect(await open({ filters: { case: one?.['caseId'] } })).toMatchObject([
    { kind: 'noAnswer', companies: 1 },
  ]);
  await decide(one?.['caseId'], 'close');
  await expect(decide(caseId)).rejects.toThrow('somebody has decided about this since');
  expect(await killedCase()).toMatchObject({ companies: 2 });
});

test('of a single company that is left there is no case for all', async () => {
  const { caseId } = await killedCase();
  const answers = LEFT.slice(1).map((one, place) =>
    answerRow(anAnswer(one, 'm2', { screening: '', answerId: `m2.${place}` })),
  );
  await tables.insert('answers', ...answers);
  expect((await open()).map(({ kind }) => kind)).toEqual(['noAnswer', 'noAnswer']);
  await expect(decide(caseId)).rejects.toThrow('this has changed');
});

test('a run that may live holds its companies: there is no case', async () => {
  await tables.change(
    'runs',
    { state: 'going', beatAt: new Date(NOW).toISOString() },
    equal('run', 'killed'),
  );
  expect((await open()).map(({ kind }) => kind)).toEqual(['noAnswer']);
});

test.each([
  ['was carried out', 3],
  ['was not', 0],
])('an insert that is told as failed and %s is told so', async (_, stored) => {
  const { caseId } = await killedCase();
  const on = watched(tables, async (statements) => {
    if (!isInsert(statements)) return;
    if (stored > 0) await tables.run(statements);
    throw new Error('The connection was lost.');
  });
  if (stored > 0) expect(await decide(caseId, 'sendAgain', on)).toMatchObject([{ companies: 3 }]);
  else await expect(decide(caseId, 'sendAgain', on)).rejects.toThrow();
  expect(await decisions()).toHaveLength(stored);
});

test.each(['run1~killed', 'run1~killed~0123456789abcdef~00000000', 'run1~=1+1~0123456789abcdef~00000000'])(
  '%s names no case',
  async (caseId) => {
    await expect(decide(caseId)).rejects.toThrow('Case ID has an invalid value');
  },
);

test('of a run that requested annual returns it speaks of numbers and requests', async () => {
  tables = new MemoryTables('sqlite');
  const numbers = ['12345678901234', '22345678901234'].map((name): Company => ({
    ...aCompany(name),
    option: 'AnnualReturns',
  }));
  await tables.insert('runs', aRun('killed', 'presumedDead'));
  await tables.insert('claims', claim('m1', 'killed', numbers));
  const [item] = await open();
  expect(item?.['message']).toMatch(
    /sent 2 registration numbers, .* requested and paid for\. .* costs at most 2 requests/,
  );
  expect(item?.['label']).toMatch(/^2 registration numbers that a run left without an answer/);
  expect(`${plainText(item?.['message'])} ${plainText(item?.['label'])}`).not.toMatch(/compan|screen/i);
});
