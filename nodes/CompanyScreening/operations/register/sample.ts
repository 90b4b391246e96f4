// "Sample of Decisions" of Get Many: some hits that two people dismissed, drawn so that anybody with the seed draws the same ones again,
// each with what these people saw.
import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import { InvalidItem } from '../../names/invalidItem';
import { plainText, quantity } from '../../names/plainText';
import { replay } from '../../register/decisions/cases';
import type { Chain } from '../../register/decisions/chain';
import { basisOf } from '../../register/decisions/steps';
import { hashOf } from '../../register/identity';
import type { Decision } from '../../register/rows/decisionRows';
import type { Tables } from '../../register/tables';
import type { OutputItem } from '../answer';
import type { LocalResult, ReadParameter } from '../operation';
import { HIT_KEYS, MATCH_KEYS } from '../screenCompany/keys';
import { comparedCompany } from '../screenCompany/storedCompany';
import { matchesOf, ownTexts } from './beside';
import { problemSentence } from './decisionWords';
import { readEverything } from './everything';
import type { Filters } from './filters';
import { MAX_SAMPLE } from './getFromRegisterFields';

/** What the two people saw of the hit. */
const SEEN_KEYS = [
  ...HIT_KEYS.slice(HIT_KEYS.indexOf('name'), HIT_KEYS.indexOf('hitFingerprint') + 1),
  ...['screenedName', 'environment', 'screeningOption', 'screeningId', 'referenceId', 'screenedAt'],
];

export const SAMPLE_KEYS = [
  ...['outcome', 'seed', 'sampleNumber', 'sampleSize', 'population', 'newestDecisions'],
  ...['proposedBy', 'proposedAt', 'proposalReason', 'confirmedBy', 'confirmedAt', 'confirmationReason'],
  ...['companyKey', 'companyName', 'ownNumber', 'ownCountry', 'ownAddress'],
  ...SEEN_KEYS,
  ...MATCH_KEYS,
  ...['decisionId', 'decisionHash', 'problem'],
];

/** What is drawn: a seed of the caller's, or a new one. */
interface Drawing {
  size: number;
  seed: string;
}

/** @throws InvalidItem for a number that cannot be used */
export function readDrawing(parameter: ReadParameter): Drawing {
  const size = z
    .int()
    .min(1)
    .max(MAX_SAMPLE)
    .default(25)
    .safeParse(parameter('sampleSize') ?? undefined);
  if (!size.success)
    throw new InvalidItem(
      'Sample Size has an invalid value.',
      `It must be a whole number from 1 to ${MAX_SAMPLE}.`,
    );
  return { size: size.data, seed: plainText(parameter('seed')) || randomUUID() };
}

/** @throws RegisterFailure if a row cannot be read on which the others depend */
export async function sampleIn(
  tables: Tables,
  register: string,
  { isWanted }: Filters,
  { size, seed, nowMs }: Drawing & { nowMs: number },
): Promise<LocalResult> {
  const { chain, companies } = await readEverything(tables, register, nowMs);
  const all = dismissalsIn(chain).filter(({ confirmation: { companyKey, decidedAt } }) =>
    isWanted({ key: companyKey, time: decidedAt }),
  );
  const drawn = drawnFrom(all, size, seed);
  const problems = chain.problems.map((one) => problemSentence(one, register)).join(' ');
  const facts = {
    seed,
    sampleSize: drawn.length,
    population: all.length,
    newestDecisions: chain.newest.join('; '),
  };
  const items = drawn.map((dismissal, index): OutputItem => {
    const company = companies.find((one) => one.company === dismissal.confirmation.company);
    const stored = company && comparedCompany(company);
    const hit = stored
      ?.hits()
      .find(({ json }) => json['hitFingerprint'] === dismissal.confirmation.hitFingerprint)?.json;
    const own = stored ? ownTexts(stored.own) : { number: '', country: '', address: '' };
    const problem = [hit ? '' : NOT_LISTED, problems].filter(Boolean).join(' ');
    return {
      outcome: 'dismissal',
      json: {
        outcome: 'dismissal',
        ...facts,
        sampleNumber: index + 1,
        ...peopleFields(dismissal),
        ownNumber: own.number || null,
        ownCountry: own.country || null,
        ownAddress: own.address || null,
        ...seenFields(hit, dismissal.confirmation),
        problem: problem || null,
      },
    };
  });
  return {
    items,
    counts: [
      `${drawn.length} of ${quantity(all.length, 'dismissed hit', 'dismissed hits')} drawn with the seed ${seed}`,
      ...(problems === '' ? [] : [problems]),
    ],
  };
}

const NOT_LISTED =
  'The hit is not among those of the last screening of this company, so what the service said of it is not shown here. Get Many with Get set to History has its answers.';

/** A false positive that a second person confirmed. */
export interface Dismissal {
  proposals: readonly Decision[];
  confirmation: Decision;
}

/** Pure. Every one that had an effect when it was made, whatever was decided later. */
export function dismissalsIn({ decisions }: Pick<Chain, 'decisions'>): Dismissal[] {
  const { after, withoutEffect } = replay(decisions);
  const refused = new Set(withoutEffect.map(({ decision }) => decision.decision));
  return decisions.flatMap((confirmation) => {
    const standing = after.get(confirmation.decision);
    const isEffective = confirmation.decided === 'confirm' && !refused.has(confirmation.decision);
    if (!isEffective || standing?.is !== 'falsePositive') return [];
    return [{ proposals: basisOf(standing).filter((one) => one !== confirmation), confirmation }];
  });
}

/** Pure. The same ones for the same seed, whatever was decided about others meanwhile: each has a place of its own in the draw. */
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

function seenFields(hit: IDataObject | undefined, { name, hitFingerprint }: Decision): IDataObject {
  const fields = Object.fromEntries(SEEN_KEYS.map((key) => [key, hit?.[key] ?? null]));
  return { ...fields, name: hit?.['name'] ?? (name || null), hitFingerprint, ...matchesOf(hit ?? {}) };
}
