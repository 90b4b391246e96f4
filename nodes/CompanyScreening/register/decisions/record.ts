// Records a decision: looks at the case as it stands now, applies the rules, adds the row, and looks again.
import { everyCompany, READING_EVERYTHING } from '../everyCompany';
import type { CompanyHash } from '../identity';
import type { DamagedRow } from '../knowledge';
import type { CompanySettlement } from '../messages';
import { answersWith, readingIds } from '../readingAnswers';
import { readAnswers, screeningsOf, type SoundAnswer } from '../rows/answerRows';
import { readable } from '../rows/cells';
import type { Statement, Tables } from '../tables';
import { seenOf, type SeenCase } from './caseId';
import { isAbout, type Case } from './cases';
import type { Chain } from './chain';
import {
  decisionId,
  decisionRow,
  isDamagedDecision,
  readDecisionRow,
  type DecisionKind,
  type Decision,
} from '../rows/decisionRows';
import type { Person } from './people';
import { step, type Refusal } from './steps';

export interface NewDecision extends Person {
  seen: SeenCase;
  decided: DecisionKind;
  reason: string;
}

/** Why nothing was recorded, besides what the rules say. */
type Obstacle =
  /** The hit or the missing verdict is not there any more. */
  | 'caseIsGone'
  /** Somebody has decided about it since. */
  | 'decidedSince'
  /** A true match that is no longer listed can only be closed. */
  | 'noLongerListed'
  /** Only a true match that is no longer listed can be closed. */
  | 'stillListed';

export type RecordResult =
  | { is: 'refused'; why: Obstacle | Refusal }
  | {
      is: 'recorded';
      decision: Decision;
      /** As it stands now; undefined if it is over. */
      now: Case | undefined;
      /** Decisions about the same case that did not know of this one. */
      others: Decision[];
      chain: Chain;
    }
  /** The row is not there, or not as it was written. */
  | { is: 'notStored'; cause: unknown }
  | ({ is: 'damaged' } & DamagedRow);

/** @throws RegisterFailure if the tables cannot be read or written; the row may have been stored all the same */
export async function storeDecision(
  tables: Tables,
  wanted: NewDecision,
  world: { uuid: string; nowMs: number },
): Promise<RecordResult> {
  const { seen, decided } = wanted;
  const before = await lookAtCompany(tables, seen.company, world.nowMs);
  if ('table' in before) return { is: 'damaged', ...before };
  const found = before.settled?.cases.find((one) => isSameCase(one, seen));
  if (!found) return { is: 'refused', why: 'caseIsGone' };
  if (seenOf(found.last) !== seen.seen) return { is: 'refused', why: 'decidedSince' };
  const decision = decisionOf(wanted, found, before, world);
  const refused = obstacleTo(found, decided) ?? refusalOf(found, decision);
  if (refused) return { is: 'refused', why: refused };

  const cause = await insertOnce(tables, decision);
  if (cause !== undefined) return { is: 'notStored', cause };
  const after = await lookAtCompany(tables, seen.company, world.nowMs);
  if ('table' in after) return { is: 'damaged', ...after };
  const { chain, settled } = after;
  const stored = chain.decisions.find((one) => one.decision === decision.decision);
  if (!stored) return { is: 'notStored', cause: undefined };
  const others = chain.decisions.filter(
    (one) =>
      isAbout(seen, one) &&
      one.decision !== stored.decision &&
      !found.last.includes(one.decision) &&
      !one.previous.includes(stored.decision) &&
      !before.chain.decisions.some(({ decision: id }) => id === one.decision),
  );
  return {
    is: 'recorded',
    decision: stored,
    now: settled?.cases.find((one) => isSameCase(one, seen)),
    others,
    chain,
  };
}

function isSameCase(one: SeenCase | Case, other: SeenCase | Case): boolean {
  return one.mark === other.mark && one.fingerprint === other.fingerprint;
}

function obstacleTo({ about, standing }: Case, decided: DecisionKind): Obstacle | undefined {
  if (about === 'goneHit' && decided !== 'close') return 'noLongerListed';
  const isMatch = standing.is === 'trueMatch' || standing.is === 'disputed';
  return about === 'hit' && isMatch && decided === 'close' ? 'stillListed' : undefined;
}

function refusalOf({ about, standing }: Case, decision: Decision): Refusal | undefined {
  const taken = step(about === 'company' ? 'company' : 'hit', standing, decision);
  return taken.is === 'refused' ? taken.why : undefined;
}

interface CompanyLook {
  settled: CompanySettlement | undefined;
  chain: Chain;
}

/** The company as it stands, and every decision. Of the answers, only its own are read, and those that share a screening id. */
async function lookAtCompany(
  tables: Tables,
  company: CompanyHash,
  nowMs: number,
): Promise<DamagedRow | CompanyLook> {
  const first = READING_EVERYTHING.map((one): Statement =>
    one.table === 'answers' ? answersWith('company', [company]) : one,
  );
  const found = await tables.run(first);
  const answers = found[ANSWERS] ?? [];
  const ids = [...new Set(answers.flatMap(readAnswers).flatMap(screeningsOf))];
  const others = ids.length > 0 ? await tables.run(readingIds(ids)) : [];
  const all = [...new Map([answers, ...others].flat().map((row) => [row.id, row])).values()];
  const every = everyCompany(
    found.map((rows, index) => (index === ANSWERS ? all : rows)),
    nowMs,
  );
  if (!('companies' in every)) return every;
  return { settled: every.companies.find((one) => one.company === company), chain: every.chain };
}

const ANSWERS = READING_EVERYTHING.findIndex(({ table }) => table === 'answers');

function decisionOf(
  { decided, reason, decidedBy, decidedByAddress }: NewDecision,
  { company, mark, fingerprint, hit, last }: Case,
  { chain, settled }: CompanyLook,
  { uuid, nowMs }: { uuid: string; nowMs: number },
): Decision {
  const known = settled && answerOnShow(settled)?.data.company;
  const row = decisionRow({
    decision: decisionId(company, uuid),
    company,
    mark,
    hitFingerprint: fingerprint,
    decided,
    reason: readable(reason),
    decidedBy: readable(decidedBy),
    decidedByAddress: readable(decidedByAddress),
    decidedAt: new Date(nowMs).toISOString(),
    companyKey: readable(known?.key ?? ''),
    companyName: readable(known?.names.join('; ') ?? ''),
    name: readable(hit?.name ?? ''),
    previous: last,
    follows: chain.newest,
  });
  const decision = readDecisionRow({ ...row, id: 0 });
  if (isDamagedDecision(decision)) throw new Error('A decision is not one as it is written.');
  return decision;
}

function answerOnShow(settled: CompanySettlement): SoundAnswer | undefined {
  return settled.is === 'answer' ? settled.answer : settled.answers.at(-1);
}

/**
 * A statement that failed may have been carried out: the row is looked for before anybody is told to try again.
 *
 * @returns why the row is not there
 */
async function insertOnce(tables: Tables, decision: Decision): Promise<unknown> {
  try {
    await tables.run([{ do: 'insert', table: 'decisions', rows: [decisionRow(decision)] }]);
    return undefined;
  } catch (error) {
    const where = [{ column: 'decision', is: 'equal', value: decision.decision } as const];
    const [stored = []] = await tables.run([{ do: 'read', table: 'decisions', where, match: 'all' }]);
    return stored.length === 0 ? error : undefined;
  }
}
