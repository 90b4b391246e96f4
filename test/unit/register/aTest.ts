// A test of the screening in a register.
import type { StoredTest } from '../../../nodes/CompanyScreening/register/rows/testRows';

/** Spellings by their hashes. */
export const [A, B, C] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;

type Test = Partial<Omit<StoredTest, 'results'>> & { results?: Partial<StoredTest['results']> };

/** Of two spellings, one of which was found, unless told otherwise. */
export function aTest({ results = { found: [A], missed: [B] }, figures, ...by }: Test = {}): StoredTest {
  const all = { found: [], missed: [], noAnswer: [], ...results };
  const [found, missed, noAnswer] = [all.found.length, all.missed.length, all.noAnswer.length];
  return {
    ...{ run: 'run-1', startedAt: '2026-03-02T01:00:00.000Z', endedAt: '2026-03-02T01:01:00.000Z' },
    ...{ startedBy: 'Yearly test, execution 7 (manual)', environment: 'production', results: all },
    figures: figures ?? {
      ...{ names: 1, answered: found + missed, mayBeCharged: 0, found, missed, noAnswer },
      ...{ noLongerFound: 0, madeUpFound: false },
    },
    ...by,
  };
}
