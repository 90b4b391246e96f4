// What waits for a person, what was decided, and the report of both, out of the rows of a register.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { payloadOf } from '../../nodes/CompanyScreening/operations/held';
import type { LocalOperation, LocalResult } from '../../nodes/CompanyScreening/operations/operation';
import { createReport } from '../../nodes/CompanyScreening/operations/register/createReport';
import { getFromRegister } from '../../nodes/CompanyScreening/operations/register/getFromRegister';
import { recordDecision } from '../../nodes/CompanyScreening/operations/register/recordDecision';
import type { Company } from '../../nodes/CompanyScreening/register/identity';
import { answerRow, type KnownHit, type SoundAnswer } from '../../nodes/CompanyScreening/register/rows';
import { knownHit } from '../../nodes/CompanyScreening/operations/screenCompany/simplified';
import { aHit, aRecord, aRecordWithHits, aReply } from './builders';
import { anAnswer } from './register/anAnswer';
import { MemoryTables } from './register/memoryTables';

const NOW = Date.parse('2026-03-11T12:00:00.000Z');
let tables: MemoryTables;
let files: string[];
let nowMs: number;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
  files = [];
  nowMs = NOW;
});

const aCompany = (name: string): Company => ({
  key: `key of ${name}`,
  names: [name],
  option: 'Both',
  environment: 'sandbox',
  baseUrl: 'https://service.example',
});

async function answered(name: string, reply: unknown, by: Partial<SoundAnswer>, hits: KnownHit[] = []) {
  const answer = anAnswer(aCompany(name), `mark-${name}`, { screening: '', ...by });
  answer.data.payload = JSON.parse(
    JSON.stringify(payloadOf([aReply(reply)], { question: { requesterId: '' } })),
  ) as null;
  answer.data.hits = hits;
  answer.data.referenceId = 'ref';
  await tables.run([{ do: 'insert', table: 'answers', rows: [answerRow(answer)] }]);
}
const withHit = (name: string, screenedAt: string) =>
  answered(
    name,
    aRecordWithHits([aHit()], { companyName: name, referenceId: 'ref' }),
    { outcome: 'hit', screenedAt },
    [knownHit(aHit())],
  );
const pending = (name: string, screenedAt: string) =>
  answered(name, aRecord({ status: 'Pending', companyName: name, referenceId: 'ref' }), {
    outcome: 'review',
    reason: 'pending',
    screenedAt,
  });

async function perform(operation: LocalOperation, parameters: IDataObject): Promise<LocalResult> {
  const all: IDataObject = { register: 'Screening register', ...parameters };
  const read = (name: string) => all[name];
  const context = {
    getTimezone: () => 'UTC',
    getWorkflow: () => ({ name: 'Report' }),
    getExecutionId: () => '7',
    helpers: {
      prepareBinaryData: (bytes: Buffer, fileName: string, mimeType: string) => {
        files.push(bytes.toString());
        return Promise.resolve({ data: '', fileName, mimeType });
      },
    },
  } as unknown as IExecuteFunctions;
  const n8n = { context, findRegister: () => Promise.resolve(tables), now: () => nowMs };
  return await operation.begin(n8n, read).prepare(read, 0).perform();
}
const get = (records: string, more: IDataObject = {}) => perform(getFromRegister, { records, ...more });
const jsonsOf = ({ items }: LocalResult) => items.map(({ json }) => json);
const decide = (caseId: unknown, decision: string, who: string) =>
  perform(recordDecision, {
    caseId: caseId as string,
    decision,
    reason: 'Because',
    decidedBy: who,
    decidedByAddress: `${who}@company.example`,
  });
const open = async (more: IDataObject = {}) => jsonsOf(await get('openCases', more));

beforeEach(async () => {
  await withHit('Alder', '2026-03-10T12:00:00.000Z');
  await pending('Birch', '2026-03-01T12:00:00.000Z');
});

test('what waits comes out with what may be decided, the oldest first', async () => {
  expect(await open()).toMatchObject([
    { kind: 'review', reason: 'pending', companyName: 'Birch', ageDays: 10, mayDecide: 'sendAgain; close' },
    {
      kind: 'hit',
      companyName: 'Alder',
      name: aHit().name,
      ageDays: 1,
      mayDecide: 'falsePositive; trueMatch',
    },
  ]);
  const limited = await get('openCases', { limit: 1 });
  expect(limited.counts).toEqual(['2 open cases', 'the 1 oldest of them given out']);
  await expect(get('openCases', { limit: 0 })).rejects.toThrow('Limit has an invalid value.');
});

describe('a hit of a company of several names, of which the user knows more', () => {
  const own = { registrationNumber: 'VL-4711', country: 'DE', address: 77 };
  beforeEach(async () => {
    const names = ['Cedar Ltd', 'Cedar & Sons'] as const;
    const answer = anAnswer({ ...aCompany('Cedar'), names }, 'mark-Cedar', {
      screening: '',
      outcome: 'hit',
      screenedAt: '2026-02-01T12:00:00.000Z',
    });
    const hit = aHit({
      name: 'CEDAR & SONS',
      companyNumber: ['VL 4711'],
      jurisdiction: ['FR'],
      address: null,
    });
    const replies = [
      aReply(aRecord({ referenceId: 'ref' })),
      aReply(aRecordWithHits([hit], { id: 'id-2' })),
    ] as const;
    const stored = payloadOf(replies, { question: { requesterId: '' }, ownData: own });
    answer.data.payload = JSON.parse(JSON.stringify(stored)) as null;
    answer.data.hits = [knownHit(hit)];
    answer.data.referenceId = 'ref';
    await tables.run([{ do: 'insert', table: 'answers', rows: [answerRow(answer)] }]);
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
      addressMatch: 'unknown',
    });
    const page = jsonsOf(await get('worklist', cedar))[0]?.['page'];
    expect(page).toContain('(found under Cedar &#38; Sons)');
    const compared = 'name same; number same; country different; address unknown';
    expect(page).toContain('<td>name same; number same; country different</td>');
    const form = JSON.parse(hit?.['form'] as string) as { html: string }[];
    for (const text of ['VL-4711', 'VL 4711', '>DE<', '>FR<', '>77<', 'the screening of 2026-02-01'])
      expect(form[0]?.html).toContain(text);
    await perform(createReport, { binaryPropertyName: 'report', ...cedar });
    for (const text of ['Cedar &#38; Sons', compared, 'VL-4711']) expect(files[0]).toContain(text);
  });

  test('has the columns of any other in Get Many of hits', async () => {
    const [first, second] = jsonsOf(await get('hits'));
    expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? { none: 0 }));
  });
});

test('where nothing was entered, whatever compares with the data of the user is unknown', async () => {
  const [review, hit] = await open();
  expect(hit).toMatchObject({
    screenedName: null,
    nameMatch: 'different',
    numberMatch: 'unknown',
    countryMatch: 'unknown',
    addressMatch: 'unknown',
  });
  expect(review).toMatchObject({ nameMatch: null, numberMatch: null });
  expect(hit?.['form']).not.toContain('Your data as it was entered');
});

test('a decision is told in a sentence, is on the items, and leaves the worklist', async () => {
  const [review, hit] = await open();
  const proposed = await decide(hit?.['caseId'], 'falsePositive', 'ann');
  expect(jsonsOf(proposed)).toMatchObject([
    { standing: 'proposed', message: expect.stringContaining('until a second, different person') as string },
  ]);
  const [, waiting] = await open();
  expect(waiting).toMatchObject({
    proposedBy: 'ann@company.example',
    mayDecide: 'confirm; reject; trueMatch',
  });
  expect(waiting?.['form']).toContain('Because');
  expect(await open({ filters: { notProposedBy: 'ann' } })).toHaveLength(1);
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
  nowMs += 365 * 24 * 60 * 60 * 1000;
  expect(await open()).toMatchObject([{ kind: 'hit', standing: 'open' }]);
  expect(jsonsOf(await get('hits'))).toMatchObject([{ decision: null }]);
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
  const [page] = jsonsOf(await get('worklist', { notice: '<b>' }));
  expect(page).toMatchObject({ open: 2, choosable: 2, message: '2 open.' });
  expect(page?.['page']).toContain('&#60;b&#62;');
  const [, hit] = await open();
  await decide(hit?.['caseId'], 'falsePositive', 'ann');
  const [anns] = jsonsOf(await get('worklist', { filters: { notProposedBy: 'ann' } }));
  expect(anns).toMatchObject({ choosable: 1, message: '2 open. What is left waits for another person.' });
  const [, waiting] = await open();
  expect(await open({ filters: { case: waiting?.['label'] ?? '' } })).toHaveLength(1);

  // The next one for a person, below what that person decided last.
  const [next] = await open({ limit: 1, filters: { notProposedBy: 'ann' } });
  expect(next?.['form']).toContain('Open for you: 1. Your last decision: Alder, hit');
  expect(next?.['form']).toContain('until a second, different person confirms');
  expect(waiting?.['form']).not.toContain('Your last decision');
});

test('decisions come in their order, with what is wrong; the report says so too', async () => {
  const [, hit] = await open();
  await decide(hit?.['caseId'], 'falsePositive', 'ann');
  const [, waiting] = await open();
  await decide(waiting?.['caseId'], 'reject', 'ben');
  expect((await get('decisions')).counts).toEqual(['2 decisions']);
  const whole = await perform(createReport, { binaryPropertyName: 'report' });
  expect(jsonsOf(whole)).toMatchObject([{ companies: 2, hits: 1, decisions: 2, problems: 0 }]);
  expect(files[0]).toContain('None was found.');

  const where = [{ column: 'decided', is: 'equal', value: 'falsePositive' }] as const;
  await tables.run([{ do: 'update', table: 'decisions', where, match: 'all', set: { reason: 'x' } }]);
  expect(jsonsOf(await get('decisions')).map(({ outcome }) => outcome)).toEqual(['decision', 'problem']);
  await tables.run([{ do: 'delete', table: 'decisions', where, match: 'all' }]);
  const [, problem] = jsonsOf(await get('decisions'));
  expect(problem?.['problem']).toContain('is missing');
  await perform(createReport, { binaryPropertyName: 'report', filters: { companyKey: 'key of Birch' } });
  expect(files[1]).toContain('is missing');
  expect(files[1]).not.toContain('Alder</h3>');
  await expect(perform(createReport, { binaryPropertyName: ' ' })).rejects.toThrow(
    'Put Output File in Field',
  );
});
