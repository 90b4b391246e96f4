// "Sample of Decisions" of Get Many: hits that two people dismissed, with what these people saw. Anybody with the seed draws the same ones again.
import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { HIT_CONTENT_KEYS } from '../../names/itemKeys';
import { grouped, plainText, quantity, sentences } from '../../names/plainText';
import { replay } from '../../register/cases/cases';
import { basisOf } from '../../register/cases/steps';
import { decisionCaseId, readChain, remarksOn } from '../../register/decisions/remarks';
import type { Chain } from '../../register/facts/decisionChain';
import { answersQuery } from '../../register/facts/answerQueries';
import type { Tables } from '../../register/port/tables';
import { readAnswers, type IntactAnswer } from '../../register/rows/answerRows';
import { REMOVAL_QUERY, removalsAmong, type Removal } from '../../register/rows/archiveRows';
import type { Decision } from '../../register/rows/decisionRows';
import { hashOf } from '../../register/rows/identity';
import { problemSentence, matchesOf, ownTexts } from '../desk/decisionWords';
import { hitOfAnswer } from '../screening/storedCompany';
import type { OutputItem } from '../shared/requestTask';
import type { LocalResult, ReadParameter } from '../shared/operation';
import { readItemOptions } from '../shared/options';
import type { Filters } from '../shared/registerReading';
import { removalSentence } from '../upkeep/deletingWords';
import { sampleOptions } from './getFromRegisterFields';

/** Fields of the hit that the two people saw. */
const SEEN_KEYS = [
  ...HIT_CONTENT_KEYS,
  ...[
    'hitFingerprint',
    'screenedName',
    'environment',
    'screeningOption',
    'screeningId',
    'referenceId',
    'screenedAt',
  ],
];

/**
 * The order to draw: with a seed of the caller's, or a new one.
 *
 * @param monthStartMs the end of the sample if Before is empty: later confirmations change no sample that was drawn before
 * @throws InvalidItem for a number that cannot be used
 */
export function readDrawing(parameter: ReadParameter, monthStartMs: number) {
  const { sampleSize, seed } = readItemOptions(sampleOptions, parameter('options'));
  return { size: sampleSize, seed: plainText(seed) || randomUUID(), monthStartMs };
}

/** @throws RegisterFailure if the tables cannot be read */
export async function sampleIn(
  tables: Tables,
  register: string,
  { isWanted, inWords, beforeMs }: Filters,
  { size, seed, monthStartMs }: ReturnType<typeof readDrawing>,
): Promise<LocalResult> {
  const chain = await readChain(tables);
  const endMs = beforeMs ?? monthStartMs;
  const all = dismissalsIn(chain).filter(
    ({ confirmation: { companyKey, decidedAt } }) =>
      isWanted({ key: companyKey, time: decidedAt }) && Date.parse(decidedAt) < endMs,
  );
  const drawn = drawnFrom(all, size, seed);
  const { answers, removals } = await readRelated(tables, drawn);
  const remarks = remarksOn(chain);
  const removed = removals.filter(({ removed: { counts } }) => counts.decisions > 0).map(removalSentence);
  const problems = sentences(
    ...removed,
    removed.length > 0 && 'So a sample that was drawn before, with the same seed, may have been another one.',
    ...chain.problems.map((one) => problemSentence(one, register)),
  );
  const before = new Date(endMs).toISOString();
  const facts = {
    seed,
    sampleSize: drawn.length,
    population: all.length,
    before,
    only: inWords || null,
    newestDecisions: chain.newest.join('; '),
  };
  const items = drawn.map((dismissal, index): OutputItem => {
    const { confirmation } = dismissal;
    const seen = hitAsSeen(answers.get(confirmation.company) ?? [], confirmation);
    const problem = sentences(!seen && NOT_STORED, problems);
    return {
      outcome: 'dismissal',
      json: {
        outcome: 'dismissal',
        ...facts,
        sampleNumber: index + 1,
        caseId: decisionCaseId(confirmation),
        ...peopleFields(dismissal),
        ...remarkFields(remarks.get(confirmation.decision) ?? []),
        ...seenFields(seen, confirmation),
        problem: problem || null,
      },
    };
  });
  return {
    items,
    counts: [
      `${drawn.length} of ${quantity(all.length, 'dismissed hit', 'dismissed hits')} confirmed before ${before}, drawn with the seed ${seed}`,
      ...(problems === '' ? [] : [problems]),
    ],
  };
}

const NOT_STORED =
  'What the service said about this hit is no longer in the register, or cannot be read, so it is not shown here.';

/** The answers of the drawn companies, and the deletions on purpose. */
async function readRelated(
  tables: Tables,
  drawn: readonly Dismissal[],
): Promise<{ answers: Map<string, IntactAnswer[]>; removals: Removal[] }> {
  const companies = [...new Set(drawn.map(({ confirmation }) => confirmation.company))];
  const queries = companies.length === 0 ? [] : [answersQuery('company', companies)];
  const [removals = [], rows = []] = await tables.run([REMOVAL_QUERY, ...queries]);
  const intact = rows.flatMap(readAnswers).filter((one) => one.kind !== 'damaged');
  return { answers: grouped(intact, ({ company }) => company), removals: removalsAmong(removals) };
}

/** The hit in the last answer before it was dismissed; else in any answer that has it, since its fingerprint is the same. */
function hitAsSeen(
  answers: readonly IntactAnswer[],
  { hitFingerprint, decidedAt }: Decision,
): ReturnType<typeof hitOfAnswer> {
  const having = answers
    .filter(({ data }) => data.hits.some(({ fingerprint }) => fingerprint === hitFingerprint))
    .toSorted((one, other) => Date.parse(one.screenedAt) - Date.parse(other.screenedAt));
  const seen = having.findLast(({ screenedAt }) => Date.parse(screenedAt) <= Date.parse(decidedAt));
  const answer = seen ?? having[0];
  return answer && hitOfAnswer(answer, hitFingerprint);
}

/** A false positive that a second person confirmed. */
export interface Dismissal {
  proposals: readonly Decision[];
  confirmation: Decision;
}

/** Every dismissal that had an effect when it was made, whatever was decided later. */
export function dismissalsIn(chain: Pick<Chain, 'decisions' | 'recordedTwice'>): Dismissal[] {
  const { after, withoutEffect } = replay(chain);
  const refused = new Set(withoutEffect.map(({ decision }) => decision.decision));
  return chain.decisions.flatMap((confirmation) => {
    const standing = after.get(confirmation.decision);
    const isEffective = confirmation.decided === 'confirm' && !refused.has(confirmation.decision);
    if (!isEffective || standing?.is !== 'falsePositive') return [];
    return [{ proposals: basisOf(standing).filter((one) => one !== confirmation), confirmation }];
  });
}

/** Draws alike for the same seed, whatever was decided about others meanwhile: each dismissal has a place of its own. */
export function drawnFrom(all: readonly Dismissal[], size: number, seed: string): Dismissal[] {
  const placed = all.map((one) => ({ one, place: hashOf(['sample', 1, seed, one.confirmation.decision]) }));
  return placed
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, size)
    .map(({ one }) => one);
}

function peopleFields({ proposals, confirmation }: Dismissal): IDataObject {
  const joined = (textOf: (one: Decision) => string) => proposals.map(textOf).join('; ');
  return {
    proposedBy: joined(({ decidedByAddress }) => decidedByAddress),
    proposedAt: joined(({ decidedAt }) => decidedAt),
    proposalReason: joined(({ reason }) => reason),
    confirmedBy: confirmation.decidedByAddress,
    confirmedAt: confirmation.decidedAt,
    confirmationReason: confirmation.reason,
    companyKey: confirmation.companyKey || null,
    companyName: confirmation.companyName || null,
    decisionId: confirmation.decision,
    decisionHash: confirmation.seal,
  };
}

function remarkFields(remarks: readonly Decision[]): IDataObject {
  const joined = (textOf: (one: Decision) => string) => remarks.map(textOf).join('; ') || null;
  return {
    checkedBy: joined(({ decidedByAddress }) => decidedByAddress),
    checkedAt: joined(({ decidedAt }) => decidedAt),
    remark: joined(({ reason }) => reason),
  };
}

function seenFields(seen: ReturnType<typeof hitOfAnswer>, { name, hitFingerprint }: Decision): IDataObject {
  const hit = seen?.item.json ?? {};
  const own = seen ? ownTexts(seen.own) : { number: '', country: '' };
  return {
    ownNumber: own.number || null,
    ownCountry: own.country || null,
    ...Object.fromEntries(SEEN_KEYS.map((key) => [key, hit[key] ?? null])),
    name: hit['name'] ?? (name || null),
    hitFingerprint,
    ...matchesOf(hit),
  };
}
