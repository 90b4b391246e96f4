// A list that the register knows under numbers comes without them, over HTTP: nothing is sent until somebody says so.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { readTextList } from '../../nodes/CompanyScreening/lists/textList';
import { jsons } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);

const WANTED = wantedColumns('Company, Company Name, Name', { heading: 'Customer No', isRequired: false });
const NAMES = Array.from({ length: 12 }, (_, number) => `Honest Bakery ${number}`);
/** As Read Company List gives them. */
const rows = (heading: string): IDataObject[] => {
  const text = `${heading},Company\n${NAMES.map((name, number) => `C-${number},${name}\n`).join('')}`;
  const list = { bytes: Buffer.from(text), fileName: 'list.csv', wanted: WANTED, headingRow: 0 };
  return readTextList({ ...list, encoding: 'automatic' }).rows.map(({ json }) => json);
};

async function screen(items: IDataObject[], registerSettings: INodeParameters = {}) {
  const columns = { companyName: '={{ $json.companyName }}', companyKey: '={{ $json.companyKey }}' };
  const run = await register.run({ keepInRegister: true, ...columns, registerSettings }, items);
  const { requests } = (await sandbox().stats()).operations.screening;
  return { items: jsons(run), requests };
}

test('it stops, and goes on with the switch; with numbers again nothing is paid for', async () => {
  expect((await screen(rows('Customer number'))).requests).toBe(12);

  const stopped = await screen(rows('Reference'));
  expect(stopped.requests).toBe(12);
  expect(stopped.items.map(({ outcome, scope, mayBeCharged }) => [outcome, scope, mayBeCharged])).toEqual(
    NAMES.map(() => ['error', 'run', false]),
  );
  expect(stopped.items[0]).toMatchObject({
    error:
      'The register "Screening register" knows 12 of the 12 companies in the list under other customer numbers. As the list is, each would be screened, and paid for, again.',
    description: expect.stringContaining('switch on Accept Other Numbers') as string,
  });

  const again = await screen(rows('Kunden-Nr.'));
  expect([again.requests, again.items.every(({ remembered }) => remembered)]).toEqual([12, true]);

  const anew = await screen(rows('Reference'), { acceptOtherNumbers: true });
  expect([anew.requests, anew.items.every(({ outcome }) => outcome === 'clear')]).toEqual([24, true]);
  // From now on, they are known by their names.
  expect((await screen(rows('Reference'))).requests).toBe(24);
});
