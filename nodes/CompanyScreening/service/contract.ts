// Shapes of the service's replies, as docs/design/service.md describes them: every reply passes one of these schemas.
import * as z from 'zod/v4';

import { quotation, quotedName } from './json';

const UUID = /^(?:urn)?(?:uuid)?([\da-f]{32})$/;

/** Gives an id as it is compared: a UUID is the same in capitals, in braces, without hyphens, and as a URN. */
export function comparedId(id: string): string {
  const written = id
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();
  return UUID.exec(written.replaceAll(/[^\da-z]/g, ''))?.[1] ?? written;
}

// "array of string or null" can be read in two ways, so the list may be null, and so may an entry.
const texts = z.array(z.string().nullable()).nullish();
const text = z.string().nullish();
// Texts that people read in an error.
const words = z.string().transform(quotation).nullish();
const code = z.string().transform(quotedName).nullish();
const MAX_SUGGESTIONS = 10;
/** A list whose entries are not looked at: there may be millions. */
const list = z.custom<unknown[]>((value) => Array.isArray(value));

/** The watchlists that a screening is against (Screening request). */
export const screeningOptionSchema = z.enum(['Aml', 'Both', 'Pep']);

/** An entry of `details`: an entity of a watchlist that the company matched (Detail object). */
export const hitSchema = z.looseObject({
  aliasNames: texts,
  aliasGivenNames: texts,
  links: texts,
  sourceType: text,
  address: texts,
  addressRemarks: texts,
  companyNumber: texts,
  jurisdiction: texts,
  entityType: text,
  pepType: text,
  name: text,
  nameRemarks: texts,
  sourceId: text,
  sanctionDetails: texts,
  otherInformation: texts,
  tlName: text,
});

/** An entry of `errors` (Error object). Only the code is needed to say what happened. */
export const reportedErrorSchema = z.looseObject({
  code,
  message: words,
  description: words,
  suggestion: z.union([words, z.array(words).transform((given) => given.slice(0, MAX_SUGGESTIONS))]),
  type: words,
});

/** The most entries of `details` that become hits. Millions of them, of a few bytes each, would take all memory as items. */
export const MAX_HITS = 10_000;
/** Characters that the items of all hits may repeat. */
const LONGEST_ITEMS = 50_000_000;

/**
 * The reply to a screening (Screening record). `status` stays open, since the service itself shows a value that is not in its list. Fields
 * that decide between clear and not clear are required. The rest may be missing or odd, which is no reason to lose a screening that was
 * paid for. An entry of `details` is a hit whatever it holds.
 */
export const screeningRecordSchema = z
  .looseObject({
    id: z.string(),
    createdAt: z.unknown().optional(),
    requesterId: z.unknown().optional(),
    status: z.string(),
    totalHits: z.int(),
    option: z.unknown().optional(),
    processedAt: z.unknown().optional(),
    // One more than the limit, to show that there are more; the rest is not held in memory.
    details: list
      .transform((given) => (given.length > MAX_HITS ? given.slice(0, MAX_HITS + 1) : given))
      .nullish(),
    isError: z.boolean(),
    errors: list.nullish(),
  })
  .refine(({ details, ...others }) => {
    const items = Math.min(details?.length ?? 0, MAX_HITS);
    return items < 2 || JSON.stringify(others).length * items <= LONGEST_ITEMS;
  }, 'Besides its hits, the reply has so much text that repeating it for each of them would use up the memory.');

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/**
 * The reply to an annual returns request (Annual returns request). Its id or its address is enough, however odd the rest is: either one
 * finds what was paid for.
 */
export const annualReturnsReplySchema = z
  .looseObject({
    id: z.unknown().optional(),
    requestUri: z.unknown().optional(),
    status: z.unknown().optional(),
  })
  .refine(({ id, requestUri }) => isText(id) || isText(requestUri), { path: ['id'] });

/**
 * The fields that are used of plain error bodies: `{code, message}` of the annual returns request, `error` and `error_description` of the
 * token endpoint, `title` and `detail` of a gateway's problem details (RFC 9457). The `{statusCode}` of the screening says no more than the
 * HTTP status. Anything else reads as an empty object.
 */
export const errorBodySchema = z
  .object({
    code: code.catch(null),
    message: words.catch(null),
    error: words.catch(null),
    error_description: words.catch(null),
    title: words.catch(null),
    detail: words.catch(null),
  })
  .catch({});

/** Plain error bodies of the service: the first of annual returns, the second of screenings, which only have it with these statuses. */
export const plainErrorSchema = z.union([
  z.object({ code: z.string().nullable(), message: z.string().nullable() }),
  z.object({ statusCode: z.literal([400, 401]) }),
]);

/** Documented fields of a screening record. Any other field with nearly the same name may contradict them. */
export const RECORD_FIELDS: ReadonlySet<string> = new Set(Object.keys(screeningRecordSchema.shape));

/** Names of all documented fields. They are public, and never a secret. */
export const FIELD_NAMES: ReadonlySet<string> = new Set(
  [screeningRecordSchema, hitSchema, reportedErrorSchema, annualReturnsReplySchema]
    .flatMap(({ shape }) => Object.keys(shape))
    .concat('error', 'statusCode'),
);

const withStatusSchema = z.object({ status: z.string() });

const fieldsSchema = z.looseObject({}).catch({});
/** The fields of a reply or of a part of it; a list or a bare value has none. */
export const fieldsOf = (body: unknown): Record<string, unknown> => fieldsSchema.parse(body);

/** Any JSON. zod's own schema for it refuses an object that has a field "constructor". */
export const jsonValueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.looseObject({}),
]);

/**
 * The reply at a request URI, of which nothing is documented: any JSON that is no error body. A `code` beside a `status` belongs to the
 * state of the request.
 */
export const requestStateSchema = jsonValueSchema.refine(
  (reply) => !errorBodySchema.parse(reply).code || withStatusSchema.safeParse(reply).success,
);

/** Life of a token where the server does not say it: that of the documented sample. */
const TOKEN_LIFE_SECONDS = 300;

/**
 * The token endpoint's reply (Authentication). `expires_in` is in seconds; some servers send it as text, or not at all. A token goes into a
 * header: one with any other character would be sent in another spelling, and not be recognised where it is quoted.
 */
export const tokenReplySchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z
    .union([
      z.null().transform(() => TOKEN_LIFE_SECONDS),
      // Number() makes 1 of true, and 300 of [300].
      z.union([z.number(), z.string().transform(Number)]).pipe(z.number().positive()),
    ])
    .default(TOKEN_LIFE_SECONDS),
  token_type: z.string().nullish(),
});

export type ScreeningOption = z.infer<typeof screeningOptionSchema>;
export type Hit = z.infer<typeof hitSchema>;
export type ReportedError = z.infer<typeof reportedErrorSchema>;
export type ScreeningRecord = z.infer<typeof screeningRecordSchema>;
