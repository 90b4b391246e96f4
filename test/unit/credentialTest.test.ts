// The credential's test in the editor: green for the objection to a wrong registration number, and for nothing else. n8n reads the
// rules in their order, and takes the first whose field of the answer has the value of the rule (end-to-end tests show that).
import {
  credentialTest,
  isProbe,
  PROBE_TIMEOUT_MS,
} from '../../credentials/companyScreeningApi/credentialTest';

/** The message of the test for an answer; undefined if it is green. */
function messageFor(answer: unknown): string | undefined {
  const rule = credentialTest.rules?.find(
    ({ type, properties }) =>
      type === 'responseSuccessBody' && valueAt(answer, properties.key) === properties.value,
  );
  return rule?.properties.message;
}

/** The value at a path such as `code` or `code[0]`; undefined where there is none. */
function valueAt(answer: unknown, path: string): unknown {
  return path.split(/[[\]]/).filter(Boolean).reduce(step, answer);
}

function step(value: unknown, name: string): unknown {
  if (value === undefined || value === null) return undefined;
  const found: unknown = Reflect.get(Object(value), name);
  return found;
}

const KEY_REFUSED =
  'The client was accepted, but the service refused the Subscription Key. Check the Subscription Key, and that it belongs to this Base URL and Environment.';
const SERVICE_FAILED =
  'The client was accepted, but something is wrong at the service itself, so the Subscription Key could not be checked. Try again later.';
const SOMETHING_ELSE =
  'The client was accepted, but the reply from the Base URL is not that of the service. Check the Base URL, or try again later.';

test('the objection to the registration number is green, with any message', () => {
  expect(messageFor({ code: 'S0002', message: 'INVALID_BUSINESS_REGISTRATION_NUMBER' })).toBeUndefined();
  expect(messageFor({ code: 'S0002', message: null })).toBeUndefined();
  expect(messageFor({ code: 'S0002' })).toBeUndefined();
});

test.each([
  ['the catalog', { code: 'S0003', message: 'INVALID_CREDENTIALS' }],
  ['a gateway, by its status', { statusCode: 401, message: 'Access denied' }],
  ['a gateway that forbids', { statusCode: 403 }],
  ['a gateway, by its message', { message: 'Unauthorized' }],
])('a refused key is named: %s', (_, answer) => {
  expect(messageFor(answer)).toBe(KEY_REFUSED);
});

test.each(['S0001', 'S0004'])('an error of the service is named: %s', (code) => {
  expect(messageFor({ code, message: 'UNKNOWN_ERROR' })).toBe(SERVICE_FAILED);
});

describe('it is never green if something else answers:', () => {
  test.each<[string, unknown]>([
    ['a page', '<html>Welcome</html>'],
    ['nothing', ''],
    ['no value', undefined],
    ['an empty object', {}],
    ['null', null],
    ['an accepted request', { id: '1', status: 'Pending' }],
    ['a code that is a number', { code: 404, message: 'Not found' }],
    ['a code of another service', { code: 'rest_no_route', message: 'No route was found' }],
    ['a code of no catalog', { code: 'S9999' }],
    ['a longer code', { code: 'S00021' }],
    ['the code alone', 'S0002'],
    ['a shorter code', { code: 'S000' }],
    ['an empty code', { code: '' }],
    ['no code', { code: null }],
    ['a code in another case', { code: 's0002' }],
    ['a code with a space in front', { code: ' S0002' }],
    ['a code with a space behind', { code: 'S0002 ' }],
  ])('%s', (_, answer) => {
    expect(messageFor(answer)).toBe(SOMETHING_ELSE);
  });

  test('any other printable character, in each place of the code', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const code = 'S0002';
    for (let place = 0; place <= code.length; place++) {
      for (const character of printable) {
        const other = code.slice(0, place) + character + code.slice(place + 1);
        if (other !== code) expect(messageFor({ code: other })).toBeDefined();
      }
    }
  });
});

test('it asks for something that cannot be accepted, and reads the answer whatever its status', () => {
  expect(credentialTest.request).toEqual({
    method: 'POST',
    baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
    url: '/verify-business/api/business/file/pdf/0',
    qs: { v: '3.0' },
    ignoreHttpStatusErrors: true,
  });
});

test('n8n knows the type of each rule', () => {
  expect(new Set(credentialTest.rules?.map(({ type }) => type))).toEqual(new Set(['responseSuccessBody']));
});

test('its request is told from any other, and has a time of its own', () => {
  const baseURL = 'https://api.example.com';
  const url = '/verify-business/api/business/file/pdf/0';
  expect(isProbe({ url, baseURL })).toBe(true);
  expect(isProbe({ url })).toBe(false);
  expect(isProbe({ url: '/x', baseURL })).toBe(false);
  expect(PROBE_TIMEOUT_MS).toBe(15_000);
});
