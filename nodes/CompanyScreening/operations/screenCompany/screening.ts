// Reply → contract: what a reply says of one company, read in the same way on the day it came and when the register gives it back.
import { screeningRecordSchema, type ScreeningRecord } from '../../service/contract';
import { SCREENING_ERRORS } from '../../service/errorCatalogs';
import { OperationFailure } from '../../service/failure';
import { findingsOf, type Finding, type ScreeningQuestion } from '../../service/outcome';
import { readReply, type ServiceReply } from '../../service/reply';
import { reportedFailure } from '../../service/reportedError';
import { IdOwners } from '../idOwners';
import { companyVerdict, type Reason } from './verdict';

/** What was asked. */
export type Question = Pick<
  ScreeningQuestion,
  'companyName' | 'mayBeMissed' | 'option' | 'referenceId' | 'requesterId'
> & {
  /** By which the register knows it, where answers are kept. */
  companyKey?: string;
};

export interface Screening {
  /** As the service gave it with its first reply. */
  id: string;
  record: ScreeningRecord;
  /** What it says. Asked when the run is over, since another company of the run may have got the same id meanwhile. */
  findings(controlFailed: boolean): Finding[];
  /** Its id, if the service has not finished it. */
  pendingId(): string | undefined;
}

const REPLY_CONTEXT = { operation: 'Screen Company', catalog: SCREENING_ERRORS };
const DETAILS_CONTEXT = { ...REPLY_CONTEXT, operation: 'Screening details' };

/** Reads the replies of one run. */
export class ScreeningReader {
  /** Which company of the run has which screening id. */
  private readonly ids = new IdOwners();
  private readonly screenings = new WeakMap<ServiceReply, Map<string, Screening>>();

  /**
   * A reply is read once for each question: what the register was told of it is what the items are made from.
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
  mayBeMissed,
  option,
  referenceId,
  requesterId,
  companyKey,
}: Question): string {
  return JSON.stringify([companyName, mayBeMissed, option, referenceId, requesterId, companyKey]);
}

function readScreening(reply: ServiceReply, question: Question, screeningIds: IdOwners): Screening {
  const { isWhole, repliedAt, screeningId } = reply;
  const context = screeningId === undefined ? REPLY_CONTEXT : DETAILS_CONTEXT;
  const record = readReply(reply, screeningRecordSchema, context);
  const givenId = screeningId ?? record.id;
  // A UUID is the same in either case.
  const id = givenId.trim().toLowerCase();
  screeningIds.add(id, ownerOf(question));
  const findingsWith = (doubts: { idIsShared: boolean; controlFailed: boolean }) =>
    findingsOf(record, { ...question, isWhole, repliedAt, screeningId, ...doubts });
  const undoubted = findingsWith({ idIsShared: false, controlFailed: false });
  const verdict = companyVerdict(undoubted);
  if (verdict.outcome === 'error') throw failedScreening(record, reply.status);
  if (screeningId !== undefined && verdict.outcome === 'review')
    refuseStrayReply(verdict.reason, reply.status);
  return {
    id: givenId,
    record,
    findings(controlFailed) {
      const idIsShared = screeningIds.isShared(id);
      return idIsShared || controlFailed ? findingsWith({ idIsShared, controlFailed }) : undoubted;
    },
    pendingId: () => {
      const { reason } = companyVerdict(undoubted);
      return reason === 'pending' && !screeningIds.isShared(id) ? givenId.trim() : undefined;
    },
  };
}

/** One name with two options, or under two keys of a register, is two screenings. */
function ownerOf({ companyName, option, companyKey }: Question): string {
  return JSON.stringify([companyName, option, companyKey]);
}

/**
 * Asked for by its id, a screening can be asked for again: what says nothing of it is not taken for its answer, or it would be lost for
 * good. A hit is, whosever record names it.
 */
function refuseStrayReply(reason: Reason | null, httpStatus: number): void {
  const what = reason === null ? undefined : STRAY[reason];
  if (what === undefined) return;
  throw new OperationFailure({
    state: 'refused',
    message: `${DETAILS_CONTEXT.operation}: ${what}`,
    advice: 'Check Screening Details Path in the credential.',
    httpStatus,
  });
}

const STRAY: Partial<Record<Reason, string>> = {
  otherRequest: 'the reply is about another screening.',
  partialAnswer: 'the reply says that it is only a part of the answer, or that it was changed on its way.',
};

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
