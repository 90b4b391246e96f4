// What passes between the sandbox service and the tests that drive it: the control messages under
// /_control/ and the lines that the command prints. Both sides check them with these schemas.
import { z } from 'zod/v4';

/**
 * The requests that the sandbox answers and counts: the operations, what is asked at a request URI
 * (its files included), and the token exchange.
 */
export const sandboxOperationSchema = z.enum(['screening', 'annualReturns', 'requestState', 'token']);
export type SandboxOperation = z.infer<typeof sandboxOperationSchema>;

/** Settings that hold until they are set again; those not named stay as they are. */
export const sandboxSettingsSchema = z.strictObject({
  /** Life of the tokens issued from now on, in seconds (300 at the start). */
  tokenLifeSeconds: z.int().positive().optional(),
  /** How many requests the API takes with one token, as if it expired after them; 0: no limit. */
  requestsPerToken: z.int().nonnegative().optional(),
  /** The API answers 401 to every token issued so far. */
  revokeTokens: z.literal(true).optional(),
  /** The API refuses the subscription key (or takes it again). */
  rejectSubscriptionKey: z.boolean().optional(),
  /** Every reply of the operations comes this much later, in milliseconds. Token exchanges stay quick. */
  latencyMs: z.number().nonnegative().optional(),
  /** How long an annual returns request is pending after it was accepted, in seconds (2 at the start). */
  annualReturnsPendingSeconds: z.number().nonnegative().optional(),
  /** How far the API's clock is ahead of the authorization server's when it judges a token; negative: behind. */
  clockSkewSeconds: z.number().optional(),
  /**
   * How many requests a second the API takes, token exchanges apart; 0: no limit. Above it come 429 and
   * Retry-After, and nothing is done. As many as a second allows (at least one) may come at once.
   */
  requestsPerSecond: z.number().nonnegative().optional(),
});
export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;

/** Faults and counters always go back to nothing; the settings and the watchlist too when asked. */
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

const operationCountsSchema = z.object({
  requests: z.number(),
  inFlight: z.number(),
  /** The most requests that were in flight at once. */
  maxInFlight: z.number(),
  /** Connections that carried at least one request of this operation. */
  connections: z.number(),
});
export type OperationCounts = z.infer<typeof operationCountsSchema>;

const operationStatsSchema = operationCountsSchema.extend({
  /** When the latest requests came in (epoch milliseconds, in order; at most 20,000 of them). */
  startedAt: z.array(z.number()),
  /** The latest requests, oldest first (at most 1,000). */
  recent: z.array(requestSeenSchema),
});
export type OperationStats = z.infer<typeof operationStatsSchema>;

const companyScreenedSchema = z.object({
  companyName: z.string(),
  times: z.number(),
  referenceIds: z.array(z.string().nullable()),
});
export type CompanyScreened = z.infer<typeof companyScreenedSchema>;

const tokenCountsSchema = z.object({
  /** Exchanges that issued a token, and those that did not: wrong credentials, or a fault. */
  issued: z.number(),
  failed: z.number(),
  /** Different bearer tokens seen by the API, good or bad. */
  distinctSeen: z.number(),
});

const totals = {
  /** TCP connections opened, the control requests' included. */
  connections: z.number(),
  /** Screening requests received on the sandbox path and on the production path. */
  screeningPaths: z.object({ sandbox: z.number(), production: z.number() }),
  /** Screenings done, that is, paid for. */
  screeningsDone: z.number(),
  /** Requests refused because there were more than `requestsPerSecond`. */
  rateLimited: z.number(),
  tokens: tokenCountsSchema,
};

/** Everything the sandbox counted since it started or was last reset. */
export const statsSchema = z.object({
  ...totals,
  operations: z.record(sandboxOperationSchema, operationStatsSchema),
  /** The companies screened, and the reference ids of each in order. */
  screenings: z.array(companyScreenedSchema),
  /** Annual returns requests accepted, for each registration number. */
  annualReturns: z.array(z.object({ registrationNumber: z.string(), times: z.number() })),
});
export type Stats = z.infer<typeof statsSchema>;

/** The same without the lists that grow with the number of requests: quick to ask for after 100,000 companies. */
export const summarySchema = z.object({
  ...totals,
  operations: z.record(sandboxOperationSchema, operationCountsSchema),
  /** How many different company names were screened. */
  companiesScreened: z.number(),
  /** The companies that were screened more than once: how many, and the first 1,000 of them. */
  screenedAgain: z.object({ companies: z.number(), first: z.array(companyScreenedSchema) }),
});
export type Summary = z.infer<typeof summarySchema>;

const paidScreeningSchema = z.object({
  companyName: z.string(),
  option: z.string(),
  referenceId: z.string().nullable(),
});
/** A screening that was done, as it was asked for. */
export type PaidScreening = z.infer<typeof paidScreeningSchema>;
export const paidSchema = z.array(paidScreeningSchema);

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
export const readyLineSchema = z.object({
  url: z.string(),
  credential: credentialSchema,
  /** With --tls: the file of the certificate authority that a client has to trust, in PEM; else null. */
  caFile: z.string().nullable(),
});
export type ReadyLine = z.infer<typeof readyLineSchema>;
