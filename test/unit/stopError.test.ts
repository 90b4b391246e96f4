// The error of a run that stopped: what became of every item, one word for each state.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { RequestOperation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import type { ItemState, RunResult } from '../../nodes/CompanyScreening/run/state/itemState';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { OperationFailure, type FailureDetails } from '../../nodes/CompanyScreening/service/failure';
import { stopError } from '../../nodes/CompanyScreening/output/stopError';
import { aNode } from './builders';
import { done, failed, notSent, registerFacts, resultOf, runOf, subjectOf } from './itemStates';

const failedWith = (name: string, details: FailureDetails) => failed(name, new OperationFailure(details));
const Z = notSent('Z');
const ofNotSent = { companyName: 'Z', referenceId: 'ref-Z', outcome: 'notSent' };
const NOTHING = { screened: [], failed: [], unknown: [], notSent: [], notSentInAll: 0 };

/** The error of a run with these items, of which the one with this number stopped it. */
function errorOf(
  items: ItemState[],
  itemIndex: number,
  operation: RequestOperation = screenCompany,
  more: Pick<RunResult, 'before' | 'register'> = {},
) {
  const item = items[itemIndex];
  const error = item?.state === 'failed' ? item.error : new Error('It was no failure.');
  const run = runOf(items, { stoppedBy: { itemIndex, error }, environment: 'sandbox', ...more });
  const context = { getNode: aNode } as unknown as IExecuteFunctions;
  return stopError(context, operation, run, { itemIndex, error });
}
const named = (name: string) => ({ companyName: name, referenceId: `ref-${name}` });
const refused = failedWith('Z', { state: 'refused', message: 'Refused.' });
const part = (name: string, outcome: 'clear' | 'hit') => ({ ...subjectOf(name), id: `id-${name}`, outcome });
const unforeseen = { ...refused, subject: subjectOf('A'), error: new TypeError('a mistake') };
const failedBefore: ItemState = {
  ...failedWith('A', { state: 'failedAtService', receiptId: 'id-A', message: 'Failed.' }),
  remembered: true,
};
const neverSent = (error: unknown): ItemState => ({
  ...{ state: 'failed', subject: undefined, error, sent: false, binary: {} },
});

test.each<[string, ItemState[], stoppedBy: number, details: object, before?: ItemState]>([
  [
    'every item once, by what became of it',
    [
      done('A'),
      done('B', { outcome: 'hit' }),
      failedWith('C', { state: 'refused', message: 'Refused.' }),
      failedWith('D', { state: 'failedAtService', receiptId: 'id-D', message: 'Failed.' }),
      failedWith('E', { state: 'uncertain', message: 'Timeout.' }),
      failedWith('F', { state: 'staysUncertain', receiptId: 'id-F', message: 'What is this?' }),
      failedWith('G', { state: 'staysUncertain', receiptId: null, message: 'What is this?' }),
      failedWith('H', { state: 'safe', message: 'Not available.' }),
      Z,
      Z,
    ],
    2,
    {
      screened: [
        { ...named('A'), screeningId: 'id-A', outcome: 'clear' },
        { ...named('B'), screeningId: 'id-B', outcome: 'hit' },
      ],
      failed: [
        { ...named('C'), outcome: 'failed' },
        { ...named('D'), screeningId: 'id-D', outcome: 'failed' },
        { ...named('H'), outcome: 'failed' },
      ],
      unknown: [
        { ...named('E'), outcome: 'unknown' },
        { ...named('F'), screeningId: 'id-F', outcome: 'unknown' },
        { ...named('G'), outcome: 'unknown' },
      ],
      ...{ notSent: [ofNotSent, ofNotSent], notSentInAll: 2 },
    },
  ],
  [
    'companies that were screened once, once',
    [done('A'), done('A'), refused],
    2,
    {
      screened: [{ ...named('A'), screeningId: 'id-A', outcome: 'clear' }],
      failed: [{ ...named('Z'), outcome: 'failed' }],
    },
  ],
  [
    'an item that failed after its request went out, although nobody foresaw it',
    [unforeseen, Z],
    0,
    { unknown: [{ ...named('A'), outcome: 'unknown' }], notSent: [ofNotSent], notSentInAll: 1 },
  ],
  [
    'what was sent before the items',
    [failedWith('B', { state: 'unsendable', message: 'No.' })],
    0,
    {
      screened: [{ ...named('Control'), screeningId: 'id-Control', outcome: 'hit' }],
      failed: [{ ...named('B'), outcome: 'failed' }],
    },
    done('Control', { outcome: 'hit' }),
  ],
  [
    'no failure of an earlier run, which the register remembers',
    [failedBefore, refused],
    1,
    { failed: [{ ...named('Z'), outcome: 'failed' }] },
  ],
  [
    'the names that were answered before another name of the same company failed',
    [
      {
        ...failedWith('A', {
          ...{ state: 'staysUncertain', receiptId: null, message: 'Timeout.' },
          after: { name: 'Older A', referenceId: 'ref-3', mayBeCharged: true, answered: [] },
        }),
        partialResult: resultOf({ parts: [part('A', 'clear'), part('Old A', 'hit')] }),
      },
    ],
    0,
    {
      screened: [
        { ...named('A'), screeningId: 'id-A', outcome: 'clear' },
        { ...named('Old A'), screeningId: 'id-Old A', outcome: 'hit' },
      ],
      unknown: [{ companyName: 'Older A', referenceId: 'ref-3', outcome: 'unknown' }],
    },
  ],
])('its details have %s', (...[, items, stoppedBy, details, before]) => {
  const { context } = errorOf(items, stoppedBy, screenCompany, before ? { before } : {});
  expect(context['data']).toEqual({ ...NOTHING, ...details });
  expect(context['itemIndex']).toBe(stoppedBy);
});

test('its details list the first thousand that were not sent, and count them all', () => {
  const unsent = (length: number) => Array.from({ length }, (_, number) => notSent(`N${number}`));
  const error = errorOf([done('A'), refused, ...unsent(1_001)], 1);
  expect(error.context['data']).toMatchObject({
    notSent: unsent(1_000).map(({ subject: { name } }) => ({ ...named(name), outcome: 'notSent' })),
    notSentInAll: 1_001,
  });
  expect(error.description).toContain('1001 companies were not sent; the first 1000 of them are listed');
  expect(errorOf([done('A'), refused, ...unsent(1_000)], 1).description).toContain(
    '1000 companies were not sent; see notSent',
  );
});

test('its details have no company that the register knew, and none that another run is screening', () => {
  const items = [
    done('A', { remembered: true }),
    done('B', { remembered: false, id: '', outcome: 'review' }),
    done('C', { remembered: false }),
    // Without a register: it was paid for, whether its answer has an id or not.
    done('D', { id: '' }),
    refused,
  ];
  expect(errorOf(items, 4).context['data']).toMatchObject({
    screened: [
      { ...named('C'), screeningId: 'id-C' },
      { ...named('D'), screeningId: '' },
    ],
  });
  expect(errorOf(items, 4).description).toContain('had already processed 2 companies');
});

test.each<[string, ItemState[], stoppedBy: number]>([
  [
    'everything came from the register',
    [done('A', { remembered: true }), failedWith('B', { state: 'unsendable', message: 'No.' })],
    1,
  ],
  ['the failure is of an earlier run', [failedBefore, Z], 0],
  ['an item cannot be sent', [neverSent(new InvalidItem('Company Name is empty.', 'Fill it in.')), Z], 0],
  [
    'the run cannot be sent',
    [neverSent(new OperationFailure({ state: 'unsendable', message: 'No.' })), Z],
    0,
  ],
  ['an expression fails', [neverSent(new TypeError('expression')), Z], 0],
])('its details are left out if %s', (_, items, stoppedBy) => {
  const { context, description } = errorOf(items, stoppedBy);
  expect(context).not.toHaveProperty('data');
  expect(description ?? '').not.toContain('already processed');
});

describe('its description', () => {
  test('has its sentences in order, with a space between', () => {
    const items = [done('A'), failedWith('B', { state: 'refused', message: 'Refused.', advice: 'Do this.' })];
    expect(errorOf(items, 1).description).toBe(
      'Failed item: "B". Do this. Before the run stopped, the service had already processed 1 company; their IDs are in the details of this error. To keep their results next time, set On Error to Continue in the settings of this node.',
    );
  });

  test('shows no tag in a name as one', () => {
    const { description } = errorOf([failedWith('<b>', { state: 'refused', message: 'Refused.' })], 0);
    expect(description).toBe('Failed item: "‹b>".');
  });

  test('names nothing that has no name', () => {
    const nameless = failedWith('', { state: 'refused', message: 'Refused.', advice: 'Do this.' });
    expect(errorOf([nameless], 0).description).toBe('Do this.');
    expect(errorOf([], 0).message).toBe('It was no failure.');
  });

  test('counts what may have been processed if that is more than the item it names', () => {
    const timedOut = (name: string) => failedWith(name, { state: 'uncertain', message: 'Timeout.' });
    expect(errorOf([timedOut('A'), timedOut('B')], 0).description).toContain(
      '2 companies may have been processed although no answer came',
    );
    expect(errorOf([timedOut('A'), refused], 1).description).toContain(
      '1 company may have been processed although no answer came; it is listed in the details.',
    );
    const alone = errorOf([timedOut('A')], 0).description;
    expect(alone).not.toContain('may have been processed');
    expect(alone).toContain('reference ID ref-A');
  });

  describe('says where the answers are', () => {
    const ALL = 'Their answers are in the register "Customers": ';
    const LOST = 'Not all of their answers could be kept in the register "Customers".';
    const lost = done('A', { reason: 'notStored', outcome: 'review', remembered: false });

    test.each<[string, ItemState[], boolean, string]>([
      [
        'nothing is paid for again',
        [done('A'), done('B')],
        false,
        `${ALL}run the workflow again, and none of them is sent or paid for again.`,
      ],
      [
        'the next run would leave them out',
        [done('A'), done('B', { reason: 'pending', outcome: 'review' })],
        true,
        `${ALL}set Companies to Return to All Companies for this one run, since otherwise they are left out, and run the workflow again. None of them is sent or paid for again.`,
      ],
      ['one of them could not be kept', [done('B'), lost], false, LOST],
      [
        'one of them could not be kept, and the next run would leave out the others',
        [lost, done('B')],
        true,
        LOST,
      ],
      [
        'a company failed under one of its names, after others were answered',
        [done('B'), { ...refused, partialResult: resultOf() }],
        false,
        LOST,
      ],
      ['nothing was sent for an item', [done('A'), Z], false, `${ALL}run the workflow again,`],
    ])('in a run with a register: %s', (_, items, onlyThisRun, said) => {
      const register = registerFacts({ onlyThisRun });
      const { description } = errorOf([...items, refused], items.length, screenCompany, { register });
      expect(description).toContain(`in the details of this error. ${said}`);
      expect(description).not.toContain('On Error');
    });
  });
});
