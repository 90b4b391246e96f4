// The run of an operation that sends nothing to the service.
import type { IExecuteFunctions } from 'n8n-workflow';

import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { localCounts, type LocalOperation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { outputsOf } from '../../nodes/CompanyScreening/output/output';
import { PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { runLocally } from '../../nodes/CompanyScreening/run/local';
import { aNode, localTools } from './builders';

/** An item for each word of a text. */
const words: LocalOperation = {
  kind: 'local',
  resource: 'company',
  choice: { name: 'Words', value: 'words', action: 'Find the words' },
  fields: [],
  options: [],
  output: [],
  subjectKey: 'text',
  nouns: { one: 'text', several: 'texts' },
  summarise: (results) => ({ counts: [`${results.length} read`], next: [] }),
  begin: () => ({
    prepare(parameter) {
      const text = String(parameter('text'));
      return {
        subject: { name: text, referenceId: null },
        async perform() {
          if (text === '') throw new InvalidItem('The text is empty.', 'Write one.');
          if (text === 'off')
            throw new OperationFailure({ state: 'unsendable', message: 'It is off.', failsEveryItem: true });
          const items = text.split(' ').map((word) => ({ outcome: 'word', json: { outcome: 'word', word } }));
          return await Promise.resolve({ items });
        },
      };
    },
  }),
};

/** n8n as far as such a run uses it. */
function aContext(texts: string[], continueOnFail: boolean): IExecuteFunctions {
  const fake = {
    getInputData: () => texts.map(() => ({ json: {} })),
    getNode: () => ({ ...aNode(), parameters: { text: '={{ $json.a + $json.b }}' } }),
    getNodeParameter: (_: string, itemIndex: number) => texts[itemIndex],
    continueOnFail: () => continueOnFail,
  };
  return fake as unknown as IExecuteFunctions;
}
const run = (context: IExecuteFunctions, operation = words) => runLocally(operation, localTools(context));
const outputOf = async (context: IExecuteFunctions) =>
  outputsOf(context, words, await run(context), { split: undefined, presentation: PLAIN })[0] ?? [];

test('an operation that takes every item together reads the parameters of the first one', async () => {
  const together: LocalOperation = { ...words, takesEveryItem: 'together' };
  const { items } = await run(aContext(['first', 'last'], false), together);
  expect(items.map(({ subject }) => subject?.name)).toEqual(['first']);
});

test('the line of a run has the note of each result', () => {
  const results = ['one', 'two'].map((note) => ({ items: [], note }));
  expect(localCounts(results)).toEqual({ counts: [], next: ['one', 'two'] });
});

test('an operation for people only refuses an agent before it begins', async () => {
  const begin = jest.fn<ReturnType<typeof words.begin>, Parameters<typeof words.begin>>((...given) =>
    words.begin(...given),
  );
  const operation = {
    ...words,
    forPeopleOnly: { message: 'Not by an agent.', advice: 'Do it yourself.' },
    begin,
  };
  const runAs = (is: object) => {
    const context = Object.assign(aContext(['one'], false), is);
    const findRegister = () => Promise.reject(new Error('No register is expected.'));
    return runLocally(operation, { context, findRegister, now: () => 0, sleep: () => Promise.resolve() });
  };
  const tool = { ...aNode(), type: `${aNode().type}Tool` };
  // An agent of n8n 2 runs its tools as if they were other nodes.
  const ofAgents = [
    { isToolExecution: () => true },
    { getNode: () => tool, isToolExecution: () => false },
    // In a workflow that an agent calls.
    { isToolExecution: () => false, getParentCallbackManager: () => ({}) },
  ];
  for (const agent of ofAgents) {
    const refused = await runAs(agent);
    expect(refused.stoppedBy?.error).toMatchObject({
      message: 'Not by an agent.',
      advice: 'Do it yourself.',
    });
  }
  expect(begin).not.toHaveBeenCalled();
  // n8n 1.x does not say whether an agent runs the node.
  for (const person of [{}, { isToolExecution: () => false, getParentCallbackManager: () => undefined }])
    expect((await runAs(person)).stoppedBy).toBeUndefined();
});

test('an item becomes any number of items, each linked to it', async () => {
  const output = await outputOf(aContext(['one two', 'three'], false));
  expect(output.map(({ json, pairedItem }) => [json['word'], pairedItem])).toEqual([
    ['one', { item: 0 }],
    ['two', { item: 0 }],
    ['three', { item: 1 }],
  ]);
});

test('the first item that cannot be used stops the run', async () => {
  const done = await run(aContext(['one', '', 'three'], false));
  expect(done.items.map(({ state }) => state)).toEqual(['done', 'failed', 'notSent']);
  expect(done.stoppedBy).toEqual({ itemIndex: 1, error: expect.any(InvalidItem) as unknown });
});

test('an item that cannot be used is refused in the words of its operation, and any other failure is not', async () => {
  const wordy: LocalOperation = {
    ...words,
    begin: (...given) => {
      const wordsRun = words.begin(...given);
      const refused = ({ message, advice }: InvalidItem) => new InvalidItem(`Words: ${message}`, advice);
      return { prepare: (parameter, itemIndex) => ({ ...wordsRun.prepare(parameter, itemIndex), refused }) };
    },
  };
  const messageFor = async (text: string) => {
    const { stoppedBy } = await run(aContext([text], false), wordy);
    return stoppedBy?.error instanceof Error ? stoppedBy.error.message : undefined;
  };
  expect([await messageFor(''), await messageFor('off')]).toEqual([
    'Words: The text is empty.',
    'It is off.',
  ]);
});

test('an item that cannot be used is an error item among the others if n8n is set to continue', async () => {
  const output = await outputOf(aContext(['one', '', 'three'], true));
  expect(output.map(({ json }) => json['outcome'])).toEqual(['word', 'error', 'word']);
  expect(output[1]).toMatchObject({
    json: { text: '', error: 'The text is empty.', mayBeCharged: false },
    pairedItem: { item: 1 },
  });
});

test('what every item would meet ends the run, also if n8n is set to continue', async () => {
  const output = await outputOf(aContext(['one', 'off', 'three'], true));
  expect(output.map(({ json }) => [json['outcome'], json['scope']])).toEqual([
    ['word', undefined],
    ['error', 'run'],
    ['error', 'run'],
  ]);
});

test('a run says nothing about requests, since none were sent', async () => {
  const done = await run(aContext(['', 'one'], true));
  expect(done).toMatchObject({
    ...{ notes: [], environment: null, includeInputFields: false },
    items: [{ state: 'failed', sent: false }, { state: 'done' }],
  });
});

test('options that cannot be used stop the run before its first item', async () => {
  const error = new OperationFailure({ state: 'unsendable', message: 'No.', failsEveryItem: true });
  const refusing: LocalOperation = {
    ...words,
    begin: () => {
      throw error;
    },
  };
  const done = await runLocally(refusing, localTools(aContext(['one', 'two'], true)));
  expect(done.items.map(({ state }) => state)).toEqual(['notSent', 'notSent']);
  expect(done.stoppedBy).toEqual({ itemIndex: 0, error });
});
