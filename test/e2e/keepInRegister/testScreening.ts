// Test Screening in a real n8n, with its data tables: what comes out, what is kept, and what the next test and the watchdog say of it.
import type { Execution } from '../../support/n8n/rest';
import { nodeUnderTest } from '../../support/workflows';
import { HIT, type KeptRuns, type KeptSetup } from './keptRuns';
import { serviceMayGet } from '../whatTheServiceGot';

const known: KeptSetup['parameters'] = {
  operation: 'testScreening',
  knownName: '={{ $json.company }}',
  additionalFields: { list: 'Velmoria', spellings: ['capitals', 'withoutLegalForm', 'letterLeftOut'] },
  keepTest: true,
  binaryPropertyName: 'test',
};
const items = (execution: Execution) => execution.output(nodeUnderTest).map(({ json }) => json);
const outcomes = (execution: Execution) =>
  items(execution).map(({ spelling, outcome }) => [spelling ?? 'last item', outcome]);

export function testScreeningTests(kept: () => KeptRuns): void {
  test('known names are found or missed, the test is a page and a row of the register, and no night', async () => {
    const register = kept().newRegister();
    // A test is sent as often as somebody asks for it: each known name in both.
    serviceMayGet({ timesPaid: 2 });
    const run = async (parameters: KeptSetup['parameters'], names: readonly string[] = ['any']) => {
      const execution = await kept().run(
        await kept().save(register, names, { parameters: { ...parameters } }),
      );
      expect(execution.error).toBeUndefined();
      return execution;
    };
    // Screen Company makes the register.
    await run({}, ['Honest Bakery']);

    const testing = { ...known, register };
    const first = await run(testing, [HIT]);
    expect(outcomes(first)).toEqual([
      ['asItIs', 'found'],
      ['capitals', 'found'],
      ['withoutLegalForm', 'found'],
      ['letterLeftOut', 'missed'],
      ['last item', 'summary'],
    ]);
    const summary = { screenings: 5, madeUpFound: false, lastTestAt: null, problem: null };
    expect(items(first).at(-1)).toMatchObject(summary);

    await kept().harness.sandbox.watchlist({ remove: [HIT] });
    const second = await run(testing, [HIT]);
    expect(items(second).at(-1)).toMatchObject({ found: 0, missed: 4, noLongerFound: 3 });

    const get = { resource: 'register', operation: 'getFromRegister', register };
    const runs = items(await run({ ...get, records: 'runs' }));
    expect(runs.map(({ kind, companies }) => [kind, companies])).toEqual([
      ['test', 0],
      ['test', 0],
      ['screening', 1],
    ]);
    const companies = items(await run({ ...get, records: 'companies' }));
    expect(companies.map(({ companyName }) => companyName)).toEqual(['Honest Bakery']);
    const options = { expectedWithinHours: 26, controlExpected: false };
    const problems = items(await run({ ...get, records: 'problems', options }));
    // Nothing has run by itself: a test is no night.
    expect(problems.map(({ problem }) => problem)).toEqual(['noRunInTime']);
  });
}
