// "Get Annual Returns Status and Files": which address is asked, what comes out, and when it asks again.
import { annualReturnsStatusAndFiles } from '../../nodes/CompanyScreening/operations/annualReturns/annualReturnsStatusAndFiles';
import { saveAs } from '../../nodes/CompanyScreening/operations/annualReturns/saveAs';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { mayBeCharged } from '../../nodes/CompanyScreening/service/failure';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import {
  aCredential,
  answerOf,
  aReply,
  failureOf,
  resultOf,
  sendable,
  taskOf,
  complaintOf,
  concluded,
  countsFor,
} from './builders';

const settings = readSettings(aCredential({ baseUrl: 'https://api.example.com/v/' }));
const uri = 'https://api.example.com/requests/1';
const prepare = (requestUri: unknown = uri, options = {}) =>
  taskOf(annualReturnsStatusAndFiles, { requestUri, options });
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

  test.each([
    'https://evil.example/requests/1',
    '//evil.example/requests/1',
    'http://api.example.com/requests/1',
    'https://api.example.com:8443/requests/1',
    'https://api.example.com@evil.example/requests/1',
    'data:text/plain,1',
    // A user name would take the place of the token.
    'https://officer:secret@api.example.com/requests/1',
    'https://officer@api.example.com/requests/1',
    'blob:https://api.example.com/requests/1',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
  ])('%s is not asked', (given) => {
    expect(() => requestFor(given)).toThrow(InvalidItem);
  });

  test.each([null, '', '  ', 7, {}])('%j is no address', (given) => {
    const { message, description } = complaintOf(() => prepare(given).toTask());
    expect(message).toBe('Request URI is empty.');
    expect(description).toMatch(/gave no address .*names the wrong field\./);
  });
});

describe('the item', () => {
  const jsonOf = (reply: unknown, options = {}) =>
    resultOf(prepare(uri, options), aReply(reply, 200, 'GET')).items[0]?.json;

  test.each([
    [
      { status: 'Pending', id: 'r1' },
      { id: 'r1', status: 'Pending' },
    ],
    [
      { status: 'Archived', place: 3 },
      { id: null, status: 'Archived', place: 3 },
    ],
    [{ files: ['a.pdf'] }, { id: null, status: null, files: ['a.pdf'] }],
    [
      { status: 7, requestUri: 'x' },
      { id: null, status: 7 },
    ],
    [['a.pdf'], { id: null, status: null, reply: ['a.pdf'] }],
  ])('of %j keeps what was answered', (reply, fields) => {
    expect(jsonOf(reply)).toEqual({ requestUri: uri, environment: 'sandbox', ...fields });
  });

  test('has the other fields of a reply with a name that n8n removes from each copy of an item', () => {
    const reply = { id: '1', status: 'Open', queue: { place: 4 } };
    const received = { ...reply, constructor: 'x', queue: { ...reply.queue, constructor: {} } };
    expect(resultOf(prepare(), aReply(received)).items[0]?.json).toMatchObject(reply);
  });

  test.each([
    ['fields', aReply({ status: 'Open' }, 200, 'GET')],
    ['a list', aReply(['a.pdf'], 200, 'GET')],
    ['a file', aFile()],
  ])('of %s counts as answered, and is known by its address', (_, reply) => {
    const { receipt, items } = resultOf(prepare(), reply);
    expect(receipt).toEqual({ id: uri, outcome: 'requested', reason: null, hits: 0 });
    expect(items).toMatchObject([{ outcome: 'requested' }]);
  });

  test('contains a file as received', () => {
    const reply = aFile();
    const answer = answerOf(prepare(), reply);
    expect(answer).toMatchObject({ kind: 'answer', file: reply.file });
    expect(resultOf(prepare(), reply).items).toEqual([
      {
        outcome: 'requested',
        json: {
          requestUri: uri,
          id: null,
          status: null,
          environment: 'sandbox',
          saveAs: saveAs(uri, reply.file),
        },
      },
    ]);
  });

  test('is a failure if only a part of a file came', () => {
    const failure = failureOf(() => resultOf(prepare(), { ...aFile(), status: 206, isWhole: false }));
    expect(failure).toMatchObject({ state: 'refused', httpStatus: 206 });
    expect(failure.message).toMatch(
      /^Get Annual Returns Status and Files: only a part of the file .* \(HTTP status 206\)\.$/,
    );
    expect(failure.description).toMatch(/^This item has no file\. .*Run it again\.$/);
  });

  test('is a failure if the status is Failed, with the words of the catalog if there is a code', () => {
    expect(failureOf(() => jsonOf({ status: 'Failed' })).message).toMatch(
      /reports that it failed\. The service gave no reason\.$/,
    );
    expect(failureOf(() => jsonOf({ status: 'Failed', code: 'S0001', id: 'r1' }))).toMatchObject({
      errorCode: 'S0001',
      receiptId: 'r1',
    });
  });

  test.each([
    [200, { code: 'S0002' }],
    [404, {}],
    [500, ''],
    [200, '<html>'],
  ])('is a failure for HTTP status %i with %j, and nothing was paid for', (status, body) => {
    const failure = failureOf(() => resultOf(prepare(), aReply(body, status, 'GET')));
    expect(mayBeCharged(failure)).toBe(false);
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
    expect(after(1, 0, {}).kind).toBe('answer');
    expect(answerOf(prepare(uri, wait), aReply({ status: 'Successful' }, 200, 'GET')).kind).toBe('answer');
  });

  test.each([
    [1, 10_000],
    [2, 15_000],
    [3, 22_500],
    [9, 60_000],
  ])('after question %i waits %i ms', (times, ms) => {
    expect(after(times, 0)).toEqual({ kind: 'askAgain', afterMs: ms });
  });

  test('never waits longer than there is time, and then says that the time is up', () => {
    expect(after(5, 295)).toEqual({ kind: 'askAgain', afterMs: 5_000 });
    const last = after(6, 300);
    if (last.kind !== 'answer') throw new Error('There is still time.');
    expect(concluded(last).items[0]?.json).toEqual({
      requestUri: uri,
      id: null,
      status: 'Pending',
      environment: 'sandbox',
      timedOut: true,
    });
  });
});

test('an item is named by its address, has a request of its own, and no evidence file', () => {
  expect(prepare(` ${uri} `).subject).toEqual({ name: uri, referenceId: null });
  expect(sendable(prepare())).toMatchObject({ duplicateKey: null, evidence: false });
});

test('the names on which workflows and messages depend', () => {
  const { kind, resource, choice, subjectKey, receiptKey, nouns, options } = annualReturnsStatusAndFiles;
  expect({ kind, resource, choice, subjectKey, receiptKey, nouns }).toMatchObject({
    kind: 'request',
    resource: 'annualReturns',
    choice: { name: 'Get Annual Returns Status and Files', value: 'getAnnualReturnsRequest' },
    subjectKey: 'requestUri',
    receiptKey: 'requestUri',
    nouns: { one: 'request', several: 'requests', done: 'answered' },
  });
  expect(options).toHaveLength(1);
  expect(annualReturnsStatusAndFiles.itemKeys({})).toEqual([
    'requestUri',
    'id',
    'status',
    'environment',
    'reply',
    'timedOut',
    'saveAs',
  ]);
});

test('what was answered is counted, and so is what has no answer', () => {
  const result = resultOf(prepare(), aFile());
  expect(annualReturnsStatusAndFiles.summarise([result, result], countsFor([result, result]), false)).toEqual(
    {
      counts: ['2 answered'],
      next: [],
    },
  );
  expect(annualReturnsStatusAndFiles.countsForSearch([result, result], 1, [])).toEqual({
    annual_returns_answered: 2,
    annual_returns_errors: 1,
  });
});
