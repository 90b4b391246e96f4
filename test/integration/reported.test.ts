// Only What Is Not Yet Reported, and Mark as Reported, over HTTP: nothing is missed, and nothing is told twice without need.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { testTime, type TestTime } from '../support/testTime';
import { jsons } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);
/** Nights that are a day apart; undefined: in real time. */
let time: TestTime | undefined;
beforeEach(() => {
  time = undefined;
});

const HIT = 'Gloomharbour Shipping Ltd';
const LIST = [HIT, 'Honest Bakery'];
const CLEAR = { status: 'Completed', isError: false, totalHits: 0, details: [] };
const patched = (match: string, patch: IDataObject) =>
  sandbox().faults([{ on: 'screening', match, fault: { kind: 'record', patch } }]);

/** One night: everything is due, and the summary comes last. */
async function night(companies: readonly string[] = LIST, { output, ...more }: Night = {}) {
  const run = await register.run(
    {
      keepInRegister: true,
      registerSettings: { screenAgainAfterDays: 1e-9, companiesToReturn: 'notReported' },
      output: { summaryItem: true, ...output },
      ...more,
    },
    companies.map((company) => ({ company })),
    time ? { time } : {},
  );
  const summary = jsons(run).at(-1) ?? {};
  const items = jsons(run).filter(({ outcome }) => outcome !== 'summary');
  return { summary, items, hints: run.hints, told: items.map(({ outcome, change }) => change ?? outcome) };
}
type Night = INodeParameters & { output?: INodeParameters };
const mark = async ({ reportId }: IDataObject) =>
  jsons(
    await register.inRegister('markAsReported', {
      reportId: z.string().parse(reportId),
      reportedTo: 'default',
    }),
  );

test('what was told does not come out again, and the receipt comes every night', async () => {
  const first = await night();
  expect(first.told).toEqual(['new', 'clear']);
  expect(new Set(first.items.map(({ reportId }) => reportId))).toEqual(new Set([first.summary['reportId']]));
  expect(await mark(first.summary)).toMatchObject([
    { outcome: 'reported', companies: 2, alreadyReported: false, reportedTo: 'default' },
  ]);
  const second = await night();
  expect(second.told).toEqual([]);
  expect(second.summary).toMatchObject({ companies: 2, companiesWithHits: 1, clear: 1, newHits: 0 });
  expect(second.summary['message']).toBe(
    '2 companies on the list in the sandbox, not real results: 2 screened now, 0 from the register.\n' +
      '1 with hits, 1 clear, 0 without a verdict.\n' +
      'The list is as long as in the run before.\n' +
      '1 case of this list waits for a decision.\nNothing new was found.',
  );
});

test('a list that shrank is in the receipt and in the row of the run', async () => {
  await night([...LIST, 'Quiet Mill']);
  const { summary } = await night([HIT]);
  expect(summary).toMatchObject({ companies: 1, companiesBefore: 3 });
  expect(summary['message']).toContain('Check the list: it has 2 fewer than in the run before, which had 3.');
  const runs = await register.get('runs');
  expect(runs).toMatchObject([
    {
      companies: 1,
      companiesBefore: 3,
      environment: 'sandbox',
      control: 'none',
      reportId: summary['reportId'],
    },
    { companies: 3, companiesBefore: null },
  ]);
});

test('no text of a stranger makes a line, a mention, a link or markup in a message', async () => {
  const name = 'Gloom <!channel> @here *Clear* https://evil.example';
  const hit = { name: `${name}\n• Honest Bakery: clear`, sourceType: 'Sanction' };
  await patched('Gloom', { status: 'Completed', isError: false, totalHits: 1, details: [hit] });
  const { summary } = await night([HIT]);
  const { message, slackMessage, htmlMessage } = summary as Record<string, string>;
  expect(message?.split('\n').filter((line) => line.startsWith('•'))).toHaveLength(1);
  for (const text of [message, slackMessage, htmlMessage]) {
    expect(text).not.toMatch(/@here|https:\/\/|\*Clear\*|evil\.example/);
  }
  expect(slackMessage).not.toMatch(/[<>]/);
  expect(htmlMessage).not.toContain('<!channel');
});

test('what a message has no room for is not marked as told, and comes out again', async () => {
  const hit = (number: number) => ({ name: `${'x'.repeat(90)} ${number}`, sourceType: 'Sanction' });
  await sandbox().faults([
    {
      on: 'screening',
      fault: {
        kind: 'record',
        patch: { ...CLEAR, totalHits: 40, details: Array.from({ length: 40 }, (_, number) => hit(number)) },
      },
    },
  ]);
  const names = Array.from({ length: 8 }, (_, number) => `Company ${number}`);
  const namedIn = ({ message }: IDataObject) =>
    names.filter((name) => JSON.stringify(message).includes(`• ${name}: ${'x'.repeat(90)}`));
  const first = await night(names, { output: { itemsPer: 'company' } });
  expect(first.summary).toMatchObject({ newHits: 320 });
  const told = namedIn(first.summary);
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(8);
  expect(await mark(first.summary)).toMatchObject([{ companies: told.length }]);
  const second = await night(names, { output: { itemsPer: 'company' } });
  expect(second.items.map(({ companyName }) => companyName)).toEqual(
    names.filter((name) => !told.includes(name)),
  );
  expect([...told, ...namedIn(second.summary)].sort()).toEqual([...names].sort());
  await mark(second.summary);
  expect((await night(names, { output: { itemsPer: 'company' } })).items).toEqual([]);
});

test('of a company with more hits than a message has room for, each is named in one of the next messages, and none twice', async () => {
  const details = Array.from({ length: 900 }, (_, number) => ({ name: `Name ${number}`, sourceType: 'PEP' }));
  await patched('Honest', { totalHits: details.length, details });
  const namedIn = ({ message }: IDataObject) => JSON.stringify(message).match(/(?<=Bakery: )Name \d+/g) ?? [];
  const named: string[] = [];
  for (let time = 0; time < 3; time++) {
    const { summary } = await night(LIST);
    named.push(...namedIn(summary));
    if (time === 0) expect(summary['message']).toMatch(/Honest Bakery: \d+ more hits, in the next message/);
    await mark(summary);
  }
  expect(new Set(named).size).toBe(900);
  expect(named).toHaveLength(900);
  expect((await night(LIST)).items).toEqual([]);
});

test('a company that is taken off the list before its hit was told is named once more', async () => {
  time = testTime();
  const nextNight = (companies: string[]) => {
    time?.later(24 * 3_600);
    return night(companies);
  };
  await night([HIT, 'Honest Bakery', 'Old Mill']);
  const left = await nextNight(['Honest Bakery']);
  expect(left.summary['subject']).toContain('1 found earlier and not reported yet');
  expect(left.summary['message']).toContain(
    `Found earlier, not reported yet, and not on this list now (1 company):\n• ${HIT}: ${HIT} (Sanction)`,
  );
  expect(left.summary['message']).not.toContain('Old Mill');
  // That message is lost as well.
  const again = await nextNight(['Honest Bakery']);
  expect(again.summary['message']).toContain(`• ${HIT}: ${HIT} (Sanction)`);
  await mark(again.summary);
  expect((await nextNight(['Honest Bakery'])).summary['subject']).toBe(
    'Sandbox, not real: Company screening: nothing new',
  );
  // On the list again, it has nothing new.
  expect((await nextNight([HIT])).items).toEqual([]);
});

test('a Company Key whose column was renamed stops the run before anything is sent', async () => {
  const { items } = await night(LIST, { companyKey: '={{ $json.customerNo }}' });
  expect(items).toMatchObject([
    {
      outcome: 'error',
      error: expect.stringContaining('The expression in Company Key returns nothing') as string,
    },
    { outcome: 'error' },
  ]);
  expect((await sandbox().stats()).screenings).toEqual([]);
  const { hints } = await night(LIST, { companyKey: "={{ $json.none ?? '' }}" });
  expect(hints[0]).toContain('2 rows have no Company Key: the name is the key.');
});
