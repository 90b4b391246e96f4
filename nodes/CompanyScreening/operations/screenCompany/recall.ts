// Register → items: a company comes out of what the register holds, and the gate of the register has the last word on it.
import * as z from 'zod/v4';

import type { Change, Changes } from '../../register/changes';
import type { Verdict } from '../../register/gate';
import type { ServiceSettings } from '../../service/settings';
import type { Answer, ChangedHit, Held } from '../operation';
import type { IdOwners } from './idOwners';
import { goneItems } from './goneItems';
import { itemsOf, type PresentFinding } from './items';
import { ownDataOf, type KeptItem } from './readItem';
import { readScreening } from './screening';
import { knownHit } from './simplified';
import { companyVerdict, EXPLANATIONS, type Reason, type ScreeningFacts } from './verdict';

/** Who the company is, and how it is to come out. */
type RecalledItem = Pick<
  KeptItem,
  'companyKey' | 'companyName' | 'form' | 'given' | 'mixesScripts' | 'option'
> & {
  options: Pick<KeptItem['options'], 'noHits'>;
};

/** What the recalled companies of a run share. */
export interface Recalling {
  environment: ServiceSettings['environment'];
  screeningIds: IdOwners;
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
  held: Held,
  { environment, screeningIds, reportId, ...run }: Recalling,
): Answer {
  const { form, options } = item;
  const parts = held.replies.map(({ reply, question, referenceId }) => {
    const { requesterId } = questionSchema.parse(question);
    const screening = readScreening(reply, { ...item, referenceId, requesterId }, screeningIds);
    return { screening, facts: factsOf(item, held, { environment, referenceId, requesterId }, reportId) };
  });
  const newest = parts.at(-1);
  const record = newest?.screening.record ?? null;
  const { referenceId } = held;
  const facts = newest?.facts ?? factsOf(item, held, { environment, referenceId, requesterId: '' }, reportId);

  return {
    kind: 'answer',
    hits: parts.reduce((sum, { screening }) => sum + (screening.record.details?.length ?? 0), 0),
    decide() {
      // What the control of this run says holds for what it sent; that of an earlier run is in what was stored.
      const controlFailed = !held.remembered && run.controlFailed();
      const findings = parts.map(({ screening }) => screening.findings(controlFailed));
      const { outcome, reason } = judged(held, findings.flat());
      const hits = findings.map((found) => found.filter(isHit));
      const last = lastFinding(outcome, reason);
      const { news } = held;
      // What has no verdict always comes out, and nobody can say that a hit of it is gone.
      const isTold = reason === null && (news.is === 'nothing' || (run.onlyThisRun && held.remembered));
      const isNews = reason === null && news.is === 'something';
      // What an earlier run found is no change of this one.
      const isOld = isTold || (reason === null && !isNews && held.remembered);
      const { hits: changes, gone } = isNews ? news : held.changes;
      const told = { ...held.changes, hits: changes, gone: reason === null ? gone : [] };
      const isUnwanted = outcome === 'clear' && options.noHits === 'returnNothing';
      const factsNow = (its: ScreeningFacts): ScreeningFacts =>
        its.kept ? { ...its, kept: { ...its.kept, changes: told } } : its;
      const isQuiet = (finding: PresentFinding) =>
        isNews && !news.isVerdictNew && isHit(finding) && changeOf(finding, told) === 'known';
      const makeItems = () => {
        const itemsOfGone = goneItems(told.gone, factsNow(facts), form);
        if (isUnwanted && (form.itemsPer === 'hit' || told.gone.length === 0)) return itemsOfGone;
        if (form.itemsPer === 'company') {
          return [...itemsOf([...hits.flat(), ...last], record, factsNow(facts), form), ...itemsOfGone];
        }
        const ofHits = parts.flatMap(({ screening, facts: its }, index) =>
          itemsOf(
            (hits[index] ?? []).filter((hit) => !isQuiet(hit)),
            screening.record,
            factsNow(its),
            form,
          ),
        );
        return [...ofHits, ...itemsOf(last, record, factsNow(facts), form), ...itemsOfGone];
      };
      return {
        receipt: {
          id: record?.id ?? '',
          outcome,
          reason,
          hits: hits.flat().length,
          remembered: held.remembered,
          changedHits: isOld ? () => [] : () => changedHits(item.companyName, hits.flat(), told),
          ...(isNews ? { given: news.given } : {}),
        },
        makeItems: isTold ? () => [] : makeItems,
      };
    },
  };
}

/** What a message says of the hits, in their order; those that are gone come last, each under the name that it was listed under. */
function changedHits(
  companyName: string,
  hits: readonly PresentFinding[],
  { hits: changes, gone }: Pick<Changes, 'gone' | 'hits'>,
): ChangedHit[] {
  const present = hits.flatMap((finding) => (finding.outcome === 'hit' ? [knownHit(finding.hit)] : []));
  return [
    ...present.map(({ fingerprint, name, sourceType }): ChangedHit => ({
      companyName,
      name,
      sourceType,
      change: changes.get(fingerprint) ?? 'new',
    })),
    ...gone.map(({ hit: { name, sourceType }, answer }): ChangedHit => ({
      companyName: answer.data.company.names[0],
      name,
      sourceType,
      change: 'gone',
    })),
  ];
}

function changeOf(finding: PresentFinding, { hits }: Pick<Changes, 'hits'>): Change | undefined {
  return finding.outcome === 'hit' ? hits.get(knownHit(finding.hit).fingerprint) : undefined;
}

const questionSchema = z.object({ requesterId: z.string() });
// One that this version does not know was written by another one, or by a person.
const reasonSchema = z
  .custom<Reason>((reason) => typeof reason === 'string' && Object.hasOwn(EXPLANATIONS, reason))
  .nullable()
  .catch('damagedRow');

/** The last word of the register. It takes no hit away, and makes nothing clear that the replies do not. */
function judged(
  held: Held,
  findings: readonly PresentFinding[],
): { outcome: Verdict['outcome']; reason: Reason | null } {
  const verdict = held.judge(companyVerdict(findings));
  const reason = reasonSchema.parse(verdict.reason);
  if (findings.some(isHit)) return { outcome: 'hit', reason };
  const isClear = findings.length > 0 && findings.every(({ outcome }) => outcome === 'clear');
  if (verdict.outcome === 'clear' && isClear && reason === null) return { outcome: 'clear', reason };
  return { outcome: 'review', reason: reason ?? 'damagedRow' };
}

/** What follows the hits. */
function lastFinding(outcome: Verdict['outcome'], reason: Reason | null): PresentFinding[] {
  if (reason !== null) return [{ outcome: 'review', reason }];
  return outcome === 'clear' ? [{ outcome }] : [];
}

const isHit = (finding: PresentFinding): boolean => finding.outcome === 'hit';

function factsOf(
  item: RecalledItem,
  { remembered, screenedAt, changes, cases }: Held,
  asked: Pick<ScreeningFacts, 'environment' | 'referenceId' | 'requesterId'>,
  reportId: string | null,
): ScreeningFacts {
  const { companyName, option, companyKey } = item;
  return {
    ...asked,
    companyName,
    screeningOption: option,
    own: ownDataOf(item),
    kept: {
      companyKey,
      remembered,
      screenedAt: screenedAt || null,
      previousOutcome: changes.previousOutcome,
      reportId,
      changes,
      cases,
    },
  };
}
