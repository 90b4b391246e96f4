// Whatever bytes a reply consists of: a company is clear only if its record, read strictly, says so.
import fc from 'fast-check';

import { jsons } from './attacks';
import { runNode } from './nodeInN8nCore';
import { anyReply, clearReply, type Reply } from './records';
import { useSandbox } from './sandbox';
import { readStrictly, type StrictValue } from './strictJson';

const sandbox = useSandbox();
const REQUESTER = 'officer-7';
const companyOf = (index: number) => `Case ${index} Ltd`;

/** The outcome of each company, whose screening is answered by the reply in its place. */
async function outcomesOf(replies: Reply[]): Promise<unknown[]> {
  await sandbox().faults(
    replies.map(({ bytes, ...reply }, index) => ({
      on: 'screening',
      match: companyOf(index),
      fault: { kind: 'raw', work: true, ...reply, body: { base64: bytes.toString('base64') } },
    })),
  );
  const run = await runNode({
    credential: sandbox().credential,
    items: replies.map((_reply, index) => ({ company: companyOf(index) })),
    onError: 'continueRegularOutput',
    parameters: {
      output: { itemsPer: 'company' },
      additionalFields: { requesterId: REQUESTER },
      options: { concurrency: 20, maxRetries: 0 },
    },
  });
  const items = jsons(run);
  expect(items.map(({ companyName }) => companyName)).toEqual(
    replies.map((_reply, index) => companyOf(index)),
  );
  return items.map(({ outcome }) => outcome);
}

type Fields = Map<string, StrictValue>;

function recordOf({ status, bytes }: Reply): Fields | undefined {
  // Any other status of success says that its body is a part, or was changed on its way.
  if (![200, 201, 202].includes(status)) return undefined;
  // A mark at the beginning that says UTF-8 is no part of the text.
  const read = readStrictly(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  return read?.kind === 'object' ? read.fields : undefined;
}

/** Whether the record says of itself that its company is clear, in answer to this request. */
function saysClear(fields: Fields): boolean {
  const { kind, ...status } = fields.get('status') ?? { kind: 'null' };
  return (
    kind === 'text' &&
    'text' in status &&
    ['Completed', 'Successful'].includes(status.text) &&
    isFalse(fields.get('isError')) &&
    isZero(fields.get('totalHits')) &&
    isNone(fields.get('details')) &&
    isNone(fields.get('errors')) &&
    hasNoCode(fields.get('code')) &&
    idOf(fields) !== '' &&
    answers(fields.get('option'), 'Both') &&
    answers(fields.get('requesterId'), REQUESTER)
  );
}

const isFalse = (value?: StrictValue) => value?.kind === 'boolean' && !value.is;
const isZero = (value?: StrictValue) =>
  value?.kind === 'number' && /^-?0(\.0+)?([eE][+-]?\d+)?$/.test(value.written);
const isNone = (value?: StrictValue) =>
  value === undefined || value.kind === 'null' || (value.kind === 'list' && value.entries.length === 0);
const hasNoCode = (value?: StrictValue) =>
  value === undefined || value.kind === 'null' || (value.kind === 'text' && value.text === '');
const answers = (value: StrictValue | undefined, asked: string) =>
  value === undefined ||
  value.kind === 'null' ||
  (value.kind === 'text' && value.text.toLowerCase() === asked.toLowerCase());

function idOf(fields: Fields): string {
  const id = fields.get('id');
  return id?.kind === 'text' ? id.text.trim() : '';
}

/** Whether each company may be called clear. The same id for two of them leaves neither clear. */
function mayBeClear(replies: Reply[]): boolean[] {
  const records = replies.map(recordOf);
  const clearIds = records.flatMap((fields) => (fields && saysClear(fields) ? [idOf(fields)] : []));
  return records.map(
    (fields) =>
      fields !== undefined && saysClear(fields) && clearIds.filter((id) => id === idOf(fields)).length === 1,
  );
}

// With minutes for hundreds of runs of the node, on a busy machine too.
test('no company is clear unless its record, read strictly, says so', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 9, arbitrary: anyReply }, { weight: 1, arbitrary: clearReply }), {
        minLength: 1,
        maxLength: 40,
        size: 'max',
      }),
      async (replies) => {
        const outcomes = await outcomesOf(replies);
        const may = mayBeClear(replies);
        const falselyClear = replies.filter((_, index) => outcomes[index] === 'clear' && !may[index]);
        expect(falselyClear.map(({ bytes }) => bytes.toString())).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
}, 300_000);

test('a clear record is clear however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(clearReply, { minLength: 1, maxLength: 40, size: 'max' }), async (replies) => {
      expect(mayBeClear(replies)).not.toContain(false);
      expect(new Set(await outcomesOf(replies))).toEqual(new Set(['clear']));
    }),
    { numRuns: 5 },
  );
}, 300_000);

test('a record that is nested too deeply harms no other company', async () => {
  const [clear] = fc.sample(clearReply, 1);
  const deep = Buffer.from(`{"id":"1","extra":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  const outcomes = await outcomesOf([
    { status: 200, contentType: 'application/json', bytes: deep },
    clear ?? { status: 200, bytes: Buffer.from('') },
  ]);

  expect(outcomes).toEqual(['error', 'clear']);
}, 300_000);
