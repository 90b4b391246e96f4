// "Screen Company": one company, every hit as an item of its own.
import { randomUUID } from 'node:crypto';

import { isExpression } from 'n8n-workflow';
import * as z from 'zod/v4';

import { cleanText } from '../../names/companyName';
import { InvalidItem } from '../../names/invalidItem';
import { KEYS_ALWAYS_SELECTED, keysOfItem, OUR_KEYS } from '../../names/itemKeys';
import { compact, quantity } from '../../names/plainText';
import { failedRun, type OperationFailure } from '../../service/failure';
import { usesRegister } from '../shared/keepInRegister';
import {
  controlFailed,
  type ReadParameter,
  type RequestOperation,
  type RequestRun,
} from '../shared/operation';
import { payAgainOptions, readCollection, readRunOptions } from '../shared/options';
import { IdOwners } from '../shared/requestTask';
import { alertMessages } from './alert';
import { readControl } from './control';
import { itemReader, screenedNames } from './readItem';
import { resultPage } from './resultPage';
import { readRegisterSettings } from './registerSettings';
import { screenCompanyFields, screeningRunOptions } from './screenCompanyFields';
import { ScreeningReader } from './screening';
import {
  screeningItemOutput,
  screeningOutputs,
  screeningPresentation,
  screeningSummary,
} from './screeningOutput';
import { duplicateKeyOf, screeningTask, type SharedByRun } from './task';

export const screenCompany: RequestOperation = {
  kind: 'request',
  resource: 'company',
  choice: {
    name: 'Screen Company',
    value: 'screenCompany',
    action: 'Screen company for AML and PEP hits',
    description: 'Screen a company against AML and PEP watchlists; every hit is an item of its own',
  },
  fields: screenCompanyFields,
  options: [screeningRunOptions, payAgainOptions],
  output: [screeningPresentation, screeningItemOutput],
  subjectKey: 'companyName',
  // The same for all options, except for the key that a plain run hands on from its list.
  itemKeys: (parameters) => [...OUR_KEYS].filter((key) => key !== 'companyKey' || usesRegister(parameters)),
  ofItem: (parameters) => [
    ['companyName'],
    ...(usesRegister(parameters) ? ([['companyKey']] as const) : []),
    ['additionalFields', 'otherNames'],
  ],
  neverSilent: (parameters) => [
    'companyName',
    ...(usesRegister(parameters) ? ['companyKey'] : []),
    'additionalFields',
    'output',
    'options',
  ],
  // A list without countries is compared without them.
  mayBeSilent: ['compareWith'],
  duplicatesOption: 'Screen Duplicates Once',
  receiptKey: 'screeningId',
  nouns: { one: 'company', several: 'companies', done: 'screened' },
  splitOutputs: screeningOutputs,
  nestsInput: ({ output }) => readCollection(output)['content'] === 'raw',
  presentation: {
    columns({ output, additionalFields, options, ...others }) {
      const { content = 'simplified', fields, itemsPer } = readCollection(output);
      const keys = keysOfItem(itemsPer === 'company' ? 'company' : 'hit', {
        names: hasSeveralNames(additionalFields, options),
        matches: isAdded(additionalFields, 'compareWith'),
        register: usesRegister(others),
      });
      if (content === 'simplified') return { keys };
      const chosen = fieldsSchema.safeParse(fields);
      if (content !== 'selectedFields' || !chosen.success) return undefined;
      return { keys, chosen: new Set([...KEYS_ALWAYS_SELECTED, ...chosen.data]) };
    },
    alertMessages,
    resultPage,
  },
  summarise: screeningSummary,

  begin(first, all, saved = {}) {
    const { dryRun, maxCompanies, screenDuplicatesOnce, alsoScreenLatinReading } = readRunOptions(
      screeningRunOptions,
      first('options'),
    );
    const { summaryItem } = readRunOptions(screeningPresentation, first('output'));
    const registerSettings = readRegisterSettings(first);
    const showsNames = hasSeveralNames(first('additionalFields'), first('options'));
    const readItem = itemReader({
      registerRun: registerSettings?.runId,
      isCompared: isAdded(first('additionalFields'), 'compareWith'),
      showsNames,
      alsoLatin: alsoScreenLatinReading,
    });
    const refusalOf = limitOf(maxCompanies, { showsNames, isInRegister: registerSettings !== undefined });
    // The register knows better how many are to be sent.
    const refusal =
      registerSettings || maxCompanies === 0
        ? null
        : refusalOf(countOf(all, readItem, { showsNames, screenDuplicatesOnce }));
    if (refusal && !dryRun) throw refusal;
    const readers = registerSettings?.readers ?? [];
    const report = readers.length > 0 ? { id: randomUUID(), readers, makesMessage: summaryItem } : undefined;
    const shared = {
      reader: new ScreeningReader(),
      screenDuplicatesOnce,
      onlyThisRun: registerSettings?.onlyThisRun ?? false,
      reportId: report?.id ?? null,
      firsts: new Map(),
    };
    const control = readControl(first, (item) =>
      screeningTask(item, { ...shared, screenDuplicatesOnce: false, controlFailed: () => false }),
    );
    return {
      ...(dryRun ? { dryRun: { refusal } } : {}),
      ...(control ? { control } : {}),
      ...(registerSettings
        ? {
            registerSettings: {
              ...registerSettings,
              refusalOf,
              ...(report ? { report } : {}),
              notes: () => (isExpression(saved['companyKey']) ? keylessNotes(all) : []),
            },
          }
        : {}),
      prepare: itemPreparer(readItem, { ...shared, controlFailed: () => controlFailed(control) }),
    };
  },
};

/** Counts rows without a number, which are known by their names. */
function keylessNotes(all: readonly ReadParameter[]): string[] {
  const count = all.filter((parameter) => cleanText(parameter('companyKey')) === '').length;
  return compact(
    count > 0 && `${quantity(count, 'row has', 'rows have')} no Company Key: the name is the key.`,
  );
}

/** Gives the failure for more companies than the user allows; null for fewer. */
function limitOf(
  maxCompanies: number,
  { showsNames, isInRegister }: { showsNames: boolean; isInRegister: boolean },
): (count: number) => OperationFailure | null {
  return (count) => {
    if (maxCompanies === 0 || count <= maxCompanies) return null;
    const which = `${showsNames ? 'screenings' : 'companies'}${isInRegister ? ' that would be sent' : ''}`;
    const each = showsNames ? ' (each name is one)' : '';
    return tooManyCompanies(`${count} ${which}${each}`, maxCompanies);
  };
}

/** Prepares the items of one run: a Reference ID of the user's belongs to one company. */
function itemPreparer(readItem: ReturnType<typeof itemReader>, shared: SharedByRun): RequestRun['prepare'] {
  const referenceIds = new IdOwners();
  return (parameter) => {
    const { subject, read } = readItem(parameter);
    return {
      subject,
      toTask() {
        const item = read();
        const { names, ownReferenceId } = item;
        if (ownReferenceId !== '' && !referenceIds.add(ownReferenceId, names[0].name)) {
          throw referenceIdTaken(ownReferenceId);
        }
        return screeningTask(item, shared);
      },
    };
  };
}

/** The options as the node is saved with them: not an expression. */
const fieldsSchema = z.array(z.string());

/** Additional Fields that give the items more columns. A run has them for all its items, or for none. */
type FieldWithColumns = 'compareWith' | 'otherNames';

/** True if the field was added, in the node as it is saved or as n8n gives it. */
const isAdded = (additionalFields: unknown, field: FieldWithColumns): boolean =>
  field in readCollection(additionalFields);

/** True if companies may be screened under several names. */
function hasSeveralNames(additionalFields: unknown, options: unknown): boolean {
  return (
    isAdded(additionalFields, 'otherNames') || readCollection(options)['alsoScreenLatinReading'] === true
  );
}

function referenceIdTaken(referenceId: string): InvalidItem {
  return new InvalidItem(
    `The Reference ID "${referenceId}" is already used for another company in this run.`,
    'Give every company its own Reference ID, or leave it empty: one is then created for each item.',
  );
}

/** The most screenings that a list asks for. An item that cannot be screened counts as one, like any other item. */
function countOf(
  all: readonly ReadParameter[],
  readItem: ReturnType<typeof itemReader>,
  { showsNames, screenDuplicatesOnce }: { showsNames: boolean; screenDuplicatesOnce: boolean },
): number {
  if (!showsNames && !screenDuplicatesOnce) return all.length;
  const counts = new Map<number | string, number>();
  for (const [index, parameter] of all.entries()) {
    try {
      const item = readItem(parameter).read();
      counts.set(duplicateKeyOf(item, { screenDuplicatesOnce }) ?? index, screenedNames(item).length);
    } catch {
      counts.set(index, 1);
    }
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function tooManyCompanies(howMany: string, maxCompanies: number): OperationFailure {
  return failedRun({
    message: `The list has ${howMany}, and Max Companies per Run is ${maxCompanies}.`,
    advice: 'Check the list. To screen all of them, raise Max Companies per Run in the options of this node.',
    forColleagues: `The list has ${howMany}, and ${maxCompanies} at most are screened at once. Split it, or ask whoever set this up.`,
  });
}
