// An outage of the service, over HTTP: what it costs, with and without the register, and what comes out. The waits are over at once here.

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, screening, wordsOf, type Screening } from './attacks';
import { screeningsByCompany, useSandbox } from './sandbox';
import { useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();
const CONCURRENCY = 5;
// A row of ten, three tries, and what is under way beside the last answer and beside the tenth of the row.
const BOUND = 10 + 3 + 2 * (CONCURRENCY - 1);

const namesOf = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `Mill ${first + index} Ltd`);
const screen = (names: readonly string[], { parameters, ...more }: Screening = {}) =>
  screening(sandbox(), names, {
    time,
    ...more,
    parameters: { options: { concurrency: CONCURRENCY }, ...parameters },
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
