// What people read of a company that has come to be in doubt, whoever's answer or edit it was: its rows in `companies` say so.
import { carefulVerdict } from '../service/carefulVerdict';
import type { CompanyHash } from './identity';
import { isDoubted, type KnownDoubts } from './lateDoubts';
import type { SoundAnswer } from './rows/answerRows';
import { latestOf, standingOf, type CompanyKnowledge } from './standing';
import { equal, type Statement } from './tables';

/** What a row has to say, whatever it said before. */
export interface DoubtfulRow {
  /** The row of one answer, or all rows of the company. */
  where: { column: 'answer' | 'company'; value: string };
  outcome: SoundAnswer['outcome'];
  reason: string;
}

/**
 * Pure. Empty if each row says what its answer said. A row is found by its answer: a later one, whose row somebody writes at the same
 * time, is not in doubt for it. Only a row that was changed may have lost the id of its answer.
 */
export function doubtfulRows(
  known: CompanyKnowledge,
  company: CompanyHash,
  doubts: KnownDoubts,
): DoubtfulRow[] {
  const standing = standingOf({ ...known, decided: new Set() }, null, false);
  if (standing.is === 'toSend') return [];
  return latestOf(known.answers).flatMap((one): DoubtfulRow[] => {
    if (one.kind === 'damaged') {
      return [{ where: { column: 'company', value: company }, outcome: 'review', reason: 'damagedRow' }];
    }
    if (standing.doubt === null && !isDoubted(one, doubts)) return [];
    const said = one.kind === 'none' ? 'review' : one.outcome;
    const against = { reasons: [standing.doubt, one.reason], isProven: false, unproven: null };
    const { outcome, reason } = carefulVerdict<SoundAnswer['outcome'], string>(said, against);
    return [{ where: { column: 'answer', value: one.answer }, outcome, reason: reason ?? '' }];
  });
}

/** The rows of whole companies come first: what is known of a single answer says more. */
export function writeRowsAgain(rows: readonly DoubtfulRow[]): Statement[] {
  const ofCompanies = rows.filter(({ where }) => where.column === 'company');
  const ofAnswers = rows.filter(({ where }) => where.column === 'answer');
  const groups = new Map<string, DoubtfulRow[]>();
  for (const row of [...ofCompanies, ...ofAnswers]) {
    const key = [row.where.column, row.outcome, row.reason].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((group): Statement[] => {
    const [first] = group;
    if (!first) return [];
    const where = group.map((row) => equal(row.where.column, row.where.value));
    const set = { outcome: first.outcome, reason: first.reason };
    return [{ do: 'update', table: 'companies', where, match: 'any', set }];
  });
}
