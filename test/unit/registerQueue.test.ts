// The work queue of a run that keeps its answers, turn by turn: what may still be sent once the register can no longer be written.
import { parameterReader } from '../../nodes/CompanyScreening/run/state/runContext';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import type { Statement, Tables } from '../../nodes/CompanyScreening/register/port/tables';
import type { SentItem, PreparedItem, QueuedItem } from '../../nodes/CompanyScreening/run/state/workQueue';
import { RegisterQueue } from '../../nodes/CompanyScreening/run/register/registerQueue';
import { RunStopped } from '../../nodes/CompanyScreening/run/state/runStop';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { testTime } from '../support/testTime';
import { aCredential } from './builders';
import { MemoryTables } from './register/memoryTables';
import { aContext } from './screeningRuns';
import { Attempts } from '../../nodes/CompanyScreening/run/state/attempts';

const COMPANIES = Array.from({ length: 25 }, (_, number) => `Company ${number}`);

/** WorkQueue over a list of 25, in batches of ten; what is not to be written is refused. */
function queueOf(isRefused: (statement: Statement) => boolean) {
  const { context } = aContext({
    companies: COMPANIES,
    parameters: { keepInRegister: true },
    registerSettings: { batchSize: 10 },
  });
  const parameters = parameterReader(context);
  const operationRun = screenCompany.begin(
    parameters(0),
    COMPANIES.map((_, itemIndex) => parameters(itemIndex)),
  );
  const { registerSettings } = operationRun;
  if (!registerSettings) throw new Error('The run keeps its answers.');
  const memory = new MemoryTables('sqlite');
  const tables: Tables = {
    run: (statements) =>
      statements.some(isRefused) ? Promise.reject(new Error('full')) : memory.run(statements),
    runWithoutWaiting: () => undefined,
  };
  return new RegisterQueue({
    concurrency: 5,
    context,
    registerSettings,
    control: undefined,
    items: COMPANIES.map((_, itemIndex): PreparedItem => ({
      state: 'ready',
      task: operationRun.prepare(parameters(itemIndex)).toTask(),
    })),
    settings: () => Promise.resolve(readSettings(aCredential())),
    openRegister: () => Promise.resolve({ tables, isNew: false }),
    stopped: new AbortController().signal,
    waits: () => undefined,
    time: testTime(),
  });
}

/** What comes back of items that the service did not answer. */
const unanswered = (items: readonly QueuedItem[]): SentItem[] =>
  items.map(() => ({
    itemState: {
      ...{ state: 'failed', subject: undefined, sent: true, binary: {} },
      error: new OperationFailure({ state: 'uncertain', message: 'No answer.' }),
    },
    attempts: new Attempts(),
  }));

const cameBack = (items: readonly QueuedItem[]) =>
  ({ is: 'cameBack', batch: { sent: items, items: unanswered(items), companyMs: 60_000 } }) as const;

test('a run whose requests get no reply says since when, and sends nothing once it is closed', async () => {
  const queue = queueOf(() => false);
  await queue.open();
  const turn = await queue.next();
  if (turn.is !== 'send') throw new Error('Something is sent.');
  const attempts = new Attempts();
  attempts.askedAt = new Date('2026-01-01T00:00:00.000Z');
  const error = new OperationFailure({ state: 'uncertain', message: 'No reply.', isUnreachable: true });
  const items = unanswered(turn.items).map(({ itemState }) => ({
    attempts,
    itemState: { ...itemState, error },
  }));
  await queue.next({ is: 'cameBack', batch: { sent: turn.items, items, companyMs: null } });
  expect(queue.facts().noReplySince).toBe('2026-01-01 01:00');
  queue.close();
  await expect(queue.beforeSend()).rejects.toBeInstanceOf(RunStopped);
});

test('once an answer could not be stored, the turn says so, and no request of the other half may start', async () => {
  let isDown = false;
  const queue = queueOf(() => isDown);
  expect(await queue.open()).toBe(25);
  const underWay: (readonly QueuedItem[])[] = [];
  let turn = await queue.next();
  for (let turns = 1; underWay.length < 2; turns++) {
    if (turns > 10) throw new Error('Two halves do not come to be under way.');
    if (turn.is === 'send') underWay.push(turn.items);
    const oldest = turn.is === 'wait' ? underWay.shift() : undefined;
    turn = await queue.next(oldest && cameBack(oldest));
    if (underWay.length > 3) throw new Error('More is under way than two halves.');
  }
  await expect(queue.beforeSend()).resolves.toBeUndefined();
  isDown = true;
  const [oldest = []] = underWay;
  const failing = await queue.next(cameBack(oldest));
  expect(failing).toMatchObject({
    is: 'wait',
    failure: { details: { sending: 'noMore', failsEveryItem: true } },
  });
  await expect(queue.beforeSend()).rejects.toBeInstanceOf(RunStopped);
  queue.close();
});
