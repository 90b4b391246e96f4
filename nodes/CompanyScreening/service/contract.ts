// The room service/: the remote service, as docs/design/service.md describes it. What is not documented there is not assumed, and nothing of n8n
// is known.
//
// The replies of the service as docs/design/service.md shows them. Fields that it does not know are kept.
import * as z from 'zod/v4';

// "array of string or null" is read both ways: the list may be null, and so may an entry.
const texts = z.array(z.string().nullable()).nullish();
const text = z.string().nullish();

/** Which watchlists a screening is against (Screening request). */
export const screeningOptionSchema = z.enum(['Aml', 'Both', 'Pep']);

/** One entry of `details`: an entity of a watchlist that the company matched (Detail object). */
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

/** One entry of `errors` (Error object). Only the code is needed to say what happened. */
export const reportedErrorSchema = z.looseObject({
  code: text,
  message: text,
  description: text,
  suggestion: z.union([texts, z.string()]),
  type: text,
});

/**
 * The reply to a screening (Screening record). `status` stays open: the service itself shows a value that is not in
 * its list. What decides between clear and not clear must be there; the rest may be missing or odd, which is no reason
 * to lose a screening that was paid for. An entry of `details` is a hit whatever it holds.
 */
export const screeningRecordSchema = z.looseObject({
  id: z.string(),
  createdAt: z.unknown().optional(),
  requesterId: z.unknown().optional(),
  status: z.string(),
  totalHits: z.int(),
  option: z.unknown().optional(),
  processedAt: z.unknown().optional(),
  details: z.array(z.unknown()).nullish(),
  isError: z.boolean(),
  errors: z.array(z.unknown()).nullish(),
});

/** The reply to an annual returns request (Annual returns request). */
export const annualReturnsReplySchema = z.looseObject({
  id: z.string(),
  requestUri: text,
  status: z.string(),
});

/**
 * What shows that a request was taken, however odd the rest of its reply is: the fields that both kinds of results have, and no
 * error body.
 */
export const receiptSchema = z.object({ id: z.string(), status: z.string() });

/**
 * What is used of the plain error bodies: `{code, message}` of the annual returns request, and `error` of the token
 * endpoint. The `{statusCode}` of the screening says no more than the HTTP status. Anything else reads as an empty
 * object.
 */
export const errorBodySchema = z
  .object({
    code: z.string().nullish().catch(null),
    message: z.string().nullish().catch(null),
    error: z.string().nullish().catch(null),
  })
  .catch({});

/** The fields that a screening record is documented to have. Any other field that says nearly the same may contradict them. */
export const RECORD_FIELDS: ReadonlySet<string> = new Set(Object.keys(screeningRecordSchema.shape));

/** The names of the fields above. They are public, and never a secret. */
export const FIELD_NAMES: ReadonlySet<string> = new Set(
  [screeningRecordSchema, hitSchema, reportedErrorSchema, annualReturnsReplySchema]
    .flatMap(({ shape }) => Object.keys(shape))
    .concat('error', 'statusCode'),
);

const withStatusSchema = z.object({ status: z.string() });

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
 * The reply at a request URI, of which nothing is documented: any JSON that is no error body. A `code` beside a
 * `status` belongs to the state of the request.
 */
export const requestStateSchema = jsonValueSchema.refine(
  (reply) => !errorBodySchema.parse(reply).code || withStatusSchema.safeParse(reply).success,
);

/**
 * The token endpoint's reply (Authentication). `expires_in` is in seconds; some servers send it as text. A token goes into a
 * header: one with any other character would be sent in another spelling, and not be recognised where it is quoted.
 */
export const tokenReplySchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive(),
});

export type ScreeningOption = z.infer<typeof screeningOptionSchema>;
export type Hit = z.infer<typeof hitSchema>;
export type ReportedError = z.infer<typeof reportedErrorSchema>;
export type ScreeningRecord = z.infer<typeof screeningRecordSchema>;
