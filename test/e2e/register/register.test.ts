// The screening register in a real n8n: what it keeps when n8n is killed, when two runs meet, and when something fails.
import { addRows, changeRows } from '../../support/n8n/dataTables';
import { tables } from '../../support/register';
import { serviceMayGet } from '../whatTheServiceGot';
import { manyCompanies } from './accounts';
import { drawSeed, randomNumbers } from '../../support/random';
import { startRegister, type Register } from './registerInN8n';
import { keysOf, longTestMs, testFailures, testKills, trialOf } from './trial';

const random = randomNumbers(drawSeed('REGISTER_SEED'));

let register: Register;
const trial = trialOf(() => register);
const { expected, newList, accounts, paid } = trial;

beforeAll(async () => {
  register = await startRegister();
});

beforeEach(() => trial.reset());

afterAll(async () => {
  await register.stop();
});

const ran = { status: 'success', error: undefined };

// Each kill may leave a batch to a person that was never sent, so that 800 are sure to be screened.
const moments = [0, 1].map((half) => ({
  screenings: 350 * half + 50 + Math.floor(random() * 250),
  andThenMs: random() * 1_500,
}));
testKills(trial, 'in each half of a list of 1,000', 1_000, moments);

test('killed between the storing of an answer and the removal of the older row: the company is there once, with its answer', async () => {
  await newList({ 'S-1': 'Quillhaven Group One' });
  await register.run();
  const [answered] = (await accounts()).inState('answered');
  const { key = '', name = '', companyRef = '', referenceId = '' } = answered ?? {};
  const claim = referenceId.slice(0, -companyRef.length);
  const claimedAt = '2026-01-01T00:00:00.000Z';
  await addRows(register.harness.n8n().rest, tables.register, [
    { key, name, claim, companyRef, claimedAt, state: 'sending' },
  ]);
  await expect(register.run()).resolves.toMatchObject(ran);
  expect((await accounts()).inState('answered')).toHaveLength(1);
  expect(await paid()).toEqual({ screenings: 1, companiesScreenedAgain: 0 });
});

test(
  'two runs that are started within a second screen no company twice',
  async () => {
    await newList(manyCompanies(300, 'Twice started'));
    const runs = await Promise.all([register.run(), register.run()]);
    for (const run of runs) expect(run).toMatchObject(ran);
    expect((await accounts()).inState('due')).toEqual([]);
    expect(await paid()).toEqual({ screenings: 300, companiesScreenedAgain: 0 });
  },
  longTestMs,
);

describe('what fails', () => {
  testFailures(trial);
});

test(
  'a list that is added again adds only what is new, as does who types into the table; what is old is due again',
  async () => {
    serviceMayGet({ options: ['Aml'] });
    const { rest } = register.harness.n8n();
    await newList(manyCompanies(20));
    await register.run();
    await newList({ ...manyCompanies(20), 'New 1': 'Newcomer 1' });
    await register.run();
    expect(await paid()).toEqual({ screenings: 21, companiesScreenedAgain: 0 });

    await addRows(rest, tables.register, [
      { key: 'T-1', name: 'Typed by Hand 1' },
      { name: 'Quillhaven Group Typed 2', option: 'Aml' },
      { key: 'New 1', name: 'Newcomer 1' },
    ]);
    // A company without a key has its name as key.
    const typed = { 'T-1': 'Typed by Hand 1', 'Quillhaven Group Typed 2': 'Quillhaven Group Typed 2' };
    Object.assign(expected, typed);
    await register.run();
    expect(await paid()).toEqual({ screenings: 23, companiesScreenedAgain: 0 });
    expect(keysOf((await accounts()).inState('answered'))).toEqual(
      expect.arrayContaining(Object.keys(typed)),
    );

    const old = ['New 1', 'T-1', 'Company 10'];
    for (const key of old)
      await changeRows(rest, tables.register, ['key', key], { screenedAt: '2026-01-01T00:00:00.000Z' });
    await register.save({ 'Screen again after days (0: never)': 30 });
    await register.run();
    const { companies, screenedUnder } = await accounts();
    for (const company of companies.filter(({ key }) => old.includes(key))) {
      expect(new Set(screenedUnder(company)).size).toBe(2);
      expect(company.previousOutcome).toBe(company.outcome);
    }
    expect((await paid()).screenings).toBe(23 + old.length);
  },
  longTestMs,
);
