// The items of each output: where each goes, what it is linked to, and what is added to it on its way out.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import type { ItemResult, OutputItem } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { OPERATIONS } from '../../nodes/CompanyScreening/operations';
import type { Operation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { outputsOf, splitOf, togetherByKey } from '../../nodes/CompanyScreening/output/output';
import { outputsExpression, PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import { runHint } from '../../nodes/CompanyScreening/output/runHint';
import { summaryOf } from '../../nodes/CompanyScreening/output/summaryItem';
import type { ItemState, RunResult } from '../../nodes/CompanyScreening/run/state/itemState';
import { countRun } from '../../nodes/CompanyScreening/run/state/runCounts';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { aNode, countsFor, onlyOne } from './builders';
import {
  done as doneWith,
  failed as failedWith,
  notSent as notSentOf,
  resultOf,
  runOf,
  subjectOf,
} from './itemStates';

const done = (items: OutputItem[], receipt: Parameters<typeof resultOf>[0] = {}) => ({
  ...doneWith('A'),
  result: resultOf(receipt, items),
});
const failed = (error?: unknown) => failedWith('A', error);
const notSent = notSentOf('A');
const item = (outcome: string, more: IDataObject = {}): OutputItem => ({
  outcome,
  json: { outcome, ...more },
});
const contextOf = ({
  parameters = {},
  input = [],
  node = {},
  ...more
}: {
  parameters?: INode['parameters'];
  input?: IDataObject[];
  node?: Partial<INode>;
  isToolExecution?: () => boolean;
} = {}) =>
  ({
    getNode: () => ({ ...aNode(), ...node, parameters }),
    getInputData: () => input.map((json) => ({ json })),
    ...more,
  }) as unknown as IExecuteFunctions;
const SPLIT = [
  { name: 'Hits', outcomes: ['hit'] },
  { name: 'Clear', outcomes: ['clear', 'fine'] },
  { name: 'Rest', outcomes: [] },
] as const;
const one = { split: undefined, presentation: PLAIN };
const three = { split: SPLIT, presentation: PLAIN };
/** What comes out of a run of Screen Company, in one output unless told otherwise. */
const outputsFor = (
  states: ItemState[],
  how: Parameters<typeof outputsOf>[3] = one,
  { run = {}, context = {}, operation = screenCompany }: Around = {},
) => outputsOf(contextOf(context), operation, runOf(states, run), how);
interface Around {
  run?: Partial<RunResult>;
  context?: Parameters<typeof contextOf>[0];
  operation?: Operation;
}
const outcomesOf = (outputs: ReturnType<typeof outputsFor>) =>
  outputs.map((items) => items.map(({ json }) => json['outcome']));

describe('the outputs', () => {
  test('are several, each with its outcomes; what none of them names goes to the last', () => {
    const states = [done([item('clear'), item('hit'), item('mystery')]), failed(), done([item('fine')])];
    expect(outcomesOf(outputsFor(states, three))).toEqual([['hit'], ['clear', 'fine'], ['mystery', 'error']]);
    expect(outputsFor([], three)).toEqual([[], [], []]);
  });

  test('have the files of an item on each of its items, and of a failure too', () => {
    const binary = { evidence: { data: '', mimeType: 'application/json' } };
    const twoHits = { ...done([item('hit'), item('hit')]), binary };
    const [items] = outputsFor([twoHits, { ...failed(), binary }, done([item('clear')])]);
    expect(items?.map((given) => given.binary)).toEqual([binary, binary, binary, undefined]);
    expect(Object.keys(items?.[3] ?? {})).toEqual(['json', 'pairedItem']);
    const [bare] = outputsFor([failed()]);
    expect(Object.keys(bare?.[0] ?? {})).toEqual(['json', 'pairedItem']);
  });
});

describe('an item that failed', () => {
  const errorOf = (state: ItemState) => outputsFor([state])[0]?.[0];

  test('says for whom, where, and whether only it failed', () => {
    expect(errorOf(failed(new OperationFailure({ state: 'refused', message: 'No.' })))).toMatchObject({
      pairedItem: { item: 0 },
      json: {
        ...{ outcome: 'error', environment: 'production', companyName: 'A', referenceId: 'ref-A' },
        ...{ scope: 'item', error: 'No.', mayBeCharged: false },
      },
    });
    const ending = new OperationFailure({ state: 'refused', message: 'No.', failsEveryItem: true });
    expect(errorOf(failed(ending))?.json).toMatchObject({ scope: 'run' });
  });

  test('of a company whose other names were answered comes after what was found under these', () => {
    const partialResult = done([item('hit', { n: 1 }), item('hit', { n: 2 })]).result;
    const binary = { evidence: { data: '', mimeType: 'application/json' } };
    const outputs = outputsFor([{ ...failed(), partialResult, binary }], three);
    expect(outputs.map((given) => given.length)).toEqual([2, 0, 1]);
    expect(outputs[0]).toEqual(
      [1, 2].map((n) => ({ json: { outcome: 'hit', n }, pairedItem: { item: 0 }, binary })),
    );
    expect(outputs[2]?.[0]).toMatchObject({ json: { outcome: 'error' }, pairedItem: { item: 0 }, binary });
  });

  test('is among the errors, whatever the outputs are', () => {
    const split = [
      { name: 'Errors', outcomes: ['error'] },
      { name: 'Rest', outcomes: [] },
    ] as const;
    const run = { stoppedBy: { itemIndex: 0, error: new Error('no') } };
    const states = [failed(), notSent, done([item('clear')])];
    const outputs = outputsFor(states, { split, presentation: PLAIN }, { run });
    expect(outputs.map((given) => given.length)).toEqual([2, 1]);
  });

  test('in part has the keys of an error first, then what it has of its own', () => {
    const problem = new InvalidItem('No name.', 'Enter one.');
    const json = { row: 7, companyName: 'given', error: 'theirs' };
    const given = errorOf(done([{ outcome: 'error', json, problem }]));
    expect(given?.json).toMatchObject({
      ...{ outcome: 'error', error: 'No name.', scope: 'item', mayBeCharged: false },
      ...{ row: 7, input_error: 'theirs' },
    });
    expect(given?.pairedItem).toEqual({ item: 0 });
  });
});

describe('Include Input Fields', () => {
  const input = [
    { row: 7, outcome: 'theirs', screeningId: 'theirs', error: 'theirs', companyName: 'theirs', reason: 'x' },
  ];
  const run = { includeInputFields: true };
  const itemsOf = (states: ItemState[], parameters: INode['parameters'] = {}) =>
    outputsFor(states, one, { run, context: { parameters, input } })[0]?.map(({ json }) => json);

  test('knows the id of the service by its name in the operation, which a failed item has too', () => {
    const given = { requestId: 'theirs', screeningId: 'theirs' };
    const around = { run, context: { input: [given, given] }, operation: requestAnnualReturns };
    const [items] = outputsFor([failed(), done([item('requested')])], one, around);
    expect(items?.[0]?.json).toMatchObject({ requestId: null, input_requestId: 'theirs' });
    expect(items?.[1]?.json).toEqual({
      ...{ outcome: 'requested', input_requestId: 'theirs', screeningId: 'theirs' },
    });
  });

  test('keeps them in one field of a raw item', () => {
    expect(itemsOf([done([item('clear')])], { output: { content: 'raw' } })).toEqual([
      { outcome: 'clear', input: input[0] },
    ]);
  });

  test('has nothing to add where an item has no input', () => {
    expect(itemsOf([done([item('clear')]), done([item('hit')])])?.[1]).toEqual({ outcome: 'hit' });
  });

  test('adds nothing if it is off', () => {
    const outputs = outputsFor([done([item('clear')])], one, { context: { input } });
    expect(outputs[0]?.[0]?.json).toEqual({ outcome: 'clear' });
  });
});

describe('the presentation', () => {
  const run = { readIn: 'spreadsheet' } as const;
  const withSameColumns = (parameters: INode['parameters'] = {}) =>
    outputsFor(
      [done([item('clear', { companyName: 'A', extra: '=1' })])],
      { split: undefined, presentation: { ...PLAIN, sameColumns: true } },
      { run, context: { parameters } },
    )[0]?.[0]?.json ?? {};

  test.each([
    ['behind the items', undefined, [2]],
    ['in an output of their own', screenCompany.splitOutputs, [0, 1, 0, 1]],
  ])('gives the messages, which are safe by themselves, %s', (_, split, lengths) => {
    const how = { split, presentation: { ...PLAIN, alertMessages: true }, counts: countsFor([]) };
    const outputs = outputsFor([done([item('clear', { companyName: 'A' })])], how, { run });
    expect(outputs.map(({ length }) => length)).toEqual(lengths);
    expect(outputs.at(-1)?.at(-1)?.json).toMatchObject({ outcome: 'message', urgency: 'none' });
  });

  test('gives every item the same columns, those of the input in their place', () => {
    const json = withSameColumns();
    expect(Object.keys(json).slice(0, 5).join(' ')).toBe('companyName outcome reason explanation extra');
    expect(json).toMatchObject({ outcome: 'clear', extra: "'=1", totalHits: null });
    expect(withSameColumns({ output: { content: 'raw' } })).not.toHaveProperty('totalHits');
  });
});

describe('companies of one key together', () => {
  /** @param given a key and an outcome for each item */
  const routes = (given: string) => {
    const all = given.split(', ').map((one) => one.split(':'));
    const items = all.map(([, outcome = ''], itemIndex) => ({ outcome, itemIndex }));
    return togetherByKey(items, (itemIndex) => all[itemIndex]?.[0] ?? '')
      .map(({ outcome }) => outcome)
      .join(', ');
  };

  test.each([
    ['a hit', 'a:clear, a:hit, a:error', 'hit, hit, hit'],
    ['a review', 'a:review, a:clear', 'review, review'],
    ['an error', 'a:clear, a:error', 'error, error'],
    ['what nobody knows', 'a:clear, a:gone', 'gone, gone'],
    ['nothing else', 'a:clear, a:clear', 'clear, clear'],
    ['another key', 'a:clear, b:hit', 'clear, hit'],
    ['no key', ':clear, :hit', 'clear, hit'],
  ])('a clear company whose key has %s goes with it', (_, given, expected) => {
    expect(routes(given)).toBe(expected);
  });

  const withKeys = (...all: Array<[key: string | undefined, outcome: string]>) => {
    const given: Record<number, string> = { 0: 'K\u00a0\u00a07', 1: 'K 7', 2: '' };
    const context = { ...contextOf(), getNodeParameter: (_: string, index: number) => given[index] };
    const items = all.map(([key, outcome]) => ({
      ...done([item(outcome)]),
      subject: { ...subjectOf('A'), ...(key === undefined ? {} : { companyKey: key }) },
    }));
    const how = { split: SPLIT, presentation: { ...PLAIN, keysTogether: true } };
    return outcomesOf(outputsOf(context as unknown as IExecuteFunctions, screenCompany, runOf(items), how));
  };

  test('a key is the one that the items say, however it was written, and the name where no key was given', () => {
    expect(withKeys(['K 7', 'clear'], ['K 7', 'hit'], ['K 7', 'clear'])).toEqual([
      ['clear', 'hit', 'clear'],
      [],
      [],
    ]);
  });

  test('items without a key stay where they are', () => {
    expect(withKeys([undefined, 'clear'], [undefined, 'hit'])).toEqual([['hit'], ['clear'], []]);
  });
});

/** Each of another company. */
const ofSeveral = <One extends object>(items: readonly One[]) =>
  items.map((state, index) => ({ ...state, subject: { ...subjectOf('A'), name: `Company ${index}` } }));

describe('the summary item', () => {
  const items = ofSeveral([
    done([item('hit')], { outcome: 'hit', hits: 2 }),
    done([item('clear')]),
    done([item('review')], { outcome: 'review', reason: 'pending' }),
    failed(),
  ]);
  const run = runOf(items);
  const summarise = (firstError: IDataObject | undefined): IDataObject[] =>
    summaryOf(screenCompany, run, firstError).map((summary) => ({ ...summary }));
  const problemOf = (error: IDataObject | undefined) => onlyOne(summaryOf(screenCompany, run, error)).problem;
  const presentation = { ...PLAIN, summaryItem: true };

  test('comes last, linked to all items, and says the counts', () => {
    const [outcomes] = outputsFor(items, { split: undefined, presentation, summarise });
    expect(outcomes).toHaveLength(5);
    expect(outcomes?.[4]).toEqual({
      json: {
        ...{ outcome: 'summary', rows: 4, environment: 'production', problem: 'no' },
        explanation: '4 companies: 1 with hits (2 hits), 1 clear, 1 to review, 1 failed.',
        ...{ companies: 4, companiesWithHits: 1, hits: 2, clear: 1, review: 1, errors: 1 },
        ...{ companiesWithHitsToReview: 0, control: null, controlName: null, register: null },
        page: expect.stringContaining('Company 3: not screened. It is not clear') as string,
      },
      pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }],
    });
    expect(Object.keys(outcomes?.[4]?.json ?? {}).join(' ')).toBe(
      'outcome explanation environment companies companiesWithHits clear review errors companiesWithHitsToReview hits rows problem control controlName register page',
    );
  });

  test('comes behind the messages, and has the problem of the first company that failed', () => {
    const both = { ...PLAIN, summaryItem: true, alertMessages: true };
    const states = ofSeveral([failed(new Error('First.')), failed(new Error('Second.'))]);
    const how = { split: SPLIT, presentation: both, counts: countsFor([]) };
    const outputs = outputsFor(
      states,
      { ...how, summarise: (error) => [{ outcome: 'summary', problem: error?.['error'] }] },
      { context: { input: [{ row: 2 }, { row: 3 }] } },
    );
    expect(outcomesOf(outputs)).toEqual([[], [], ['error', 'error'], ['message'], ['summary']]);
    expect(outputs[3]?.[0]?.json['message']).toMatch(/Company 0 \(row 2\)[^]*Company 1 \(row 3\)/);
    expect(outputs[4]?.[0]?.json).toMatchObject({ problem: 'First.' });
  });

  test('is not there unless it is asked for', () => {
    expect(outputsFor(items, { ...one, summarise })[0]).toHaveLength(4);
    expect(outputsFor(items, { split: undefined, presentation })[0]).toHaveLength(4);
  });

  test('has the messages of a run as they are, each safe for where it is read already', () => {
    const messages = { subject: '=1', message: '=2', slackMessage: '=3', htmlMessage: '=4' };
    const how = { split: undefined, presentation, summarise: () => [{ problem: '=5', ...messages }] };
    const [given] = outputsFor([], how, { run: { readIn: 'spreadsheet' } });
    expect(given?.[0]?.json).toEqual({ problem: "'=5", ...messages, page: '' });
  });

  test('has a safe text, and no problem where nothing failed', () => {
    expect(problemOf(undefined)).toBeNull();
    expect(problemOf({ error: 'No.', description: 'Do this.', other: 1 })).toBe('No. Do this.');
    expect(problemOf({ error: 'No.', description: null })).toBe('No.');
    const how = { split: undefined, presentation, summarise: () => [{ problem: '<b>' }] };
    const [given] = outputsFor(items, how, { run: { readIn: 'html' } });
    expect(given?.[4]?.json).toMatchObject({ problem: '&#60;b&#62;' });
  });
});

describe('the line above the output', () => {
  const hintOf = (operation: Parameters<typeof runHint<ItemResult>>[0], run: RunResult) =>
    runHint(operation, run, countRun(run));

  test.each<[string, ItemState[], Partial<RunResult>, string]>([
    [
      'counts in words',
      [done([item('clear')])],
      {},
      '1 company: 0 with hits (0 hits), 1 clear, 0 to review.',
    ],
    [
      'names the sandbox, and has the notes',
      ofSeveral([failed(), notSent]),
      { environment: 'sandbox', notes: ['A note.'] },
      '2 companies in the sandbox, not real results: 0 with hits (0 hits), 0 clear, 0 to review, 1 failed, 1 not processed. A note.',
    ],
    ['says that none was processed', ofSeveral([notSent, notSent]), {}, '2 companies: none was processed.'],
    [
      'shows no tag of a stranger as one',
      [],
      { notes: ['"<a href=https://x.example>", 1 < 2'] },
      expect.stringContaining('"‹a href=https://x.example>", 1 < 2') as string,
    ],
  ])('%s', (_, states, run, hint) => {
    expect(hintOf(screenCompany, runOf(states, run))).toEqual(hint);
  });

  test('ends with what to do next', () => {
    const summarise = () => ({ counts: ['2 read'], next: ['Do this.', 'Then that.'] });
    expect(hintOf({ nouns: screenCompany.nouns, summarise }, runOf([], { notes: ['A note.'] }))).toBe(
      '0 companies: 2 read. A note. Do this. Then that.',
    );
  });
});

describe('whether there are several outputs', () => {
  const split = (
    parameters: INode['parameters'],
    more: { node?: Partial<INode>; isToolExecution?: () => boolean } = {},
    operation: Operation = screenCompany,
  ) => splitOf(contextOf({ parameters, ...more }), operation);

  test('is what Results says', () => {
    expect(split({})).toBeUndefined();
    expect(split({ output: { outputs: 'single' } })).toBeUndefined();
    expect(split({ output: { outputs: 'byOutcome' } })).toBe(screenCompany.splitOutputs);
    expect(split({ output: { outputs: 'byOutcome' } }, { isToolExecution: () => false })).toBe(
      screenCompany.splitOutputs,
    );
  });

  test('an agent sees the first one only, so it has one', () => {
    expect(split({ output: { outputs: 'byOutcome' } }, { isToolExecution: () => true })).toBeUndefined();
    const node = { type: 'n8n-nodes-company-screening.companyScreeningTool' };
    expect(split({ output: { outputs: 'byOutcome' } }, { node })).toBeUndefined();
  });

  test('is told to n8n by one expression', () => {
    expect(outputsExpression(OPERATIONS)).toBe(
      '={{ $parameter["output"]?.["outputs"] === "byOutcome" && {"screenCompany":[[{"type":"main","displayName":"Hits"},{"type":"main","displayName":"Clear"},{"type":"main","displayName":"Review"}],[{"type":"main","displayName":"Hits"},{"type":"main","displayName":"Clear"},{"type":"main","displayName":"Review"},{"type":"main","displayName":"Summary"}],[{"type":"main","displayName":"Hits"},{"type":"main","displayName":"Clear"},{"type":"main","displayName":"Review"},{"type":"main","displayName":"Messages"}],[{"type":"main","displayName":"Hits"},{"type":"main","displayName":"Clear"},{"type":"main","displayName":"Review"},{"type":"main","displayName":"Messages"},{"type":"main","displayName":"Summary"}]]}[$parameter["operation"]]?.[($parameter["output"]["alertMessages"] === true ? 2 : 0) + ($parameter["output"]["summaryItem"] === true ? 1 : 0)] || [{"type":"main"}] }}',
    );
  });
});
