// The parameters of one item, checked: the company, and the names under which it is asked for.
import { randomUUID } from 'node:crypto';

import * as z from 'zod/v4';

import { cleanText, readCompanyName } from '../../names/companyName';
import { InvalidItem, refuseUnevaluated } from '../../names/invalidItem';
import { watchlistMayMissName, missingReadings } from '../../names/lookAlikes';
import { readOtherNames, type GivenName } from '../../names/otherNames';
import { plainText } from '../../names/plainText';
import { referenceIdIn, uuidOf } from '../../register/rows/identity';
import { screeningOptionSchema, type ScreeningOption } from '../../service/contract';
import type { ReadParameter } from '../shared/operation';
import { readItemOptions } from '../shared/options';
import type { Subject } from '../shared/requestTask';
import { readCustomerFacts, type CustomerFacts } from './compared';
import type { ItemForm } from './items';
import { screeningItemOutput } from './screeningOutput';

export interface ScreeningItem {
  subject: ScreeningSubject;
  names: NamesToScreen;
  option: ScreeningOption;
  /** The id as the user gave it; empty if the node creates one. */
  ownReferenceId: string;
  requesterId: string;
  form: ItemForm;
  options: Pick<ItemOutput, 'evidence' | 'noHits'>;
  /** True if the run screens companies under several names. */
  showsNames: boolean;
  /** The user's data, in a run that compares hits with them. */
  customerFacts?: CustomerFacts;
  /** The key by which, with its name, the register knows it, where answers are kept. */
  companyKey?: string;
}

/** An item whose answer is kept. */
export type ItemWithKey = ScreeningItem & { companyKey: string };

type ScreeningSubject = Subject & { referenceId: string };

/** An item whose subject is known: the company as given. The rest is still to be read. */
interface NamedItem {
  subject: ScreeningSubject;
  /** Throws an InvalidItem, or what n8n throws for an expression that fails. */
  read: () => ScreeningItem;
}

/**
 * Returns a reader of the run's items, which throws what n8n throws for an expression that fails. Parameters without an expression are the same
 * for every item, and are checked once.
 *
 * @param registerRun the uuid of a run whose answers are kept; undefined if they are not
 * @param isCompared whether its hits are compared with what the user knows
 * @param showsNames whether companies are screened under several names
 * @param alsoLatin whether they are screened under their Latin reading as well
 */
export function itemReader({
  registerRun,
  isCompared,
  showsNames,
  alsoLatin,
}: Record<'alsoLatin' | 'isCompared' | 'showsNames', boolean> & { registerRun: string | undefined }): (
  parameter: ReadParameter,
) => NamedItem {
  const isInRegister = registerRun !== undefined;
  const readFacts = rememberLast(readCustomerFacts);
  const readAdditionalFields = rememberLast((collection: unknown) =>
    additionalFieldsSchema.parse(collection),
  );
  const readOption = rememberLast(readScreeningOption);
  const readOutput = rememberLast((collection: unknown) => outputOf(collection));

  return (parameter) => {
    const given = parameter('companyName');
    const additionalFields = parameter('additionalFields');
    const additional = readAdditionalFields(additionalFields);
    const ownReferenceId = plainText(additional.referenceId);
    const requesterId = plainText(additional.requesterId);
    const ownOrNewId = ownReferenceId || randomUUID();
    const givenKey = isInRegister ? parameter('companyKey') : undefined;
    const keyed = (name: string) => (isInRegister ? { companyKey: cleanText(givenKey) || name } : {});
    return {
      subject: { name: plainText(given), referenceId: ownOrNewId, ...keyed(cleanText(given)) },
      read() {
        const companyName = readCompanyName(given);
        const others = showsNames ? additional.otherNames : undefined;
        const names = readAskedNames({ given, name: companyName }, others, alsoLatin);
        if (!isTextOrNothing(givenKey)) throw noText('Company Key', 'the name is then the key');
        refuseUnevaluated(plainText(givenKey), 'Company Key');
        if (!isTextOrNothing(additional.referenceId)) throw noText('Reference ID', 'one is then created');
        if (!isTextOrNothing(additional.requesterId)) throw noText('Requester ID', 'none is then sent');
        refuseLongText('Company Key', givenKey);
        refuseLongText('Reference ID', ownReferenceId);
        refuseLongText('Requester ID', requesterId);
        const option = readOption(parameter('screeningOption'));
        const key = keyed(companyName);
        const referenceId =
          registerRun !== undefined && key.companyKey !== undefined && ownReferenceId === ''
            ? referenceIdIn(registerRun, { key: key.companyKey, names: screenedNames({ names }), option })
            : ownOrNewId;
        return {
          subject: { name: companyName, referenceId, screened: { name: companyName, option }, ...key },
          names,
          ...key,
          showsNames,
          option,
          ownReferenceId,
          requesterId,
          ...readOutput(parameter('output')),
          ...(isCompared ? { customerFacts: readFacts(additionalFields) } : {}),
        };
      },
    };
  };
}

/** Makes the function give its last result again for the very same arguments. */
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

const additionalFieldsSchema = z
  .object({
    otherNames: z.unknown().optional(),
    referenceId: z.unknown().optional(),
    requesterId: z.unknown().optional(),
  })
  .catch({});

export function readScreeningOption(value: unknown): ScreeningOption {
  const option = screeningOptionSchema.safeParse(value);
  if (option.success) return option.data;
  throw new InvalidItem(
    'Screening Option is not one of Both, Aml and Pep.',
    'Choose one of them in this node, or correct the expression in Screening Option.',
  );
}

type ItemOutput = z.infer<typeof screeningItemOutput>;

/** @throws InvalidItem */
function outputOf(collection: unknown): Pick<ScreeningItem, 'form' | 'options'> {
  const { itemsPer, content, fields, ...options } = readItemOptions(screeningItemOutput, collection);
  const output = content === 'selectedFields' ? { form: content, fields } : { form: content };
  return { form: { itemsPer, output }, options };
}

/** Characters of a key or an id: it is sent, stored and repeated in each item. */
const LONGEST_ID = 1_000;

function refuseLongText(parameter: string, value: unknown): void {
  if (plainText(value).length <= LONGEST_ID) return;
  throw new InvalidItem(
    `${parameter} has more than ${LONGEST_ID} characters.`,
    `Correct the list, or the column that ${parameter} is taken from: most often a whole file is in one cell.`,
    { advice: 'Correct the list: most often a whole file is in one cell.' },
  );
}

export const isTextOrNothing = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string' || typeof value === 'number';

export function noText(parameter: string, ifEmpty = ''): InvalidItem {
  return new InvalidItem(
    `${parameter} is neither text nor a number.`,
    `Correct the expression in ${parameter}, or leave it empty${ifEmpty && `: ${ifEmpty}`}.`,
  );
}

/** A name of a company; each is a screening of its own. */
export interface NameToScreen {
  name: string;
  /** A watchlist may not find the name, although a person can read it. */
  watchlistMayMissName: boolean;
}

/** All names of a company, the first one first. */
export type NamesToScreen = readonly [NameToScreen, ...NameToScreen[]];

export function screenedNames({
  names: [first, ...others],
}: {
  names: NamesToScreen;
}): [string, ...string[]] {
  return [first.name, ...others.map(({ name }) => name)];
}

/**
 * The names under which a company is screened, its first one first.
 *
 * @param others what the user gave as its other names
 * @param alsoLatin whether a name that can be read in Latin letters is screened as it is read, too
 * @throws InvalidItem for one that cannot be screened
 */
function readAskedNames(first: GivenName, others: unknown, alsoLatin: boolean): NamesToScreen {
  const otherNames = readOtherNames(others, first.name);
  const given = [first, ...otherNames].map(({ name }) => name);
  const readings = alsoLatin ? missingReadings(given) : [];
  const names = [...given, ...readings];
  const nameToScreen = (one: GivenName): NameToScreen => ({
    name: one.name,
    watchlistMayMissName: watchlistMayMissName(one.given, one.name, names),
  });
  const added = readings.map((name) => ({ given: name, name }));
  return [nameToScreen(first), ...[...otherNames, ...added].map(nameToScreen)];
}

/**
 * The reference id for one of the other names: a UUID that follows from that of the company and the name. So it is the same over all retries, and
 * after a crash.
 */
export function referenceIdFor(companyReferenceId: string, name: string): string {
  return uuidOf(['otherName', 1, companyReferenceId, name]);
}
