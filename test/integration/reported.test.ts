// Only What Is Not Yet Reported, and Mark as Reported, over HTTP: nothing is missed, and nothing is told twice without need.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Statement, Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { testTime, type TestTime } from '../support/testTime';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
/** Nights that are a day apart; undefined: in real time. */
let time: TestTime | undefined;
/** What the tables refuse. */
let isRefused: (statement: Statement) => boolean;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
  isRefused = () => false;
  time = undefined;
});
const refusing: Tables = {
  run: (statements) =>
    statements.some((one) => isRefused(one))
      ? Promise.reject(new Error('The tables are full.'))
      : tables.run(statements),
  runWithoutWaiting: () => undefined,
};
const register = () => Promise.resolve({ tables: refusing, isNew: false });

const HIT = 'Gloomharbour Shipping Ltd';
const LIST = [HIT, 'Honest Bakery'];
const CLEAR = { status: 'Completed', isError: false, totalHits: 0, details: [] };
const PENDING = { status: 'Pending' };
const patched = (match: string, patch: IDataObject) =>
  sandbox().faults([{ on: 'screening', match, fault: { kind: 'record', patch } }]);

type Night = INodeParameters & Partial<Record<'output' | 'registerSettings', INodeParameters>>;

/** One night: everything is due, and the summary comes last. */
async function night(companies: readonly string[] = LIST, { registerSettings, output, ...more }: Night = {}) {
  const run = await runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    register,
    ...(time ? { time } : {}),
    items: companies.map((company) => ({ company })),
    parameters: {
      keepInRegister: true,
      registerSettings: { screenAgainAfterDays: 1e-9, companiesToReturn: 'notReported', ...registerSettings },
      output: { summaryItem: true, ...output },
      ...more,
    },
  });
  const summary = jsons(run).at(-1) ?? {};
  const items = jsons(run).filter(({ outcome }) => outcome !== 'summary');
  return { summary, items, hints: run.hints, told: items.map(({ outcome, change }) => change ?? outcome) };
}
const markAll = (items: IDataObject[], parameters: IDataObject = {}) =>
  runNode({
    credential: sandbox().credential,
    register,
    onError: 'continueRegularOutput',
    items,
    parameters: {
      resource: 'register',
      operation: 'markAsReported',
      register: 'Screening register',
      reportId: '={{ $json.reportId }}',
      reportedTo: 'default',
      ...(parameters as RunSetup['parameters']),
    },
  });
const mark = async (summary: IDataObject, reportedTo = 'default') =>
  jsons(await markAll([summary], { reportedTo }));

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

test('what was not told comes out again as it was, and what is gone in between comes out as gone', async () => {
  await night();
  expect((await night()).told).toEqual(['new', 'clear']);
  await patched('Gloom', CLEAR);
  const gone = await night();
  expect(gone.told).toEqual(['clear', 'gone', 'clear']);
  await mark(gone.summary);
  await sandbox().faults([]);
  expect((await night()).told).toEqual(['listedAgain']);
});

test('gone and listed again while no message arrived is told', async () => {
  await mark((await night()).summary);
  await patched('Gloom', CLEAR);
  await night();
  await sandbox().faults([]);
  expect((await night()).told).toEqual(['listedAgain']);
});

test('only what was given out is told, not what was found between the message and the mark', async () => {
  await patched('Gloom', CLEAR);
  const first = await night();
  await sandbox().faults([]);
  await night();
  await mark(first.summary);
  expect((await night()).told).toEqual(['new']);
});

test('what has no verdict comes out every night, and its verdict is told when it comes', async () => {
  await mark((await night()).summary);
  await patched('Honest', PENDING);
  const pending = await night();
  expect(pending.told).toEqual(['review']);
  await mark(pending.summary);
  expect((await night()).told).toEqual(['review']);
  await sandbox().faults([]);
  expect((await night()).told).toEqual(['clear']);
});

test('of two readers, it comes out until both were told', async () => {
  const both = { registerSettings: { reportedTo: 'Slack, e-mail' } };
  const { summary } = await night(LIST, both);
  await mark(summary, 'slack');
  expect((await night(LIST, { registerSettings: { reportedTo: 'Slack' } })).told).toEqual([]);
  const again = await night(LIST, both);
  expect(again.told).toEqual(['new', 'clear']);
  await mark(again.summary, 'e-mail');
  expect((await night(LIST, both)).told).toEqual([]);
});

test('a report is not marked for a reader that it was not made for, who may not know what it leaves out', async () => {
  await mark((await night(LIST, { registerSettings: { reportedTo: 'Slack' } })).summary, 'Slack');
  await sandbox().watchlist({
    add: [{ name: 'Gloomharbour Shipping', sourceType: 'PEP', sourceId: 'VELM-PEP-09' }],
  });
  const { summary } = await night(LIST, { registerSettings: { reportedTo: 'Slack' } });
  for (const reader of ['Slack, e-mail', 'e-mail']) {
    expect(await mark(summary, reader)).toMatchObject([
      {
        outcome: 'error',
        error: expect.stringContaining(
          'was not made for e-mail. It was made for: Slack. Nothing was marked.',
        ) as string,
      },
    ]);
  }
  expect((await night(LIST, { registerSettings: { reportedTo: 'e-mail' } })).told).toEqual([
    'new',
    'new',
    'clear',
  ]);
  expect((await night(LIST, { registerSettings: { reportedTo: 'Slack' } })).told).toEqual(['new']);
});

test('with one item per company, and with raw items, it is the same', async () => {
  for (const form of [
    { output: { itemsPer: 'company' } },
    { output: { content: 'raw' } },
    { output: { content: 'selectedFields', fields: [] } },
  ]) {
    tables = new MemoryTables('sqlite');
    const first = await night(LIST, form);
    expect(first.items.map(({ outcome }) => outcome)).toEqual(['hit', 'clear']);
    await mark(first.summary);
    expect((await night(LIST, form)).items).toEqual([]);
    await patched('Gloom', CLEAR);
    expect((await night(LIST, form)).items.map(({ outcome }) => outcome)).toContain('clear');
    await sandbox().faults([]);
  }
});

test('a company that was renamed is told with its own verdict, and a name that comes back is not told again', async () => {
  const under = (name: string) => night([name], { companyKey: 'P-1' });
  await mark((await under(HIT)).summary);
  await patched('Evil', PENDING);
  const pending = await under('Evil Corp');
  expect(pending.items).toMatchObject([{ outcome: 'review', companyName: 'Evil Corp' }]);
  expect(JSON.stringify(pending.items)).not.toContain('Gloom');
  await mark(pending.summary);
  await sandbox().faults([]);
  const renamed = await under('Evil Corp');
  expect(renamed.items).toMatchObject([{ outcome: 'clear', companyName: 'Evil Corp' }]);
  await mark(renamed.summary);
  for (const name of [HIT, 'Evil Corp', HIT])
    expect((await night([name], { companyKey: 'P-1' })).items).toEqual([]);
});

test('what could not be written down comes out all the same, and again', async () => {
  isRefused = (statement) => statement.do === 'insert' && statement.table === 'reports';
  const first = await night();
  expect(first.told).toEqual(['new', 'clear']);
  expect(first.hints[0]).toContain('could not be written down');
  isRefused = () => false;
  const [problem] = await mark(first.summary);
  expect(problem).toMatchObject({ outcome: 'error' });
  expect((await night()).told).toEqual(['new', 'clear']);
});

test('items with the same report count once, and marking twice is fine', async () => {
  const { items, summary } = await night();
  expect(jsons(await markAll([...items, summary]))).toHaveLength(1);
  expect(await mark(summary)).toMatchObject([{ alreadyReported: true }]);
  expect((await night()).told).toEqual([]);
});

test.each([
  ['no report', { reportId: "={{ '' }}" }, /There is no Report ID/],
  ['no id of a report', { reportId: '={{ 40 + 2 }}' }, /not one that Screen Company gave out/],
  [
    'a report that nobody gave out',
    { reportId: '11111111-1111-4111-8111-111111111111' },
    /does not know this Report ID/,
  ],
  ['nobody who was told', { reportedTo: ' , ' }, /Reported To is empty/],
])('%s is an error that says what to do', async (_, parameters, message) => {
  const { summary } = await night();
  const [item] = jsons(await markAll([summary], parameters));
  expect(item).toMatchObject({ outcome: 'error', error: expect.stringMatching(message) as string });
});

test('a list that shrank is in the receipt and in the row of the run', async () => {
  await night([...LIST, 'Quiet Mill']);
  const { summary } = await night([HIT]);
  expect(summary).toMatchObject({ companies: 1, companiesBefore: 3 });
  expect(summary['message']).toContain('Check the list: it has 2 fewer than in the run before, which had 3.');
  const runs = jsons(
    await runNode({
      credential: sandbox().credential,
      register,
      items: [{}],
      parameters: {
        resource: 'register',
        operation: 'getFromRegister',
        register: 'Screening register',
        records: 'runs',
      },
    }),
  );
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

test('after a night in which nothing of the list could be read, it is compared with the one before', async () => {
  await night([...LIST, 'Quiet Mill']);
  expect((await night(['', '#N/A'])).summary).toMatchObject({ companiesBefore: 3 });
  const { summary } = await night([HIT]);
  expect(summary).toMatchObject({ companiesBefore: 3 });
  expect(summary['message']).toContain('it has 2 fewer than in the run before, which had 3.');
});

test('the control of a run is in its receipt: of a list that nobody was found on, nobody is clear', async () => {
  const options = { controlName: HIT };
  expect((await night(LIST, { options })).summary).toMatchObject({ control: 'held' });
  await patched('', CLEAR);
  const { summary, told } = await night(LIST, { options });
  expect(summary).toMatchObject({ control: 'failed', clear: 0, withoutVerdict: 2 });
  expect(told).toEqual(['review', 'review']);
  expect(summary['message']).toContain('so no company of this run is clear');
});

test('a run in which nothing is sent says so first, and that its control was not screened', async () => {
  const parameters = {
    registerSettings: { screenAgainAfterDays: 0 },
    options: { controlName: HIT },
  };
  await night(LIST, parameters);
  const { summary } = await night(LIST, parameters);
  expect(summary).toMatchObject({ control: 'notScreened', clear: 1, withoutVerdict: 0 });
  expect(summary['message']).toMatch(
    /^Nothing was screened in this run: no company was due\.\nThe Control Name was not screened either\.\n/,
  );
  expect(summary['subject']).toContain('nothing was screened');
});

test('a receipt ends with the way to the desk, and says rows where they are more than companies', async () => {
  const deskAddress = 'https://n8n.example.com/form/review-desk';
  const { summary } = await night([...LIST, HIT], { registerSettings: { deskAddress } });
  expect(summary['message']).toContain('2 companies on the list, in 3 rows');
  for (const key of ['message', 'slackMessage'])
    expect(summary[key]).toContain(`\nDecide here: ${deskAddress}`);
  expect(summary['htmlMessage']).toContain(`<a href="${deskAddress}">`);
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

test('an empty list is told as one, with the node that gave it', async () => {
  await night();
  const run = await runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    register,
    items: [{}],
    parameters: { keepInRegister: true, output: { summaryItem: true } },
  });
  const [item, summary] = jsons(run);
  expect(item).toMatchObject({
    outcome: 'error',
    error: expect.stringMatching(/^The list is empty/) as string,
  });
  expect(summary).toMatchObject({ companies: 0, errors: 0, rows: 0, withoutVerdict: 0 });
  expect(summary?.['message']).toMatch(
    /^The list is empty: ".*" gave nothing, so nothing was screened\. See where the list comes from, and who changed it\.\n/,
  );
  expect(summary?.['message']).not.toContain('without a company');
  expect(run.hints[0]).toMatch(/^The list is empty/);
});

test('a service that cannot be reached is told once, and no list of it is suspected', async () => {
  const names = Array.from({ length: 12 }, (_, number) => `Company ${number}`);
  const run = await runNode({
    credential: { ...sandbox().credential, baseUrl: 'http://127.0.0.1:9' },
    onError: 'continueRegularOutput',
    register,
    items: names.map((company) => ({ company })),
    parameters: {
      keepInRegister: true,
      output: { summaryItem: true },
      options: { controlName: HIT, maxRetries: 0 },
    },
  });
  const summary = jsons(run).at(-1) ?? {};
  expect(summary).toMatchObject({ control: 'unanswered', withoutVerdict: 12, screenedNow: 0 });
  expect(summary['message']).toMatch(
    /^The service could not be reached, or did not answer, first at \d{4}-\d\d-\d\d \d\d:\d\d \(.+\): 12 companies have no verdict/,
  );
  expect(summary['message']).not.toContain('was not found');
  expect(JSON.stringify(summary['message']).match(/refused/g)).toHaveLength(1);
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
  expect(left.summary['subject']).toContain('1 found earlier and not told yet');
  expect(left.summary['message']).toContain(
    `Found earlier, not told yet, and not on this list now (1 company):\n• ${HIT}: ${HIT} (Sanction)`,
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

test('one that was told before it was taken off is not named', async () => {
  time = testTime();
  await mark((await night()).summary);
  time.later(24 * 3_600);
  expect((await night(['Honest Bakery'])).summary['message']).not.toContain(HIT);
});

test('a Company Key whose column was renamed stops the run before anything is sent', async () => {
  const { items } = await night(LIST, { companyKey: '={{ $json.customerNo }}' });
  expect(items).toMatchObject([
    {
      outcome: 'error',
      error: expect.stringContaining('The expression in Company Key gives nothing') as string,
    },
    { outcome: 'error' },
  ]);
  expect((await sandbox().stats()).screenings).toEqual([]);
  const { hints } = await night(LIST, { companyKey: "={{ $json.none ?? '' }}" });
  expect(hints[0]).toContain('2 rows have no Company Key: the name is the key.');
});
