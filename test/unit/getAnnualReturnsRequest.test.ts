// "Get Annual Returns Request": which address is asked, what comes out, and when it asks again.
import {
  getAnnualReturnsRequest,
  saveAs,
} from '../../nodes/CompanyScreening/operations/annualReturns/getAnnualReturnsRequest';
import { mayHaveBeenDone } from '../../nodes/CompanyScreening/service/failure';
import type { ServiceReply } from '../../nodes/CompanyScreening/service/reply';
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
  const WITH_FILE = { status: 'Successful', files: [link] };
  const NOT_FINE = { outcome: 'review', reason: 'errorsReported', files: [link] };
  const NOT_ALL = { outcome: 'review', reason: 'partialAnswer', files: [link] };

  test.each<[string, reply: unknown, fields: object]>([
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
    ['files beside an error', { ...WITH_FILE, isError: true }, NOT_FINE],
    ['files beside no success', { ...WITH_FILE, success: false }, NOT_FINE],
    ['files beside a list of errors', { ...WITH_FILE, Errors: ['x'] }, NOT_FINE],
    ['files beside data without success', { ...WITH_FILE, data: { success: 'no' } }, NOT_FINE],
    ['files beside a status of failure', { ...WITH_FILE, HttpStatus: 500 }, NOT_FINE],
    ['files of which there are more', { ...WITH_FILE, hasMore: true }, NOT_ALL],
    ['files with a next page', { ...WITH_FILE, next: '/2' }, NOT_ALL],
    ['files that are not complete', { ...WITH_FILE, isComplete: false }, NOT_ALL],
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
    const reply = { status: 'Pending', id: 'R1', registrationNumber: 1234567890123 };
    expect(itemFor(reply, 200, input)?.json).toMatchObject({
      ...{ outcome: 'pending', id: 'R1', registrationNumber: '01234567890123' },
      reply_registrationNumber: 1234567890123,
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
    for (const input of [{}, { registrationNumber: '01234567890123', id: ' ' }])
      expect(itemFor(reply, 200, input)?.outcome).toBe('files');
  });

  test('has no field of the service under a name of ours', () => {
    const sent = { ...WITH_FILE, outcome: 'clear', saveAs: '../x', timedOut: true, reply: 1 };
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

  test.each<[reply: object, status: number, failure: object]>([
    [
      { status: ' FAILED' },
      200,
      { message: expect.stringMatching(/reports that it failed\. The service gave no reason\.$/) as string },
    ],
    [{ status: 'Failed', code: 'S0001', id: 'r1' }, 200, { errorCode: 'S0001', receiptId: 'r1' }],
    [{ id: 'r1', status: 'Failed' }, 500, { state: 'failedAtService' }],
    [{ status: 'Failed' }, 500, { state: 'safe' }],
    [{ id: 'r1', status: 'Odd' }, 500, { state: 'safe' }],
  ])('is a failure for %j under %i', (reply, status, failure) => {
    expect(failureOf(() => jsonOf(reply, status))).toMatchObject(failure);
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
  const pending = aReply({ status: 'Pending' }, 200, 'GET');
  const asking = (retryAfterMs: number) => ({ ...pending, retryAfterMs });
  const odd = aReply({ status: 'Processing' }, 200, 'GET');

  test.each<[string, reply: ServiceReply, asked: object, afterMs: number | null]>([
    ['does not happen once there are files', aReply({ status: 'Successful' }, 200, 'GET'), {}, null],
    ['does not happen after a status null', aReply({ status: null }, 200, 'GET'), {}, null],
    ['happens after nothing', aReply('', 204, 'GET'), {}, 10_000],
    ['happens after a status that nobody knows', odd, {}, 10_000],
    ['waits 10 s after the first question', pending, { times: 1 }, 10_000],
    ['waits half as long again after the second', pending, { times: 2 }, 15_000],
    ['waits half as long again after the third', pending, { times: 3 }, 22_500],
    ['waits a minute at most', pending, { times: 9 }, 60_000],
    ['waits as long as the service asks for', asking(45_000), { sinceMs: 0 }, 45_000],
    ['waits no shorter where the service asks for that', asking(2_000), { sinceMs: 0 }, 10_000],
    ['waits as long as there is time', asking(60_000), { sinceMs: 240_000 }, 60_000],
    ['gives up at once where there is less time', asking(60_001), { sinceMs: 240_000 }, null],
  ])('%s', (_, reply, asked, afterMs) => {
    const answer = answerOf(prepare(uri, wait), reply, asked);
    expect(answer.kind === 'askAgain' ? answer.afterMs : null).toBe(afterMs);
  });

  test('waits as long as the user says, also if that is more than a minute', () => {
    const rarely = { ...wait, pollIntervalSeconds: 120, maxWaitSeconds: 1_000 };
    expect(answerOf(prepare(uri, rarely), pending, { times: 1 })).toMatchObject({ afterMs: 120_000 });
  });

  test('happens only if the user asks for it', () => {
    expect(answerOf(prepare(), pending).kind).toBe('result');
  });

  test('ends in a review where the service still names a status that nobody knows', () => {
    const last = answerOf(prepare(uri, wait), odd, { times: 6, sinceMs: 300_000 });
    if (last.kind !== 'result') throw new Error('There is still time.');
    expect(concluded(last).items[0]?.json).toMatchObject({
      ...{ outcome: 'review', reason: 'unknownStatus', status: 'Processing', timedOut: true },
    });
  });
});

test('with Keep in Register, the register is told of each request that failed', () => {
  const read = parametersOf({ requestUri: uri, options: {}, keepInRegister: true, registerSettings: {} });
  const run = getAnnualReturnsRequest.begin(read, [read]);
  for (const id of ['r1', 'r2'])
    failureOf(() => answerOf(run.prepare(read, { id }), aReply({ id, status: 'Failed' }, 200, 'GET')));
  expect(run.followUp?.found().failures).toMatchObject(
    ['r1', 'r2'].map((id) => ({ saidId: id, question: { id } })),
  );
});

test('an item is named by its address, has a request of its own, and no evidence file', () => {
  expect(prepare(` ${uri} `).subject).toMatchObject({ name: uri, referenceId: null });
  expect(sendable(prepare())).toMatchObject({ duplicateKey: null, evidence: false });
});

test('the names on which workflows and messages depend', () => {
  const { kind, resource, choice, subjectKey, receiptKey, nouns, options } = getAnnualReturnsRequest;
  expect({ kind, resource, choice, subjectKey, receiptKey, nouns }).toMatchObject({
    ...{ kind: 'request', resource: 'annualReturns', subjectKey: 'requestUri', receiptKey: 'requestUri' },
    choice: { name: 'Get Annual Returns Request', value: 'getAnnualReturnsRequest' },
    nouns: { one: 'request', several: 'requests', done: 'answered' },
  });
  expect(options).toHaveLength(1);
  expect(getAnnualReturnsRequest.itemKeys({})).toEqual([
    ...['registrationNumber', 'outcome', 'status', 'id', 'requestUri', 'reason', 'explanation'],
    ...['environment', 'reply', 'timedOut', 'saveAs'],
  ]);
});

test('each outcome is counted', () => {
  const odd = aReply([1], 200, 'GET');
  const results = [aFile(), aReply('', 204, 'GET'), odd, aFile(), odd, odd].map((reply) =>
    resultOf(prepare(), reply),
  );
  expect(getAnnualReturnsRequest.summarise(results, countsFor(results), false)).toEqual({
    counts: ['2 with files', '1 pending', '3 to review'],
    next: [],
  });
});
