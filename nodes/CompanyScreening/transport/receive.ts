// What came over the wire → the reply that the operations read: a text without secrets, or a file.
import { createHash } from 'node:crypto';

import { parse as parseDisposition } from 'content-disposition';
import type { ServiceRequest } from '../service/endpoints';
import { decodeBody, httpReplySchema, readBody, ReplyTooLarge, type ReplyHeaders } from './httpReply';
import { isWhole, repliedAt, retryAfterMs } from '../service/http';
import { strictJson } from '../service/json';
import type { Mask } from '../service/masking';
import { maskReply } from '../service/maskReply';
import type { ReplyFile, ServiceReply } from '../service/reply';

// A record with a thousand hits has about 1 MB.
const MAX_TEXT_MB = 16;

export interface Receiving {
  /** Puts stars in the place of the credential's secrets. */
  mask: Mask;
  /** Ends the reading. */
  signal: AbortSignal;
  /** The request that it answers. */
  request: ServiceRequest;
  /** The time of day, in epoch milliseconds. */
  now: () => number;
}

/**
 * Reads the reply of n8n's helper to its end.
 *
 * @throws ReplyTooLarge, or what ended the reading
 */
export async function receiveReply(
  received: unknown,
  { mask, signal, request: { method, maxFileMb, screeningId }, now }: Receiving,
): Promise<ServiceReply> {
  const { statusCode, headers, body } = httpReplySchema.parse(received);
  const bytes = await readBody(body, { maxMb: Math.max(maxFileMb ?? 0, MAX_TEXT_MB), signal });
  const receivedAt = now();
  const about = {
    method,
    status: statusCode,
    isWhole: isWhole(statusCode, headers),
    repliedAt: repliedAt(headers) ?? receivedAt,
    retryAfterMs: retryAfterMs(headers['retry-after'], receivedAt),
    ...(screeningId === undefined ? {} : { screeningId }),
  };

  if (maxFileMb !== undefined && isFile(bytes, headers)) {
    if (bytes.length > maxFileMb * 1e6) throw new ReplyTooLarge(maxFileMb);
    return { kind: 'file', file: receivedFile(bytes, headers, mask), ...about };
  }
  if (bytes.length > MAX_TEXT_MB * 1e6) throw new ReplyTooLarge(MAX_TEXT_MB);
  const sha256 = () => createHash('sha256').update(bytes).digest('hex');
  return { kind: 'text', text: maskReply(decodeBody(bytes), mask), sha256, ...about };
}

// Some servers call JSON a text, or send an error page with a status that says all is well.
function isFile(bytes: Buffer, headers: ReplyHeaders): boolean {
  const type = headers['content-type'];
  if (bytes.length === 0 || type === undefined || /json/i.test(type)) return false;
  if (/^\s*attachment/i.test(headers['content-disposition'] ?? '')) return true;
  const start = decodeBody(bytes.subarray(0, 100)).trimStart();
  if (/html/i.test(type) || start.startsWith('<')) return false;
  return !/^[[{"]/.test(start) || strictJson(decodeBody(bytes)) === undefined;
}

function receivedFile(bytes: Buffer, headers: ReplyHeaders, mask: Mask): ReplyFile {
  const name = fileNameIn(headers['content-disposition']);
  return {
    bytes,
    contentType: mask(headers['content-type'] ?? ''),
    // The last part only: a name is not to say where a file goes.
    name: name === undefined ? undefined : mask(name).split(/[\\/]/).at(-1),
  };
}

function fileNameIn(disposition: string | undefined): string | undefined {
  try {
    return disposition === undefined ? undefined : parseDisposition(disposition).parameters['filename'];
  } catch {
    // Not as the standard says: a file without a name is still the file.
    return undefined;
  }
}
