// Cases that wait for a person, as people count them. Every number of open cases comes from here.
import { isOpenCase, type Case } from '../cases/cases';
import type { KilledRun } from './killedRuns';

/** A case that a person decides about at once, or all of those that a killed run left. */
export type DeskCase = {
  caseId: string;
  /** The time since which it waits (ISO 8601); empty if that is not known. */
  since: string;
} & ({ is: 'case'; about: Case } | { is: 'killedRun'; run: KilledRun });

/** Pure. The oldest first. */
export function deskCasesOf({
  companies,
  killedRuns,
}: {
  companies: readonly { cases: readonly Case[] }[];
  killedRuns: readonly KilledRun[];
}): DeskCase[] {
  const ofRuns = new Set(killedRuns.flatMap(({ cases }) => cases.map(({ caseId }) => caseId)));
  const open = companies.flatMap(({ cases }) => cases.filter(isOpenCase));
  const all = [
    ...open
      .filter(({ caseId }) => !ofRuns.has(caseId))
      .map((about): DeskCase => ({ is: 'case', about, caseId: about.caseId, since: about.since })),
    ...killedRuns.map((run): DeskCase => ({ is: 'killedRun', run, caseId: run.caseId, since: run.since })),
  ];
  const order = ({ since, caseId }: DeskCase) => `${since} ${caseId}`;
  return all.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}
