// An outage of the service, over HTTP: what it costs, and what comes out. The waits are over at once here.
import type { IDataObject } from 'n8n-workflow';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, screening, wordsOf } from './attacks';
import { screeningsByCompany, useSandbox } from './sandbox';
import { useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();
const CONCURRENCY = 5;
// A row of ten, three tries, and what is under way beside the last answer and beside the tenth of the row.
const BOUND = 10 + 3 + 2 * (CONCURRENCY - 1);

const NAMES = Array.from({ length: 60 }, (_, number) => `Mill ${number} Ltd`);

test.each([10, 100])(
  'after an outage, the next run sends the rest, and pays for nothing twice: batches of %i',
  async (batchSize) => {
    const register = new MemoryTables('sqlite');
    const parameters = { registerSettings: { batchSize }, options: { concurrency: CONCURRENCY } };
    const screen = async () => jsons(await screening(sandbox(), NAMES, { time, register, parameters }));
    const having = (items: IDataObject[], outcome: string) =>
      items.filter((item) => item['outcome'] === outcome);
    await sandbox().faults([{ on: 'screening', after: 20, fault: { kind: 'resetAfter' } }]);
    const first = await screen();
    const uncertain = first.filter(({ mayBeCharged }) => mayBeCharged === true);
    expect(uncertain.length).toBeLessThanOrEqual(BOUND);
    expect(having(first, 'clear')).toHaveLength(20);
    expect(wordsOf(first.find(({ scope }) => scope === 'run'))).toMatch(/is in the register/);

    await sandbox().faults([]);
    const second = await screen();
    expect(second.filter(({ reason }) => reason === 'noAnswer')).toHaveLength(uncertain.length);
    expect(having(second, 'clear')).toHaveLength(60 - uncertain.length);
    expect(Object.values(screeningsByCompany(await sandbox().stats()))).toEqual(NAMES.map(() => 1));
  },
);
