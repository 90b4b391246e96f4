// Figures and what the nights said: the sums of a month are those of the receipts of its nights.
import fc from 'fast-check';

import { useRegister } from './registerRuns';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);
const LISTED = ['Gloomharbour Shipping Ltd', 'Zorblax Arms Export', 'Honest Bakery'];
const CLEAR = { status: 'Completed', isError: false, totalHits: 0, details: [] };
const SUMMED = {
  companiesScreened: 'screenedNow',
  newHits: 'newHits',
  changedHits: 'changedHits',
  hitsListedAgain: 'hitsListedAgain',
  goneHits: 'goneHits',
} as const;

/** Which companies are in the list, which of them are not listed that night, and whether it has a control. */
const nights = fc.array(
  fc.record({
    list: fc.subarray(LISTED, { minLength: 1 }),
    delisted: fc.subarray(LISTED),
    hasControl: fc.boolean(),
    isAgain: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

test('the figures of a month are the sums of the receipts of its nights, and what the service was paid for', async () => {
  await fc.assert(
    fc.asyncProperty(nights, async (all) => {
      await sandbox().reset();
      register.reset();
      const expected = Object.fromEntries(Object.keys(SUMMED).map((key) => [key, 0]));
      for (const { list, delisted, hasControl, isAgain } of all) {
        await sandbox().faults(
          delisted.map(
            (match) => ({ on: 'screening', match, fault: { kind: 'record', patch: CLEAR } }) as const,
          ),
        );
        const isFound = hasControl && !delisted.includes('Zorblax Arms Export');
        const said = await register.keep(list, {
          registerSettings: {
            screenAgainAfterDays: isAgain ? 1e-9 : 0,
            companiesToReturn: isAgain ? 'all' : 'thisRun',
          },
          output: { summaryItem: true },
          options: isFound ? { controlName: 'Zorblax Arms Export' } : {},
        });
        const receipt = said.findLast(({ outcome }) => outcome === 'summary') ?? {};
        for (const [figure, key] of Object.entries(SUMMED))
          expected[figure] = (expected[figure] ?? 0) + Number(receipt[key]);
      }
      const figures = await register.get('figures');
      const paid = Object.values(screeningsByCompany(await sandbox().stats()));
      expect(figures).toMatchObject([
        { ...expected, screeningsPaid: paid.reduce((sum, one) => sum + one, 0), runs: all.length },
      ]);
    }),
    { verbose: true, numRuns: 6 },
  );
});
