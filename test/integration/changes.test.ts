// What has changed since the last successful screening, over HTTP: as fields of the items, and as items of what is gone.
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);

const HIT = 'Gloomharbour Shipping Ltd';
const CLEAR = { status: 'Completed', isError: false, totalHits: 0, details: [] };

/** Screens the company under the key P-1 once more, whatever the register has of it. */
const itemsOf = async (company: string) => {
  const settings = { companyKey: 'P-1', registerSettings: { screenAgainAfterDays: 1e-9 } };
  return (await register.keep([company], settings)).map(
    ({ outcome, companyName, change, previousOutcome }) => [outcome, companyName, change, previousOutcome],
  );
};
const delist = () =>
  sandbox().faults([{ on: 'screening', match: 'Gloom', fault: { kind: 'record', patch: CLEAR } }]);

test('a hit is new, then known, then gone, then listed again', async () => {
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'new', null]]);
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'known', 'hit']]);
  await delist();
  expect(await itemsOf(HIT)).toEqual([
    ['clear', HIT, null, 'hit'],
    ['gone', HIT, 'gone', 'hit'],
  ]);
  await sandbox().faults([]);
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'listedAgain', 'clear']]);
});

test('a new name of a company begins anew, nothing of the old name is gone, and a name that comes back has what it had', async () => {
  await itemsOf(HIT);
  await sandbox().faults([
    { on: 'screening', match: 'Quiet', fault: { kind: 'record', patch: { status: 'Pending' } } },
  ]);
  expect(await itemsOf('Quiet Mill')).toEqual([['review', 'Quiet Mill', null, null]]);
  await sandbox().faults([]);
  expect(await itemsOf('Quiet Mill')).toEqual([['clear', 'Quiet Mill', null, null]]);
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'known', 'hit']]);
  await delist();
  expect(await itemsOf(HIT)).toEqual([
    ['clear', HIT, null, 'hit'],
    ['gone', HIT, 'gone', 'hit'],
  ]);
});
