// Compare With, over HTTP: the same requests, the same outcomes, and what the user knows beside each hit.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jsons } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

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

test('each item is compared with its own data, and a clear company stays clear', async () => {
  const items = jsons(await run());

  expect(items.map(({ outcome }) => outcome)).toEqual(['hit', 'clear', 'hit']);
  expect(items.map(matchesOf)).toEqual(MATCHES);
});
