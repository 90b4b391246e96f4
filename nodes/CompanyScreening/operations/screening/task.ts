// Item → requests, and replies → items: what is to be done for one company, under each of its names.
import { screeningEndpoint } from '../../service/endpoints';
import type { ServiceReply } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';
import type { Answer } from '../shared/answer';
import type { Inquiry, Task } from '../shared/requestTask';
import { storedData } from './compared';
import type { Control } from './control';
import {
  namesToScreen,
  referenceIdFor,
  type ItemWithKey,
  type NameToScreen,
  type ScreeningItem,
} from './readItem';
import { recall } from './recall';
import type { ScreeningReader } from './screening';
import {
  foundIn,
  idOf,
  itemsOfCompany,
  screenedNames,
  receiptParts,
  type NamedScreening,
} from './screenings';
import { isHit, lastFinding, verdictOver } from './verdict';

/** What the screenings of a run share. */
export interface SharedByRun {
  reader: ScreeningReader;
  screenDuplicatesOnce: boolean;
  onlyThisRun: boolean;
  /** Under which what comes out is written down; null if it is not. */
  reportId: string | null;
  control?: Control | undefined;
  /** The first one of those that are screened once, by their key. */
  firsts: Map<string, ScreeningItem>;
}

export function screeningTask(item: ScreeningItem, shared: SharedByRun): Task {
  const duplicateKey = duplicateKeyOf(item, shared);
  // A duplicate reads the very replies that the first one got: with its reference id, and in the order of its names.
  const sent = duplicateKey === null ? item : firstOf(duplicateKey, item, shared);
  const { referenceId } = sent.subject;
  const subject = { ...item.subject, referenceId };
  const [first, ...others] = namesToScreen(sent);
  const firstName = { ...first, referenceId };
  const otherNames = others.map((one) => ({ ...one, referenceId: referenceIdFor(referenceId, one.name) }));
  const names = [firstName, ...otherNames];

  const answerTo = (
    replies: readonly { reply: ServiceReply; to: SentName | undefined }[],
    environment: ServiceSettings['environment'],
  ) => {
    const screened = replies.flatMap(({ reply, to }) =>
      to ? [readNamed(reply, to, item, shared.reader)] : [],
    );
    return answerOf(screened, item, { environment, referenceId }, shared);
  };
  const askFor = (name: SentName, ofName: ScreeningItem['subject']): Inquiry => ({
    subject: ofName,
    toRequest: (settings) =>
      screeningEndpoint(settings, {
        companyName: name.name,
        option: item.option,
        referenceId: name.referenceId,
        requesterId: item.requesterId,
      }),
    read: (reply, { environment }) => answerTo([{ reply, to: name }], environment),
  });

  return {
    ...askFor(firstName, subject),
    others: otherNames.map((one) => askFor(one, { name: one.name, referenceId: one.referenceId })),
    duplicateKey,
    evidence: item.options.evidence,
    readAll: (replies, environment) =>
      answerTo(
        replies.map((reply, index) => ({ reply, to: names[index] })),
        environment,
      ),
    ...(hasCompanyKey(item) ? { kept: registerTask(item, shared) } : {}),
  };
}

/** One of the names of a company, as it is sent. */
type SentName = NameToScreen & { referenceId: string };

function readNamed(
  reply: ServiceReply,
  { name, mayBeMissed, referenceId }: SentName,
  { option, requesterId, companyKey }: ScreeningItem,
  reader: ScreeningReader,
): NamedScreening {
  const question = { companyName: name, mayBeMissed, option, referenceId, requesterId };
  const keyed = companyKey === undefined ? question : { ...question, companyKey };
  return { name, referenceId, requesterId, screening: reader.read(reply, keyed) };
}

/** What the screenings of a company say together. Unless there is one for each of its names, it is never clear. */
function answerOf(
  screened: readonly NamedScreening[],
  item: ScreeningItem,
  about: { environment: ServiceSettings['environment']; referenceId: string },
  { control }: SharedByRun,
): Answer {
  const { options, requesterId } = item;
  const names = screenedNames(item);
  const found = foundIn(screened);
  return {
    kind: 'answer',
    ...found,
    staleness: screened.at(-1)?.screening.staleness ?? null,
    decide() {
      const controlFailed = control?.hasFailed() ?? false;
      const findings = screened.map(({ screening }) => screening.findings(controlFailed));
      const { outcome, reason } = verdictOver(findings, screened.length === names.length);
      const hits = screened.map((of, index) => ({ of, hits: (findings[index] ?? []).filter(isHit) }));
      const nothingWanted = outcome === 'clear' && options.noHits === 'returnNothing';
      const parts = names.length > 1 ? { parts: receiptParts(screened, findings) } : {};
      return {
        receipt: { id: idOf(screened), outcome, reason, hits: found.hits, ...parts },
        makeItems: () =>
          nothingWanted
            ? []
            : itemsOfCompany(item, hits, screened, lastFinding(outcome, reason), { ...about, requesterId }),
      };
    },
  };
}

function duplicateKeyOf(item: ScreeningItem, { screenDuplicatesOnce }: SharedByRun): string | null {
  const { option, requesterId, ownReferenceId, form, options } = item;
  // The register knows by itself which companies are the same.
  if (!screenDuplicatesOnce || ownReferenceId !== '' || hasCompanyKey(item)) return null;
  // The names in any order are one company, as they are in the register.
  const names = namesToScreen(item).sort((one, other) => (one.name < other.name ? -1 : 1));
  return JSON.stringify([names, option, requesterId, form, options]);
}

function firstOf(duplicateKey: string, item: ScreeningItem, { firsts }: SharedByRun): ScreeningItem {
  const first = firsts.get(duplicateKey) ?? item;
  firsts.set(duplicateKey, first);
  return first;
}

function registerTask(
  item: ItemWithKey,
  { reader, onlyThisRun, reportId, control }: SharedByRun,
): NonNullable<Task['kept']> {
  const controlFailed = () => control?.hasFailed() ?? false;
  const { companyKey, option, requesterId } = item;
  return {
    company: { key: companyKey, names: screenedNames(item), option },
    question: { requesterId },
    ...(item.given ? { ownData: storedData(item.given) } : {}),
    recall: (held, environment) =>
      recall(item, held, { environment, reader, onlyThisRun, reportId, controlFailed }),
  };
}

function hasCompanyKey(item: ScreeningItem): item is ItemWithKey {
  return item.companyKey !== undefined;
}
