// Items for people: the summary item, the same columns, and the fields for alerts.
import { z } from 'zod/v4';

import { runNode, type NodeRun } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const companies = ['Quillhaven Group', 'Willowbrook Bakery Ltd', 'Pending Partners', ''];
const screen = async (
  output: Record<string, boolean | string>,
  outputs = 'byOutcome',
  options: Record<string, number> = {},
): Promise<NodeRun> =>
  await runNode({
    credential: sandbox().credential,
    items: companies.map((company, index) => ({ company, Firm: company, row: index + 2 })),
    parameters: { output: { outputs, ...output }, options },
    onError: 'continueRegularOutput',
  });
const jsonsOf = ({ outputs }: NodeRun, output = 0) => (outputs[output] ?? []).map(({ json }) => json);
const summary = {
  outcome: 'summary',
  environment: 'sandbox',
  companies: 4,
  companiesWithHits: 1,
  hits: 4,
  clear: 1,
  review: 1,
  errors: 1,
};

test('with three outputs the summary has a fourth of its own, and the others have companies only', async () => {
  const run = await screen({ summaryItem: true });
  expect(run.outputs).toHaveLength(4);
  expect(jsonsOf(run, 3)).toMatchObject([summary]);
  expect(jsonsOf(run, 3)[0]?.['explanation']).toContain(
    '4 companies in the sandbox, not real results: 1 with hits (4 hits), 1 clear, 1 to review, 1 failed.',
  );
  expect(jsonsOf(run, 3)[0]).not.toHaveProperty('companyName');
  const others = [0, 1, 2].flatMap((output) => jsonsOf(run, output));
  expect(others.map(({ outcome }) => outcome)).toEqual([
    'hit',
    'hit',
    'hit',
    'hit',
    'clear',
    'review',
    'error',
  ]);
});

test('in one output the summary is the last item', async () => {
  const items = jsonsOf(await screen({ summaryItem: true }, 'single'));
  expect(items).toHaveLength(8);
  expect(items.at(-1)).toMatchObject(summary);
});

test('without the option there is no summary', async () => {
  const run = await screen({});
  expect(run.outputs).toHaveLength(3);
  expect(run.outputs.flatMap((_, output) => jsonsOf(run, output))).not.toContainEqual(
    expect.objectContaining({ outcome: 'summary' }),
  );
});

test('where nothing can be sent, the summary says why', async () => {
  const run = await screen({ summaryItem: true }, 'byOutcome', { maxCompanies: 1 });
  expect(jsonsOf(run, 3)).toMatchObject([
    {
      companies: 4,
      errors: 4,
      clear: 0,
      problem: expect.stringContaining('Max Companies per Run is 1') as string,
    },
  ]);
});

test('where nothing can be sent, every item has the fields of its input all the same', async () => {
  const run = await screen({ includeInputFields: true }, 'single', { maxCompanies: 1 });
  expect(jsonsOf(run).map(({ row, scope }) => [row, scope])).toEqual(
    companies.map((_, index) => [index + 2, 'run']),
  );
});

test('an expression in Summary Item stops the run before anything is sent', async () => {
  const run = await screen({ summaryItem: '={{ true }}' });
  expect(jsonsOf(run).map(({ error }) => error)).toEqual(
    companies.map(() => 'Summary Item cannot be an expression.'),
  );
  expect((await sandbox().stats()).screenings).toEqual([]);
});

test('with the same columns every item has them, the company once', async () => {
  const run = await screen({ includeInputFields: true, sameColumns: true }, 'single');
  const [first = [], ...others] = jsonsOf(run).map(Object.keys);
  for (const other of others) expect(other).toEqual(first);
  expect(first.slice(0, 6)).toEqual(['companyName', 'outcome', 'reason', 'explanation', 'row', 'name']);
});

test('with the same columns of chosen fields, every item has those and no others', async () => {
  const run = await runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    items: [
      { company: 'Gloomharbour Shipping Ltd', City: 'Port Velm' },
      { company: '', City: '' },
    ],
    parameters: {
      output: {
        content: 'selectedFields',
        fields: ['name', 'sourceType'],
        includeInputFields: true,
        sameColumns: true,
      },
    },
  });
  const columns = 'companyName outcome reason explanation City name sourceType totalHits screeningId';
  const expected = [...columns.split(' '), 'description', 'mayBeCharged'];
  expect(jsonsOf(run).map(Object.keys)).toEqual([expected, expected]);
  expect(jsonsOf(run)[1]).toMatchObject({ outcome: 'error', explanation: 'Company Name is empty.' });
});

test('texts are safe in columns, the names of columns too', async () => {
  const run = await runNode({
    credential: sandbox().credential,
    items: [{ company: 'Willowbrook Bakery Ltd', '=Note': '=1+1' }],
    parameters: { output: { includeInputFields: true, sameColumns: true, readIn: 'spreadsheet' } },
  });
  expect(jsonsOf(run)).toMatchObject([{ "'=Note": "'=1+1" }]);
});

test('of chosen fields no message can be made, so nothing is sent', async () => {
  const run = await runNode({
    credential: sandbox().credential,
    items: [{ company: 'Gloomharbour Shipping Ltd' }],
    parameters: { output: { content: 'selectedFields', fields: ['name'], alertMessages: true } },
  });
  expect(run.error?.message).toBe('Alert Messages needs Content set to Simplified.');
  expect((await sandbox().stats()).screenings).toEqual([]);
});

test('alert messages name every company that is not clear, and count the others', async () => {
  const run = await screen({ alertMessages: true });
  const messages = z
    .array(z.object({ outcome: z.literal('message'), urgency: z.string(), message: z.string() }))
    .parse((run.outputs[3] ?? []).map(({ json }) => json));
  expect(messages.map(({ urgency }) => urgency)).toEqual(['urgent', 'normal', 'review']);
  const named = messages.flatMap(({ message }) => message.match(/(?<=^• ).*(?= \(row \d\)$)/gm) ?? []);
  const others = [0, 2].flatMap((output) =>
    (run.outputs[output] ?? []).map(({ json }) => json['companyName'] || 'A row without a company'),
  );
  expect(new Set(named)).toEqual(new Set(others));
});
