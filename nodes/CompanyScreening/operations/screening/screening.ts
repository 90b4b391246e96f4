// Reply → contract: a reply about one company, read in the same way on the day it came and when the register gives it back.
import { comparedId, screeningRecordSchema, type ScreeningRecord } from '../../service/contract';
import { OperationFailure } from '../../service/failure';
import { hitsAndVerdict, type HitsAndVerdict, type VerdictFacts } from '../../service/outcome';
import { readReply, type ServiceReply } from '../../service/reply';
import { reportedFailure, SCREENING_ERRORS } from '../../service/reportedError';
import { stalenessOf, type Staleness } from '../../service/staleness';
import { IdOwners } from '../shared/requestTask';

/** The question that was asked. */
export type Question = Pick<
  VerdictFacts,
  'companyName' | 'watchlistMayMissName' | 'option' | 'referenceId' | 'requesterId'
> & {
  /** The key by which the register knows it, where answers are kept. */
  companyKey?: string;
};

export interface Screening {
  id: string;
  record: ScreeningRecord;
  /** The hits and the verdict. Asked again when the run is over, since a later reply may have the same id, or show that this one is old. */
  hitsAndVerdict(controlFailed: boolean): HitsAndVerdict;
  /** Evidence that it is an old one; null if there is none. */
  staleness: Staleness | null;
}

export const REPLY_CONTEXT = { operation: 'Screen Company', catalog: SCREENING_ERRORS };

export class ScreeningReader {
  /** The company of each screening id of the run. */
  private readonly ids = new IdOwners();
  private readonly screenings = new WeakMap<ServiceReply, Map<string, Screening>>();

  /**
   * Reads a reply once for each question, so that the items are made from what the register was told.
   *
   * @throws OperationFailure for a reply that is no result, or that says that the screening failed
   */
  read(reply: ServiceReply, question: Question): Screening {
    const known = this.screenings.get(reply) ?? new Map<string, Screening>();
    this.screenings.set(reply, known);
    const asked = textOf(question);
    const screening = known.get(asked) ?? readScreening(reply, question, this.ids);
    known.set(asked, screening);
    return screening;
  }
}

function textOf({
  companyName,
  watchlistMayMissName,
  option,
  referenceId,
  requesterId,
  companyKey,
}: Question): string {
  return JSON.stringify([companyName, watchlistMayMissName, option, referenceId, requesterId, companyKey]);
}

function readScreening(reply: ServiceReply, question: Question, screeningIds: IdOwners): Screening {
  const { isWhole, repliedAt, age } = reply;
  const record = readReply(reply, screeningRecordSchema, REPLY_CONTEXT);
  const id = comparedId(record.id);
  screeningIds.add(id, ownerOf(question));
  const hitsAndVerdictWith = (doubts: { idIsShared: boolean; controlFailed: boolean }) =>
    hitsAndVerdict(record, { ...question, isWhole, repliedAt, age, ...doubts });
  const undoubted = hitsAndVerdictWith({ idIsShared: false, controlFailed: false });
  if (undoubted.outcome === 'error') throw failedScreening(record, reply.status);
  const staleness = stalenessOf(record, { repliedAt, age });
  return {
    id: record.id,
    record,
    staleness,
    hitsAndVerdict(controlFailed) {
      const idIsShared = screeningIds.isShared(id);
      const isDoubted = idIsShared || controlFailed || Boolean(age?.oldDate());
      return isDoubted ? hitsAndVerdictWith({ idIsShared, controlFailed }) : undoubted;
    },
  };
}

/** One name with two options, or under two keys of a register, is two screenings. */
function ownerOf({ companyName, option, companyKey }: Question): string {
  return JSON.stringify([companyName, option, companyKey]);
}

/** The failure of a record, with its errors in the words of the catalog. It was a screening all the same. */
function failedScreening(record: ScreeningRecord, httpStatus: number): OperationFailure {
  return reportedFailure(REPLY_CONTEXT, {
    what: 'the service accepted the request and reports that the screening failed.',
    id: record.id.trim() || null,
    idName: 'screening ID',
    errors: record.errors ?? [],
    httpStatus,
  });
}
