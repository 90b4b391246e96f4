// The parameters of one item, checked.
import { randomUUID } from 'node:crypto';

import * as z from 'zod/v4';

import { screeningOptionSchema, type ScreeningOption } from '../../service/contract';
import { invalidItem, type OperationFailure } from '../../service/failure';
import type { ReadParameter } from '../operation';
import { readItemOptions } from '../options';
import { plainText } from '../plainText';
import { isTurnedAround, mixesScripts, readCompanyName } from './companyName';
import { screeningItemOptions } from './fields';
import type { ItemForm, Output } from './items';

/** What an item asks for, or why it cannot be sent. */
export type ScreeningItem = { subject: { name: string; referenceId: string } } & (
  | { problem: OperationFailure }
  | {
      companyName: string;
      /** A watchlist may not find the name, although a person can read it. */
      mixesScripts: boolean;
      option: ScreeningOption;
      /** As the user gave it; empty if the node creates one. */
      ownReferenceId: string;
      requesterId: string;
      form: ItemForm;
      options: z.infer<typeof screeningItemOptions>;
    }
);

/** Reads one item. Throws what n8n throws for an expression that fails. */
export function readItem(parameter: ReadParameter): ScreeningItem {
  const name = readCompanyName(parameter('companyName'));
  const { referenceId, requesterId } = additionalFieldsSchema.parse(parameter('additionalFields'));
  const about = (shown: string) => ({ subject: { name: shown, referenceId: referenceId || randomUUID() } });
  if ('problem' in name) return { ...about(name.given), problem: name.problem };

  const option = screeningOptionSchema.safeParse(parameter('screeningOption'));
  const output = parameter('output');
  const form = formSchema.safeParse({
    itemsPer: parameter('itemsPer'),
    output,
    // n8n has no value for a field that it does not show.
    fields: output === 'selectedFields' ? parameter('fields') : [],
  });
  const options = readItemOptions(screeningItemOptions, parameter('options'));
  if (!option.success)
    return { ...about(name.sent), problem: notOneOf('Screening Option', 'Both, Aml and Pep') };
  if (!form.success) {
    const wrong = form.error.issues[0]?.path[0];
    return {
      ...about(name.sent),
      problem:
        wrong === 'itemsPer'
          ? notOneOf('Return', 'hit and company')
          : notOneOf('Output', 'simplified, raw and selectedFields'),
    };
  }
  return {
    ...about(name.sent),
    companyName: name.sent,
    mixesScripts: mixesScripts(name.sent) || isTurnedAround(parameter('companyName')),
    option: option.data,
    ownReferenceId: referenceId,
    requesterId,
    form: form.data,
    options,
  };
}

const textSchema = z.unknown().transform(plainText);
const additionalFieldsSchema = z
  .object({ referenceId: textSchema, requesterId: textSchema })
  .catch({ referenceId: '', requesterId: '' });

const formSchema = z
  .object({
    itemsPer: z.enum(['company', 'hit']).default('hit'),
    output: z.enum(['raw', 'selectedFields', 'simplified']).default('simplified'),
    fields: z.array(z.string()).catch([]),
  })
  .transform(({ itemsPer, output, fields }): ItemForm => ({ itemsPer, output: outputOf(output, fields) }));

function outputOf(form: Output['form'], fields: string[]): Output {
  return form === 'selectedFields' ? { form, fields } : { form };
}

function notOneOf(parameter: string, values: string): OperationFailure {
  return invalidItem(`${parameter} is not one of ${values}.`, `Correct the expression in ${parameter}.`);
}
