// A run enters: its own row first, everything else is read afterwards.
import { READING_INDEX } from '../archive/archivedIds';
import { knowingNothing } from '../knowledge';
import type { Command } from '../messages';
import { SEVERAL } from '../keyNames';
import { answersWith } from '../readingAnswers';
import { READING_TELLINGS } from '../rows/reportRows';
import { claimedCell, goingRow } from '../rows/runRows';
import { equal, type Statement } from '../tables';
import { beginCall } from './calls';
import { lookAgain } from './looking';
import type { OwnRun } from './ownRun';

/** Also after it was taken for dead: under another id, and knowing nothing. */
export function enterRegister(run: OwnRun): Command {
  const { state, world, settings } = run;
  const isFirst = state.ownRuns.length === 0;
  state.run = (isFirst ? settings.run : undefined) ?? world.uuid();
  state.ownRuns = [...state.ownRuns, state.run];
  state.known = knowingNothing();
  state.enteredAtMs = world.wallClock();
  const row = goingRow(run.timestamp, {
    run: state.run,
    beat: String(world.now()),
    startedBy: settings.startedBy,
    companies: state.wanted.size,
    about: world.about?.() ?? {},
  });
  const stored = [...state.storing, ...state.written].map(({ company }) => company);
  // What was written for others may be of companies that are not in this list.
  const companies = [...state.todo, ...state.waiting, ...stored].filter((one) => state.wanted.has(one));
  return beginCall(run, 'entering', [
    ...state.ownRuns.slice(0, -1).map((before) => withoutNames(before)),
    { do: 'insert', table: 'runs', rows: [row] },
    // By the key: what other names it has.
    answersWith('keyHash', [...new Set(companies.map((one) => run.keyOf(one)))], run.isLongList),
    READING_INDEX,
    ...lookAgain(run, [...state.storing, ...state.written]),
    ...readingBefore(run),
    // All of them: only the whole chain shows that none is missing.
    { do: 'read', table: 'decisions', where: [], match: 'all' },
    ...run.rules.looking(state.run),
  ]);
}

/** The row under the uuid before: what it claimed is closed by now. */
function withoutNames(run: string): Statement {
  const set = { claimed: claimedCell([]) };
  return { do: 'update', table: 'runs', where: [equal('run', run)], match: 'all', set };
}

/** What was told, and how long the list was. Only what the run asks for, in the call that it makes anyway. */
function readingBefore({ settings: { readers = [], node } }: OwnRun): Statement[] {
  return [
    ...(readers.length > 0 ? [READING_TELLINGS] : []),
    ...(node === undefined ? [] : [latestRuns(node)]),
  ];
}

/** The one of the same node, and those of others whose lists have keys that have had several names. */
function latestRuns(node: string): Statement {
  const several = { column: 'severalNames', is: 'contains', value: SEVERAL } as const;
  return { do: 'read', table: 'runs', where: [equal('latestOf', node), several], match: 'any' };
}
