// The parameters of one item, checked.
import { randomUUID } from 'node:crypto';

import * as z from 'zod/v4';

import { screeningOptionSchema, type ScreeningOption } from '../../service/contract';
import { invalidItem, OperationFailure } from '../../service/failure';
import type { ReadParameter } from '../operation';
import { readItemOptions } from '../options';
import { plainText } from '../../names/plainText';
import { isTurnedAround, mixesScripts, readCompanyName } from '../../names/companyName';
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

/**
 * Returns a reader of the run's items, which throws what n8n throws for an expression that fails. Parameters without an
 * expression are the same for every item, and are checked once.
 */
export function itemReader(): (parameter: ReadParameter) => ScreeningItem {
  const readAdditionalFields = rememberLast((collection: unknown) =>
    additionalFieldsSchema.parse(collection),
  );
  const readOption = rememberLast(readScreeningOption);
  const readForm = rememberLast(readItemForm);
  const readOptions = rememberLast((collection: unknown) =>
    readItemOptions(screeningItemOptions, collection),
  );

  return (parameter) => {
    const given = parameter('companyName');
    const name = readCompanyName(given);
    const { referenceId, requesterId } = readAdditionalFields(parameter('additionalFields'));
    const about = (shown: string) => ({
      subject: { name: shown, referenceId: referenceId || randomUUID() },
    });
    if ('problem' in name) return { ...about(name.given), problem: name.problem };

    const option = readOption(parameter('screeningOption'));
    const output = parameter('output');
    // n8n has no value for a field that it does not show.
    const fields = output === 'selectedFields' ? parameter('fields') : undefined;
    const form = readForm(parameter('itemsPer'), output, fields);
    const options = readOptions(parameter('options'));
    if (option instanceof OperationFailure) return { ...about(name.sent), problem: option };
    if (form instanceof OperationFailure) return { ...about(name.sent), problem: form };
    return {
      companyName: name.sent,
      mixesScripts: mixesScripts(name.sent) || isTurnedAround(given),
      option,
      ownReferenceId: referenceId,
      requesterId,
      form,
      options,
      ...about(name.sent),
    };
  };
}

/** The function, which gives its last result again for the very same arguments. */
function rememberLast<Values extends unknown[], Result>(
  read: (...values: Values) => Result,
): (...values: Values) => Result {
  let last: { values: Values; result: Result } | undefined;
  return (...values) => {
    if (!last?.values.every((value, index) => value === values[index]))
      last = { values, result: read(...values) };
    return last.result;
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

function readScreeningOption(value: unknown): OperationFailure | ScreeningOption {
  return screeningOptionSchema.safeParse(value).data ?? notOneOf('Screening Option', 'Both, Aml and Pep');
}

function readItemForm(itemsPer: unknown, output: unknown, fields: unknown): ItemForm | OperationFailure {
  const form = formSchema.safeParse({ itemsPer, output, fields });
  if (form.success) return form.data;
  return form.error.issues[0]?.path[0] === 'itemsPer'
    ? notOneOf('Return', 'hit and company')
    : notOneOf('Output', 'simplified, raw and selectedFields');
}

function outputOf(form: Output['form'], fields: string[]): Output {
  return form === 'selectedFields' ? { form, fields } : { form };
}

function notOneOf(parameter: string, values: string): OperationFailure {
  return invalidItem(`${parameter} is not one of ${values}.`, `Correct the expression in ${parameter}.`);
}
