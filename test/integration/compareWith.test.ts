// Compare With, over HTTP: the same requests, the same outcomes, and what the user knows beside each hit.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const HIT = 'Gloomharbour Shipping Ltd';
const LIST: IDataObject[] = [
  { company: HIT, number: 'vl 000113', country: 'AE', address: '1 Nowhere Quay - Port Velm (Velmoria)' },
  { company: 'Honest Bakery', number: '1', country: 'AE', address: '' },
  { company: HIT, number: '4711-999', country: 'Atlantis', address: '77 Unter den Linden, Berlin' },
];
const compareWith = {
  company: {
    registrationNumber: '={{ $json.number }}',
    country: '={{ $json.country }}',
    address: '={{ $json.address }}',
  },
};
const run = (more: Partial<RunSetup> & { additionalFields?: INodeParameters } = {}) => {
  const { additionalFields = { compareWith }, parameters, ...others } = more;
  return runNode({
    credential: sandbox().credential,
    items: LIST,
    ...others,
    parameters: { additionalFields, ...parameters },
  });
};
const KEYS = ['nameMatch', 'numberMatch', 'countryMatch', 'addressMatch'];
const matchesOf = (json: IDataObject) => KEYS.map((key) => json[key]);
const MATCHES = [
  ['same', 'same', 'unknown', 'same'],
  [null, null, null, null],
  ['same', 'different', 'unknown', 'different'],
];
const paidFor = async () => screeningsByCompany(await sandbox().stats());

test('each item is compared with its own data, and a clear company stays clear', async () => {
  const items = jsons(await run());

  expect(items.map(({ outcome }) => outcome)).toEqual(['hit', 'clear', 'hit']);
  expect(items.map(matchesOf)).toEqual(MATCHES);
});

test('a list that has none of the columns is screened, and nothing is compared', async () => {
  const items = LIST.map(({ number: _number, country: _country, address: _address, ...others }) => others);
  const said = jsons(await run({ items }));

  expect(said.map(({ outcome }) => outcome)).toEqual(['hit', 'clear', 'hit']);
  expect(said.flatMap(matchesOf).slice(1, 4)).toEqual(['unknown', 'unknown', 'unknown']);
});

test('with Screen Duplicates Once, companies with other data are one request, and each is compared with its own', async () => {
  const items = jsons(await run({ parameters: { options: { screenDuplicatesOnce: true } } }));

  expect(items.map(matchesOf)).toEqual(MATCHES);
  expect(await paidFor()).toEqual({ [HIT]: 1, 'Honest Bakery': 1 });
  expect(items[0]?.['referenceId']).toBe(items[2]?.['referenceId']);
  expect(items[0]?.['screeningId']).toBe(items[2]?.['screeningId']);
});

test('data that changes has nothing paid for again: what the register holds is compared with that of today', async () => {
  const tables = new MemoryTables('sqlite');
  const kept = { register: () => Promise.resolve({ tables, isNew: false }) };
  const parameters = { keepInRegister: true };
  const plain = jsons(await run({ ...kept, parameters, additionalFields: {} }));
  const first = jsons(await run({ ...kept, parameters }));
  const changed = LIST.map((company) => ({ ...company, number: 'FRT-77' }));
  const again = jsons(await run({ ...kept, parameters, items: changed }));

  expect(await paidFor()).toEqual({ [HIT]: 1, 'Honest Bakery': 1 });
  expect(plain.map(matchesOf)).toEqual(LIST.map(() => KEYS.map(() => undefined)));
  expect(first.map(matchesOf)).toEqual(MATCHES);
  expect(again.map(({ numberMatch }) => numberMatch)).toEqual(['same', null, 'same']);
  const without = (json: IDataObject) =>
    Object.fromEntries(Object.entries(json).filter(([key]) => !KEYS.includes(key) && key !== 'remembered'));
  expect(first.map(without)).toEqual(plain.map(without));
});

test('every item of a sheet has the same columns, errors too', async () => {
  const items = jsons(
    await run({
      items: [...LIST, { company: '#REF!' }],
      onError: 'continueRegularOutput',
      parameters: { output: { sameColumns: true } },
    }),
  );

  expect(items.map(({ outcome }) => outcome)).toEqual(['hit', 'clear', 'hit', 'error']);
  const columns = Object.keys(items[0] ?? {});
  expect(columns).toEqual(expect.arrayContaining(KEYS));
  for (const item of items) expect(Object.keys(item)).toEqual(columns);
});
