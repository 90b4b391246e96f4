// Which answers may leave the table, how they leave it, and what a run knows of them afterwards.
import {
  archivedIds,
  closingsToRead,
  isArchived,
  withPacks,
} from '../../../../nodes/CompanyScreening/register/facts/archivedIds';
import {
  archivableRepeats,
  archivingStatements,
  isWorthArchiving,
} from '../../../../nodes/CompanyScreening/register/archive/closing';
import { referenceIdIn } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { originalOf, withPast } from '../../../../nodes/CompanyScreening/register/facts/history';
import type { IntactAnswer, StoredAnswer } from '../../../../nodes/CompanyScreening/register/rows/answerRows';
import { readArchive, repeatsIn } from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import {
  deletingRows,
  equal,
  type Statement,
  type StoredRow,
} from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, aDamaged } from '../anAnswer';
import { aRemoval } from '../aRemoval';
import { knowing as knowingAnswers, night, nights } from '../night';

const AT = '2026-02-01T02:00:00.000Z';
const nobody = () => false;

function idsIn(rows: readonly StoredRow[]) {
  const read = archivedIds(rows.filter((row) => row['kind'] !== 'pack'));
  if (typeof read === 'number') throw new Error(`The row ${read} cannot be read.`);
  return read;
}

function knowing(answers: readonly StoredAnswer[]) {
  const known = knowingAnswers(...answers);
  known.archived = idsIn([]);
  return known;
}
const archivable = (answers: readonly StoredAnswer[], lives: (run: string) => boolean = nobody) =>
  archivableRepeats(knowing(answers), lives).map(({ repeat }) => repeat.answerId);

describe('an answer', () => {
  test.each<[string, string[], (string | undefined)[]]>([
    ['is a repeat of the one before that says the same', ['', ''], [undefined, 'm0.0']],
    ['is a repeat of the first one that said so since', ['a', 'a', 'a'], [undefined, 'm0.0', 'm0.0']],
    ['that says something else is an original', ['', 'a', 'a'], [undefined, undefined, 'm1.0']],
    [
      'that says what was said before something else is one as well',
      ['a', '', 'a'],
      [undefined, undefined, undefined],
    ],
    [
      'without a verdict repeats one without it for the same reason',
      ['a', '?', '?'],
      [undefined, undefined, 'm1.0'],
    ],
  ])('%s', (_, letters, expected) => {
    const all = nights(letters);
    expect(all.map((one) => originalOf(all, one)?.answerId)).toEqual(expected);
  });

  const [early, late] = nights(['', '']) as [IntactAnswer, IntactAnswer];
  const inDoubt = (one: IntactAnswer, reason: string): IntactAnswer => ({
    ...one,
    outcome: 'review',
    reason,
  });
  const asRequest = (one: IntactAnswer): IntactAnswer => ({
    ...{ ...one, outcome: 'requested' },
    data: { ...one.data, company: { ...one.data.company, option: 'AnnualReturns' } },
  });
  test.each<[string, IntactAnswer[], IntactAnswer]>([
    ['is old', [inDoubt(early, 'staleAnswer')], inDoubt(late, 'staleAnswer')],
    ['has the id of another one', [inDoubt(early, 'otherRequest')], inDoubt(late, 'otherRequest')],
    ['is of a run whose control failed', [inDoubt(early, 'controlFailed')], inDoubt(late, 'controlFailed')],
    ['is an annual returns request', [asRequest(early)], asRequest(late)],
    ['was asked for in spite of another one', [early], { ...late, replacesClaims: ['m9'] }],
    ['comes after none', [{ ...early, kind: 'unanswered' }], late],
    ['comes after two of one id', [early, { ...early, outcome: 'hit' }], late],
  ])('that %s is no repeat', (_, before, answer) => {
    expect(withPast(before, answer).isRepeat).toBe(false);
  });

  test('that comes after two that contradict each other repeats neither', () => {
    const [first] = nights(['']);
    if (!first) throw new Error('There is one.');
    const hit = night('m1', 'a', { of: first.data.company, after: [first.answerId] });
    const clear = withPast([first], night('m2', '', { of: first.data.company, after: [first.answerId] }));
    const after = night('m3', '', { of: first.data.company, after: [hit.answerId, clear.answerId] });
    expect(withPast([first, hit, clear], after)).toMatchObject({
      previousOriginals: ['m1.0', 'm0.0'],
      isRepeat: false,
    });
  });
});

const [first, second, third] = nights(['', '', '']) as [IntactAnswer, IntactAnswer, IntactAnswer];
const ofRuns = nights(['', '', '', '']).map((one, number) => ({ ...one, runId: `run${number}` }));
test.each<[string, StoredAnswer[], string[]]>([
  ['no repeat that is the latest', nights(['', '']), []],
  ['the repeats before the latest one', nights(['', '', '']), ['m1.0']],
  ['all of them', nights(['', '', 'a', 'a', 'a', '']), ['m1.0', 'm3.0', 'm4.0']],
  ['nothing of a run that goes on', ofRuns, ['m1.0']],
  ['nothing whose original was changed', [aDamaged(first), second, third], []],
  ['nothing that was changed', [first, aDamaged(second), third], []],
  ['nothing whose original is gone', [second, third], []],
  ['nothing of which there are two', [first, second, { ...second, screenedAt: AT }, third], []],
  // As if the latest one did not name what came before.
  [
    'nothing while the one before would be the latest',
    [first, second, { ...third, previousOriginals: [] }],
    [],
  ],
  [
    'nothing that the latest one names as an original',
    [first, second, { ...third, previousOriginals: [first.answerId, second.answerId] }],
    [],
  ],
])('the table loses %s', (_, answers, leave) => {
  expect(archivable(answers, (runId) => runId === 'run2')).toEqual(leave);
});

test('the table loses nothing that a claim may be about, or that has the screening id of another company', () => {
  const known = knowing(nights(['', '', '', '']));
  known.claims = [{ claimId: 'm1' } as (typeof known.claims)[number]];
  expect(archivableRepeats(known, nobody).map(({ repeat }) => repeat.claimId)).toEqual(['m2']);
  const [alder, birch] = [nights(['', '', '']), nights(['', '', ''], aCompany('Birch'))];
  const shared = birch.map((one, number) =>
    number === 0 ? { ...one, screening: alder[1]?.screening ?? '' } : one,
  );
  const repeats = archivableRepeats(knowing([...alder, ...shared]), nobody).map(({ repeat }) => repeat);
  expect(repeats.map(({ answerId, company }) => [answerId, company])).toEqual([['m1.0', birch[0]?.company]]);
});

describe('a closing', () => {
  const companies = Array.from({ length: 60 }, (_, number) => aCompany(`Company ${number}`, `K${number}`));
  /** Two repeats of each may leave. The answers of one night have one mark. */
  const answers = companies.flatMap((company, place) =>
    nights(['', '', '', ''], company).map((one): IntactAnswer => ({
      ...one,
      answerId: `${one.claimId}.${place}`,
      previousAnswers: one.previousAnswers.map((id) => id.replace('.0', `.${place}`)),
      previousOriginals: one.previousOriginals.map((id) => id.replace('.0', `.${place}`)),
    })),
  );
  let uuids = 0;
  const facts = { runId: 'run', at: AT, uuid: () => `u${(uuids += 1)}`, knowsAll: true };
  const statementsOf = (known: ReturnType<typeof knowing>, by: Partial<typeof facts> = {}): Statement[] =>
    archivingStatements(known, archivableRepeats(known, nobody), { ...facts, ...by });
  const rowsOf = ([statement]: Statement[]): StoredRow[] =>
    statement?.do === 'insert' ? statement.rows.map((row, index) => ({ ...row, id: index + 1 })) : [];

  test('stores what leaves before it goes, and whole batches go by their marks', () => {
    const [insert, ...deletes] = statementsOf(knowing(answers));
    expect(insert).toMatchObject({ do: 'insert', table: 'archive' });
    expect(deletes).toEqual(deletingRows('answers', 'repeatMark', ['m1', 'm2']));
  });

  test.each<[string, StoredAnswer[], boolean]>([
    ['a batch of which one stays', answers.slice(0, -1), true],
    ['batches of which not all is known', answers, false],
    [
      'batches beside a row that was changed',
      [...answers, aDamaged({ answerId: 'm1.99', claimId: 'm1', company: 'c'.repeat(64) })],
      true,
    ],
  ])('has %s go one by one', (_, all, knowsAll) => {
    const [insert, ...deletes] = statementsOf(knowing(all), { knowsAll });
    const index = insert?.do === 'insert' ? insert.rows.at(-1) : undefined;
    expect(Number(index?.['otherBytes']) > 0).toBe(knowsAll);
    const conditions = deletes.flatMap((one) => (one.do === 'delete' ? one.where : []));
    expect(conditions).not.toContainEqual(equal('repeatMark', 'm2'));
  });

  test('is none where it is not worth it, or where the archive was not read', () => {
    expect([99, 100].map(isWorthArchiving)).toEqual([false, true]);
    expect(statementsOf(knowing(answers.slice(0, 2)))).toEqual([]);
    expect(statementsOf({ ...knowing(answers), archived: null })).toEqual([]);
  });

  test('keeps of each screening when, by which run, its ids, and what it repeats', () => {
    const own = answers.map((one, number) => {
      if (number === 1)
        return { ...one, data: { ...one.data, referenceId: 'mine', otherScreeningIds: ['other'] } };
      return { ...one, data: { ...one.data, referenceId: referenceIdIn(one.runId, one.data.company) } };
    });
    const stored = rowsOf(statementsOf(knowing(own)));
    const rows = stored.map((row) => readArchive(row));
    const size = stored.reduce((sum, { data }) => sum + String(data).length, 0);
    const packs = rows.flatMap((row) => (row?.kind === 'pack' ? [row] : []));
    const repeats = packs.flatMap((pack) => repeatsIn(pack) ?? []);
    expect(repeats).toHaveLength(120);
    const [first, second] = repeats;
    const screenedAt = answers[1]?.screenedAt;
    const said = { originalId: 'm0.0', runId: 'run', screeningIds: ['K0-1', 'other'], screenedAt };
    expect(first).toMatchObject({ answerId: 'm1.0', referenceId: 'mine', ...said });
    expect(second).toMatchObject({ answerId: 'm1.1', referenceId: null });
    const seals = packs.map(({ seal }) => seal);
    const index = { kind: 'index', screenings: 120, size, packs: seals, previousSeals: [] };
    expect(rows.at(-1)).toMatchObject(index);
  });

  test('names those before it, so that one that is missing is noticed', () => {
    const known = knowing(answers);
    const before = idsIn([...rowsOf(statementsOf(known)), { ...aRemoval(), id: 1_000 }]);
    const rows = rowsOf(statementsOf({ ...known, archived: before })).map((row) => readArchive(row));
    const seals = [...before.rows, ...before.removals].map(({ seal }) => seal);
    expect([seals.length, rows.at(-1)]).toMatchObject([2, { previousSeals: seals }]);
  });

  describe('leaves its ids', () => {
    const rows = rowsOf(statementsOf(knowing(answers)));
    const read = idsIn(rows);
    const [closing = ''] = read.rows.map(({ mark }) => mark);
    const used = answers.find(({ claimId }) => claimId === 'm2')?.screening ?? '';
    const looksTheSame = `${used.slice(0, 12)}${'0'.repeat(52)}`;
    const packs = rows.filter((row) => row['kind'] === 'pack');

    test('which a run asks about in short, and then for the whole', () => {
      expect(closingsToRead(read, ['0'.repeat(64)])).toEqual([]);
      expect(closingsToRead(read, [used])).toEqual([closing]);
      const withAll = withPacks(read, [closing], packs);
      expect(closingsToRead(withAll, [used, looksTheSame])).toEqual([]);
      expect([used, looksTheSame].map((id) => isArchived(withAll, id))).toEqual([true, false]);
    });

    test('which are in doubt where their pack was not read, is gone or was changed', () => {
      const changed = packs.map((row) => ({ ...row, data: `${String(row['data'])} ` }));
      for (const known of [read, withPacks(read, [closing], []), withPacks(read, [closing], changed)]) {
        expect(isArchived(known, looksTheSame)).toBe(true);
        expect(isArchived(known, '0'.repeat(64))).toBe(false);
      }
    });

    test('but not from a row that was changed: nobody could tell which they were', () => {
      expect(archivedIds([{ ...rows[0], id: 1, kind: 'index' }])).toBe(0);
    });
  });
});
