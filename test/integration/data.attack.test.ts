// Attacks on the data: the content of a cell is never taken for something else, and nothing is invented.
import { jsons, screenCompanies, wordsOf } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const requestAnnualReturns = (numbers: unknown[], options = {}) =>
  runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    parameters: {
      operation: 'requestAnnualReturns',
      registrationNumber: '={{ $json.number }}',
      options,
    },
    items: numbers.map((number) => ({ number: number as string })),
  });
const numbersSent = async () =>
  (await sandbox().stats()).operations.annualReturns.recent.map(({ path }) => path.split('/').at(-1));

describe('registration numbers', () => {
  test('get at most four zeros back', async () => {
    const run = await requestAnnualReturns(
      ['1234567890', 12345678901, '1234567890123', '123', '123456789', '1'],
      {
        restoreLeadingZeros: true,
      },
    );

    expect((await numbersSent()).sort()).toEqual(['00001234567890', '00012345678901', '01234567890123']);
    for (const [index, digits] of [
      [3, '3 digits'],
      [4, '9 digits'],
      [5, '1 digit'],
    ] as const) {
      expect(jsons(run)[index]).toMatchObject({ outcome: 'error' });
      expect(wordsOf(jsons(run)[index])).toContain(digits);
    }
  });

  test.each([
    ['a decimal number as text', '1234567890123.4'],
    ['a decimal number with a comma as text', '1234567890123,4'],
    ['a decimal number', 1234567890123.4],
    ['a decimal number with nothing behind the point', '12345678901234.0'],
    ['a negative number', -12345678901234],
    ['a negative number as text', '-12345678901234'],
    ['a negative number with a minus sign', '\u221212345678901234'],
    ['14 zeros', '00000000000000'],
    ['zeros with signs', '0000-0000-0000-00'],
    ['zero', 0],
    ['scientific notation', '1.23457E+13'],
    ['scientific notation with a comma', '1,23457e+13'],
  ])('%s is an error of its item, and nothing is sent', async (_what, number) => {
    for (const restoreLeadingZeros of [false, true]) {
      const run = await requestAnnualReturns([number], { restoreLeadingZeros });
      expect(jsons(run)).toMatchObject([{ outcome: 'error', httpStatus: null }]);
      expect(jsons(run)[0]?.['error']).toMatch(/Registration Number/);
    }
    expect(await numbersSent()).toEqual([]);
  });

  test('scientific notation that kept its digits is not said to have lost them', async () => {
    const run = await requestAnnualReturns(['1.2345678901234E+13', '1.23457E+13']);

    expect(wordsOf(jsons(run)[0])).toMatch(/scientific notation/);
    expect(wordsOf(jsons(run)[0])).not.toMatch(/cut off/);
    expect(wordsOf(jsons(run)[1])).toMatch(/cut off|lost/);
    expect(await numbersSent()).toEqual([]);
  });

  test('"Restore Leading Zeros" by expression is read for each item', async () => {
    const run = await runNode({
      credential: sandbox().credential,
      onError: 'continueRegularOutput',
      parameters: {
        operation: 'requestAnnualReturns',
        registrationNumber: '={{ $json.number }}',
        options: { restoreLeadingZeros: '={{ $json.restore }}' },
      },
      items: [
        { number: '1234567890123', restore: true },
        { number: '1234567890124', restore: false },
        { number: '1234567890125', restore: true },
      ],
    });

    expect(jsons(run).map(({ outcome, status }) => outcome ?? status)).toEqual([
      'requested',
      'error',
      'requested',
    ]);
    expect((await numbersSent()).sort()).toEqual(['01234567890123', '01234567890125']);
  });
});

test.each([
  ['Reference ID', { referenceId: '={{ { case: 7 } }}' }],
  ['Reference ID', { referenceId: '={{ ["CASE7"] }}' }],
  ['Requester ID', { requesterId: '={{ { name: "officer" } }}' }],
])(
  'a %s that is no text is an error of its item, and nothing is sent: %j',
  async (field, additionalFields) => {
    const run = await screenCompanies(sandbox(), ['Honest Bakery'], { parameters: { additionalFields } });

    expect(jsons(run)).toMatchObject([{ outcome: 'error', error: `${field} is neither text nor a number.` }]);
    expect((await sandbox().stats()).operations.screening.requests).toBe(0);
  },
);

test('"When There Are No Hits" by expression is read for each item', async () => {
  const run = await runNode({
    credential: sandbox().credential,
    parameters: { output: { noHits: '={{ $json.wanted }}' } },
    items: [
      { company: 'One Ltd', wanted: 'returnNothing' },
      { company: 'Two Ltd', wanted: 'returnItem' },
      { company: 'Three Ltd', wanted: 'returnNothing' },
    ],
  });

  expect(jsons(run).map(({ companyName }) => companyName)).toEqual(['Two Ltd']);
});

test('an empty name is reported before a credential that cannot be used', async () => {
  const broken = { credential: { ...sandbox().credential, baseUrl: 'http://service.example' } };
  const run = await screenCompanies(broken, ['', 'Honest Bakery', '#N/A']);

  expect(jsons(run)[0]?.['error']).toBe('Company Name is empty.');
  expect(wordsOf(jsons(run)[1])).toMatch(/Base URL/);
  expect(wordsOf(jsons(run)[2])).toMatch(/Company Name/);

  const { error } = await screenCompanies(broken, ['', 'Honest Bakery'], { onError: 'stopWorkflow' });
  expect(error?.message).toBe('Company Name is empty.');
});

test('items of duplicates share nothing that a later node could change for all', async () => {
  const run = await screenCompanies(sandbox(), ['Gloomharbour Shipping Ltd', 'Gloomharbour Shipping Ltd'], {
    parameters: { output: { content: 'raw' }, options: { screenDuplicatesOnce: true } },
  });

  const [one, other] = jsons(run);
  expect((await sandbox().summary()).screeningsDone).toBe(1);
  expect(one).toEqual(other);
  expect(one?.['hit']).toMatchObject({ jurisdiction: ['Velmoria', 'Isle of Fret'] });
  expect(sharedObjects(one, other)).toEqual([]);
});

test('nor do the items of one company', async () => {
  const run = await screenCompanies(sandbox(), ['Quillhaven Group'], {
    parameters: { output: { content: 'raw' } },
  });

  expect(jsons(run)).toHaveLength(4);
  expect(sharedObjects(jsons(run)[0], jsons(run)[1])).toEqual([]);
});

/** The objects that both hold, wherever in them. */
function sharedObjects(one: unknown, other: unknown): unknown[] {
  const inOne = new Set(objectsIn(one));
  return objectsIn(other).filter((object) => inOne.has(object));
}

function objectsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
