// What an outage costs a whole run, in virtual time; n8n and the service are replaced. `outageModel.test.ts` has every concurrency and
// every length of an outage.
import * as z from 'zod/v4';
import type { IDataObject } from 'n8n-workflow';

import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { outputsOf } from '../../nodes/CompanyScreening/output/output';
import { PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import {
  CircuitBreaker,
  Outage as EndedByOutage,
} from '../../nodes/CompanyScreening/flowControl/circuitBreaker';
import { OWN_SLOT } from '../../nodes/CompanyScreening/flowControl/pool';
import { Cancellation } from '../../nodes/CompanyScreening/flowControl/time';
import { calendarOf } from '../../nodes/CompanyScreening/run/state/runContext';
import {
  endOf,
  GuardedRequest,
  CircuitBreakers,
  outageFailure,
  withOutageCounted,
} from '../../nodes/CompanyScreening/run/state/outage';
import { runItems } from '../../nodes/CompanyScreening/run/run';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { virtualTime } from '../support/virtualTime';
import { failed } from './itemStates';
import { aContext, clear, inTime, json, timeout } from './screeningRuns';

const SECOND = 1_000;
const LATENCY_MS = 100;
const TIMEOUT_MS = 30 * SECOND;

/** What comes instead of an answer, and how long that takes. */
const FAULTS: Record<string, { reply: () => unknown; ms?: number; isFree?: true }> = {
  '500': { reply: () => json('', 500) },
  HTML: { reply: () => ({ statusCode: 200, headers: {}, body: '<html>Sign in</html>' }) },
  redirect: { reply: () => ({ statusCode: 302, headers: { location: '/login' }, body: '' }) },
  reset: { reply: () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) },
  hang: { reply: () => timeout, ms: TIMEOUT_MS },
  Fatal: { reply: () => json({ code: 'S0005', message: 'UNKNOWN_ERROR' }, 400) },
  '429 without end': { reply: () => json('', 429), isFree: true },
};

interface Outage {
  fault: string;
  concurrency: number;
  /** How many companies each of the runs has; the runs follow each other in one execution. */
  runs?: number[];
  isHit: (place: number, atMs: number) => boolean;
}

async function costOf({ fault, concurrency, runs = [300], isHit }: Outage) {
  const time = virtualTime();
  const surroundings = inTime(time);
  const kind = FAULTS[fault];
  if (!kind) throw new Error(`Which fault is ${fault}?`);
  const begunAtMs = time.monotonicMs();
  const failures: string[] = [];
  const answered: string[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const answer = async (company: string) => {
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    const isFault = isHit(Number(company.split(' ')[1]), time.monotonicMs() - begunAtMs);
    await time.sleep(isFault ? (kind.ms ?? LATENCY_MS) : LATENCY_MS, new AbortController().signal);
    inFlight -= 1;
    (isFault ? failures : answered).push(company);
    return isFault ? kind.reply() : clear(company);
  };
  const items: IDataObject[] = [];
  let first = 0;
  for (const count of runs) {
    const companies = Array.from({ length: count }, (_, index) => `Company ${first + index}`);
    first += count;
    const { context } = aContext({ companies, answer, options: { concurrency }, continueOnFail: true });
    const run = await time.finish(runItems(context, screenCompany, surroundings));
    const [given = []] = outputsOf(context, screenCompany, run, { split: undefined, presentation: PLAIN });
    items.push(...given.map(({ json: item }) => item));
  }
  const having = (outcome: string) => items.filter((item) => item['outcome'] === outcome);
  return {
    items,
    clear: having('clear').map(({ companyName }) => z.string().parse(companyName)),
    notSent: having('error').filter((item) => item['scope'] === 'run'),
    mayBeCharged: items.filter((item) => item['mayBeCharged'] === true),
    ...{ failed: failures, answered, mostInFlight },
  };
}

test.each([
  ['a refusal of the service is an answer', {}, 'answered'],
  ['the page of a gateway is none', { isForeign: true }, 'unanswered'],
  ['a failure of the service itself is none', { errorType: 'Fatal' }, 'unanswered'],
] as const)('%s', (_, facts, how) => {
  expect(endOf(new OperationFailure({ state: 'refused', message: 'No.', ...facts })).how).toBe(how);
});

test('a company that failed in an earlier run is not among those that this outage may have charged', () => {
  const uncertain = failed(null, new OperationFailure({ state: 'uncertain', message: 'Timeout.' }));
  const items = [uncertain, { ...uncertain, remembered: true }];
  const stoppedBy = { itemIndex: 0, error: outageFailure(new EndedByOutage(0, 'Timeout.')) };
  const { context } = aContext({ companies: [] });
  const words = { ...screenCompany, calendar: calendarOf(context), companyOf: String, isInRegister: true };
  expect(withOutageCounted({ items, stoppedBy }, words).stoppedBy?.error).toMatchObject({
    message: expect.stringMatching(/of 1 company, 1 was sent, 1 of these may have been charged/) as string,
  });
  // A company in several rows counts once.
  const rows = { items: [uncertain, uncertain], stoppedBy };
  expect(withOutageCounted(rows, { ...words, companyOf: () => 'c' }).stoppedBy?.error).toMatchObject({
    message: expect.stringMatching(/of 1 company, 1 was sent, 1 of these may have been charged/) as string,
  });
});

test('each attempt of a request is timed from when it went out itself', async () => {
  const time = virtualTime();
  const breaker = new CircuitBreaker(1, time);
  const ends = jest.spyOn(breaker, 'end');
  const guarded = new GuardedRequest(breaker, OWN_SLOT, new Cancellation(undefined), time);
  const begunAtMs = time.monotonicMs();
  for (const _ of [1, 2]) {
    await guarded.sendAndReport(() => {
      guarded.goesOut();
      return Promise.resolve();
    });
    await time.pass(time.monotonicMs() + SECOND);
  }
  expect(ends.mock.calls.map(([, { sentAtMs }]) => sentAtMs - begunAtMs)).toEqual([0, SECOND]);
});

test('an execution has the same circuit breaker for an hour after it was used, and no other has it', () => {
  const time = virtualTime();
  let nowMs = time.monotonicMs();
  const breakers = new CircuitBreakers({ ...time, monotonicMs: () => nowMs });
  const { context } = aContext({ companies: [] });
  const other = { getNode: () => context.getNode(), getExecutionId: () => 'execution-2' };
  const breaker = breakers.of(context, 1);
  nowMs += 3_600 * SECOND;
  expect(breakers.of(other, 1)).not.toBe(breaker);
  expect(breakers.of(context, 1)).toBe(breaker);
  nowMs += 1;
  expect(breakers.of(context, 1)).not.toBe(breaker);
});

const concurrency = 5;
const BOUND = 10 + concurrency + 2;

describe.each(Object.entries(FAULTS))('%s', (fault, { isFree }) => {
  test('all fail: the rest is not sent, plainly not charged, and says so', async () => {
    const cost = await costOf({ fault, concurrency, isHit: () => true });
    expect(cost.items).toHaveLength(300);
    expect(cost.mostInFlight).toBeLessThanOrEqual(concurrency);
    if (isFree) expect(cost.failed.length).toBeGreaterThan(0);
    else expect(cost.failed.length).toBeLessThanOrEqual(BOUND);
    expect(cost.mayBeCharged).toHaveLength(isFree || fault === 'Fatal' ? 0 : cost.failed.length);
    const [{ error } = { error: '' }, ...others] = cost.notSent;
    expect(cost.notSent.length).toBeGreaterThanOrEqual(300 - BOUND);
    expect(new Set(others.map((item) => item['error']))).toEqual(new Set([error]));
    const sent = 300 - cost.notSent.length;
    expect(error).toMatch(
      new RegExp(
        `; no answer has come since [0-9-]+ [0-9:]+ \\(Europe/Berlin\\), so nothing more is sent: of 300 companies, ${sent} were sent, ${cost.mayBeCharged.length} of these may have been charged, and ${300 - sent} were not sent and cost nothing\\.$`,
      ),
    );
    expect(cost.notSent[0]).toMatchObject({ scope: 'run', mayBeCharged: false });
    // Without a register, whoever sends the whole list again pays twice.
    const again = 'with what was not sent: the rest would be';
    expect(cost.notSent[0]?.['description']).toMatch(new RegExp(`^Nothing was sent for this item.*${again}`));
    expect(cost.notSent[0]?.['forColleagues']).toContain(again);
  });

  test('back after 30 s: the rest is screened, each once', async () => {
    const cost = await costOf({ fault, concurrency, runs: [60], isHit: (_, atMs) => atMs < 30 * SECOND });
    expect(cost.clear.length).toBeGreaterThanOrEqual(60 - BOUND);
    expect(cost.answered).toHaveLength(cost.clear.length);
    expect(new Set(cost.answered).size).toBe(cost.answered.length);
    expect(cost.notSent).toEqual([]);
  });

  test('a loop of ten companies does not begin again each time', async () => {
    const cost = await costOf({ fault, concurrency, runs: [10, 10, 10, 10], isHit: () => true });
    expect(cost.mayBeCharged.length).toBeLessThanOrEqual(isFree ? 0 : BOUND);
    expect(cost.notSent.slice(-10).map((item) => item['error'])).toEqual(
      Array.from({ length: 10 }, () => expect.stringContaining('of 10 companies, 0 were sent') as string),
    );
  });
});
