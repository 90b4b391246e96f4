// The oddities that a name or a number asks for. README, examples and tests use these words; keep them.

/** How a screening departs from the ordinary. */
export interface ScreeningBehaviour {
  does: string;
  /** The watchlist is not searched: there are no hits. */
  withoutHits?: true;
  /** Where nothing on the watchlist matches, its first entity stands in. */
  atLeastOneHit?: true;
  /** Fields that replace those of the ordinary record. */
  fields?: { status?: string; isError?: boolean; processedAt?: null; details?: null; errors?: null };
  /** Added to `totalHits`. */
  extraHits?: number;
  /** The record reports S0005 of the screening catalog. */
  reportsError?: true;
}

/** A company name that starts with one of these words (any case) and a space is screened in this way. */
export const screeningBehaviours: Record<string, ScreeningBehaviour> = {
  Pending: {
    does: 'status Pending, no hits yet',
    withoutHits: true,
    fields: { status: 'Pending', processedAt: null },
  },
  Failing: {
    does: 'status Failed with error S0005',
    withoutHits: true,
    reportsError: true,
    fields: { status: 'Failed', isError: true },
  },
  'Unknown Status': {
    does: 'status OnHold, which the interface does not know; no hits',
    withoutHits: true,
    fields: { status: 'OnHold' },
  },
  Miscounted: { does: 'the hits of the rest of the name, and totalHits one too high', extraHits: 1 },
  Partial: {
    does: 'the hits of the rest of the name (at least one) together with isError and S0005',
    atLeastOneHit: true,
    reportsError: true,
    fields: { isError: true },
  },
  Successful: { does: 'the rest of the name, with status Successful', fields: { status: 'Successful' } },
  'Null Details': {
    does: 'no hits; details and errors are null',
    withoutHits: true,
    fields: { details: null, errors: null },
  },
};

/** How an annual returns request departs from the ordinary. */
export interface AnnualReturnsBehaviour {
  does: string;
  /** An error reply instead of the acknowledgement. */
  error?: { status: number; code: string | null; message: string };
  /** Fields that replace those of the ordinary acknowledgement. */
  fields?: { status?: string; requestUri?: null };
  /** What its request URI answers once it is no longer pending, where that is not a list of two files. */
  later?: 'failed' | 'file';
}

/** Registration numbers that are answered in their own way. Any other 14 digits are accepted as Pending. */
export const annualReturnsBehaviours: Record<string, AnnualReturnsBehaviour> = {
  '10000000000200': { does: 'status Successful', fields: { status: 'Successful' } },
  '10000000000204': { does: 'status Pending, requestUri null', fields: { requestUri: null } },
  '10000000000403': {
    does: '403 without a code',
    error: { status: 403, code: null, message: 'Forbidden' },
  },
  '10000000000404': {
    does: '404 without a code',
    error: { status: 404, code: null, message: 'Not Found' },
  },
  '10000000000500': {
    does: '500 with S0001',
    error: { status: 500, code: 'S0001', message: 'FAILED_TO_VERIFY_BUSINESS' },
  },
  '10000000000504': {
    does: '500 with S0004',
    error: { status: 500, code: 'S0004', message: 'UNKNOWN_ERROR' },
  },
  '10000000000600': { does: 'status Failed', fields: { status: 'Failed' } },
  '10000000000610': { does: 'accepted; later its request URI says Failed with S0001', later: 'failed' },
  '10000000000620': { does: 'accepted; later its request URI answers with the file itself', later: 'file' },
};
