// Reads a reply of n8n's HTTP helpers: its status, its header Retry-After, and its body up to a bound.
import * as z from 'zod/v4';

/** The options of every request: its reply is returned whatever its status, and read piece by piece. */
export const REPLY_OPTIONS = {
  encoding: 'stream',
  disableFollowRedirect: true,
  returnFullResponse: true,
  ignoreHttpStatusErrors: true,
} as const;

/** Whether the status says that the request succeeded. Which of them the service uses is not documented. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

// A year. A longer wait means for ever, and "Infinity hours" is no help to anybody.
const MAX_RETRY_AFTER_S = 365 * 24 * 3600;

/**
 * What the header Retry-After (RFC 9110, section 10.2.3) asks to wait from `now` (epoch ms), in milliseconds: it is a number of
 * seconds, or a date. Undefined if it says neither.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_RETRY_AFTER_S) * 1000;
  const date = httpDate(value);
  return date === undefined ? undefined : Math.max(0, date - now);
}

// A date in a header ends like this; Date.parse alone would also find one in "soon 10".
function httpDate(value: string): number | undefined {
  const date = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}

/**
 * When the reply was given by the clock of whoever gave it, in epoch milliseconds: the header Date, and the Age that a cache on
 * the way adds (RFC 9110, section 6.6.1; RFC 9111, section 5.1). Undefined without a date.
 */
export function repliedAt({ date, age }: Pick<ReplyHeaders, 'age' | 'date'>): number | undefined {
  const givenAt = httpDate(date?.trim() ?? '');
  const seconds = /^\d{1,12}$/.test(age?.trim() ?? '') ? Number(age) : 0;
  return givenAt === undefined ? undefined : givenAt + seconds * 1000;
}

// 203 was changed on its way; 206, 207, 208 and 226 are parts of something, or differences to something older.
const WHOLE = new Set([200, 201, 202]);

/** Whether nothing about the reply says that its body is a part, or not what the service gave (RFC 9110, section 15.3). */
export function isWhole(status: number, headers: Pick<ReplyHeaders, 'content-range'>): boolean {
  return WHOLE.has(status) && headers['content-range'] === undefined;
}

/** The sentence about a wait that was asked for, in milliseconds. */
export function waitSentence(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `It asks to wait ${seconds} s.`;
  return seconds < 7200
    ? `It asks to wait ${Math.ceil(seconds / 60)} minutes.`
    : `It asks to wait ${Math.ceil(seconds / 3600)} hours.`;
}

const header = z.string().optional().catch(undefined);

/** A reply as n8n's helpers return it for these options. Its body is decompressed, but not read yet. */
export const httpReplySchema = z.object({
  statusCode: z.int(),
  headers: z
    .object({
      age: header,
      'content-disposition': header,
      'content-range': header,
      'content-type': header,
      date: header,
      'retry-after': header,
    })
    .catch({}),
  body: z
    .union([z.custom<AsyncIterable<unknown>>(isAsyncIterable), z.string(), z.instanceof(Uint8Array)])
    .catch(''),
});
export type HttpBody = z.infer<typeof httpReplySchema>['body'];
export type ReplyHeaders = z.infer<typeof httpReplySchema>['headers'];

function isAsyncIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** A reply whose body is larger than it may be. */
export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';

  constructor(readonly maxMb: number) {
    super(`The reply has more than ${maxMb} MB.`);
  }
}

export interface BodyLimits {
  /** Of the decompressed body: a few kilobytes may become gigabytes. */
  maxMb: number;
  /** Ends the reading. */
  signal: AbortSignal;
}

/**
 * Reads the body to its end.
 *
 * @throws ReplyTooLarge, the signal's reason, or what broke the connection; the connection is then closed
 */
export async function readBody(body: HttpBody, { maxMb, signal }: BodyLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const received of piecesOf(body)) {
    signal.throwIfAborted();
    const piece = received instanceof Uint8Array ? received : pieceSchema.parse(received);
    size += piece.length;
    if (size > maxMb * 1e6) throw new ReplyTooLarge(maxMb);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** The text of a body, without the mark that some servers put in front of it. */
export function decodeText(bytes: Buffer): string {
  return bytes.toString().replace(/^\uFEFF/, '');
}

/** A text or bytes are one piece. A stream is given as it is: a generator around it would cost every request. */
function piecesOf(body: HttpBody): AsyncIterable<unknown> | Iterable<unknown> {
  return typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
}

const pieceSchema = z.union([z.instanceof(Uint8Array), z.string().transform((text) => Buffer.from(text))]);
