// Replies given as bytes: exact ones, ones that trickle, and ones that grow when they are decompressed.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Context } from 'koa';
import type { RawReply } from './faultSchema';

const BLANKS = Buffer.alloc(1_000_000, ' ');

/** Sends these bytes and nothing else: no header of ours but their length. */
export async function sendRaw(ctx: Context, reply: RawReply): Promise<void> {
  ctx.respond = false;
  const { res } = ctx;
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  const { body = '' } = reply;
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.base64, 'base64');
  res.writeHead(reply.status, {
    'Content-Length': bytes.length,
    ...(reply.contentType === undefined ? {} : { 'Content-Type': reply.contentType }),
    ...reply.headers,
  });
  await send(ctx, bytes, reply.chunkDelayMs ?? 0);
}

/** Sends the reply in the context one byte at a time. */
export async function trickle(ctx: Context, chunkDelayMs: number): Promise<void> {
  const bytes = bytesOf(ctx.body);
  ctx.respond = false;
  ctx.res.writeHead(ctx.status, { 'Content-Length': bytes.length });
  await send(ctx, bytes, chunkDelayMs);
}

/** Sends the reply in the context after this many megabytes of blanks, all of it compressed. */
export async function sendGzipBomb(ctx: Context, megabytes: number): Promise<void> {
  const bytes = bytesOf(ctx.body);
  ctx.respond = false;
  ctx.res.removeHeader('Content-Length');
  ctx.res.writeHead(ctx.status, { 'Content-Encoding': 'gzip' });
  const unpacked = Readable.from([...Array<Buffer>(megabytes).fill(BLANKS), bytes]);
  try {
    await pipeline(unpacked, createGzip(), ctx.res);
  } catch (error) {
    // A client that has read enough closes the connection.
    if (!ctx.res.destroyed) throw error;
  }
}

async function send(ctx: Context, bytes: Buffer, chunkDelayMs: number): Promise<void> {
  const { res } = ctx;
  if (chunkDelayMs === 0) {
    res.end(bytes);
    return;
  }
  res.flushHeaders();
  for (const byte of bytes) {
    await sleep(chunkDelayMs);
    if (res.destroyed) return;
    res.write(Buffer.of(byte));
  }
  res.end();
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
