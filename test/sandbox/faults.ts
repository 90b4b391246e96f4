// Faults on demand: picks the one that hits a request, and carries it out.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'koa';
import { sendGzipBomb, sendRaw, trickle } from './bytes';
import type { Fault, KindOfFault } from './faultSchema';
import type { SandboxOperation } from './protocol';
import { quoting } from './quotes';
import { resetConnection } from './resets';

/** Does the work of a request and leaves the reply in the context. */
export type Work = () => Promise<void>;

/** The faults in force, with how many requests each has met. */
export class FaultPlan {
  private readonly plan: { fault: Fault; met: number }[];

  constructor(faults: Fault[] = []) {
    this.plan = faults.map((fault) => ({ fault, met: 0 }));
  }

  /** The fault that hits this request, if any; a fault behind it does not meet it. `subject`: its company name or registration number. */
  pick(operation: SandboxOperation, subject: string): KindOfFault | null {
    for (const entry of this.plan) {
      const { on, match = '', after = 0, times = Infinity, fault } = entry.fault;
      if (on !== operation || !subject.includes(match)) continue;
      entry.met += 1;
      if (entry.met > after && entry.met <= after + times) return fault;
    }
    return null;
  }
}

/** Answers a request under a fault. `work` runs only in those faults whose description says so. */
export async function answerUnderFault(
  ctx: Context,
  operation: SandboxOperation,
  asked: KindOfFault,
  work: Work,
): Promise<void> {
  const fault = await quoting(asked, ctx);
  switch (fault.kind) {
    case 'latency':
      await sleep(fault.ms);
      await work();
      return;
    case 'status':
      if (fault.headers) ctx.set(fault.headers);
      answer(ctx, fault.status, fault.body);
      return;
    case 'resetBefore':
      resetConnection(ctx);
      return;
    case 'resetAfter':
      await work();
      resetConnection(ctx);
      return;
    case 'hang':
      await work();
      ctx.respond = false;
      return;
    case 'html':
      ctx.status = fault.status ?? 502;
      ctx.type = 'html';
      ctx.body = gatewayPage;
      return;
    case 'truncated':
      await work();
      sendHalf(ctx);
      return;
    case 'wrongShape':
      await work();
      ctx.body = patched(ctx.body, wrongFields[operation]);
      return;
    case 'redirect':
      ctx.set('Location', fault.location);
      answer(ctx, 302);
      return;
    case 'record':
      await work();
      ctx.body = alteredRecord(ctx.body, fault);
      ctx.type = 'json';
      if (fault.status) ctx.status = fault.status;
      if (fault.headers) ctx.set(fault.headers);
      return;
    case 'raw':
      if (fault.work) await work();
      await sendRaw(ctx, fault);
      return;
    case 'trickle':
      await work();
      await trickle(ctx, fault.chunkDelayMs);
      return;
    case 'gzipBomb':
      await work();
      await sendGzipBomb(ctx, fault.megabytes);
  }
}

/** Answers with a status and JSON, or with nothing at all in the body. */
export function answer(ctx: Context, status: number, body?: unknown): void {
  ctx.status = status;
  if (body === undefined) {
    // An empty string, since without any body the framework would send the status text.
    ctx.body = '';
    ctx.remove('Content-Type');
    return;
  }
  ctx.body = typeof body === 'object' && body !== null ? body : JSON.stringify(body);
  ctx.type = 'json';
}

// Its length is declared as sent, so that the reply is whole for HTTP and broken for JSON.
function sendHalf(ctx: Context): void {
  const whole = JSON.stringify(ctx.body);
  ctx.body = whole.slice(0, Math.floor(whole.length / 2));
  ctx.type = 'json';
}

function alteredRecord(
  body: unknown,
  { patch = {}, remove = [], append }: Extract<KindOfFault, { kind: 'record' }>,
): string {
  const kept = Object.entries(patched(body, {})).filter(([name]) => !remove.includes(name));
  const written = JSON.stringify({ ...Object.fromEntries(kept), ...patch });
  return append === undefined ? written : `${written.slice(0, -1)},${append}}`;
}

function patched(body: unknown, patch: Record<string, unknown>): Record<string, unknown> {
  return { ...(typeof body === 'object' ? body : null), ...patch };
}

const wrongFields: Record<SandboxOperation, Record<string, unknown>> = {
  screening: { totalHits: 'many' },
  annualReturns: { status: 7 },
  requestState: { status: 7 },
  token: { access_token: 7 },
};

const gatewayPage = `<!DOCTYPE html>
<html><head><title>Gateway error</title></head>
<body><h1>The gateway could not reach the service</h1><p>Ray 7f3a-sandbox</p></body></html>
`;
