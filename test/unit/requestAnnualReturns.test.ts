// "Request Annual Returns", and the options that both operations have.
import type { Task } from '../../nodes/CompanyScreening/operations/operation';
import { readOptions } from '../../nodes/CompanyScreening/operations/options';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/requestAnnualReturns.operation';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { aCredential, aReply, failureOf, parametersOf, resultOf, someOptions } from './builders';

const settings = readSettings(aCredential());
const prepare = (registrationNumber: unknown, options = {}): Task =>
  requestAnnualReturns.prepare(parametersOf({ registrationNumber }), someOptions(options));

const accepted = { id: 'request-1', requestUri: 'https://api.example.com/requests/1', status: 'Pending' };

describe('an annual returns request', () => {
  test('is for the digits of the number', () => {
    expect(prepare('012-345 678/901.23').toRequest(settings).url).toMatch(/\/01234567890123$/);
  });

  test('restores leading zeros where the option says so', () => {
    const task = prepare(1234567890123, { restoreLeadingZeros: true });
    expect(task.toRequest(settings).url).toMatch(/\/01234567890123$/);
    expect(resultOf(task, aReply(accepted)).items[0]?.json).toMatchObject({
      registrationNumber: '01234567890123',
    });
  });

  test('with a number that is none fails before it is sent, and shows it as given', () => {
    const task = prepare(' 12-34 ');
    expect(failureOf(() => task.toRequest(settings))).toMatchObject({ beforeRequest: true });
    expect(task.subject).toEqual({ registrationNumber: '12-34', referenceId: null });
  });

  test('is never shared between items', () => {
    expect(prepare('01234567890123').duplicateKey).toBeNull();
  });
});

describe('its item', () => {
  const itemOf = (reply: unknown) => resultOf(prepare('01234567890123'), aReply(reply)).items[0];

  test.each(['Pending', 'Successful', 'Queued'])('says what the service answered (%s)', (status) => {
    const item = itemOf({ ...accepted, status });
    expect(item).toEqual({
      outcome: 'requested',
      json: { registrationNumber: '01234567890123', ...accepted, status },
    });
    expect(Object.keys(item?.json ?? {})).toEqual(['registrationNumber', 'id', 'requestUri', 'status']);
  });

  test.each([{ requestUri: null }, { requestUri: undefined }])('has requestUri null with %j', (changes) => {
    expect(itemOf({ ...accepted, ...changes })?.json).toHaveProperty('requestUri', null);
  });

  test('keeps fields that the interface does not know, and its own number', () => {
    const json = itemOf({ ...accepted, queue: { place: 4 }, registrationNumber: 'another' })?.json;
    expect(json).toMatchObject({ queue: { place: 4 }, registrationNumber: '01234567890123' });
  });

  test('is a failure where the status is Failed, and the id can be looked up', () => {
    const failure = failureOf(() => itemOf({ ...accepted, status: 'Failed' }));
    expect(failure).toMatchObject({ httpStatus: 200, receiptId: 'request-1' });
    expect(failure.description).toContain('request-1');
  });

  test('is a failure where the service answers with an error of its catalog', () => {
    const task = prepare('01234567890123');
    const failure = failureOf(() => resultOf(task, aReply({ code: 'S0002', message: 'X' }, 400)));
    expect(failure).toMatchObject({ errorName: 'INVALID_BUSINESS_REGISTRATION_NUMBER', httpStatus: 400 });
  });

  test('is counted in the summary', () => {
    const result = resultOf(prepare('01234567890123'), aReply(accepted));
    expect(requestAnnualReturns.summarise([result, result])).toBe('2 requested');
  });
});

describe('options', () => {
  const defaults = {
    concurrency: 5,
    requestsPerSecond: 0,
    timeout: 30_000,
    maxRetries: 3,
    retryUncertain: false,
    screenDuplicatesOnce: false,
    noHits: 'returnItem',
    restoreLeadingZeros: false,
  };

  test.each([[undefined], [null], [{}]])('have their defaults where the collection is %j', (value) => {
    expect(readOptions(value)).toMatchObject(defaults);
  });

  test('are read as given', () => {
    const given = {
      ...defaults,
      concurrency: 50,
      maxRetries: 10,
      requestsPerSecond: 0.5,
      noHits: 'returnNothing',
    };
    expect(readOptions(given)).toMatchObject(given);
  });

  test.each([
    ['Concurrency', { concurrency: 0 }],
    ['Concurrency', { concurrency: 51 }],
    ['Concurrency', { concurrency: 2.5 }],
    ['Concurrency', { concurrency: 'many' }],
    ['Max Retries', { maxRetries: -1 }],
    ['Max Retries', { maxRetries: 11 }],
    ['Requests per Second', { requestsPerSecond: -1 }],
    ['Timeout', { timeout: 0 }],
    ['Retry When Uncertain', { retryUncertain: 'yes' }],
  ])('name the one that cannot be used: %s %j', (shownName, given) => {
    const failure = failureOf(() => readOptions(given));
    expect(failure).toMatchObject({ beforeRequest: true, fatal: true });
    expect(failure.message).toContain(shownName);
    expect(failure.description).toContain('Nothing was sent');
  });
});
