// Cases that wait for a person, as people count them. Every number of open cases comes from here.
import { isOpenCase, type Case } from '../cases/cases';
import type { UnansweredRun } from './unansweredRuns';

/** A case that a person decides about at once, or all of those that a killed run left. */
export type DeskCase = {
  caseId: string;
  /** The time since which it waits (ISO 8601); empty if that is not known. */
  since: string;
} & ({ is: 'case'; about: Case } | { is: 'unansweredRun'; run: UnansweredRun });

/** Pure. The oldest first. */
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
