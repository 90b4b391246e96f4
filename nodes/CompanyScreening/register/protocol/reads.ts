// The reads of a run, in their order. Each is part of a call that first stores whatever waits to be stored (`nextStatements`).
//   1. `enterRegister`: the answers of its companies and of their numbers, the index of the archive, the reports where readers are told,
//      the run of the same node before, and all decisions, claims and runs. Of the runs, it reads those that are going, its own and those
//      whose control failed.
//   2. `readOwnersOfIds`: the answers of other companies with the same screening ids. A long list has read every answer already.
//   3. `storeAndPoll`, before each batch, while it waits and at the end: other answers with the ids of those that it has just stored,
//      claims and runs.
//   4. `fetchClaims`, after a poll: the answers of claims that other runs have closed, or have left open.
//   5. `readOwnersOfNewIds` and `readPacks`, when a batch has come back: whether the register or its archive has had these ids before.
// While a batch is sent, `permission.ts` stores beats, and reads the run's own row after each.
// The rows go into what the run knows (`facts/knowledge.ts`). Answers, packs and single claims are added to it; a read of all claims, and of
// every other table, replaces what was read before.
import { ARCHIVE_INDEX_QUERY, closingsToRead, packQuery } from '../facts/archivedIds';
import { knowingNothing } from '../facts/knowledge';
import { answersQuery, EVERY_ANSWER, screeningIdQueries } from '../facts/answerQueries';
import { equal, MAX_CONDITIONS, type Statement } from '../port/tables';
import { screeningHashesOf, type IntactAnswer } from '../rows/answerRows';
import type { Claim } from '../rows/claimRows';
import { REPORT_QUERY } from '../rows/reportRows';
import { keyHash } from '../rows/identity';
import { goingRow } from '../rows/runRows';
import { beginCall } from './calls';
import type { Command } from './messages';
import type { OwnRun } from './ownRun';

/** Enters the register: also after the run was taken for dead, under another id, and knowing nothing. */
export function enterRegister(run: OwnRun): Command {
  const { state, ports, settings } = run;
  const { readers, nodeHash } = settings;
  const isFirst = state.ownRunIds.length === 0;
  state.runId = (isFirst ? settings.runId : undefined) ?? ports.uuid();
  state.ownRunIds = [...state.ownRunIds, state.runId];
  state.known = knowingNothing();
  state.enteredAtMs = ports.wallClock();
  const keyHashes = new Set([...state.listed.values()].map(({ company }) => keyHash(company.key)));
  const row = goingRow(run.timestamp, {
    runId: state.runId,
    beat: String(ports.now()),
    startedBy: settings.startedBy,
    companies: state.listed.size,
    // The row names the readers before any answer is stored.
    ...(readers.length === 0 ? {} : { unreportedRunOfNode: nodeHash, readers }),
    about: ports.about(),
  });
  return beginCall(run, 'entering', [
    { do: 'insert', table: 'runs', rows: [row] },
    // Answers are read by the key, to find the other names that it has.
    run.isLongList ? EVERY_ANSWER : answersQuery('keyHash', [...keyHashes]),
    ARCHIVE_INDEX_QUERY,
    ...duplicateIdQueries(run, state.answersWithoutResult),
    ...runBeforeQueries(run),
    // All decisions are read: only the whole chain shows that none is missing.
    { do: 'read', table: 'decisions', where: [], match: 'all' },
    ...run.rules.pollQueries(state.runId),
  ]);
}

/**
 * Reads the latest run of the same node and, for readers, the deliveries, and runs whose answers may have news: only what the run asks for,
 * in the call that it makes anyway.
 */
function runBeforeQueries({ settings: { readers, nodeHash } }: OwnRun): Statement[] {
  const tells = readers.length > 0;
  const where = [
    equal('latestRunOfNode', nodeHash),
    ...(tells ? [equal('unreportedRunOfNode', nodeHash)] : []),
  ];
  return [
    ...(tells ? [REPORT_QUERY] : []),
    ...(nodeHash === '' ? [] : [{ do: 'read', table: 'runs', where, match: 'any' } as const]),
  ];
}

/** Reads, for a short list, the answers of other companies with the same screening ids; null if there is nothing to read. */
export function readOwnersOfIds(run: OwnRun): Command | null {
  const ids = [...run.state.known.companiesByScreeningId.keys()];
  if (run.isLongList || ids.length === 0) return null;
  return beginCall(run, 'checkingIds', screeningIdQueries(ids));
}

/** Stores what waits to be stored, and reads what others hold. @param claim the insert of a claim, carried out before the claims are read */
export function storeAndPoll(run: OwnRun, claim: readonly Statement[] = []): Command {
  const { state, rules } = run;
  return beginCall(run, 'polling', [
    ...tidyingUp(run),
    ...run.markingSilentRuns(),
    ...claim,
    run.storingBeat(),
    ...duplicateIdQueries(run, state.answersWithoutResult),
    ...rules.pollQueries(state.runId),
  ]);
}

/** Reads answers of other runs that share a screening id with these. Must follow the insert in the same call. */
function duplicateIdQueries({ rules, isLongList }: OwnRun, answers: readonly IntactAnswer[]): Statement[] {
  return rules.duplicateIdQueries(isLongList, answers.flatMap(screeningHashesOf));
}

/** Claims of others whose answers may be there and are not known here, with companies that have no result yet, or share a screening id. */
export function claimsToFetch(run: OwnRun): string[] {
  const { known, unclaimed, waitingForPoll, claim: own, underWay, answersWithoutResult } = run.state;
  const unknown = known.claims
    .filter(
      ({ claimId, state }) =>
        !known.claimsFetchedDone.has(claimId) && !(state === 'open' && known.claimsFetchedOpen.has(claimId)),
    )
    .filter(
      ({ runId: holder, state }) => holder !== run.state.runId && (state === 'done' || !run.lives(holder)),
    );
  if (unknown.length === 0) return [];
  const sharing = [...known.companiesByScreeningId.values()]
    .filter(({ size }) => size > 1)
    .flatMap((owners) => [...owners]);
  // Those that are sent have no result yet either: an answer that comes late to an earlier request may contradict theirs.
  const sent = [
    ...underWay.flatMap(({ companies }) => companies),
    ...answersWithoutResult.map(({ company }) => company),
  ];
  const unfinished = new Set([
    ...unclaimed,
    ...waitingForPoll,
    ...(own?.companies ?? []),
    ...sent,
    ...sharing,
  ]);
  return unknown
    .filter(({ companies }) => companies.some((company) => unfinished.has(company)))
    .map(({ claimId }) => claimId)
    .slice(0, MAX_CONDITIONS);
}

/** Reads the claims first: one that is still open then has no answer that the second read would miss. */
export function fetchClaims(run: OwnRun, marks: readonly string[]): Command {
  const where = marks.map((mark) => equal('mark', mark));
  return beginCall(run, 'fetching', [
    { do: 'read', table: 'claims', where, match: 'any' },
    answersQuery('mark', marks),
  ]);
}

/** Reads, for a short list, who has the ids of results that have come back, and the index of the archive; null if there is nothing to read. */
export function readOwnersOfNewIds(run: OwnRun, ids: readonly string[]): Command | null {
  if (run.isLongList || ids.length === 0) return null;
  return beginCall(run, 'checkingResults', [...screeningIdQueries(ids), ARCHIVE_INDEX_QUERY]);
}

/** Reads the packs of ids that the index of the archive seems to have: another id may look the same in short. Null if there are none. */
export function readPacks(run: OwnRun, ids: readonly string[]): Command | null {
  const { archived } = run.state.known;
  const closings = archived ? closingsToRead(archived, ids) : [];
  return closings.length === 0 ? null : beginCall(run, 'checkingResults', [packQuery(closings)]);
}

/** Removes or closes claims that nobody needs open any more. */
export function tidyingUp(run: OwnRun): Statement[] {
  const { known, runId: me } = run.state;
  const abandoned = new Set(
    known.claims.filter((claim) => isAbandoned(run, claim)).map(({ claimId }) => claimId),
  );
  return run.rules.tidyingClaims(known.claims, me, run.going, abandoned);
}

/** True for an open claim of a run that is over, all of whose answers are known. */
function isAbandoned(run: OwnRun, { state, runId: holder, companies, claimId }: Claim): boolean {
  const { known, ownRunIds } = run.state;
  if (state !== 'open' || ownRunIds.includes(holder) || run.lives(holder)) return false;
  return companies.every((one) =>
    (known.answers.get(one) ?? []).some((answer) => answer.claimId === claimId),
  );
}
