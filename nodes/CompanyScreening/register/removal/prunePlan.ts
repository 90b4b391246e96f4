// The plan of a prune: the archive before a date, and rows of the tables that are as old and that nobody needs any more. No present
// verdict, open case or untold news rests on them.
import { ONE_DAY_MS } from '../../batch/time';
import type { WholeRegister } from '../companies/everyCompany';
import { newestSeals } from '../facts/archivedIds';
import type { StoredRow } from '../port/tables';
import { screeningsOf, type SoundAnswer } from '../rows/answerRows';
import { batchesIn, batchOf, type IndexRow, type NewRemoval } from '../rows/archiveRows';
import type { Decision } from '../rows/decisionRows';
import { grouped, type CompanyHash } from '../rows/identity';
import { readReport, type ReportRow } from '../rows/reportRows';
import { readRunToTell } from '../rows/runRows';
import { closingsByPacks } from './deleting';
import type { PruneFacts } from './traces';
import { unneededOf, unneededRuns, type UnneededRules } from './unneeded';
import { unneededReports } from './unneededReports';

/** Time by which ids outlive their answers, so that an old answer that comes again is noticed. */
const IDS_STAY_MS = 365 * ONE_DAY_MS;

export interface PruneWish {
  /** ISO 8601. */
  before: string;
  /** Readers that are not waited for, by their hashes. */
  givenUp: ReadonlySet<string>;
  nowMs: number;
}

/** A reader for whom old rows stay. */
export interface WaitingReader {
  name: string;
  /** ISO 8601; empty for never. */
  lastTold: string;
  answers: number;
}

export interface PrunePlan {
  answers: readonly SoundAnswer[];
  decisions: readonly Decision[];
  /** Marks of the rows. */
  reports: readonly string[];
  runs: readonly string[];
  /** Closings whose packs go. */
  closings: readonly IndexRow[];
  /** Closings whose packs a prune before has said to delete: the rest of them goes now. */
  closingsBefore: readonly IndexRow[];
  /** Index rows that go themselves, with their ids. */
  indexes: readonly IndexRow[];
  waiting: WaitingReader[];
  /** The times of what goes (ISO 8601); empty if nothing does. */
  oldest: string;
  newest: string;
  screenings: number;
  /** Characters that the archive has less. */
  size: number;
}

/** Pure. */
export function prunePlan(facts: PruneFacts, { before, givenUp, nowMs }: PruneWish): PrunePlan {
  const { register, closings, removals } = facts;
  const reports = facts.reports.flatMap((row) => readReport(row) ?? []);
  const readers = readersOf(reports, facts.runs).filter(({ reader }) => !givenUp.has(reader));
  const rules = { before, nowMs, isRepeated: (answer: string) => facts.repeated.has(answer) };
  const all = readers.map(({ reader }) => reader);
  const companies = new Set([...register.known.answers.keys(), ...register.known.chain.ofCompany.keys()]);
  const rows = [...companies].map((one) => unneededOf(register, one, { ...rules, readers: all }));
  const answers = rows.flatMap((one) => one.answers);
  const decisions = rows.flatMap((one) => one.decisions);
  const { withPacks, pruned: closingsBefore } = closingsByPacks(closings, removals);
  const packs = withPacks.filter(({ newest }) => newest < before);
  const idsBefore = new Date(Date.parse(before) - IDS_STAY_MS).toISOString();
  const runs = unneededRuns(facts, decisions, { before, givenUp });
  const times = [...packs, ...answers.map(({ screenedAt }) => ({ oldest: screenedAt, newest: screenedAt }))];
  return {
    ...{ answers, decisions, runs, closings: packs, closingsBefore },
    reports: unneededReports(facts, { before, givenUp, answers, runs }),
    indexes: closings.filter(({ newest }) => newest < idsBefore),
    waiting: readers.flatMap((reader) => waitingFor(register, companies, reader, rules)),
    oldest: times.map(({ oldest }) => oldest).sort()[0] ?? '',
    newest:
      times
        .map(({ newest }) => newest)
        .sort()
        .at(-1) ?? '',
    screenings: answers.length + packs.reduce((sum, one) => sum + one.screenings, 0),
    size: packs.reduce((sum, one) => sum + one.size, 0),
  };
}

interface Reader {
  reader: string;
  name: string;
  lastTold: string;
}

/** Finds the readers in reports and in runs: one whose first run was killed is in no report. */
function readersOf(reports: readonly ReportRow[], runs: readonly StoredRow[]): Reader[] {
  const told = reports.flatMap((row) => (row.kind === 'told' ? [row] : []));
  const names = reports.flatMap((row) =>
    row.kind === 'told' ? [] : row.data.readers.map((reader, at) => ({ reader, name: namesIn(row)[at] })),
  );
  const ofRuns = runs.flatMap((row) => readRunToTell(row)?.readers ?? []);
  const all = [...names, ...ofRuns.map((reader) => ({ reader, name: '' }))];
  return [...grouped(all, ({ reader }) => reader)].map(([reader, some]) => {
    const own = told
      .filter((row) => row.reader === reader)
      .sort((one, other) => (one.at < other.at ? 1 : -1));
    return {
      reader,
      name: own[0]?.reportedTo ?? some.find((one) => one.name)?.name ?? '',
      lastTold: own[0]?.at ?? '',
    };
  });
}

const namesIn = ({ reportedTo }: ReportRow): string[] => reportedTo.split(', ');

function waitingFor(
  register: WholeRegister,
  companies: ReadonlySet<CompanyHash>,
  { reader, name, lastTold }: Reader,
  rules: Omit<UnneededRules, 'readers'>,
): WaitingReader[] {
  const goneFor = (readers: string[]) =>
    [...companies].reduce(
      (sum, one) => sum + unneededOf(register, one, { ...rules, readers }).answers.length,
      0,
    );
  const answers = goneFor([]) - goneFor([reader]);
  return answers > 0 ? [{ name, lastTold, answers }] : [];
}

/** The row that says what went, and why. */
export function pruneRemoval(
  { register, closings, removals }: PruneFacts,
  plan: PrunePlan,
  said: Pick<NewRemoval, 'at' | 'mark' | 'reason' | 'removedBy' | 'removedByAddress'> & {
    before: string;
    readers: readonly string[];
  },
): NewRemoval {
  const { before, readers, ...who } = said;
  const { answers, decisions } = plan;
  const all = [...register.known.answers.values()].flat();
  const present = new Set(all.map(({ answer }) => answer));
  const isClosed = batchesIn(plan.closings);
  // Ids in the pruned archive that rows name: nobody is to miss them.
  const named = all
    .flatMap((one) => (one.kind === 'damaged' ? [] : [...one.follows, ...one.past]))
    .filter((id) => !present.has(id) && isClosed(batchOf(id)));
  return {
    ...who,
    kind: 'pruned',
    oldest: plan.oldest || before,
    newest: plan.newest || before,
    screenings: plan.screenings,
    follows: newestSeals({ rows: closings, removals }),
    removed: {
      before,
      counts: {
        answers: answers.length,
        claims: 0,
        closings: plan.closings.length,
        decisions: decisions.length,
        reports: plan.reports.length,
        runs: plan.runs.length,
      },
      openCases: 0,
      answers: [...answers.map(({ answer }) => answer), ...named],
      screenings: answers.flatMap(screeningsOf),
      shared: [],
      decisions: decisions.map(({ seal }) => seal),
      seals: plan.indexes.map(({ seal }) => seal),
      closings: plan.closings.map(({ mark }) => mark),
      readers: [...readers],
    },
  };
}
