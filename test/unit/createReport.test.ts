// Create Report: what of a register comes into the file, with whose hashes and decisions, and what the item says of it.
import type { IDataObject } from 'n8n-workflow';

import type { LocalResult } from '../../nodes/CompanyScreening/operations/shared/operation';
import { createReport } from '../../nodes/CompanyScreening/operations/reports/createReport';
import { knownHit } from '../../nodes/CompanyScreening/operations/screening/items';
import { companyHash, type Company } from '../../nodes/CompanyScreening/register/rows/identity';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import type { ServiceReply } from '../../nodes/CompanyScreening/service/reply';
import type { TableRow } from '../../nodes/CompanyScreening/register/port/tables';
import { aHit, aRecord, aRecordWithHits, aReply, jsonsOf } from './builders';
import { aPlaceForFiles } from './desk';
import { aCompany as named, anAnswer } from './register/anAnswer';
import { answerTo } from './register/answerTo';
import { aRemoval } from './register/aRemoval';
import { aRun, runRow } from './register/aRun';
import { aDecision } from './register/decisions/aDecision';
import { linesOf } from './register/linesOf';
import { MemoryTables } from './register/memoryTables';
import { complaintOf, running } from './register/perform';

const NOW = Date.parse('2026-03-11T12:00:00.000Z');
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const aCompany = (...names: [string, ...string[]]): Company => ({
  ...{ ...named(names[0], `key of ${names[0]}`), names, environment: 'production' },
});
/** A reply with a hash that a test can recognise: 64 times its digit. */
function reply(digit: string, body: unknown): ServiceReply {
  const { method, status, isWhole, repliedAt, ...read } = aReply(body);
  const text = read.kind === 'text' ? read.text : '';
  return { method, status, isWhole, repliedAt, kind: 'text', text, sha256: () => hash(digit) };
}
const hash = (digit: string) => digit.repeat(64);

const stored = (
  company: Company,
  replies: Parameters<typeof answerTo>[2] | undefined,
  by: Parameters<typeof answerTo>[3] = {},
) => {
  const mark = `mark-${company.names[0].replaceAll(/\W/g, '-')}`;
  const answer = replies
    ? answerTo(company, mark, replies, { ownData: { country: 'DE' }, ...by })
    : anAnswer(company, mark, { screening: '', ...by });
  return tables.insert('answers', answerRow(answer));
};
const withHit = (digit: string, name: string) =>
  stored(
    aCompany(name),
    [reply(digit, aRecordWithHits([aHit()], { companyName: name, referenceId: 'ref' }))],
    { outcome: 'hit', hits: [aHit()] },
  );
const clear = (digit: string, name: string) =>
  stored(aCompany(name), [reply(digit, aRecord({ companyName: name, referenceId: 'ref' }))]);

async function report(
  parameters: Record<string, unknown> = {},
  workflow: object = { name: 'Report' },
): Promise<{ result: LocalResult; json: IDataObject; lines: string[] }> {
  const { context, files } = aPlaceForFiles();
  const inWorkflow = { ...context, getTimezone: () => 'UTC', getWorkflow: () => workflow };
  const { perform } = running(createReport, { tables, nowMs: NOW, context: inWorkflow });
  const result = await perform({ binaryPropertyName: 'report', ...parameters });
  return { result, json: jsonsOf(result)[0] ?? {}, lines: linesOf(String(files[0])) };
}
const linesWith = (lines: readonly string[], start: string) => lines.filter((line) => line.startsWith(start));

test('a workflow finds the operation by its name, and its item has these fields', async () => {
  expect(createReport).toMatchObject({
    ...{ kind: 'local', resource: 'register', subjectKey: 'register', options: [] },
    choice: { value: 'createReport' },
    nouns: { one: 'report', several: 'reports' },
  });
  const { json, result } = await report();
  expect(Object.keys(json).join(' ')).toBe(
    'outcome fileName companies hits decisions newestDecisions problems problem',
  );
  expect(createReport.summarise([result])).toEqual({
    counts: ['0 companies', '0 decisions', '1 problem'],
    next: [],
  });
});

test('an error about an item names the register', () => {
  const context = { getTimezone: () => 'UTC' };
  const { run } = running(createReport, { tables, nowMs: NOW, context });
  expect(run.prepare(() => ' Screening register ', 0).subject).toEqual({
    name: 'Screening register',
    referenceId: null,
  });
});

test.each([' ', '', undefined])('without a field for the file (%j), nothing is made', async (name) => {
  expect(await complaintOf(report({ binaryPropertyName: name }))).toEqual([
    'Put Output File in Field is empty.',
    'Enter a name for the field, report for example.',
  ]);
});

test('a company has the hash of each reply, and where its case stands', async () => {
  await withHit('1', 'Alder');
  const pending = (name: string) => aRecord({ status: 'Pending', companyName: name, referenceId: 'ref' });
  await stored(aCompany('Birch', 'Birch & Sons'), [reply('2', pending('Birch')), reply('3', pending(''))], {
    ...{ outcome: 'review', reason: 'pending' },
  });
  await clear('4', 'Cedar');
  await stored(aCompany('Dogwood'), undefined);
  const { lines, json, result } = await report();
  expect(linesWith(lines, 'SHA-256')).toEqual([
    `SHA-256 of the reply | ${hash('1')}`,
    `SHA-256 of the reply | ${hash('2')}, ${hash('3')}`,
  ]);
  expect(linesWith(lines, 'key of Cedar Cedar')).toEqual([expect.stringContaining(hash('4'))]);
  expect(linesWith(lines, 'Decided')).toEqual(['Decided | Nobody has decided about it.']);
  expect(linesWith(lines, 'Decision |')).toEqual(['Decision | It is open.']);
  expect(linesWith(lines, 'Your country')).toHaveLength(2);
  expect(linesWith(lines, '###')).toEqual([
    '### key of Alder Alder',
    '### key of Birch Birch; Birch & Sons',
    '### key of Dogwood Dogwood',
  ]);
  expect(json).toMatchObject({ companies: 4, hits: 1 });
  expect(lines).toContain('Companies in the register | 4');
  const one = await report({ filters: { companyKey: 'key of Cedar' } });
  expect(one.lines).toContain('Companies in this report | 1');
  expect(one.lines).toContain('Companies in the register | 4');
  // No run has ended in time, and the cases wait for too long.
  expect(result.counts).toEqual(['4 companies', '0 decisions', '2 problems']);
});

test('a company whose answers contradict each other has the replies and the cases of both', async () => {
  await withHit('1', 'Alder');
  const hits = [aHit(), aHit({ name: 'Another', sourceId: 'list-8' })];
  const replies = [reply('2', aRecordWithHits(hits, { companyName: 'Alder', referenceId: 'ref' }))] as const;
  await stored(aCompany('Alder'), replies, { outcome: 'hit', claimId: 'other', answerId: 'other.0', hits });
  const { lines } = await report();
  expect(linesWith(lines, 'SHA-256')).toEqual([`SHA-256 of the reply | ${hash('1')}, ${hash('2')}`]);
  expect(linesWith(lines, 'Decision |')[0]).toBe('Decision | It is open. It is open.');
});

test('it counts each hit, names the replies of earlier ones and what was deleted, and has two years of months', async () => {
  const hits = [aHit(), aHit({ name: 'Another', sourceId: 'list-8' })];
  const found = aRecordWithHits(hits, { companyName: 'Birch', referenceId: 'ref' });
  const earlier = { answerId: 'before.0', claimId: 'before', screenedAt: '2026-01-01T00:00:00.000Z' };
  await stored(aCompany('Birch'), [reply('1', found)], { ...earlier, outcome: 'hit', hits });
  await stored(aCompany('Birch'), [reply('2', aRecord({ status: 'Failed', referenceId: 'ref' }))], {
    ...{ outcome: 'error', previousAnswers: ['before.0'] },
  });
  const at = '2020-01-01T01:00:00.000Z';
  await tables.insert('runs', runRow(aRun({ startedAt: at, endedAt: at })));
  await tables.insert('archive', aRemoval());
  const { json, lines } = await report();
  expect(json).toMatchObject({ companies: 1, hits: 2 });
  expect(linesWith(lines, 'SHA-256')).toEqual([`SHA-256 of the reply | ${hash('2')}, ${hash('1')}`]);
  const months = lines.flatMap((line) => /^\d{4}-\d\d(?= \|)/.exec(line)?.[0] ?? []);
  expect([months.length, months[0], months.at(-1)]).toEqual([24, '2024-04', '2026-03']);
  expect(lines.slice(lines.indexOf('## Deleted on purpose'))[1]).toMatch(/^Data from before 2026-04-01/);
});

describe('decisions', () => {
  const rowOf = (stored: object): TableRow =>
    Object.fromEntries(Object.entries(stored).filter(([column]) => column !== 'id'));

  test('of two people at the same instant are both the newest, and each changed row is told', async () => {
    const [one, other] = [aDecision('falsePositive'), aDecision('trueMatch')].map(rowOf);
    const seals = [one?.['seal'], other?.['seal']].toSorted();
    await tables.insert('decisions', one ?? {}, other ?? {});
    expect((await report()).json).toMatchObject({
      decisions: 2,
      newestDecisions: seals.join('; '),
      problems: 1,
    });
    await tables.change('decisions', { reason: 'x' });
    const { json, result, lines } = await report();
    const sentences = linesWith(lines, 'The row ');
    expect(sentences).toEqual([1, 2].map((id) => expect.stringContaining(`The row ${id} of`) as string));
    expect(json).toMatchObject({
      problems: 3,
      problem: expect.stringContaining(sentences.join(' ')) as string,
    });
    expect(result.counts).toEqual(['0 companies', '0 decisions', '3 problems']);
  });

  test('about companies that are not wanted are left out, and counted all the same', async () => {
    const others = { companyKey: 'P-2', company: hash('d') };
    await tables.insert(
      'decisions',
      rowOf(aDecision('falsePositive')),
      rowOf(aDecision('falsePositive', others)),
    );
    const { json, result, lines } = await report({ filters: { companyKey: 'P-2' } });
    expect(linesWith(lines, '2026-03-01')).toEqual([expect.stringContaining('P-2 Alder')]);
    expect(lines).toContain('Decisions in the register | 2');
    expect(lines).toContain('Only | company key P-2');
    expect(json).toMatchObject({ decisions: 2 });
    expect(result.counts).toEqual(['0 companies', '1 decision', '1 problem']);
  });

  test('about a hit stand beside it', async () => {
    await withHit('1', 'Alder');
    const { fingerprint, name } = knownHit(aHit());
    const company = companyHash(aCompany('Alder'));
    const about = { company, claimId: 'mark-Alder', hitFingerprint: fingerprint, name };
    await tables.insert('decisions', rowOf(aDecision('trueMatch', about)));
    const { lines, result } = await report();
    expect(linesWith(lines, 'Decision |')).toEqual(['Decision | True match, said by ann@company.example.']);
    expect(result.counts).toEqual(['1 company', '1 decision', '1 problem']);
  });
});

test('a row of which nobody can tell the company is a company to review, whatever is wanted', async () => {
  await tables.insert('answers', { answer: 'nonsense' });
  await clear('1', 'Alder');
  const { lines, json } = await report({ filters: { companyKey: 'key of Birch' } });
  const from = lines.indexOf('## Companies with hits or without a verdict');
  expect(lines.slice(from + 1, lines.indexOf('## Clear companies'))).toEqual([
    '### A company that is not known',
    'Outcome | review',
    'Reason | damagedRow',
    expect.stringContaining('Why | ') as string,
  ]);
  expect(json).toMatchObject({ companies: 1, hits: 0, problems: 2 });
});

test('annual returns are in no report', async () => {
  await stored(
    { ...aCompany('12345678901234'), option: 'AnnualReturns' },
    [reply('1', { id: 'id-1', requestUri: null, status: 'Pending' })],
    { outcome: 'requested' },
  );
  expect((await report()).json).toMatchObject({ companies: 0 });
});

test('it says which workflow made it, even if that has no name', async () => {
  expect((await report({}, { id: 'w', name: 'Monthly report' })).lines).toContain(
    'Made by | Monthly report, execution 7',
  );
  expect((await report({}, { id: 'w' })).lines).toContain('Made by | a workflow, execution 7');
});

test('with Include History, each screening of the company is in it, and what of it cannot be read', async () => {
  await clear('1', 'Alder');
  await clear('2', 'Birch');
  await tables.insert('archive', { kind: 'index', mark: 'm', run: 'r' });
  const { lines, json } = await report({ includeHistory: true, filters: { companyKey: 'key of Alder' } });
  const section = lines.slice(lines.indexOf('## Every screening') + 2, lines.indexOf('## Decisions'));
  expect(section).toHaveLength(1);
  expect(section[0]).toContain('Alder | key of Alder | production | Both | clear');
  expect(json['problem']).toContain('The row 1 of the data table "Screening register archive" was changed');
});
