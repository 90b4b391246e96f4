// Get Many of the history: the items of every screening of a company, and what is said where it cannot be read.
import type { IDataObject } from 'n8n-workflow';

import { answerRow, type IntactAnswer } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { aDesk } from './desk';
import { aCompany, anAnswer } from './register/anAnswer';
import { MemoryTables } from './register/memoryTables';
import { complaintOf } from './register/perform';
import { jsonsOf } from './builders';

let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const alder = { ...aCompany('Alder Ltd', 'K-1'), names: ['Alder Ltd', 'Alder SA'] } as const;
const store = (...answers: IntactAnswer[]) => tables.insert('answers', ...answers.map(answerRow));
const desk = aDesk(() => ({ tables, nowMs: 0 }));
const get = (filters: IDataObject) => desk.get('history', { filters });

test('has an item for each screening, with its ids and what was found', async () => {
  const first = anAnswer(alder, 'a', { outcome: 'hit', screenedAt: '2026-01-01T02:00:00.000Z' });
  const { data } = first;
  const hits = [...data.hits, { fingerprint: 'e'.repeat(64), name: 'Other', sourceId: '', sourceType: '' }];
  await store({ ...first, data: { ...data, hits, screeningId: 's-1', otherScreeningIds: ['', 's-2'] } });
  await store({ ...anAnswer(aCompany('Birch'), 'b'), screening: 'b'.repeat(64) });
  const result = await get({ companyKey: 'K-1' });
  expect(jsonsOf(result)).toEqual([
    {
      ...{ outcome: 'hit', reason: null, explanation: null, environment: 'sandbox' },
      ...{
        companyName: 'Alder Ltd; Alder SA',
        totalHits: 2,
        hitNames: 'Somebody; Other',
        hitFingerprints: `${'f'.repeat(64)}; ${'e'.repeat(64)}`,
      },
      ...{ screeningOption: 'Both', screeningId: 's-1; s-2', referenceId: 'r', companyKey: 'K-1' },
      ...{ screenedAt: '2026-01-01T02:00:00.000Z', run: 'run', inArchive: false },
    },
  ]);
  expect(result.counts).toEqual(['1 screening', '1 with hits', '0 to review']);
});

test('has a review for what has no answer, and leaves out annual returns', async () => {
  const noAnswer = { kind: 'unanswered', outcome: 'error', reason: 'noAnswer' } as const;
  const none = anAnswer(aCompany('Alder', 'K-1'), 'a', noAnswer);
  await store({ ...none, data: { ...none.data, screeningId: '', referenceId: '' } });
  await store(anAnswer({ ...aCompany('1', 'K-1'), option: 'AnnualReturns' }, 'b', { outcome: 'requested' }));
  const { items } = await get({ companyKey: 'K-1' });
  expect(items).toMatchObject([
    { outcome: 'review', json: { reason: 'noAnswer', screeningId: null, referenceId: null } },
  ]);
  expect(items[0]?.json['explanation']).toMatch(/may have been screened and paid for/);
});

test('has what was screened in a period, from any company', async () => {
  for (const day of ['01', '02', '03'])
    await store(anAnswer(aCompany(day), `m${day}`, { screenedAt: `2026-01-${day}T02:00:00.000Z` }));
  const result = await get({ from: '2026-01-02', before: '2026-01-03' });
  expect(jsonsOf(result).map(({ companyName }) => companyName)).toEqual(['02']);
});

test('says what cannot be read, as a review that names nobody', async () => {
  await store(anAnswer(alder, 'a'));
  await tables.change('answers', { reason: 'changed' });
  await tables.insert('archive', { mark: 'x', kind: 'index', data: 'changed' });
  const result = await get({ companyKey: 'K-1' });
  const damaged = (table: string) => ({
    ...{ outcome: 'review', reason: 'damagedRow', companyKey: null, companyName: null },
    ...{ screenedAt: null, screeningId: null },
    explanation: `The row 1 of the data table "Screening register ${table}" was changed, so it proves nothing. Find out who changed the tables of the register, and restore them from a backup.`,
  });
  expect(jsonsOf(result)).toMatchObject([damaged('answers'), damaged('archive')]);
  expect(result.counts).toEqual(['0 screenings', '0 with hits', '0 to review', '2 problems']);
});

test('needs a company or a period', async () => {
  expect(await complaintOf(get({}))).toEqual([
    'History needs a filter: a register may have millions of screenings.',
    'Add the filter Company Key, or From and Before.',
  ]);
});

test('of an answer that may be that to another company, only a hit counts', async () => {
  // All have the screening id of `anAnswer`.
  await store(anAnswer(alder, 'a', { screenedAt: '2026-01-01T02:00:00.000Z' }));
  await store(anAnswer(alder, 'b', { outcome: 'hit', screenedAt: '2026-01-02T02:00:00.000Z' }));
  await store(anAnswer(alder, 'c', { outcome: 'error', reason: '', screenedAt: '2026-01-03T02:00:00.000Z' }));
  const said = async () =>
    jsonsOf(await get({ companyKey: 'K-1' })).map(({ outcome, reason }) => [outcome, reason]);
  expect(await said()).toEqual([
    ['clear', null],
    ['hit', null],
    ['error', null],
  ]);
  await store(anAnswer(aCompany('Birch'), 'd'));
  expect(await said()).toEqual([
    ['review', 'otherRequest'],
    ['hit', 'otherRequest'],
    ['error', 'otherRequest'],
  ]);
});
