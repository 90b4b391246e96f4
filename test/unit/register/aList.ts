// A list that a run over the register is to screen, and what the service says of it, as tests need them.
import {
  companyHash,
  type Company,
  type ListedCompany,
} from '../../../nodes/CompanyScreening/register/rows/identity';
import { TIMES } from '../../../nodes/CompanyScreening/register/facts/liveness';
import type { RunSettings, SentResult } from '../../../nodes/CompanyScreening/register/protocol/messages';
import type { RegisterPorts } from '../../../nodes/CompanyScreening/register/protocol/register';
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
  controlHolds: () => true,
  foundOld: () => [],
  about: () => ({}),
  ...more,
});
