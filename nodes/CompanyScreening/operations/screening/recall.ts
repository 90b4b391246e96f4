// Register → items: a company comes out of what the register holds, with the hits that are gone; the register has the last word.
import * as z from 'zod/v4';

import type { AnswerChanges, Change, GoneHit } from '../../register/facts/changes';
import type { News } from '../../register/facts/news';
import type { SoundAnswer } from '../../register/rows/answerRows';
import { screeningRecordSchema } from '../../service/contract';
import { hitFingerprint } from '../../service/hitFingerprint';
import { carefulVerdict, hitsIn, type Outcome } from '../../service/outcome';
import { readReply } from '../../service/reply';
import { SCREENING_ERRORS } from '../../service/reportedError';
import type { ServiceSettings } from '../../service/settings';
import type { Answer, ChangedHit, OutputItem } from '../shared/answer';
import type { HeldReply, StoredVerdict } from '../shared/registerTask';
import { heldReplies } from '../shared/storedVerdict';
import { findingItem, type Output } from './items';
import { namesToScreen, referenceIdFor, type ItemWithKey } from './readItem';
import type { ScreeningReader } from './screening';
import {
  foundIn,
  idOf,
  itemsOfCompany,
  receiptParts,
  screenedNames,
  screeningFacts,
  type CompanyToScreen,
  type NamedScreening,
} from './screenings';
import { knownHit } from './simplified';
import {
  EXPLANATIONS,
  isHit,
  lastFinding,
  verdictOver,
  type PresentFinding,
  type Reason,
  type ScreeningFacts,
} from './verdict';

/** Who the company is, and how it is to come out. */
type RecalledItem = CompanyToScreen &
  Pick<ItemWithKey, 'companyKey' | 'mayBeMissed' | 'option'> & {
    options: Pick<ItemWithKey['options'], 'noHits'>;
  };

/** What the recalled companies of a run share. */
export interface RecallContext {
  environment: ServiceSettings['environment'];
  reader: ScreeningReader;
  /** Whether a company that had its verdict before this run is left out. */
  onlyThisRun: boolean;
  /** Under which what comes out is written down; null if it is not. */
  reportId: string | null;
  /** Asked when the run is over: another company may have got the id of the control meanwhile. */
  controlFailed: () => boolean;
}

/**
 * The items of a company as the register holds it, with the question that was really asked.
 *
 * @throws OperationFailure if the service reported that the screening failed
 */
export function recall(
  item: RecalledItem,
  held: StoredVerdict,
  { environment, reader, reportId, ...run }: RecallContext,
): Answer {
  const { options, form } = item;
  const screened = held.replies.map((one) => readHeld(item, one, reader));
  const names = screenedNames(item);
  // Every answer of this company has a reply for each of its names.
  const newest = screened.slice(-names.length);
  const isComplete = names.every((name) => newest.some((one) => one.name === name));
  const about = {
    environment,
    referenceId: held.referenceId,
    requesterId: '',
    kept: {
      companyKey: item.companyKey,
      remembered: held.remembered,
      screenedAt: held.screenedAt || null,
      previousOutcome: held.changes.previousOutcome,
      reportId,
      changes: held.changes,
      cases: held.cases,
    },
  };

  return {
    kind: 'answer',
    ...foundIn(screened),
    decide() {
      // What the control of this run says holds for what it sent; that of an earlier run is in what was stored.
      const controlFailed = !held.remembered && run.controlFailed();
      const findings = screened.map(({ screening }) => screening.findings(controlFailed));
      const { outcome, reason } = judged(held, findings, isComplete);
      const hits = screened.map((of, index) => ({ of, hits: (findings[index] ?? []).filter(isHit) }));
      const found = hits.flatMap((one) => one.hits);
      const { isTold, isOld, newsTold, changes } = shownChangesOf(held, reason, run.onlyThisRun);
      const aboutNow = { ...about, kept: { ...about.kept, changes } };
      const isQuiet = (hit: PresentFinding) =>
        newsTold?.isVerdictNew === false && form.itemsPer === 'hit' && changeOf(hit, changes) === 'known';
      const wanted = hits.map((one) => ({ ...one, hits: one.hits.filter((hit) => !isQuiet(hit)) }));
      const isUnwanted = outcome === 'clear' && options.noHits === 'returnNothing';
      const makeItems = () => {
        const { itemsPer, output } = form;
        // With One Item per Company, the company's own item says so.
        const wasListed = itemsPer === 'hit' ? changes.gone : [];
        const itemsOfGone = goneItems(wasListed, screeningFacts(item, newest, [], aboutNow), output);
        if (isUnwanted && (form.itemsPer === 'hit' || changes.gone.length === 0)) return itemsOfGone;
        const last = lastFinding(outcome, reason);
        return [...itemsOfCompany(item, wanted, newest, last, aboutNow), ...itemsOfGone];
      };
      return {
        receipt: {
          id: idOf(newest),
          outcome,
          reason,
          hits: found.length,
          ...(names.length > 1 ? { parts: receiptParts(screened, findings) } : {}),
          remembered: held.remembered,
          changedHits: () => (isOld ? [] : changedHits(item.companyName, found, changes)),
          ...(newsTold ? { given: newsTold.given } : {}),
        },
        makeItems: isTold ? () => [] : makeItems,
      };
    },
  };
}

/** What is told of a company, by what its readers know and what the run gives out. */
interface ShownChanges {
  /** Nothing of it comes out: it was told before. */
  isTold: boolean;
  /** What an earlier run found is no change of this one. */
  isOld: boolean;
  /** What its readers were not told, if only that comes out. */
  newsTold: Extract<News, { is: 'something' }> | undefined;
  /** Without a verdict, nobody can say that a hit is gone. */
  changes: Pick<AnswerChanges, 'gone' | 'hits'>;
}

/** What has no verdict always comes out. */
function shownChangesOf(held: StoredVerdict, reason: Reason | null, onlyThisRun: boolean): ShownChanges {
  const { news, remembered: wasThere } = held;
  const hasVerdict = reason === null;
  const isTold = hasVerdict && (news.is === 'nothing' || (onlyThisRun && wasThere));
  const newsTold = hasVerdict && news.is === 'something' ? news : undefined;
  const { hits, gone } = newsTold ?? held.changes;
  return {
    isTold,
    isOld: isTold || (hasVerdict && !newsTold && wasThere),
    newsTold,
    changes: { hits, gone: hasVerdict ? gone : [] },
  };
}

/** What a message says of the hits, in their order; those that are gone come last. */
function changedHits(
  companyName: string,
  hits: readonly PresentFinding[],
  { hits: changes, gone }: Pick<AnswerChanges, 'gone' | 'hits'>,
): ChangedHit[] {
  const present = hits.flatMap((finding) => (finding.outcome === 'hit' ? [knownHit(finding.hit)] : []));
  return [
    ...present.map(({ fingerprint, name, sourceType }): ChangedHit => ({
      fingerprint,
      companyName,
      name,
      sourceType,
      change: changes.get(fingerprint) ?? 'new',
    })),
    ...gone.map(({ hit: { fingerprint, name, sourceType } }): ChangedHit => ({
      fingerprint,
      companyName,
      name,
      sourceType,
      change: 'gone',
    })),
  ];
}

function changeOf(finding: PresentFinding, { hits }: Pick<AnswerChanges, 'hits'>): Change | undefined {
  return finding.outcome === 'hit' ? hits.get(knownHit(finding.hit).fingerprint) : undefined;
}

/** A reply as it is read today, with the question that was really asked. */
function readHeld(
  item: RecalledItem,
  { reply, name, place, question, ...of }: HeldReply,
  reader: ScreeningReader,
): NamedScreening {
  const { requesterId } = questionSchema.parse(question);
  const referenceId = place === 0 ? of.referenceId : referenceIdFor(of.referenceId, name);
  const asked = namesToScreen(item).find((one) => one.name === name);
  const { mayBeMissed } = asked ?? { mayBeMissed: true };
  const { option, companyKey } = item;
  const named = { companyName: name, mayBeMissed, option, companyKey, referenceId, requesterId };
  return { name, referenceId, requesterId, screening: reader.read(reply, named) };
}

const questionSchema = z.object({ requesterId: z.string() });
// A reason that this version does not know was written by another version, or by a person.
const reasonSchema = z
  .custom<Reason>((reason) => typeof reason === 'string' && Object.hasOwn(EXPLANATIONS, reason))
  .nullable()
  .catch('damagedRow');

/** What the replies say together, after the last word of the register. */
function judged(
  held: StoredVerdict,
  findings: ReadonlyArray<readonly PresentFinding[]>,
  isComplete: boolean,
): { outcome: Outcome; reason: Reason | null } {
  const said = verdictOver(findings, isComplete);
  const verdict = held.judge(said);
  return carefulVerdict(said.outcome, {
    reasons: [reasonSchema.parse(verdict.reason)],
    isProven: verdict.outcome === said.outcome,
    unproven: 'damagedRow',
  });
}

/** With One Item per Hit. @param facts of the company */
function goneItems(gone: readonly GoneHit[], facts: ScreeningFacts, output: Output): OutputItem[] {
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
