// The faults that a test can ask the sandbox for, and how they are written.
import { z } from 'zod/v4';
import { sandboxOperationSchema } from './protocol';

const headersSchema = z.record(z.string(), z.string());
const statusSchema = z.int().min(200).max(599);

/** A reply given as bytes: a text, or anything in base64. */
const rawReplySchema = z.strictObject({
  kind: z.literal('raw'),
  status: statusSchema,
  body: z.union([z.string(), z.strictObject({ base64: z.base64() })]).optional(),
  contentType: z.string().optional(),
  headers: headersSchema.optional(),
  /** Sends one byte, then waits this long before the next. */
  chunkDelayMs: z.number().nonnegative().optional(),
  /** Does the work and counts it before. */
  work: z.boolean().optional(),
});
export type RawReply = z.infer<typeof rawReplySchema>;

/**
 * What a fault does. Its texts may quote the request: `{{address}}`, `{{query}}`, `{{authorization}}`, `{{token}}`,
 * `{{subscriptionKey}}`; of a token exchange also `{{form}}` and its `{{formSecret}}`, in faults that do no work.
 * `{{url:name}}` is the same URL-encoded; `{{json:name}}`, for raw bodies, with JSON's escapes.
 */
export const kindOfFaultSchema = z.discriminatedUnion('kind', [
  /** Answers as usual, but `ms` later. */
  z.strictObject({ kind: z.literal('latency'), ms: z.number().nonnegative() }),
  /** Answers with this status instead of doing the work. No `body`: an empty reply. */
  z.strictObject({
    kind: z.literal('status'),
    status: statusSchema,
    body: z.unknown().optional(),
    headers: headersSchema.optional(),
  }),
  /** Resets the connection; the work is not done. */
  z.strictObject({ kind: z.literal('resetBefore') }),
  /** Does the work and counts it, then resets the connection. */
  z.strictObject({ kind: z.literal('resetAfter') }),
  /** Does the work and counts it, then never answers. */
  z.strictObject({ kind: z.literal('hang') }),
  /** A gateway's HTML page (502 unless told otherwise); the work is not done. */
  z.strictObject({ kind: z.literal('html'), status: statusSchema.optional() }),
  /** Does the work, then sends the first half of the JSON. */
  z.strictObject({ kind: z.literal('truncated') }),
  /** Does the work, then sends valid JSON with a field of the wrong type. */
  z.strictObject({ kind: z.literal('wrongShape') }),
  /** Sends the client elsewhere (302); the work is not done. */
  z.strictObject({ kind: z.literal('redirect'), location: z.string() }),
  /**
   * Does the work, then sends the reply (200 unless told otherwise) with the fields of `patch` added and those of `remove` removed.
   * `append` is JSON text that is added after the last field as it is (`"details":[]`), even if that repeats a key.
   */
  z.strictObject({
    kind: z.literal('record'),
    patch: z.record(z.string(), z.unknown()).optional(),
    remove: z.array(z.string()).optional(),
    append: z.string().optional(),
    status: statusSchema.optional(),
    headers: headersSchema.optional(),
  }),
  /** Sends exactly these bytes. The work is not done unless told otherwise. */
  rawReplySchema,
  /** Does the work, then sends its reply one byte at a time, with this many milliseconds in between. */
  z.strictObject({ kind: z.literal('trickle'), chunkDelayMs: z.number().positive() }),
  /** Does the work, then sends its reply after this many megabytes of blanks: a small gzip that decompresses to a lot. */
  z.strictObject({ kind: z.literal('gzipBomb'), megabytes: z.int().positive() }),
]);
export type KindOfFault = z.infer<typeof kindOfFaultSchema>;

/**
 * A fault, and the requests it hits: those of `on` whose company name or registration number contains `match`
 * (all of them without it), not the first `after` of them (default 0), and at most `times` (default: no end).
 * The first fault of the list that fits a request is the one that hits it. Requests with a bad token or
 * subscription key get their 401 and meet no fault.
 */
const faultSchema = z.strictObject({
  on: sandboxOperationSchema,
  match: z.string().optional(),
  times: z.int().nonnegative().optional(),
  after: z.int().nonnegative().optional(),
  fault: kindOfFaultSchema,
});
export type Fault = z.infer<typeof faultSchema>;
export const faultsSchema = z.array(faultSchema);
