// What passes between the sandbox service and the tests that drive it: the control messages under
// /_control/ and the lines that the command prints. Both sides check them with these schemas.
import { z } from 'zod/v4';

/**
 * The requests that the sandbox answers and counts: both operations, what is asked at a request URI (its files
 * included), and the token exchange.
 */
export const sandboxOperationSchema = z.enum(['screening', 'annualReturns', 'requestState', 'token']);
export type SandboxOperation = z.infer<typeof sandboxOperationSchema>;

const kindOfFaultSchema = z.discriminatedUnion('kind', [
  /** Answers as usual, but `ms` later. */
  z.strictObject({ kind: z.literal('latency'), ms: z.number().nonnegative() }),
  /** Answers with this status instead of doing the work. No `body`: an empty reply. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  /** Resets the connection; the work is not done. */
  z.strictObject({ kind: z.literal('resetBefore') }),
  /** Does the work and counts it, then resets the connection. */
  z.strictObject({ kind: z.literal('resetAfter') }),
  /** Does the work and counts it, then never answers. */
  z.strictObject({ kind: z.literal('hang') }),
  /** A gateway's HTML page (502 unless told otherwise); the work is not done. */
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).optional() }),
  /** Does the work, then sends the first half of the JSON. */
  z.strictObject({ kind: z.literal('truncated') }),
  /** Does the work, then sends valid JSON with a field of the wrong type, or the reply inside a list. */
  z.strictObject({ kind: z.literal('wrongShape'), as: z.enum(['field', 'list']).optional() }),
  /** Sends the client elsewhere (302); the work is not done. */
  z.strictObject({ kind: z.literal('redirect'), location: z.string() }),
  /** Does the work, then sends the reply with the fields of `patch` put in and those of `remove` left out. */
  z.strictObject({
    kind: z.literal('record'),
    patch: z.record(z.string(), z.unknown()),
    remove: z.array(z.string()).optional(),
  }),
]);
export type KindOfFault = z.infer<typeof kindOfFaultSchema>;

/**
 * A fault, and the requests it hits: those of `on` whose company name or registration number contains `match`
 * (all of them without it), not the first `after` of them (default 0), and at most `times` (default: no end).
 * The first fault of the list that fits a request is the one that hits it. Requests with a bad token or
 * subscription key get their 401 and meet no fault.
 */
export const faultSchema = z.strictObject({
  on: sandboxOperationSchema,
  match: z.string().optional(),
  times: z.int().nonnegative().optional(),
  after: z.int().nonnegative().optional(),
  fault: kindOfFaultSchema,
});
export type Fault = z.infer<typeof faultSchema>;
export const faultsSchema = z.array(faultSchema);

/** Settings that hold until they are set again; those not named stay as they are. */
export const sandboxSettingsSchema = z.strictObject({
  /** Life of the tokens issued from now on, in seconds (300 at the start). */
  tokenLifeSeconds: z.int().positive().optional(),
  /** The API answers 401 to every token issued so far. */
  revokeTokens: z.literal(true).optional(),
  /** The API refuses the subscription key (or takes it again). */
  rejectSubscriptionKey: z.boolean().optional(),
  /** Every reply of the two operations comes this much later, in milliseconds. Token exchanges stay quick. */
  latencyMs: z.number().nonnegative().optional(),
  /** How long an annual returns request is pending after it was accepted, in seconds (2 at the start). */
  annualReturnsPendingSeconds: z.number().nonnegative().optional(),
  /** How far the API's clock is ahead of the authorization server's when it judges a token; negative: behind. */
  clockSkewSeconds: z.number().optional(),
});
export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;

/** Faults and counters always go back to nothing; the settings too when asked. */
export const resetSchema = z.strictObject({ settings: z.boolean().optional() });
export type Reset = z.infer<typeof resetSchema>;

const requestSeenSchema = z.object({
  path: z.string(),
  /** Query parameters without the subscription key. */
  query: z.record(z.string(), z.string()),
  /** Headers without the token, the subscription key and cookies. */
  headers: z.record(z.string(), z.string()),
  subscriptionKeyIn: z.enum(['header', 'query', 'both', 'none']),
  tokenSha256: z.string().nullable(),
  /** The JSON body of a screening request; null for every other request. */
  body: z.unknown(),
  /** HTTP status of the reply; null while there is none, and when there never was one. */
  status: z.number().nullable(),
});
export type RequestSeen = z.infer<typeof requestSeenSchema>;

const operationStatsSchema = z.object({
  requests: z.number(),
  inFlight: z.number(),
  /** The most requests that were in flight at once. */
  maxInFlight: z.number(),
  /** Connections that carried at least one request of this operation. */
  connections: z.number(),
  /** When the latest requests came in (epoch milliseconds, in order; at most 20,000 of them). */
  startedAt: z.array(z.number()),
  /** The latest requests, oldest first (at most 1,000). */
  recent: z.array(requestSeenSchema),
});
export type OperationStats = z.infer<typeof operationStatsSchema>;

/** Everything the sandbox counted since it started or was last reset. */
export const statsSchema = z.object({
  /** TCP connections opened, the control requests' included. */
  connections: z.number(),
  operations: z.object({
    screening: operationStatsSchema,
    annualReturns: operationStatsSchema,
    requestState: operationStatsSchema,
    token: operationStatsSchema,
  }),
  /** Screening requests received on the sandbox path and on the production path. */
  screeningPaths: z.object({ sandbox: z.number(), production: z.number() }),
  /** Screenings done, that is, paid for: how many in all, and for each company the reference ids in order. */
  screeningsDone: z.number(),
  screenings: z.array(
    z.object({
      companyName: z.string(),
      times: z.number(),
      referenceIds: z.array(z.string().nullable()),
    }),
  ),
  /** Annual returns requests accepted, for each registration number. */
  annualReturns: z.array(z.object({ registrationNumber: z.string(), times: z.number() })),
  tokens: z.object({
    /** Exchanges that issued a token, and those that did not: wrong credentials, or a fault. */
    issued: z.number(),
    failed: z.number(),
    /** Different bearer tokens seen by the API, good or bad. */
    distinctSeen: z.number(),
  }),
});
export type Stats = z.infer<typeof statsSchema>;

/** What the sandbox's credential holds, under the names of the node's credential. */
export const credentialSchema = z.object({
  environment: z.enum(['sandbox', 'production']),
  baseUrl: z.string(),
  authUrl: z.string(),
  realm: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  subscriptionKey: z.string(),
  subscriptionKeyIn: z.enum(['header', 'query']),
  accessToken: z.string(),
  accessTokenExpiresAt: z.number(),
});
export type SandboxCredential = z.infer<typeof credentialSchema>;

/** The one line that `main.ts --json` prints when it is ready. */
export const readyLineSchema = z.object({ url: z.string(), credential: credentialSchema });
export type ReadyLine = z.infer<typeof readyLineSchema>;
