// The operations of the service, with the paths, versions and error bodies of its interface.
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { AccessTokens } from './accessTokens';
import { account } from './account';
import { AnnualReturnsRequests } from './annualReturns';
import { annualReturnsBehaviours } from './behaviours';
import { bearerToken, subscriptionKey } from './counters';
import { answer, answerUnderFault, type Work } from './faults';
import { screen, screeningRequestSchema } from './screening';
import type { State } from './state';

/** What tells the operations apart before their work begins. */
interface ApiOperation {
  name: 'screening' | 'annualReturns' | 'requestState';
  /** The query parameter v that it wants; a request URI is taken as it was handed out. */
  version: string | null;
  /** Bodies of the replies to a bad token, a bad subscription key, a wrong version and too many requests. */
  badToken: unknown;
  badKey: unknown;
  badVersion: unknown;
  /** The interface shows no rate limit, so this body is made up. */
  tooMany: unknown;
}

const screening: ApiOperation = {
  name: 'screening',
  version: '2.0',
  badToken: { statusCode: 401 },
  badKey: { statusCode: 401 },
  badVersion: { statusCode: 400 },
  tooMany: { statusCode: 429 },
};

const annualReturns: ApiOperation = {
  name: 'annualReturns',
  version: '3.0',
  badToken: { code: null, message: 'Unauthorized' },
  badKey: { code: 'S0003', message: 'INVALID_CREDENTIALS' },
  badVersion: { code: null, message: 'Bad Request' },
  tooMany: { code: null, message: 'Too Many Requests' },
};

const requestState: ApiOperation = { ...annualReturns, name: 'requestState', version: null };

/** The routes of the operations, and of the request URIs that annual returns requests get. `url` is the address of this service, for the request URIs it hands out. */
export function apiRoutes(state: State, tokens: AccessTokens, url: string): Router {
  const router = new Router();
  const requests = new AnnualReturnsRequests(url);

  const screenOn = (path: 'sandbox' | 'production') => async (ctx: Context) => {
    const seen = state.counters.start('screening', ctx);
    state.counters.screeningPaths[path] += 1;
    seen.body = await readJson(ctx);
    const request = screeningRequestSchema.safeParse(seen.body);
    const subject = request.data?.companyName ?? '';
    await serve(ctx, screening, subject, () => {
      if (!request.success) {
        answer(ctx, 400, { statusCode: 400 });
        return;
      }
      const { companyName, option, referenceId = null } = request.data;
      state.counters.screeningDone(companyName, referenceId);
      state.paid.push({ companyName, option, referenceId });
      answer(ctx, 200, screen(request.data, state.watchlist));
    });
  };
  router.post('/aml-pep/screening/company/aml', screenOn('sandbox'));
  router.post('/screenings/company', screenOn('production'));

  router.post('/verify-business/api/business/file/pdf/:registrationNumber', async (ctx) => {
    state.counters.start('annualReturns', ctx);
    const registrationNumber = ctx.params['registrationNumber'] ?? '';
    await serve(ctx, annualReturns, registrationNumber, () => {
      requestAnnualReturns(ctx, registrationNumber);
    });
  });

  const atRequestUri = (path: string, work: (ctx: Context, id: string) => void) => {
    router.get(`/verify-business/api/business/requests/:id${path}`, async (ctx) => {
      state.counters.start('requestState', ctx);
      const id = ctx.params['id'] ?? '';
      await serve(ctx, requestState, requests.registrationNumberOf(id), () => {
        work(ctx, id);
      });
    });
  };
  atRequestUri('', (ctx, id) => {
    requests.answerState(ctx, id, state.annualReturnsPendingSeconds);
  });
  atRequestUri('/files/:year', (ctx, id) => {
    requests.answerFile(ctx, id, Number(ctx.path.split('/').at(-1)));
  });

  return router;

  /** Lets a request in, or not; then its fault or its work. */
  async function serve(ctx: Context, operation: ApiOperation, subject: string, work: () => void) {
    if (state.latencyMs > 0) await sleep(state.latencyMs);
    if (!(await tokens.isGood(bearerToken(ctx) ?? ''))) {
      answer(ctx, 401, operation.badToken);
      return;
    }
    if (state.subscriptionKeyRejected || subscriptionKey(ctx) !== account.subscriptionKey) {
      answer(ctx, 401, operation.badKey);
      return;
    }
    const secondsToWait = state.rateLimit.secondsToWait();
    if (secondsToWait > 0) {
      state.counters.rateLimited += 1;
      ctx.set('Retry-After', String(secondsToWait));
      answer(ctx, 429, operation.tooMany);
      return;
    }
    const versioned: Work = async () => {
      if (operation.version === null || ctx.URL.searchParams.get('v') === operation.version) work();
      else answer(ctx, 400, operation.badVersion);
      return Promise.resolve();
    };
    const fault = state.faults.pick(operation.name, subject);
    await (fault ? answerUnderFault(ctx, operation.name, fault, versioned) : versioned());
  }

  function requestAnnualReturns(ctx: Context, registrationNumber: string) {
    if (!/^[0-9]{14}$/.test(registrationNumber)) {
      answer(ctx, 400, { code: 'S0002', message: 'INVALID_BUSINESS_REGISTRATION_NUMBER' });
      return;
    }
    const behaviour = annualReturnsBehaviours[registrationNumber];
    if (behaviour?.error) {
      const { status, ...body } = behaviour.error;
      answer(ctx, status, body);
      return;
    }
    state.counters.annualReturnsDone(registrationNumber);
    answer(ctx, 200, { ...requests.accept(registrationNumber), status: 'Pending', ...behaviour?.fields });
  }
}

/** The JSON body of a request; null when it is not JSON. */
async function readJson(ctx: Context): Promise<unknown> {
  try {
    return JSON.parse(await text(ctx.req));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
