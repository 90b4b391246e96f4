// "Request Annual Returns": from a registration number to a request, and from the reply to an item.
import type { ItemResult } from '../../nodes/CompanyScreening/operations/answer';
import type { ItemToSend } from '../../nodes/CompanyScreening/operations/operation';
import { payingOptions } from '../../nodes/CompanyScreening/operations/options';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { NO_CHANGES } from '../../nodes/CompanyScreening/register/changes';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import {
  aCredential,
  aReply,
  concluded,
  failureOf,
  parametersOf,
  resultOf,
  sendable,
  taskOf,
  countsFor,
} from './builders';

const settings = readSettings(aCredential());
const prepare = (registrationNumber: unknown, options = {}): ItemToSend =>
  taskOf(requestAnnualReturns, { registrationNumber, options });

const accepted = { id: 'request-1', requestUri: 'https://api.example.com/requests/1', status: 'Pending' };

describe('an annual returns request', () => {
  test('is for the digits of the number', () => {
    expect(sendable(prepare('012-345 678/901.23')).toRequest(settings).url).toMatch(
      /\/01234567890123\?v=3\.0$/,
    );
  });

  test('restores leading zeros if the option says so', () => {
    const task = prepare(1234567890123, { restoreLeadingZeros: true });
    expect(sendable(task).toRequest(settings).url).toMatch(/\/01234567890123\?v=3\.0$/);
    expect(resultOf(task, aReply(accepted)).items[0]?.json).toMatchObject({
      registrationNumber: '01234567890123',
    });
  });

  test('with an invalid number fails before it is sent, and shows the number as given', () => {
    const task = prepare(' 12-34 ');
    expect(() => sendable(task)).toThrow(InvalidItem);
    expect(task.subject).toEqual({ name: '12-34', referenceId: null });
  });

  test('is never shared between items', () => {
    expect(sendable(prepare('01234567890123')).duplicateKey).toBeNull();
  });

  test('has no evidence file', () => {
    expect(sendable(prepare('01234567890123')).evidence).toBe(false);
  });
});

describe('its item', () => {
  const itemOf = (reply: unknown) => resultOf(prepare('01234567890123'), aReply(reply)).items[0];

  test.each(['Pending', 'Successful', 'Queued'])('says what the service answered (%s)', (status) => {
    const item = itemOf({ ...accepted, status });
    expect(item).toEqual({
      outcome: 'requested',
      json: { registrationNumber: '01234567890123', ...accepted, status, environment: 'sandbox' },
    });
    expect(Object.keys(item?.json ?? {})).toEqual([...requestAnnualReturns.itemKeys({})]);
    expect(requestAnnualReturns.itemKeys({})).toEqual([
      'registrationNumber',
      'id',
      'requestUri',
      'status',
      'environment',
    ]);
  });

  test.each([{ requestUri: null }, { requestUri: undefined }])('has requestUri null with %j', (changes) => {
    expect(itemOf({ ...accepted, ...changes })?.json).toHaveProperty('requestUri', null);
  });

  test('keeps fields that the interface does not know, and its own number', () => {
    const json = itemOf({ ...accepted, queue: { place: 4 }, registrationNumber: 'another' })?.json;
    expect(json).toMatchObject({ queue: { place: 4 }, registrationNumber: '01234567890123' });
  });

  test('has no name in it that would change the prototype of a copy', () => {
    const json = itemOf({ ...accepted, queue: { ['__proto__']: { place: 4 } } })?.json;
    expect(json).toHaveProperty('queue', {});
  });

  test('is its own each time: what a later node writes into one stays there', () => {
    const answer = sendable(prepare('01234567890123')).read(aReply({ ...accepted, queue: { place: 4 } }), {
      times: 1,
      sinceMs: 0,
      environment: 'sandbox',
    });
    if (answer.kind !== 'answer') throw new Error('No result.');
    const [one, other] = [concluded(answer), concluded(answer)].map(({ items }) => items[0]?.json['queue']);
    expect(one).toEqual({ place: 4 });
    expect(one).not.toBe(other);
  });

  test('is a failure if the status is Failed, and the id can be looked up', () => {
    const failure = failureOf(() => itemOf({ ...accepted, status: 'Failed' }));
    expect(failure).toMatchObject({ state: 'failedAtService', httpStatus: 200, receiptId: 'request-1' });
    expect(failure.description).toContain('request-1');
  });

  test('is a failure if it has an error code as well, and the id can be looked up', () => {
    const failure = failureOf(() => itemOf({ ...accepted, code: 'S0001' }));
    expect(failure).toMatchObject({
      state: 'failedAtService',
      receiptId: 'request-1',
      errorName: 'FAILED_TO_VERIFY_BUSINESS',
    });
    expect(failure.message).toMatch(/^Request Annual Returns: /);
    expect(failure.advice).toMatch(/knows the request by the request id request-1\.$/);
  });

  test('is a failure if the service answers with an error of its catalog', () => {
    const task = prepare('01234567890123');
    const failure = failureOf(() => resultOf(task, aReply({ code: 'S0002', message: 'X' }, 400)));
    expect(failure).toMatchObject({ errorName: 'INVALID_BUSINESS_REGISTRATION_NUMBER', httpStatus: 400 });
  });

  test('is counted in the summary', () => {
    const result = resultOf(prepare('01234567890123'), aReply(accepted));
    const { counts, next } = requestAnnualReturns.summarise(
      [result, result],
      countsFor([result, result]),
      false,
    );
    expect(counts).toEqual(['2 requested']);
    expect(next).toEqual([expect.stringContaining('"Get Annual Returns Status and Files"')]);
  });

  test('without a requestUri is pointed out in the summary', () => {
    const result = resultOf(prepare('01234567890123'), aReply({ ...accepted, requestUri: null }));
    const { next } = requestAnnualReturns.summarise([result], countsFor([result]), false);
    expect(next).toHaveLength(1);
    expect(next[0]).toContain('1 came without a requestUri');
  });

  test('has its id, and counts as requested whatever the service calls its status', () => {
    expect(resultOf(prepare('01234567890123'), aReply(accepted)).receipt).toEqual({
      id: 'request-1',
      outcome: 'requested',
      reason: null,
      hits: 0,
    });
  });
});

describe('the id of another number of the run', () => {
  /** What each number of one run makes of its reply, once all have come. */
  const runOf = (replies: ReadonlyArray<readonly [number: string, changes: object]>) => {
    const readers = replies.map(([registrationNumber]) => parametersOf({ registrationNumber, options: {} }));
    const [first] = readers;
    if (!first) throw new Error('There is no number.');
    const run = requestAnnualReturns.begin(first, readers);
    const answers = replies.map(([, changes], index) => {
      const reading = sendable(run.prepare(readers[index] ?? first)).read(
        aReply({ ...accepted, ...changes }),
        {
          times: 1,
          sinceMs: 0,
          environment: 'sandbox',
        },
      );
      if (reading.kind !== 'answer') throw new Error('No result.');
      return reading;
    });
    return answers.map((answer) => answer.decide());
  };
  const [one, another] = ['01234567890123', '11234567890123'] as const;
  const outcomesOf = (replies: Parameters<typeof runOf>[0]) =>
    runOf(replies).map(({ receipt }) => receipt.outcome);

  test('leaves both in doubt: they have no item, may have been charged, and the id can be looked up', () => {
    const decisions = runOf([
      [one, {}],
      [another, {}],
    ]);
    for (const { receipt, makeItems } of decisions) {
      expect(receipt).toMatchObject({ id: 'request-1', outcome: 'review', reason: 'otherRequest' });
      const failure = failureOf(makeItems);
      expect(failure).toMatchObject({ state: 'unresolved', receiptId: 'request-1', httpStatus: 200 });
      expect(failure.message).toMatch(/does not belong to this request.*another registration number/);
      expect(failure.explanation).toMatch(/^It may be an old answer, .* This item has no result\.$/);
      expect(failure.advice).toMatch(/for which number the request id request-1 is\.$/);
    }
  });

  test.each([
    ['in capitals', { id: ' REQUEST-1', requestUri: 'https://api.example.com/requests/2' }],
    ['of its address alone', { id: 'request-2' }],
    ['of its address with white space', { id: 'request-2', requestUri: ` ${accepted.requestUri} ` }],
  ])('counts %s', (_, changes) => {
    expect(
      outcomesOf([
        [one, {}],
        [another, changes],
      ]),
    ).toEqual(['review', 'review']);
  });

  test('is neither the same number twice, nor a text that is empty', () => {
    expect(
      outcomesOf([
        [one, {}],
        [one, {}],
        [another, { id: 'request-2', requestUri: null }],
      ]),
    ).toEqual(['requested', 'requested', 'requested']);
    for (const requestUri of ['', null]) {
      const nameless = { id: ' ', requestUri };
      expect(
        outcomesOf([
          [one, nameless],
          [another, nameless],
        ]),
      ).toEqual(['requested', 'requested']);
    }
  });
});

describe('with Keep in Register', () => {
  const kept = { keepInRegister: true, registrationNumber: '01234567890123', options: {} };
  const begun = (parameters: Record<string, unknown>) => {
    const read = parametersOf(parameters);
    return requestAnnualReturns.begin(read, [read]);
  };
  /** A request that the register had before this run, or that was made in it. */
  const resultFrom = (remembered: boolean): ItemResult => {
    const task = sendable(taskOf(requestAnnualReturns, kept));
    if (!task.kept) throw new Error('It is not kept.');
    return concluded(
      task.kept.recall(
        {
          replies: [{ reply: aReply(accepted), name: 'n', place: 0, question: {}, referenceId: '' }],
          judge: ({ outcome }) => ({ outcome, reason: null }),
          cases: [],
          changes: NO_CHANGES,
          news: { is: 'notAsked' },
          remembered,
          referenceId: '',
          screenedAt: '2026-01-01T00:00:00.000Z',
        },
        'sandbox',
      ),
    );
  };

  test('each number is kept, as old as the user says, and neither a control nor a maximum holds it back', () => {
    const { keeping } = begun({ ...kept, registerSettings: { batchSize: 10, requestAgainAfterDays: 1 } });
    expect(keeping).toMatchObject({ register: 'Screening register', batchSize: 10 });
    expect(keeping?.screenAgain).toEqual({ is: 'dates', dates: 1 });
    expect(keeping?.controlHolds()).toBe(true);
    expect(() => keeping?.allow(1_000_000)).not.toThrow();
    expect(sendable(taskOf(requestAnnualReturns, kept)).kept?.company.key).toBe('01234567890123');
  });

  test('without it, nothing is kept', () => {
    expect(begun({ ...kept, keepInRegister: false })).not.toHaveProperty('keeping');
    expect(sendable(prepare('01234567890123'))).not.toHaveProperty('kept');
  });

  test('an item says in two fields more whether and when it was requested before, and an error may name a case', () => {
    expect([...Object.keys(resultFrom(true).items[0]?.json ?? {}), 'caseId']).toEqual([
      ...requestAnnualReturns.itemKeys({ keepInRegister: true }),
    ]);
    expect(resultFrom(true).items[0]?.json).toMatchObject({
      remembered: true,
      requestedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(resultFrom(false).receipt).toMatchObject({ remembered: false });
  });

  test('the summary leaves it to the line of the run how many were requested now', () => {
    const results = [resultFrom(true), resultFrom(false)];
    expect(requestAnnualReturns.summarise(results, countsFor(results), true).counts).toEqual([]);
  });
});

test('the names on which workflows and messages depend', () => {
  const { kind, resource, choice, subjectKey, receiptKey, nouns, options } = requestAnnualReturns;
  expect({ kind, resource, choice, subjectKey, receiptKey, nouns }).toMatchObject({
    kind: 'request',
    resource: 'annualReturns',
    choice: { name: 'Request Annual Returns', value: 'requestAnnualReturns' },
    subjectKey: 'registrationNumber',
    receiptKey: 'requestId',
    nouns: { one: 'registration number', several: 'registration numbers', done: 'requested' },
  });
  expect(options.includes(payingOptions)).toBe(true);
  expect(requestAnnualReturns.countsForSearch([], 2, [])).toEqual({
    annual_returns_requested: 0,
    annual_returns_errors: 2,
  });
});
