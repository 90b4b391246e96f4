// What a test is to be, as its parameters say, before anything is sent.
import { readCompanyName } from '../../names/companyName';
import { InvalidItem } from '../../names/invalidItem';
import { plainText } from '../../names/plainText';
import { screeningOptionSchema, type ScreeningOption } from '../../service/contract';
import { OperationFailure } from '../../service/failure';
import type { ReadParameter } from '../shared/operation';
import { readCollection, readOptions, readOutputField } from '../shared/options';
import type { Subject } from '../shared/requestTask';
import { askedTexts, type AskedText } from './askedTexts';
import { testOptions } from './testScreeningFields';
import { readAlterations, readKnownName, type KnownName } from './knownNames';

export interface TestPlan {
  /** One for each input item: what is tested, or why it cannot be. */
  items: ReadonlyArray<{ subject: Subject; error?: unknown }>;
  /** Of the items that can be tested. */
  known: readonly KnownName[];
  option: ScreeningOption;
  madeUpName: string;
  /** Where it is kept; null if it is not. */
  register: string | null;
  /** The binary field of the document. */
  fileField: string;
  /** What is sent: the made-up name first, then each text once. Nothing if no item can be tested. */
  texts: readonly AskedText[];
}

/** @throws OperationFailure or InvalidItem if nothing may be sent at all */
export function readPlan(first: ReadParameter, all: readonly ReadParameter[]): TestPlan {
  const options = readOptions(testOptions, first('options'));
  const alterations = readAlterations(readCollection(first('additionalFields'))['spellings']);
  const option = readOption(first('screeningOption'));
  const madeUpName = readCompanyName(options.madeUpName, 'Made-Up Name');
  const items = all.map((parameter) => listedName(parameter, () => readKnownName(parameter, alterations)));
  const known = items.flatMap((item) => item.known ?? []);
  const spelled = known.flatMap(({ spellings }) => spellings.map(({ text }) => text));
  if (spelled.some((text) => text.toLowerCase() === madeUpName.toLowerCase())) throw isKnown(madeUpName);
  const texts = askedTexts(known.length === 0 ? [] : [madeUpName, ...spelled], {
    option,
    requesterId: plainText(options.requesterId),
  });
  const { maxScreenings } = options;
  if (maxScreenings > 0 && texts.length > maxScreenings) throw tooMany(texts.length, maxScreenings);
  return {
    items,
    known,
    option,
    madeUpName,
    register: first('keepTest') === false ? null : plainText(first('register')),
    fileField: readOutputField(first('binaryPropertyName') ?? 'test', 'test'),
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

function readOption(value: unknown): ScreeningOption {
  const option = screeningOptionSchema.safeParse(value ?? 'Both');
  if (option.success) return option.data;
  throw new InvalidItem(
    'Screening Option is not one of Both, Aml and Pep.',
    'Choose one of them in this node, or correct the expression in Screening Option.',
  );
}

function isKnown(madeUpName: string): InvalidItem {
  return new InvalidItem(
    `The Made-Up Name "${madeUpName}" is one of the known names, or a spelling of one.`,
    'Enter a name in the options of this node that exists nowhere.',
  );
}

function tooMany(count: number, maxScreenings: number): OperationFailure {
  return new OperationFailure({
    state: 'unsendable',
    message: `The test would be ${count} screenings, and Max Screenings per Test is ${maxScreenings}.`,
    advice:
      'Each known name and each spelling of it is one, and so is the made-up name. Take fewer names or spellings, or raise Max Screenings per Test in the options of this node.',
    endsRun: true,
  });
}
