// Item → requests, and replies → items: the task for one company, under each of its names.
import * as z from 'zod/v4';

import { screeningEndpoint } from '../../service/endpoints';
import type { ServiceReply } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';
import type { NamedReply, StoredVerdict, RequestSpec, Task, TaskResult } from '../shared/requestTask';
import { screeningResult } from './screeningResult';
import { storedData } from './compared';
import {
  referenceIdFor,
  screenedNames,
  type ItemWithKey,
  type NameToScreen,
  type ScreeningItem,
} from './readItem';
import type { ScreeningReader, CompanyToScreen, NamedScreening } from './screening';

export interface SharedByRun {
  reader: ScreeningReader;
  screenDuplicatesOnce: boolean;
  onlyThisRun: boolean;
  /** Id of the report that lists what comes out; null if there is none. */
  reportId: string | null;
  /** True if the control failed. A later reply may show it, so this is asked again when the run is over. */
  controlFailed: () => boolean;
  /** The first of the items that are screened once, by their key. */
  firsts: Map<string, ScreeningItem>;
}

export function screeningTask(item: ScreeningItem, shared: SharedByRun): Task {
  const duplicateKey = duplicateKeyOf(item, shared);
  // A duplicate reads the very replies that the first one got: with its reference id, and in the order of its names.
  const sent = duplicateKey === null ? item : firstOf(duplicateKey, item, shared);
  const { referenceId } = sent.subject;
  const { requesterId } = item;
  const { controlFailed } = shared;
  const subject = { ...item.subject, referenceId };
  const [first, ...others] = sent.names;
  const firstName = { ...first, referenceId };
  const otherNames = others.map((one) => ({ ...one, referenceId: referenceIdFor(referenceId, one.name) }));
  const names = [firstName, ...otherNames];

  const resultOf = (
    replies: readonly { reply: ServiceReply; to: SentName | undefined }[],
    environment: ServiceSettings['environment'],
  ) => {
    const screened = replies.flatMap(({ reply, to }) =>
      to ? [readNamed(reply, to, item, shared.reader)] : [],
    );
    return {
      ...screeningResult(item, screened, { environment, referenceId, requesterId, controlFailed }),
      staleness: screened.at(-1)?.screening.staleness ?? null,
    };
  };
  const askFor = (name: SentName, ofName: ScreeningItem['subject']): RequestSpec => ({
    subject: ofName,
    toRequest: (settings) =>
      screeningEndpoint(settings, {
        companyName: name.name,
        option: item.option,
        referenceId: name.referenceId,
        requesterId,
      }),
    read: (reply, { environment }) => resultOf([{ reply, to: name }], environment),
  });

  return {
    ...askFor(firstName, subject),
    others: otherNames.map((one) => askFor(one, { name: one.name, referenceId: one.referenceId })),
    duplicateKey,
    evidence: item.options.evidence,
    readAll: (replies, environment) =>
      resultOf(
        replies.map((reply, index) => ({ reply, to: names[index] })),
        environment,
      ),
    ...(hasCompanyKey(item) ? { registerTask: registerTask(item, shared) } : {}),
  };
}

type SentName = NameToScreen & { referenceId: string };

function readNamed(
  reply: ServiceReply,
  { name, watchlistMayMissName, referenceId }: SentName,
  { option, requesterId, companyKey }: Pick<ScreeningItem, 'companyKey' | 'option' | 'requesterId'>,
  reader: ScreeningReader,
): NamedScreening {
  const question = { companyName: name, watchlistMayMissName, option, referenceId, requesterId };
  const keyed = companyKey === undefined ? question : { ...question, companyKey };
  return { name, referenceId, requesterId, screening: reader.read(reply, keyed) };
}

/** Equal for items that are screened once; null for one that is screened by itself. */
export function duplicateKeyOf(
  item: ScreeningItem,
  { screenDuplicatesOnce }: Pick<SharedByRun, 'screenDuplicatesOnce'>,
): string | null {
  const { option, requesterId, ownReferenceId, form, options } = item;
  // The register knows by itself which companies are the same.
  if (!screenDuplicatesOnce || ownReferenceId !== '' || hasCompanyKey(item)) return null;
  // Names in any order are one company, as they are in the register.
  const names = item.names.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return JSON.stringify([names, option, requesterId, form, options]);
}

function firstOf(duplicateKey: string, item: ScreeningItem, { firsts }: SharedByRun): ScreeningItem {
  const first = firsts.get(duplicateKey) ?? item;
  firsts.set(duplicateKey, first);
  return first;
}

function registerTask(item: ItemWithKey, shared: SharedByRun): NonNullable<Task['registerTask']> {
  const { companyKey, option, requesterId } = item;
  return {
    company: { key: companyKey, names: screenedNames(item), option },
    question: { requesterId },
    ...(item.customerFacts ? { ownData: storedData(item.customerFacts) } : {}),
    resultFromStored: (storedVerdict, environment) =>
      resultFromStored(item, storedVerdict, environment, shared),
  };
}

type RecalledItem = CompanyToScreen & Pick<ItemWithKey, 'companyKey'>;

/**
 * The result of a company as the register holds it, with the question that was really asked.
 *
 * @throws OperationFailure if the service reported that the screening failed
 */
export function resultFromStored(
  item: RecalledItem,
  storedVerdict: StoredVerdict,
  environment: ServiceSettings['environment'],
  { reader, controlFailed, onlyThisRun, reportId }: Omit<SharedByRun, 'firsts' | 'screenDuplicatesOnce'>,
): TaskResult {
  const screened = storedVerdict.replies.map((one) => readStored(item, one, reader));
  return screeningResult(item, screened, {
    environment,
    referenceId: storedVerdict.referenceId,
    requesterId: '',
    // The control of this run counts for what it sent; that of an earlier run is in what was stored.
    controlFailed: () => !storedVerdict.remembered && controlFailed(),
    registerPart: { storedVerdict, companyKey: item.companyKey, onlyThisRun, reportId },
  });
}

/** A reply as it is read today, with the question that was really asked. */
function readStored(
  item: RecalledItem,
  { reply, name, nameIndex, question, ...first }: NamedReply,
  reader: ScreeningReader,
): NamedScreening {
  const { requesterId } = questionSchema.parse(question);
  const referenceId = nameIndex === 0 ? first.referenceId : referenceIdFor(first.referenceId, name);
  const asked = item.names.find((one) => one.name === name);
  const { watchlistMayMissName } = asked ?? { watchlistMayMissName: true };
  return readNamed(reply, { name, watchlistMayMissName, referenceId }, { ...item, requesterId }, reader);
}

const questionSchema = z.object({ requesterId: z.string() });

function hasCompanyKey(item: ScreeningItem): item is ItemWithKey {
  return item.companyKey !== undefined;
}
