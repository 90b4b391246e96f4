// A list that the register knows under numbers comes without them, over HTTP: nothing is sent until somebody says so.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jsons } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);

const NAMES = Array.from({ length: 12 }, (_, number) => `Honest Bakery ${number}`);
/** As Read Company List gives them. */
const WITHOUT = NAMES.map((companyName, row) => ({
  ...{ companyName, companyKey: null, row: row + 2, listFile: 'list.csv; 12 companies' },
}));
const NUMBERED = WITHOUT.map((one, number) => ({ ...one, companyKey: `C-${number}` }));

async function screen(items: IDataObject[], registerSettings: INodeParameters = {}) {
  const columns = { companyName: '={{ $json.companyName }}', companyKey: '={{ $json.companyKey }}' };
  const run = await register.run({ keepInRegister: true, ...columns, registerSettings }, items);
  const { requests } = (await sandbox().stats()).operations.screening;
  return { items: jsons(run), requests };
}

test('it stops, and goes on with the switch; with numbers again nothing is paid for', async () => {
  expect((await screen(NUMBERED)).requests).toBe(12);

  const stopped = await screen(WITHOUT);
  expect(stopped.requests).toBe(12);
  expect(stopped.items.map(({ outcome, scope, mayBeCharged }) => [outcome, scope, mayBeCharged])).toEqual(
    NAMES.map(() => ['error', 'run', false]),
  );
  expect(stopped.items[0]).toMatchObject({
    error: expect.stringContaining(
      '12 of the 12 companies in the list under other customer numbers',
    ) as string,
    description: expect.stringContaining('switch on Accept Other Numbers') as string,
  });

  const again = await screen(NUMBERED);
  expect([again.requests, again.items.every(({ remembered }) => remembered)]).toEqual([12, true]);

  const anew = await screen(WITHOUT, { acceptOtherNumbers: true });
  expect([anew.requests, anew.items.every(({ outcome }) => outcome === 'clear')]).toEqual([24, true]);
  // From now on, they are known by their names.
  expect((await screen(WITHOUT)).requests).toBe(24);
});
