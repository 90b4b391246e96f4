// Lets a fault quote the request that it hits, as a careless service does: {{name}} in any of its texts.
import { text } from 'node:stream/consumers';
import type { Context } from 'koa';
import { bearerToken, subscriptionKey } from './counters';
import { type KindOfFault, kindOfFaultSchema } from './faultSchema';

/** The fault with every `{{name}}` in its texts replaced; an unknown name becomes nothing. */
export async function quoting(fault: KindOfFault, ctx: Context): Promise<KindOfFault> {
  const written = JSON.stringify(fault);
  if (!written.includes('{{')) return fault;
  const quotesForm = /\{\{(?:\w+:)?form/.test(written);
  const quotes = requestQuotes(ctx, quotesForm ? await text(ctx.req) : '');
  const replace = (source: string) =>
    source.replace(/\{\{(?:(url|json):)?(\w+)\}\}/g, (_all, spelling: string | undefined, name: string) =>
      spelled(quotes[name] ?? '', spelling),
    );
  const replaced: unknown = JSON.parse(written, (_key, part: unknown) =>
    typeof part === 'string' ? replace(part) : part,
  );
  return kindOfFaultSchema.parse(replaced);
}

// Some servers write every character but letters and digits as an escape in JSON.
function spelled(quote: string, spelling: string | undefined): string {
  if (spelling === 'url') return encodeURIComponent(quote);
  if (spelling !== 'json') return quote;
  return quote.replace(
    /[^A-Za-z0-9]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

// The address as it came; the query as it came, without the question mark.
function requestQuotes(ctx: Context, form: string): Record<string, string> {
  return {
    address: `${ctx.protocol}://${ctx.host}${ctx.originalUrl}`,
    query: ctx.querystring,
    authorization: ctx.get('Authorization'),
    token: bearerToken(ctx) ?? '',
    subscriptionKey: subscriptionKey(ctx) ?? '',
    form,
    formSecret: new URLSearchParams(form).get('client_secret') ?? '',
  };
}
