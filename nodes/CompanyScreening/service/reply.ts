// Reads a reply: gives what the contract promises, or says in plain words what came instead.
import type * as z from 'zod/v4';

import { errorBodySchema, type ReportedError } from './contract';
import { INVALID_CREDENTIALS_CODE, type ErrorCatalog } from './errorCatalogs';
import { ScreeningFailure, type FailureDetails } from './failure';
import { jsonOf } from './json';
import { isSuccess } from './status';

/** A reply as it came over the wire. */
export interface ServiceReply {
  status: number;
  text: string;
  /** From the header Retry-After, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The body where it is a file and not JSON; `text` is empty then. */
  file?: ReplyFile | undefined;
}

export interface ReplyFile {
  bytes: Buffer;
  contentType: string;
  /** As the header Content-Disposition names it. */
  name: string | undefined;
}

/** What a reply belongs to: the operation's shown name and its error catalog. */
export interface ReplyContext {
  operation: string;
  catalog: ErrorCatalog;
  /** It only asks: to send it again never pays for anything twice. */
  onlyAsks?: boolean;
}

/**
 * Reads the reply of an operation (service-interface.md, Endpoints and Errors).
 *
 * @throws ScreeningFailure for an error status, an error body, or a reply that is not what the contract says
 */
export function readReply<Schema extends z.ZodType>(
  reply: ServiceReply,
  schema: Schema,
  context: ReplyContext,
): z.infer<Schema> {
  const body = jsonOf(reply.text);
  const parsed = schema.safeParse(body);
  const succeeded = isSuccess(reply.status);
  if (succeeded && parsed.success) return parsed.data;

  const error = errorBodySchema.parse(body);
  const about = {
    httpStatus: reply.status,
    ...(reply.retryAfterMs === undefined ? {} : { retryAfterMs: reply.retryAfterMs }),
  };
  // The interface does not say which status an error body comes with, so that a code counts under any.
  if (error.code) {
    const words = describeReportedError(error, context.catalog);
    throw new ScreeningFailure({
      ...retryOf(reply.status, context),
      ...about,
      ...words,
      fatal: words.fatal === true || reply.status === 401,
      message: `${context.operation}: ${words.message.replace(/^The /, 'the ')}`,
      description: sentences(words.description, `The HTTP status was ${reply.status}.`),
    });
  }
  if (succeeded) {
    throw new ScreeningFailure({
      ...about,
      message: `${context.operation}: the reply of the service cannot be understood (HTTP status ${reply.status}).`,
      description: sentences(
        whatCameInstead(reply.text, body, parsed.error),
        'So nothing is said about this item.',
      ),
      workMayBeDone: !context.onlyAsks,
    });
  }
  const { what, todo, ...rest } = statusWords(reply.status);
  throw new ScreeningFailure({
    ...retryOf(reply.status, context),
    ...about,
    ...rest,
    message: `${context.operation}: ${what} (HTTP status ${reply.status}).`,
    description: sentences(
      error.message && `The service says: ${asSentence(excerpt(error.message))}`,
      reply.retryAfterMs !== undefined && `It asks to wait ${duration(reply.retryAfterMs)}.`,
      todo,
    ),
  });
}

/** The words of the catalog for an error that the service reported. An unknown code is shown as received. */
export function describeReportedError(
  reported: Partial<ReportedError>,
  catalog: ErrorCatalog,
): Omit<FailureDetails, 'httpStatus' | 'retry' | 'retryAfterMs'> {
  const code = reported.code ?? '';
  const entry = Object.hasOwn(catalog, code) ? catalog[code] : undefined;
  if (entry) {
    return {
      message: `${entry.description} (${code} ${entry.name})`,
      description: entry.suggestion,
      errorCode: code,
      errorName: entry.name,
      errorType: entry.type,
      suggestion: entry.suggestion,
      fatal: code === INVALID_CREDENTIALS_CODE,
    };
  }
  const { message, description, type } = reported;
  const suggestion = [reported.suggestion].flat().filter(Boolean).join(' ');
  const label = [code, message].filter(Boolean).join(' ');
  return {
    message:
      label === ''
        ? 'The service reported an error without a code.'
        : `The service reported the error ${label}.`,
    description: sentences(description, suggestion),
    ...(code ? { errorCode: code } : {}),
    ...(message ? { errorName: message } : {}),
    ...(type ? { errorType: type } : {}),
    ...(suggestion ? { suggestion } : {}),
  };
}

interface StatusWords {
  what: string;
  todo: string;
  fatal?: boolean;
}

function statusWords(status: number): StatusWords {
  if (status >= 300 && status <= 399) {
    return {
      what: 'the service points to another address, which is not followed so that the token goes nowhere else',
      todo: 'Check the Base URL in the credential.',
    };
  }
  const words: Record<number, StatusWords> = {
    400: {
      what: 'the service refused the request as invalid',
      todo: 'Check the values of this item.',
    },
    // By now the token is new (see transport.ts), so that the subscription key is what is left.
    401: {
      what: 'the service did not accept the credential, most likely its Subscription Key',
      todo: 'The authorization server gave a token, so check the Subscription Key, the Environment and the Base URL in the credential.',
      fatal: true,
    },
    403: {
      what: 'the service does not allow this request',
      todo: "Ask the service's provider whether your subscription includes this operation.",
    },
    404: {
      what: 'the service found nothing at this address',
      todo: 'Check the Environment and the Base URL in the credential, and the values of this item.',
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
  return (
    words[status] ?? {
      what: status >= 500 ? 'the service failed' : 'the service refused the request',
      todo: "If this stays, contact the service's support.",
    }
  );
}

function retryOf(
  status: number,
  { onlyAsks }: ReplyContext,
): Pick<FailureDetails, 'retry' | 'workMayBeDone'> {
  if (status === 429 || status === 503) return { retry: 'safe' };
  if (status === 500 || status === 502 || status === 504) {
    return onlyAsks ? { retry: 'safe' } : { retry: 'uncertain', workMayBeDone: true };
  }
  return { retry: 'never' };
}

function whatCameInstead(text: string, body: unknown, error: z.ZodError | undefined): string {
  if (text.trim() === '') return 'The reply is empty.';
  if (body === undefined) {
    return text.trimStart().startsWith('<')
      ? 'A web page came instead of data, perhaps from a gateway on the way; check the Base URL in the credential.'
      : 'The reply is not complete JSON.';
  }
  const issue = error?.issues[0];
  const field = issue?.path.join('.') ?? '';
  return field === ''
    ? 'The reply is not an object.'
    : `The field "${field}" is missing or not of the expected type.`;
}

function sentences(...parts: Array<string | null | undefined | false>): string {
  return parts.filter(Boolean).join(' ');
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}

/** Text from outside, on one line and not longer than an error should be. */
function excerpt(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200);
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
