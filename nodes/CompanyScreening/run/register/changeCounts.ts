// What the answers of a run changed, as its row says it. What was there before the run has been counted by the run that screened it.
import type { Settlement } from '../../register/companies/companyResult';
import type { RunTally } from '../../register/rows/runRows';

export type ChangeCounts = Pick<RunTally, 'changedHits' | 'goneHits' | 'hitsListedAgain' | 'newHits'>;

export const NO_CHANGE: ChangeCounts = { newHits: 0, changedHits: 0, hitsListedAgain: 0, goneHits: 0 };

/** Pure. Each hit of a company counts once. */
export function withChangesOf(sofar: ChangeCounts, settled: Settlement): ChangeCounts {
  if (settled.is !== 'answer' || settled.remembered) return sofar;
  const { hits, gone } = settled.changes;
  const having = (wanted: string) => [...hits.values()].filter((change) => change === wanted).length;
  return {
    newHits: sofar.newHits + having('new'),
    changedHits: sofar.changedHits + having('changed'),
    hitsListedAgain: sofar.hitsListedAgain + having('listedAgain'),
    goneHits: sofar.goneHits + gone.length,
  };
}
