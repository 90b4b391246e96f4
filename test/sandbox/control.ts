// The control API under /_control/, by which tests set faults and settings, change the watchlist and read the counters.
import { text } from 'node:stream/consumers';
import Router from '@koa/router';
import type { Context } from 'koa';
import { z } from 'zod/v4';
import type { AccessTokens } from './accessTokens';
import { answer } from './faults';
import { faultsSchema } from './faultSchema';
import { resetSchema, sandboxSettingsSchema } from './protocol';
import type { State } from './state';
import { watchlistChangeSchema } from './watchlistSchema';

/** The control routes. A message that does not fit its schema changes nothing and gets 400 with the reason. */
export function controlRoutes(state: State, tokens: AccessTokens): Router {
  const router = new Router({ prefix: '/_control' });

  router.get('/stats', (ctx) => {
    answer(ctx, 200, { ...state.counters.stats() });
  });
  router.get('/stats/summary', (ctx) => {
    answer(ctx, 200, { ...state.counters.summary() });
  });
  // Those after the first `from`.
  router.get('/paid', (ctx) => {
    answer(ctx, 200, state.paid.slice(Number(ctx.URL.searchParams.get('from'))));
  });
  router.post('/watchlist', (ctx) =>
    accept(ctx, watchlistChangeSchema, (change) => {
      state.changeWatchlist(change);
    }),
  );
  router.post('/faults', (ctx) =>
    accept(ctx, faultsSchema, (faults) => {
      state.setFaults(faults);
    }),
  );
  router.post('/settings', (ctx) =>
    accept(ctx, sandboxSettingsSchema, (settings) => {
      state.setSettings(settings, tokens);
    }),
  );
  router.post('/reset', (ctx) =>
    accept(ctx, resetSchema, (reset) => {
      state.reset(reset, tokens);
    }),
  );

  return router;
}

async function accept<T>(ctx: Context, schema: z.ZodType<T>, apply: (message: T) => void): Promise<void> {
  const message = schema.safeParse(parseJson(await text(ctx.req)));
  if (!message.success) {
    answer(ctx, 400, { error: z.prettifyError(message.error) });
    return;
  }
  try {
    apply(message.data);
  } catch (error) {
    answer(ctx, 400, { error: error instanceof Error ? error.message : String(error) });
    return;
  }
  answer(ctx, 200, {});
}

function parseJson(body: string): unknown {
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch {
    return undefined;
  }
}
