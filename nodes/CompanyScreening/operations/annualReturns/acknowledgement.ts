// operations/annualReturns/: the operations that ask for annual returns files: item → request, reply → items. How a request is sent, and how
// often, is decided in run/.
//
// The reply to an annual returns request: that it was accepted, under which id, and where to ask for the files.
import { deepCopy, type IDataObject } from 'n8n-workflow';

import { ERROR_KEYS } from '../../names/itemKeys';
import { hashOf } from '../../register/rows/identity';
import {
  acknowledgementVerdict,
  documentedStatus,
  idIn,
  REQUEST_EXPLANATIONS,
  type Acknowledged,
  type AcknowledgementVerdict,
} from '../../service/annualReturns';
import { annualReturnsReplySchema, comparedId, errorBodySchema } from '../../service/contract';
import { requestAddress } from '../../service/endpoints';
import { OperationFailure } from '../../service/failure';
import { strictJson } from '../../service/json';
import { readReply, replyText, type ServiceReply } from '../../service/reply';
import { type ReplyAge, stalenessOf } from '../../service/staleness';
import { ANNUAL_RETURNS_ERRORS, reportedFailure, type ReplyContext } from '../../service/reportedError';
import type { ServiceSettings } from '../../service/settings';
import type { IdOwners, TaskResult, Receipt } from '../shared/requestTask';

const REPLY_CONTEXT = { operation: 'Request Annual Returns', catalog: ANNUAL_RETURNS_ERRORS };

/** An acknowledgement that is no failure. */
export interface Acknowledgement extends Acknowledged {
  age: ReplyAge | undefined;
  /** Its id and its address, which only this number may have in this run. */
  marks: readonly string[];
  /** Further ids that only this number may have in every run. */
  otherIds: readonly string[];
}

export class AcknowledgementReader {
  private readonly known = new WeakMap<ServiceReply, Acknowledgement>();

  /** @param ids which registration number of the run has which id and which address */
  constructor(
    readonly registrationNumber: string,
    private readonly ids: IdOwners,
  ) {}

  /** @throws OperationFailure for a reply that accepts nothing, or that says that the request failed */
  read(reply: ServiceReply, service: Pick<ServiceSettings, 'baseUrl' | 'environment'>): TaskResult {
    const acknowledgement = this.acknowledgementIn(reply, service.baseUrl);
    return {
      kind: 'result',
      staleness: stalenessOf({}, reply),
      // Another number of the run may have got the same id meanwhile.
      interpret: () => {
        const verdict = this.verdictOn(acknowledgement);
        const explanation = verdict.reason && REQUEST_EXPLANATIONS[verdict.reason];
        const { environment } = service;
        return {
          receipt: receiptOf(acknowledgement, verdict),
          makeItems: () => [
            {
              outcome: verdict.outcome,
              json: this.fieldsOf(acknowledgement, { ...verdict, explanation, environment }),
            },
          ],
        };
      },
    };
  }

  verdictOn(acknowledgement: Acknowledgement): AcknowledgementVerdict {
    const isShared = acknowledgement.marks.some((mark) => this.ids.isShared(mark));
    // A later reply may show that this one is old.
    const isOld = Boolean(acknowledgement.age?.oldDate());
    const { registrationNumber } = this;
    return acknowledgementVerdict(acknowledgement, { isShared, isOld, registrationNumber });
  }

  /** @param more other fields of ours */
  fieldsOf(
    acknowledgement: Acknowledgement | undefined,
    said: Record<'environment' | 'outcome', string> & Record<'explanation' | 'reason', string | null>,
    more: IDataObject = {},
  ): IDataObject {
    const { id = null, requestUri = null, status = null, received = {} } = acknowledgement ?? {};
    const { registrationNumber } = this;
    const { outcome, reason, explanation, environment } = said;
    const shownStatus = typeof status === 'string' ? status : null;
    return requestFields(
      { registrationNumber, outcome, status: shownStatus, id, requestUri, reason, explanation, environment },
      received,
      more,
    );
  }

  /**
   * Reads a reply once, so that the items are made from what the register was told.
   *
   * @param baseUrl against which its address is resolved; undefined if the register knows already whose it is
   */
  acknowledgementIn(reply: ServiceReply, baseUrl?: string): Acknowledgement {
    const known = this.known.get(reply);
    if (known) return known;
    const record = readReply(reply, annualReturnsReplySchema, REPLY_CONTEXT);
    const { id, requestUri, status } = record;
    const address = typeof requestUri === 'string' && requestUri.trim() !== '' ? requestUri : null;
    const hasFailed = documentedStatus(status) === 'failed' || errorBodySchema.parse(record).code;
    if (hasFailed) throw failedAcknowledgement(reply, idIn(id), address);
    const otherIds = address === null ? [] : addressIds(address, baseUrl);
    const ownId = idIn(id);
    const acknowledgement = {
      age: reply.age,
      id: ownId,
      requestUri: address,
      status: status ?? null,
      received: record,
      marks: [...(ownId === null ? [] : [`id ${comparedId(ownId)}`]), ...otherIds],
      otherIds,
    };
    for (const mark of acknowledgement.marks) this.ids.add(mark, this.registrationNumber);
    this.known.set(reply, acknowledgement);
    return acknowledgement;
  }
}

export function receiptOf(
  { id, otherIds }: Acknowledgement,
  { outcome, reason }: Pick<Receipt, 'outcome' | 'reason'>,
): Receipt {
  return { id: id ?? '', outcome, reason, hits: 0, ...(otherIds.length === 0 ? {} : { otherIds }) };
}

/** The ids by which the register knows this request alone. */
export const requestIds = (id: string | null, requestUri: string, baseUrl: string): string[] => [
  ...(id === null ? [] : [id]),
  ...addressIds(requestUri, baseUrl),
];

/** Equal for a relative address and for the whole one; a hash, since capitals count in an address and not in an id. */
function addressIds(requestUri: string, baseUrl: string | undefined): string[] {
  const address = baseUrl === undefined ? undefined : requestAddress({ baseUrl }, requestUri);
  return address === undefined ? [] : [`address ${hashOf(['address', 1, address.href])}`];
}

function failedAcknowledgement(
  reply: ServiceReply,
  id: string | null,
  requestUri: string | null,
): OperationFailure {
  const { details } = failedRequest(REPLY_CONTEXT, replyText(reply), id, reply.status);
  return new OperationFailure({ ...details, ...(requestUri === null ? {} : { requestUri }) });
}

/** Uses the words of the catalog if the reply has a code. `id` is that of the request, if known. */
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
    idName: 'request ID',
    errors: errorBodySchema.parse(body).code ? [body] : [],
    httpStatus,
  });
}

export const REQUEST_KEYS = [
  'registrationNumber',
  'outcome',
  'status',
  'id',
  'requestUri',
  'reason',
  'explanation',
  'environment',
] as const;

/** Keys that Keep in Register adds. */
export const KEPT_REQUEST_KEYS = ['remembered', 'requestedAt', 'caseId'] as const;

export const STATE_KEYS = ['reply', 'timedOut', 'saveAs'] as const;

export const RECEIPT_KEY = 'requestId';

const OURS: ReadonlySet<string> = new Set([
  ...REQUEST_KEYS,
  ...KEPT_REQUEST_KEYS,
  ...STATE_KEYS,
  ...ERROR_KEYS,
  RECEIPT_KEY,
]);
const PREFIX = 'reply_';

/** @param received the service's fields: one that differs from ours under the same name gets a prefix, and is not lost */
export function requestFields(
  ours: Record<(typeof REQUEST_KEYS)[number], IDataObject[string]>,
  received: Record<string, unknown>,
  more: Record<string, unknown> = {},
): IDataObject {
  const others = new Map<string, unknown>();
  const shown = new Map<string, unknown>(Object.entries(ours));
  for (const [name, value] of Object.entries(received)) {
    if (shown.get(name) === value) continue;
    let free = name;
    while (OURS.has(free) || (free !== name && free in received)) free = PREFIX + free;
    others.set(free, value);
  }
  // A copy, since the nodes that follow may write into an item.
  const json: IDataObject = { ...ours, ...Object.fromEntries(others), ...more };
  return deepCopy(json);
}
