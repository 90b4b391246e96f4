// The chain of decisions: what was changed, removed or moved is named, in whatever order the rows come.
import fc from 'fast-check';

import { decisionChain } from '../../../../nodes/CompanyScreening/register/facts/decisionChain';
import { COLUMNS } from '../../../../nodes/CompanyScreening/register/rows/columns';
import type { TableRow, StoredRow } from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany } from '../anAnswer';
import { MemoryTables } from '../memoryTables';
import { playNight } from '../playedNights';
import { decideAbout, wholeRegisterIn } from '../wholeRegister';
import { aDecision, added, COMPANY, soundOf } from './aDecision';

const OTHER = 'd'.repeat(64);
function aChain(length = 4): StoredRow[] {
  let rows: StoredRow[] = [];
  for (let index = 0; index < length; index += 1)
    rows = added(rows, 'falsePositive', { company: index % 2 === 0 ? COMPANY : OTHER });
  return rows.map((row, index) => ({ ...row, id: index + 1 }));
}
const problemsOf = (rows: readonly StoredRow[]) => decisionChain(rows).problems;

test('each decision that a run has seen last is missed', () => {
  const seals = ['a', 'b'].map((letter) => letter.repeat(64));
  const { problems } = decisionChain([], [{ runId: 'run', newestDecisions: seals.join(' ') }]);
  expect(problems).toEqual(seals.map((seal) => ({ is: 'goneSince', seal, runId: 'run' })));
});

test('a row that was removed is followed by whatever follows it on any way, and by nothing else', () => {
  const gone = 'a'.repeat(64);
  const [one, other] = [
    aDecision('confirm', { previousSeals: [gone] }),
    aDecision('reject', { previousSeals: [gone] }),
  ];
  const [next, last] = [one, other].map((row) =>
    aDecision('close', { previousSeals: [String(row['seal'])] }),
  );
  for (const rows of [
    [one, other, next],
    [one, other, last],
  ].map((all) => all.flatMap((row) => row ?? []))) {
    const later = decisionChain(rows).breaks.flatMap((found) => found.later);
    expect(later.toSorted()).toStrictEqual(rows.map(({ decision }) => String(decision)).toSorted());
  }
});

test('the newest decision that was removed is missed by the run that has seen it', () => {
  const rows = aChain();
  const receipts = [
    { runId: 'r1', newestDecisions: '' },
    { runId: 'r2', newestDecisions: decisionChain(rows.slice(0, 3)).newest.join(' ') },
    { runId: 'r3', newestDecisions: decisionChain(rows).newest.join(' ') },
    { runId: 'r4', newestDecisions: decisionChain(rows).newest.join(' ') },
  ];
  expect(decisionChain(rows, receipts).problems).toEqual([]);
  expect(decisionChain(rows.slice(0, 3), receipts).problems).toEqual([
    { is: 'goneSince', seal: rows[3]?.['seal'], runId: 'r3' },
  ]);
});

test('a run keeps which decisions it has seen, so that the newest one is missed if it is removed', async () => {
  const [tables, company] = [new MemoryTables('sqlite'), aCompany('Alder')];
  const night = (day: number) =>
    playNight(tables, { at: `2026-01-0${day}T02:00:00.000Z`, companies: [company], found: () => 'a' });
  await night(1);
  await decideAbout(tables, company, { decided: 'trueMatch', atMs: Date.parse('2026-01-01T12:00:00.000Z') });
  await night(2);
  await tables.remove('decisions');
  const { chain } = await wholeRegisterIn(tables, Date.parse('2026-01-02T12:00:00.000Z'));
  expect(chain.problems).toMatchObject([{ is: 'goneSince', runId: 'run20260102020000000' }]);
});

test('while the newest row is gone, it is among those that the next row follows, and everybody is concerned', () => {
  const rows = aChain();
  const gone = String(rows[3]?.['seal']);
  const chain = decisionChain(rows.slice(0, 3), [{ runId: 'r1', newestDecisions: gone }]);
  expect(chain.newest).toEqual([gone, String(rows[2]?.['seal'])].sort());
  expect(chain.breaks).toEqual([{ companies: null, later: [] }]);
  const next = aDecision('confirm', { previousSeals: chain.newest });
  expect(decisionChain([...rows.slice(0, 3), next], [{ runId: 'r1', newestDecisions: gone }])).toMatchObject({
    newest: [next['seal']],
    problems: [{ is: 'missing', seal: gone }],
    breaks: [{ companies: null, later: [next['decision']] }],
  });
  // What somebody wrote into the row of a run is no hash.
  expect(decisionChain(rows, [{ runId: 'r1', newestDecisions: 'x' }])).toMatchObject({
    problems: [],
    breaks: [],
  });
  const inCapitals = [{ runId: 'r1', newestDecisions: gone.toUpperCase() }];
  expect(decisionChain(rows, inCapitals).problems).toEqual([]);
  expect(decisionChain(rows.slice(0, 3), inCapitals).newest).toContain(gone);
});

test.each([
  ['names it as one that it follows', (gone: string) => ({ previousSeals: JSON.stringify([gone]) })],
  ['has its seal', (gone: string) => ({ seal: gone })],
])('a damaged row that %s hides nobody that the newest one is gone', (_, edit) => {
  const rows = aChain();
  const gone = String(rows[3]?.['seal']);
  const edited = rows.slice(0, 3).map((row) => (row.id === 1 ? { ...row, ...edit(gone) } : row));
  const chain = decisionChain(edited, [{ runId: 'r1', newestDecisions: gone }]);
  expect(chain.problems).toContainEqual({ is: 'goneSince', seal: gone, runId: 'r1' });
  expect(chain.breaks).toContainEqual({ companies: null, later: [] });
  expect(chain.newest).toContain(gone);
});

test('a row that stands before one that it follows was moved', () => {
  const rows = aChain(2);
  const moved = rows.map((row) => ({ ...row, id: 3 - row.id }));
  expect(problemsOf(moved)).toEqual([{ is: 'moved', id: 1, decision: rows[1]?.['decision'] }]);
});

test('any change of any cell of a decision, and any removal but that of the newest row, is noticed', () => {
  const rows = aChain(5);
  const columns = Object.keys(COLUMNS.decisions);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom(...columns, 'removed'),
      fc.string(),
      (at, column, value) => {
        const isSame = column !== 'removed' && rows[at]?.[column] === value;
        if (isSame || (column === 'removed' && at === 4)) return;
        const edited =
          column === 'removed'
            ? rows.filter((_, index) => index !== at)
            : rows.map((row, index) => (index === at ? { ...row, [column]: value } : row));
        // An empty cell may come back as nothing.
        const isEmpty = value === '' && (rows[at]?.[column] ?? '') === '';
        if (!isEmpty) expect(problemsOf(edited)).not.toEqual([]);
      },
    ),
    { verbose: true },
  );
});

test('a damaged row may be about the company of its cell and about that of its id', () => {
  const rows = aChain(1);
  const companies = (row: TableRow) =>
    decisionChain([{ ...(rows[0] as StoredRow), ...row }]).breaks.map((one) => one.companies);
  expect(companies({ reason: 'x' })).toEqual([[COMPANY]]);
  expect(companies({ company: OTHER })).toEqual([[OTHER, COMPANY]]);
  expect(companies({ company: '', decision: '' })).toEqual([null]);
  // Two cells that agree with each other, and not with the decision before it.
  const followed = added(rows, 'trueMatch', { previous: [String(rows[0]?.['decision'])] }).at(
    -1,
  ) as StoredRow;
  const moved = { ...followed, company: OTHER, decision: `${OTHER}.x` };
  expect(decisionChain([moved]).breaks.map((one) => one.companies)).toContainEqual([OTHER, COMPANY]);
});

test('without a row, nothing is known', () => {
  expect(decisionChain([])).toMatchObject({
    ...{ decisions: [], newest: [], count: 0, problems: [], breaks: [] },
  });
});

test('damaged rows are counted, and named in the order of their ids', () => {
  const rows = aChain(3).map((row) => (row.id === 2 ? row : { ...row, reason: 'edited' }));
  const chain = decisionChain(rows.toReversed());
  expect(chain.count).toBe(3);
  expect(chain.problems.slice(0, 2)).toEqual([
    { is: 'changed', id: 1 },
    { is: 'changed', id: 3 },
  ]);
});

test('what several people decided at once is in the order of time, whoever was stored first; their seals are sorted', () => {
  const times = ['05', '03', '04', '01', '02'].map((day) => `2026-01-${day}T00:00:00.000Z`);
  const rows: StoredRow[] = times.map((decidedAt, index) => ({
    ...aDecision('trueMatch', { decidedAt }),
    id: index + 1,
  }));
  const chain = decisionChain(rows);
  expect(chain.decisions.map(({ decidedAt }) => decidedAt)).toEqual(times.toSorted());
  expect(chain.newest).toEqual(rows.map(({ seal }) => String(seal)).sort());
});

test('the row of a decision has a seal that stays what it is from one version to the next', () => {
  const row = aDecision('trueMatch', { decision: `${COMPANY}.uuid` });
  expect(soundOf(row).seal).toBe('bb0ddf85b6024ba3cab50ce051731225a6b8d1156860ce8f4fff4ed093ace81c');
});
