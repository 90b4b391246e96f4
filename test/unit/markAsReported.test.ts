// Mark as Reported: what counts as told is not told again, so nothing else may count.
import type { LocalResult } from '../../nodes/CompanyScreening/operations/shared/operation';
import { reportPartId } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { markAsReported } from '../../nodes/CompanyScreening/operations/upkeep/markAsReported';
import {
  addressedTo,
  runReportRows,
  readerHash,
  readReport,
  toldRow,
} from '../../nodes/CompanyScreening/register/rows/reportRows';
import type { Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { isInsert, MemoryTables, rowsOf, watched } from './register/memoryTables';
import { complaintOf, running } from './register/perform';

const AT = '2026-03-01T12:00:00.000Z';
const REPORT = '7b0f3c3e-5a53-4c92-9a35-0b8a7f7d1c11';
const OTHER = '11111111-5a53-4c92-9a35-0b8a7f7d1c11';
let tables: MemoryTables;
let uuids = 0;
const uuid = () => `mark-${(uuids += 1)}`;
const given = (readers: string[], count = 0, report = REPORT) =>
  tables.insert(
    'reports',
    ...runReportRows(
      { report, ...addressedTo(readers), nodeHash: '', runId: 'run', at: AT, uuid },
      Array.from({ length: count }, (_, number) => ({
        ...{ company: 'c'.repeat(64), answerId: `answer-${number}` },
      })),
    ),
  );
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const run = (on: Tables = tables, context: object = {}) =>
  running(markAsReported, { tables: on, nowMs: Date.parse('2026-03-02T07:00:00.000Z'), context }).perform;
const mark = (reportedTo: unknown = 'default', reportId: unknown = REPORT) => run()({ reportId, reportedTo });
const jsonOf = ({ items }: LocalResult) => items.map(({ json }) => json)[0];
/** Tables that refuse what is to be inserted. */
const refusing = (isFull = () => true): Tables =>
  watched(tables, (statements) => {
    if (isFull() && isInsert(statements)) throw new Error('full');
  });
/** Who was told of which report, as the next run reads it. */
async function told() {
  return (await rowsOf(tables, 'reports')).flatMap((row) => {
    const read = readReport(row);
    return read?.kind === 'told' ? [read] : [];
  });
}

test('a reader who was told counts as told, once and as of now', async () => {
  await given(['default', 'Slack'], 2);
  const first = await mark();
  const item = {
    ...{ outcome: 'reported', register: 'Screening register', reportId: REPORT },
    ...{ reportedTo: 'default', companies: 2, alreadyReported: false },
  };
  expect(first).toEqual({ items: [{ outcome: 'reported', json: item }], counts: ['reported to default'] });
  expect(Object.keys(jsonOf(first) ?? {})).toEqual(Object.keys(item));
  const again = await run(refusing())({ reportId: REPORT, reportedTo: 'default' });
  expect(jsonOf(again)).toEqual({ ...item, alreadyReported: true });
  expect(await told()).toMatchObject([
    { report: REPORT, reader: readerHash('default'), at: '2026-03-02T07:00:00.000Z' },
  ]);
});

test('an agent cannot keep a hit from its readers', async () => {
  await given(['default'], 2);
  const asTool = run(tables, { isToolExecution: () => true });
  const [said] = await complaintOf(asTool({ reportId: REPORT, reportedTo: 'default' }));
  expect(said).toBe('An agent cannot mark anything as reported.');
  expect(await told()).toEqual([]);
});

test('of several readers, those are added who were not told yet', async () => {
  await given(['Slack', 'e-mail']);
  await mark('SLACK');
  const both = await mark(' Slack ,e-mail,, ');
  expect(jsonOf(both)).toMatchObject({ reportedTo: 'Slack, e-mail', alreadyReported: false });
  expect(both.counts).toEqual(['reported to Slack, e-mail']);
  expect((await told()).map(({ reader }) => reader)).toEqual([readerHash('slack'), readerHash('e-mail')]);
});

test('that somebody was told of another report, or by a row that was changed, does not count', async () => {
  await given(['default']);
  await given(['default'], 0, OTHER);
  await mark('default', OTHER);
  const row = toldRow({ report: REPORT, at: AT, uuid }, 'default');
  await tables.insert('reports', { ...row, at: '2026-03-01T13:00:00.000Z' });
  expect(jsonOf(await mark())).toMatchObject({ alreadyReported: false });
  expect((await told()).map(({ report }) => report)).toEqual([OTHER, REPORT]);
});

test('a report of several rows is told as a whole', async () => {
  await given(['default'], 501);
  expect(jsonOf(await mark())).toMatchObject({ companies: 501 });
});

test('several items of one run with the same report come out once, and those with another one too', async () => {
  await given(['default', 'Slack']);
  await given(['default'], 0, OTHER);
  const perform = run();
  const item = { reportId: REPORT, reportedTo: 'default' };
  const counts = [];
  for (const more of [
    {},
    {},
    { reportId: ` ${REPORT.toUpperCase()} ` },
    { reportedTo: 'Slack' },
    { reportId: OTHER },
  ])
    counts.push((await perform({ ...item, ...more })).items.length);
  expect(counts).toEqual([1, 0, 0, 1, 1]);
  await expect(perform({ ...item, register: 'Another' })).rejects.toThrow('No "Another".');
});

test('an item that could not be written down is no reason to leave out the next one', async () => {
  await given(['default']);
  let isFull = true;
  const perform = run(refusing(() => isFull));
  const item = { reportId: REPORT, reportedTo: 'default' };
  await expect(perform(item)).rejects.toThrow('full');
  expect(await told()).toEqual([]);
  isFull = false;
  expect((await perform(item)).items).toHaveLength(1);
  expect(await told()).toHaveLength(1);
});

test('a reader for whom it was not made is not told, and neither are the others', async () => {
  await given(['Slack', 'e-mail']);
  expect(await complaintOf(mark('Slack, ben, cem'))).toEqual([
    'This report was not made for ben, cem. It was made for: Slack, e-mail. Nothing was marked.',
    expect.stringContaining('It leaves out what its own readers know') as string,
  ]);
  // Another part of it, which somebody wrote.
  await given(['Slack']);
  expect((await complaintOf(mark('e-mail')))[0]).toContain('not made for e-mail');
  expect(await told()).toEqual([]);
});

test('a report that the register does not know was not told, also if there is a row that somebody was', async () => {
  await given(['default'], 0, OTHER);
  await tables.insert('reports', toldRow({ report: REPORT, at: AT, uuid }, 'default'));
  expect(await complaintOf(mark())).toEqual([
    'The register "Screening register" does not know this Report ID.',
    expect.stringMatching(/^Choose the register of .* it comes out again in the next run\.$/) as string,
  ]);
});

test.each([
  ['', 'There is no Report ID.'],
  [undefined, 'There is no Report ID.'],
  ['7', 'The Report ID is not one that Screen Company gave out.'],
])('the Report ID %j is refused', async (reportId, sentence) => {
  await given(['default']);
  expect(await complaintOf(run()({ reportId, reportedTo: 'default' }))).toEqual([
    sentence,
    expect.stringMatching(/^Take the field "reportId" of the summary item/) as string,
  ]);
});

test.each(['', ' , ', undefined, 7])('the readers %j are refused', async (reportedTo) => {
  await given(['default']);
  expect(await complaintOf(run()({ reportId: REPORT, reportedTo }))).toEqual([
    'Reported To is empty.',
    expect.stringContaining('several separated by commas') as string,
  ]);
  expect(await told()).toEqual([]);
});

test('workflows find it by its name, and errors by the report', () => {
  expect(markAsReported).toMatchObject({
    ...{ kind: 'local', resource: 'register', subjectKey: 'reportId' },
    choice: { value: 'markAsReported' },
    nouns: { one: 'item', several: 'items' },
    ...{ options: [], output: [] },
  });
  // n8n does not save what was left as it was.
  expect(markAsReported.fields).toContainEqual(
    expect.objectContaining({ name: 'reportedTo', default: 'default' }),
  );
  const read = (name: string) => (name === 'reportId' ? ` ${REPORT} ` : '');
  const marking = running(markAsReported, { tables, nowMs: 0 }).run;
  expect(marking.prepare(read, 0).subject).toEqual({ name: REPORT, referenceId: null });
});

describe('a report that is told in several messages', () => {
  const part = (number: number, report = REPORT) => ({
    reportId: `${report} ${number}/3`,
    reportedTo: 'default',
  });
  const markAll = async (...all: Array<{ reportId: string; reportedTo: string }>) => {
    const nowMs = Date.parse('2026-03-02T07:00:00.000Z');
    const { perform } = running(markAsReported, { tables, nowMs, all });
    const marked: LocalResult[] = [];
    for (const parameters of all) marked.push(await perform(parameters));
    return marked.flatMap(({ items }) => items.map(({ json }) => json));
  };

  test('is marked once all of them were sent, in any order', async () => {
    await given(['default']);
    expect(await markAll(part(3), part(1), part(2))).toMatchObject([{ reportId: REPORT }]);
    expect(await told()).toHaveLength(1);
  });

  test.each([
    ['one is missing', [part(1), part(3)], 2],
    ['one came twice', [part(1), part(2), part(2)], 2],
    ['the third one is of another report', [part(1), part(2), part(3, OTHER)], 2],
    ['only one came', [part(2)], 1],
  ])('is not marked while %s', async (_, all, sent) => {
    await given(['default']);
    expect(await complaintOf(markAll(...all))).toEqual([
      `Only ${sent} of the 3 messages of this report were sent. Nothing was marked.`,
      'Find out why the others were not sent. The next run tells all of it again.',
    ]);
    expect(await told()).toEqual([]);
  });

  test('is one message as a rule, which has the id of the report', () => {
    expect(reportPartId(REPORT, { part: 1, parts: 1 })).toBe(REPORT);
    expect(reportPartId(REPORT, { part: 2, parts: 3 })).toBe(part(2).reportId);
  });
});
