// "Screen Company": one company, every hit as an item of its own.
import { screeningRecordSchema, type ScreeningRecord } from '../../service/contract';
import { screeningEndpoint } from '../../service/endpoints';
import { SCREENING_ERRORS } from '../../service/errorCatalogs';
import { InvalidItem } from '../../names/invalidItem';
import { OperationFailure } from '../../service/failure';
import { findingsOf } from '../../service/outcome';
import { readReply } from '../../service/reply';
import { reportedFailure } from '../../service/reportedError';
import type { RequestOperation, Task } from '../operation';
import { payingOptions, readOptions } from '../options';
import { readControl, type Control } from './control';
import { alertFields } from './alert';
import { IdOwners } from './idOwners';
import { screenCompanyFields, screeningItemOptions, screeningOutputs, screeningRunOptions } from './fields';
import { itemReader, type ScreeningItem } from './readItem';
import { itemsOf } from './items';
import { COMPANY_KEYS, HIT_KEYS } from './keys';
import { screeningCounts, screeningSummary } from './screeningCounts';
import { companyVerdict } from './verdict';

const REPLY_CONTEXT = { operation: 'Screen Company', catalog: SCREENING_ERRORS };

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
  options: [screeningRunOptions, screeningItemOptions, payingOptions],
  subjectKey: 'companyName',
  itemKeys: [...HIT_KEYS, ...COMPANY_KEYS],
  receiptKey: 'screeningId',
  nouns: { one: 'company', several: 'companies', done: 'screened' },
  splitOutputs: screeningOutputs,
  nestsInput: (parameters) => parameters['output'] === 'raw',
  presentation: {
    columns({ output = 'simplified', itemsPer }) {
      if (output !== 'simplified') return undefined;
      return itemsPer === 'company' ? COMPANY_KEYS : HIT_KEYS;
    },
    alertFields,
  },
  summarise: screeningSummary,
  countsForSearch: screeningCounts,

  begin(first, itemCount) {
    const { maxCompanies, screenDuplicatesOnce } = readOptions(screeningRunOptions, first('options'));
    if (maxCompanies > 0 && itemCount > maxCompanies) throw tooManyCompanies(itemCount, maxCompanies);
    const referenceIds = new IdOwners();
    const screeningIds = new IdOwners();
    const readItem = itemReader();
    const control = readControl(first, (item) =>
      taskFor(item, { screeningIds, screenDuplicatesOnce: false }),
    );

    return {
      ...(control ? { before: control.task, notes: () => [control.note()] } : {}),
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
            return taskFor(item, { screeningIds, screenDuplicatesOnce, control });
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
  control?: Control | undefined;
}

function taskFor(item: ScreeningItem, { screeningIds, screenDuplicatesOnce, control }: SharedByRun): Task {
  const { subject, companyName, option, requesterId, ownReferenceId, form, options } = item;
  const { referenceId } = subject;
  const mayShare = screenDuplicatesOnce && ownReferenceId === '';

  return {
    subject,
    duplicateKey: mayShare
      ? JSON.stringify([item.mixesScripts, companyName, option, requesterId, form, options])
      : null,
    evidence: options.evidence,
    toRequest: (settings) => screeningEndpoint(settings, { companyName, option, referenceId, requesterId }),

    read(reply, { environment }) {
      const record = readReply(reply, screeningRecordSchema, REPLY_CONTEXT);
      // A UUID is the same in either case.
      const id = record.id.trim().toLowerCase();
      screeningIds.add(id, companyName);
      const findingsWith = (doubts: { idIsShared: boolean; controlFailed: boolean }) =>
        findingsOf(record, {
          option,
          requesterId,
          referenceId,
          companyName,
          mixesScripts: item.mixesScripts,
          isWhole: reply.isWhole,
          repliedAt: reply.repliedAt,
          idIsShared: doubts.idIsShared,
          controlFailed: doubts.controlFailed,
        });
      const findings = findingsWith({ idIsShared: false, controlFailed: false });
      if (companyVerdict(findings).outcome === 'error') throw failedScreening(record, reply.status);
      const hits = record.details?.length ?? 0;
      const facts = { environment, companyName, screeningOption: option, referenceId, requesterId };

      return {
        kind: 'answer',
        hits,
        decide() {
          // Another company of the run may have got the same id meanwhile.
          const doubts = {
            idIsShared: screeningIds.isShared(id),
            controlFailed: control?.hasFailed() ?? false,
          };
          const isDoubted = doubts.idIsShared || doubts.controlFailed;
          const found = isDoubted ? findingsWith(doubts) : findings;
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

/** A record that failed: what its errors say, in the words of the catalog. It was a screening all the same. */
function failedScreening(record: ScreeningRecord, httpStatus: number): OperationFailure {
  return reportedFailure(REPLY_CONTEXT, {
    what: 'the service accepted the request and reports that the screening failed.',
    id: record.id.trim() || null,
    idName: 'screening id',
    errors: record.errors ?? [],
    httpStatus,
  });
}

function referenceIdTaken(referenceId: string): InvalidItem {
  return new InvalidItem(
    `The Reference ID "${referenceId}" is already used for another company in this run.`,
    'Give every company its own Reference ID, or leave it empty: one is then created for each item.',
  );
}

function tooManyCompanies(itemCount: number, maxCompanies: number): OperationFailure {
  return new OperationFailure({
    state: 'unsendable',
    message: `The list has ${itemCount} companies, and Max Companies per Run is ${maxCompanies}.`,
    advice: 'Check the list. To screen all of them, raise Max Companies per Run in the options of this node.',
    endsRun: true,
  });
}
