// A run enters: its own row first, everything else is read afterwards.
import { READING_INDEX } from '../facts/archivedIds';
import { knowingNothing } from '../facts/knowledge';
import type { Command } from './messages';
import { answersWith } from '../facts/readingAnswers';
import { READING_TELLINGS } from '../rows/reportRows';
import { goingRow } from '../rows/runRows';
import { equal, type Statement } from '../port/tables';
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
    ...toTellOf(run),
    about: world.about?.() ?? {},
  });
  return beginCall(run, 'entering', [
    { do: 'insert', table: 'runs', rows: [row] },
    // By the key: what other names it has.
    answersWith(
      'keyHash',
      [...new Set([...state.wanted.keys()].map((one) => run.keyOf(one)))],
      run.isLongList,
    ),
    READING_INDEX,
    ...lookAgain(run, state.storing),
    ...readingBefore(run),
    // All of them: only the whole chain shows that none is missing.
    { do: 'read', table: 'decisions', where: [], match: 'all' },
    ...run.rules.looking(state.run),
  ]);
}

/** What was told, and how long the list was. Only what the run asks for, in the call that it makes anyway. */
function readingBefore({ settings: { readers = [], node } }: OwnRun): Statement[] {
  return [
    ...(readers.length > 0 ? [READING_TELLINGS] : []),
    ...(node === undefined ? [] : [latestRuns(node, readers.length > 0)]),
  ];
}

/** Before it stores any answer, its row says whom its answers are for. */
function toTellOf({ settings: { readers = [], node = '' } }: OwnRun): {
  toTell?: string;
  readers?: readonly string[];
} {
  return readers.length === 0 ? {} : { toTell: node, readers };
}

/** Of the same node: the latest one, and those of which something may be untold. */
function latestRuns(node: string, tells: boolean): Statement {
  const where = [equal('latestOf', node), ...(tells ? [equal('toTell', node)] : [])];
  return { do: 'read', table: 'runs', where, match: 'any' };
}
