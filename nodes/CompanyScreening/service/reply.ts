// Reads a reply: gives what the contract promises, or says in plain words what came instead.
import * as z from 'zod/v4';

import { sentences } from '../names/plainText';
import { errorBodySchema, plainErrorSchema } from './contract';
import type { ServiceRequest } from './endpoints';
import { isReadOnly, OperationFailure, workStateAfter } from './failure';
import { isRedirect, isSuccess } from './http';
import { quotation, strictJson } from './json';
import { isWithheld } from './masking';
import type { ReplyAge } from './staleness';
import { describeReportedError, type ReplyContext } from './reportedError';

/** A reply as it came over the wire. */
export type ServiceReply = {
  method: ServiceRequest['method'];
  status: number;
  /** False if it says that its body is a part, or that it was changed on its way. */
  isWhole: boolean;
  /** Epoch milliseconds, by the clock of the service where its reply says it, or else by another date. */
  repliedAt: number;
  /** Missing for a file, which may be of any age. */
  age?: ReplyAge | undefined;
  /** Milliseconds of the header Retry-After. */
  retryAfterMs?: number | undefined;
  /** The host that a redirect leads to. */
  leadsTo?: string | undefined;
} & (ReplyText | { kind: 'file'; file: ReplyFile });

interface ReplyText {
  kind: 'text';
  /** The text is masked: the service may repeat one of the credential's secrets. */
  text: string;
  /** Hash of the bytes as they came, in hexadecimal digits. Only the evidence file asks for it. */
  sha256: () => string;
}

export interface ReplyFile {
  bytes: Buffer;
  contentType: string;
  /** The name in the header Content-Disposition. */
  name: string | undefined;
}

/**
 * Reads the reply of an operation (docs/design/service.md, Endpoints and Errors). A result that also has an error code is left to the
 * operation to judge.
 *
 * @throws OperationFailure for an error status, an error body, or a reply that is not what the contract says
 */
export function readReply<Schema extends z.ZodType>(
  reply: ServiceReply,
  schema: Schema,
  context: ReplyContext,
): z.infer<Schema> {
  const body = strictJson(replyText(reply));
  const parsed = schema.safeParse(body);
  if (isSuccess(reply.status)) {
    if (parsed.success) return parsed.data;
    throw errorBodySchema.parse(body).code
      ? errorReply(reply, body, context)
      : unreadableReply(reply, body, parsed.error, context);
  }
  throw errorReply(reply, body, context);
}

/**
 * True if the reply shows that its request was taken, whatever the status says: it is then not sent again. Looks at the text, since a
 * result may be wrapped in anything, and even in JSON that is broken.
 */
export function showsRequestWasTaken(reply: ServiceReply): boolean {
  if (isReadOnly(reply)) return false;
  const text = replyText(reply);
  return isWithheld(text) || (!isPage(text) && HAS_ID.test(text) && HAS_RESULT.test(text));
}

// Fields of both kinds of results, also in JSON within a text; an address is enough to find annual returns. No error body of the service has
// an id, a status of digits is that of HTTP, and gateways have words of their own.
const HAS_ID = /"(?:id|requestUri)\\*"\s*:\s*\\*["\d]/i;
const HAS_RESULT =
  /"(?:(?:requestUri|status)\\*"\s*:\s*\\*"(?!\d|error|unavailable|resource_exhausted)|totalHits\\*"\s*:)/i;

/** True for a web page, whose scripts may have fields of any name. */
const isPage = (text: string): boolean => text.trimStart().startsWith('<');

/** The text of a reply; a file has none. */
export function replyText(reply: ServiceReply): string {
  return reply.kind === 'text' ? reply.text : '';
}

function errorReply(reply: ServiceReply, body: unknown, context: ReplyContext): OperationFailure {
  const { status, retryAfterMs } = reply;
  const error = errorBodySchema.parse(body);
  const reported = error.code ? describeReportedError(error, context.catalog) : undefined;
  // A success whose code does not blame the request may have been charged like any other success that has no result.
  const mayBeDone = isSuccess(status) && !isReadOnly(reply) && !BLAMES_REQUEST.has(reported?.errorType);
  // A reply with the result proves that the service did the work, whatever the status says.
  const state = mayBeDone || showsRequestWasTaken(reply) ? 'staysUncertain' : workStateAfter(status, reply);
  const about = {
    httpStatus: status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(state === 'staysUncertain' ? { state, ...receiptIn(body) } : { state }),
  };
  // An error code counts under any status, since it is not documented which one it comes with.
  if (reported) {
    const { failsEveryItem, ...described } = reported;
    return new OperationFailure({
      ...about,
      ...described,
      failsEveryItem: failsEveryItem || status === 401,
      message: `${context.operation}: ${described.message.replace(/^The /, 'the ')}`,
      advice: sentences(described.advice, `The HTTP status was ${status}.`),
    });
  }
  const isForeign = !plainErrorSchema.safeParse(body).success;
  const { what, todo, failsEveryItem } = statusAdvice(status, {
    isForeign,
    fromRequestUri: isReadOnly(reply),
  });
  const reason = error.message || quotation([error.title, error.detail].filter(Boolean).join(': '));
  const explanation = sentences(
    isRedirect(status) && reply.leadsTo !== undefined && `It leads to ${reply.leadsTo}.`,
    reason && `The service says: ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}`,
  );
  return new OperationFailure({
    ...about,
    ...(failsEveryItem ? { failsEveryItem } : {}),
    ...(isForeign ? { isForeign } : {}),
    message: `${context.operation}: ${what} (HTTP status ${status}).`,
    ...(explanation === '' ? {} : { explanation }),
    advice: todo,
  });
}

const BLAMES_REQUEST: ReadonlySet<unknown> = new Set(['Authentication', 'Data']);

function unreadableReply(
  reply: ServiceReply,
  body: unknown,
  error: z.ZodError,
  { operation }: ReplyContext,
): OperationFailure {
  const { status } = reply;
  return new OperationFailure({
    ...(isReadOnly(reply) ? { state: 'refused' } : { state: 'staysUncertain', ...receiptIn(body) }),
    isForeign: true,
    httpStatus: status,
    message: `${operation}: the service's reply cannot be understood (HTTP status ${status}).`,
    explanation: `${whatCameInstead(replyText(reply), body, error)} This item has no result.`,
  });
}

const receiptFieldsSchema = z
  .object({ id: z.string().trim().min(1).catch(''), requestUri: z.string().trim().catch('') })
  .catch({ id: '', requestUri: '' });

/** The id and the address by which the request is found, if the reply says them. */
function receiptIn(body: unknown): { receiptId: string | null; requestUri?: string } {
  const { id, requestUri } = receiptFieldsSchema.parse(body);
  return { receiptId: id || null, ...(requestUri === '' ? {} : { requestUri }) };
}

function whatCameInstead(text: string, body: unknown, error: z.ZodError): string {
  if (text.trim() === '') return 'The reply is empty.';
  if (isWithheld(text)) return 'The reply quotes a secret of the credential, so nothing of it is shown.';
  if (body === undefined) {
    return isPage(text)
      ? 'A web page came back instead of data, perhaps from a gateway on the way. Check the Base URL in the credential.'
      : 'The reply is not complete JSON, names a field twice, or has a number that cannot be read.';
  }
  const [issue] = error.issues;
  const [field] = issue?.path ?? [];
  if (field === undefined && issue?.code === 'custom') return issue.message;
  return field === undefined
    ? 'The reply is not an object.'
    : `The field "${String(field)}" is missing or not of the expected type.`;
}

export interface StatusAdvice {
  /** The failure, as the end of a sentence. */
  what: string;
  /** Advice on what to do. */
  todo: string;
  /** Every other item would get the same reply. */
  failsEveryItem?: boolean;
}

/** Further facts about a reply that refuses. */
interface RefusingReply {
  /** The reply is none of the service's own. */
  isForeign?: boolean;
  /** The reply came from the address of an annual returns request. */
  fromRequestUri?: boolean;
}

/** Gives the words for a status that is not a success. */
export function statusAdvice(
  status: number,
  { isForeign, fromRequestUri }: RefusingReply = {},
): StatusAdvice {
  if (status === 403 && isForeign) return NOT_LET_THROUGH;
  if (isRedirect(status)) {
    return {
      what: 'the service redirects to another address, which is not followed so that the token goes nowhere else',
      todo: fromRequestUri ? CHECK_ADDRESS : 'Check the Base URL in the credential.',
    };
  }
  if (status === 404 && fromRequestUri) {
    return { what: 'the service found nothing at the address of this request', todo: CHECK_ADDRESS };
  }
  return (
    ADVICE[status] ?? {
      what: status >= 500 ? 'the service failed' : 'the service refused the request',
      todo: "If the problem persists, contact the service's support.",
    }
  );
}

const CHECK_ADDRESS =
  'Check the Request URI: it must be the requestUri of "Request Annual Returns", unchanged, and the credential that of the same environment. If it is right, ask the service\'s support, and quote the ID of the request.';

/** A firewall looks at the text of each request. */
const NOT_LET_THROUGH: StatusAdvice = {
  what: 'the service, or a firewall on the way, did not let this request through',
  todo: "If only this item is refused, the firewall objects to a text in it: ask the service's provider to let it through. If all are, ask whether your subscription includes this operation, and from which addresses.",
};

const ADVICE: Readonly<Record<number, StatusAdvice>> = {
  400: {
    what: 'the service refused the request as invalid',
    todo: 'Check the values of this item.',
  },
  // A rejected Subscription Key is left as the cause: by now the token is new (see transport/transport.ts).
  401: {
    what: 'the service did not accept the credential, most likely its Subscription Key',
    todo: 'The authorization server issued a token, so check the Subscription Key, the Environment and the Base URL in the credential.',
    failsEveryItem: true,
  },
  403: {
    what: 'the service does not allow this request',
    todo: "Ask the service's provider whether your subscription includes this operation.",
  },
  404: {
    what: 'the service found nothing at this address',
    todo: 'Check the Environment and the Base URL in the credential, and the values of this item.',
  },
  408: {
    what: 'the service, or a gateway on the way, gave up waiting for the request',
    todo: 'Try again later.',
  },
  429: {
    what: 'the service asks for fewer requests',
    todo: 'Lower Concurrency or set Requests per Second in the options, and run these items again later.',
  },
  503: {
    what: 'the service is not available at the moment',
    todo: 'Try again later.',
  },
};
