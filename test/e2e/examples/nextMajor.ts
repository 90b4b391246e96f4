// n8n 3: what n8n's own migration report (Settings > Migration report) says of the examples, and of the settings of the tests.
import { readdirSync } from 'node:fs';
import { z } from 'zod/v4';
import { examplesFolder, readExample } from '../../support/examples';
import type { Examples } from './exampleRuns';

const resultSchema = z.looseObject({ ruleId: z.string(), ruleTitle: z.string() });
const reportSchema = z.object({
  report: z.looseObject({
    currentVersion: z.string(),
    targetVersion: z.string(),
    instanceResults: z.array(resultSchema),
    workflowResults: z.array(resultSchema),
  }),
  totalWorkflows: z.number(),
});

/** What is said whatever the settings are: to an n8n that is not in a container, and to all. */
const saidAnyway = ['docker-only-deployment-v3', 'workflow-import-url-removed-v3'];

/** The test of the report. */
export function nextMajorTests(examples: () => Examples): void {
  test('the migration report finds nothing in any example, and no setting of the tests that n8n 3 changes', async () => {
    const { rest } = examples();
    const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
    for (const file of files) {
      const workflow = await readExample(file);
      // Beside those of other tests, some of which are published.
      await rest.saveWorkflow({ ...workflow, name: `As it is in the folder: ${workflow.name}` });
    }
    const path = '/breaking-changes/report/refresh?version=v3';
    const answer = await rest.send('make its migration report', 'post', path, reportSchema);
    const { report, totalWorkflows } = answer;
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    expect(totalWorkflows).toBeGreaterThanOrEqual(files.length);
    expect(report).toMatchObject({ targetVersion: 'v3', workflowResults: [] });
    const rules = report.instanceResults.map(({ ruleId }) => ruleId);
    expect(rules.filter((rule) => !saidAnyway.includes(rule))).toEqual([]);
  });
}
