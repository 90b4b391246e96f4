// The items of hits that are not there any more: what was listed, and under which name.
import type { GoneHit } from '../../register/facts/changes';
import type { SoundAnswer } from '../../register/rows/answerRows';
import { screeningRecordSchema } from '../../service/contract';
import { SCREENING_ERRORS } from '../../service/errorCatalogs';
import { hitFingerprint } from '../../service/hitFingerprint';
import { hitsIn } from '../../service/outcome';
import { readReply } from '../../service/reply';
import { heldReplies } from '../shared/held';
import type { OutputItem } from '../shared/answer';
import { findingItem, type Output } from './items';
import type { ScreeningFacts } from './verdict';

/** With One Item per Hit. @param facts of the company */
export function goneItems(gone: readonly GoneHit[], facts: ScreeningFacts, output: Output): OutputItem[] {
  const received = receivedHits();
  return gone.map((one) => {
    const finding = { outcome: 'gone', hit: hitOf(one, received) } as const;
    return identified(findingItem(finding, null, factsOfGone(one, facts, received), output), one);
  });
}

function factsOfGone(
  { hit, answer }: GoneHit,
  facts: ScreeningFacts,
  received: ReceivedHits,
): ScreeningFacts {
  const { company, referenceId } = answer.data;
  const [companyName, ...others] = company.names;
  const { kept } = facts;
  const ofHits = [received(answer).get(hit.fingerprint)?.name ?? companyName];
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

/** By the screening that listed it, and by the fingerprint under which it was told. */
function identified({ outcome, json }: OutputItem, { hit, answer }: GoneHit): OutputItem {
  const ids = { screeningId: answer.data.screeningId || null, hitFingerprint: hit.fingerprint };
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

/** Empty where the reply cannot be read any more. */
function readHits(answer: SoundAnswer): ReadonlyMap<string, ReceivedHit> {
  try {
    const found = heldReplies(answer).flatMap(({ reply, name }) => {
      const record = readReply(reply, screeningRecordSchema, {
        operation: 'Screen Company',
        catalog: SCREENING_ERRORS,
      });
      return hitsIn(record).map((hit) => ({ hit, name }));
    });
    // Of several that are alike, the first one.
    return new Map(found.toReversed().map((one) => [hitFingerprint(one.hit), one]));
  } catch {
    return new Map();
  }
}
