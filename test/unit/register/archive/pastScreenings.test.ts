// Every screening that was ever made, from the table and the archive, and what is said where rows are missing or were changed.
import { ARCHIVE_INDEX_QUERY } from '../../../../nodes/CompanyScreening/register/facts/archivedIds';
import {
  archivableRepeats,
  archivingStatements,
} from '../../../../nodes/CompanyScreening/register/archive/closing';
import { historyOf, restored } from '../../../../nodes/CompanyScreening/register/archive/pastScreenings';
import { screeningHash, type Company } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { knowingNothing, takeIn } from '../../../../nodes/CompanyScreening/register/facts/knowledge';
import {
  answerRow,
  screeningHashesOf,
  type IntactAnswer,
} from '../../../../nodes/CompanyScreening/register/rows/answerRows';
import { EVERY_ANSWER } from '../../../../nodes/CompanyScreening/register/facts/answerQueries';
import {
  equal,
  type TableName,
  type TableRow,
} from '../../../../nodes/CompanyScreening/register/port/tables';
import { doubtRow, failedControl } from '../../../../nodes/CompanyScreening/register/rows/doubtRows';
import { aCompany } from '../anAnswer';
import { aRemoval } from '../aRemoval';
import { MemoryTables, rowsOf } from '../memoryTables';
import { night, nights } from '../night';

let tables: MemoryTables;
let uuids = 0;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number, 2)).toISOString();

/** Screened night after night, with a hit for each letter. */
async function screened(name: string, letters: readonly string[]): Promise<void> {
  const by = (number: number) => ({ screenedAt: timeOf(number), runId: `run${number}` });
  const all = nights(letters, aCompany(name), { marks: name, by });
  await tables.insert('answers', ...all.map(answerRow));
}

async function close(): Promise<void> {
  const reads = [EVERY_ANSWER, ARCHIVE_INDEX_QUERY];
  const known = knowingNothing();
  takeIn(known, reads, await tables.run(reads), { startedAtMs: 0, endedAtMs: 0, gapMs: 0 });
  const facts = { runId: 'closer', at: timeOf(100), uuid: () => `u${(uuids += 1)}`, knowsAll: true };
  const archivable = archivableRepeats(known, () => false);
  await tables.run(archivingStatements(known, archivable, facts));
}

const history = async (
  isWanted: (answer: IntactAnswer) => boolean = () => true,
  mayBeWanted: (oldest: string, newest: string) => boolean = () => true,
) => {
  const { screenings, problems } = await historyOf(tables, { isWanted, mayBeWanted });
  const shown = screenings.map(({ answer, inArchive }) => {
    const { data, outcome, screenedAt } = answer;
    const hits = data.hits.map(({ fingerprint }) => fingerprint.charAt(0)).join('');
    return `${screenedAt.slice(0, 10)} ${data.screeningId} ${outcome}${hits}${inArchive ? ' archived' : ''}`;
  });
  return { shown, problems };
};
/** Changes a row of the archive, or takes it away. */
async function spoil(kind: 'index' | 'pack', change: TableRow | null): Promise<void> {
  const [row] = await rowsOf(tables, 'archive', equal('kind', kind));
  const marked = equal('mark', String(row?.['mark']));
  await (change === null ? tables.remove('archive', marked) : tables.change('archive', change, marked));
}

test('the screenings of several companies come out night by night', async () => {
  for (const name of ['Alder', 'Birch']) await screened(name, ['', '']);
  const names = (await history()).shown.map((line) => line.split(' ')[1]);
  expect(names).toEqual(['Alder-0', 'Birch-0', 'Alder-1', 'Birch-1']);
});

test('the screenings of all nights come out, the oldest first, whether they are in the table or in the archive', async () => {
  await screened('Alder', ['', '', '', 'a', 'a']);
  await close();
  expect(await history()).toEqual({
    shown: [
      '2026-01-01 Alder-0 clear',
      '2026-01-02 Alder-1 clear archived',
      '2026-01-03 Alder-2 clear archived',
      '2026-01-04 Alder-3 hita',
      '2026-01-05 Alder-4 hita',
    ],
    problems: [],
  });
});

test('only what is wanted comes out, and packs of other times are not read', async () => {
  await screened('Alder', ['', '', '', '']);
  await screened('Birch', ['', '', '', '']);
  await close();
  const ofBirch = await history(({ data }) => data.company.key === 'Birch');
  expect(ofBirch.shown.map((line) => line.slice(11))).toEqual([
    'Birch-0 clear',
    'Birch-1 clear archived',
    'Birch-2 clear archived',
    'Birch-3 clear',
  ]);
  const spans: string[] = [];
  await history(undefined, (oldest, newest) => {
    spans.push(`${oldest.slice(0, 10)} ${newest.slice(0, 10)}`);
    return false;
  });
  expect(spans).toEqual(['2026-01-02 2026-01-03']);
});

test('what is in both comes out once', async () => {
  await screened('Alder', ['', '', '', '']);
  const before = await rowsOf(tables, 'answers');
  await close();
  const left = before.filter(({ answer }) => answer === 'Alder1.0');
  await tables.insert('answers', ...left);
  await close();
  const { shown } = await history();
  expect(shown.filter((line) => line.includes('Alder-1'))).toEqual(['2026-01-02 Alder-1 clear archived']);
});

test('a screening in the archive has the ids of all names of its company, so that one which another company got is seen', () => {
  const of: Company = { ...aCompany('Alder'), names: ['Alder', 'Alder Holding'] };
  const repeat = {
    ...{ answerId: 'm1.0', runId: 'r', originalId: 'm0.0', screenedAt: timeOf(1), referenceId: null },
    ...{ service: of, screeningIds: ['one', 'two'] },
  };
  const ids = screeningHashesOf(restored(repeat, night('m0', '', { of })));
  expect(ids).toEqual(['one', 'two'].map((id) => screeningHash(of, id)));
});

const times = { beat: 'b', beatAt: timeOf(1), startedAt: timeOf(1) };
test.each<[string, TableName, TableRow]>([
  ['failed', 'runs', { run: 'run1', state: 'ended', ...times, control: 'failed' }],
  [
    'failed late, even if the row that says so was changed,',
    'answers',
    { ...doubtRow(failedControl('run1'), timeOf(9)), outcome: 'clear' },
  ],
])('a screening of a run whose control %s is not clear, also in the archive', async (_, table, row) => {
  await screened('Alder', ['', '', '', '']);
  await close();
  await tables.insert(table, row);
  expect((await history()).shown[1]).toBe('2026-01-02 Alder-1 review archived');
});

describe('rows that are missing or were changed clear nobody, and are named', () => {
  beforeEach(async () => {
    await screened('Alder', ['', '', '', '']);
    await close();
  });
  const archived = async () => (await history()).shown.filter((line) => line.endsWith('archived'));
  const gone = { is: 'packGone', screenings: 2, oldest: timeOf(1), newest: timeOf(2) };

  test.each<[string, Record<string, string> | null]>([
    ['a pack that was removed', null],
    ['a pack that was changed', { run: 'another' }],
  ])('%s', async (_, change) => {
    await spoil('pack', change);
    expect(await archived()).toEqual([]);
    expect((await history()).problems).toEqual([gone]);
  });

  test('an index row that was changed', async () => {
    await spoil('index', { run: 'another' });
    const [row] = await rowsOf(tables, 'archive', equal('kind', 'index'));
    expect((await history()).problems).toEqual([{ is: 'changed', table: 'archive', id: row?.id }]);
  });

  test('an index row that was removed, once a later one names it', async () => {
    await screened('Birch', ['', '', '', '']);
    await close();
    await spoil('index', null);
    expect((await history()).problems).toEqual([{ is: 'closingGone', at: timeOf(100) }]);
  });

  test('an answer that others repeat', async () => {
    await tables.remove('answers', equal('answer', 'Alder0.0'));
    expect((await history()).problems).toEqual([{ is: 'originalGone', screenings: 2, oldest: timeOf(1) }]);
  });

  test('an archive that is older than the answers', async () => {
    await tables.remove('archive');
    const gap = { is: 'screeningGone', before: timeOf(3) };
    expect((await history()).problems).toEqual([gap]);
    await screened('Birch', ['', '', '', '']);
    await close();
    expect((await history()).problems).toEqual([gap]);
    // Of a span of time, nobody can tell.
    expect((await history(undefined, () => false)).problems).toEqual([]);
    const [closing] = await rowsOf(tables, 'archive', equal('kind', 'index'));
    const said = { closings: [String(closing?.['mark'])], answers: ['Birch1.0', 'Birch2.0'] };
    await tables.insert('archive', aRemoval({}, [], said));
    expect((await history()).problems).toEqual([gap]);
  });

  test('one of two answers that another one follows', async () => {
    const after = ['Alder3.0', 'gone.0'];
    await tables.insert('answers', answerRow(night('m', '', { of: aCompany('Alder'), after })));
    expect((await history()).problems).toMatchObject([{ is: 'screeningGone' }]);
  });

  test('an answer that was changed', async () => {
    const [row] = await rowsOf(tables, 'answers');
    await tables.change('answers', { outcome: 'hit' }, equal('answer', 'Alder0.0'));
    const { problems, shown } = await history();
    expect(problems).toContainEqual({ is: 'changed', table: 'answers', id: row?.id });
    expect(shown).toEqual(['2026-01-04 Alder-3 clear']);
  });
});
