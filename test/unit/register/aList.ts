// A list that a run over the register is to screen, and what the service says of it, as tests need them.
import {
  companyHash,
  type Company,
  type ListedCompany,
} from '../../../nodes/CompanyScreening/register/rows/identity';
import type { QueuePosition } from '../../../nodes/CompanyScreening/flowControl/outageRules';
import { TIMES } from '../../../nodes/CompanyScreening/register/facts/liveness';
import type { RunSettings, SentResult } from '../../../nodes/CompanyScreening/register/protocol/messages';
import { beginRun, type RegisterPorts } from '../../../nodes/CompanyScreening/register/protocol/register';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import type { Tables } from '../../../nodes/CompanyScreening/register/port/tables';

export const wanted = (company: Company): ListedCompany => ({
  hash: companyHash(company),
  company,
  referenceId: `r-${company.key}`,
});

export const cleared = ({ hash }: ListedCompany): Extract<SentResult, { is: 'answered' }> => ({
  is: 'answered',
  company: hash,
  screenedAt: new Date().toISOString(),
  screeningId: crypto.randomUUID(),
  outcome: 'clear',
  reason: '',
  hits: [],
  payload: { record: { status: 'Completed' } },
});

/** The settings of a run to which nothing is due again, and which tells nobody. */
export const settingsWith = (batchSize: number, more: Partial<RunSettings> = {}): RunSettings => ({
  batchSize,
  concurrency: batchSize,
  due: null,
  startedBy: 'a test',
  times: TIMES,
  readers: [],
  nodeHash: '',
  hasControl: true,
  ...more,
});

/** What a run takes from outside: real clocks, and a sleep that takes no time. */
export const portsOn = (tables: Tables, more: Partial<RegisterPorts> = {}): RegisterPorts => ({
  tables,
  now: () => performance.now(),
  wallClock: () => Date.now(),
  sleep: () => new Promise((resolve) => setImmediate(resolve, true)),
  isStopped: () => false,
  waits: () => undefined,
  uuid: () => crypto.randomUUID(),
  controlFailed: () => false,
  foundOld: () => [],
  about: () => ({}),
  ...more,
});

/** A clock for which only waiting for others takes time. */
export function clockAt(nowMs: number): Pick<RegisterPorts, 'now' | 'waits' | 'wallClock'> {
  const now = () => nowMs;
  return { now, wallClock: now, waits: () => (nowMs += TIMES.poll) };
}

interface Screening {
  answer?: (one: ListedCompany, place: number) => SentResult;
  settings?: RunSettings;
  ports?: Partial<RegisterPorts>;
  /** How long the service took for a company; what is quick goes halves. */
  companyMs?: number;
  /** Positions from which one company is sent beside what is under way, to see whether answers come. */
  probes?: readonly QueuePosition[];
}

/** Screens a list to its end. Gives what was sent, batch after batch, and what came out. */
export async function screened(
  tables: Tables,
  companies: readonly ListedCompany[],
  { answer = cleared, settings = settingsWith(4), ports, companyMs = Infinity, probes = [] }: Screening = {},
): Promise<{ sent: ListedCompany[][]; settled: CompanyResult[] }> {
  const run = await beginRun(portsOn(tables, ports), settings, companies);
  const sent: ListedCompany[][] = [];
  const underWay: ListedCompany[][] = [];
  const settled: CompanyResult[] = [];
  const left = [...probes];
  for (let turn = await run.first(); ;) {
    settled.push(...turn.concluded);
    if (turn.is === 'over') return { sent, settled };
    if (turn.is === 'send') {
      sent.push(turn.companies);
      underWay.push(turn.companies);
      turn = await run.next(null);
    } else if (left.length > 0) turn = await run.probeFrom(left.shift() ?? 'first');
    else turn = await run.next({ results: (underWay.shift() ?? []).map(answer), companyMs });
  }
}
