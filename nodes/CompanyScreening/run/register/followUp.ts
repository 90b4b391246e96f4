// The work queue of a run that asks about requests of an earlier run: nothing is claimed, and failures are written down in the end, for
// whoever makes the next request.
import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { compact, quantity, sentences } from '../../names/plainText';
import type { FollowUp } from '../../operations/shared/requestTask';
import { payloadOf } from '../../operations/shared/storedVerdict';
import type { Tables } from '../../register/port/tables';
import { storeFailures, type StoredFailures } from '../../register/companies/laterFailure';
import { OperationFailure } from '../../service/failure';
import type { WorkQueue } from '../state/workQueue';
import type { EndedRun } from '../state/outage';
import { ofRegister } from './registerFailure';
import type { RegisterOpener } from './runSettings';

/** Adds to a queue that failures are written down. */
export function followUpQueue(
  queue: WorkQueue,
  followUp: FollowUp,
  { context, openRegister }: { context: IExecuteFunctions; openRegister: RegisterOpener },
): WorkQueue {
  let tables: Tables | undefined;
  let failure: unknown;
  let notes: string[] = [];
  return {
    ...queue,
    open: async () => {
      try {
        ({ tables } = await openRegister(context, followUp.register));
      } catch (error) {
        failure = ofRegister(error);
      }
      return await queue.open();
    },
    // A failure stops the run before its first request.
    next: async (happened) => ({ ...(await queue.next(happened)), failure }),
    writeDown: async (given) => {
      const ended = await queue.writeDown(given);
      const { failures, service } = followUp.found();
      if (!tables || !service || failures.length === 0) return ended;
      const rows = failures.map(({ ids, saidId, question, reply }) => ({
        ids,
        saidId,
        payload: payloadOf([reply], { question }),
      }));
      const kept = await storeFailures(tables, service, rows, randomUUID).catch(() => undefined);
      if (!kept) return withoutCases(ended, followUp.register);
      notes = notesOn(followUp.register, kept);
      return ended;
    },
    notes: () => [...queue.notes(), ...notes],
  };
}

/** Tells each failed request, and the failure that stopped the run, that there is no case about it. */
function withoutCases({ items, stoppedBy, ...ended }: EndedRun, register: string): EndedRun {
  const said = (error: unknown): unknown => {
    if (!(error instanceof OperationFailure) || error.details.state !== 'failedAtService') return error;
    const { details } = error;
    return new OperationFailure({
      ...details,
      explanation: sentences(details.explanation, `That could not be kept in the register "${register}".`),
      advice: sentences(
        details.advice,
        'There is no open case about it: make sure that n8n can write to its database, and ask again, which costs nothing.',
      ),
    });
  };
  return {
    ...ended,
    items: items.map((item) => (item.state === 'failed' ? { ...item, error: said(item.error) } : item)),
    ...(stoppedBy ? { stoppedBy: { ...stoppedBy, error: said(stoppedBy.error) } } : {}),
  };
}

function notesOn(register: string, { kept: known, unknown }: StoredFailures): string[] {
  return compact(
    known > 0 &&
      `${quantity(known, 'failed request is an open case', 'failed requests are open cases')} in the register "${register}". To have a number requested again, record the decision sendAgain.`,
    unknown > 0 &&
      `${quantity(unknown, 'failed request is', 'failed requests are')} not in the register "${register}", or the register has something newer: there is no open case about it.`,
  );
}
