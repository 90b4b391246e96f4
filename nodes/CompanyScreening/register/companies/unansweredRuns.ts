// The companies that a run left without an answer, as one case: it was killed, or the service failed. A person decides about all of them at
// once.
import { checkOf, seenOf, type Case } from '../cases/cases';
import type { Claim } from '../rows/claimRows';
import { grouped } from '../rows/identity';
import type { RunForPeople } from '../rows/runRows';

/** A run that left several companies without an answer, and a digest of the cases. */
export interface SeenRun {
  run: string;
  seen: string;
}

export interface UnansweredRun extends SeenRun {
  caseId: string;
  /** For people; empty where the row of the run is gone. */
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

type LostClaim = Pick<Claim, 'claimedAt' | 'mark' | 'referenceIds' | 'requests' | 'run'>;

/** Pure. @param claims open ones of runs that are over */
export function unansweredRunsOf(
  companies: readonly { cases: readonly Case[] }[],
  claims: readonly LostClaim[],
  runs: readonly Pick<RunForPeople, 'environment' | 'run' | 'startedBy'>[],
): UnansweredRun[] {
  const rows = new Map(runs.map((row) => [row.run, row]));
  const byMark = new Map(claims.map((claim) => [claim.mark, claim]));
  const left = companies.flatMap(({ cases }) =>
    cases.flatMap((about) => {
      const asked = askedIn(byMark.get(about.mark), about);
      return asked && about.about === 'company' && about.standing.is === 'open' ? { about, ...asked } : [];
    }),
  );
  return [...grouped(left, ({ run }) => run)].flatMap(([run, some]) => {
    if (some.length === 1) return [];
    const cases = some.map(({ about }) => about);
    const { startedBy = '', environment = '' } = rows.get(run) ?? {};
    const seen = seenOf(cases.map(({ caseId }) => caseId));
    return {
      run,
      seen,
      caseId: runCaseId({ run, seen }),
      startedBy,
      environment,
      since: some.map(({ since }) => since).sort()[0] ?? '',
      cases,
      areNumbers: some.every(({ isNumber }) => isNumber),
      requests: some.reduce((sum, one) => sum + one.requests, 0),
    };
  });
}

/** The request of a case: an open claim has it, or a stored row that says that no answer came. */
function askedIn(claim: LostClaim | undefined, { company, since, unanswered }: Case) {
  if (!claim) return unanswered && { since, ...unanswered };
  const { run, claimedAt, referenceIds, requests } = claim;
  // Every screening has a reference id.
  const isNumber = (referenceIds[company] ?? '') === '';
  return { since: claimedAt, run, requests: requests[company] ?? 1, isNumber };
}

const FORM = /^run1~([\w.-]+)~([0-9a-f]{16})~([0-9a-f]{8})$/;

function runCaseId({ run, seen }: SeenRun): string {
  const parts = ['run1', run, seen].join('~');
  return `${parts}~${checkOf(parts)}`;
}

/** Undefined for a text that no such case can have had. */
export function readRunCaseId(text: string): SeenRun | undefined {
  const parts = FORM.exec(text);
  if (!parts) return undefined;
  const [, run = '', seen = '', check] = parts;
  return check === checkOf(text.slice(0, text.lastIndexOf('~'))) ? { run, seen } : undefined;
}
