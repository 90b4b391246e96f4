import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const request = (numbers: Array<string | number>, options = {}) =>
  runNode({
    credential: sandbox().credential,
    parameters: {
      operation: 'requestAnnualReturns',
      registrationNumber: '={{ $json.number }}',
      options,
    },
    items: numbers.map((number) => ({ number })),
    onError: 'continueRegularOutput',
  });

test('an accepted request comes out with its id, address and status', async () => {
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', patch: { queuePosition: 3 } } }]);
  const { outputs, hints } = await request(['12-3456/7890 1234']);

  expect(outputs[0]).toEqual([
    {
      pairedItem: { item: 0 },
      json: {
        ...{ registrationNumber: '12345678901234', outcome: 'requested', status: 'Pending' },
        id: expect.any(String) as string,
        requestUri: expect.any(String) as string,
        ...{ reason: null, explanation: null, environment: 'sandbox', queuePosition: 3 },
      },
    },
  ]);
  expect(Object.keys(outputs[0]?.[0]?.json ?? {}).slice(0, 5)).toEqual([
    ...['registrationNumber', 'outcome', 'status', 'id', 'requestUri'],
  ]);
  expect(hints).toEqual([
    '1 registration number in the sandbox, not real results: 1 requested. Next: after a while, pass requestUri to the operation "Get Annual Returns Request".',
  ]);
  const { recent } = (await sandbox().stats()).operations.annualReturns;
  expect(recent).toMatchObject([
    { path: '/verify-business/api/business/file/pdf/12345678901234', query: { v: '3.0' }, body: null },
  ]);
});

test('the same number in several spellings is requested once, with its result on each row, and counts once for the maximum', async () => {
  const numbers = ['12345678901234', '12-345 678/901.234', '22345678901234'];
  const tooMany = await request(numbers, { maxRequests: 1 });
  expect(tooMany.outputs[0]?.[0]?.json['error']).toBe(
    'The list has 2 registration numbers to request, and Max Requests per Run is 1.',
  );
  expect((await sandbox().stats()).operations.annualReturns.requests).toBe(0);
  const { outputs } = await request(numbers, { maxRequests: 2 });
  const items = outputs[0]?.map(({ json, pairedItem }) => ({ id: json['id'], pairedItem })) ?? [];
  expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
  expect(items[1]?.id).toBe(items[0]?.id);
  expect(items[2]?.id).not.toBe(items[0]?.id);
  expect((await sandbox().stats()).operations.annualReturns.requests).toBe(2);
});

test.each([
  [200, ''],
  [202, ' '],
  [204, ''],
])('an empty acknowledgement (%i) may be charged, and is not sent for again', async (status, body) => {
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'raw', status, body } }]);
  const { outputs } = await request(['12345678901234'], { maxRetries: 3, retryUncertain: true });
  const json = outputs[0]?.[0]?.json;
  expect(json).toMatchObject({
    ...{ outcome: 'error', registrationNumber: '12345678901234', httpStatus: status, mayBeCharged: true },
    description: expect.stringMatching(/The reply is empty\..*charged for it\..*ask its support/) as string,
  });
  expect(json?.['description']).not.toContain('Nothing was sent');
  expect((await sandbox().stats()).operations.annualReturns.requests).toBe(1);
});

test('numbers that cannot be right are errors before any request', async () => {
  const { outputs } = await request([
    '1234567890123',
    '1.23457E+13',
    '',
    'ABC45678901234',
    '123456789012345',
  ]);

  expect(outputs[0]?.map(({ json }) => json['error'])).toEqual([
    'Registration Number "1234567890123" has 13 digits; it must have 14.',
    'Registration Number "1.23457E+13" is a number in scientific notation: the spreadsheet has cut off its last digits.',
    'Registration Number is empty.',
    'Registration Number "ABC45678901234" contains characters other than digits; it must have 14 digits.',
    'Registration Number "123456789012345" has 15 digits; it must have 14.',
  ]);
  expect(outputs[0]?.[0]?.json['description']).toContain('Restore Leading Zeros');
  expect((await sandbox().stats()).operations.annualReturns.requests).toBe(0);
});

test('leading zeros that a spreadsheet dropped are restored if the user asks for it', async () => {
  const { outputs } = await request([1234567890123], { restoreLeadingZeros: true });

  expect(outputs[0]?.[0]?.json['registrationNumber']).toBe('01234567890123');
  expect((await sandbox().stats()).annualReturns).toEqual([
    { registrationNumber: '01234567890123', times: 1 },
  ]);
});

test.each([
  ['10000000000403', 'does not allow this request (HTTP status 403)', null],
  ['10000000000404', 'found nothing at this address (HTTP status 404)', null],
  ['10000000000500', 'the service failed to verify the business. (S0001 FAILED_TO_VERIFY_BUSINESS)', 'S0001'],
  ['10000000000504', 'An unknown error occurred at the service. (S0004 UNKNOWN_ERROR)', 'S0004'],
  ['10000000000600', 'the service accepted the request and reports that it failed', null],
])('%s is the error "%s"', async (number, message, code) => {
  const { outputs } = await request([number]);

  expect(outputs[0]?.[0]?.json).toMatchObject({
    outcome: 'error',
    registrationNumber: number,
    referenceId: null,
    error: expect.stringContaining(message) as string,
    errorCode: code,
  });
});

test('a code of this operation has the meaning of its own catalog', async () => {
  await sandbox().faults([
    {
      on: 'annualReturns',
      fault: { kind: 'status', status: 400, body: { code: 'S0002', message: 'INVALID' } },
    },
  ]);
  const { outputs } = await request(['12345678901234']);

  expect(outputs[0]?.[0]?.json).toMatchObject({
    errorCode: 'S0002',
    errorName: 'INVALID_BUSINESS_REGISTRATION_NUMBER',
    errorType: 'Data',
    httpStatus: 400,
  });
});

test('a 401 that contains the accepted request is not sent again, and its id is reported', async () => {
  const accepted = { id: 'request-7', requestUri: '/requests/request-7', status: 'Pending' };
  const fault = { kind: 'raw', status: 401, body: JSON.stringify(accepted), work: true } as const;
  await sandbox().faults([{ on: 'annualReturns', fault }]);
  const { outputs } = await request(['12345678901234']);

  expect((await sandbox().stats()).operations.annualReturns.recent).toHaveLength(1);
  expect(outputs[0]?.[0]?.json).toMatchObject({
    outcome: 'error',
    requestId: 'request-7',
    requestUri: '/requests/request-7',
    mayBeCharged: true,
  });
});

test('a column called requestId has the same name after an error as after a success', async () => {
  const { outputs } = await runNode({
    credential: sandbox().credential,
    parameters: {
      operation: 'requestAnnualReturns',
      registrationNumber: '={{ $json.number }}',
      output: { includeInputFields: true },
    },
    items: ['12345678901234', '1'].map((number) => ({ number, requestId: 'theirs' })),
    onError: 'continueRegularOutput',
  });

  expect(outputs[0]?.map(({ json }) => json['input_requestId'])).toEqual(['theirs', 'theirs']);
});
