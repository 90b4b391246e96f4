// A reply as it came over the wire → the reply that the operations read: a text without secrets, or a file.
import { createHash } from 'node:crypto';

import { parse as parseDisposition } from 'content-disposition';

import type { Clock } from '../flowControl/time';
import type { ServiceRequest } from '../service/endpoints';
import { fileNameIn } from '../service/fileName';
import { isWhole, retryAfterMs } from '../service/http';
import { quotedName, strictJson } from '../service/json';
import { maskReply, type Mask } from '../service/masking';
import type { ReplyFile, ServiceReply } from '../service/reply';
import type { ReplyDates } from '../service/staleness';
import {
  decodeBody,
  httpReplySchema,
  readBody,
  ReplyTooLarge,
  type HttpBody,
  type LargeReplies,
  type ReplyHeaders,
} from './httpReply';

// A record with a thousand hits has about 1 MB.
const MAX_TEXT_MB = 16;

export interface Receiving {
  /** Puts stars in the place of the credential's secrets. */
  mask: Mask;
  /** Ends the reading. */
  signal: AbortSignal;
  /** The request that it answers. */
  request: ServiceRequest;
  clock: Pick<Clock, 'epochMs' | 'monotonicMs'>;
  dates: ReplyDates;
  largeReplies: LargeReplies;
  /** See `AccessToken`; 0 if it is not known. */
  tokenDate: () => number;
}

/**
 * Reads the reply of n8n's helper to its end.
 *
 * @throws ReplyTooLarge, RunTooLarge, or what ended the reading
 */
export async function receiveReply(
  received: unknown,
  { mask, signal, request, clock, dates, largeReplies, tokenDate }: Receiving,
): Promise<ServiceReply> {
  const { method, maxFileMb, url } = request;
  const { statusCode, headers, body } = httpReplySchema.parse(received);
  const bytes =
    maxFileMb === undefined
      ? await readCounted(body, signal, largeReplies)
      : await readBody(body, { maxMb: Math.max(maxFileMb, MAX_TEXT_MB), signal });
  const receivedAt = clock.epochMs();
  const { repliedAt, age } = dates.see({
    ...{ status: statusCode, headers, tokenDate: tokenDate() },
    ...{ epochMs: receivedAt, monotonicMs: clock.monotonicMs() },
  });
  const about = {
    method,
    status: statusCode,
    isWhole: isWhole(statusCode, headers),
    repliedAt,
    retryAfterMs: retryAfterMs(headers, receivedAt),
    leadsTo: hostIn(headers.location, url, mask),
  };

  if (maxFileMb !== undefined && isFile(bytes, headers)) {
    if (bytes.length > maxFileMb * 1e6) throw new ReplyTooLarge(maxFileMb);
    return { kind: 'file', file: receivedFile(bytes, headers, mask), ...about };
  }
  if (bytes.length > MAX_TEXT_MB * 1e6) throw new ReplyTooLarge(MAX_TEXT_MB);
  const sha256 = () => createHash('sha256').update(bytes).digest('hex');
  return { kind: 'text', text: maskReply(decodeBody(bytes), mask), sha256, age, ...about };
}

/** Counts a reply that is held until the items are made. */
async function readCounted(body: HttpBody, signal: AbortSignal, largeReplies: LargeReplies): Promise<Buffer> {
  const count = largeReplies.counting();
  let isHeld = false;
  try {
    const bytes = await readBody(body, { maxMb: MAX_TEXT_MB, signal, sizeIs: count.sizeIs });
    isHeld = true;
    return bytes;
  } finally {
    if (!isHeld) count.isNotHeld();
  }
}

/** The host without a user name. Undefined if there is none. */
function hostIn(location: string | undefined, from: string, mask: Mask): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  return quotedName(mask(new URL(location, from).host)) || undefined;
}

// Some servers call JSON a text, or send an error page with a status that says all is well.
function isFile(bytes: Buffer, headers: ReplyHeaders): boolean {
  const type = headers['content-type'];
  if (bytes.length === 0 || (type !== undefined && /json/i.test(type))) return false;
  const start = decodeBody(bytes.subarray(0, 1000)).trimStart();
  if (type === undefined)
    return start.startsWith('%PDF-') || (start.startsWith('<?xml') && isDocument(start));
  if (/^\s*attachment/i.test(headers['content-disposition'] ?? '')) return true;
  if (/html/i.test(type)) return false;
  if (start.startsWith('<')) return /xml/i.test(type) && isDocument(start);
  return !/^[[{"]/.test(start) || strictJson(decodeBody(bytes)) === undefined;
}

/** Tells by its first element whether XML is neither a page nor an error. */
function isDocument(start: string): boolean {
  const [, root] =
    /^(?:<\?[^>]*>|<!--(?:(?!-->)[^])*-->|<!(?!--)[^>]*>|\s)*<(?:[\w.-]+:)?([\w.-]+)/.exec(start) ?? [];
  return root !== undefined && !/^html$|error|exception|fault|problem|envelope/i.test(root);
}

function receivedFile(bytes: Buffer, headers: ReplyHeaders, mask: Mask): ReplyFile {
  const name = givenName(headers['content-disposition']);
  return {
    bytes,
    contentType: mask(headers['content-type'] ?? ''),
    name: name === undefined ? undefined : fileNameIn(mask(name)),
  };
}

function givenName(disposition: string | undefined): string | undefined {
  try {
    return disposition === undefined ? undefined : parseDisposition(disposition).parameters['filename'];
  } catch {
    // A name that breaks the standard is left out: a file without a name is still the file.
    return undefined;
  }
}
