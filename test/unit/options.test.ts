// The options: one definition of each gives its field in the editor, its default and its schema.
import type { INodeProperties } from 'n8n-workflow';

import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { OPERATIONS, operationFields } from '../../nodes/CompanyScreening/operations';
import {
  registrationNumberOptions,
  waitingOptions,
} from '../../nodes/CompanyScreening/operations/annualReturns/annualReturnsFields';
import {
  readCollection,
  readItemOptions,
  readRunOptions,
  runOptions,
  runOutput,
  type OptionSet,
} from '../../nodes/CompanyScreening/operations/shared/options';
import { screeningRunOptions } from '../../nodes/CompanyScreening/operations/screening/screenCompanyFields';
import {
  screeningItemOutput,
  screeningPresentation,
} from '../../nodes/CompanyScreening/operations/screening/screeningOutput';
import { failureOf } from './builders';

const SETS: readonly OptionSet[] = [
  runOptions,
  runOutput,
  ...OPERATIONS.flatMap(({ options, output }) => [...options, ...output]),
];
const isField = (option: object): option is INodeProperties => 'type' in option;
const fieldsIn = (collection: INodeProperties | undefined): INodeProperties[] =>
  (collection?.options ?? []).filter(isField);
const COLLECTIONS = new Set(['options', 'output']);
const optionFields = operationFields.filter(({ name }) => COLLECTIONS.has(name)).flatMap(fieldsIn);

/** The set that an option is of. */
function setOf(name: string): OptionSet {
  const set = SETS.find(({ shape }) => Object.hasOwn(shape, name));
  if (!set) throw new Error(`No set has the option ${name}.`);
  return set;
}

const OUTPUT_OF_ITEM = {
  content: 'simplified',
  evidence: false,
  fields: [],
  itemsPer: 'hit',
  noHits: 'returnItem',
};

describe('the defaults', () => {
  test.each([[undefined], [null], [{}]])('hold if the collection is %j', (collection) => {
    expect(readRunOptions(runOptions, collection)).toEqual({
      concurrency: 5,
      maxRetries: 3,
      requestsPerSecond: 0,
      retryUncertain: false,
      timeout: 30_000,
    });
    expect(readRunOptions(screeningRunOptions, collection)).toEqual({
      alsoScreenLatinReading: false,
      controlName: '',
      dryRun: false,
      maxCompanies: 0,
      screenDuplicatesOnce: false,
    });
    expect(readRunOptions(runOutput, collection)).toEqual({
      includeInputFields: false,
      readIn: 'asReceived',
    });
    expect(readRunOptions(screeningPresentation, collection)).toEqual({
      alertMessages: false,
      keysTogether: false,
      outputs: 'single',
      sameColumns: false,
      summaryItem: false,
    });
    expect(readItemOptions(screeningItemOutput, collection)).toEqual(OUTPUT_OF_ITEM);
    expect(readItemOptions(registrationNumberOptions, collection)).toEqual({ restoreLeadingZeros: false });
    expect(readItemOptions(waitingOptions, collection)).toEqual({
      maxFileMb: 64,
      maxWaitSeconds: 300,
      pollIntervalSeconds: 10,
      waitForCompletion: false,
    });
  });

  test('are those that the editor shows, but that a switch is on once it is added, unless it may pay twice', () => {
    for (const { name, type, default: shown } of optionFields) {
      const isSwitchedOn = type === 'boolean' && !['payAgainOnRetry', 'retryUncertain'].includes(name);
      const value = readRunOptions(setOf(name), {})[name];
      expect({ name, value, shown }).toEqual({ name, value, shown: isSwitchedOn ? !value : value });
    }
  });
});

describe('an invalid value', () => {
  test('ends the run if it is an option of the run, and only fails the item if it is an option of the item', () => {
    expect(failureOf(() => readRunOptions(runOptions, { timeout: 0 }))).toMatchObject({
      state: 'unsendable',
      failsEveryItem: true,
    });
    expect(() => readItemOptions(screeningItemOutput, { noHits: '' })).toThrow(InvalidItem);
  });

  test('is reported with the bounds', () => {
    expect(failureOf(() => readRunOptions(runOptions, { concurrency: 99 })).description).toContain(
      'a number from 1 to 50.',
    );
  });
});

describe.each(OPERATIONS.map(({ choice }) => choice.value))('the collections of %s', (operation) => {
  const collections = operationFields.filter(
    ({ name, displayOptions }) => COLLECTIONS.has(name) && displayOptions.show.operation.includes(operation),
  );
  const fields = collections.flatMap(fieldsIn);

  test('have every option of the operation once, by shown name in order', () => {
    const ofRun = { joint: [], local: [], request: [runOptions], test: [runOptions] } as const;
    const ofOutput = { joint: [], local: [], request: [runOutput], test: [runOutput] } as const;
    const names = OPERATIONS.filter(({ choice }) => choice.value === operation).flatMap(
      ({ kind, options, output }) =>
        [...options, ...output, ...ofRun[kind], ...ofOutput[kind]].flatMap(({ shape }) => Object.keys(shape)),
    );
    expect(fields.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const collection of collections) {
      const shown = fieldsIn(collection).map(({ displayName }) => displayName);
      expect(shown).toEqual([...shown].sort((one, other) => one.localeCompare(other)));
    }
  });

  test('say what a switch does: "Whether …"', () => {
    for (const { description } of fields.filter(({ type }) => type === 'boolean')) {
      expect(description).toMatch(/^Whether /);
    }
  });

  // As n8n's lint rules ask for; they cannot see descriptions that are not written out as a field.
  test('end a description of several sentences with a full stop, and one of a single sentence without', () => {
    for (const { description = '' } of fields) {
      const isSingle = description.split('. ').length === 1;
      expect({ description, ends: description.endsWith('.') }).toEqual({ description, ends: !isSingle });
    }
  });

  test('bound every number from both sides, in the editor as in what is read', () => {
    const numbers = fields.filter(({ type }) => type === 'number');
    const sends = OPERATIONS.some(
      ({ kind, choice }) => (kind === 'request' || kind === 'test') && choice.value === operation,
    );
    expect(numbers.length > 0).toBe(
      sends || operation === 'readCompanyList' || operation === 'getFromRegister',
    );
    for (const { name, typeOptions } of numbers) {
      const set = setOf(name);
      const minValue = typeOptions?.minValue ?? Number.NaN;
      const maxValue = typeOptions?.maxValue ?? Number.NaN;
      expect(readRunOptions(set, { [name]: minValue })[name]).toBe(minValue);
      expect(readRunOptions(set, { [name]: maxValue })[name]).toBe(maxValue);
      expect(failureOf(() => readRunOptions(set, { [name]: minValue - 1 })).message).toContain(
        'has an invalid value',
      );
      expect(failureOf(() => readRunOptions(set, { [name]: maxValue + 1 })).message).toContain(
        'has an invalid value',
      );
    }
  });
});

test('a collection is read by the names of its fields; what is none has no fields', () => {
  expect(readCollection({ timeout: 1 })).toEqual({ timeout: 1 });
  expect(['text', null, undefined].map(readCollection)).toEqual([{}, {}, {}]);
});
