// service/: the remote service, as docs/design/service.md describes it. Assumes nothing that is not documented there, and knows nothing of
// n8n.
//
// Verdicts on an annual returns request: on its acknowledgement, and later on the reply at its address (docs/design/service.md, Annual
// returns request). Only a documented status counts, and whatever is in doubt needs a person.
import { comparedId, fieldsOf } from './contract';
import {
  contradictsItself,
  ERROR_NAMES,
  undocumentedFieldsIn,
  saysItFailed,
  saysItIsAPart,
  STATUS_NAMES,
  type UndocumentedFields,
} from './contradictions';

export const REQUEST_EXPLANATIONS = {
  unknownStatus:
    "The service gave a status that it does not document, or none, so nobody can tell whether the request was accepted, or is finished. Ask at requestUri again later, which costs nothing. If the status stays, contact the service's support and quote the ID.",
  noFiles:
    "The service says that the request was successful, but its reply has no file. Ask at requestUri again later, which costs nothing. If there is still no file, contact the service's support and quote the ID.",
  otherRequest:
    "This seems to be about another request: its ID, requestUri or registration number is that of another one. It may be an old answer, perhaps from a cache on the way. Ask the service's support which registration number the ID belongs to.",
  staleAnswer:
    "The reply is dated more than a day before it was asked for, so it may be an old one, perhaps from a cache on the way. Ask at requestUri again, which costs nothing. If it happens again, compare the clocks of the service and of its authorization server, and contact the service's support and quote the ID.",
  unusableId:
    "The service gave this request no ID, or one of more than 200 characters, so its support may not find it. If there is a requestUri, ask there for the files; otherwise contact the service's support.",
  noAddress:
    "The service gave no address (requestUri) for this request, so its files cannot be asked for. Contact the service's support and quote the ID.",
  errorsReported:
    "The service reported an error together with this answer, so files may be missing. Ask at requestUri again later, which costs nothing. If it happens again, contact the service's support and quote the ID.",
  partialAnswer:
    'The reply says that it is only a part of the answer, or that it was changed on its way, so files may be missing. Ask at requestUri again.',
} as const;
export type RequestReason = keyof typeof REQUEST_EXPLANATIONS;

export const STILL_PENDING =
  'The service has not finished. Ask at the same requestUri again later: that costs nothing, and nothing is requested again.';

export type AcknowledgementVerdict =
  /** `noAddress` stands beside a request that a person has to look at as well. */
  { outcome: 'requested'; reason: 'noAddress' | null } | { outcome: 'review'; reason: RequestReason };

export type StateVerdict =
  | { outcome: 'error' | 'files' | 'pending'; reason: null }
  | { outcome: 'review'; reason: RequestReason };

const DOCUMENTED = ['pending', 'successful', 'failed'] as const;

/** Gives the status in small letters, whatever its case and the spaces around it; null if the interface does not list it. */
export function documentedStatus(status: unknown): (typeof DOCUMENTED)[number] | null {
  if (typeof status !== 'string') return null;
  const written = status.trim().toLowerCase();
  return DOCUMENTED.find((one) => one === written) ?? null;
}

// The service's ids are UUIDs, of 36 characters.
const MAX_ID_LENGTH = 200;

/** Gives the text, or null for anything else and for a text that names nothing, such as blanks. Never cuts it. */
export function idIn(value: unknown): string | null {
  return typeof value === 'string' && /[\p{Letter}\p{Number}]/u.test(value) ? value : null;
}

/** The fields of an acknowledgement, however odd the rest of it is. */
export interface Acknowledged {
  id: string | null;
  requestUri: string | null;
  status: unknown;
  /** Every field as received. */
  received: Record<string, unknown>;
}

/**
 * Judges an acknowledgement that is not Failed. `isShared`: another registration number has the same id or address; `isOld`: by the date of
 * its reply.
 */
export function acknowledgementVerdict(
  { id, requestUri, status, received }: Acknowledged,
  {
    isShared,
    isOld,
    registrationNumber,
  }: Record<'isOld' | 'isShared', boolean> & { registrationNumber: string },
): AcknowledgementVerdict {
  if (isShared || contradicts(received, { id: null, registrationNumber }))
    return { outcome: 'review', reason: 'otherRequest' };
  if (isOld) return { outcome: 'review', reason: 'staleAnswer' };
  const others = undocumentedFieldsIn(received, REQUEST_FIELDS);
  if (documentedStatus(status) === null || contradictsItself(others, STATUS_NAMES))
    return { outcome: 'review', reason: 'unknownStatus' };
  if (reportsErrors(others)) return { outcome: 'review', reason: 'errorsReported' };
  if (id === null || id.length > MAX_ID_LENGTH) return { outcome: 'review', reason: 'unusableId' };
  return { outcome: 'requested', reason: requestUri === null ? 'noAddress' : null };
}

/** A reply at the address of a request that is no error reply. */
export interface SaidAtAddress {
  /** The HTTP status; `isWhole` says whether the body is. */
  httpStatus: number;
  isWhole: boolean;
  /** True if the date of the reply says so. */
  isOld: boolean;
  /** JSON; undefined for an empty body. */
  body: unknown;
}

/** The id and the number with which the address came to us; null where the item has none. */
export interface AskedRequest {
  id: string | null;
  registrationNumber: string | null;
}

/** Judges a reply at the address of a request. Its body counts before the HTTP status. */
export function stateVerdict(said: SaidAtAddress, asked: AskedRequest): StateVerdict {
  const { httpStatus, isWhole, isOld, body } = said;
  const fields = fieldsOf(body);
  const status = documentedStatus(fields['status']);
  if (contradicts(fields, asked)) return { outcome: 'review', reason: 'otherRequest' };
  if (status === 'failed') return { outcome: 'error', reason: null };
  if (isOld) return { outcome: 'review', reason: 'staleAnswer' };
  if (status === 'pending' || body === undefined) return { outcome: 'pending', reason: null };
  if (status === 'successful') {
    const others = undocumentedFieldsIn(fields, REQUEST_FIELDS);
    if (contradictsItself(others, STATUS_NAMES)) return { outcome: 'review', reason: 'unknownStatus' };
    if (!isWhole || saysItIsAPart(others)) return { outcome: 'review', reason: 'partialAnswer' };
    if (reportsErrors(others)) return { outcome: 'review', reason: 'errorsReported' };
    return hasContent(fields) ? { outcome: 'files', reason: null } : { outcome: 'review', reason: 'noFiles' };
  }
  const isAccepted = httpStatus === 202 && isEmpty(fields['status']) && !hasList(body);
  return isAccepted ? { outcome: 'pending', reason: null } : { outcome: 'review', reason: 'unknownStatus' };
}

const REQUEST_FIELDS: ReadonlySet<string> = new Set(['id', 'registrationNumber', 'requestUri', 'status']);

const reportsErrors = (others: UndocumentedFields): boolean =>
  contradictsItself(others, ERROR_NAMES) || saysItFailed(others);

/** True if the request may still come to an end. An undocumented status and an old reply leave that open. */
export function mayGoOn({ outcome, reason }: StateVerdict, { body }: Pick<SaidAtAddress, 'body'>): boolean {
  if (outcome === 'pending') return true;
  const { status } = fieldsOf(body);
  const documented = documentedStatus(status);
  if (reason === 'staleAnswer') return documented !== 'successful';
  return reason === 'unknownStatus' && !isEmpty(status) && documented === null;
}

/** True if the reply names another request than the item. Spelling and leading zeros make no difference. */
function contradicts(fields: Record<string, unknown>, asked: AskedRequest): boolean {
  const differ = (one: string | null, other: string | null) =>
    one !== null && other !== null && one !== other;
  return (
    differ(comparedIdIn(fields['id']), comparedIdIn(asked.id)) ||
    differ(comparedNumber(fields['registrationNumber']), comparedNumber(asked.registrationNumber))
  );
}

/** A list with entries may be the files. */
const hasList = (body: unknown): boolean => Array.isArray(body) && !isEmpty(body);

function comparedIdIn(value: unknown): string | null {
  const id = idIn(value);
  return id === null ? null : comparedId(id);
}

function comparedNumber(number: unknown): string | null {
  if (typeof number !== 'string' && typeof number !== 'number') return null;
  const digits = String(number).replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits === '' ? null : digits;
}

// Fields that say whose request it is, and those of an error body.
const NO_CONTENT = new Set(['code', 'id', 'message', 'registrationNumber', 'requestUri', 'status']);

const hasContent = (fields: Record<string, unknown>): boolean =>
  Object.entries(fields).some(([name, value]) => !NO_CONTENT.has(name) && !isEmpty(value));

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}
