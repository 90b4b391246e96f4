// Forget Company as people use it: what it asks for, what it refuses, and what it says.
import * as z from 'zod/v4';

import { forgetCompany } from '../../nodes/CompanyScreening/operations/upkeep/forgetCompany';
import { claimRow } from '../../nodes/CompanyScreening/register/rows/claimRows';
import { companyHash } from '../../nodes/CompanyScreening/register/rows/identity';
import { goingRow } from '../../nodes/CompanyScreening/register/rows/runRows';
import { aDesk } from './desk';
import { aCompany } from './register/anAnswer';
import { MemoryTables, rowsOf } from './register/memoryTables';
import { complaintOf, running } from './register/perform';
import { expectNoRoom } from './register/removal/noRoom';
import { playNight } from './register/playedNights';
import { jsonsOf } from './builders';

const NOW_MS = Date.parse('2026-01-05T12:00:00.000Z');
const who = { reason: 'Request 17', decidedBy: 'u-1', decidedByAddress: 'ann@company.example' };
const register = new MemoryTables('sqlite');
let tables: MemoryTables;
beforeAll(async () => {
  const companies = [aCompany('Alder', 'K-1'), aCompany('Birch', 'K-2'), aCompany('Alder', 'K-3')];
  for (const at of ['2026-01-01T02:00:00.000Z', '2026-01-02T02:00:00.000Z'])
    await playNight(register, {
      ...{ companies, at, found: ({ key }) => (key === 'K-2' ? 'a' : '') },
      screeningIdOf: ({ key }) => `${at}-${key}`,
    });
});
beforeEach(() => {
  tables = register.copy();
});

/** While somebody waits, every run shows that it lives. */
const beating = (ms: number) => tables.change('runs', { beat: String(ms) });
const desk = aDesk(() => ({ tables, nowMs: NOW_MS }));
const perform = (parameters: Record<string, unknown>, context: object = {}) =>
  running(forgetCompany, { tables, nowMs: NOW_MS, context }).perform(parameters);

const staysElsewhere =
  "executions of n8n, until n8n deletes them; evidence files, reports and workbooks that were saved; lists and messages that were sent; n8n's log; backups, and the file of the database until it is compacted; what the service keeps";

test('a dry run says what would go, what the next run costs, and what stays elsewhere', async () => {
  const before = await rowsOf(tables, 'answers');
  const result = await perform({ companyKey: ' K-1 ' });
  expect(jsonsOf(result)).toEqual([
    {
      ...{ outcome: 'dryRun', register: 'Screening register', companies: 1, screenings: 2, hits: 0 },
      ...{ decisions: 0, openCases: 0, trueMatches: 0, lastScreened: '2026-01-02T02:00:00.000Z' },
      staysElsewhere,
      message: `Nothing was deleted: this is a dry run. 2 screenings and 0 decisions of this company would be deleted. It was last screened on 2026-01-02. If it is still on a list, the next run screens it again, and that is paid for. 1 company under other keys with one of its names stays. What this register does not hold stays: ${staysElsewhere}.`,
      form: expect.any(String) as string,
    },
  ]);
  expect(result.counts).toEqual(['2 screenings would be forgotten']);
  expect(await rowsOf(tables, 'answers')).toEqual(before);
});

const formFields = z.array(
  z.looseObject({
    fieldName: z.string().optional(),
    html: z.string().optional(),
    fieldValue: z.string().optional(),
    fieldOptions: z.object({ values: z.array(z.object({ option: z.string() })) }).optional(),
  }),
);
async function pageOf(companyKey: string) {
  const { items } = await perform({ companyKey });
  const form = z.string().parse(items[0]?.json['form']);
  const fields = formFields.parse(JSON.parse(form));
  const page = fields.flatMap(({ html = [] }) => html).join('');
  const field = (name: string) => fields.find(({ fieldName }) => fieldName === name);
  const actions = field('action')?.fieldOptions?.values.map(({ option }) => option);
  return {
    form,
    page,
    field,
    actions,
    text: page
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  };
}

test('the page of a dry run shows whom it is about, what goes and what stays, and asks', async () => {
  const { text, field, actions } = await pageOf('K-1');
  expect(text).toMatch(
    /^Company key K-1 Names Alder Screenings 2 Hits 0 Decisions 0 Last screened \(UTC\) 2026-01-02 02:00:00 It was last screened on 2026-01-02\. .* 1 company under other keys with one of its names stays\. What this register does not hold stays: executions of n8n/,
  );
  expect(field('companyKey')).toMatchObject({ fieldType: 'hiddenField', fieldValue: 'K-1' });
  expect(field('reason')).toMatchObject({ requiredField: true });
  expect(actions).toEqual(['Forget it', 'Keep it']);
});

test('the page of a company with open cases offers no forgetting', async () => {
  const { text, field, actions } = await pageOf('K-2');
  expect(text).toContain(
    '1 case is open, so nothing can be deleted here yet. Decide first, at the review desk.',
  );
  expect(field('reason')).toBeUndefined();
  expect(actions).toEqual(['Keep it']);
});

describe('a company with a true match', () => {
  const answer = 'Forget the true match too';
  const order = { ...who, companyKey: 'K-2', dryRun: false };
  beforeEach(async () => {
    const [open] = await desk.open();
    await desk.decide(open?.['caseId'], 'trueMatch');
  });

  test('has a page that says whom to ask, and asks about it by itself', async () => {
    const { text, field, actions } = await pageOf('K-2');
    expect(text).toMatch(/1 hit is a true match: .* Ask whoever is responsible for compliance first\./);
    expect(field('trueMatch')).toMatchObject({
      requiredField: true,
      fieldOptions: { values: [{ option: answer }, { option: 'Keep the true match' }] },
    });
    expect(actions).toEqual(['Forget it', 'Keep it']);
    expect((await pageOf('K-1')).field('trueMatch')).toBeUndefined();
  });

  test.each([false, undefined, 'Keep the true match', 'true'])(
    'is not forgotten by %s',
    async (evenIfOpen) => {
      const refused = perform({ ...order, evenIfOpen });
      await expect(refused).rejects.toMatchObject({
        message: 'Nothing was deleted: 1 of its hits is a true match.',
        forColleagues: expect.stringContaining(`answer "${answer}" too`) as string,
      });
      expect(await rowsOf(tables, 'archive')).toEqual([]);
    },
  );

  test('is forgotten where that was answered, unless a case has come since', async () => {
    const later = tables.copy();
    const { items } = await perform({ ...order, evenIfOpen: answer });
    expect(items[0]?.json).toMatchObject({ outcome: 'forgotten', openCases: 0, trueMatches: 1 });
    tables = later;
    await playNight(tables, {
      ...{ companies: [aCompany('Birch', 'K-2')], at: '2026-01-03T02:00:00.000Z', found: () => 'ab' },
      screeningIdOf: () => 'third',
    });
    const [said] = await complaintOf(perform({ ...order, evenIfOpen: answer }));
    expect(said).toBe(
      'Nothing was deleted: 1 case of this company is open, and 1 of its hits is a true match.',
    );
  });
});

test('a name and a key of a stranger are a text on the page, and nothing that n8n evaluates', async () => {
  const key = "<b>K</b>{{ $json }} $& 'x'";
  const name = '<img src=x onerror=alert(1)> {{ 1 + 1 }} A$&B';
  await playNight(tables, {
    ...{ companies: [aCompany(name, key)], at: '2026-01-03T02:00:00.000Z', found: () => '' },
    screeningIdOf: () => 'odd',
  });
  const { form, page, field } = await pageOf(key);
  expect(form).not.toContain('$');
  expect(page).not.toMatch(/<(?:b|img)\b|\{\{|\$/);
  expect(page).toContain('&#60;img src=x');
  expect(field('companyKey')).toMatchObject({ fieldValue: key });
});

test('deletes it, and History of the others says that a company was forgotten', async () => {
  const { items, counts } = await perform({ ...who, companyKey: 'K-1', dryRun: false });
  expect(items[0]?.json).toMatchObject({ outcome: 'forgotten', screenings: 2, deleted: true });
  expect(items[0]?.json['message']).toMatch(
    /^2 screenings and 0 decisions of this company were deleted\. A sealed row/,
  );
  expect(Object.keys(items[0]?.json ?? {}).join(' ')).toBe(
    'outcome register companies screenings hits decisions openCases trueMatches lastScreened staysElsewhere message form deleted',
  );
  expect(counts).toEqual(['2 screenings forgotten']);
  const historyOf = (companyKey: string) => desk.get('history', { filters: { companyKey } });
  expect((await historyOf('K-1')).items).toEqual([]);
  expect((await historyOf('K-2')).note).toBe(
    'A company was forgotten on 2026-01-05: 2 screenings, as ann@company.example decided (Request 17).',
  );
});

test('a dry run tells of open cases, and of a request that is given up', async () => {
  const { items } = await perform({ companyKey: 'K-2' });
  expect(items[0]?.json).toMatchObject({ openCases: 1, hits: 1 });
  expect(items[0]?.json['message']).toContain(
    '1 case is open: decide first, or switch on Even With Open Cases.',
  );
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['no key', { companyKey: ' ' }, /^Company Key is empty/],
  ['a key that nobody has', { companyKey: 'K-9' }, /has nothing about this company\. Nothing was deleted\.$/],
  [
    'open cases',
    { ...who, companyKey: 'K-2', dryRun: false },
    /^Nothing was deleted: 1 case of this company is open/,
  ],
  [
    'a reason with the name',
    { ...who, companyKey: 'K-1', dryRun: false, reason: 'Alder asked' },
    /^Nothing was deleted: Reason has/,
  ],
  ['no reason', { ...who, companyKey: 'K-1', dryRun: false, reason: '' }, /^Reason has an invalid value/],
])('refuses %s', async (_, parameters, message) => {
  const [said, advice] = await complaintOf(perform(parameters));
  expect(said).toMatch(message);
  expect(advice).not.toBe('');
  expect(await rowsOf(tables, 'archive')).toEqual([]);
});

const MAY_COME =
  'has no answer of this company, but a run may still store one: it has claimed 1 company without an answer, known by a hash only. Nothing was deleted.';
const LEFT =
  'has no answer of this company. It may be among 1 company without an answer, known by a hash only. Nothing was deleted.';
test.each([
  [
    'goes on',
    'going',
    MAY_COME,
    'Wait until that run has ended, or for a day if it was interrupted. Then run this again.',
  ],
  ['has ended', 'ended', LEFT, 'Enter its key'],
])('says that a company may stand in a claim of a run that %s', async (_, state, ...words) => {
  const at = new Date(NOW_MS - 60_000).toISOString();
  const companies = [companyHash(aCompany('Cedar', 'K-9'))];
  const run = goingRow(at, { runId: 'other', beat: '1', startedBy: 'Nightly', companies: 1, about: {} });
  const claim = { claimId: 'm', runId: 'other', companies, referenceIds: {}, requests: {}, claimedAt: at };
  await tables.insert('runs', { ...run, state });
  await tables.insert('claims', claimRow(claim));
  for (const order of [{}, { ...who, dryRun: false }])
    expect(await complaintOf(perform({ companyKey: 'K-9', ...order }))).toEqual(
      words.map((one) => expect.stringContaining(one) as string),
    );
});

test('forgets an open case where that is wanted', async () => {
  const { items } = await perform({ ...who, companyKey: 'K-2', dryRun: false, evenIfOpen: true });
  expect(items[0]?.json).toMatchObject({ outcome: 'forgotten', openCases: 1 });
});

test('refuses an agent', async () => {
  const [agent] = await complaintOf(perform({ companyKey: 'K-1' }, { isToolExecution: () => true }));
  expect(agent).toBe('An agent cannot delete anything from a register.');
});

test('names a run that goes on, and a dry run says that it may have to wait', async () => {
  const at = new Date(NOW_MS - 60_000).toISOString();
  const row = goingRow(at, { runId: 'other', beat: '1', startedBy: 'Nightly', companies: 1, about: {} });
  const isSaid = async () => (await pageOf('K-1')).text.includes('watches it for up to two minutes');
  expect(await isSaid()).toBe(false);
  await tables.insert('runs', row);
  expect(await isSaid()).toBe(true);
  const { perform: performBeside } = running(forgetCompany, { tables, nowMs: NOW_MS, sleep: beating });
  const [said] = await complaintOf(performBeside({ ...who, companyKey: 'K-1', dryRun: false }));
  expect(said).toContain('a run is in progress that began at 2026-01-05T11:59:00.000Z (Nightly)');
});

test('says which row cannot be read', async () => {
  await tables.insert('claims', { mark: 'm' });
  const [said] = await complaintOf(perform({ companyKey: 'K-1' }));
  expect(said).toMatch(/^A row of the data table "Screening register claims" cannot be read/);
});

test('says what to do where n8n takes no row any more, and deletes nothing', () =>
  expectNoRoom(tables, (full) =>
    desk.perform(forgetCompany, { ...who, companyKey: 'K-1', dryRun: false }, full),
  ));
