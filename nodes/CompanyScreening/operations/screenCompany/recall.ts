// Register → items: a company comes out of what the register holds, and the gate of the register has the last word on it.
import * as z from 'zod/v4';

import type { Verdict } from '../../register/gate';
import type { ServiceSettings } from '../../service/settings';
import type { Answer, Held } from '../operation';
import type { IdOwners } from './idOwners';
import { goneItems } from './goneItems';
import { itemsOf, type PresentFinding } from './items';
import { ownDataOf, type KeptItem } from './readItem';
import { readScreening } from './screening';
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
  { environment, screeningIds, ...run }: Recalling,
): Answer {
  const { form, options } = item;
  const parts = held.replies.map(({ reply, question, referenceId }) => {
    const { requesterId } = questionSchema.parse(question);
    const screening = readScreening(reply, { ...item, referenceId, requesterId }, screeningIds);
    return { screening, facts: factsOf(item, held, { environment, referenceId, requesterId }) };
  });
  const newest = parts.at(-1);
  const record = newest?.screening.record ?? null;
  const { referenceId } = held;
  const facts = newest?.facts ?? factsOf(item, held, { environment, referenceId, requesterId: '' });

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
      const isTold = run.onlyThisRun && held.remembered && reason === null;
      // Without a verdict, nobody can say that a hit is gone.
      const gone = reason === null ? held.changes.gone : [];
      const isUnwanted = outcome === 'clear' && options.noHits === 'returnNothing';
      const makeItems = () => {
        const itemsOfGone = goneItems(gone, facts, form);
        if (isUnwanted && (form.itemsPer === 'hit' || gone.length === 0)) return itemsOfGone;
        if (form.itemsPer === 'company') {
          return [...itemsOf([...hits.flat(), ...last], record, facts, form), ...itemsOfGone];
        }
        const ofHits = parts.flatMap(({ screening, facts: its }, index) =>
          itemsOf(hits[index] ?? [], screening.record, its, form),
        );
        return [...ofHits, ...itemsOf(last, record, facts, form), ...itemsOfGone];
      };
      return {
        receipt: {
          id: record?.id ?? '',
          outcome,
          reason,
          hits: hits.flat().length,
          remembered: held.remembered,
        },
        makeItems: isTold ? () => [] : makeItems,
      };
    },
  };
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
      changes,
      cases,
    },
  };
}
