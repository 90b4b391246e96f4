// The screening register reads its list by the rules of "Screen a spreadsheet", whose tests have each kind of file: here are
// one that is read, one whose letters are guessed, one that stops the run, and one with a row that is not sent.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serviceMayGet } from '../whatTheServiceGot';
import { listKinds } from '../examples/listKinds';
import { startRegister, type Register } from './registerInN8n';
import { batch } from './trial';

let register: Register;

beforeAll(async () => {
  register = await startRegister();
});

beforeEach(() => register.reset());

afterAll(async () => {
  await register.stop();
});

const kinds = [
  '.xlsx',
  'Windows-1252, semicolon (Excel in Western Europe)',
  'Windows-1256 (Arabic)',
  'A row with a cell too many',
  'A row without a name, but with other cells',
].map((wanted) => {
  const found = listKinds.find(({ kind }) => kind === wanted);
  if (found === undefined) throw new Error(`No list is of the kind "${wanted}".`);
  return found;
});

test.each(kinds)('$kind', async ({ fileName, bytes, encoding, sent, stops, errors = [] }) => {
  const file = join(dirname(register.list), fileName);
  await writeFile(file, bytes);
  await register.save({
    File: file,
    ...(encoding === undefined ? {} : { 'Encoding of a file that is not UTF-8': encoding }),
  });
  const run = await register.run();
  expect(run.error?.message).toEqual(stops === undefined ? undefined : expect.stringMatching(stops));

  const companies = await register.companies();
  const inState = (wanted: string): string[] =>
    companies.filter(({ state }) => state === wanted).map(({ name }) => name);
  expect(inState('answered').sort()).toEqual([...new Set(sent)].sort());
  expect(inState('due')).toHaveLength(errors.length);
  for (const problem of errors)
    expect(companies.map((company) => company.problem)).toContainEqual(expect.stringMatching(problem));
  const { screenings } = await register.harness.sandbox.stats();
  expect(screenings.map(({ companyName }) => companyName).sort()).toEqual([...new Set(sent)].sort());
});

test('headings above rows of nothing but blanks stop the run', async () => {
  await writeFile(register.list, 'Customer No,Company\n,\n , \n');
  await register.save();
  const run = await register.run();
  expect(run.error?.message).toBe('There is no row in the file. Nothing was sent.');
});

test('what is sent in the same way is one company: letters in two pieces, line breaks, several spaces', async () => {
  const names = ['Caf\u00e9  Plain', 'Cafe\u0301 Plain', '"Caf\u00e9\nPlain"', '"Caf\u00e9\r\n Plain "'];
  await writeFile(register.list, `Customer No,Company\n${names.map((name) => `7,${name}`).join('\n')}\n`);
  await register.save();
  expect((await register.run()).error).toBeUndefined();
  expect(await register.companies()).toMatchObject([
    { key: '7', name: 'Caf\u00e9 Plain', state: 'answered' },
  ]);
  expect((await register.harness.sandbox.summary()).screeningsDone).toBe(1);
});

test('rows with a screening option that does not exist are due, say why, and do not hold up the others', async () => {
  serviceMayGet({ options: ['Aml'] });
  const wrong = Array.from({ length: batch + 20 }, (_, n) => `Wrong Option ${String(n)},AML and PEP`);
  await writeFile(register.list, ['Company,Screening Option', ...wrong].join('\n'));
  await register.save();
  expect((await register.run()).error).toBeUndefined();
  await writeFile(register.list, 'Company,Screening Option\nWillowbrook Bakery Ltd,Aml\n');
  expect((await register.run()).error).toBeUndefined();

  const companies = await register.companies();
  expect(companies.filter(({ state }) => state === 'answered')).toMatchObject([
    { name: 'Willowbrook Bakery Ltd' },
  ]);
  const due = companies.filter(({ state }) => state === 'due');
  expect(due).toHaveLength(wrong.length);
  for (const { problem } of due) expect(problem).toMatch(/^Screening Option /);
});
