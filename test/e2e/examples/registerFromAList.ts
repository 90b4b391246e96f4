// "Register from a list": what its messages are given, and what becomes of them when one fails. How it goes on after a
// crash, the browser test of the register shows.
import { nodes, setFile } from '../../support/examples';
import { removeTables } from '../../support/n8n/dataTables';
import type { Execution, Workflow } from '../../support/n8n/rest';
import type { Examples } from './exampleRuns';

const FILE = 'register-from-a-list.json';
const ENDS = { person: 'Replace me: tell a person', totals: 'Replace me: send the totals' };
const HIT = 'Gloomharbour Shipping Ltd';
const REVIEW = 'Pending Partners';
const CLEAR = 'Plain Honest Trading';

/** The tests of `register-from-a-list.json`. */
export function registerFromAListTests(examples: () => Examples): void {
  beforeEach(async () => {
    await removeTables(examples().rest);
  });

  async function screen(companies: string[], edit?: (workflow: Workflow) => void): Promise<Execution> {
    const { rest, save, writeCompanies } = examples();
    const file = await writeCompanies(
      companies.map((Company, index) => ({ 'Customer No': String(index), Company })),
    );
    const workflowId = await save(FILE, (workflow) => {
      setFile(workflow, file);
      edit?.(workflow);
    });
    return rest.run(workflowId, nodes.start);
  }

  const paid = async () =>
    new Map(
      (await examples().sandbox.stats()).screenings.map(({ companyName, times }) => [companyName, times]),
    );

  test('a person is told of hits and of what has no verdict, in every run; what is known is not paid for again', async () => {
    const first = await screen([CLEAR, HIT, REVIEW]);
    expect(first).toMatchObject({ status: 'success', error: undefined });
    expect(toldTo(first)).toEqual([
      [HIT, 'hit', false, expect.stringContaining(HIT)],
      [REVIEW, 'review', false, expect.stringContaining(REVIEW)],
    ]);

    const again = await screen([CLEAR, HIT, REVIEW, 'Newcomer Ltd']);
    expect(toldTo(again).map(([name, outcome, remembered]) => [name, outcome, remembered])).toEqual([
      [HIT, 'hit', true],
      [REVIEW, 'review', true],
    ]);
    expect(again.output(ENDS.totals)).toMatchObject([
      {
        json: {
          outcome: 'summary',
          companies: 4,
          companiesWithHits: 1,
          clear: 2,
          review: 1,
          explanation: expect.stringMatching(/: 1 screened now, 3 from the register \(/) as string,
        },
      },
    ]);
    expect(await paid()).toEqual(new Map([CLEAR, HIT, REVIEW, 'Newcomer Ltd'].map((name) => [name, 1])));
  });

  test.each(Object.values(ENDS))(
    'a message that fails at "%s" loses nothing: the next run gives everything again, and pays for nothing',
    async (end) => {
      const failed = await screen([CLEAR, HIT, REVIEW], (workflow) => {
        failAt(workflow, end);
      });
      expect(failed).toMatchObject({ status: 'error', lastNode: end });

      const again = await screen([CLEAR, HIT, REVIEW]);
      expect(toldTo(again).map(([name]) => name)).toEqual([HIT, REVIEW]);
      expect(again.output(ENDS.totals)).toMatchObject([{ json: { companies: 3, companiesWithHits: 1 } }]);
      expect(await paid()).toEqual(new Map([CLEAR, HIT, REVIEW].map((name) => [name, 1])));
    },
  );
}

/** Sorted, since n8n takes the last output first. */
function toldTo(execution: Execution) {
  return execution
    .output(ENDS.person)
    .map(({ json }) => [json['companyName'], json['outcome'], json['remembered'], json['message']])
    .sort();
}

/** Puts a node that fails in the place of a message. */
function failAt(workflow: Workflow, name: string): void {
  for (const node of workflow.nodes.filter((one) => one.name === name)) {
    node.type = 'n8n-nodes-base.stopAndError';
    node.parameters = { errorMessage: 'The message could not be sent.' };
  }
}
