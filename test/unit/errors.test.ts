// A failure becomes a node error and an error item: always the same keys, plain words, nothing secret.
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorItem, toNodeError } from '../../nodes/CompanyScreening/errors';
import { invalidInput, ScreeningFailure } from '../../nodes/CompanyScreening/service/failure';
import { networkSentence } from '../../nodes/CompanyScreening/service/network';
import { aNode } from './builders';

const subject = { companyName: 'Example Ltd', referenceId: 'ref-1' };
const failed = { node: aNode(), itemIndex: 3, subject };
const errorJson = (...[error, item, key]: Parameters<typeof errorItem>) => errorItem(error, item, key).json;

const refused = new ScreeningFailure({
  message: 'Screen Company: the service refused the request as invalid (HTTP status 400).',
  description: 'Check the values of this item.',
  errorCode: 'S0002',
  errorName: 'INVALID_LICENCE_NUMBER',
  errorType: 'Data',
  suggestion: 'Check the licence number and try again.',
  httpStatus: 400,
  retry: 'never',
});
const timedOut = new ScreeningFailure({
  message: 'api.example.com did not answer in time.',
  retry: 'uncertain',
  workMayBeDone: true,
});
const emptyName = invalidInput('Company Name is empty.', 'Fill in the name.');

describe('a node error', () => {
  test('of a request is a NodeApiError with our words and the HTTP status', () => {
    const error = toNodeError(refused, failed);
    expect(error).toBeInstanceOf(NodeApiError);
    expect(error).toMatchObject({
      message: refused.details.message,
      description: 'Check the values of this item.',
      httpCode: '400',
      context: { itemIndex: 3 },
    });
  });

  test.each([301, 400, 401, 403, 404, 429, 500, 502, 503, 504])(
    'keeps our words under HTTP status %i, for which n8n has texts of its own',
    (httpStatus) => {
      const message = `Screen Company: our own words (HTTP status ${httpStatus}).`;
      const error = toNodeError(
        new ScreeningFailure({ message, description: 'Do this.', httpStatus }),
        failed,
      );
      expect(error).toMatchObject({ message, description: 'Do this.' });
    },
  );

  test.each([
    'hostUnknown',
    'refused',
    'tls',
    'unreachable',
    'blocked',
    'reset',
    'timeout',
    'unknown',
  ] as const)('keeps our sentence for the network problem %s', (problem) => {
    const message = networkSentence(problem, 'https://api.example.com');
    expect(toNodeError(new ScreeningFailure({ message }), failed).message).toBe(message);
  });

  test('of an item that was not sent is a NodeOperationError', () => {
    const error = toNodeError(emptyName, failed);
    expect(error).toBeInstanceOf(NodeOperationError);
    expect(error).toMatchObject({
      message: 'Company Name is empty.',
      description: 'Fill in the name.',
      context: { itemIndex: 3 },
    });
  });

  test('says that the work may be done, and quotes the reference id', () => {
    const { description } = toNodeError(timedOut, failed);
    expect(description).toContain('may have done the work');
    expect(description).toContain('ref-1');
    expect(description).toContain('before you send it again');
  });

  test('quotes no reference id where there is none', () => {
    const numbered = { ...failed, subject: { registrationNumber: '1', referenceId: null } };
    const { description } = toNodeError(timedOut, numbered);
    expect(description).toContain('may have done the work');
    expect(description).not.toMatch(/reference id|null/);
  });

  test('says nothing of work done where none can have been', () => {
    expect(toNodeError(refused, failed).description).not.toContain('may have done');
  });

  test('of n8n itself is passed on as it is', () => {
    const own = new NodeOperationError(aNode(), 'n8n says so');
    expect(toNodeError(own, failed)).toBe(own);
  });

  test.each([
    [new TypeError('something unforeseen'), 'something unforeseen'],
    ['just text', 'just text'],
  ])('of anything else is wrapped with its item: %s', (thrown, message) => {
    const error = toNodeError(thrown, failed);
    expect(error).toBeInstanceOf(NodeOperationError);
    expect(error).toMatchObject({ message, context: { itemIndex: 3 } });
  });
});

describe('an error item', () => {
  const KEYS =
    'outcome companyName referenceId error description errorCode errorName errorType suggestion httpStatus'.split(
      ' ',
    );

  test.each([
    ['a refused request', refused],
    ['a timeout', timedOut],
    ['an empty name', emptyName],
    ['something unforeseen', new TypeError('unforeseen')],
    ['text', 'thrown text'],
  ])('has the same keys in the same order for %s', (_, error) => {
    expect(Object.keys(errorJson(error, failed, 'companyName'))).toEqual(KEYS);
    expect(Object.keys(errorJson(error, { ...failed, subject: undefined }, 'companyName'))).toEqual(KEYS);
  });

  test('says what the service said', () => {
    expect(errorJson(refused, failed, 'companyName')).toEqual({
      outcome: 'error',
      companyName: 'Example Ltd',
      referenceId: 'ref-1',
      error: refused.details.message,
      description: 'Check the values of this item.',
      errorCode: 'S0002',
      errorName: 'INVALID_LICENCE_NUMBER',
      errorType: 'Data',
      suggestion: 'Check the licence number and try again.',
      httpStatus: 400,
    });
  });

  test('names the registration number where that is what failed', () => {
    const numbered = { ...failed, subject: { registrationNumber: '12', referenceId: null } };
    expect(errorJson(emptyName, numbered, 'registrationNumber')).toMatchObject({
      registrationNumber: '12',
      referenceId: null,
    });
  });

  test('has null for what is not known', () => {
    expect(errorJson(timedOut, { ...failed, subject: undefined }, 'companyName')).toMatchObject({
      companyName: null,
      referenceId: null,
      errorCode: null,
      errorName: null,
      errorType: null,
      suggestion: null,
      httpStatus: null,
    });
  });

  test('for the error output has an error that n8n sees, and loses when it copies the item', () => {
    const node = { ...aNode(), onError: 'continueErrorOutput' as const };
    const item = errorItem(refused, { ...failed, node }, 'companyName');
    expect(item.error).toBeInstanceOf(NodeApiError);
    expect({ ...item }).not.toHaveProperty('error');
    expect(item.json).toEqual(errorJson(refused, failed, 'companyName'));
    expect(errorItem(refused, failed, 'companyName').error).toBeUndefined();
  });

  test('holds no stack', () => {
    for (const error of [refused, timedOut, emptyName, new TypeError('unforeseen')]) {
      expect(JSON.stringify(errorJson(error, failed, 'companyName'))).not.toMatch(/\n\s+at |\.ts:\d+/);
    }
  });
});
