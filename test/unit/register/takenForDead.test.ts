// What is known of companies after a run that was taken for dead and lives, or beside one that is slow.
import type { ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { SentResult, RunSettings } from '../../../nodes/CompanyScreening/register/protocol/messages';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import { TIMES } from '../../../nodes/CompanyScreening/register/facts/liveness';
import { beginRun, type RegisterPorts } from '../../../nodes/CompanyScreening/register/protocol/register';
import { equal, type Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, hit } from './anAnswer';
import { cleared, portsOn, settingsWith, wanted } from './aList';
import { aDecision } from './decisions/aDecision';
import { MemoryTables, rowsOf } from './memoryTables';
import { wholeRegisterIn } from './wholeRegister';

const settings = settingsWith(1, { nodeHash: 'node' });
const dueAgain: RunSettings = { ...settings, due: { again: { is: 'age', ms: 0 }, dateOf: String } };
const [x, y, z] = [wanted(aCompany('X')), wanted(aCompany('Y')), wanted(aCompany('Z'))];
const oneId = (one: ListedCompany): SentResult => ({ ...cleared(one), screeningId: 'one id' });
const withHit = (one: ListedCompany): SentResult => ({ ...cleared(one), outcome: 'hit', hits: [hit] });
const clockLater = (ms: number): Pick<RegisterPorts, 'now' | 'wallClock'> => ({
  now: () => performance.now(),
  wallClock: () => Date.now() + ms,
});

/** A run, batch after batch. Gives what goes on with it, and what came out. */
function play(
  tables: Tables,
  companies: readonly ListedCompany[],
  { more = {}, by = settings }: { more?: Partial<RegisterPorts>; by?: RunSettings } = {},
) {
  const begun = beginRun(portsOn(tables, more), by, companies);
  const concluded: CompanyResult[] = [];
  let batches = 0;
  let sent: readonly ListedCompany[] = [];
  let turn: Awaited<ReturnType<Awaited<typeof begun>['first']>> | undefined;
  /** Until so many batches are under way, or were. */
  const goOn = async (answer: (one: ListedCompany) => SentResult, atMost = Infinity) => {
    const run = await begun;
    turn ??= await run.first();
    for (;;) {
      concluded.push(...turn.concluded.splice(0));
      if (turn.is === 'over') return;
      if (turn.is === 'send') {
        sent = turn.companies;
        batches += 1;
        if (batches === atMost) {
          turn = { ...turn, is: 'wait' };
          return;
        }
        turn = await run.next(null);
      } else turn = await run.next({ results: sent.map(answer), companyMs: 0 });
    }
  };
  return { begun, goOn, concluded };
}

async function read(tables: Tables): Promise<string[]> {
  const { companies } = await wholeRegisterIn(tables, Date.now());
  const answers = companies.flatMap((one) => (one.is === 'answer' ? [one] : []));
  const saidOf = ({ doubt, answer: { outcome, reason, data } }: (typeof answers)[number]) =>
    [data.company.key, outcome, doubt ?? reason].join(' ').trim();
  return answers.map(saidOf).sort();
}

const takeForDead = (tables: MemoryTables) =>
  tables.change('runs', { state: 'presumedDead' }, equal('state', 'going'));

test('a run that was taken for dead learns that another company got the id of one that it stores late', async () => {
  const tables = new MemoryTables('sqlite');
  const first = play(tables, [x, y]);
  await first.goOn(oneId, 2);
  await takeForDead(tables);
  await play(tables, [z, x]).goOn(oneId);
  await first.goOn(cleared);
  expect(await read(tables)).toEqual(['X clear otherRequest', 'Y clear', 'Z review staleAnswer']);
});

test('what another run has screened again since counts', async () => {
  const tables = new MemoryTables('sqlite');
  const first = play(tables, [x, y]);
  await first.goOn(cleared, 2);
  await takeForDead(tables);
  await play(tables, [x], { by: dueAgain }).goOn(withHit);
  await first.goOn(cleared);
  expect(await read(tables)).toEqual(['X hit', 'Y clear']);
});

test('a hit that comes late to a run that was taken for dead speaks against the next answer, although a person had that sent again too', async () => {
  const tables = new MemoryTables('sqlite');
  const takeForDeadAndSendAgain = async (claimsBefore: number) => {
    await takeForDead(tables);
    const claims = await rowsOf(tables, 'claims');
    const about = { company: x.hash, claimId: String(claims[claimsBefore]?.['mark']), hitFingerprint: '' };
    await tables.insert('decisions', aDecision('sendAgain', about));
  };
  const first = play(tables, [x]);
  await first.goOn(withHit, 1);
  await takeForDeadAndSendAgain(0);
  const second = play(tables, [x]);
  await second.goOn(cleared, 1);
  await takeForDeadAndSendAgain(1);

  await first.goOn(withHit);
  await second.goOn(cleared);
  expect(second.concluded).toMatchObject([
    { is: 'answer', answer: { outcome: 'clear' }, doubt: 'contradiction' },
  ]);
  const { companies } = await wholeRegisterIn(tables, Date.now());
  expect(companies).toMatchObject([{ is: 'withoutVerdict', doubt: 'contradiction' }]);
});

test('who waits for a company takes its answer, although the run that got it is busy with others', async () => {
  const tables = new MemoryTables('sqlite');
  const first = play(tables, [x, y]);
  await first.goOn(cleared, 1);
  let waitedMs = 0;
  const clock = { now: () => waitedMs, wallClock: () => Date.now() };
  const waits = () => {
    // The service takes its time for the second company, and meanwhile the run shows that it lives.
    if (waitedMs === 0) void first.goOn(cleared, 2);
    waitedMs += TIMES.poll;
    void tables.change('runs', { beat: String(waitedMs) }, equal('state', 'going'));
  };
  const second = await beginRun(portsOn(tables, { ...clock, waits }), settings, [x]);
  const { concluded } = await second.first();
  expect(concluded.map((one) => (one.is === 'answer' ? one.answer.outcome : one.is))).toEqual(['clear']);
  expect(waitedMs).toBeLessThan(60_000);
  // A run that nobody ends shows for ever that it lives.
  await first.goOn(cleared);
});

test('a run beside another one learns that the control of that one has failed meanwhile', async () => {
  const tables = new MemoryTables('sqlite');
  let holds = true;
  const first = play(tables, [x, y], { more: { controlFailed: () => !holds } });
  await first.goOn(cleared, 2);
  const second = play(tables, [x, z], { more: clockLater(40_000) });
  await second.begun;
  holds = false;
  await first.goOn(cleared);
  await second.goOn(cleared);
  expect(await read(tables)).toContain('X review controlFailed');
});
