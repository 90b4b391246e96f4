// "Register from a list": what its messages are given, and what becomes of them when one fails. That it runs by itself when n8n starts, the
// browser test of the register shows; how a run goes on that was killed, the tests of Keep in Register.
import { nodes, setFile } from '../../support/examples';
import { removeTables } from '../../support/n8n/dataTables';
import type { Execution, Workflow } from '../../support/n8n/rest';
import { timesPaid } from '../whatTheServiceGot';
import type { Examples } from './exampleRuns';

const FILE = 'register-from-a-list.json';
const END = 'Replace me: tell a person';
const HIT = 'Gloomharbour Shipping Ltd';
const REVIEW = 'Pending Partners';
const CLEAR = 'Plain Honest Trading';

export function registerFromAListTests(examples: () => Examples): void {
  beforeEach(() => removeTables(examples().rest));

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

  const paid = () => timesPaid(examples());

  test('a person is told of hits and of what has no verdict, in every run; what is known is not paid for again', async () => {
    const first = await screen([CLEAR, HIT, REVIEW]);
    expect(first).toMatchObject({ status: 'success', error: undefined });
    const totals = '3 companies on the list: 1 with hits, 1 clear, 1 without a verdict.';
    expect(toldTo(first)).toEqual([
      ['review', expect.stringContaining(totals), [`${REVIEW} (No. 2, row 4)`]],
      ['urgent', expect.stringContaining(totals), [`${HIT} (No. 1, row 3)`]],
    ]);

    const again = await screen([CLEAR, HIT, REVIEW, 'Newcomer Ltd']);
    expect(toldTo(again).map(([urgency, , companies]) => [urgency, companies])).toEqual(
      toldTo(first).map(([urgency, , companies]) => [urgency, companies]),
    );
    expect(toldTo(again)[0]?.[1]).toContain('4 companies on the list: 1 with hits, 2 clear, 1 without');
    expect(await paid()).toEqual(new Map([CLEAR, HIT, REVIEW, 'Newcomer Ltd'].map((name) => [name, 1])));
  });

  test('a message that fails loses nothing: the next run gives everything again, and pays for nothing', async () => {
    const failed = await screen([CLEAR, HIT, REVIEW], (workflow) => {
      failAt(workflow, END);
    });
    expect(failed).toMatchObject({ status: 'error', lastNode: END });

    const again = await screen([CLEAR, HIT, REVIEW]);
    expect(toldTo(again).map(([urgency]) => urgency)).toEqual(['review', 'urgent']);
    expect(await paid()).toEqual(new Map([CLEAR, HIT, REVIEW].map((name) => [name, 1])));
  });
}

/** The urgency of each message, its text, and whom it names. */
function toldTo(execution: Execution): Array<[urgency: unknown, message: string, companies: string[]]> {
  return execution
    .output(END)
    .map(({ json }): [unknown, string, string[]] => {
      const message = String(json['message']);
      return [json['urgency'], message, message.match(/(?<=^• ).*$/gm) ?? []];
    })
    .sort(([one], [other]) => String(one).localeCompare(String(other)));
}

/** Puts a node that fails in the place of a message. */
function failAt(workflow: Workflow, name: string): void {
  for (const node of workflow.nodes.filter((one) => one.name === name)) {
    node.type = 'n8n-nodes-base.stopAndError';
    node.parameters = { errorMessage: 'The message could not be sent.' };
  }
}
