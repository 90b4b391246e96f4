// The items of each output: where each goes, what it is linked to, and what is added to it on its way out.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import type { ItemResult, OutputItem } from '../../nodes/CompanyScreening/operations/shared/taskResult';
import { OPERATIONS } from '../../nodes/CompanyScreening/operations';
import type { Operation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { outputsOf, splitOf, togetherByKey } from '../../nodes/CompanyScreening/output/output';
import { outputsExpression, PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import { runHint } from '../../nodes/CompanyScreening/output/runHint';
import { SUMMARY_KEYS, summaryOf } from '../../nodes/CompanyScreening/output/summaryItem';
import type { ItemState, RunResult } from '../../nodes/CompanyScreening/run/state/itemState';
import { countRun } from '../../nodes/CompanyScreening/run/state/runCounts';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { aNode, countsFor, onlyOne } from './builders';

const subject = { name: 'A', referenceId: 'ref-A' };
const done = (
  items: OutputItem[],
  receipt: Partial<Pick<ItemResult['receipt'], 'hits' | 'outcome' | 'reason'>> = {},
) =>
  ({
    state: 'done',
    subject,
    result: { items, receipt: { id: 'id-A', outcome: 'clear', reason: null, hits: 0, ...receipt } },
    binary: {},
  }) satisfies ItemState;
const item = (outcome: string, more: IDataObject = {}): OutputItem => ({
  outcome,
  json: { outcome, ...more },
});
const failed = (error: unknown = new Error('no')) =>
  ({
    state: 'failed',
    subject,
    error,
    sent: true,
    binary: {},
  }) satisfies ItemState;
const notSent: ItemState = { state: 'notSent', subject };
const runOf = (items: ItemState[], more: Partial<RunResult> = {}): RunResult => ({
  items,
  notes: [],
  readIn: 'asReceived',
  environment: 'production',
  includeInputFields: false,
  ...more,
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

describe('the outputs', () => {
  test('are several, each with its outcomes; what none of them names goes to the last', () => {
    const run = runOf([done([item('clear'), item('hit'), item('mystery')]), failed(), done([item('fine')])]);
    const outputs = outputsOf(contextOf(), screenCompany, run, three);
    expect(outputs.map((items) => items.map(({ json }) => json['outcome']))).toEqual([
      ['hit'],
      ['clear', 'fine'],
      ['mystery', 'error'],
    ]);
    expect(outputsOf(contextOf(), screenCompany, runOf([]), three)).toEqual([[], [], []]);
  });

  test('have the files of an item on each of its items, and of a failure too', () => {
    const binary = { evidence: { data: '', mimeType: 'application/json' } };
    const [items] = outputsOf(
      contextOf(),
      screenCompany,
      runOf([
        { ...done([item('hit'), item('hit')]), binary },
        { ...failed(), binary },
        done([item('clear')]),
      ]),
      one,
    );
    expect(items?.map((given) => given.binary)).toEqual([binary, binary, binary, undefined]);
    expect(Object.keys(items?.[3] ?? {})).toEqual(['json', 'pairedItem']);
    const [bare] = outputsOf(contextOf(), screenCompany, runOf([failed()]), one);
    expect(Object.keys(bare?.[0] ?? {})).toEqual(['json', 'pairedItem']);
  });
});

describe('an item that failed', () => {
  const errorOf = (state: ItemState, more: Partial<RunResult> = {}) =>
    outputsOf(contextOf(), screenCompany, runOf([state], more), one)[0]?.[0];

  test('says for whom, where, and whether only it failed', () => {
    expect(errorOf(failed(new OperationFailure({ state: 'refused', message: 'No.' })))).toMatchObject({
      pairedItem: { item: 0 },
      json: {
        outcome: 'error',
        environment: 'production',
        companyName: 'A',
        referenceId: 'ref-A',
        scope: 'item',
        error: 'No.',
        mayBeCharged: false,
      },
    });
    const ending = new OperationFailure({ state: 'refused', message: 'No.', failsEveryItem: true });
    expect(errorOf(failed(ending))?.json).toMatchObject({ scope: 'run' });
  });

  test('of a company whose other names were answered comes after what was found under these', () => {
    const partialResult = done([item('hit', { n: 1 }), item('hit', { n: 2 })]).result;
    const binary = { evidence: { data: '', mimeType: 'application/json' } };
    const run = runOf([{ ...failed(), partialResult, binary }]);
    const outputs = outputsOf(contextOf(), screenCompany, run, three);
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
    const run = runOf([failed(), notSent, done([item('clear')])], {
      stoppedBy: { itemIndex: 0, error: new Error('no') },
    });
    const outputs = outputsOf(contextOf(), screenCompany, run, { split, presentation: PLAIN });
    expect(outputs.map((given) => given.length)).toEqual([2, 1]);
  });

  test('in part has the keys of an error first, then what it has of its own', () => {
    const problem = new InvalidItem('No name.', 'Enter one.');
    const json = { row: 7, companyName: 'given', error: 'theirs' };
    const given = errorOf(done([{ outcome: 'error', json, problem }]));
    expect(given?.json).toMatchObject({
      outcome: 'error',
      error: 'No name.',
      scope: 'item',
      mayBeCharged: false,
      row: 7,
      input_error: 'theirs',
    });
    expect(given?.pairedItem).toEqual({ item: 0 });
  });
});

describe('Include Input Fields', () => {
  const input = [
    { row: 7, outcome: 'theirs', screeningId: 'theirs', error: 'theirs', companyName: 'theirs', reason: 'x' },
  ];
  const itemsOf = (
    states: ItemState[],
    parameters: INode['parameters'] = {},
    operation: Operation = screenCompany,
  ) =>
    outputsOf(
      contextOf({ parameters, input }),
      operation,
      runOf(states, { includeInputFields: true }),
      one,
    )[0]?.map(({ json }) => json);

  test('knows the id of the service by its name in the operation, which a failed item has too', () => {
    const given = { requestId: 'theirs', screeningId: 'theirs' };
    const [items] = outputsOf(
      contextOf({ input: [given, given] }),
      requestAnnualReturns,
      runOf([failed(), done([item('requested')])], { includeInputFields: true }),
      one,
    );
    expect(items?.[0]?.json).toMatchObject({ requestId: null, input_requestId: 'theirs' });
    expect(items?.[1]?.json).toEqual({
      outcome: 'requested',
      input_requestId: 'theirs',
      screeningId: 'theirs',
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
    const outputs = outputsOf(contextOf({ input }), screenCompany, runOf([done([item('clear')])]), one);
    expect(outputs[0]?.[0]?.json).toEqual({ outcome: 'clear' });
  });
});

describe('the presentation', () => {
  const presented = (
    changes: Partial<typeof PLAIN>,
    parameters: INode['parameters'] = {},
    operation: Operation = screenCompany,
  ) =>
    outputsOf(
      contextOf({ parameters }),
      operation,
      runOf([done([item('clear', { companyName: 'A', extra: '=1' })])], { readIn: 'spreadsheet' }),
      {
        split: undefined,
        presentation: { ...PLAIN, ...changes },
      },
    )[0]?.[0]?.json ?? {};

  test.each([
    ['behind the items', undefined, [2]],
    ['in an output of their own', screenCompany.splitOutputs, [0, 1, 0, 1]],
  ])('gives the messages, which are safe by themselves, %s', (_, split, lengths) => {
    const outputs = outputsOf(
      contextOf({}),
      screenCompany,
      runOf([done([item('clear', { companyName: 'A' })])], { readIn: 'spreadsheet' }),
      { split, presentation: { ...PLAIN, alertMessages: true }, counts: countsFor([]) },
    );
    expect(outputs.map(({ length }) => length)).toEqual(lengths);
    expect(outputs.at(-1)?.at(-1)?.json).toMatchObject({ outcome: 'message', urgency: 'none' });
  });

  test('gives every item the same columns, those of the input in their place', () => {
    const json = presented({ sameColumns: true });
    expect(Object.keys(json).slice(0, 5)).toEqual([
      'companyName',
      'outcome',
      'reason',
      'explanation',
      'extra',
    ]);
    expect(json).toMatchObject({ outcome: 'clear', extra: "'=1", totalHits: null });
    expect(presented({ sameColumns: true }, { output: { content: 'raw' } })).not.toHaveProperty('totalHits');
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
      subject: { ...subject, ...(key === undefined ? {} : { companyKey: key }) },
    }));
    const outputs = outputsOf(context as unknown as IExecuteFunctions, screenCompany, runOf(items), {
      split: SPLIT,
      presentation: { ...PLAIN, keysTogether: true },
    });
    return outputs.map((output) => output.map(({ json }) => json['outcome']));
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
  items.map((one, index) => ({ ...one, subject: { ...subject, name: `Company ${index}` } }));

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
    const [outcomes] = outputsOf(contextOf(), screenCompany, run, {
      split: undefined,
      presentation,
      summarise,
    });
    expect(outcomes).toHaveLength(5);
    expect(outcomes?.[4]).toEqual({
      json: {
        outcome: 'summary',
        explanation: '4 companies: 1 with hits (2 hits), 1 clear, 1 to review, 1 failed.',
        companiesWithHitsToReview: 0,
        rows: 4,
        environment: 'production',
        companies: 4,
        companiesWithHits: 1,
        hits: 2,
        clear: 1,
        review: 1,
        errors: 1,
        problem: 'no',
        control: null,
        controlName: null,
        register: null,
        page: expect.stringContaining('Company 3: not screened. It is not clear') as string,
      },
      pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }],
    });
    expect(Object.keys(outcomes?.[4]?.json ?? {})).toEqual([...SUMMARY_KEYS, 'page']);
  });

  test('is not there unless it is asked for', () => {
    expect(outputsOf(contextOf(), screenCompany, run, { ...one, summarise })[0]).toHaveLength(4);
    expect(outputsOf(contextOf(), screenCompany, run, { split: undefined, presentation })[0]).toHaveLength(4);
  });

  test('has the messages of a run as they are, each safe for where it is read already', () => {
    const messages = { subject: '=1', message: '=2', slackMessage: '=3', htmlMessage: '=4' };
    const [items] = outputsOf(contextOf(), screenCompany, runOf([], { readIn: 'spreadsheet' }), {
      split: undefined,
      presentation,
      summarise: () => [{ problem: '=5', ...messages }],
    });
    expect(items?.[0]?.json).toEqual({ problem: "'=5", ...messages, page: '' });
  });

  test('has a safe text, and no problem where nothing failed', () => {
    expect(problemOf(undefined)).toBeNull();
    expect(problemOf({ error: 'No.', description: 'Do this.', other: 1 })).toBe('No. Do this.');
    expect(problemOf({ error: 'No.', description: null })).toBe('No.');
    const unsafe = outputsOf(contextOf(), screenCompany, runOf(items, { readIn: 'html' }), {
      split: undefined,
      presentation,
      summarise: () => [{ problem: '<b>' }],
    })[0]?.[4];
    expect(unsafe?.json).toMatchObject({ problem: '&#60;b&#62;' });
  });
});

describe('the line above the output', () => {
  const hintOf = (operation: Parameters<typeof runHint<ItemResult>>[0], run: RunResult) =>
    runHint(operation, run, countRun(run));

  test('counts in words, and names the sandbox', () => {
    expect(hintOf(screenCompany, runOf([done([item('clear')])]))).toBe(
      '1 company: 0 with hits (0 hits), 1 clear, 0 to review.',
    );
    expect(
      hintOf(
        screenCompany,
        runOf(ofSeveral([failed(), notSent]), { environment: 'sandbox', notes: ['A note.'] }),
      ),
    ).toBe(
      '2 companies in the sandbox, not real results: 0 with hits (0 hits), 0 clear, 0 to review, 1 failed, 1 not processed. A note.',
    );
    expect(hintOf(screenCompany, runOf(ofSeveral([notSent, notSent])))).toBe(
      '2 companies: none was processed.',
    );
  });

  test('shows no tag of a stranger as one', () => {
    const notes = ['"<a href=https://x.example>", 1 < 2'];
    expect(hintOf(screenCompany, runOf([], { notes }))).toContain('"‹a href=https://x.example>", 1 < 2');
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
