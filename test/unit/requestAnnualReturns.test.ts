// "Request Annual Returns": from a registration number to a request, and from the reply to an item.
import type { ItemResult } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import type { ItemToSend } from '../../nodes/CompanyScreening/operations/shared/operation';
import { payAgainOptions } from '../../nodes/CompanyScreening/operations/shared/options';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import {
  aCredential,
  answerOf,
  aReply,
  aStoredVerdict,
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

  test('has no evidence file', () => {
    expect(sendable(prepare('01234567890123')).evidence).toBe(false);
  });
});

describe('its item', () => {
  const itemOf = (reply: unknown) => resultOf(prepare('01234567890123'), aReply(reply)).items[0];

  test('is a review if another reply of the run shows that its own is old', () => {
    const oldDate = () => ({ date: 0, other: 1, clock: 'anotherReply' }) as const;
    const age = { oldDate, anyCameToBeOld: () => true, isByThisMachine: false };
    const { receipt } = resultOf(prepare('01234567890123'), { ...aReply(accepted), age });
    expect(receipt).toMatchObject({ outcome: 'review', reason: 'staleAnswer' });
  });

  test.each(['Pending', 'Successful', ' PENDING ', 'successful'])(
    'says that it was requested (%s)',
    (status) => {
      const item = itemOf({ ...accepted, status });
      expect(item).toEqual({
        outcome: 'requested',
        json: {
          ...{ registrationNumber: '01234567890123', outcome: 'requested', status },
          ...{ id: accepted.id, requestUri: accepted.requestUri },
          ...{ reason: null, explanation: null, environment: 'sandbox' },
        },
      });
      expect(Object.keys(item?.json ?? {})).toEqual([...requestAnnualReturns.itemKeys({})]);
      expect(requestAnnualReturns.itemKeys({})).toEqual([
        ...['registrationNumber', 'outcome', 'status', 'id', 'requestUri', 'reason', 'explanation'],
        'environment',
      ]);
    },
  );

  test.each([
    ['a status that nobody knows', { status: 'Accepted' }, 'unknownStatus'],
    ['no status', { status: null }, 'unknownStatus'],
    ['a status that is no text', { status: 7 }, 'unknownStatus'],
    ['an id of blanks', { id: '  ' }, 'unusableId'],
    ['no id', { id: undefined }, 'unusableId'],
    ['an id that is too long', { id: 'a'.repeat(201) }, 'unusableId'],
    ['another status beside it', { Status: 'Failed' }, 'unknownStatus'],
    ['an error beside it', { isError: true }, 'errorsReported'],
    ['no success', { success: false }, 'errorsReported'],
  ])('with %s is for review, and keeps what there is of id and address', (_, changes, reason) => {
    const { items, receipt } = resultOf(prepare('01234567890123'), aReply({ ...accepted, ...changes }));
    expect(items).toMatchObject([
      { outcome: 'review', json: { outcome: 'review', reason, requestUri: accepted.requestUri } },
    ]);
    const { id = accepted.id } = { ...changes } as { id?: string };
    if (!('id' in changes) || id.length > 200) expect(items[0]?.json['id']).toBe(id);
    else expect(items[0]?.json['id']).toBeNull();
    expect(items[0]?.json['explanation']).toMatch(/[Aa]sk at requestUri|ask there/);
    expect(receipt).toMatchObject({ outcome: 'review', reason });
  });

  test('has no field of the service under a name of ours, and loses none', () => {
    const sent = { outcome: 'clear', error: 'x', saveAs: '../x', remembered: true, caseId: 'c' };
    const json = itemOf({ ...accepted, ...sent, reply_caseId: 'd' })?.json;
    expect(json).toMatchObject({
      ...{ outcome: 'review', reason: 'errorsReported' },
      ...{ reply_outcome: 'clear', reply_error: 'x', reply_saveAs: '../x', reply_remembered: true },
      ...{ reply_reply_caseId: 'c', reply_caseId: 'd' },
    });
    for (const name of ['error', 'saveAs', 'remembered', 'caseId']) expect(json).not.toHaveProperty(name);
  });

  test.each([{ requestUri: null }, { requestUri: undefined }])(
    'has requestUri null with %j, and says that nobody can go on from there',
    (changes) => {
      const json = itemOf({ ...accepted, ...changes })?.json;
      expect(json).toMatchObject({ outcome: 'requested', requestUri: null, reason: 'noAddress' });
      expect(json?.['explanation']).toMatch(/gave no address .*quote the ID\.$/);
    },
  );

  test.each<[string, reply: object, status: number, failure: object]>([
    [
      'the status is Failed, and the id can be looked up',
      { ...accepted, status: 'Failed' },
      200,
      {
        ...{ state: 'failedAtService', httpStatus: 200, receiptId: 'request-1' },
        description: expect.stringContaining('request-1') as string,
      },
    ],
    [
      'it has an error code as well, and the id can be looked up',
      { ...accepted, code: 'S0001' },
      200,
      {
        ...{ state: 'failedAtService', receiptId: 'request-1', errorName: 'FAILED_TO_VERIFY_BUSINESS' },
        message: expect.stringMatching(/^Request Annual Returns: /) as string,
        advice: expect.stringMatching(/knows the request by the request ID request-1\.$/) as string,
      },
    ],
    [
      'the service answers with an error of its catalog',
      { code: 'S0002', message: 'X' },
      400,
      { errorName: 'INVALID_BUSINESS_REGISTRATION_NUMBER', httpStatus: 400 },
    ],
  ])('is a failure if %s', (_, reply, status, failure) => {
    const task = prepare('01234567890123');
    expect(failureOf(() => resultOf(task, aReply(reply, status)))).toMatchObject(failure);
  });

  const summaryOf = (...results: ItemResult[]) =>
    requestAnnualReturns.summarise(results, countsFor(results), false);
  const resultWith = (changes: object, number = '01234567890123') =>
    resultOf(prepare(number), aReply({ ...accepted, ...changes }));

  test('is counted in the summary, each number once, and apart if it is for review', () => {
    const result = resultWith({});
    expect(summaryOf(result, resultWith({}, '11234567890123'), result)).toEqual({
      counts: ['2 requested'],
      next: [expect.stringContaining('"Get Annual Returns Request"')],
    });
    expect(summaryOf(resultWith({ requestUri: null })).next).toEqual([
      expect.stringContaining('1 came without a requestUri'),
    ]);
    expect(summaryOf(resultWith({ status: 'Odd' }))).toEqual({
      counts: ['0 requested', '1 to review'],
      next: [],
    });
  });

  test('has its id, and the address as the register knows it: the same for a relative one and the whole one', () => {
    const receiptOf = (requestUri: string) =>
      resultOf(prepare('01234567890123'), aReply({ ...accepted, requestUri })).receipt;
    const receipt = receiptOf(accepted.requestUri);
    expect(receipt).toEqual({
      ...{ id: 'request-1', outcome: 'requested', reason: null, hits: 0 },
      otherIds: [expect.stringMatching(/^address [0-9a-f]{64}$/) as string],
    });
    expect(receiptOf('/requests/1').otherIds).toEqual(receipt.otherIds);
    expect(receiptOf('/Requests/1').otherIds).not.toEqual(receipt.otherIds);
  });
});

describe('the id of another number of the run', () => {
  /** What each number of one run makes of its reply, once all have come. */
  const runOf = (...replies: [number: string, changes: object][]) => {
    const readers = replies.map(([registrationNumber]) => parametersOf({ registrationNumber, options: {} }));
    const [first] = readers;
    if (!first) throw new Error('There is no number.');
    const run = requestAnnualReturns.begin(first, readers);
    const answers = replies.map(([, changes], index) => {
      const reading = answerOf(run.prepare(readers[index] ?? first), aReply({ ...accepted, ...changes }));
      if (reading.kind !== 'result') throw new Error('No result.');
      return reading;
    });
    return answers.map((answer) => answer.interpret());
  };
  const [one, another] = ['01234567890123', '11234567890123'] as const;
  const outcomesOf = (...replies: Parameters<typeof runOf>) =>
    runOf(...replies).map(({ receipt }) => receipt.outcome);

  test('leaves both in doubt: a person has to look, and the id can be looked up', () => {
    for (const { receipt, makeItems } of runOf([one, {}], [another, {}])) {
      expect(receipt).toMatchObject({ id: 'request-1', outcome: 'review', reason: 'otherRequest' });
      const [item] = makeItems();
      expect(item).toMatchObject({ outcome: 'review', json: { id: 'request-1', reason: 'otherRequest' } });
      expect(item?.json['explanation']).toMatch(/about another request.*old answer/);
    }
  });

  test.each([
    ['in capitals', { id: ' REQUEST-1', requestUri: 'https://api.example.com/requests/2' }],
    ['of its address alone', { id: 'request-2' }],
    ['of its address, relative', { id: 'request-2', requestUri: '/requests/1' }],
    ['of its address with white space', { id: 'request-2', requestUri: ` ${accepted.requestUri} ` }],
  ])('counts %s', (_, changes) => {
    expect(outcomesOf([one, {}], [another, changes])).toEqual(['review', 'review']);
  });

  test.each([
    ['11234567890123', 'review'],
    [11234567890123, 'review'],
    ['01234567890123', 'requested'],
    [1234567890123, 'requested'],
    [null, 'requested'],
  ])('is told by a registration number in the reply as well: %j', (registrationNumber, outcome) => {
    expect(outcomesOf([one, { registrationNumber }])).toEqual([outcome]);
  });

  test('is neither the same number twice, nor a text that is empty', () => {
    const other = { id: 'request-2', requestUri: null };
    expect(outcomesOf([one, {}], [one, {}], [another, other])).toEqual(Array(3).fill('requested'));
    const nameless = [2, 3].map((number) => ({ id: ' ', requestUri: `/requests/${number}` }));
    for (const { receipt } of runOf([one, nameless[0] ?? {}], [another, nameless[1] ?? {}]))
      expect(receipt).toMatchObject({ outcome: 'review', reason: 'unusableId' });
  });
});

const [ONE, TWO] = ['01234567890123', '11234567890123'];
test.each<[maxRequests: number, numbers: unknown[], count: number | null]>([
  [1, [ONE, '0123-4567 890123'], null],
  [1, [ONE, TWO], 2],
  [2, [ONE, TWO], null],
  [2, [ONE, '', 'x'], 3],
  [0, [ONE, TWO, '', 'x'], null],
])('with Max Requests per Run set to %i, %j are refused as %j', (maxRequests, numbers, count) => {
  const readers = numbers.map((registrationNumber) =>
    parametersOf({ registrationNumber, options: { maxRequests } }),
  );
  const [first = parametersOf({})] = readers;
  const begin = () => requestAnnualReturns.begin(first, readers);
  if (count === null) expect(begin).not.toThrow();
  else
    expect(begin).toThrow(
      `The list has ${count} registration numbers to request, and Max Requests per Run is ${maxRequests}.`,
    );
});

test('a number is requested once, however it is written', () => {
  expect(sendable(prepare('0123-4567 890123')).duplicateKey).toBe(sendable(prepare(ONE)).duplicateKey);
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
    if (!task.registerTask) throw new Error('It is not kept.');
    const replies = [{ reply: aReply(accepted), name: 'n', nameIndex: 0, question: {}, referenceId: '' }];
    const stored = aStoredVerdict({ replies, remembered });
    return concluded(task.registerTask.resultFromStored(stored, 'sandbox'));
  };

  test('each number is kept, as old as the user says, and no maximum holds it back', () => {
    const settingsOfUser = { batchSize: 10, requestAgainAfterDays: 1 };
    const { registerSettings } = begun({ ...kept, registerSettings: settingsOfUser });
    expect(registerSettings).toMatchObject({ register: 'Screening register', batchSize: 10 });
    expect(registerSettings?.screenAgain).toEqual({ is: 'dates', dates: 1 });
    expect(registerSettings?.refusalOf(1_000_000)).toBeNull();
    expect(sendable(taskOf(requestAnnualReturns, kept)).registerTask?.company.key).toBe('01234567890123');
  });

  test('the register is told the maximum, and its items have keys of their own', () => {
    const { registerSettings } = begun({ ...kept, registerSettings: {}, options: { maxRequests: 2 } });
    expect([2, 3].map((count) => registerSettings?.refusalOf(count)?.message)).toEqual([
      undefined,
      'The list has 3 registration numbers to request, and Max Requests per Run is 2.',
    ]);
    expect(requestAnnualReturns.itemKeys({ keepInRegister: true }).slice(-4)).toEqual([
      ...['environment', 'remembered', 'requestedAt', 'caseId'],
    ]);
  });

  test('without it, nothing is kept', () => {
    expect(begun({ ...kept, keepInRegister: false })).not.toHaveProperty('registerSettings');
    expect(sendable(prepare('01234567890123'))).not.toHaveProperty('registerTask');
  });

  test('the summary leaves it to the line of the run how many were requested now', () => {
    const results = [resultFrom(true), resultFrom(false)];
    expect(requestAnnualReturns.summarise(results, countsFor(results), true).counts).toEqual([]);
  });
});

test('the names on which workflows and messages depend', () => {
  const { kind, resource, choice, subjectKey, receiptKey, nouns, options } = requestAnnualReturns;
  expect({ kind, resource, choice, subjectKey, receiptKey, nouns }).toMatchObject({
    ...{ kind: 'request', resource: 'annualReturns' },
    choice: { name: 'Request Annual Returns', value: 'requestAnnualReturns' },
    ...{ subjectKey: 'registrationNumber', receiptKey: 'requestId' },
    nouns: { one: 'registration number', several: 'registration numbers', done: 'requested' },
  });
  expect(options.includes(payAgainOptions)).toBe(true);
});
