// When a run asks whether its list has other numbers than the register.
import type { INodeExecutionData } from 'n8n-workflow';

import { companyHash, type Company } from '../../nodes/CompanyScreening/register/rows/identity';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { checkNumbers } from '../../nodes/CompanyScreening/run/register/preflight';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { wanted } from './register/aList';
import { MemoryTables } from './register/memoryTables';
import { alder, night } from './register/night';

const NAMES = Array.from({ length: 12 }, (_, number) => `Company ${number}`);
const numbered = (name: string): Company => ({ ...alder, key: `C-${name}`, names: [name] });
const numberless = (name: string): Company => ({ ...alder, key: name, names: [name] });
const row = (number: number) => ({
  ...{ companyName: `Company ${number}`, companyKey: null, row: number + 2 },
  listFile: 'list.csv; no customer number: known by name; 12 companies',
});
const ROWS: INodeExecutionData[] = NAMES.map((_, number) => ({ json: row(number) }));

/** @param known what the register has */
async function check({
  items = ROWS,
  settings = { acceptOtherNumbers: false },
  companies = NAMES.map(numberless),
  known = NAMES.map(numbered),
}: {
  items?: INodeExecutionData[];
  settings?: { acceptOtherNumbers?: boolean };
  companies?: Company[];
  known?: Company[];
} = {}) {
  const tables = new MemoryTables('sqlite');
  const rows = known.map((of, index) => answerRow(night(`m${index}`, '', { of })));
  await tables.run([{ do: 'insert', table: 'answers', rows }]);
  const list = {
    answers: new Map(),
    companies: new Map(companies.map((company) => [companyHash(company), wanted(company)])),
    knowsAll: false,
  };
  return await checkNumbers({ getInputData: () => items }, { register: 'Mine', ...settings }, tables, list);
}

test.each<[string, Parameters<typeof check>[0]]>([
  ['has lost its numbers', {}],
  ['has one of them left', { companies: [...NAMES.map(numberless), { ...alder, key: '7', names: ['New'] }] }],
  [
    'has its numbers without zeros',
    { companies: NAMES.map((name) => ({ ...numbered(name), key: `${name}!` })) },
  ],
])('a list that %s ends the run before anything is sent, and says what to do', async (_, given) => {
  const { refusal } = await check(given);
  expect(refusal?.details).toMatchObject({ state: 'unsendable', failsEveryItem: true });
  expect(refusal?.details.message).toBe(
    `The register "Mine" knows 12 of the ${given?.companies?.length ?? 12} companies in the list under other customer numbers. As the list is, each would be screened, and paid for, again.`,
  );
  expect(refusal?.details.advice).toMatch(
    /^Nothing was sent\. .*Key Column.*zeros at the start.*Accept Other Numbers/,
  );
});

test.each<[string, Parameters<typeof check>[0]]>([
  ['the switch is on', { settings: { acceptOtherNumbers: true } }],
  ['the register knows too few', { known: NAMES.slice(0, 9).map(numbered) }],
  [
    'no list reader gave an item',
    { items: [...ROWS.slice(1), { json: { companyName: 'x', companyKey: null } }] },
  ],
  ['an item has no file', { items: [...ROWS.slice(1), { json: { ...row(0), listFile: null } }] }],
  [
    'a program gave the list',
    { items: ROWS.map(({ json }) => ({ json: { ...json, listFile: 'the list; 12 companies' } })) },
  ],
])('it goes on if %s', async (_, given) => {
  expect(await check(given)).toEqual({ refusal: null, knownByName: 0 });
});

test('a file may be called like the list of a program', async () => {
  const items = ROWS.map(({ json }) => ({ json: { ...json, listFile: 'the list.csv; 12 companies' } }));
  expect((await check({ items })).refusal).toBeInstanceOf(OperationFailure);
});

test('of a list that has numbers now, it says how many companies were known without', async () => {
  const now = { companies: NAMES.map(numbered), known: NAMES.map(numberless) };
  expect(await check(now)).toEqual({ refusal: null, knownByName: 12 });
  expect(await check({ ...now, settings: { acceptOtherNumbers: true } })).toEqual({
    refusal: null,
    knownByName: 12,
  });
});

test('nobody asks about annual returns', async () => {
  const now = { companies: NAMES.map(numbered), known: NAMES.map(numberless) };
  expect(await check({ ...now, settings: {} })).toEqual({ refusal: null, knownByName: 0 });
  expect(await check({ settings: {} })).toEqual({ refusal: null, knownByName: 0 });
});
