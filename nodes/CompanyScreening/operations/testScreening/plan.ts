// operations/testScreening/: Test Screening, which proves whether the service finds names that are known to be listed. Nothing in it makes a
// verdict on a company, and no company of the register is read or written.
//
// The plan of a test before anything is sent: its known names and their spellings, and the texts to ask for.
import { randomUUID } from 'node:crypto';

import * as z from 'zod/v4';

import { ALTERATIONS, alteredName, type Alteration } from '../../names/alterations';
import { cleanText, readCompanyName } from '../../names/companyName';
import { InvalidItem } from '../../names/invalidItem';
import { readOtherNames } from '../../names/otherNames';
import { plainText, sentences } from '../../names/plainText';
import type { ScreeningOption } from '../../service/contract';
import { screeningEndpoint } from '../../service/endpoints';
import { failedRun, OperationFailure } from '../../service/failure';
import { isTextOrNothing, noText, readScreeningOption } from '../screening/readItem';
import { ScreeningReader, type Screening } from '../screening/screening';
import type { ReadParameter, TestSending } from '../shared/operation';
import { readCollection, readRunOptions } from '../shared/options';
import type { RequestSpec, Subject } from '../shared/requestTask';
import { testOptions } from './testScreeningFields';

export type TestPlan = ReturnType<typeof readPlan>;

/** @throws OperationFailure or InvalidItem if nothing may be sent at all */
export function readPlan(first: ReadParameter, all: readonly ReadParameter[]) {
  const options = readRunOptions(testOptions, first('options'));
  const alterations = readAlterations(readCollection(first('additionalFields'))['spellings']);
  const option = readScreeningOption(first('screeningOption') ?? 'Both');
  const madeUpName = readCompanyName(options.madeUpName, 'Made-Up Name');
  const items = all.map((parameter) => listedName(parameter, () => readKnownName(parameter, alterations)));
  const known = items.flatMap((item) => item.known ?? []);
  const spelled = known.flatMap(({ spellings }) => spellings.map(({ text }) => text));
  if (spelled.some((text) => text.toLowerCase() === madeUpName.toLowerCase())) throw isKnown(madeUpName);
  const how = { option, requesterId: plainText(options.requesterId) };
  const reader = new ScreeningReader();
  const texts = [...new Set(known.length === 0 ? [] : [madeUpName, ...spelled])].map((text) =>
    askedText(text, how, reader),
  );
  const { maxScreenings } = options;
  if (maxScreenings > 0 && texts.length > maxScreenings) throw tooMany(texts.length, maxScreenings);
  return {
    items,
    /** Names of the items that can be tested. */
    known,
    option,
    madeUpName,
    /** The register that keeps it; null if it is not kept. */
    register: first('keepTest') === false ? null : plainText(first('register')),
    /** The texts to send: the made-up name first, then each text once. None if no item can be tested. */
    texts,
  };
}

interface ListedName {
  subject: Subject;
  known?: KnownName;
  error?: unknown;
}

function listedName(parameter: ReadParameter, read: () => KnownName): ListedName {
  let subject: Subject = { name: '', referenceId: null };
  try {
    subject = { ...subject, name: plainText(parameter('knownName')) };
    return { subject, known: read() };
  } catch (error) {
    return { subject, error };
  }
}

function isKnown(madeUpName: string): InvalidItem {
  return new InvalidItem(
    `The Made-Up Name "${madeUpName}" is one of the known names, or a spelling of one.`,
    'Enter a name in the options of this node that exists nowhere.',
  );
}

function tooMany(count: number, maxScreenings: number): OperationFailure {
  return failedRun({
    message: `The test would be ${count} screenings, and Max Screenings per Test is ${maxScreenings}.`,
    advice:
      'Each known name and each spelling of it is one, and so is the made-up name. Take fewer names or spellings, or raise Max Screenings per Test in the options of this node.',
  });
}

export type Spelling = Alteration | 'asItIs' | 'otherSpelling';

export interface KnownName {
  name: string;
  /** The list that it is on, in the user's words; empty if not given. */
  list: string;
  /** The id of the hit that must be found; empty if any will do. */
  expectedId: string;
  spellings: readonly SpelledName[];
}

export interface SpelledName {
  spelling: Spelling;
  text: string;
}

/**
 * The known name of one item. An alteration that changes nothing is left out, since it would be paid for twice.
 *
 * @throws InvalidItem for what cannot be screened
 */
export function readKnownName(parameter: ReadParameter, alterations: readonly Alteration[]): KnownName {
  const name = readCompanyName(parameter('knownName'), 'Known Name');
  const more = readCollection(parameter('additionalFields'));
  const others = readOtherNames(more['otherSpellings'], name, 'Other Spellings');
  const altered = alterations.flatMap((spelling) => {
    const text = alteredName(name, spelling);
    return text === undefined ? [] : [{ spelling, text }];
  });
  return {
    name,
    list: textIn(more['list'], 'List'),
    expectedId: textIn(more['expectedId'], 'ID That Must Be Found'),
    spellings: [
      { spelling: 'asItIs', text: name },
      ...altered,
      ...others.map((one) => ({ spelling: 'otherSpelling', text: one.name }) as const),
    ],
  };
}

/** Keeps the order of the parameter's choices. @throws InvalidItem for a value that is none */
function readAlterations(value: unknown): Alteration[] {
  const chosen = z
    .array(z.enum(ALTERATIONS))
    .default([])
    .safeParse(value ?? undefined);
  if (chosen.success) return ALTERATIONS.filter((one) => chosen.data.includes(one));
  throw new InvalidItem(
    `Spellings is not a list of ${ALTERATIONS.join(', ')}.`,
    'Choose them in this node, or correct the expression in Spellings.',
  );
}

function textIn(value: unknown, field: string): string {
  if (isTextOrNothing(value)) return cleanText(value);
  throw noText(field);
}

/** A text as it was sent, and its screening once there is one. */
export type AskedText = ReturnType<typeof askedText>;

function askedText(
  text: string,
  how: { option: ScreeningOption; requesterId: string },
  reader: ScreeningReader,
) {
  const referenceId = randomUUID();
  const request = { companyName: text, referenceId, ...how };
  let screening: Screening | undefined;
  const requestSpec: RequestSpec = {
    subject: { name: text, referenceId },
    toRequest: (settings) => screeningEndpoint(settings, request),
    read(reply) {
      // Look-alike letters say something of the name, and nothing of whether the service finds it.
      screening = reader.read(reply, { ...request, watchlistMayMissName: false });
      return { kind: 'result', staleness: screening.staleness, interpret: noReceipt };
    },
  };
  return { text, referenceId, requestSpec, screening: () => screening };
}

/** Tests have no receipt for each item: the paid screenings are counted, and the items have their ids. */
function noReceipt(): never {
  throw new Error('The answers of a test are judged together.');
}

/** The reason why there is no answer, in words, and the service's id of the request if it is known. */
export function failureWords(sending: TestSending | undefined): {
  explanation: string;
  screeningId: string | null;
} {
  const error = sending?.is === 'answered' ? undefined : sending?.error;
  const details = error instanceof OperationFailure ? error.details : undefined;
  const { message, advice } = details ?? { message: error instanceof Error ? error.message : '' };
  const screeningId = details && 'receiptId' in details ? details.receiptId : null;
  const notSent = sending?.is === 'notSent' && 'It was not sent.';
  return { explanation: sentences(notSent, message, advice), screeningId };
}
