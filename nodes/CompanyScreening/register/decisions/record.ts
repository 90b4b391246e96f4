// register/decisions/: how a person's word gets into the register: a decision about a case, a remark on a decision.
//
// Records a decision: looks at the case as it stands now, applies the rules, adds the row, and looks again.
import type { Person } from '../../names/people';
import { isAbout, seenOf, type Case, type SeenCase } from '../cases/cases';
import { hitCode, type SeenHits } from '../cases/equalHits';
import { step, type Refusal } from '../cases/steps';
import { newestAnswerOf, type ScreenedResult } from '../companies/companyResult';
import { everyCompany, READING_REGISTER } from '../companies/everyCompany';
import type { SeenRun } from '../companies/deskCases';
import type { Chain } from '../facts/decisionChain';
import type { DamagedRow } from '../facts/knowledge';
import { answersWith, readingIds } from '../facts/standing';
import type { Statement, Tables } from '../port/tables';
import { readAnswers, screeningsOf } from '../rows/answerRows';
import { decisionId, type DecisionKind, type Decision } from '../rows/decisionRows';
import type { CompanyHash } from '../rows/identity';
import {
  insertOnce,
  newDecision,
  readChain,
  storeRemark,
  type RemarkResult,
  type SeenDecision,
} from './remarks';

export interface NewDecision<Seen = SeenCase | SeenDecision | SeenHits | SeenRun> extends Person {
  seen: Seen;
  decided: DecisionKind;
  reason: string;
}

/** The reason why nothing was recorded, besides those of the rules. */
type Obstacle =
  /** The hit or the missing verdict is not there any more. */
  | 'caseIsGone'
  /** Somebody has decided about it since. */
  | 'decidedSince'
  /** A true match that is no longer listed can only be closed. */
  | 'noLongerListed'
  /** None of these hits is as it was shown: somebody has decided about it, or it has changed. */
  | 'noneAsShown'
  /** Only a true match that is no longer listed can be closed. */
  | 'stillListed';

export type RecordResult =
  | { is: 'refused'; why: Obstacle | Refusal }
  | {
      is: 'recorded';
      decision: Decision;
      /** The case as it stands now; undefined if it is over. */
      now: Case | undefined;
      /** Decisions about the same case that did not know of this one. */
      others: Decision[];
      chain: Chain;
    }
  /** A decision about equal hits. */
  | {
      is: 'recordedForHits';
      hits: RecordedHit[];
      /** The number of hits that were not as they were shown, and about which nothing was recorded. */
      left: number;
      others: Decision[];
      chain: Chain;
    }
  /** A decision about all companies that a killed run left. */
  | { is: 'recordedForAll'; decisions: Decision[]; requests: number; chain: Chain }
  | RemarkResult
  | ({ is: 'damaged' } & DamagedRow);

interface RecordedHit {
  decision: Decision;
  /** The case as it stands now; undefined if it is over. */
  now: Case | undefined;
}

/** @throws RegisterFailure if the tables cannot be read or written; the row may have been stored all the same */
export async function storeDecision(
  tables: Tables,
  { seen, ...words }: NewDecision,
  world: RecordWorld,
): Promise<RecordResult> {
  if ('decision' in seen) return await storeRemark(tables, { ...words, seen }, world);
  if ('hits' in seen) return await storeForHits(tables, { ...words, seen }, world);
  return 'run' in seen
    ? await storeForRun(tables, { ...words, seen }, world)
    : await storeForCase(tables, { ...words, seen }, world);
}

interface RecordWorld {
  uuid: string;
  nowMs: number;
}

async function storeForCase(
  tables: Tables,
  wanted: NewDecision<SeenCase>,
  world: RecordWorld,
): Promise<RecordResult> {
  const { seen, decided } = wanted;
  const before = await lookAtCompany(tables, seen.company, world.nowMs);
  if ('table' in before) return { is: 'damaged', ...before };
  const found = before.settled?.cases.find((one) => isSameCase(one, seen));
  if (!found) return { is: 'refused', why: 'caseIsGone' };
  if (seenOf(found.last) !== seen.seen) return { is: 'refused', why: 'decidedSince' };
  const decision = decisionOf(wanted, found, before.settled, { ...world, follows: before.chain.newest });
  const refused = obstacleTo(found, decided) ?? refusalOf(found, decision);
  if (refused) return { is: 'refused', why: refused };

  const added = await addTo(tables, before, [{ about: found, decision }], world.nowMs);
  if (added.is !== 'added') return added;
  const { recorded, others, chain } = added;
  return { is: 'recorded', ...(recorded[0] ?? { decision, now: undefined }), others, chain };
}

/** Adds a decision for each hit that is still as it was shown, in one insert. Any other one waits for people as before. */
async function storeForHits(
  tables: Tables,
  wanted: NewDecision<SeenHits>,
  world: RecordWorld,
): Promise<RecordResult> {
  const { company, hits } = wanted.seen;
  const before = await lookAtCompany(tables, company, world.nowMs);
  if ('table' in before) return { is: 'damaged', ...before };
  const { settled, chain } = before;
  const shown = new Set(hits);
  const present = (settled?.cases ?? []).filter((one) => one.about === 'hit' && shown.has(hitCode(one)));
  if (present.length === 0) return { is: 'refused', why: 'noneAsShown' };
  const wantedRows: AboutCase[] = [];
  for (const [place, about] of present.entries()) {
    const last = wantedRows.at(-1)?.decision;
    const follows = last ? [last.seal] : chain.newest;
    const row = { ...world, uuid: `${world.uuid}-${place}`, follows };
    const decision = decisionOf(wanted, about, settled, row);
    const refused = obstacleTo(about, wanted.decided) ?? refusalOf(about, decision);
    if (refused) return { is: 'refused', why: refused };
    wantedRows.push({ about, decision });
  }
  const added = await addTo(tables, before, wantedRows, world.nowMs);
  if (added.is !== 'added') return added;
  const { recorded, others, chain: after } = added;
  return {
    is: 'recordedForHits',
    hits: recorded,
    left: shown.size - present.length,
    others,
    chain: after,
  };
}

interface AboutCase {
  about: Case;
  decision: Decision;
}

type Added = { is: 'added'; recorded: RecordedHit[]; others: Decision[]; chain: Chain };

/** Adds decisions about cases of one company, and looks at it again. */
async function addTo(
  tables: Tables,
  before: CompanyLook,
  rows: readonly AboutCase[],
  nowMs: number,
): Promise<Added | Extract<RecordResult, { is: 'damaged' | 'notStored' }>> {
  const cause = await insertOnce(
    tables,
    rows.map(({ decision }) => decision),
  );
  if (cause !== undefined) return { is: 'notStored', cause };
  const after = await lookAtCompany(tables, rows[0]?.about.company ?? '', nowMs);
  if ('table' in after) return { is: 'damaged', ...after };
  const { chain, settled } = after;
  const known = new Set(before.chain.decisions.map(({ decision }) => decision));
  const countedFor = ({ decision: id }: Decision) => chain.recordedTwice.get(id)?.decision ?? id;
  const others: Decision[] = [];
  const recorded = rows.flatMap(({ about, decision }): RecordedHit[] => {
    const stored = chain.decisions.find((one) => one.decision === decision.decision);
    if (!stored) return [];
    const meanwhile = chain.decisions.filter(
      (one) =>
        isAbout(about, one) &&
        countedFor(one) !== countedFor(stored) &&
        !about.last.includes(one.decision) &&
        !one.previous.includes(stored.decision) &&
        !known.has(one.decision),
    );
    others.push(...meanwhile);
    return [{ decision: stored, now: settled?.cases.find((one) => isSameCase(one, about)) }];
  });
  if (recorded.length < rows.length) return { is: 'notStored', cause: undefined };
  return { is: 'added', recorded, others, chain };
}

/** Adds a decision for each company, one after the other in the chain, and all of them in one insert. */
async function storeForRun(
  tables: Tables,
  wanted: NewDecision<SeenRun>,
  world: RecordWorld,
): Promise<RecordResult> {
  const every = everyCompany(await tables.run(READING_REGISTER), world.nowMs);
  if (!('companies' in every)) return { is: 'damaged', ...every };
  const found = every.unansweredRuns.find(({ run }) => run === wanted.seen.run);
  if (!found) return { is: 'refused', why: 'caseIsGone' };
  if (found.seen !== wanted.seen.seen) return { is: 'refused', why: 'decidedSince' };
  const settled = new Map(every.companies.map((one) => [one.company, one]));
  const decisions: Decision[] = [];
  for (const one of found.cases) {
    const last = decisions.at(-1);
    const follows = last ? [last.seal] : every.chain.newest;
    const decision = decisionOf(wanted, one, settled.get(one.company), { ...world, follows });
    const refused = refusalOf(one, decision);
    if (refused) return { is: 'refused', why: refused };
    decisions.push(decision);
  }

  const cause = await insertOnce(tables, decisions);
  if (cause !== undefined) return { is: 'notStored', cause };
  const chain = await readChain(tables);
  const ids = new Set(decisions.map(({ decision }) => decision));
  const stored = chain.decisions.filter(({ decision }) => ids.has(decision));
  if (stored.length < decisions.length) return { is: 'notStored', cause: undefined };
  return { is: 'recordedForAll', decisions: stored, requests: found.requests, chain };
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
  settled: ScreenedResult | undefined;
  chain: Chain;
}

/** The company as it stands, and every decision. Reads only the company's own answers, and those that share a screening id. */
async function lookAtCompany(
  tables: Tables,
  company: CompanyHash,
  nowMs: number,
): Promise<DamagedRow | CompanyLook> {
  const first = READING_REGISTER.map((one): Statement =>
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

const ANSWERS = READING_REGISTER.findIndex(({ table }) => table === 'answers');

function decisionOf(
  { decided, reason, decidedBy, decidedByAddress }: Omit<NewDecision, 'seen'>,
  { company, mark, fingerprint, hit, last }: Case,
  settled: ScreenedResult | undefined,
  { uuid, nowMs, follows }: RecordWorld & { follows: string[] },
): Decision {
  const known = settled && newestAnswerOf(settled)?.data.company;
  return newDecision({
    decision: decisionId(company, uuid),
    company,
    mark,
    hitFingerprint: fingerprint,
    decided,
    reason,
    decidedBy,
    decidedByAddress,
    decidedAt: new Date(nowMs).toISOString(),
    companyKey: known?.key ?? '',
    companyName: known?.names.join('; ') ?? '',
    name: hit?.name ?? '',
    previous: last,
    follows,
  });
}
