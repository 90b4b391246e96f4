// Register → items: a company comes out of what the register holds, and the gate of the register has the last word on it.
import * as z from 'zod/v4';

import type { Change, AnswerChanges } from '../../register/facts/changes';
import type { News } from '../../register/facts/news';
import { carefulVerdict } from '../../service/carefulVerdict';
import type { Outcome } from '../../service/outcome';
import type { ServiceSettings } from '../../service/settings';
import type { Answer, ChangedHit } from '../shared/answer';
import type { Holding, HeldReply } from '../shared/holding';
import { namesToScreen, referenceIdFor } from './askedNames';
import { goneItems } from './goneItems';
import type { KeptItem } from './readItem';
import type { ScreeningReader } from './screening';
import { knownHit } from './simplified';
import {
  foundIn,
  screeningFacts,
  idOf,
  itemsOfCompany,
  screenedNames,
  receiptParts,
  type CompanyToScreen,
  type NamedScreening,
} from './screenings';
import { EXPLANATIONS, isHit, lastFinding, verdictOver, type PresentFinding, type Reason } from './verdict';

/** Who the company is, and how it is to come out. */
type RecalledItem = CompanyToScreen &
  Pick<KeptItem, 'companyKey' | 'mayBeMissed' | 'option'> & { options: Pick<KeptItem['options'], 'noHits'> };

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
  held: Holding,
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
      const { isTold, isOld, newsTold, changes } = tellingOf(held, reason, run.onlyThisRun);
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
interface CompanyTelling {
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
function tellingOf(held: Holding, reason: Reason | null, onlyThisRun: boolean): CompanyTelling {
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
  held: Holding,
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
