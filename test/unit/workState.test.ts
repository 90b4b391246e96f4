// What an HTTP status says about the work: whether it may be sent again, and whether it may have been paid for.
import {
  failedAfter,
  fileNotSaved,
  mayHaveBeenDone,
  failureMayBeCharged,
  isReadOnly,
  receiptIdOf,
  wasNeverSent,
  workStateAfter,
  type FailureDetails,
  type NetworkProblem,
  type WorkState,
} from '../../nodes/CompanyScreening/service/failure';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const STATES: Array<[method: 'GET' | 'POST', state: WorkState, statuses: number[]]> = [
  ['POST', 'safe', [429, 503]],
  // A second attempt often gets past it.
  ['POST', 'uncertain', [500, 502, 504]],
  ['POST', 'staysUncertain', [...range(300, 306), 399, 408, 499, 501, ...range(505, 527), 599]],
  ['POST', 'refused', [100, 307, 308, ...range(400, 407), ...range(409, 428), ...range(430, 498)]],
  ['GET', 'safe', [429, 500, 502, 503, 504]],
  ['GET', 'refused', [302, 303, 400, 404, 408, 499, 501, ...range(505, 527)]],
];

test.each(STATES.flatMap(([method, state, all]) => all.map((status) => ({ method, state, status }))))(
  'a request by $method, which may be paid for unless it only asks, is $state under $status',
  ({ method, state, status }) => {
    expect(workStateAfter(status, { method })).toBe(state);
  },
);

describe('a request without a reply', () => {
  test.each<[wasNever: boolean, NetworkProblem]>([
    [true, 'blocked'],
    [true, 'certificate'],
    [true, 'connectionRefused'],
    [true, 'encryption'],
    [true, 'hostUnknown'],
    [true, 'notHttps'],
    [true, 'unreachable'],
    [false, 'damaged'],
    [false, 'reset'],
    [false, 'timeout'],
    [false, 'unknown'],
  ])('was never sent, which is %s, if the problem is "%s"', (wasNever, problem) => {
    expect(wasNeverSent(problem)).toBe(wasNever);
  });
});

test('only a GET asks; a POST, and a request whose method nobody gave, may be paid for', () => {
  expect(isReadOnly({ method: 'GET' })).toBe(true);
  expect(isReadOnly({ method: 'POST' })).toBe(false);
  expect(isReadOnly({})).toBe(false);
});

describe('a failure', () => {
  const message = 'It failed.';

  test.each([
    ['unsendable', false, false],
    ['safe', false, false],
    ['refused', false, false],
    ['uncertain', true, true],
  ] as const)('that is %s may be charged: %s; may have been taken: %s', (state, charged, taken) => {
    const details: FailureDetails = { state, message };
    expect([mayHaveBeenDone(details), failureMayBeCharged(details)]).toEqual([charged, taken]);
    expect(receiptIdOf(details)).toBeNull();
  });

  test.each([
    ['staysUncertain', true, true],
    ['failedAtService', false, true],
  ] as const)('that is %s has the id of what was asked', (state, charged, taken) => {
    const details: FailureDetails = { state, message, receiptId: 'id-1' };
    expect([mayHaveBeenDone(details), failureMayBeCharged(details)]).toEqual([charged, taken]);
    expect(receiptIdOf(details)).toBe('id-1');
  });

  test.each([
    ['refused', null, false],
    ['uncertain', null, true],
    ['failedAtService', 'id-2', false],
    ['staysUncertain', 'id-2', true],
  ] as const)('of a later name, %s, leaves what was paid for before it', (state, receiptId, mayBe) => {
    const after = { name: 'Old Mill', referenceId: 'r-2', answered: [{ name: 'Mill', id: 'id-1' }] };
    const details: FailureDetails =
      state === 'refused' || state === 'uncertain'
        ? { state, message, httpStatus: 400 }
        : { state, message, httpStatus: 400, receiptId };
    expect(failedAfter(details, after).details).toEqual({
      ...{ state: 'staysUncertain', message, httpStatus: 400, receiptId },
      after: { ...after, mayBeCharged: mayBe },
    });
  });

  test('of a file leaves the answer, which was paid for', () => {
    const details = {
      state: 'staysUncertain',
      receiptId: 'id-1',
      advice: 'Check the free space where this n8n keeps its binary data.',
    };
    expect(fileNotSaved(new Error('ENOSPC'), 'id-1').details).toEqual({
      ...details,
      message: 'The service answered, but its file could not be stored: ENOSPC',
    });
    expect(fileNotSaved('a word', 'id-1').details.message).toMatch(/: a word$/);
  });
});
