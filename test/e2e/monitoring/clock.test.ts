// The nightly example and its watchdog as they are imported, in a real n8n whose clock is moved: what is sent, and what is told.
import axios from 'axios';
import { newFolder, removeFolder } from '../../support/folders';
import { changeRows } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import { makeFakeClock, type FakeClock } from '../../support/fakeClock';
import { change, nodeOf } from '../examples/exampleRuns';
import { until } from '../../support/waiting';
import { startMonitoring, type Monitoring } from './monitoring';

const HIT = 'Gloomharbour Shipping Ltd';
const BAKERY = 'Willowbrook Bakery Ltd';
const CONTROL = 'Nebelwald Präzisions GmbH';

let folder: string;
let clock: FakeClock;
let monitoring: Monitoring;

beforeAll(async () => {
  folder = await newFolder('clock');
  clock = await makeFakeClock(folder);
  monitoring = await startMonitoring(clock);
});

afterAll(async () => {
  await monitoring.stop();
  await removeFolder(folder);
});

beforeEach(() => monitoring.reset());

type Night = Awaited<ReturnType<typeof tellNight>>;

/** Runs the nightly workflow. @param at a time of Auckland, which is the time zone of the workflow, with its distance from UTC */
async function night(at: string) {
  await setClock(at);
  return tellNight();
}

const nightAt = async (at: string) => account(await night(at));

/** Gives what a night sent, control and all, and what it told: its subject, and the lines of its message on Slack. */
async function tellNight() {
  const { outgoing, sandbox } = monitoring;
  const before = (await sandbox.paid(0)).length;
  const execution = await monitoring.night();
  expect(execution.error).toBeUndefined();
  const screened = (await sandbox.paid(before)).map(({ companyName }) => companyName).sort();
  const [message = ''] = outgoing.slackMessages();
  const [summary] = execution.output('Company Screening', 3);
  return { screened, subject: String(summary?.json['subject']), lines: message.split('\n') };
}

async function setClock(at: string): Promise<void> {
  const epochMs = Date.parse(at);
  await clock.set(epochMs);
  const { rest, url } = monitoring;
  await until(
    `n8n's clock said ${at}`,
    async () => {
      const { headers } = await axios.get(`${url}/healthz`, { proxy: false });
      return Math.abs(Date.parse(String(headers['date'])) - epochMs) < 60_000;
    },
    { everyMs: 100 },
  );
  // A session ends with its time.
  await rest.signIn(owner);
}

/** The first words of each problem that the watchdog tells. */
async function alarms(): Promise<string[]> {
  await monitoring.watch();
  monitoring.outgoing.slackMessages();
  const problems = monitoring.outgoing.emails().flatMap(({ text = '' }) => text.trimEnd().split('\n\n'));
  return problems.map((problem) => problem.split(' ').slice(0, 4).join(' '));
}

const ALL = [HIT, CONTROL, BAKERY].sort();
/** What a night sent, and what its message and its subject say of that. */
const account = ({ screened, subject, lines }: Night) => ({
  screened,
  now: lines.flatMap((line) => /\d+ screened now/.exec(line) ?? []),
  saysNothing: [subject, lines[0] ?? ''].map((text) => /nothing was screened/i.test(text)),
});
const NOTHING_SENT = { screened: [], now: ['0 screened now'], saysNothing: [true, true] };
const EVERYBODY = { screened: ALL, now: ['2 screened now'], saysNothing: [false, false] };

test('late nights, and runs by hand before them: no night is skipped, none is paid for twice, and each says what it did', async () => {
  await monitoring.monitor(HIT, BAKERY);
  expect(await nightAt('2027-02-01T23:50:00+13:00')).toEqual(EVERYBODY);
  // By hand, a moment later: it is Tuesday by now.
  const soon = await night('2027-02-02T00:05:00+13:00');
  expect(account(soon)).toEqual(NOTHING_SENT);
  expect(soon.lines).toContain(
    'The next company is due in a run that begins at 2027-02-02 02:50 or later (Pacific/Auckland).',
  );
  expect(await nightAt('2027-02-02T23:50:00+13:00')).toEqual(EVERYBODY);
  // This one comes late, and the next one at its time, on the same date.
  expect(await nightAt('2027-02-04T00:10:00+13:00')).toEqual(EVERYBODY);
  expect(await nightAt('2027-02-04T23:50:00+13:00')).toEqual(EVERYBODY);
  // By hand in the afternoon; a company is listed after that, and found in the night.
  expect(await nightAt('2027-02-06T17:00:00+13:00')).toEqual(EVERYBODY);
  await monitoring.sandbox.watchlist({ add: [{ name: BAKERY, sourceType: 'Sanction', sourceId: 'V-1' }] });
  const found = await night('2027-02-07T02:00:00+13:00');
  expect([account(found), found.subject]).toEqual([EVERYBODY, 'Company screening: 1 new']);
  expect(found.lines).toContain(`• ${BAKERY}: ${BAKERY} (Sanction)`);
  // By hand in the evening of the same date.
  expect(await nightAt('2027-02-07T22:00:00+13:00')).toEqual(NOTHING_SENT);
  expect(await alarms()).toEqual(['1 case has been']);
});

test('a clock that was a year ahead, and one that is behind, cost no night, and the watchdog says so', async () => {
  await monitoring.monitor(HIT, BAKERY);
  expect(await nightAt('2027-05-01T02:00:00+12:00')).toEqual(EVERYBODY);
  expect(await nightAt('2028-05-02T02:00:00+12:00')).toEqual(EVERYBODY);
  expect(await nightAt('2027-05-03T02:00:00+12:00')).toEqual(EVERYBODY);
  expect(await alarms()).toEqual(['A run is dated']);
  expect(await nightAt('2027-05-04T02:00:00+12:00')).toEqual(EVERYBODY);
  // Five days behind.
  expect(await nightAt('2027-04-29T02:00:00+12:00')).toEqual(EVERYBODY);
  expect(await alarms()).toEqual(['4 runs are dated']);
  expect(await nightAt('2027-05-05T02:00:00+12:00')).toEqual(EVERYBODY);
  expect(await alarms()).toEqual(['A run is dated']);
  // A night later, nobody has screened: the run that is dated in the future hides nothing.
  await setClock('2027-05-06T05:00:00+12:00');
  expect(await alarms()).toEqual([
    'A run is dated',
    'No run of "Nightly',
    'Slack was not told',
    '1 case has been',
  ]);
});

test('a night that is killed at 23:58 goes on at 00:05: nothing is paid for twice, nothing is left out of the next night', async () => {
  const { killN8n, rest, sandbox, save } = monitoring;
  const batch = (name: string) => Array.from({ length: 10 }, (_, index) => `${name} ${String(index)} Ltd`);
  const [stored, underWay, later] = [batch('Alder'), batch('Birch'), batch('Cedar')];
  await monitoring.monitor(...stored, ...underWay, ...later);
  await save('nightly-rescreening.json', (workflow) => {
    const node = nodeOf(workflow, 'Company Screening');
    change(node, 'registerSettings', { batchSize: 10 });
    node.parameters['options'] = { controlName: CONTROL };
  });
  await sandbox.faults([{ on: 'screening', match: 'Birch 9', fault: { kind: 'hang' } }]);
  await setClock('2027-06-01T23:58:00+12:00');
  const before = (await sandbox.paid(0)).length;
  await monitoring.beginNight();
  await until('the second batch was under way', async () => {
    const paid = (await sandbox.paid(before)).map(({ companyName }) => companyName);
    return underWay.slice(0, 9).every((name) => paid.includes(name));
  });
  await killN8n();
  await sandbox.faults([]);
  await setClock('2027-06-02T00:05:00+12:00');
  // It counts as dead after two minutes, which nobody waits for here.
  const going = { column: 'state', value: 'going' };
  await changeRows(rest, 'Screening register runs', going, { beatAt: '2027-05-31T00:00:00.000Z' });
  const goneOn = await tellNight();
  expect(goneOn.screened).toEqual([...later, CONTROL].sort());
  // One that hangs; the nine others too, unless the node sent them in two parts, the first of which was stored.
  const left = Number(/(\d+) without a verdict$/.exec(goneOn.subject)?.[1]);
  expect([5, 10]).toContain(left);
  const totals = `0 with hits, ${30 - left} clear, ${left} without a verdict.`;
  expect(goneOn.lines).toContain(totals);
  // What may have been paid for waits for a person.
  const next = await night('2027-06-02T23:58:00+12:00');
  expect(next.screened).toEqual([...stored, ...underWay.slice(0, 10 - left), ...later, CONTROL].sort());
  expect(next.lines).toContain(totals);
});
