// "Alert on hits": which message goes where, and that there is one for a company and not one for a hit.
import type { Execution } from '../../support/n8n/rest';
import { replaceOutgoing, setParameters, type Examples } from './exampleRuns';

const email = 'E-mail the hits';
const slack = 'Alert on Slack';
const review = 'E-mail the review';

/** The tests of `alert-on-hits.json`. */
export function alertTests(examples: () => Examples): void {
  async function alertsOn(...companies: string[]): Promise<Execution> {
    const { rest, save, writeCompanies } = examples();
    const fileSelector = await writeCompanies(companies.map((company) => ({ Company: company })));
    const workflowId = await save('alert-on-hits.json', (workflow) => {
      setParameters(workflow, 'Read the CSV file', { fileSelector });
      replaceOutgoing(workflow, email, slack, review);
    });
    const execution = await rest.run(workflowId, 'Start');
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    return execution;
  }

  test('the source type decides between Slack and e-mail, also within one company', async () => {
    const execution = await alertsOn(
      'Quillhaven Group',
      'Slipknuckle Casino Group',
      'Velmoria State Pudding Works',
      'Hollowreed Consulting',
      'Willowbrook Bakery Ltd',
    );
    expect(texts(execution, slack)).toEqual([
      expect.stringMatching(/^Quillhaven Group: 3 hits\n/),
      expect.stringMatching(/^Slipknuckle Casino Group: 1 hit\n• .*\(Criminal, list KNB-CRIM-1\)$/),
    ]);
    expect(subjects(execution, email)).toEqual([
      'Quillhaven Group: 1 hit',
      'Velmoria State Pudding Works: 1 hit',
      'Hollowreed Consulting: 1 hit',
    ]);
    expect(texts(execution, email)[1]).toBe('• Velmoria State Pudding Works (PEP, list VELM-PEP-04)');
    expect(execution.output('Clear: nothing to do')).toHaveLength(1);
    expect(execution.output(review)).toEqual([]);
  });

  test('a company with many hits is one message that counts what it does not show', async () => {
    const details = Array.from({ length: 25 }, (_, index) => ({
      name: `Many Hits No ${String(index + 1)}`,
      sourceType: 'SANCTION',
      sourceId: `LIST-${String(index + 1)}`,
    }));
    await examples().sandbox.faults([
      {
        on: 'screening',
        match: 'Many Hits',
        fault: { kind: 'record', patch: { details, totalHits: details.length } },
      },
    ]);
    const execution = await alertsOn('Many Hits Holding');
    const [text = '', ...others] = texts(execution, slack);
    expect(others).toEqual([]);
    const lines = text.split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe('Many Hits Holding: 25 hits');
    expect(lines[1]).toBe('• Many Hits No 1 (Sanction, list LIST-1)');
    expect(lines[11]).toBe('… and 15 more');
  });

  test('a hit without a source type, or with one nobody knows, goes the urgent way', async () => {
    const details = [
      { name: null, sourceType: null, sourceId: null },
      { name: 'Odd One', sourceType: 'Mystery', sourceId: 'LIST-1' },
    ];
    await examples().sandbox.faults([
      { on: 'screening', fault: { kind: 'record', patch: { details, totalHits: 2 } } },
    ]);
    const execution = await alertsOn('Odd Holding');
    expect(texts(execution, slack)).toEqual([
      'Odd Holding: 2 hits\n• no name given (source type not given, list not given)\n• Odd One (Mystery, list LIST-1)',
    ]);
    expect(execution.output(email)).toEqual([]);
  });

  test('all companies without a verdict are one e-mail with the reason of each', async () => {
    const execution = await alertsOn('Pending Partners', 'Failing Foundry', 'Willowbrook Bakery Ltd', ' ');
    expect(subjects(execution, review)).toEqual(['3 companies to look at']);
    const lines = texts(execution, review)[0]?.split('\n') ?? [];
    expect(lines).toEqual([
      '• Pending Partners: pending',
      expect.stringMatching(/^• Failing Foundry: .*S0005/),
      expect.stringMatching(/^• a row without a company: /),
    ]);
    expect(execution.output('Clear: nothing to do')).toHaveLength(1);
  });

  test('hits of a record with a doubt are alerted, and the doubt is told', async () => {
    const execution = await alertsOn('Miscounted Last Lantern Salvage');
    expect(texts(execution, slack)).toEqual([
      expect.stringMatching(/^Miscounted Last Lantern Salvage: 1 hit\n/),
    ]);
    expect(texts(execution, review)).toEqual(['• Miscounted Last Lantern Salvage: hitCountMismatch']);
  });

  test('a company that stands in the file twice is screened and alerted once', async () => {
    const execution = await alertsOn('Zorblax Arms Export', 'Zorblax Arms Export');
    expect(texts(execution, slack)).toEqual([expect.stringMatching(/^Zorblax Arms Export: 1 hit\n/)]);
    expect((await examples().sandbox.stats()).screeningsDone).toBe(1);
  });
}

const field = (execution: Execution, node: string, name: string): string[] =>
  execution.output(node).map(({ json }) => String(json[name]));
const texts = (execution: Execution, node: string): string[] => field(execution, node, 'text');
const subjects = (execution: Execution, node: string): string[] => field(execution, node, 'subject');
