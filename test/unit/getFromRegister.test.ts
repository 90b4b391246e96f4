// Get Many: which items come out of the rows of a register, and in which words they are counted.
import type { IExecuteFunctions } from 'n8n-workflow';

import { payloadOf } from '../../nodes/CompanyScreening/operations/held';
import type { LocalResult } from '../../nodes/CompanyScreening/operations/operation';
import { getFromRegister } from '../../nodes/CompanyScreening/operations/register/getFromRegister';
import type { Company } from '../../nodes/CompanyScreening/register/identity';
import { answerRow, type SoundAnswer } from '../../nodes/CompanyScreening/register/rows';
import type { Row, TableName } from '../../nodes/CompanyScreening/register/tables';
import { aHit, aRecord, aRecordWithHits, aReply } from './builders';
import { anAnswer } from './register/anAnswer';
import { MemoryTables } from './register/memoryTables';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const insert = (table: TableName, ...rows: Row[]) => tables.run([{ do: 'insert', table, rows }]);
const aCompany = (name: string, option: Company['option'] = 'Both'): Company => ({
  key: `key of ${name}`,
  names: [name],
  option,
  environment: 'production',
  baseUrl: 'https://service.example',
});

let marks = 0;
/** An answer as it is stored, with the reply that was received. */
function stored(company: Company, reply: unknown, by: Partial<SoundAnswer> = {}): Row {
  const mark = `mark-${String((marks += 1))}`;
  const answer = anAnswer(company, mark, { screening: '', ...by });
  const question = { requesterId: '' };
  answer.data.payload = JSON.parse(JSON.stringify(payloadOf([aReply(reply)], { question }))) as null;
  answer.data.referenceId = 'ref';
  return answerRow(answer);
}
const clear = (name: string, by: Partial<SoundAnswer> = {}) =>
  stored(aCompany(name), aRecord({ companyName: name, referenceId: 'ref' }), by);
const withHit = (name: string) =>
  stored(aCompany(name), aRecordWithHits([aHit()], { companyName: name, referenceId: 'ref' }), {
    outcome: 'hit',
  });

async function get(parameters: Record<string, unknown> = {}): Promise<LocalResult> {
  const all: Record<string, unknown> = { register: ' Screening register ', ...parameters };
  const read = (name: string) => all[name];
  const asked: string[] = [];
  const run = getFromRegister.begin(
    {
      context: { getTimezone: () => 'UTC' } as unknown as IExecuteFunctions,
      findRegister: (name) => {
        asked.push(name);
        return Promise.resolve(tables);
      },
      now: () => NOW,
    },
    read,
  );
  const item = run.prepare(read, 0);
  const result = await item.perform();
  expect(asked).toEqual(['Screening register']);
  expect(item.subject).toEqual({ name: 'Screening register', referenceId: null });
  return result;
}
const jsonsOf = ({ items }: LocalResult) => items.map(({ json }) => json);

test('an empty register has nothing, and says so', async () => {
  expect(await get()).toEqual({
    items: [],
    counts: ['0 companies', '0 with hits', '0 clear', '0 to review', '0 failed'],
  });
  expect(await get({ records: 'hits' })).toEqual({ items: [], counts: ['0 hits'] });
  expect(await get({ records: 'runs' })).toEqual({ items: [], counts: ['0 runs'] });
  expect(await get({ records: 'annualReturns' })).toEqual({
    items: [],
    counts: ['0 annual returns requests'],
  });
});

test('where a workflow has to go on, nothing found is an item', async () => {
  const options = { nothingFound: 'returnItem' };
  expect(jsonsOf(await get({ records: 'openCases', options }))).toEqual([{ found: false }]);
  await insert('answers', withHit('Birch'));
  expect(jsonsOf(await get({ options }))).toMatchObject([{ outcome: 'hit' }]);
});

test('a company comes out by its own name and key, from what the service replied', async () => {
  await insert('answers', clear('Alder'), withHit('Birch'));
  const result = await get();
  expect(jsonsOf(result)).toMatchObject([
    { outcome: 'clear', companyName: 'Alder', companyKey: 'key of Alder', environment: 'production' },
    {
      outcome: 'hit',
      companyName: 'Birch',
      companyKey: 'key of Birch',
      remembered: true,
      referenceId: 'ref',
    },
  ]);
  expect(result.counts).toEqual(['2 companies', '1 with hits', '1 clear', '0 to review', '0 failed']);
  const hits = await get({ records: 'hits' });
  expect(jsonsOf(hits)).toMatchObject([{ outcome: 'hit', companyName: 'Birch', name: aHit().name }]);
  expect(hits.counts).toEqual(['1 hit']);
});

test('a name that a watchlist may read differently is not clear, whatever was stored', async () => {
  await insert('answers', clear('Gl\u043eom Ltd'));
  expect(jsonsOf(await get())).toMatchObject([{ outcome: 'review', reason: 'mixedScripts' }]);
});

test('a reply that is stored and can no longer be read needs a person', async () => {
  await insert('answers', stored(aCompany('Alder'), 'no record'));
  expect(jsonsOf(await get())).toMatchObject([
    { outcome: 'review', reason: 'damagedRow', companyName: 'Alder', companyKey: 'key of Alder' },
  ]);
});

test('an error of the service keeps its words and its id', async () => {
  const failed = aRecord({ status: 'Failed', companyName: 'Alder', referenceId: 'ref' });
  await insert('answers', stored(aCompany('Alder'), failed, { outcome: 'error' }));
  const result = await get();
  expect(jsonsOf(result)).toMatchObject([
    { outcome: 'error', reason: null, companyName: 'Alder', screeningId: 'id', referenceId: 'ref' },
  ]);
  expect(jsonsOf(result)[0]?.['explanation']).toMatch(/the screening failed/);
  expect(result.counts).toContain('1 failed');
  expect(jsonsOf(await get({ records: 'hits' }))).toEqual([]);
});

test('what may have been sent without an answer is there, although nobody can name it', async () => {
  const company = 'c'.repeat(64);
  await insert('runs', { run: 'r', state: 'ended', beat: 'b', beatAt: '2026-03-01T11:00:00.000Z' });
  await insert('claims', {
    mark: 'm',
    run: 'r',
    state: 'open',
    companies: JSON.stringify([company]),
    referenceIds: JSON.stringify({ [company]: 'ref-lost' }),
    claimedAt: '2026-03-01T11:00:00.000Z',
    keptFor: '',
  });
  const result = await get();
  expect(jsonsOf(result)).toMatchObject([
    {
      outcome: 'review',
      reason: 'noAnswer',
      companyName: null,
      companyKey: null,
      referenceId: 'ref-lost',
      screenedAt: '2026-03-01T11:00:00.000Z',
      remembered: true,
    },
  ]);
  expect(jsonsOf(result)[0]?.['explanation']).toMatch(/may have been screened and paid for/);
  // It may be the one.
  expect(jsonsOf(await get({ filters: { companyKey: 'key of Alder' } }))).toHaveLength(1);
  expect(jsonsOf(await get({ filters: { outcome: ['clear'] } }))).toEqual([]);
  expect(jsonsOf(await get({ filters: { before: '2026-03-01T11:00:00Z' } }))).toEqual([]);
});

test('annual returns are no companies, and companies are no annual returns', async () => {
  const request = { id: 'id-1', requestUri: null, status: 'Pending' };
  await insert(
    'answers',
    clear('Alder'),
    stored(aCompany('12345678901234', 'AnnualReturns'), request, { outcome: 'requested' }),
  );
  expect(jsonsOf(await get()).map(({ companyName }) => companyName)).toEqual(['Alder']);
  const requests = await get({ records: 'annualReturns' });
  expect(jsonsOf(requests)).toMatchObject([{ ...request, problem: null }]);
  expect(requests.counts).toEqual(['1 annual returns request']);
});

test('runs come out with what is not known yet as empty, the newest first', async () => {
  const run = (name: string, startedAt: string): Row => ({
    run: name,
    state: 'going',
    beat: 'b',
    beatAt: startedAt,
    startedAt,
    endedAt: '',
    startedBy: 'Nightly',
    companies: 3,
  });
  await insert('runs', run('one', '2026-02-01T00:00:00.000Z'), run('two', '2026-02-02T00:00:00.000Z'));
  const runs = await get({ records: 'runs' });
  expect(jsonsOf(runs)).toMatchObject([
    { outcome: 'run', run: 'two', state: 'going', endedAt: null, companies: 3, sent: 0, errors: 0 },
    { run: 'one' },
  ]);
  expect(runs.counts).toEqual(['2 runs']);
  const before = await get({ records: 'runs', filters: { before: '2026-02-02' } });
  expect(jsonsOf(before).map(({ run: name }) => name)).toEqual(['one']);
});

test('a row on which others depend, and which cannot be read, is named', async () => {
  await insert('runs', { run: 'r', state: 'odd', beat: 'b', beatAt: 'x' });
  for (const records of ['companies', 'hits', 'annualReturns', 'runs'])
    await expect(get({ records })).rejects.toThrow(
      'A row of the data table "Screening register runs" cannot be read (id 1)',
    );
});

test('what Get is set to must be one of its values', async () => {
  await expect(get({ records: 'everything' })).rejects.toThrow('Get is not one of');
});
