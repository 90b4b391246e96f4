// register/decisions/: how a person's word gets into the register: a decision about a case, a remark on a decision.
//
// Records a decision: looks at the case as it stands now, applies the rules, adds the row, and looks again.
import type { Person } from '../../names/people';
import { isAbout, seenOf, type Case, type SeenCase } from '../cases/cases';
import { hitCode, type SeenHits } from '../cases/equalHits';
import { applyDecision, type Refusal } from '../cases/steps';
import { newestAnswerOf, type ScreenedResult } from '../companies/companyResult';
import {
  ANSWERS,
  everyCompany,
  queriesWithAnswers,
  REGISTER_QUERIES,
  rowsOfBothCalls,
} from '../companies/everyCompany';
import type { SeenRun } from '../companies/deskCases';
import type { Chain } from '../facts/decisionChain';
import type { DamagedRow } from '../facts/knowledge';
import { answersQuery, screeningIdQueries } from '../facts/answerQueries';
import type { Tables } from '../port/tables';
import { readAnswers, screeningHashesOf } from '../rows/answerRows';
import { decisionId, type DecisionKind, type Decision } from '../rows/decisionRows';
import type { CompanyHash } from '../rows/identity';
import {
  insertDecisions,
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
  /** A true match can be closed only once it is no longer listed. */
  | 'stillListed';

export type RecordResult =
  | { is: 'refused'; why: Obstacle | Refusal }
  | ({
      is: 'recorded';
      /** Decisions about the same case that did not know of this one. */
      others: Decision[];
      chain: Chain;
    } & RecordedCase)
  /** A decision about equal hits. */
  | {
      is: 'recordedForHits';
      hits: RecordedCases;
      /** The number of hits that were not as they were shown, and about which nothing was recorded. */
      left: number;
      others: Decision[];
      chain: Chain;
    }
  /** A decision about all companies that a killed run left. */
  | { is: 'recordedForAll'; decisions: Decision[]; requests: number; chain: Chain }
  | RemarkResult
  | ({ is: 'damaged' } & DamagedRow);

interface RecordedCase {
  decision: Decision;
  /** The case as it stands now; undefined if it is over. */
  now: Case | undefined;
}

type RecordedCases = [RecordedCase, ...RecordedCase[]];

/** @throws RegisterFailure if the tables cannot be read or written; the row may have been stored all the same */
export async function storeDecision(
  tables: Tables,
  { seen, ...words }: NewDecision,
  ports: RecordPorts,
): Promise<RecordResult> {
  if ('decision' in seen) return await storeRemark(tables, { ...words, seen }, ports);
  if ('hits' in seen) return await storeForHits(tables, { ...words, seen }, ports);
  return 'runId' in seen
    ? await storeForRun(tables, { ...words, seen }, ports)
    : await storeForCase(tables, { ...words, seen }, ports);
}

interface RecordPorts {
  uuid: string;
  nowMs: number;
}

async function storeForCase(
  tables: Tables,
  wanted: NewDecision<SeenCase>,
  ports: RecordPorts,
): Promise<RecordResult> {
  const { seen } = wanted;
  const before = await lookAtCompany(tables, seen.company, ports.nowMs);
  if ('table' in before) return { is: 'damaged', ...before };
  const found = before.settled?.cases.find((one) => isSameCase(one, seen));
  if (!found) return { is: 'refused', why: 'caseIsGone' };
  if (seenOf(found.last) !== seen.seen) return { is: 'refused', why: 'decidedSince' };
  const added = await addAbout(tables, wanted, before, [found], ports);
  if (added.is !== 'added') return added;
  const { recorded, others, chain } = added;
  return { is: 'recorded', ...recorded[0], others, chain };
}

/** Adds a decision for each hit that is still as it was shown. Any other one waits for people as before. */
async function storeForHits(
  tables: Tables,
  wanted: NewDecision<SeenHits>,
  ports: RecordPorts,
): Promise<RecordResult> {
  const { company, hits } = wanted.seen;
  const before = await lookAtCompany(tables, company, ports.nowMs);
  if ('table' in before) return { is: 'damaged', ...before };
  const shown = new Set(hits);
  const isAsShown = (one: Case) => one.about === 'hit' && shown.has(hitCode(one));
  const present = (before.settled?.cases ?? []).filter(isAsShown);
  if (present.length === 0) return { is: 'refused', why: 'noneAsShown' };
  const added = await addAbout(tables, wanted, before, present, ports);
  if (added.is !== 'added') return added;
  const { recorded, others, chain } = added;
  return { is: 'recordedForHits', hits: recorded, left: shown.size - present.length, others, chain };
}

type Added = { is: 'added'; recorded: RecordedCases; others: Decision[]; chain: Chain };

/** Adds a decision about each of these cases of a company, all in one insert, and looks at the company again. */
async function addAbout(
  tables: Tables,
  wanted: NewDecision<SeenCase | SeenHits>,
  before: CompanyLook,
  cases: readonly Case[],
  ports: RecordPorts,
): Promise<Added | Extract<RecordResult, { is: 'damaged' | 'notStored' | 'refused' }>> {
  const rows = rowsAbout(wanted, before.chain, () => before.settled, cases, ports);
  if ('is' in rows) return rows;
  const decisions = rows.map(({ decision }) => decision);
  const cause = await insertDecisions(tables, decisions);
  if (cause !== undefined) return { is: 'notStored', cause };
  const after = await lookAtCompany(tables, wanted.seen.company, ports.nowMs);
  if ('table' in after) return { is: 'damaged', ...after };
  const { chain, settled } = after;
  const others: Decision[] = [];
  const recorded = rows.flatMap(({ about, decision }): RecordedCase[] => {
    const stored = chain.decisions.find((one) => one.decision === decision.decision);
    if (!stored) return [];
    others.push(...decidedMeanwhile(about, stored, before.chain, chain));
    return [{ decision: stored, now: settled?.cases.find((one) => isSameCase(one, about)) }];
  });
  const [first, ...rest] = recorded;
  if (!first || recorded.length < rows.length) return { is: 'notStored', cause: undefined };
  return { is: 'added', recorded: [first, ...rest], others, chain };
}

interface AboutCase {
  about: Case;
  decision: Decision;
}

/** The rows to add, each after the one before it in the chain; or why nothing may be added. */
function rowsAbout(
  wanted: Omit<NewDecision, 'seen'>,
  chain: Chain,
  settledOf: (company: CompanyHash) => ScreenedResult | undefined,
  cases: readonly Case[],
  ports: RecordPorts,
): AboutCase[] | Extract<RecordResult, { is: 'refused' }> {
  const rows: AboutCase[] = [];
  for (const [place, about] of cases.entries()) {
    const last = rows.at(-1)?.decision;
    const previousSeals = last ? [last.seal] : chain.newest;
    const uuid = `${ports.uuid}-${place}`;
    const decision = decisionOf(wanted, about, settledOf(about.company), { ...ports, uuid, previousSeals });
    const refused = obstacleTo(about, wanted.decided) ?? refusalOf(about, decision);
    if (refused) return { is: 'refused', why: refused };
    rows.push({ about, decision });
  }
  return rows;
}

/** Decisions about the same case that did not know of this one, nor this one of them. */
function decidedMeanwhile(about: Case, stored: Decision, before: Chain, after: Chain): Decision[] {
  const known = new Set(before.decisions.map(({ decision }) => decision));
  const countedFor = ({ decision: id }: Decision) => after.recordedTwice.get(id)?.decision ?? id;
  return after.decisions.filter(
    (one) =>
      isAbout(about, one) &&
      countedFor(one) !== countedFor(stored) &&
      !about.last.includes(one.decision) &&
      !one.previous.includes(stored.decision) &&
      !known.has(one.decision),
  );
}

/** Adds a decision for each company, one after the other in the chain, and all of them in one insert. */
async function storeForRun(
  tables: Tables,
  wanted: NewDecision<SeenRun>,
  ports: RecordPorts,
): Promise<RecordResult> {
  const every = everyCompany(await tables.run(REGISTER_QUERIES), ports.nowMs);
  if (!('companies' in every)) return { is: 'damaged', ...every };
  const found = every.unansweredRuns.find(({ runId }) => runId === wanted.seen.runId);
  if (!found) return { is: 'refused', why: 'caseIsGone' };
  if (found.seen !== wanted.seen.seen) return { is: 'refused', why: 'decidedSince' };
  const settled = new Map(every.companies.map((one) => [one.company, one]));
  const rows = rowsAbout(wanted, every.chain, (one) => settled.get(one), found.cases, ports);
  if ('is' in rows) return rows;
  const decisions = rows.map(({ decision }) => decision);
  const cause = await insertDecisions(tables, decisions);
  if (cause !== undefined) return { is: 'notStored', cause };
  const chain = await readChain(tables);
  const ids = new Set(decisions.map(({ decision }) => decision));
  const stored = chain.decisions.filter(({ decision }) => ids.has(decision));
  if (stored.length < decisions.length) return { is: 'notStored', cause: undefined };
  return { is: 'recordedForAll', decisions: stored, requests: found.requests, chain };
}

function isSameCase(one: SeenCase | Case, other: SeenCase | Case): boolean {
  return one.claimId === other.claimId && one.fingerprint === other.fingerprint;
}

function obstacleTo({ about, standing }: Case, decided: DecisionKind): Obstacle | undefined {
  if (about === 'goneHit' && decided !== 'close') return 'noLongerListed';
  const isMatch = standing.is === 'trueMatch' || standing.is === 'disputed';
  return about === 'hit' && isMatch && decided === 'close' ? 'stillListed' : undefined;
}

function refusalOf({ about, standing }: Case, decision: Decision): Refusal | undefined {
  const taken = applyDecision(about === 'company' ? 'company' : 'hit', standing, decision);
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
  const first = await tables.run(queriesWithAnswers(answersQuery('company', [company])));
  const ids = [...new Set((first[ANSWERS] ?? []).flatMap(readAnswers).flatMap(screeningHashesOf))];
  const others = ids.length > 0 ? await tables.run(screeningIdQueries(ids)) : [];
  const every = everyCompany(rowsOfBothCalls(first, others), nowMs);
  if (!('companies' in every)) return every;
  return { settled: every.companies.find((one) => one.company === company), chain: every.chain };
}

function decisionOf(
  { decided, reason, decidedBy, decidedByAddress }: Omit<NewDecision, 'seen'>,
  { company, claimId, fingerprint, hit, last }: Case,
  settled: ScreenedResult | undefined,
  { uuid, nowMs, previousSeals }: RecordPorts & { previousSeals: string[] },
): Decision {
  const known = settled && newestAnswerOf(settled)?.data.company;
  return newDecision({
    decision: decisionId(company, uuid),
    company,
    claimId,
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
    previousSeals,
  });
}
