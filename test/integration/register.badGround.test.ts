// Keep in Register on bad ground, over HTTP, with the register's tables in memory: nothing is sent that cannot be kept, and nothing
// is clear that should not be.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Time } from '../../nodes/CompanyScreening/flowControl/time';
import { RegisterFailure, type Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { testTime } from '../support/testTime';
import { isInsert, MemoryTables } from '../unit/register/memoryTables';
import { jsons, wordsOf } from './attacks';
import { runNode, type NodeRun, type RunSetup } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

// Longer than tables in memory take, so that after the first batch two halves are under way at the same time.
beforeEach(async () => {
  await sandbox().settings({ latencyMs: 20 });
});

const BATCH = 10;
const HALF = BATCH / 2;
const NAMES = Array.from({ length: 3 * BATCH }, (_, number) => `Company ${number}`);

interface Ground {
  /** Happens when the answers of the first batch have been stored, a half is under way, and another one is claimed. */
  inMidRun?: () => unknown;
  tables?: Tables;
  time?: Time;
  parameters?: IDataObject;
  names?: readonly string[];
}

function setup({ inMidRun, time, parameters, names = NAMES, ...ground }: Ground): RunSetup {
  const used = ground.tables ?? tables;
  let claims = 0;
  const run: Tables['run'] = async (statements) => {
    const rows = await used.run(statements);
    claims += isInsert(statements, 'claims') ? 1 : 0;
    if (claims === 3 && inMidRun) {
      claims += 1;
      await inMidRun();
    }
    return rows;
  };
  const runWithoutWaiting: Tables['runWithoutWaiting'] = (statements) => {
    used.runWithoutWaiting(statements);
  };
  return {
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    register: () => Promise.resolve({ tables: { run, runWithoutWaiting }, isNew: false }),
    items: names.map((company) => ({ company })),
    ...(time ? { time } : {}),
    parameters: { keepInRegister: true, registerSettings: { batchSize: BATCH }, ...parameters },
  };
}
const keep = (ground: Ground = {}) => runNode(setup(ground));
const outcomesOf = (run: NodeRun) =>
  jsons(run).map(({ outcome, reason }) => z.string().parse(reason ?? outcome));
/** How many came out with each outcome or reason. */
const countsOf = (run: NodeRun) => {
  const counts: Record<string, number> = {};
  for (const one of outcomesOf(run)) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
};
const requests = async () => (await sandbox().stats()).operations.screening.requests;
const timesPaid = async () => new Set(Object.values(screeningsByCompany(await sandbox().stats())));

/**
 * What the edit was seen with could not be compared any more, and of the half that was under way by then, nothing is stored. Gives
 * how many were sent.
 */
async function expectLastBatchNotStored(run: NodeRun): Promise<number> {
  const { notStored = 0, ...others } = countsOf(run);
  expect(notStored).toBeGreaterThanOrEqual(HALF);
  expect(notStored).toBeLessThanOrEqual(BATCH);
  expect(others).toEqual({ clear: BATCH, error: 30 - BATCH - notStored });
  const sent = BATCH + notStored;
  expect(await requests()).toBe(sent);
  return sent;
}

describe('a table that is edited while a run goes', () => {
  test('a run whose stored answers are changed ends as it would have, and no later run says clear because of them', async () => {
    const run = await keep({ inMidRun: () => tables.change('answers', { outcome: 'clear', reason: 'x' }) });
    expect(countsOf(run)).toEqual({ clear: 30 });
    expect(countsOf(await keep())).toEqual({ damagedRow: BATCH, clear: 30 - BATCH });
    expect(await requests()).toBe(30);
  });

  test('all tables are emptied: nothing more is sent, and the error says what to do', async () => {
    const run = await keep({
      inMidRun: async () => {
        for (const table of ['answers', 'claims', 'runs'] as const) await tables.remove(table);
      },
    });
    await expectLastBatchNotStored(run);
    expect(wordsOf(jsons(run).at(-1))).toMatch(
      /somebody has emptied or changed the register.*from a backup/s,
    );
  });

  test('a claim names nobody any more: nothing more is sent, and the error says which row it is', async () => {
    const run = await keep({ inMidRun: () => tables.insert('claims', { mark: 'nobody' }) });
    const sent = await expectLastBatchNotStored(run);
    expect(wordsOf(jsons(run).at(-1))).toMatch(/claims" cannot be read \(id \d+\).*Put it back/s);

    expect(countsOf(await keep())).toEqual({ error: 30 });
    expect(await requests()).toBe(sent);
  });
});

const busy = new RegisterFailure('busy', "n8n's database is busy: SQLITE_BUSY.", 'Wait.');
/** Refuses so many calls from the second half on, once it has done what they asked for or not. */
const held = (times: number, isDone: boolean): Ground => {
  let left = 0;
  const run: Tables['run'] = async (statements) => {
    if (left === 0) return tables.run(statements);
    left -= 1;
    if (isDone) await tables.run(statements);
    throw busy;
  };
  return {
    tables: { run, runWithoutWaiting: () => undefined },
    inMidRun: () => {
      left = times;
    },
  };
};

// While a batch is sent, many beats pass in this time: the time of day must not pass with them.
const waitless = (): Time => ({ ...testTime(), epochMs: Date.now });

test('a database that is held for longer than the run waits: nothing more is sent, and a batch at most has no answer', async () => {
  const time = waitless();
  const run = await keep({ ...held(Infinity, false), time });
  const { notStored = 0, ...others } = countsOf(run);
  expect(notStored).toBeGreaterThanOrEqual(HALF);
  expect(others).toEqual({ clear: BATCH, error: 30 - BATCH - notStored });
  expect(wordsOf(jsons(run).at(-1))).toMatch(/database is busy/);
  expect(await requests()).toBe(BATCH + notStored);
  // The run could not say that it has ended: the next one waits until it counts as dead.
  const sameBatch = await keep({ time, names: NAMES.slice(BATCH, 2 * BATCH) });
  expect(countsOf(sameBatch)).toEqual({ noAnswer: BATCH });
  expect(sameBatch.hints[0]).toContain('This run waited 2 minutes for another run');
  expect(countsOf(await keep({ time }))).toEqual({ clear: 20, noAnswer: BATCH });
  expect(await timesPaid()).toEqual(new Set([1]));
});
