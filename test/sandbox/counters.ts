// Counts what the sandbox receives and does, so that a test can tell that nothing was sent or paid for twice.
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Context } from 'koa';
import type {
  CompanyScreened,
  SandboxOperation,
  OperationCounts,
  OperationStats,
  RequestSeen,
  Stats,
  Summary,
} from './protocol';

const START_TIMES_KEPT = 20_000;
const REQUESTS_KEPT = 1_000;
const COMPANIES_IN_SUMMARY = 1_000;
const SECRET_HEADERS = new Set(['authorization', 'ocp-apim-subscription-key', 'cookie']);

/** The counters of one operation. */
class OperationCounter {
  private requests = 0;
  private inFlight = 0;
  private maxInFlight = 0;
  private connections = 0;
  private readonly sockets = new WeakSet<Socket>();
  private startedAt: number[] = [];
  private recent: RequestSeen[] = [];

  /** Counts a request from now until its connection or reply ends. */
  start(ctx: Context): RequestSeen {
    this.requests += 1;
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    if (!this.sockets.has(ctx.req.socket)) {
      this.sockets.add(ctx.req.socket);
      this.connections += 1;
    }
    this.startedAt = keepLast(this.startedAt, Date.now(), START_TIMES_KEPT);
    const seen = describe(ctx);
    this.recent = keepLast(this.recent, seen, REQUESTS_KEPT);
    ctx.res.once('close', () => {
      this.inFlight -= 1;
      if (ctx.res.headersSent) seen.status = ctx.res.statusCode;
    });
    return seen;
  }

  counts(): OperationCounts {
    const { requests, inFlight, maxInFlight, connections } = this;
    return { requests, inFlight, maxInFlight, connections };
  }

  stats(): OperationStats {
    return {
      ...this.counts(),
      startedAt: this.startedAt.slice(-START_TIMES_KEPT),
      recent: this.recent.slice(-REQUESTS_KEPT),
    };
  }
}

/** All counters since the start or the last reset. */
export class Counters {
  connections = 0;
  tokensIssued = 0;
  tokensFailed = 0;
  rateLimited = 0;
  readonly screeningPaths = { sandbox: 0, production: 0 };
  private readonly operations: Record<SandboxOperation, OperationCounter> = {
    screening: new OperationCounter(),
    annualReturns: new OperationCounter(),
    requestState: new OperationCounter(),
    token: new OperationCounter(),
  };
  private screeningsDone = 0;
  private readonly screenings = new Map<string, (string | null)[]>();
  private readonly annualReturns = new Map<string, number>();
  private readonly tokensSeen = new Set<string>();

  /** Counts a request; the result is its entry among the recent requests, for the body to be added. */
  start(operation: SandboxOperation, ctx: Context): RequestSeen {
    const token = bearerToken(ctx);
    if (operation !== 'token' && token !== null) this.tokensSeen.add(token);
    return this.operations[operation].start(ctx);
  }

  /** A screening was done: it is paid for. */
  screeningDone(companyName: string, referenceId: string | null): void {
    this.screeningsDone += 1;
    const referenceIds = this.screenings.get(companyName);
    if (referenceIds) referenceIds.push(referenceId);
    else this.screenings.set(companyName, [referenceId]);
  }

  /** An annual returns request was accepted. */
  annualReturnsDone(registrationNumber: string): void {
    this.annualReturns.set(registrationNumber, (this.annualReturns.get(registrationNumber) ?? 0) + 1);
  }

  stats(): Stats {
    const { screening, annualReturns, requestState, token } = this.operations;
    return {
      ...this.totals(),
      operations: {
        screening: screening.stats(),
        annualReturns: annualReturns.stats(),
        requestState: requestState.stats(),
        token: token.stats(),
      },
      screenings: [...this.screenings].map(companyScreened),
      annualReturns: [...this.annualReturns].map(([registrationNumber, times]) => ({
        registrationNumber,
        times,
      })),
    };
  }

  summary(): Summary {
    const { screening, annualReturns, requestState, token } = this.operations;
    const again = [...this.screenings].filter(([, referenceIds]) => referenceIds.length > 1);
    return {
      ...this.totals(),
      operations: {
        screening: screening.counts(),
        annualReturns: annualReturns.counts(),
        requestState: requestState.counts(),
        token: token.counts(),
      },
      companiesScreened: this.screenings.size,
      screenedAgain: {
        companies: again.length,
        first: again.slice(0, COMPANIES_IN_SUMMARY).map(companyScreened),
      },
    };
  }

  private totals() {
    return {
      connections: this.connections,
      screeningPaths: this.screeningPaths,
      screeningsDone: this.screeningsDone,
      rateLimited: this.rateLimited,
      tokens: {
        issued: this.tokensIssued,
        failed: this.tokensFailed,
        distinctSeen: this.tokensSeen.size,
      },
    };
  }
}

function companyScreened([companyName, referenceIds]: [string, (string | null)[]]): CompanyScreened {
  return { companyName, times: referenceIds.length, referenceIds };
}

/** The bearer token of a request, or null. */
export function bearerToken(ctx: Context): string | null {
  return /^Bearer (\S+)$/i.exec(ctx.get('Authorization'))?.[1] ?? null;
}

/** The subscription key of a request, by whichever way it came, or null. */
export function subscriptionKey(ctx: Context): string | null {
  return ctx.get('Ocp-Apim-Subscription-Key') || ctx.URL.searchParams.get('subscription-key');
}

function describe(ctx: Context): RequestSeen {
  const token = bearerToken(ctx);
  const query = Object.fromEntries(ctx.URL.searchParams);
  const inHeader = ctx.get('Ocp-Apim-Subscription-Key') !== '';
  const inQuery = 'subscription-key' in query;
  delete query['subscription-key'];
  const headers = Object.entries(ctx.headers)
    .filter(([name]) => !SECRET_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)] as const);
  return {
    path: ctx.URL.pathname,
    query,
    headers: Object.fromEntries(headers),
    subscriptionKeyIn: inHeader ? (inQuery ? 'both' : 'header') : inQuery ? 'query' : 'none',
    tokenSha256: token === null ? null : createHash('sha256').update(token).digest('hex'),
    body: null,
    status: null,
  };
}

// Cuts only when twice too long, so that keeping the last few stays cheap over thousands of requests.
function keepLast<T>(list: T[], entry: T, count: number): T[] {
  list.push(entry);
  return list.length >= 2 * count ? list.slice(-count) : list;
}
