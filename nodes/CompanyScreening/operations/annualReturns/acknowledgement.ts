// The reply to an annual returns request: that it was accepted, under which id, and where to ask for the files.
import { deepCopy, type IDataObject } from 'n8n-workflow';
import type * as z from 'zod/v4';

import { annualReturnsReplySchema, errorBodySchema } from '../../service/contract';
import { ANNUAL_RETURNS_ERRORS } from '../../service/errorCatalogs';
import { OperationFailure } from '../../service/failure';
import { strictJson } from '../../service/json';
import { readReply, replyText, type ServiceReply } from '../../service/reply';
import { type ReplyContext, reportedFailure } from '../../service/reportedError';
import type { ServiceSettings } from '../../service/settings';
import type { Answer } from '../answer';
import type { Holding } from '../holding';
import type { IdOwners } from '../idOwners';

const REPLY_CONTEXT = { operation: 'Request Annual Returns', catalog: ANNUAL_RETURNS_ERRORS };

/** What the register says of a request that it holds. */
export interface HeldRequest extends Pick<Holding, 'remembered' | 'screenedAt'> {
  /** Another number has the same id. */
  isAnothers: boolean;
  /** What a person may decide about; undefined if there is nothing. */
  caseId: string | undefined;
}

/** How people have a number requested again that the register holds. */
export const SEND_AGAIN =
  'To request it all the same, record the decision sendAgain about it (resource Register, Record Decision). Get Many > Open Cases has its caseId.';

interface Acknowledgement {
  record: z.infer<typeof annualReturnsReplySchema>;
  /** What only this number may have. */
  marks: readonly string[];
}

/** Reads the replies to the request for one registration number, fresh or from the register. */
export class AcknowledgementReader {
  private readonly known = new WeakMap<ServiceReply, Acknowledgement>();

  /** @param ids which registration number of the run has which id and which address */
  constructor(
    readonly registrationNumber: string,
    private readonly ids: IdOwners,
  ) {}

  /**
   * A reply is read once: what the register was told of it is what the items are made from.
   *
   * @param held if the answer is kept in the register
   * @throws OperationFailure for a reply that accepts nothing, or that says that the request failed
   */
  read(reply: ServiceReply, environment: ServiceSettings['environment'], held?: HeldRequest): Answer {
    const { record, marks } = this.acknowledgementIn(reply);
    const { id, requestUri, status, ...others } = record;
    const { registrationNumber } = this;
    const ours = { registrationNumber, id, requestUri: requestUri ?? null, status, environment };
    const kept = held ? { remembered: held.remembered, requestedAt: held.screenedAt } : {};
    // Ours first, and never overwritten by a field of the same name.
    const json: IDataObject = { ...ours, ...others, ...ours, ...kept };
    const about = { id, hits: 0, ...(held ? { remembered: held.remembered } : {}) };
    return {
      kind: 'answer',
      // Another number of the run may have got the same id meanwhile.
      decide: () => {
        if (held?.isAnothers || marks.some((mark) => this.ids.isShared(mark))) {
          return {
            receipt: { ...about, outcome: 'review', reason: 'otherRequest' },
            makeItems() {
              throw ofAnother(id, reply.status, held);
            },
          };
        }
        return {
          receipt: { ...about, outcome: 'requested', reason: null },
          makeItems: () => [{ outcome: 'requested', json: deepCopy(json) }],
        };
      },
    };
  }

  private acknowledgementIn(reply: ServiceReply): Acknowledgement {
    const known = this.known.get(reply);
    if (known) return known;
    const record = readReply(reply, annualReturnsReplySchema, REPLY_CONTEXT);
    const { id, requestUri, status } = record;
    const hasFailed = status === 'Failed' || errorBodySchema.parse(record).code;
    if (hasFailed) throw failedRequest(REPLY_CONTEXT, replyText(reply), id, reply.status);
    const marks = requestMarks(id, requestUri ?? '');
    for (const mark of marks) this.ids.add(mark, this.registrationNumber);
    const acknowledgement = { record, marks };
    this.known.set(reply, acknowledgement);
    return acknowledgement;
  }
}

/** A text that is empty marks nothing. */
function requestMarks(id: string, requestUri: string): string[] {
  // A UUID is the same in either case.
  const names = { id: id.trim().toLowerCase(), requestUri: requestUri.trim() };
  return Object.entries(names).flatMap(([kind, name]) => (name === '' ? [] : [`${kind} ${name}`]));
}

/** The files behind it would be filed under the wrong number. */
function ofAnother(id: string, httpStatus: number, held: HeldRequest | undefined): OperationFailure {
  return new OperationFailure({
    state: 'unresolved',
    receiptId: id,
    httpStatus,
    ...(held?.caseId === undefined ? {} : { caseId: held.caseId }),
    message:
      'Request Annual Returns: the reply does not belong to this request, since another registration number got the same request id or request URI.',
    explanation: 'It may be an old answer, perhaps from a cache on the way. This item has no result.',
    advice: [
      `Ask the support of the service for which number the request id ${id} is.`,
      ...(held ? [SEND_AGAIN] : []),
    ].join(' '),
  });
}

/** In the words of the catalog if the reply has a code. `id` is that of the request, if known. */
export function failedRequest(
  context: ReplyContext,
  replyText: string,
  id: string | null,
  httpStatus: number,
): OperationFailure {
  const body = strictJson(replyText);
  return reportedFailure(context, {
    what: 'the service accepted the request and reports that it failed.',
    id,
    idName: 'request id',
    errors: errorBodySchema.parse(body).code ? [body] : [],
    httpStatus,
  });
}
