// Cases that wait for a person, as people count them: every number of open cases comes from here. The companies that a run left without an
// answer are one case: it was killed, or the service failed. A person decides about all of them at once.
import { earliest, grouped } from '../../names/plainText';
import { isOpenCase, partsOfId, seenOf, withCheck, type Case } from '../cases/cases';
import type { Claim } from '../rows/claimRows';
import type { RunWithCounts } from '../rows/runRows';

/** A case that a person decides about at once, or all of those that a killed run left. */
export type DeskCase = {
  caseId: string;
  /** The time since which it waits (ISO 8601); empty if that is not known. */
  since: string;
} & ({ is: 'case'; about: Case } | { is: 'unansweredRun'; run: UnansweredRun });

/** The oldest first. */
export function deskCasesOf({
  companies,
  unansweredRuns,
}: {
  companies: readonly { cases: readonly Case[] }[];
  unansweredRuns: readonly UnansweredRun[];
}): DeskCase[] {
  const ofRuns = new Set(unansweredRuns.flatMap(({ cases }) => cases.map(({ caseId }) => caseId)));
  const open = companies.flatMap(({ cases }) => cases.filter(isOpenCase));
  const all = [
    ...open
      .filter(({ caseId }) => !ofRuns.has(caseId))
      .map((about): DeskCase => ({ is: 'case', about, caseId: about.caseId, since: about.since })),
    ...unansweredRuns.map((run): DeskCase => ({
      is: 'unansweredRun',
      run,
      caseId: run.caseId,
      since: run.since,
    })),
  ];
  const order = ({ since, caseId }: DeskCase) => `${since} ${caseId}`;
  return all.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** A run that left several companies without an answer, and a digest of the cases. */
export interface SeenRun {
  runId: string;
  seen: string;
}

export interface UnansweredRun extends SeenRun {
  caseId: string;
  /** The name for people; empty where the row of the run is gone. */
  startedBy: string;
  environment: string;
  /** The time at which the first of them was claimed, or asked for (ISO 8601). */
  since: string;
  /** Open cases, two at least: a single one is a case like any other. */
  cases: readonly Case[];
  /** True for registration numbers, of annual returns. */
  areNumbers: boolean;
  /** The most screenings, or requests, that sending them again costs: one for each name. */
  requests: number;
}

type UnansweredClaim = Pick<Claim, 'claimId' | 'claimedAt' | 'referenceIds' | 'requests' | 'runId'>;

/** @param claims open ones of runs that are over */
export function unansweredRunsOf(
  companies: readonly { cases: readonly Case[] }[],
  claims: readonly UnansweredClaim[],
  runs: readonly Pick<RunWithCounts, 'environment' | 'runId' | 'startedBy'>[],
): UnansweredRun[] {
  const rows = new Map(runs.map((row) => [row.runId, row]));
  const byId = new Map(claims.map((claim) => [claim.claimId, claim]));
  const left = companies.flatMap(({ cases }) =>
    cases.flatMap((about) => {
      const asked = askedIn(byId.get(about.claimId), about);
      return asked && about.about === 'company' && about.standing.is === 'open' ? { about, ...asked } : [];
    }),
  );
  return [...grouped(left, ({ runId }) => runId)].flatMap(([runId, some]) => {
    // Without the id of its run, nobody could decide about all of them at once.
    if (some.length === 1 || runId === '') return [];
    const cases = some.map(({ about }) => about);
    const { startedBy = '', environment = '' } = rows.get(runId) ?? {};
    const seen = seenOf(cases.map(({ caseId }) => caseId));
    return {
      runId,
      seen,
      caseId: withCheck(['run1', runId, seen]),
      startedBy,
      environment,
      since: earliest(some.map(({ since }) => since)),
      cases,
      areNumbers: some.every(({ isNumber }) => isNumber),
      requests: some.reduce((sum, one) => sum + one.requests, 0),
    };
  });
}

/** The request of a case: an open claim has it, or a stored row that says that no answer came. */
function askedIn(claim: UnansweredClaim | undefined, { company, since, unansweredRequest }: Case) {
  if (!claim) return unansweredRequest && { since, ...unansweredRequest };
  const { runId, claimedAt, referenceIds, requests } = claim;
  // Every screening has a reference id.
  const isNumber = (referenceIds[company] ?? '') === '';
  return { since: claimedAt, runId, requests: requests[company] ?? 1, isNumber };
}

const FORM = /^run1~([\w.-]+)~([0-9a-f]{16})$/;

/** Undefined for a text that no such case can have had. */
export function readRunCaseId(text: string): SeenRun | undefined {
  const parts = partsOfId(FORM, text);
  if (!parts) return undefined;
  const [run = '', seen = ''] = parts;
  return { runId: run, seen };
}
