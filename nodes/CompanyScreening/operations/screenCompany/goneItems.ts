// The items of hits that are not there any more: what was listed, and under which name.
import type { GoneHit } from '../../register/changes';
import type { CompanyHash } from '../../register/identity';
import type { SoundAnswer } from '../../register/rows';
import { screeningRecordSchema } from '../../service/contract';
import { SCREENING_ERRORS } from '../../service/errorCatalogs';
import { hitFingerprint } from '../../service/hitFingerprint';
import { readReply } from '../../service/reply';
import { heldReplies } from '../held';
import type { OutputItem } from '../answer';
import { companyItem, findingItem, type ItemForm } from './items';
import type { ScreeningFacts } from './verdict';

/**
 * One for each hit; with One Item per Company one for each other name that the company had, since what has gone from its own name
 * is in its own item.
 *
 * @param facts of the company as it is called now
 */
export function goneItems(
  gone: readonly GoneHit[],
  facts: ScreeningFacts,
  { itemsPer, output }: ItemForm,
): OutputItem[] {
  const received = receivedHits();
  const factsOf = (some: readonly [GoneHit, ...GoneHit[]]) => factsOfGone(some, facts, received);
  if (itemsPer === 'hit') {
    return gone.map((one) => {
      const finding = { outcome: 'gone', hit: hitOf(one, received) } as const;
      return identified(findingItem(finding, null, factsOf([one]), output), [one]);
    });
  }
  const byCompany = new Map<CompanyHash, [GoneHit, ...GoneHit[]]>();
  for (const one of gone.filter(({ isRenamed }) => isRenamed)) {
    const { company } = one.answer;
    const others = byCompany.get(company);
    if (others) others.push(one);
    else byCompany.set(company, [one]);
  }
  return [...byCompany.values()].map((some) => {
    const company = { outcome: 'gone', reason: null, hits: some.map((one) => hitOf(one, received)) } as const;
    return identified(companyItem(company, null, factsOf(some), output), some);
  });
}

/** Of hits of one answer. */
function factsOfGone(
  gone: readonly [GoneHit, ...GoneHit[]],
  facts: ScreeningFacts,
  received: ReceivedHits,
): ScreeningFacts {
  const [{ answer }] = gone;
  const { company, referenceId } = answer.data;
  const [companyName, ...others] = company.names;
  const { kept } = facts;
  const ofHits = gone.map(({ hit }) => received(answer).get(hit.fingerprint)?.name ?? companyName);
  return {
    ...facts,
    companyName,
    screeningOption: company.option,
    referenceId,
    requesterId: '',
    names: facts.names && { others, ofHits, screenings: [] },
    ...(kept ? { kept: { ...kept, previousOutcome: answer.outcome } } : {}),
  };
}

/** By the screening that listed them, and by the fingerprints under which they were told. */
function identified({ outcome, json }: OutputItem, gone: readonly GoneHit[]): OutputItem {
  const fingerprints = gone.map(({ hit }) => hit.fingerprint);
  const ids = {
    screeningId: gone[0]?.answer.data.screeningId || null,
    hitFingerprint: fingerprints.join('; '),
    hitFingerprints: Array.isArray(json['hitFingerprints']) ? fingerprints : fingerprints.join('; '),
  };
  for (const [key, value] of Object.entries(ids)) if (key in json) json[key] = value;
  return { outcome, json };
}

/** As it was received, or, where the reply cannot be read any more, what is known of it. */
function hitOf({ hit, answer }: GoneHit, received: ReceivedHits): unknown {
  const { name, sourceType, sourceId } = hit;
  return received(answer).get(hit.fingerprint)?.hit ?? { name, sourceType, sourceId };
}

/** The hits of an answer by their fingerprints, each with the name of the company under which it was found. */
type ReceivedHits = (answer: SoundAnswer) => ReadonlyMap<string, ReceivedHit>;
interface ReceivedHit {
  hit: unknown;
  name: string;
}

/** Reads each answer once: thousands of hits may be gone from one. */
function receivedHits(): ReceivedHits {
  const known = new Map<SoundAnswer, ReadonlyMap<string, ReceivedHit>>();
  return (answer) => {
    const hits = known.get(answer) ?? readHits(answer);
    known.set(answer, hits);
    return hits;
  };
}

/** None where the reply cannot be read any more. */
function readHits(answer: SoundAnswer): ReadonlyMap<string, ReceivedHit> {
  try {
    const found = heldReplies(answer).flatMap(({ reply, name }) => {
      const record = readReply(reply, screeningRecordSchema, {
        operation: 'Screen Company',
        catalog: SCREENING_ERRORS,
      });
      return (record.details ?? []).map((hit) => ({ hit, name }));
    });
    // Of several that are alike, the first one.
    return new Map(found.toReversed().map((one) => [hitFingerprint(one.hit), one]));
  } catch {
    return new Map();
  }
}
