// Screenings → result: the verdict on those of one company, and the items that come out, in the same way on every day. A result of this run is
// one without the register's part. Where answers are kept, the register has the last word, and its part says what changed.
import * as z from 'zod/v4';

import { NO_CHANGES, type AnswerChanges, type GoneHit } from '../../register/facts/history';
import type { News } from '../../register/facts/news';
import type { IntactAnswer } from '../../register/rows/answerRows';
import { screeningRecordSchema } from '../../service/contract';
import { hitFingerprint } from '../../service/hitFingerprint';
import { reviewIfInDoubt, hitsIn, type Outcome, type Verdict } from '../../service/outcome';
import { readReply } from '../../service/reply';
import type { StoredVerdict, TaskResult, ChangedHit, OutputItem } from '../shared/requestTask';
import { repliesByName } from '../shared/storedVerdict';
import { hitOrVerdictItem, type Output, knownHit } from './items';
import { screenedNames } from './readItem';
import {
  REPLY_CONTEXT,
  foundIn,
  idOf,
  itemsOfCompany,
  receiptParts,
  screeningFacts,
  type CompanyToScreen,
  type NamedScreening,
  type ScreeningContext,
} from './screening';
import { explanationOfGone, isReason, verdictOver, type Reason, type ScreeningFacts } from './verdict';

/** The register's part of a result, where answers are kept: its verdict, and what of it comes out. */
interface RegisterPart {
  storedVerdict: StoredVerdict;
  companyKey: string;
  /** True to leave out a company that had its verdict before this run. */
  onlyThisRun: boolean;
  /** Id of the report that lists what comes out; null if there is none. */
  reportId: string | null;
}

interface ResultContext extends Omit<ScreeningContext, 'stored'> {
  /** True if the control failed. A later reply may show it, so this is asked again when the run is over. */
  controlFailed: () => boolean;
  /** Missing where answers are not kept. */
  registerPart?: RegisterPart;
}

/**
 * The result of all screenings of a company together. It is never clear unless there is one for each of its names.
 *
 * @param screened in the order in which they were sent, the newest last
 */
export function screeningResult(
  company: CompanyToScreen,
  screened: readonly NamedScreening[],
  { controlFailed, registerPart, ...context }: ResultContext,
): TaskResult {
  const { form, options } = company;
  const names = screenedNames(company);
  // A stored answer has a reply for each name of its company; one of a request that failed may have fewer.
  const newest = screened.slice(-names.length);
  const isComplete = names.every((name) => newest.some((one) => one.name === name));
  return {
    kind: 'result',
    ...foundIn(screened),
    interpret() {
      const hasControlFailed = controlFailed();
      const read = screened.map((named) => ({
        named,
        ...named.screening.hitsAndVerdictNow(hasControlFailed),
      }));
      const verdict = withRegisterVerdict(verdictOver(read, isComplete), registerPart?.storedVerdict);
      const { outcome, reason } = verdict;
      const found = read.flatMap(({ hits }) => hits);
      const shown = shownChangesOf(registerPart, reason);
      const { isReported, unreported, changes } = shown;
      const about = { ...context, ...(registerPart ? { stored: storedFacts(registerPart, changes) } : {}) };
      const isQuiet = (hit: unknown) =>
        unreported?.isVerdictNew === false &&
        form.itemsPer === 'hit' &&
        changes.hits.get(hitFingerprint(hit)) === 'known';
      const wanted = read.map(({ named, hits }) => ({
        named,
        hits: hits.flatMap((hit, index) =>
          isQuiet(hit) ? [] : { outcome: 'hit' as const, hit, hitNumber: index + 1 },
        ),
      }));
      const isUnwanted = outcome === 'clear' && options.noHits === 'returnNothing';
      const makeItems = () => {
        const { itemsPer, output } = form;
        // The company's own item says so with One Item per Company.
        const wasListed = itemsPer === 'hit' ? changes.gone : [];
        const itemsOfGone = goneItems(wasListed, screeningFacts(company, newest, [], about), output);
        if (isUnwanted && (itemsPer === 'hit' || changes.gone.length === 0)) return itemsOfGone;
        return [...itemsOfCompany(company, wanted, newest, verdict, about), ...itemsOfGone];
      };
      return {
        receipt: {
          id: idOf(newest),
          outcome,
          reason,
          hits: found.length,
          ...(names.length > 1 ? { parts: receiptParts(read) } : {}),
          ...(registerPart ? receiptFromRegister(names[0], found, registerPart, shown) : {}),
        },
        makeItems: isReported ? () => [] : makeItems,
      };
    },
  };
}

interface ShownChanges {
  /** True if it was reported before: nothing of it comes out. */
  isReported: boolean;
  /** Hits of an earlier run are no changes of this one. */
  isOld: boolean;
  /** News that its readers were not told, if only those come out. */
  unreported: Extract<News, { is: 'something' }> | undefined;
  /** Changes that come out. Nobody can say without a verdict that a hit is gone. */
  changes: Pick<AnswerChanges, 'gone' | 'hits'>;
}

const NOTHING_KNOWN: ShownChanges = {
  isReported: false,
  isOld: false,
  unreported: undefined,
  changes: NO_CHANGES,
};

/** A company without a verdict always comes out. */
function shownChangesOf(registerPart: RegisterPart | undefined, reason: Reason | null): ShownChanges {
  if (!registerPart) return NOTHING_KNOWN;
  const { storedVerdict, onlyThisRun } = registerPart;
  const { news, remembered: wasThere } = storedVerdict;
  const isUndoubted = reason === null;
  const isReported = isUndoubted && (news.is === 'nothing' || (onlyThisRun && wasThere));
  const unreported = isUndoubted && news.is === 'something' ? news : undefined;
  const { hits, gone } = unreported ?? storedVerdict.changes;
  return {
    isReported,
    isOld: isReported || (isUndoubted && !unreported && wasThere),
    unreported,
    changes: { hits, gone: isUndoubted ? gone : [] },
  };
}

/** The facts of the register that every item says. */
function storedFacts(
  { storedVerdict, companyKey, reportId }: RegisterPart,
  changes: ShownChanges['changes'],
): NonNullable<ScreeningFacts['stored']> {
  return {
    companyKey,
    remembered: storedVerdict.remembered,
    screenedAt: storedVerdict.screenedAt || null,
    previousOutcome: storedVerdict.changes.previousOutcome,
    reportId,
    changes,
    cases: storedVerdict.cases,
  };
}

function receiptFromRegister(
  companyName: string,
  found: readonly unknown[],
  { storedVerdict }: RegisterPart,
  { isOld, unreported, changes }: ShownChanges,
) {
  return {
    remembered: storedVerdict.remembered,
    changedHits: () => (isOld ? [] : changedHits(companyName, found, changes)),
    ...(unreported ? { reportEntry: unreported.reportEntry } : {}),
  };
}

/** Hits as a message tells them, in their order; those that are gone come last. */
function changedHits(
  companyName: string,
  hits: readonly unknown[],
  { hits: changes, gone }: Pick<AnswerChanges, 'gone' | 'hits'>,
): ChangedHit[] {
  const all = [
    ...hits.map(knownHit).map((hit) => ({ hit, change: changes.get(hit.fingerprint) ?? ('new' as const) })),
    ...gone.map(({ hit }) => ({ hit, change: 'gone' as const })),
  ];
  return all.map(({ hit: { fingerprint, name, sourceType }, change }) => ({
    fingerprint,
    companyName,
    name,
    sourceType,
    change,
  }));
}

// An unknown reason was written by another version, or by a person.
const reasonSchema = z.custom<Reason>(isReason).nullable().catch('damagedRow');

/** The verdict of the replies together, with that of the register where answers are kept. */
function withRegisterVerdict(
  said: Verdict<Outcome, Reason>,
  storedVerdict: StoredVerdict | undefined,
): Verdict<Outcome, Reason> {
  if (!storedVerdict) return said;
  const verdict = storedVerdict.registerVerdict(said);
  return reviewIfInDoubt(said.outcome, {
    reasons: [reasonSchema.parse(verdict.reason)],
    isContradicted: verdict.outcome !== said.outcome,
    defaultReason: 'damagedRow',
  });
}

/** Items of gone hits, with One Item per Hit. @param facts of the company */
function goneItems(gone: readonly GoneHit[], facts: ScreeningFacts, output: Output): OutputItem[] {
  const received = receivedHits();
  return gone.map((one) => {
    const goneHit = { outcome: 'gone', hit: hitOf(one, received) } as const;
    return withFactsOfGone(hitOrVerdictItem(goneHit, null, factsOfGone(one, facts, received), output), one);
  });
}

function factsOfGone(
  { hit, answer }: GoneHit,
  facts: ScreeningFacts,
  received: ReceivedHits,
): ScreeningFacts {
  const { company, referenceId } = answer.data;
  const [companyName, ...others] = company.names;
  const { stored } = facts;
  const ofHits = [received(answer).get(hit.fingerprint)?.name ?? companyName];
  return {
    ...facts,
    companyName,
    screeningOption: company.option,
    referenceId,
    requesterId: '',
    names: facts.names && { others, ofHits, screenings: [] },
    ...(stored ? { stored: { ...stored, previousOutcome: answer.outcome } } : {}),
  };
}

/** Adds what the register knows of it: the screening that listed it, the doubt about that, and the fingerprint under which it was told. */
function withFactsOfGone({ outcome, json }: OutputItem, { hit, answer }: GoneHit): OutputItem {
  const facts = {
    screeningId: answer.data.screeningId || null,
    hitFingerprint: hit.fingerprint,
    explanation: explanationOfGone(answer.reason),
  };
  for (const [key, value] of Object.entries(facts)) if (key in json) json[key] = value;
  return { outcome, json };
}

/** The hit as it was received, or the fields that are known if the reply cannot be read any more. */
function hitOf({ hit, answer }: GoneHit, received: ReceivedHits): unknown {
  const { name, sourceType, sourceId } = hit;
  return received(answer).get(hit.fingerprint)?.hit ?? { name, sourceType, sourceId };
}

/** The hits of an answer by their fingerprints, each with the name of the company under which it was found. */
type ReceivedHits = (answer: IntactAnswer) => ReadonlyMap<string, ReceivedHit>;
interface ReceivedHit {
  hit: unknown;
  name: string;
}

/** Reads each answer once: thousands of hits may be gone from one. */
function receivedHits(): ReceivedHits {
  const known = new Map<IntactAnswer, ReadonlyMap<string, ReceivedHit>>();
  return (answer) => {
    const hits = known.get(answer) ?? readHits(answer);
    known.set(answer, hits);
    return hits;
  };
}

/** Empty where the reply cannot be read any more. */
function readHits(answer: IntactAnswer): ReadonlyMap<string, ReceivedHit> {
  try {
    const found = repliesByName(answer).flatMap(({ reply, name }) => {
      const record = readReply(reply, screeningRecordSchema, REPLY_CONTEXT);
      return hitsIn(record).map((hit) => ({ hit, name }));
    });
    // The first one of several that are alike.
    return new Map(found.toReversed().map((one) => [hitFingerprint(one.hit), one]));
  } catch {
    return new Map();
  }
}
