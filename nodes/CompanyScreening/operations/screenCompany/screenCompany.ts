// "Screen Company": one company, every hit as an item of its own.
import { randomUUID } from 'node:crypto';

import type { INodeParameters } from 'n8n-workflow';

import { screeningEndpoint } from '../../service/endpoints';
import { InvalidItem } from '../../names/invalidItem';
import { OperationFailure } from '../../service/failure';
import type { RequestOperation, Task } from '../operation';
import { mayBeKept, registerOptions } from '../keepInRegister';
import { payingOptions, readOptions } from '../options';
import { readControl, type Control } from './control';
import { alertFields } from './alert';
import { comparesHits, mayCompareHits } from './compared';
import { IdOwners } from './idOwners';
import { screenCompanyFields, screeningItemOptions, screeningOutputs, screeningRunOptions } from './fields';
import { itemReader, ownDataOf, type KeptItem, type ScreeningItem } from './readItem';
import { itemsOf } from './items';
import { readRegisterSettings } from './keepInRegister';
import { COMPANY_KEYS, COMPANY_MATCH_KEYS, HIT_KEYS, MATCH_KEYS, REGISTER_KEYS } from './keys';
import { recall } from './recall';
import { readScreening } from './screening';
import { screeningCounts, screeningSummary } from './screeningCounts';
import { knownHit } from './simplified';
import { companyVerdict, type ScreeningFacts } from './verdict';

export const screenCompany: RequestOperation = {
  kind: 'request',
  resource: 'company',
  choice: {
    name: 'Screen Company',
    value: 'screenCompany',
    action: 'Screen a company for AML and PEP hits',
    description: 'Screen a company against AML and PEP watchlists; every hit is an item of its own',
  },
  fields: screenCompanyFields,
  options: [screeningRunOptions, screeningItemOptions, payingOptions, registerOptions],
  subjectKey: 'companyName',
  itemKeys: (parameters) => [
    ...HIT_KEYS,
    ...COMPANY_KEYS,
    ...matchKeys(parameters, [...MATCH_KEYS, ...COMPANY_MATCH_KEYS]),
    ...registerKeys(parameters),
  ],
  receiptKey: 'screeningId',
  nouns: { one: 'company', several: 'companies', done: 'screened' },
  splitOutputs: screeningOutputs,
  nestsInput: (parameters) => parameters['output'] === 'raw',
  presentation: {
    columns({ output = 'simplified', itemsPer, ...others }) {
      if (output !== 'simplified') return undefined;
      return itemsPer === 'company'
        ? [...COMPANY_KEYS, ...matchKeys(others, COMPANY_MATCH_KEYS), ...registerKeys(others)]
        : [...HIT_KEYS, ...matchKeys(others, MATCH_KEYS), ...registerKeys(others)];
    },
    alertFields,
  },
  summarise: screeningSummary,
  countsForSearch: screeningCounts,

  begin(first, itemCount) {
    const { maxCompanies, screenDuplicatesOnce } = readOptions(screeningRunOptions, first('options'));
    const keeping = readRegisterSettings(first);
    const allow = (count: number) => {
      if (maxCompanies === 0 || count <= maxCompanies) return;
      const which = keeping ? 'companies that would be sent' : 'companies';
      throw tooManyCompanies(`${count} ${which}`, maxCompanies);
    };
    // The register knows better how many are to be sent.
    if (!keeping) allow(itemCount);
    const referenceIds = new IdOwners();
    const screeningIds = new IdOwners();
    const readItem = itemReader({ isKept: keeping !== undefined, isCompared: comparesHits(first) });
    const control = readControl(first, (item) =>
      taskFor(item, {
        screeningIds,
        screenDuplicatesOnce: false,
        onlyThisRun: false,
        reportId: null,
        firsts: new Map(),
      }),
    );
    const readers = keeping?.readers ?? [];
    const report = readers.length > 0 ? { id: randomUUID(), readers } : undefined;
    const shared = {
      screeningIds,
      screenDuplicatesOnce,
      control,
      onlyThisRun: keeping?.onlyThisRun ?? false,
      reportId: report?.id ?? null,
      firsts: new Map(),
    };

    return {
      ...(control ? { before: control.task, notes: () => [control.note()] } : {}),
      ...(keeping
        ? {
            keeping: {
              ...keeping,
              allow,
              ...(report ? { report } : {}),
              hasControl: control !== undefined,
              controlHolds: () => !(control?.hasFailed() ?? false),
            },
          }
        : {}),
      prepare(parameter) {
        const { subject, read } = readItem(parameter);
        return {
          subject,
          toTask() {
            const item = read();
            const { companyName, ownReferenceId } = item;
            if (ownReferenceId !== '' && !referenceIds.add(ownReferenceId, companyName)) {
              throw referenceIdTaken(ownReferenceId);
            }
            return taskFor(item, shared);
          },
        };
      },
    };
  },
};

/** What the screenings of a run share. */
interface SharedByRun {
  screeningIds: IdOwners;
  screenDuplicatesOnce: boolean;
  onlyThisRun: boolean;
  reportId: string | null;
  control?: Control | undefined;
  /** The first one of those that are screened once, by their key. */
  firsts: Map<string, ScreeningItem['subject']>;
}

function taskFor(item: ScreeningItem, shared: SharedByRun): Task {
  const { companyName, option, requesterId, form, options } = item;
  const duplicateKey = duplicateKeyOf(item, shared);
  const subject = duplicateKey === null ? item.subject : firstSubject(duplicateKey, item, shared);
  const { referenceId } = subject;

  return {
    subject,
    duplicateKey,
    readsForItself: item.given !== undefined,
    evidence: options.evidence,
    toRequest: (settings) => screeningEndpoint(settings, { companyName, option, referenceId, requesterId }),
    ...(isKept(item) ? { kept: keptTask(item, shared) } : {}),

    read(reply, { environment }) {
      const screening = readScreening(reply, { ...item, referenceId }, shared.screeningIds);
      const { record } = screening;
      const hits = record.details?.length ?? 0;
      const facts: ScreeningFacts = {
        environment,
        companyName,
        screeningOption: option,
        referenceId,
        requesterId,
        own: ownDataOf(item),
      };

      return {
        kind: 'answer',
        hits,
        knownHits: () => (record.details ?? []).map(knownHit),
        decide() {
          const found = screening.findings(shared.control?.hasFailed() ?? false);
          const { outcome, reason } = companyVerdict(found);
          const nothingWanted = outcome === 'clear' && options.noHits === 'returnNothing';
          return {
            receipt: { id: record.id, outcome, reason, hits },
            makeItems: () => (nothingWanted ? [] : itemsOf(found, record, facts, form)),
          };
        },
      };
    },
  };
}

function duplicateKeyOf(item: ScreeningItem, { screenDuplicatesOnce }: SharedByRun): string | null {
  const { mixesScripts, companyName, option, requesterId, ownReferenceId, form, options } = item;
  // The register knows by itself which companies are the same.
  if (!screenDuplicatesOnce || ownReferenceId !== '' || isKept(item)) return null;
  return JSON.stringify([mixesScripts, companyName, option, requesterId, form, options]);
}

/** A duplicate has the reference id of the one that is sent: it may read the same reply for itself. */
function firstSubject(duplicateKey: string, { subject }: ScreeningItem, { firsts }: SharedByRun) {
  const first = firsts.get(duplicateKey) ?? subject;
  firsts.set(duplicateKey, first);
  return first;
}

function keptTask(
  item: KeptItem,
  { screeningIds, onlyThisRun, reportId, control }: SharedByRun,
): NonNullable<Task['kept']> {
  const controlFailed = () => control?.hasFailed() ?? false;
  const { companyKey, companyName, option, requesterId } = item;
  return {
    company: { key: companyKey, names: [companyName], option },
    question: { requesterId },
    recall: (held, environment) =>
      recall(item, held, { environment, screeningIds, onlyThisRun, reportId, controlFailed }),
  };
}

function isKept(item: ScreeningItem): item is KeptItem {
  return item.companyKey !== undefined;
}

function matchKeys(parameters: INodeParameters, keys: readonly string[]): readonly string[] {
  return mayCompareHits(parameters) ? keys : [];
}

function registerKeys(parameters: INodeParameters): readonly string[] {
  return mayBeKept(parameters) ? REGISTER_KEYS : [];
}

function referenceIdTaken(referenceId: string): InvalidItem {
  return new InvalidItem(
    `The Reference ID "${referenceId}" is already used for another company in this run.`,
    'Give every company its own Reference ID, or leave it empty: one is then created for each item.',
  );
}

function tooManyCompanies(howMany: string, maxCompanies: number): OperationFailure {
  return new OperationFailure({
    state: 'unsendable',
    message: `The list has ${howMany}, and Max Companies per Run is ${maxCompanies}.`,
    advice: 'Check the list. To screen all of them, raise Max Companies per Run in the options of this node.',
    endsRun: true,
  });
}
