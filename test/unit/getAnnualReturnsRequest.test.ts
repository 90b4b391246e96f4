// "Get Annual Returns Request": which address is asked, what comes out, and when it asks again.
import {
  getAnnualReturnsRequest,
  saveAs,
} from '../../nodes/CompanyScreening/operations/annualReturns/getAnnualReturnsRequest';
import { mayHaveBeenDone } from '../../nodes/CompanyScreening/service/failure';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import {
  aCredential,
  answerOf,
  aReply,
  failureOf,
  parametersOf,
  resultOf,
  sendable,
  complaintOf,
  concluded,
  countsFor,
} from './builders';

const settings = readSettings(aCredential({ baseUrl: 'https://api.example.com/v/' }));
const uri = 'https://api.example.com/requests/1';
const prepare = (requestUri: unknown = uri, options = {}, input = {}) => {
  const read = parametersOf({ requestUri, options });
  return getAnnualReturnsRequest.begin(read, [read]).prepare(read, input);
};
const aFile = () => ({
  ...aReply('', 200, 'GET'),
  kind: 'file' as const,
  file: { bytes: Buffer.from('pdf'), contentType: 'application/pdf', name: 'a.pdf' },
});
const requestFor = (requestUri: unknown) => sendable(prepare(requestUri)).toRequest(settings);

describe('the address', () => {
  test.each([
    [uri, uri],
    ['/requests/1', 'https://api.example.com/requests/1'],
    ['requests/1?page=2', 'https://api.example.com/v/requests/1?page=2'],
    [` ${uri} `, uri],
  ])('%s is asked with GET', (given, url) => {
    expect(requestFor(given)).toEqual({ method: 'GET', url, maxFileMb: 64 });
  });

  test('is asked for without our own key, which is sent as the credential says', () => {
    expect(requestFor(`${uri}?page=2&subscription-key=k`).url).toBe(`${uri}?page=2`);
  });

  test.each([null, '', '  ', 7, {}])('%j is no address', (given) => {
    const { message, description } = complaintOf(() => prepare(given).toTask());
    expect(message).toBe('Request URI is empty.');
    expect(description).toMatch(/gave no address .*names the wrong field\./);
  });
});

describe('the item', () => {
  const itemFor = (reply: unknown, status = 200, input = {}) =>
    resultOf(prepare(uri, {}, input), aReply(reply, status, 'GET')).items[0];
  const jsonOf = (reply: unknown, status = 200) => itemFor(reply, status)?.json;
  const link = { name: 'a.pdf', uri: '/files/1' };

  test.each([
    ['Pending', { status: 'Pending', id: 'r1' }, { outcome: 'pending', id: 'r1', status: 'Pending' }],
    [
      'PENDING with files',
      { status: ' PENDING ', files: [link] },
      { outcome: 'pending', status: ' PENDING ' },
    ],
    ['a list of files', { status: 'Successful', files: [link] }, { outcome: 'files', files: [link] }],
    [
      'a document',
      { status: 'successful', document: 'JVBERi0=' },
      { outcome: 'files', document: 'JVBERi0=' },
    ],
    ['no files', { status: 'Successful', id: 'r1' }, { outcome: 'review', reason: 'noFiles' }],
    ['an empty list', { status: 'Successful', files: [] }, { outcome: 'review', reason: 'noFiles' }],
    ['empty links', { status: 'Successful', files: [{ uri: '' }, null] }, { reason: 'noFiles' }],
    [
      'only words about it',
      { status: 'Successful', message: 'OK', registrationNumber: '1', requestUri: uri },
      { reason: 'noFiles' },
    ],
    ['a status that nobody knows', { status: 'Accepted', place: 3 }, { reason: 'unknownStatus', place: 3 }],
    ['status null', { status: null, id: 'r1' }, { outcome: 'review', reason: 'unknownStatus', id: 'r1' }],
    ['no status', { files: [link] }, { outcome: 'review', reason: 'unknownStatus', files: [link] }],
    ['a status that is no text', { status: 7 }, { status: null, reply_status: 7, reason: 'unknownStatus' }],
    ['a bare list', ['a.pdf'], { outcome: 'review', reason: 'unknownStatus', reply: ['a.pdf'] }],
    ['a bare text', '"a.pdf"', { outcome: 'review', reason: 'unknownStatus', reply: 'a.pdf' }],
    [
      'files and an error',
      { status: 'Successful', code: 'S0001', files: [link] },
      { reason: 'errorsReported' },
    ],
    ...[
      { isError: true },
      { success: false },
      { Errors: ['x'] },
      { data: { success: 'no' } },
      { HttpStatus: 500 },
    ].map((beside): [string, object, object] => [
      `files beside ${JSON.stringify(beside)}`,
      { status: 'Successful', files: [link], ...beside },
      { outcome: 'review', reason: 'errorsReported', files: [link] },
    ]),
    ...[{ hasMore: true }, { next: '/2' }, { isComplete: false }].map((beside): [string, object, object] => [
      `files beside ${JSON.stringify(beside)}`,
      { status: 'Successful', files: [link], ...beside },
      { outcome: 'review', reason: 'partialAnswer', files: [link] },
    ]),
    [
      'two statuses',
      { status: 'Successful', Status: 'Failed', files: [link] },
      { outcome: 'review', reason: 'unknownStatus', files: [link] },
    ],
    [
      'fields that agree',
      {
        ...{ status: 'Successful', files: [link], isError: false, errors: [], success: true, hasMore: false },
        ...{ count: 1, next: null, items: [link], data: { status: 'Active' } },
      },
      { outcome: 'files', reason: null },
    ],
  ])('of %s says what it means, and keeps what was answered', (_, reply, fields) => {
    const item = itemFor(reply);
    expect(item?.json).toMatchObject({ requestUri: uri, environment: 'sandbox', ...fields });
    expect(item?.outcome).toBe(item?.json['outcome']);
    const { outcome, reason, explanation } = item?.json ?? {};
    expect(outcome === 'review').toBe(reason !== null);
    expect(explanation === null).toBe(outcome === 'files');
  });

  test.each([
    [204, ''],
    [200, ''],
    [200, ' \n'],
    [202, '<html>working on it</html>'],
    [202, { message: 'working on it' }],
    [202, {}],
    [202, []],
    [202, { status: null }],
    [404, { id: 'r1', status: 'Pending' }],
    [503, { id: 'r1', status: 'pending' }],
  ])('of HTTP status %i with %j is pending, and says what to do next', (status, reply) => {
    expect(jsonOf(reply, status)).toMatchObject({
      outcome: 'pending',
      reason: null,
      explanation: expect.stringMatching(/Ask at the same requestUri again later/) as string,
    });
  });

  test.each([
    [202, { status: 'Successful', files: [link] }, 'files'],
    [202, ['a.pdf'], 'review'],
    [202, { status: 'Odd' }, 'review'],
    [206, { status: 'Successful', files: [link] }, 'review'],
    [500, { id: 'r1', status: 'Successful', files: [link] }, 'files'],
  ])('of HTTP status %i with %j goes by the body: %s', (status, reply, outcome) => {
    const item = resultOf(prepare(), { ...aReply(reply, status, 'GET'), isWhole: status !== 206 }).items[0];
    expect(item?.json['outcome']).toBe(outcome);
  });

  test('has the id and the number of its input item where the reply has none', () => {
    const input = { id: 'r1', registrationNumber: '01234567890123' };
    expect(itemFor('', 204, input)?.json).toMatchObject(input);
    expect(prepare(uri, {}, input).subject.also).toEqual(input);
    expect(prepare(uri, {}, { id: 7, registrationNumber: 1234 }).subject.also).toEqual({
      ...{ id: null, registrationNumber: '1234' },
    });
    expect(
      itemFor({ status: 'Pending', id: 'R1', registrationNumber: 1234567890123 }, 200, input)?.json,
    ).toMatchObject({
      ...{ id: 'R1', registrationNumber: '01234567890123', reply_registrationNumber: 1234567890123 },
      outcome: 'pending',
    });
  });

  test.each([
    ['id', { id: 'r2' }],
    ['number', { registrationNumber: '22345678901234' }],
  ])(
    'of a reply with the %s of another request is for review, whatever its status, and keeps its files',
    (_, other) => {
      const input = { id: 'r1', registrationNumber: '01234567890123' };
      for (const status of ['Successful', 'Pending', 'Failed', 'Odd']) {
        expect(itemFor({ ...other, status, files: [link] }, 200, input)?.json).toMatchObject({
          ...{ ...input, outcome: 'review', reason: 'otherRequest', files: [link] },
          ...Object.fromEntries(Object.entries(other).map(([name, value]) => [`reply_${name}`, value])),
        });
      }
    },
  );

  test('compares no other field, and nothing that is not there', () => {
    const reply = { status: 'Successful', files: [link], number: '9', id: 'r2', registrationNumber: 'none' };
    expect(jsonOf(reply)).toMatchObject({ outcome: 'files' });
    expect(itemFor(reply, 200, { registrationNumber: '01234567890123', id: ' ' })?.json).toMatchObject({
      outcome: 'files',
    });
  });

  test('has no field of the service under a name of ours', () => {
    const sent = {
      status: 'Successful',
      files: [link],
      outcome: 'clear',
      saveAs: '../x',
      timedOut: true,
      reply: 1,
    };
    expect(jsonOf(sent)).toMatchObject({
      ...{ outcome: 'review', reason: 'partialAnswer', files: [link], reply_outcome: 'clear' },
    });
    for (const name of ['saveAs', 'timedOut', 'reply']) expect(jsonOf(sent)).not.toHaveProperty(name);
  });

  test('contains a file as received', () => {
    const reply = aFile();
    const answer = answerOf(prepare(), reply);
    expect(answer).toMatchObject({ kind: 'result', file: reply.file });
    expect(resultOf(prepare(), reply).items).toEqual([
      {
        outcome: 'files',
        json: {
          ...{ registrationNumber: null, outcome: 'files', status: null, id: null, requestUri: uri },
          ...{ reason: null, explanation: null, environment: 'sandbox' },
          saveAs: saveAs(uri, reply.file),
        },
      },
    ]);
  });

  test('is a failure if only a part of a file came', () => {
    const failure = failureOf(() => resultOf(prepare(), { ...aFile(), status: 206, isWhole: false }));
    expect(failure).toMatchObject({ state: 'refused', httpStatus: 206 });
    expect(failure.message).toMatch(
      /^Get Annual Returns Request: only a part of the file .* \(HTTP status 206\)\.$/,
    );
    expect(failure.description).toMatch(/^This item has no file\. .*Run it again\.$/);
  });

  test('is a failure if the status is Failed, with the words of the catalog if there is a code', () => {
    expect(failureOf(() => jsonOf({ status: ' FAILED' })).message).toMatch(
      /reports that it failed\. The service gave no reason\.$/,
    );
    expect(failureOf(() => jsonOf({ status: 'Failed', code: 'S0001', id: 'r1' }))).toMatchObject({
      errorCode: 'S0001',
      receiptId: 'r1',
    });
    expect(failureOf(() => jsonOf({ id: 'r1', status: 'Failed' }, 500)).state).toBe('failedAtService');
    expect(failureOf(() => jsonOf({ status: 'Failed' }, 500)).state).toBe('safe');
  });

  test.each([
    [200, { code: 'S0002' }],
    [404, {}],
    [500, ''],
    [200, '<html>'],
  ])('is a failure for HTTP status %i with %j, and nothing was paid for', (status, body) => {
    const failure = failureOf(() => resultOf(prepare(), aReply(body, status, 'GET')));
    expect(mayHaveBeenDone(failure)).toBe(false);
  });
});

describe('asking again', () => {
  const wait = { waitForCompletion: true };
  const after = (times: number, seconds: number, options: object = wait) =>
    answerOf(prepare(uri, options), aReply({ status: 'Pending' }, 200, 'GET'), {
      times,
      sinceMs: seconds * 1000,
    });

  test('happens only if the user asks for it, and only while the request is pending', () => {
    expect(after(1, 0, {}).kind).toBe('result');
    expect(answerOf(prepare(uri, wait), aReply({ status: 'Successful' }, 200, 'GET')).kind).toBe('result');
  });

  test.each([
    [1, 10_000],
    [2, 15_000],
    [3, 22_500],
    [9, 60_000],
  ])('after question %i waits %i ms', (times, ms) => {
    expect(after(times, 0)).toMatchObject({ kind: 'askAgain', afterMs: ms });
  });

  test('waits as long as the service asks for, and gives up at once where that is longer than there is time', () => {
    const asking = (retryAfterMs: number, sinceMs: number) =>
      answerOf(
        prepare(uri, wait),
        { ...aReply({ status: 'Pending' }, 200, 'GET'), retryAfterMs },
        { sinceMs },
      );
    expect(asking(45_000, 0)).toMatchObject({ kind: 'askAgain', afterMs: 45_000 });
    expect(asking(2_000, 0)).toMatchObject({ kind: 'askAgain', afterMs: 10_000 });
    expect(asking(60_000, 240_000)).toMatchObject({ kind: 'askAgain', afterMs: 60_000 });
    expect(asking(60_001, 240_000).kind).toBe('result');
  });

  test('goes on while the service names a status that nobody knows, and says so in the end', () => {
    const reply = aReply({ status: 'Processing' }, 200, 'GET');
    expect(answerOf(prepare(uri, wait), reply).kind).toBe('askAgain');
    const last = answerOf(prepare(uri, wait), reply, { times: 6, sinceMs: 300_000 });
    if (last.kind !== 'result') throw new Error('There is still time.');
    expect(concluded(last).items[0]?.json).toMatchObject({
      ...{ outcome: 'review', reason: 'unknownStatus', status: 'Processing', timedOut: true },
    });
    expect(answerOf(prepare(uri, wait), aReply({ status: null }, 200, 'GET')).kind).toBe('result');
    expect(answerOf(prepare(uri, wait), aReply('', 204, 'GET')).kind).toBe('askAgain');
  });
});

test('an item is named by its address, has a request of its own, and no evidence file', () => {
  expect(prepare(` ${uri} `).subject).toMatchObject({ name: uri, referenceId: null });
  expect(sendable(prepare())).toMatchObject({ duplicateKey: null, evidence: false });
});

test('the names on which workflows and messages depend', () => {
  const { kind, resource, choice, subjectKey, receiptKey, nouns, options } = getAnnualReturnsRequest;
  expect({ kind, resource, choice, subjectKey, receiptKey, nouns }).toMatchObject({
    kind: 'request',
    resource: 'annualReturns',
    choice: { name: 'Get Annual Returns Request', value: 'getAnnualReturnsRequest' },
    subjectKey: 'requestUri',
    receiptKey: 'requestUri',
    nouns: { one: 'request', several: 'requests', done: 'answered' },
  });
  expect(options).toHaveLength(1);
  expect(getAnnualReturnsRequest.itemKeys({})).toEqual([
    ...['registrationNumber', 'outcome', 'status', 'id', 'requestUri', 'reason', 'explanation'],
    ...['environment', 'reply', 'timedOut', 'saveAs'],
  ]);
});

test('each outcome is counted', () => {
  const results = [aFile(), aReply('', 204, 'GET'), aReply([1], 200, 'GET'), aFile()].map((reply) =>
    resultOf(prepare(), reply),
  );
  expect(getAnnualReturnsRequest.summarise(results, countsFor(results), false)).toEqual({
    counts: ['2 with files', '1 pending', '1 to review'],
    next: [],
  });
});
