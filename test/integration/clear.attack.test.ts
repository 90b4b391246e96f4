// Attacks on the verdict: a company is never clear unless the service said so about that very company.
import type { Fault } from '../sandbox/client';
import { jsons, listedIn, screenCompanies, sentTo, wordsOf } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const LISTED = 'Gloomharbour Shipping Ltd';

const lie = (fault: Fault['fault'], match?: string) =>
  sandbox().faults([{ on: 'screening', fault, ...(match === undefined ? {} : { match }) }]);
const verdicts = (run: Awaited<ReturnType<typeof screenCompanies>>) =>
  jsons(run).map(({ outcome, reason }) => [outcome, reason]);

describe('names with damage', () => {
  test.each([
    ['a zero-width space', 'Gloom\u200Bharbour Shipping Ltd'],
    ['a soft hyphen', 'Gloom\u00ADharbour Shipping Ltd'],
    ['a direction mark', '\u200FGloomharbour Shipping Ltd'],
    ['NUL', 'Gloomharbour\u0000 Shipping Ltd'],
    ['a word joiner and a byte order mark', '\uFEFFGloom\u2060harbour Shipping Ltd'],
    ['a variation selector', 'Gloomh\uFE0Farbour Shipping Ltd'],
    ['a Hangul filler', 'Gloom\u3164harbour Shipping Ltd'],
    ['a tag character', 'Gloom\u{E0041}harbour Shipping Ltd'],
    ['white space of every kind', '\tGloomharbour\u00A0\u2003Shipping\r\n Ltd '],
  ])('%s does not hide a company from the watchlist', async (_damage, name) => {
    const run = await screenCompanies(sandbox(), [name]);

    expect((await sentTo(sandbox())).map(({ companyName }) => companyName)).toEqual([LISTED]);
    expect(jsons(run)).toMatchObject([{ outcome: 'hit', companyName: LISTED }]);
  });

  test('letters and their accents are combined into one character each', async () => {
    const run = await screenCompanies(sandbox(), ['Nebelwald Pra\u0308zisions GmbH']);

    expect(jsons(run)).toMatchObject([{ outcome: 'hit', companyName: 'Nebelwald Präzisions GmbH' }]);
  });

  test('a joiner that a script needs stays', async () => {
    const name = 'می\u200Cخواهم بازرگانی';
    await screenCompanies(sandbox(), [name]);

    expect((await sentTo(sandbox())).map(({ companyName }) => companyName)).toEqual([name]);
  });

  test.each([
    'Caf\uFFFD Gloomharbour',
    'Gloomharbour \uD800 Ltd',
    '#N/A',
    '#REF!',
    '#NAME?',
    '#VALUE!',
    '#DIV/0!',
    'undefined',
    'null',
    'NaN',
    'Infinity',
    '[object Object]',
    '\u200B\u2060',
    '-- ??',
  ])('%j is no name: an error of its item, and nothing is sent', async (name) => {
    const run = await screenCompanies(sandbox(), [name]);

    expect(jsons(run)).toMatchObject([{ outcome: 'error', httpStatus: null }]);
    expect(wordsOf(jsons(run)[0])).toMatch(/Company Name/);
    expect((await sandbox().stats()).operations.screening.requests).toBe(0);
  });

  test.each(['Gloomh\u0430rbour Shipping Ltd', 'Zorbl\u03B1x Arms Export'])(
    '%j, with a look-alike letter, is screened as it is and never clear',
    async (name) => {
      const run = await screenCompanies(sandbox(), [name]);

      expect((await sentTo(sandbox())).map(({ companyName }) => companyName)).toEqual([name]);
      expect(verdicts(run)).toEqual([['review', 'mixedScripts']]);
      expect(jsons(run)[0]?.['explanation']).toMatch(/\S/);
    },
  );

  test('a look-alike letter takes no hit away', async () => {
    await lie({
      kind: 'record',
      patch: { totalHits: 1, details: [{ name: LISTED, sourceType: 'Sanction' }] },
    });
    const run = await screenCompanies(sandbox(), ['Gloomh\u0430rbour Shipping Ltd']);

    expect(verdicts(run)[0]).toEqual(['hit', null]);
  });

  test.each(['云海 Trading Ltd', 'ООО Honest Bakery', 'Ελλάς Bakery', 'Société Générale Bakery'])(
    '%s mixes scripts between words only, and may be clear',
    async (name) => {
      expect(verdicts(await screenCompanies(sandbox(), [name]))).toEqual([['clear', null]]);
    },
  );
});

describe('a reply to a different request', () => {
  test.each([
    ['another option', { option: 'Aml' }, 'otherRequest'],
    ['another requester', { requesterId: 'someone-else' }, 'otherRequest'],
    ['an empty id', { id: '' }, 'otherRequest'],
    ['an id of blanks', { id: '  ' }, 'otherRequest'],
    ['an error code', { code: 'S0005' }, 'errorsReported'],
  ])('%s is for a person to look at', async (_lie, patch, reason) => {
    await lie({ kind: 'record', patch });
    const run = await screenCompanies(sandbox(), ['Honest Bakery'], {
      parameters: { additionalFields: { requesterId: 'officer-7' } },
    });

    expect(verdicts(run)).toEqual([['review', reason]]);
    expect(jsons(run)[0]?.['explanation']).toMatch(/\S/);
  });

  test.each([
    ['another reference', { ReferenceId: 'case-of-somebody-else' }],
    ['another reference, spelled with a line', { reference_id: 'case-of-somebody-else' }],
    ['another company', { CompanyName: 'Somebody Else Ltd' }],
    ['another option', { Option: 'Pep' }],
    ['another requester', { requesterID: 'somebody-else' }],
    ['another count, in full-width letters', { ｔｏｔａｌＨｉｔｓ: 4 }],
  ])('is known by a field under nearly its name: %s', async (_lie, patch) => {
    await lie({ kind: 'record', patch });
    const run = await screenCompanies(sandbox(), ['Honest Bakery'], {
      parameters: { additionalFields: { requesterId: 'officer-7' } },
    });

    expect(verdicts(run)[0]?.[0]).toBe('review');
  });

  test.each([
    ['the option in another case', { option: 'BOTH' }],
    ['the requester in another case', { requesterId: 'OFFICER-7' }],
    ['no requester', { requesterId: null }],
    ['no option', { option: null }],
  ])('%s contradicts nothing', async (_oddity, patch) => {
    await lie({ kind: 'record', patch });
    const run = await screenCompanies(sandbox(), ['Honest Bakery'], {
      parameters: { additionalFields: { requesterId: 'officer-7' } },
    });

    expect(verdicts(run)).toEqual([['clear', null]]);
  });

  test('its hits are still returned', async () => {
    await lie({ kind: 'record', patch: { option: 'Pep' } });

    expect(verdicts(await screenCompanies(sandbox(), [LISTED]))).toEqual([
      ['hit', null],
      ['review', 'otherRequest'],
    ]);
  });

  test('the same id for different companies leaves none of them clear, including those answered before', async () => {
    await sandbox().faults([
      {
        on: 'screening',
        match: 'Copied',
        fault: { kind: 'record', patch: { id: '11111111-1111-4111-8111-111111111111' } },
      },
    ]);
    const run = await screenCompanies(
      sandbox(),
      ['Copied A Ltd', 'Honest Bakery', 'Copied B Ltd', 'Copied C Ltd'],
      { parameters: { options: { concurrency: 1 } } },
    );

    expect(verdicts(run)).toEqual([
      ['review', 'otherRequest'],
      ['clear', null],
      ['review', 'otherRequest'],
      ['review', 'otherRequest'],
    ]);
  });

  test('the same company may come with the same id twice', async () => {
    await lie({ kind: 'record', patch: { id: '11111111-1111-4111-8111-111111111111' } });

    expect(verdicts(await screenCompanies(sandbox(), ['Honest Bakery', 'Honest Bakery']))).toEqual([
      ['clear', null],
      ['clear', null],
    ]);
  });

  test('the same id for another option of the same company leaves neither clear', async () => {
    await lie({ kind: 'record', patch: { id: '11111111-1111-4111-8111-111111111111', option: null } });
    const run = await runNode({
      credential: sandbox().credential,
      parameters: { screeningOption: '={{ $json.option }}' },
      items: [
        { company: 'Honest Bakery', option: 'Both' },
        { company: 'Honest Bakery', option: 'Pep' },
      ],
    });

    expect(verdicts(run)).toEqual([
      ['review', 'otherRequest'],
      ['review', 'otherRequest'],
    ]);
  });

  test('"Return Nothing" hides no company whose id another company got too', async () => {
    await lie({ kind: 'record', patch: { id: '11111111-1111-4111-8111-111111111111' } });
    const run = await screenCompanies(sandbox(), ['One Ltd', 'Two Ltd'], {
      parameters: { output: { noHits: 'returnNothing' }, options: { concurrency: 1 } },
    });

    expect(verdicts(run)).toEqual([
      ['review', 'otherRequest'],
      ['review', 'otherRequest'],
    ]);
  });
});

test.each(['continueErrorOutput', 'continueRegularOutput', 'stopWorkflow'] as const)(
  'an expression in Outputs is refused before anything is sent (%s)',
  async (onError) => {
    const run = await screenCompanies(sandbox(), [LISTED, 'Pending Ltd'], {
      onError,
      parameters: { output: { outputs: '={{ "byOutcome" }}' } },
    });

    expect((await sandbox().stats()).operations.screening.requests).toBe(0);
    expect(jsons(run).some(({ outcome }) => outcome === 'clear')).toBe(false);
    expect([run.error?.message, ...jsons(run).map(wordsOf)].join(' ')).toMatch(/Outputs/);
  },
);

describe('a reply with the same key twice', () => {
  test.each([
    '"details":[],"totalHits":0',
    '"details":[]',
    '"status":"Completed"',
    '"isError":false',
    String.raw`"\u0064etails":[],"totalHits":0`,
    '"extra":{"a":1,"a":2}',
  ])('cannot be understood: %s', async (append) => {
    await lie({ kind: 'record', append });
    const run = await screenCompanies(sandbox(), [LISTED]);

    expect(jsons(run)).toMatchObject([{ outcome: 'error', httpStatus: 200 }]);
    expect(wordsOf(jsons(run)[0])).toMatch(/cannot be understood/);
    // It was paid for: whoever asks the service about it needs the reference id.
    expect(wordsOf(jsons(run)[0])).toContain((await sentTo(sandbox()))[0]?.referenceId);
  });

  test('stops a run that stops at errors, and lists the company as possibly screened', async () => {
    await lie({ kind: 'record', append: '"details":[],"totalHits":0' });
    const { error } = await screenCompanies(sandbox(), [LISTED], { onError: 'stopWorkflow' });

    expect(listedIn(error).map(({ entry }) => entry)).toMatchObject([
      { companyName: LISTED, referenceId: (await sentTo(sandbox()))[0]?.referenceId },
    ]);
  });
});

test.each([
  ['a count', '"totalHits":%30', 'error'],
  ['a word', '"totalHits":0,"isError":f%61lse', 'error'],
  ['a status', '"totalHits":0,"status":"Complet%65d"', 'review'],
  ['a status in JSON inside of JSON', String.raw`"totalHits":0,"status":"\\u0043ompleted"`, 'review'],
])('a reply that quotes the key is read as it came: %s', async (_what, said, outcome) => {
  const others = ['"id":"1"', '"status":"Completed"', '"isError":false'].filter(
    (field) => !said.includes(field.split(':')[0] ?? ''),
  );
  const body = `{"echo":"{{subscriptionKey}}",${[said, ...others].join(',')}}`;
  await lie({ kind: 'raw', status: 200, contentType: 'application/json', body });

  expect(jsons(await screenCompanies(sandbox(), ['Honest Bakery']))).toMatchObject([{ outcome }]);
});
