// An outage of the service, over HTTP: what it costs, with and without the register, and what comes out. The waits are over at once here.
import type { INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { Fault } from '../sandbox/client';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, screening, wordsOf, type Screening } from './attacks';
import { runNode } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';
import { useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();
const CONCURRENCY = 5;
const BOUND = 10 + CONCURRENCY + 2;

const namesOf = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `Mill ${first + index} Ltd`);
const screen = (names: readonly string[], { parameters, ...more }: Screening = {}) =>
  screening(sandbox(), names, {
    time,
    ...more,
    parameters: { options: { concurrency: CONCURRENCY }, ...parameters },
  });

const FAULTS: [string, Fault['fault']][] = [
  ['500', { kind: 'status', status: 500 }],
  ['a page with status 200', { kind: 'html', status: 200 }],
  ['a page of an address that is wrong', { kind: 'html', status: 404 }],
  [
    "a gateway's 404 in JSON",
    { kind: 'status', status: 404, body: { statusCode: 404, message: 'Resource not found' } },
  ],
  ['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
  ['a reset', { kind: 'resetBefore' }],
  ['a Fatal error', { kind: 'status', status: 400, body: { code: 'S0005', message: 'UNKNOWN_ERROR' } }],
  [
    'a record that only reports one',
    { kind: 'record', patch: { status: 'Failed', isError: true, errors: [{ code: 'S0005' }] } },
  ],
  [
    'a record that reports one behind another error',
    {
      kind: 'record',
      patch: { status: 'Failed', isError: true, errors: [{ code: 'S0002' }, { code: 'S0005' }] },
    },
  ],
];

const ofRegister = (tables: MemoryTables, operation: string, more: INodeParameters) =>
  runNode({
    credential: sandbox().credential,
    register: () => Promise.resolve({ tables, isNew: false }),
    items: [{}],
    parameters: { resource: 'register', operation, register: 'Screening register', ...more },
  });

describe('with the register', () => {
  const kept = (register: MemoryTables, batchSize: number): Screening => ({
    register,
    parameters: {
      registerSettings: { batchSize },
      options: { concurrency: CONCURRENCY },
    },
  });

  test.each([10, 100])(
    'after an outage, the next run sends the rest, and pays for nothing twice: batches of %i',
    async (batchSize) => {
      const tables = new MemoryTables('sqlite');
      const names = namesOf(60);
      await sandbox().faults([{ on: 'screening', after: 20, fault: { kind: 'resetAfter' } }]);
      const first = await screen(names, kept(tables, batchSize));
      const uncertain = jsons(first).filter(({ mayBeCharged }) => mayBeCharged === true);
      expect(uncertain.length).toBeLessThanOrEqual(BOUND);
      expect(jsons(first).filter(({ outcome }) => outcome === 'clear')).toHaveLength(20);
      expect(wordsOf(jsons(first).find(({ scope }) => scope === 'run'))).toMatch(/is in the register/);

      await sandbox().faults([]);
      const second = await screen(names, kept(tables, batchSize));
      const noAnswer = jsons(second).filter(({ reason }) => reason === 'noAnswer');
      expect(noAnswer).toHaveLength(uncertain.length);
      expect(jsons(second).filter(({ outcome }) => outcome === 'clear')).toHaveLength(60 - uncertain.length);
      expect(Object.values(screeningsByCompany(await sandbox().stats()))).toEqual(names.map(() => 1));
    },
  );

  test.each([
    [10, 'continueRegularOutput'],
    [100, 'continueRegularOutput'],
    [10, 'stopWorkflow'],
    [100, 'stopWorkflow'],
  ] as const)(
    'what an outage left is one case, and one decision has it sent again: batches of %i, On Error %s',
    async (batchSize, onError) => {
      const tables = new MemoryTables('sqlite');
      const names = namesOf(60);
      await sandbox().faults([{ on: 'screening', after: 20, fault: { kind: 'resetAfter' } }]);
      await screen(names, { ...kept(tables, batchSize), onError });
      await sandbox().faults([]);
      const second = jsons(await screen(names, kept(tables, batchSize)));
      const left = second.filter(({ reason }) => reason === 'noAnswer');
      expect(left.length).toBeGreaterThan(1);
      const requests = async () => (await sandbox().summary()).operations.screening.requests;
      const before = await requests();

      const [open, another] = jsons(await ofRegister(tables, 'getFromRegister', { records: 'openCases' }));
      expect(another).toBeUndefined();
      expect(open).toMatchObject({
        kind: 'unansweredRun',
        companies: left.length,
        maximumScreenings: left.length,
      });
      await ofRegister(tables, 'recordDecision', {
        ...{ caseId: z.string().parse(open?.['caseId']), decision: 'sendAgain', reason: 'An outage' },
        ...{ decidedBy: 'ann', decidedByAddress: 'ann@company.example' },
      });
      const third = jsons(await screen(names, kept(tables, batchSize)));
      expect(third.map(({ outcome }) => outcome)).toEqual(names.map(() => 'clear'));
      expect((await requests()) - before).toBe(left.length);
    },
  );

  test.each([
    [10, 7],
    [10, 40],
    [100, 7],
    [100, 40],
  ])(
    'batches of %i: twenty in a row of sixty, from %i on, cost no other company its answer',
    async (batchSize, from) => {
      const tables = new MemoryTables('sqlite');
      const names = namesOf(60);
      const hit = names.slice(from, from + 20);
      await sandbox().faults(
        hit.map((match) => ({ on: 'screening', match, fault: { kind: 'status', status: 500 } }) as const),
      );
      const said = jsons(await screen(names, kept(tables, batchSize)));
      const clear = said.filter(({ outcome }) => outcome === 'clear').map(({ companyName }) => companyName);
      expect(clear).toEqual(names.filter((name) => !hit.includes(name)));
      expect(
        Object.values(screeningsByCompany(await sandbox().stats())).filter((count) => count > 1),
      ).toEqual([]);
    },
  );
});
