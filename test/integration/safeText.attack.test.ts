// Attacks on files: a list and a service full of formulas fill no cell with one.
import { jsons, screenCompanies } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const FORMULA = '=HYPERLINK("https://evil.example","x")';

test.each(['hit', 'company'] as const)(
  'no text of an item starts a formula, errors and input fields included (one item per %s)',
  async (itemsPer) => {
    await sandbox().faults([
      {
        on: 'screening',
        match: 'Zorblax',
        fault: {
          kind: 'record',
          patch: {
            totalHits: 1,
            details: [{ name: FORMULA, aliasNames: ['A', FORMULA], sourceId: '\t=1', links: ['@x'] }],
          },
        },
      },
    ]);
    const run = await runNode({
      credential: sandbox().credential,
      onError: 'continueRegularOutput',
      parameters: { output: { itemsPer, readIn: 'spreadsheet', includeInputFields: true } },
      items: ['=Zorblax', 'Honest Bakery', '=#N/A', 'Failing =1;=2'].map((company) => ({
        company,
        [FORMULA]: ' =1',
        balance: -7,
        note: `a;${FORMULA}`,
      })),
    });

    expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['hit', 'clear', 'clear', 'error']);
    for (const json of jsons(run)) {
      expect(json['balance']).toBe(-7);
      for (const text of [...Object.keys(json), ...Object.values(json)].filter(
        (value) => typeof value === 'string',
      ))
        expect(text).not.toMatch(/(^|[,;|\t\n\r])[\s"]*[=+\-@]/);
    }
  },
);

test('what is sent to the service is the name as it is', async () => {
  await screenCompanies(sandbox(), ['=Zorblax'], { parameters: { output: { readIn: 'spreadsheet' } } });

  expect((await sandbox().stats()).screenings).toMatchObject([{ companyName: '=Zorblax' }]);
});

test('raw is left as received', async () => {
  const run = await screenCompanies(sandbox(), ['=Zorblax <b>'], {
    parameters: { output: { content: 'raw', readIn: 'html' } },
  });

  expect(jsons(run)).toMatchObject([{ companyName: '=Zorblax <b>' }]);
});
