// Control Name: a name that is known to be listed, screened before the companies. If the service does not find it, its lists may be empty or out
// of order, and finding nothing means nothing.
import { randomUUID } from 'node:crypto';

import * as z from 'zod/v4';

import { readCompanyName } from '../../names/companyName';
import { InvalidItem } from '../../names/invalidItem';
import { screeningOptionSchema } from '../../service/contract';
import { failedRun, type OperationFailure } from '../../service/failure';
import { quotedName } from '../../service/json';
import { unprovenWords } from '../shared/companyCounts';
import type { Control, ReadParameter } from '../shared/operation';
import { readCollection, readRunOptions } from '../shared/options';
import type { Task, TaskResult } from '../shared/requestTask';
import { ITEM_OF_COMPANY } from './items';
import type { ScreeningItem } from './readItem';
import { screeningItemOutput } from './screeningOutput';

/**
 * The control for the options of a run; undefined if it has none. It is screened with the option and for the requester of the first item.
 *
 * @param toTask makes the task that screens a company
 * @throws OperationFailure for a name that cannot be screened
 */
export function readControl(
  first: ReadParameter,
  toTask: (item: ScreeningItem) => Task,
): Control | undefined {
  const options = readCollection(first('options'));
  // An empty option may be an expression that went wrong: nobody must rely on a control that was not made.
  if (!('controlName' in options)) return undefined;
  const companyName = controlName(options['controlName']);
  const screening = toTask({
    subject: { name: companyName, referenceId: randomUUID() },
    names: [{ name: companyName, watchlistMayMissName: false }],
    showsNames: false,
    option: screeningOptionSchema.catch('Both').parse(first('screeningOption')),
    ownReferenceId: '',
    requesterId: requesterSchema.parse(first('additionalFields')).requesterId,
    // Defaults, which nobody has chosen.
    form: ITEM_OF_COMPANY,
    options: readRunOptions(screeningItemOutput, {}),
  });

  let isSent = false;
  let found: TaskResult | undefined;
  const result = () => {
    if (!found) return isSent ? 'unanswered' : 'notScreened';
    const { outcome, reason } = found.interpret().receipt;
    return outcome === 'hit' && reason === null ? 'held' : 'failed';
  };
  return {
    name: companyName,
    task: {
      ...screening,
      toRequest(settings) {
        isSent = true;
        return screening.toRequest(settings);
      },
      read(reply, asked) {
        const reading = screening.read(reply, asked);
        if (reading.kind === 'result') found = reading;
        return reading;
      },
    },
    result,
    note() {
      const id = found ? ` (screening ID ${quotedName(found.interpret().receipt.id)})` : '';
      if (result() === 'held') return `The Control Name "${companyName}" is a hit, as it should be${id}.`;
      return `The Control Name "${companyName}" ${found ? 'was not found as it should be' : 'got no answer'}${id}, so ${unprovenWords()}.`;
    },
  };
}

const requesterSchema = z.object({ requesterId: z.string().trim().catch('') }).catch({ requesterId: '' });

function controlName(value: unknown): string {
  try {
    return readCompanyName(value, 'Control Name');
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(error: unknown): OperationFailure {
  return failedRun({
    message: 'The option Control Name cannot be screened.',
    explanation: error instanceof InvalidItem ? error.message : '',
    advice: 'Enter a name that you know to be listed, or remove the option.',
  });
}
