// Reads a reply of n8n's HTTP helpers: its status, its headers, and its body up to a bound.
import * as z from 'zod/v4';

/** Options of every request: its reply is returned whatever its status, and read piece by piece. */
export const REPLY_OPTIONS = {
  encoding: 'stream',
  disableFollowRedirect: true,
  returnFullResponse: true,
  ignoreHttpStatusErrors: true,
} as const;

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
      location: header,
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
  /** Megabytes of the decompressed body: a few kilobytes may become gigabytes. */
  maxMb: number;
  signal: AbortSignal;
  /** Takes how much was read. An error that it throws ends the reading. */
  sizeIs?: (bytes: number) => void;
}

/**
 * Reads the body to its end.
 *
 * @throws ReplyTooLarge, the signal's reason, or what broke the connection; the connection is then closed
 */
export async function readBody(body: HttpBody, { maxMb, signal, sizeIs }: BodyLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const received of bodyPieces(body)) {
    signal.throwIfAborted();
    const piece = received instanceof Uint8Array ? received : pieceSchema.parse(received);
    size += piece.length;
    if (size > maxMb * 1e6) throw new ReplyTooLarge(maxMb);
    sizeIs?.(size);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** The text of a body, without the byte order mark that some servers put in front of it. */
export function decodeBody(bytes: Buffer): string {
  return bytes.toString().replace(/^\uFEFF/, '');
}

/** Gives a text or bytes as one piece, and a stream as it is: a generator around it would cost every request. */
function bodyPieces(body: HttpBody): AsyncIterable<unknown> | Iterable<unknown> {
  return typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
}

const pieceSchema = z.union([z.instanceof(Uint8Array), z.string().transform((text) => Buffer.from(text))]);

/** A record with a thousand hits has about 1 MB: hardly any reply of a run is larger. */
const LARGE_MB = 1;
const MAX_OF_RUN_MB = 32;

/** A large reply that was not read: those of the run together have too much. */
export class RunTooLarge extends ReplyTooLarge {
  constructor() {
    super(LARGE_MB);
  }

  readonly ofRunMb = MAX_OF_RUN_MB;
}

export class LargeReplies {
  private bytes = 0;

  counting(): ReplyCount {
    let counted = 0;
    return {
      sizeIs: (size) => {
        if (size <= LARGE_MB * 1e6) return;
        this.bytes += size - counted;
        counted = size;
        if (this.bytes > MAX_OF_RUN_MB * 1e6) throw new RunTooLarge();
      },
      isNotHeld: () => {
        this.bytes -= counted;
      },
    };
  }
}

interface ReplyCount {
  /** @throws RunTooLarge */
  sizeIs: (bytes: number) => void;
  isNotHeld: () => void;
}
