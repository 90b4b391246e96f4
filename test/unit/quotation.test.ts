// What an error quotes of the service is one line, and bounded, whichever field it came in.
import { getAnnualReturnsRequest } from '../../nodes/CompanyScreening/operations/annualReturns/getAnnualReturnsRequest';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { quotation, quotedName } from '../../nodes/CompanyScreening/service/json';
import { aReply, failureOf, parametersOf, resultOf } from './builders';

test.each([
  ['in  two\r\nlines\u2028and\u0000 more ', 'in two lines and more'],
  ['turned \u202Eround\u2066', 'turned round'],
  ['a'.repeat(500), 'a'.repeat(500)],
  ['a'.repeat(501), `${'a'.repeat(499)}…`],
  [`${'a'.repeat(498)}😀😀`, `${'a'.repeat(498)}…`],
  [' '.repeat(400_000), ''],
])('%j is quoted as %j', (text, quoted) => {
  expect(quotation(text)).toBe(quoted);
});

test('a name has 100 characters at most', () => {
  expect(quotedName('x'.repeat(820_000))).toBe(`${'x'.repeat(99)}…`);
});

const long = 'Long words. '.repeat(2_000);
const BODIES: [string, unknown, number][] = [
  ['message', { message: long }, 400],
  ['code', { code: long, message: long }, 400],
  ['title and detail', { title: long, detail: long }, 400],
  [
    'everything of a failed request',
    {
      id: 'r1',
      status: 'Failed',
      code: long,
      message: long,
      description: long,
      suggestion: [long, long],
      type: long,
    },
    200,
  ],
  [
    'every error of a record',
    {
      id: 's1',
      status: 'Failed',
      totalHits: 0,
      isError: true,
      errors: Array(30).fill({ code: long, message: long, suggestion: long }),
    },
    200,
  ],
  ['id', { id: long, requestUri: '/r', status: 'Failed' }, 200],
];
const OPERATIONS = [
  [requestAnnualReturns, { registrationNumber: '12345678901234' }],
  [getAnnualReturnsRequest, { requestUri: '/r/1' }],
  [screenCompany, { companyName: 'Alder Ltd', screeningOption: 'Both' }],
] as const;

describe.each(BODIES)('%s of 24,000 characters', (_, body, status) => {
  test.each(OPERATIONS)('is quoted in a few lines at the most', (operation, values) => {
    const read = parametersOf(values);
    const item = operation.begin(read, [read]).prepare(read, {});
    const method = operation === getAnnualReturnsRequest ? 'GET' : 'POST';
    const {
      message,
      description,
      errorCode = '',
      ...words
    } = failureOf(() => {
      resultOf(item, aReply(body, status, method));
    });
    expect(message.length).toBeLessThan(800);
    expect(description.length).toBeLessThan(2_500);
    expect(`${message}${description}`).not.toMatch(/[\r\n]/);
    expect(errorCode.length).toBeLessThanOrEqual(100);
    for (const said of [words.errorName, words.errorType, words.suggestion])
      expect((said ?? '').length).toBeLessThanOrEqual(500);
  });
});
