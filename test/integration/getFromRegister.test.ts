// Get Many of the register: what it gives is what Screen Company gives from the register, and never more favourable.
import { jsons } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const register = useRegister(useSandbox());

const HIT = 'Gloomharbour Shipping Ltd';
const LIST = [HIT, 'Honest Bakery', 'Quiet Mill'];

/** They say under which name a hit was found. */
const OTHER_NAMES = { additionalFields: { otherNames: '' } };

test('companies come out as Screen Company gives them from the register', async () => {
  await register.keep(LIST);
  const remembered = await register.keep(LIST, { output: { itemsPer: 'company' }, ...OTHER_NAMES });
  const run = await register.inRegister('getFromRegister');

  expect(jsons(run)).toEqual(remembered.map((one) => ({ ...one, calledNow: null })));
  expect(run.hints).toEqual([
    '1 register: 3 companies, 1 with hits, 2 clear, 0 to review, 0 failed, 3 of them from the sandbox, not real results.',
  ]);
});

test('hits come out as Screen Company gives them from the register', async () => {
  await register.keep(LIST);
  const hits = (await register.keep(LIST, OTHER_NAMES)).filter(({ outcome }) => outcome === 'hit');
  const run = await register.inRegister('getFromRegister', { records: 'hits' });

  expect(hits.length).toBeGreaterThan(0);
  expect(jsons(run)).toEqual(hits.map((one) => ({ ...one, calledNow: null })));
  expect(run.hints).toEqual([
    `1 register: ${hits.length} ${hits.length === 1 ? 'hit' : 'hits'}, ${hits.length} of them from the sandbox, not real results.`,
  ]);
});
