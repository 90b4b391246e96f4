// Every company of a register, as it stands when somebody looks: nothing is claimed, and nothing is sent.
import type { CompanyHash } from './identity';
import { knowingNothing, knowledgeOf, takeIn, type Damaged } from './knowledge';
import { isSilentForADay } from './liveness';
import type { Settled } from './messages';
import { readAnswers, type RunRow } from './rows';
import { settledOf } from './settled';
import { standingOf } from './standing';
import type { Statement, StoredRow } from './tables';

/** In this order: a run that is over by then has its claims, and a claim that is read has its answers, if there are any. */
export const READING_EVERYTHING: readonly Statement[] = [
  { do: 'read', table: 'runs', where: [], match: 'all' },
  { do: 'read', table: 'claims', where: [], match: 'all' },
  { do: 'read', table: 'answers', where: [], match: 'all' },
];

export interface EveryCompany {
  /** In the order in which they were first answered; those that were only claimed come last. */
  companies: Exclude<Settled, { is: 'notSent' }>[];
  /** The ids of rows that should be answers, of which not even the company can be read. */
  unreadable: number[];
}

/**
 * Pure. What a person decided about sending again makes no difference: until it is sent, a company stands as it did. Neither does
 * the age of an answer. What a failed control left in doubt stays so.
 *
 * @param found the rows of each statement of `READING_EVERYTHING`
 * @param nowMs epoch milliseconds
 * @returns a row of a claim or a run that cannot be read, since nobody can tell whom it holds
 */
export function everyCompany(
  found: readonly (readonly StoredRow[])[],
  nowMs: number,
): Damaged | EveryCompany {
  const known = knowingNothing();
  const damaged = takeIn(known, READING_EVERYTHING, found, 0);
  if (damaged) return damaged;
  const answered = new Set([...known.answers.values()].flatMap((answers) => answers.map(({ mark }) => mark)));
  const isOver = (row: RunRow) => row.state !== 'going' || isSilentForADay(row, nowMs);
  const over = new Set(known.runs.filter(isOver).map(({ run }) => run));
  const unanswered = known.claims.filter(({ mark, state }) => state === 'open' && !answered.has(mark));
  for (const { mark } of unanswered) known.lost.add(mark);
  const held = new Set(unanswered.filter(({ run }) => !over.has(run)).flatMap(({ companies }) => companies));

  const settle = (company: CompanyHash): Exclude<Settled, { is: 'notSent' }> => {
    const knowledge = knowledgeOf(known, company, (run) => over.has(run));
    const standing = standingOf({ ...knowledge, decided: NONE }, null, false);
    if (standing.is !== 'toSend' && !held.has(company)) return settledOf(known, company, standing);
    const claim = unanswered.find(({ companies }) => companies.includes(company));
    return {
      is: 'withoutVerdict',
      company,
      doubt: 'beingScreened',
      mark: '',
      referenceId: claim?.referenceIds[company] ?? '',
      askedAt: claim?.claimedAt ?? '',
      answers: knowledge.answers.filter((answer) => answer.kind !== 'damaged'),
    };
  };
  const all = new Set([...known.answers.keys(), ...unanswered.flatMap(({ companies }) => companies)]);
  const answers = found[READING_EVERYTHING.findIndex(({ table }) => table === 'answers')] ?? [];
  return {
    companies: [...all].map(settle),
    unreadable: answers.filter((row) => readAnswers(row).length === 0).map(({ id }) => id),
  };
}

const NONE: ReadonlySet<string> = new Set();
