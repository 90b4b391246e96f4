// Which answers are asked for again, and what is stored of them: never a verdict that the service did not give.
import fc from 'fast-check';

import { companyHash } from '../../../nodes/CompanyScreening/register/identity';
import {
  isLaterAnswer,
  laterAnswer,
  namesAsMany,
  pendingAnswers,
  storeLaterWords,
  type LaterWord,
} from '../../../nodes/CompanyScreening/register/pendingAnswers';
import { answerRow, type SoundAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { closingRows } from '../../../nodes/CompanyScreening/register/rows/archiveRows';
import { doubtRow } from '../../../nodes/CompanyScreening/register/rows/doubtRows';
import { goingRow } from '../../../nodes/CompanyScreening/register/rows/runRows';
import { standingOf, verdictText } from '../../../nodes/CompanyScreening/register/standing';
import type { TableRow, Tables } from '../../../nodes/CompanyScreening/register/tables';
import { aCompany, anAnswer, hit } from './anAnswer';
import { MemoryTables } from './memoryTables';

const company = aCompany('First Ltd', 'P1');
const hash = companyHash(company);
const [ID, OTHER_ID] = ['1'.repeat(64), '2'.repeat(64)];
const PENDING = { outcome: 'review', reason: 'pending', screening: ID } as const;
const pending = (mark = 'a', by: Partial<SoundAnswer> = {}) => anAnswer(company, mark, { ...PENDING, ...by });
const answer = (mark: string, by: Partial<SoundAnswer> = {}) => anAnswer(company, mark, by);

const CLEAR: LaterWord = {
  outcome: 'clear',
  reason: '',
  hits: [],
  payload: { reply: 'later' },
};
const HIT: LaterWord = { ...CLEAR, outcome: 'hit', hits: [hit] };

/** Tables with these answers, and a row of each of their runs. */
async function holding(
  answers: readonly SoundAnswer[],
  control: string | null = 'none',
  more: TableRow[] = [],
) {
  const tables = new MemoryTables('sqlite');
  const runs = [...new Set(answers.map(({ run }) => run))].map((run) =>
    goingRow('2026-01-01T00:00:00.000Z', { run, beat: '1', companies: 1, startedBy: '', about: { control } }),
  );
  await tables.run([
    { do: 'insert', table: 'answers', rows: [...more, ...answers.map(answerRow)] },
    ...(control === null ? [] : [{ do: 'insert', table: 'runs', rows: runs } as const]),
  ]);
  return tables;
}
const found = async (tables: MemoryTables, of = hash) =>
  (await pendingAnswers(tables, new Set([of]), null)).answers.map((one) => one.answer);

describe('asked for again', () => {
  test('is the latest answer of a company of the list, if it is Pending', async () => {
    expect(await found(await holding([pending()]))).toEqual(['a.0']);
    expect(await found(await holding([anAnswer(company, 'a', { ...PENDING, outcome: 'hit' })]))).toEqual([
      'a.0',
    ]);
    expect(await found(await holding([answer('a')]))).toEqual([]);
    expect(await found(await holding([]))).toEqual([]);
  });

  test('is no company that is not in the list', async () => {
    expect(await found(await holding([pending()]), companyHash(aCompany('Other Ltd', 'P2')))).toEqual([]);
  });

  test('is nothing that another answer follows, and no answer that another one contradicts', async () => {
    expect(await found(await holding([pending(), answer('b', { follows: ['a.0'] })]))).toEqual([]);
    expect(await found(await holding([pending(), answer('b')]))).toEqual([]);
  });

  test('is one screening, however often it is there', async () => {
    expect(await found(await holding([pending(), pending('b')]))).toHaveLength(1);
    expect(await found(await holding([pending(), pending('b', { screening: OTHER_ID })]))).toEqual([]);
  });

  test('is nothing whose id another company has as well, under whichever name', async () => {
    const other = aCompany('Other Ltd', 'P2');
    expect(await found(await holding([pending(), anAnswer(other, 'b', { screening: ID })]))).toEqual([]);
    const { data } = anAnswer(other, 'b');
    const ofSeveral = anAnswer(other, 'b', { screening: OTHER_ID, data: { ...data, otherScreenings: [ID] } });
    expect(await found(await holding([pending(), ofSeveral]))).toEqual([]);
  });

  test('is nothing of which an answer had an id that has left the table, under whichever name', async () => {
    const ofSeveral = pending('a', { data: { ...pending().data, otherScreenings: [OTHER_ID] } });
    const repeat = {
      ...{ answer: 'x.0', run: 'r', original: 'o.0', screenedAt: '2026-01-01T00:00:00.000Z' },
      service: { environment: 'production', baseUrl: 'https://api.example.com' } as const,
      ...{ screeningIds: ['s'], referenceId: null },
    };
    const closing = {
      run: 'r',
      at: repeat.screenedAt,
      follows: [],
      repeats: [repeat],
      beside: 0,
      originals: 0,
    };
    for (const [one, id, expected] of [
      [pending(), ID, []],
      [pending(), OTHER_ID, ['a.0']],
      [ofSeveral, ID, []],
      [ofSeveral, OTHER_ID, []],
    ] as const) {
      const tables = await holding([one]);
      const rows = closingRows({ ...closing, ids: [id] }, () => 'mark');
      await tables.run([{ do: 'insert', table: 'archive', rows }]);
      expect(await found(tables)).toEqual(expected);
    }
  });

  test('is each of a long list, whichever runs screened them', async () => {
    const all = Array.from({ length: 501 }, (_, number) =>
      anAnswer(aCompany(`Company ${number}`, `K${number}`), `m${number}`, {
        ...PENDING,
        screening: number.toString(16).padStart(64, '0'),
        run: `run-${number}`,
      }),
    );
    const tables = await holding(all);
    const { answers } = await pendingAnswers(tables, new Set(all.map((one) => one.company)), null);
    expect(answers).toHaveLength(501);
  });

  test('is nothing if the index of the archive cannot be read', async () => {
    const tables = await holding([pending()]);
    await tables.run([{ do: 'insert', table: 'archive', rows: [{ kind: 'index' }] }]);
    expect(await found(tables)).toEqual([]);
  });

  test.each<[string | null, number]>([
    ['none', 1],
    ['held', 1],
    ['failed', 0],
    ['unanswered', 0],
    ['notScreened', 0],
    ['', 0],
    [null, 0],
  ])('is what a run screened whose control is known to be good: %j', async (control, count) => {
    expect(await found(await holding([pending()], control))).toHaveLength(count);
  });

  test('is nothing of a run with a late doubt', async () => {
    const doubt = doubtRow(pending().run, '2026-01-01T00:00:00.000Z');
    expect(await found(await holding([pending()], 'held', [doubt]))).toEqual([]);
  });

  test('is no row that was changed', async () => {
    const tables = await holding([pending()]);
    await tables.run([
      {
        do: 'update',
        table: 'answers',
        where: [],
        match: 'all',
        set: { screenedAt: '2026-02-02T00:00:00.000Z' },
      },
    ]);
    expect(await found(tables)).toEqual([]);
  });
});

/** What the register says of the company, once this is stored. */
async function standingAfter(tables: MemoryTables, words: readonly LaterWord[]) {
  const { known, answers } = await pendingAnswers(tables, new Set([hash]), null);
  const [one] = answers;
  if (!one) throw new Error('Nothing is Pending.');
  // Each run has read before another one stored.
  for (const [number, said] of words.entries())
    await storeLaterWords(tables, known, [{ pending: one, said }], `later-${number}`);
  const [rows = []] = await tables.run([{ do: 'read', table: 'answers', where: [], match: 'all' }]);
  const { known: after } = await pendingAnswers(tables, new Set([hash]), null);
  const stored = after.answers.get(hash) ?? [];
  const knowledge = { answers: stored, lost: [], decided: new Set<string>(), isShared: () => false };
  return { rows, stored, standing: standingOf(knowledge, null, true) };
}

test('it is stored if it says something else, and names no fewer hits', () => {
  const { data } = pending();
  const one = pending('a', { outcome: 'hit', data: { ...data, hits: [hit] } });
  const other = { ...hit, fingerprint: 'f'.repeat(64) };
  const two: LaterWord = { ...HIT, hits: [hit, other] };
  expect([CLEAR, HIT, two].map((word) => isLaterAnswer(pending(), word))).toEqual([true, true, true]);
  expect([CLEAR, HIT, two].map((word) => isLaterAnswer(one, word))).toEqual([false, true, true]);
  const same: LaterWord = { ...HIT, reason: 'pending' };
  expect(isLaterAnswer(one, same)).toBe(false);
  expect([namesAsMany(0, 1), namesAsMany(1, 1), namesAsMany(2, 1)]).toEqual([false, true, true]);
});

describe('what the service says later', () => {
  test('is an answer of the same screening and run, as old as the Pending one, which it follows', async () => {
    const before = pending('a', { run: 'run-1' });
    const { stored, rows } = await standingAfter(await holding([before]), [HIT]);

    expect(stored.at(-1)).toMatchObject({
      answer: 'later-0.0',
      mark: 'later-0',
      run: 'run-1',
      follows: ['a.0'],
      past: ['a.0'],
      despite: [],
      repeats: '',
      screening: ID,
      outcome: 'hit',
      screenedAt: '2026-01-01T00:00:00.001Z',
      data: { ...before.data, hits: HIT.hits, payload: HIT.payload },
    });
    expect(rows).toHaveLength(2);
  });

  test('is what the company is from then on', async () => {
    const { standing } = await standingAfter(await holding([pending()]), [CLEAR]);
    expect(standing).toMatchObject({ is: 'remembered', doubt: null, answer: { outcome: 'clear' } });
  });

  test('stands in the tables for people, in the place of the Pending one', async () => {
    const tables = await holding([pending()]);
    const row = { answer: 'a.0', company: hash, outcome: 'review' };
    await tables.run([{ do: 'insert', table: 'companies', rows: [row] }]);
    await standingAfter(tables, [HIT]);
    const [companies = [], hits = []] = await tables.run([
      { do: 'read', table: 'companies', where: [], match: 'all' },
      { do: 'read', table: 'hits', where: [], match: 'all' },
    ]);

    expect(companies.map(({ outcome }) => outcome)).toEqual(['hit']);
    expect(hits).toMatchObject([{ hitFingerprint: hit.fingerprint, change: 'new' }]);
  });

  test.each([1, 2, 3])(
    'is complete although a call failed after %i of its statements',
    async (carriedOut) => {
      const memory = await holding([pending()]);
      await memory.run([
        {
          do: 'insert',
          table: 'companies',
          rows: [
            { answer: 'a.0', mark: 'a' },
            { answer: 'z.0', mark: 'z' },
          ],
        },
      ]);
      let isDown = true;
      const tables: Tables = {
        async run(statements) {
          if (!isDown || statements[0]?.do !== 'insert') return await memory.run(statements);
          isDown = false;
          await memory.run(statements.slice(0, carriedOut));
          throw new Error('The connection was lost.');
        },
        runWithoutWaiting: () => undefined,
      };
      const { known, answers } = await pendingAnswers(tables, new Set([hash]), null);
      await storeLaterWords(
        tables,
        known,
        answers.map((one) => ({ pending: one, said: HIT })),
        'later',
      );
      const [companies = [], hits = []] = await memory.run([
        { do: 'read', table: 'companies', where: [], match: 'all' },
        { do: 'read', table: 'hits', where: [], match: 'all' },
      ]);

      expect(companies.map(({ answer: of }) => of)).toEqual(['z.0', 'later.0']);
      expect(hits.map(({ answer: of }) => of)).toEqual(['later.0']);
    },
  );

  test.each([[[]], [[doubtRow('another-run', '2026-01-01T00:00:00.000Z')]]])(
    'fails if nothing of it was stored (%#)',
    async (more) => {
      const memory = await holding([pending()], 'held', more);
      const { known, answers } = await pendingAnswers(memory, new Set([hash]), null);
      const tables: Tables = {
        run: (statements) =>
          statements[0]?.do === 'insert' ? Promise.reject(new Error('full')) : memory.run(statements),
        runWithoutWaiting: () => undefined,
      };
      const words = answers.map((one) => ({ pending: one, said: HIT }));

      await expect(storeLaterWords(tables, known, words, 'later')).rejects.toThrow('full');
    },
  );

  test('several runs that are told the same do not contradict each other; else nobody is told a verdict', async () => {
    const word = fc.constantFrom<LaterWord>(CLEAR, HIT, {
      ...CLEAR,
      outcome: 'review',
      reason: 'otherRequest',
    });
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 4 }), async (words) => {
        const { standing, stored } = await standingAfter(await holding([pending()]), words);
        const isSame = new Set(words.map((one) => JSON.stringify([one.outcome, one.reason]))).size === 1;
        if (isSame) {
          expect(standing).toMatchObject({
            is: 'remembered',
            doubt: null,
            answer: words[0] && { outcome: words[0].outcome },
          });
        } else expect(standing).toMatchObject({ is: 'withoutVerdict', doubt: 'contradiction' });
        expect(stored).toHaveLength(words.length + 1);
      }),
    );
  });

  test('follows repeats as well, so that none of them becomes the latest', () => {
    const answers = [pending('a'), pending('b', { follows: ['a.0'], past: ['a.0'], repeats: 'b' })];
    const known = { answers: new Map([[hash, answers]]) };
    const later = laterAnswer(known, answers[1] ?? pending(), CLEAR, { mark: 'c', place: 0 });

    expect([later.follows.toSorted(), later.past]).toEqual([['b.0'], ['a.0']]);
    expect(verdictText(later)).not.toBe(verdictText(pending()));
  });
});
