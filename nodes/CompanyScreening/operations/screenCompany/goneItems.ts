// The items of hits that are not there any more: what was listed, and under which name.
import type { GoneHit } from '../../register/changes';
import type { CompanyHash } from '../../register/identity';
import type { SoundAnswer } from '../../register/rows';
import { screeningRecordSchema } from '../../service/contract';
import { SCREENING_ERRORS } from '../../service/errorCatalogs';
import { hitFingerprint } from '../../service/hitFingerprint';
import { readReply } from '../../service/reply';
import { replyOf } from '../held';
import type { OutputItem } from '../operation';
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
  if (itemsPer === 'hit') {
    return gone.map((one) =>
      identified(findingItem({ outcome: 'gone', hit: hitOf(one) }, null, factsOf(one, facts), output), [one]),
    );
  }
  const byCompany = new Map<CompanyHash, GoneHit[]>();
  for (const one of gone.filter(({ isRenamed }) => isRenamed)) {
    const { company } = one.answer;
    byCompany.set(company, [...(byCompany.get(company) ?? []), one]);
  }
  return [...byCompany.values()].flatMap((some) => {
    const company = { outcome: 'gone', reason: null, hits: some.map(hitOf) } as const;
    return some
      .slice(0, 1)
      .map((first) => identified(companyItem(company, null, factsOf(first, facts), output), some));
  });
}

const nameOf = ({ answer }: GoneHit): string => answer.data.company.names[0];

function factsOf(gone: GoneHit, facts: ScreeningFacts): ScreeningFacts {
  const { company, referenceId } = gone.answer.data;
  const { kept } = facts;
  return {
    ...facts,
    companyName: nameOf(gone),
    screeningOption: company.option,
    referenceId,
    requesterId: '',
    ...(kept ? { kept: { ...kept, previousOutcome: gone.answer.outcome } } : {}),
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
function hitOf({ hit, answer }: GoneHit): unknown {
  const { name, sourceType, sourceId } = hit;
  return receivedHit(answer, hit.fingerprint) ?? { name, sourceType, sourceId };
}

function receivedHit(answer: SoundAnswer, fingerprint: string): unknown {
  try {
    const stored = replyOf(answer);
    const record =
      stored &&
      readReply(stored.reply, screeningRecordSchema, {
        operation: 'Screen Company',
        catalog: SCREENING_ERRORS,
      });
    return record?.details?.find((one) => hitFingerprint(one) === fingerprint);
  } catch {
    return undefined;
  }
}
