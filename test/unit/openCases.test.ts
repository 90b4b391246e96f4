// What waits for a person, what was decided, and the report of both, out of the rows of a register.
import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { claimRow } from '../../nodes/CompanyScreening/register/rows/claimRows';
import type { LocalResult } from '../../nodes/CompanyScreening/operations/shared/operation';
import {
  nameMatchWords,
  DECISION_ITEM_KEYS,
} from '../../nodes/CompanyScreening/operations/desk/decisionWords';
import { createReport } from '../../nodes/CompanyScreening/operations/reports/createReport';
import { decisionId, decisionRow } from '../../nodes/CompanyScreening/register/rows/decisionRows';
import { companyHash, type Company } from '../../nodes/CompanyScreening/register/rows/identity';
import { equal, type StoredRow } from '../../nodes/CompanyScreening/register/port/tables';
import { answerRow, type IntactAnswer } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { knownHit } from '../../nodes/CompanyScreening/operations/screening/items';
import type { Hit } from '../../nodes/CompanyScreening/service/contract';
import { aHit, aRecord, aRecordWithHits, aReply, jsonsOf } from './builders';
import { aDesk, aPlaceForFiles } from './desk';
import { aCompany as named, anAnswer } from './register/anAnswer';
import { answerTo } from './register/answerTo';
import { aDecision, added, COMPANY, person, soundOf } from './register/decisions/aDecision';
import { LINKS, table } from '../../nodes/CompanyScreening/operations/shared/html';
import { linesOf } from './register/linesOf';
import { MemoryTables, rowsOf as storedRowsOf } from './register/memoryTables';

const NOW = Date.parse('2026-03-11T12:00:00.000Z');
let tables: MemoryTables;
let place: ReturnType<typeof aPlaceForFiles>;
let nowMs: number;
beforeEach(async () => {
  tables = new MemoryTables('sqlite');
  place = aPlaceForFiles();
  nowMs = NOW;
  await withHit('Alder', '2026-03-10T12:00:00.000Z');
  await pending('Birch', '2026-03-01T12:00:00.000Z');
});

const aCompany = (name: string): Company => named(name, `key of ${name}`);
const insert = (...answers: IntactAnswer[]) => tables.insert('answers', ...answers.map(answerRow));
/** Stores what the service replied about a company, to each of its names. */
const stored = (
  company: Company,
  [first, ...others]: readonly [unknown, ...unknown[]],
  by: Parameters<typeof answerTo>[3],
) => {
  const mark = `mark-${company.names[0].replaceAll(/[^\w.-]/g, '-')}`;
  return insert(answerTo(company, mark, [aReply(first), ...others.map((one) => aReply(one))], by));
};
type OfHit = { hit?: Hit; company?: Company; ownData?: Record<string, string> };
const withHit = (name: string, screenedAt: string, { hit = aHit(), company, ...more }: OfHit = {}) =>
  stored(company ?? aCompany(name), [aRecordWithHits([hit], { companyName: name, referenceId: 'ref' })], {
    ...{ outcome: 'hit', screenedAt, hits: [hit], ...more },
  });
const pending = (name: string, screenedAt: string, company = aCompany(name)) =>
  stored(company, [aRecord({ status: 'Pending', companyName: name, referenceId: 'ref' })], {
    ...{ outcome: 'review', reason: 'pending', screenedAt },
  });

const { perform, get, open, worklist, decide } = aDesk(() => ({ tables, nowMs, context: place.context }));
const reported = (of = 0) => place.files[of]?.toString() ?? '';
/** Ann proposes that Alder's hit is a false positive. */
async function propose(): Promise<LocalResult> {
  const [, hit] = await open();
  return await decide(hit?.['caseId'], 'falsePositive', 'ann');
}

test('what waits comes out with what may be decided, the oldest first', async () => {
  expect(await open()).toMatchObject([
    {
      ...{ kind: 'review', reason: 'pending', companyName: 'Birch', ageDays: 10 },
      ...{ mayDecide: 'sendAgain; close', nameMatch: null, numberMatch: null },
    },
    {
      ...{ kind: 'hit', companyName: 'Alder', name: aHit().name, ageDays: 1, screenedName: null },
      mayDecide: 'falsePositive; trueMatch',
      // Nothing else was entered of it.
      ...{ nameMatch: 'different', numberMatch: 'unknown', countryMatch: 'unknown' },
      form: expect.not.stringContaining('Your data as it was entered') as string,
    },
  ]);
  const limited = await get('openCases', { limit: 1 });
  expect(limited.counts).toEqual(['2 open cases', 'the 1 oldest of them given out']);
});

describe('a hit of a company of several names, of which the user knows more', () => {
  const own = { registrationNumber: 'VL-4711', country: 'DE' };
  beforeEach(async () => {
    const names = ['Cedar Ltd', 'Cedar & Sons'] as const;
    const data = { companyNumber: ['VL 4711'], jurisdiction: ['FR'], address: null };
    const hit = aHit({ name: 'CEDAR & SONS', ...data });
    const replies = [aRecord({ referenceId: 'ref' }), aRecordWithHits([hit], { id: 'id-2' })] as const;
    await stored({ ...aCompany('Cedar'), names }, replies, {
      ...{ outcome: 'hit', screenedAt: '2026-02-01T12:00:00.000Z', hits: [hit], ownData: own },
    });
  });
  const cedar = { filters: { companyKey: 'key of Cedar' } };

  test('says under which it was found, and how it compares, at the desk and in the report', async () => {
    const [hit] = await open(cedar);
    expect(hit).toMatchObject({
      name: 'CEDAR & SONS',
      screenedName: 'Cedar & Sons',
      nameMatch: 'same',
      numberMatch: 'same',
      countryMatch: 'different',
    });
    const { page } = await worklist(cedar);
    expect(page).toContain('(found under Cedar &#38; Sons)');
    const compared = 'name same; number same; country different';
    expect(page).toContain('<td>name same; number same; country different</td>');
    const form = JSON.parse(hit?.['form'] as string) as { html: string }[];
    expect(form[0]?.html).toContain('the screening of 2026-02-01.');
    expect(rowsOf(form[0]?.html)).toContainEqual(['Number', 'VL-4711', 'VL 4711', 'same']);
    expect(rowsOf(form[0]?.html)).toContainEqual(['Country', 'DE', 'FR', 'different']);
    expect(form[0]?.html).toMatch(/Found under your name<\/t[hd]>\s*<td>Cedar &#38; Sons/);
    await perform(createReport, { binaryPropertyName: 'report', ...cedar });
    for (const text of ['Cedar &#38; Sons', compared, 'VL-4711']) expect(reported()).toContain(text);
  });

  test.each([
    ['another name of the hit', { aliasNames: 'Cedar; Cedar & Co' }, 'same (alias Cedar & Co)'],
    ['an other name of yours', { companyName: 'Cedar; Oak', aliasNames: 'oak' }, 'same (alias oak)'],
    ['the name it was found under', { screenedName: 'Oak', aliasNames: 'oak' }, 'same (alias oak)'],
    ['its own name', { name: 'cedar & co', aliasNames: 'Cedar & Co' }, 'same'],
    ['nothing that can be told', { aliasNames: 'Cedar' }, 'same'],
    ['an alias, but not the same', { aliasNames: 'Cedar & Co', nameMatch: 'unknown' }, 'unknown'],
  ])('whose name is the same by %s says by which alias', (_, fields, words) => {
    const about = { name: 'Oak Holding', companyName: 'Cedar & Co', nameMatch: 'same' };
    expect(nameMatchWords({ ...about, ...fields })).toBe(words);
  });

  test('has the columns of any other in Get Many of hits', async () => {
    const [first, second] = jsonsOf(await get('hits'));
    expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? { none: 0 }));
  });
});

test('a decision is told in a sentence, is on the items, and leaves the worklist', async () => {
  const [review] = await open();
  expect(jsonsOf(await propose())).toMatchObject([
    { standing: 'proposed', message: expect.stringContaining('until a second, different person') as string },
  ]);
  const [, waiting] = await open();
  expect(waiting).toMatchObject({
    proposedBy: 'ann@company.example',
    mayDecide: 'confirm; reject; trueMatch',
  });
  expect(waiting?.['form']).toContain('Because');
  expect(jsonsOf(await get('hits'))).toMatchObject([{ decision: null }]);

  await decide(waiting?.['caseId'], 'confirm', 'ben');
  await decide(review?.['caseId'], 'close', 'ben');
  expect(await open()).toEqual([]);
  const falsePositive = { decision: 'falsePositive', decidedBy: 'ann@company.example; ben@company.example' };
  expect(jsonsOf(await get('hits'))).toMatchObject([falsePositive]);
  expect(jsonsOf(await get('companies'))).toMatchObject([
    falsePositive,
    { outcome: 'review', decision: 'closed' },
  ]);
});

test.each([
  ['trueMatch', [], 'trueMatch'],
  ['trueMatch', ['falsePositive'], 'disputed'],
] as const)('a true match is one at once, also while somebody doubts it', async (first, others, standing) => {
  const [, hit] = await open();
  let said = await decide(hit?.['caseId'], first, 'ann');
  for (const next of others) {
    const [now] = jsonsOf(await get('hits'));
    said = await decide(now?.['caseId'], next, 'ben');
  }
  expect(jsonsOf(said)).toMatchObject([
    { standing, message: expect.stringContaining('True match') as string },
  ]);
  expect(jsonsOf(await get('hits'))).toMatchObject([
    { decision: 'trueMatch', decidedBy: 'ann@company.example' },
  ]);
});

test('the worklist is one page, and says what waits for somebody else', async () => {
  const page = await worklist({ options: { notice: '<b>' } });
  expect(page).toMatchObject({ open: 2, choosable: 2, message: '2 open.' });
  expect(page['page']).toContain('&#60;b&#62;');
  await propose();
  const anns = await worklist({ filters: { notProposedBy: 'ann' } });
  expect(anns).toMatchObject({ choosable: 1, message: '2 open. What is left waits for another person.' });
  const [, waiting] = await open();

  // The next one for a person, below what that person decided last.
  const [next] = await open({ limit: 1, filters: { notProposedBy: 'ann' } });
  expect(next?.['form']).toContain('Open for you: 1. Your last decision: Alder, hit');
  expect(next?.['form']).toContain('until a second, different person confirms');
  expect(waiting?.['form']).not.toContain('Your last decision');
});

test('decisions come in their order, with what is wrong; the report says so too', async () => {
  await propose();
  const [, waiting] = await open();
  await decide(waiting?.['caseId'], 'reject', 'ben');
  expect((await get('decisions')).counts).toEqual(['2 decisions']);
  const whole = await perform(createReport, { binaryPropertyName: 'report' });
  expect(jsonsOf(whole)).toMatchObject([{ companies: 2, hits: 1, decisions: 2, problems: 2 }]);

  const proposal = equal('decided', 'falsePositive');
  await tables.change('decisions', { reason: 'x' }, proposal);
  expect(jsonsOf(await get('decisions')).map(({ outcome }) => outcome)).toEqual(['decision', 'problem']);
  await tables.remove('decisions', proposal);
  const [, problem] = jsonsOf(await get('decisions'));
  expect(problem?.['problem']).toContain('is missing');
  await perform(createReport, { binaryPropertyName: 'report', filters: { companyKey: 'key of Birch' } });
  expect(reported(1)).toContain('is missing');
  // A case of another company waits for too long: this report is about one.
  expect(reported(1)).not.toContain('Alder');
  await expect(perform(createReport, { binaryPropertyName: ' ' })).rejects.toThrow(
    'Put Output File in Field',
  );
});

/** The cells of a page, row by row. */
const rowsOf = (html: unknown) =>
  [...String(html).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.trim()),
  );
const formOf = (item: IDataObject | undefined) =>
  JSON.parse(item?.['form'] as string) as [{ html: string }, ...object[]];
/** Somebody looked at a company whose last screening brought no hit any more. */
const cleared = (name: string, screenedAt: string) =>
  stored(aCompany(name), [aRecord({ companyName: name, referenceId: 'ref' })], {
    ...{ answerId: 'later.0', claimId: 'later', previousAnswers: [`mark-${name}.0`], screenedAt },
  });

describe('the page of a case', () => {
  test('of a hit puts it beside the company, with all that the list says', async () => {
    const [, hit] = await open();
    const [page, ...others] = formOf(hit);
    expect(page).toMatchObject({ fieldType: 'html', elementName: 'case' });
    expect(rowsOf(page.html)).toEqual([
      ['', 'Your company', 'The hit', 'Compared'],
      ['Name', 'Alder', 'Gloomharbour Shipping', 'different'],
      ['Number', '', 'V-100; V-200', 'unknown'],
      ['Country', '', 'Velmoria', 'unknown'],
      ['List', 'Sanction, list-7'],
      ['Address', '1 Quay Street, Velmoria'],
      ['Kind', 'ENTITY'],
      ['Also known as', 'Gloomharbour Lines; GH Shipping'],
      ['In Latin letters', 'Gloomharbour'],
      ['Sanctions', 'Asset freeze'],
      ['Other information', 'Vessel owner'],
      [
        'Links',
        '<a href="https://gloomharbour.example" target="_blank" rel="noopener noreferrer">https://gloomharbour.example</a>; office@gloomharbour.example',
      ],
      ['First found', '2026-03-10 (1 day ago)'],
      ['Company Key', 'key of Alder'],
      ['Screened as', 'AML and PEP'],
      ['Environment', 'Sandbox, not a real result'],
      ['Screening ID', '7b0f3c3e-5a53-4c92-9a35-0b8a7f7d1c11'],
      ['Reference ID', 'ref'],
    ]);
    expect(page.html).toMatch(/^<p>It is open\.<\/p>/);
    expect(page.html).toContain('<p>Nobody has decided about this company yet.</p>');
    expect(others).toEqual([
      {
        ...{ fieldLabel: 'Decision', fieldType: 'radio', requiredField: true },
        fieldOptions: {
          values: [
            { option: 'False positive: it is not this company' },
            { option: 'True match: it is this company' },
          ],
        },
      },
      { fieldLabel: 'Reason', fieldType: 'textarea', requiredField: true },
      { fieldType: 'hiddenField', fieldName: 'caseId', fieldValue: hit?.['caseId'] },
    ]);
  });

  test('has the decisions about the company, the newest first, at most 20 of them', async () => {
    const about = { company: companyHash(aCompany('Alder')), claimId: 'mark-Alder' };
    const { fingerprint: hitFingerprint, name } = knownHit(aHit());
    let stored: StoredRow[] = [];
    for (let word = 0; word < 22; word += 1) {
      const decidedAt = new Date(NOW + Math.floor(word / 2) * 60_000).toISOString();
      const by = { ...about, hitFingerprint, name, decidedAt, reason: 'Because' };
      stored =
        word % 2 === 0
          ? added(stored, 'falsePositive', by)
          : added(stored, 'reject', { ...by, ...person('ben') });
    }
    await insertDecisions(...stored);
    const [, hit] = await open();
    const shown = rowsOf(formOf(hit)[0].html).slice(-21);
    expect(shown.slice(0, 3)).toEqual([
      ['When (UTC)', 'Who', 'What', 'Hit', 'Why'],
      ['2026-03-11 12:10', 'ben@company.example', 'reject', 'Gloomharbour Shipping', 'Because'],
      ['2026-03-11 12:10', 'ann@company.example', 'false positive', 'Gloomharbour Shipping', 'Because'],
    ]);
    expect(shown[20]?.[0]).toBe('2026-03-11 12:01');
    expect(formOf(hit)[0].html).toContain('<p>Decisions about this company, the newest first</p>');
  });
});

describe('an open case', () => {
  test('is in one line for a list to choose from, which names it until somebody decides', async () => {
    const [review, hit] = await open();
    expect(review?.['label']).toBe('key of Birch Birch – to review, 10 days');
    expect(hit?.['label']).toBe('key of Alder Alder → Gloomharbour Shipping, Sanction list-7, 1 day');
    for (const name of [hit?.['label'], hit?.['caseId']])
      expect(await open({ filters: { case: name } })).toMatchObject([{ kind: 'hit' }]);
    await decide(hit?.['caseId'], 'falsePositive', 'ann');
    for (const name of [hit?.['label'], hit?.['caseId']])
      expect(await open({ filters: { case: name } })).toEqual([]);
    const [, waiting] = await open();
    expect(waiting?.['label']).toMatch(/Shipping, Sanction list-7, waits for a second person, 1 day$/);
    await decide(waiting?.['caseId'], 'trueMatch', 'ben');
    const [matched] = jsonsOf(await get('hits'));
    await decide(matched?.['caseId'], 'falsePositive', 'ann');
    expect((await open())[1]?.['label']).toMatch(/, true match, doubted, 1 day$/);
  });

  test('has a line of a length that fits, without what a person cannot see', async () => {
    await pending(`A\u200b\n${'x'.repeat(300)}`, '2026-02-01T12:00:00.000Z');
    await pending(`B${'y'.repeat(300)}`, '2026-02-02T12:00:00.000Z');
    const [odd, long] = await open();
    expect(odd?.['label']).toMatch(/^key of A x{171}…, 38 days$/);
    expect(long?.['label']).toHaveLength(181 + ', 37 days'.length);
    // Half of a character is none.
    await pending(`C${'z'.repeat(171)}\u{1F600}${'z'.repeat(50)}`, '2026-02-03T12:00:00.000Z');
    expect((await open())[2]?.['label']).toMatch(/z…, 36 days$/);
  });

  test('of a true match that is gone can only be closed, and then is over', async () => {
    const [, hit] = await open();
    await decide(hit?.['caseId'], 'trueMatch', 'ann');
    expect(await open()).toHaveLength(1);
    await cleared('Alder', '2026-03-11T11:00:00.000Z');
    const [, gone] = await open();
    expect(gone).toMatchObject({
      ...{ kind: 'noLongerListed', standing: 'trueMatch', mayDecide: 'close', name: 'Gloomharbour Shipping' },
      ...{ reason: null, nameMatch: null, proposedBy: null, proposedAt: null, ageDays: 0 },
    });
    expect(gone?.['label']).toMatch(/, true match, no longer listed, 0 days$/);
    expect(rowsOf(formOf(gone)[0].html).map(([name]) => name)).toEqual(
      expect.arrayContaining(['Hit', 'First found', 'Your company']),
    );
    await decide(gone?.['caseId'], 'close', 'ben');
    const [last] = await open({ filters: { notProposedBy: 'BEN@company.example' } });
    expect(last?.['form']).toContain(
      'Open for you: 1. Your last decision: Alder, hit Gloomharbour Shipping: It is over.',
    );
  });

  test('of what was sent without an answer is there, although nobody can name it', async () => {
    const company = 'c'.repeat(64);
    const run = { run: 'r', state: 'ended', beat: 'b', beatAt: '2026-03-12T11:00:00.000Z' };
    const claim = claimRow({
      ...{ claimId: 'm', runId: 'r', companies: [company], requests: {} },
      ...{ referenceIds: { [company]: 'ref-lost' }, claimedAt: '2026-03-12T11:00:00.000Z' },
    });
    await tables.insert('runs', run);
    await tables.insert('claims', claim);
    // What Ann decided before is not her last word.
    await decide((await open())[1]?.['caseId'], 'trueMatch', 'ann');
    const lost = (await open())[1];
    expect(lost).toMatchObject({
      ...{ kind: 'noAnswer', reason: 'noAnswer', companyKey: null, companyName: null, environment: null },
      // A clock that is ahead makes no age below 0.
      ...{ referenceId: 'ref-lost', since: '2026-03-12T11:00:00.000Z', ageDays: 0 },
    });
    expect(lost?.['label']).toBe('a company that is not known – no answer came, 0 days');
    expect(jsonsOf(await decide(lost?.['caseId'], 'close', 'ann'))).toMatchObject([
      {
        companyKey: null,
        companyName: null,
        message: expect.stringMatching(/^The company: Looked/) as string,
      },
    ]);
    const [next] = await open({ filters: { notProposedBy: 'ann' } });
    expect(next?.['form']).toContain('Your last decision: The company: Looked at and closed by');
  });

  test('that a person proposed waits for somebody else, however the person is named', async () => {
    await propose();
    for (const notProposedBy of ['ann', 'Ann@Company.example'])
      expect(await open({ filters: { notProposedBy } })).toMatchObject([{ companyName: 'Birch' }]);
    expect(await open({ filters: { notProposedBy: 'ben' } })).toHaveLength(2);
    const [, waiting] = await open();
    expect(waiting).toMatchObject({ standing: 'proposed', proposedAt: '2026-03-11T12:00:00.000Z' });
    // A true match of one's own may be doubted by somebody, and does not wait for somebody else.
    await decide(waiting?.['caseId'], 'trueMatch', 'ben');
    const [matched] = jsonsOf(await get('hits'));
    await decide(matched?.['caseId'], 'falsePositive', 'ann');
    expect(await open({ filters: { notProposedBy: 'ben' } })).toHaveLength(2);
    expect(await open({ filters: { notProposedBy: 'ann' } })).toHaveLength(1);
  });

  test('of the same time as another one is always in the same place', async () => {
    for (const name of ['Cedar', 'Dogwood', 'Elm', 'Fir']) await pending(name, '2026-02-01T12:00:00.000Z');
    const ids = (await open()).map(({ caseId }) => caseId).slice(0, 4);
    expect(ids).toEqual(ids.toSorted());
  });

  test('is wanted by its company and its time', async () => {
    const names = async (filters: IDataObject) =>
      (await open({ filters })).map(({ companyName }) => companyName);
    expect(await names({ companyKey: 'key of Alder' })).toEqual(['Alder']);
    expect(await names({ before: '2026-03-05' })).toEqual(['Birch']);
    expect(await names({ from: '2026-03-05' })).toEqual(['Alder']);
  });
});

describe('the worklist', () => {
  test('shows what waits in a table, and has a list to choose from', async () => {
    await propose();
    const list = await worklist({ options: { notice: ' Recorded. ' } });
    const labels = (await open()).map(({ label }) => label);
    expect(rowsOf(list['page'])).toEqual([
      ['Days', 'Company', 'Hit', 'List', 'Compared', 'Proposed by'],
      ['10', 'key of Birch Birch', 'to review', '', '', ''],
      [
        ...['1', 'key of Alder Alder', 'Gloomharbour Shipping', 'Sanction, list-7', 'name different'],
        'ann@company.example',
      ],
    ]);
    expect(list).toMatchObject({ outcome: 'worklist', first: labels[0] });
    expect(list['page']).toMatch(/^<p><b>Recorded\.<\/b><\/p>\s*<p>2 open\.<\/p>/);
    expect(formOf(list)).toEqual([
      { fieldType: 'html', elementName: 'worklist', html: list['page'] },
      {
        ...{ fieldLabel: 'Case', fieldType: 'dropdown', requiredField: true, defaultValue: labels[0] },
        fieldOptions: { values: labels.map((option) => ({ option })) },
      },
    ]);
  });

  test('counts all that is open, also what it does not show', async () => {
    expect(await worklist({ limit: 1 })).toMatchObject({
      ...{ open: 2, message: '2 open, of which the 1 oldest are shown.' },
    });
  });

  test('of which nothing can be chosen has no list, and no notice where there is none', async () => {
    const none = { filters: { companyKey: 'P-0' } };
    const list = await worklist(none);
    expect(list).toMatchObject({ open: 0, choosable: 0, first: '', message: '0 open.' });
    expect(list['page']).toMatch(/^\s*<p>0 open\.<\/p>/);
    expect(formOf(list)).toHaveLength(1);
    expect((await get('openCases', none)).counts).toEqual(['0 open cases']);
  });
});

test.each([0, 1001, 1.5, 'ten'])('a limit of %j is refused', async (limit) => {
  await expect(get('openCases', { limit })).rejects.toMatchObject({
    ...{ message: 'Limit has an invalid value.', advice: 'It must be a whole number from 1 to 1000.' },
  });
});

test('unless a limit is set, fifty cases come out', async () => {
  for (let number = 0; number < 50; number += 1)
    await pending(`Company ${number}`, '2026-02-01T12:00:00.000Z');
  expect(await open()).toHaveLength(50);
  expect(await open({ limit: 1000 })).toHaveLength(52);
});

describe('decisions', () => {
  test('are counted beside those that the filters leave out', async () => {
    const [review, hit] = await open();
    await decide(hit?.['caseId'], 'falsePositive', 'ann');
    nowMs += 24 * 60 * 60 * 1000;
    await decide(review?.['caseId'], 'close', 'ann');
    const { items, counts } = await get('decisions', { filters: { companyKey: 'key of Birch' } });
    expect(items).toMatchObject([{ outcome: 'decision', json: { decided: 'close', problem: null } }]);
    expect(counts).toEqual(['1 decision', '2 in all']);
    expect((await get('decisions', { filters: { before: '2026-03-12' } })).items).toMatchObject([
      { json: { decided: 'falsePositive' } },
    ]);
  });

  test('that were changed are problems, whatever the filters say, and stand above every case', async () => {
    await propose();
    await tables.change('decisions', { reason: 'x' });
    const result = await get('decisions', { filters: { companyKey: 'P-0' } });
    const empty = Object.fromEntries(DECISION_ITEM_KEYS.map((key) => [key, null]));
    const sentence = expect.stringMatching(
      /^The row 1 of the data table "Screening register decisions" was changed/,
    ) as string;
    expect(result.items).toEqual([
      { outcome: 'problem', json: { ...empty, outcome: 'problem', problem: sentence } },
    ]);
    expect(result.counts).toEqual(['0 decisions', '1 in all', '1 problem']);
    const cases = await get('openCases');
    expect(cases.counts).toEqual(['2 open cases', sentence]);
    for (const item of jsonsOf(cases))
      expect(formOf(item)[0].html).toMatch(/^<p><b>The row 1 of the data table/);
    const { page } = await worklist({ options: { notice: 'Done.' } });
    expect(page).toMatch(/^<p><b>Done\. The row 1 of the data table/);
  });

  test('that break the rules have no effect, and say so', async () => {
    await propose();
    const [row = { id: 0 }] = await storedRowsOf(tables, 'decisions');
    const first = soundOf(row);
    const forged = decisionRow({
      ...first,
      ...{ decision: decisionId(first.company, 'forged'), decided: 'confirm' },
      ...{ previous: [first.decision], previousSeals: [first.seal] },
    });
    await tables.insert('decisions', forged);
    expect(jsonsOf(await get('decisions')).map(({ problem }) => problem)).toEqual([
      null,
      expect.stringMatching(/^It has no effect\. .*nobody confirms their own decision\. A second/) as string,
    ]);
    expect(jsonsOf(await get('hits'))).toMatchObject([{ decision: null }]);
  });
});

test('the report has the runs of its time, and says which rows cannot be read', async () => {
  const run = { run: 'night', state: 'ended', beat: 'b', beatAt: '2026-03-11T11:00:00.000Z' };
  const rows = ['2026-03-11', '2026-02-01'].map((day) => ({
    ...{ ...run, run: `night-${day}`, startedAt: `${day}T10:00:00.000Z`, endedAt: '' },
    startedBy: `Nightly of ${day}`,
  }));
  await tables.insert('runs', ...rows);
  await tables.insert('answers', { answer: 'nonsense' });
  const report = await perform(createReport, {
    ...{ binaryPropertyName: ' report ', filters: { from: '2026-03-05' } },
  });
  expect(Object.keys(report.binary ?? {})).toEqual(['report']);
  expect(report.binary?.['report']).toMatchObject({
    ...{ fileName: 'screening-report-2026-03-11T12-00-00.html', mimeType: 'text/html' },
  });
  const problem =
    'The row 3 of the data table "Screening register answers" cannot be read: nobody can tell which company it is.';
  const wrong = jsonsOf(await get('problems')).map(({ explanation }) => plainText(explanation));
  expect(report.items).toMatchObject([{ outcome: 'report' }]);
  expect(jsonsOf(report)).toMatchObject([
    {
      ...{ outcome: 'report', fileName: 'screening-report-2026-03-11T12-00-00.html' },
      ...{ companies: 2, hits: 1, decisions: 0, newestDecisions: '', problems: 3, problem: wrong.join(' ') },
    },
  ]);
  expect(report.counts).toEqual(['2 companies', '0 decisions', '3 problems']);
  const page = reported();
  expect(page).toContain(problem.replaceAll('"', '&#34;'));
  expect(page).toContain('Nightly of 2026-03-11');
  expect(page).not.toContain('Nightly of 2026-02-01');
  expect(page).toContain('A company that is not known');
  expect(page).toContain('Report, execution 7');
  expect(page).toContain('from 2026-03-05T00:00:00.000Z');
});

const withoutId = (decision: StoredRow) =>
  Object.fromEntries(Object.entries(decision).filter(([column]) => column !== 'id'));
const insertDecisions = (...decisions: StoredRow[]) =>
  tables.insert('decisions', ...decisions.map(withoutId));
const aboutAlder = () => ({
  ...{ company: companyHash(aCompany('Alder')), claimId: 'mark-Alder' },
  ...{ hitFingerprint: knownHit(aHit()).fingerprint, name: knownHit(aHit()).name },
});
const pageOf = (item: IDataObject | undefined) => linesOf(formOf(item)[0].html);

/** How a case looks that comes first: its fields, its line, the first lines of its page, and its row of the worklist. */
interface Looks {
  item?: object;
  label?: string;
  page?: unknown[];
  /** A line of its page. */
  says?: string;
  /** None of its lines is like this. */
  lacks?: RegExp;
  row?: string[];
}
const cedarOf = (ownData: Record<string, string>) =>
  withHit('Cedar', '2026-02-01T12:00:00.000Z', {
    ...{ company: { ...aCompany('Cedar'), key: 'Cedar', environment: 'production' }, ownData },
    hit: aHit({ name: 'GLOOMHARBOUR' }),
  });
const BARE = aHit({
  ...{ companyNumber: null, jurisdiction: null, address: null, sourceType: null, name: null },
});
const NOTHING = () => Promise.resolve();
const END = ' Cedar – to review';

test.each<[sentence: string, given: () => Promise<unknown>, companyKey: string, looks: Looks]>([
  [
    'a company without a verdict says why, and what is known of it',
    NOTHING,
    'key of Birch',
    {
      item: { outcome: 'openCase', since: '2026-03-01T12:00:00.000Z' },
      page: [
        'Nobody has decided about it.',
        expect.stringMatching(/^Why \| /),
        'Status | Pending',
        'Your company | Birch',
        'Company Key | key of Birch',
        'Screened as | AML and PEP',
        'Environment | Sandbox, not a real result',
        expect.stringMatching(/^Screening ID \| /),
        'Reference ID | ref',
        'Nobody has decided about this company yet.',
      ],
    },
  ],
  [
    'a hit in production, of a company whose key is its name, has that once, and is not called a sandbox',
    () => cedarOf({}),
    'Cedar',
    {
      item: { environment: 'production', companyKey: 'Cedar', companyName: 'Cedar' },
      label: 'Cedar → GLOOMHARBOUR, Sanction list-7, 38 days',
      lacks: /^(Company Key|Environment) /,
      row: ['38', 'Cedar', 'GLOOMHARBOUR', 'Sanction, list-7', 'name different', ''],
    },
  ],
  [
    'a company says since when its registration number is known',
    () => cedarOf({ registrationNumber: 'VL-4711' }),
    'Cedar',
    { says: 'Your data as it was entered for the screening of 2026-02-01.' },
  ],
  [
    'a company says since when its country is known',
    () => cedarOf({ country: 'DE' }),
    'Cedar',
    { says: 'Your data as it was entered for the screening of 2026-02-01.' },
  ],
  [
    'a hit of which neither side says more than a name has one line to compare',
    () => withHit('Cedar', '2026-03-09T00:00:00.000Z', { hit: BARE }),
    'key of Cedar',
    {
      item: { name: null, sourceType: null, sourceId: 'list-7' },
      label: 'key of Cedar Cedar – a hit, list-7, 2 days',
      page: [
        'It is open.',
        '| Your company | The hit | Compared',
        'Name | Cedar | no name given | unknown',
        'List | list-7',
      ],
      says: 'First found | 2026-03-09 (2 days ago)',
    },
  ],
  [
    'a true match without a name that is gone has none',
    () =>
      Promise.all([
        insertDecisions(
          aDecision('trueMatch', { ...aboutAlder(), name: '', decidedAt: '2026-03-10T12:00:00.000Z' }),
        ),
        cleared('Alder', '2026-03-11T11:00:00.000Z'),
      ]),
    'key of Alder',
    {
      item: { kind: 'noLongerListed', name: null, sourceType: null, sourceId: null },
      label: 'key of Alder Alder – no longer listed, true match, no longer listed, 1 day',
      page: [
        expect.any(String),
        'Hit | no name given',
        'First found | 2026-03-10 (1 day ago)',
        'Your company | Alder',
      ],
      row: ['1', 'key of Alder Alder', 'no longer listed', '', '', ''],
    },
  ],
  [
    'a hit whose reply can no longer be read has what else is known of it',
    () => insert(anAnswer(aCompany('Cedar'), 'mark-Cedar', { screening: '', outcome: 'hit' })),
    'key of Cedar',
    {
      item: {
        ...{ kind: 'hit', companyName: 'Cedar', name: 'Somebody', sourceType: 'PEP', sourceId: 'list' },
        ...{ nameMatch: 'unknown', screenedName: null, reason: null },
      },
      says: 'List | PEP, list',
      row: [expect.any(String) as string, 'key of Cedar Cedar', 'Somebody', 'PEP, list', 'unknown', ''],
    },
  ],
  [
    'a company that the register only knows to be damaged has no age',
    () =>
      tables.insert('answers', { ...answerRow(anAnswer(aCompany('Cedar'), 'mark-Cedar')), outcome: 'hit' }),
    '',
    {
      item: { kind: 'review', reason: 'damagedRow', since: null, ageDays: null },
      label: 'a company that is not known – to review',
      row: ['', '', 'to review', '', '', ''],
    },
  ],
  [
    'a request of annual returns without an answer is an open case as well',
    () =>
      insert(
        anAnswer({ ...aCompany('12345678901234'), option: 'AnnualReturns' }, 'mark-returns', {
          ...{ kind: 'unanswered', outcome: 'error', reason: 'noAnswer', screening: '' },
          screenedAt: '2026-02-01T12:00:00.000Z',
        }),
      ),
    '',
    {
      item: {
        ...{ kind: 'noAnswer', companyName: '12345678901234', environment: null, name: null },
        ...{ since: '2026-02-01T12:00:00.000Z', mayDecide: 'sendAgain; close' },
      },
    },
  ],
  [
    'a line of 180 characters is whole',
    () =>
      pending('Cedar', '2026-02-01T12:00:00.000Z', {
        ...aCompany('Cedar'),
        key: 'k'.repeat(180 - END.length),
      }),
    '',
    { label: `${'k'.repeat(180 - END.length)}${END}, 38 days` },
  ],
])('%s', async (_, given, companyKey, { item = {}, label, page = [], says, lacks = /^$/, row }) => {
  await given();
  const filters = companyKey === '' ? {} : { companyKey };
  const [first] = await open({ filters });
  expect(first).toMatchObject(label === undefined ? item : { ...item, label });
  const lines = pageOf(first);
  expect(lines.slice(0, page.length)).toEqual(page);
  if (says !== undefined) expect(lines).toContain(says);
  expect(lines.filter((line) => lacks.test(line))).toEqual([]);
  const list = await worklist({ filters });
  if (row) expect(rowsOf(list['page'])[1]).toEqual(row);
});

test('a company of several names has all of them, and its hits no reason of their own', async () => {
  const names = ['Cedar', 'Cedar & Sons'] as const;
  for (const [mark, hits] of [
    ['one', [aHit()]],
    ['two', []],
  ] as const) {
    const replies = [
      aRecordWithHits([...hits], { referenceId: 'ref' }),
      aRecord({ referenceId: 'ref' }),
    ] as const;
    const outcome = hits.length > 0 ? 'hit' : 'clear';
    const answer = { answerId: `${mark}.0`, outcome, hits } as const;
    await stored({ ...aCompany('Cedar'), names }, replies, answer);
  }
  const cases = await open({ filters: { companyKey: 'key of Cedar' } });
  expect(cases).toMatchObject([
    { companyName: 'Cedar; Cedar & Sons' },
    { companyName: 'Cedar; Cedar & Sons' },
  ]);
  expect(Object.fromEntries(cases.map(({ kind, reason }) => [kind, reason]))).toEqual({
    hit: null,
    review: 'contradiction',
  });
});

test('two people who proposed at the same instant are both named', async () => {
  const at = (minute: string) => ({ ...aboutAlder(), decidedAt: `2026-03-11T11:${minute}:00.000Z` });
  await insertDecisions(
    aDecision('falsePositive', at('00')),
    aDecision('falsePositive', { ...at('01'), ...person('ben') }),
  );
  const [, hit] = await open();
  const both = ['ann@company.example', 'ben@company.example'];
  expect((hit?.['proposedBy'] as string).split('; ').sort()).toEqual(both);
  const list = await worklist();
  expect(rowsOf(list['page'])[2]?.[5]?.split(', ').sort()).toEqual(both);
});

describe('the line of a case', () => {
  test('names its case on another day as well', async () => {
    const [review] = await open();
    nowMs += 2 * 24 * 3_600_000;
    const named = await open({ filters: { case: review?.['label'] } });
    expect(named).toMatchObject([
      { caseId: review?.['caseId'], label: 'key of Birch Birch – to review, 12 days' },
    ]);
  });

  test('that another case has too says what is different, and without that it names none', async () => {
    const [alone] = await open();
    const answer = { screening: '', outcome: 'review', reason: 'pending' } as const;
    const twice: Company = { ...aCompany('Birch'), option: 'Aml' };
    await insert(anAnswer(twice, 'mark-Birch-2', { ...answer, screenedAt: '2026-03-01T12:00:00.000Z' }));
    const reviews = (await open()).filter(({ kind }) => kind === 'review');
    expect(reviews.map(({ label }) => label).sort()).toEqual([
      'key of Birch Birch – to review, screened as: AML and PEP, 10 days',
      'key of Birch Birch – to review, screened as: AML, 10 days',
    ]);
    for (const one of reviews) expect(await open({ filters: { case: one['label'] } })).toEqual([one]);
    expect(await open({ filters: { case: alone?.['label'] } })).toEqual([]);
    // The line that was chosen still names its case, and no other, when the one beside it is over.
    const [one, other] = reviews;
    await decide(one?.['caseId'], 'close', 'ann');
    expect(await open({ filters: { case: one?.['label'] } })).toEqual([]);
    expect(await open({ filters: { case: other?.['label'] } })).toMatchObject([
      { caseId: other?.['caseId'] },
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'https://bank.example@elsewhere.example/',
    'https://x.example/"onclick=',
    'ftp://x.example',
  ])('%s among the links of a hit is no link', (address) => {
    const withLinks = { withLinks: true };
    expect(table([[LINKS, address]], withLinks).html).not.toContain('<a ');
    expect(table([['Name', 'https://x.example']], withLinks).html).not.toContain('<a ');
    expect(table([[LINKS, 'https://x.example']]).html).not.toContain('<a ');
  });

  test('keeps its dollar signs, which n8n would replace, on its page and in the list to choose from', async () => {
    await withHit('Cash $& $1', '2026-03-09T12:00:00.000Z');
    const [, hit] = await open();
    expect(hit?.['form']).not.toContain('$');
    expect(rowsOf(formOf(hit)[0].html)[1]?.[1]).toBe('Cash &#36;&#38; &#36;1');
    const list = await worklist();
    expect(list['form']).not.toContain('$');
    const [, choice] = formOf(list);
    const labels = (await open()).map(({ label }) => label);
    expect(labels[1]).toMatch(/Cash \$& \$1 → /);
    expect(choice).toMatchObject({ fieldOptions: { values: labels.map((option) => ({ option })) } });
  });
});

describe('what a person decided last', () => {
  const mine = async (more: IDataObject = {}) =>
    (await open({ filters: { notProposedBy: 'id-of-cem', ...more } }))[0];
  const byCem = (by: object = {}) => aDecision('trueMatch', { ...person('cem'), ...by });

  test('is not said to somebody who never decided', async () => {
    await insertDecisions(aDecision('trueMatch'));
    expect(pageOf(await mine())[0]).toBe('Nobody has decided about it.');
  });

  test('is over if the company is not in the register any more', async () => {
    await insertDecisions(byCem({ company: COMPANY }));
    expect(pageOf(await mine())[0]).toBe(
      'Open for you: 2. Your last decision: Alder, hit Somebody: It is over.',
    );
  });

  test('stands before what is wrong with the rows, and not above a case that was chosen', async () => {
    await insertDecisions(byCem(), { ...aDecision('close'), reason: 'x' });
    const [said = ''] = pageOf(await mine());
    expect(said).toMatch(/It is over\. The row 2 of the data table/);
    const [review] = await open();
    const [chosen = ''] = pageOf(await mine({ case: review?.['caseId'] as string }));
    expect(chosen).toMatch(/^The row 2 of the data table/);
  });
});

test('what is wrong with the rows stands above a worklist without a notice; one case and two problems are counted', async () => {
  await insertDecisions({ ...aDecision('close'), reason: 'x' }, { ...aDecision('close'), reason: 'x' });
  const { items } = await get('worklist');
  expect(items[0]?.outcome).toBe('worklist');
  expect(items[0]?.json['page']).toMatch(/^<p><b>The row 1 of .* The row 2 of /);
  expect((await get('decisions')).counts).toEqual(['0 decisions', '2 in all', '2 problems']);
  const { counts } = await get('openCases', { filters: { companyKey: 'key of Alder' } });
  expect(counts?.[0]).toBe('1 open case');
});
