// What AI builders and assistants see of the node and the examples: by n8n's own MCP server, with n8n's own validation.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';
import { builderHint } from '../../../nodes/CompanyScreening/builderHint';
import { examplesFolder, readExample } from '../../support/examples';
import { ensureN8n } from '../../support/n8n/install';
import { switchOnMcp, type McpServer } from '../../support/n8n/mcp';
import type { Workflow } from '../../support/n8n/rest';
import { reportTo } from '../../support/report';
import { untilFound } from '../../support/waiting';
import { nodeType, nodeUnderTest } from '../../support/workflows';
import { useNewRegister, type Examples } from './exampleRuns';

const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));

/** What n8n remarks, and why it stays. */
const warned: Partial<Record<string, unknown[]>> = {
  // n8n's editor marks the node red without it.
  'agent-with-screening-tool.json': [['INVALID_PARAMETER', expect.stringContaining('parameters.text')]],
  // In the code that n8n's own SDK writes of a Merge behind a Merge, the second has one input. On the canvas, it has two.
  'alert-on-hits.json': [['MERGE_SINGLE_INPUT', expect.stringContaining("'Urgent, and not all sent'")]],
  // Of a credential that a builder makes. A person who imports the example chooses one that is there.
  'fan-out-over-workers.json': [['PLAIN_GENERIC_AUTH', expect.stringContaining('httpHeaderAuth')]],
};

const validationSchema = z.object({
  valid: z.boolean(),
  errors: z.array(z.string()).default([]),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })).default([]),
});

/** The tests of the node and the examples in the hands of an AI. */
export function builderTests(examples: () => Examples): void {
  let mcp: McpServer;

  beforeAll(async () => {
    const { rest, url } = examples();
    mcp = await switchOnMcp(rest, url);
  });

  test('the node is found by what people call its work, and says what is paid for', async () => {
    for (const word of ['AML', 'sanctions', 'PEP', 'KYB', 'screening']) {
      const resultSchema = z.object({ results: z.string() });
      const { results } = await mcp.call('search_nodes', { queries: [word] }, resultSchema);
      expect({ word, found: results.includes(nodeType) }).toEqual({ word, found: true });
      expect(results).toContain('Every screening is paid for');
    }
  });

  test('n8n accepts the workflow that its hint shows, and hands the hint on', async () => {
    const given = { nodeIds: [{ nodeId: nodeType, resource: 'company', operation: 'screenCompany' }] };
    const { definitions } = await mcp.call('get_node_types', given, z.object({ definitions: z.string() }));
    const code = workflowFrom(patternIn(builderHint.extraTypeDefContent?.[0]?.content ?? ''));
    expect(definitions).toContain("companyName: expr('{{ $json.company }}')");
    const accepted = { valid: true, errors: [], warnings: [] };
    expect(await mcp.call('validate_workflow', { code }, validationSchema)).toEqual(accepted);
  });

  test('n8n accepts every example', async () => {
    const codes = await codesOf(await Promise.all(files.map(withoutNotes)));
    expect(codes).toHaveLength(files.length);
    const said: unknown[] = [];
    for (const code of codes) {
      const { warnings, ...verdict } = await mcp.call('validate_workflow', { code }, validationSchema);
      said.push({ ...verdict, warnings: warnings.map(({ code: warning, message }) => [warning, message]) });
    }
    expect(Object.fromEntries(files.map((file, index) => [file, said[index]]))).toEqual(
      Object.fromEntries(
        files.map((file) => [file, { valid: true, errors: [], warnings: warned[file] ?? [] }]),
      ),
    );
  });

  test('"Screen one company": an assistant finds it, runs it and reads the hits; asked again, nothing is paid for', async () => {
    const { rest, save, sandbox } = examples();
    const workflowId = await save('screen-one-company.json', useNewRegister);
    await rest.activateWorkflow(workflowId);
    const listSchema = z.object({
      data: z.array(z.looseObject({ id: z.string(), description: z.string().nullish() })),
    });
    const { data } = await mcp.call('search_workflows', { query: 'AML and PEP watchlists' }, listSchema);
    expect(data).toContainEqual(expect.objectContaining({ id: workflowId }));

    const run = async (company: string) => {
      const inputs = { formData: { 'Company name': company } };
      const given = { workflowId, executionMode: 'production', triggerNodeName: 'One company', inputs };
      // n8n answers the request to publish a moment before its MCP server knows of it.
      const start = () =>
        mcp.call('execute_workflow', given, z.object({ executionId: z.string() })).catch((error: unknown) => {
          if (String(error).includes('has no published')) return undefined;
          throw error;
        });
      const { executionId } = await untilFound('the published workflow was started', start);
      const { status } = await rest.untilEnded(executionId);
      const asked = { workflowId, executionId, includeData: true, nodeNames: [nodeUnderTest] };
      const answer = await mcp.call('get_workflow_execution', asked, z.looseObject({ data: z.unknown() }));
      return { status, said: JSON.stringify(answer.data) };
    };
    for (const { status, said } of [
      await run('Gloomharbour Shipping Ltd'),
      await run('Gloomharbour Shipping Ltd'),
    ]) {
      expect(status).toBe('success');
      expect(said).toContain('"outcome":"hit"');
      expect(said).toContain('"sourceType":"Sanction"');
    }
    expect((await sandbox.stats()).screeningsDone).toBe(1);
  });
}

/** The SDK writes of each note which nodes lie on it, some of which it does not know yet at that place. */
async function withoutNotes(file: string): Promise<Workflow> {
  const workflow = await readExample(file);
  return { ...workflow, nodes: workflow.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote') };
}

function patternIn(content: string): string {
  return /<pattern [^>]*>([^]*?)<\/pattern>/.exec(content)?.[1] ?? '';
}

/** A whole workflow around the pattern, as the reference of n8n's workflow SDK has it. */
function workflowFrom(pattern: string): string {
  return [
    "import { workflow, node, trigger, expr, newCredential } from '@n8n/workflow-sdk';",
    "const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start', output: [{ company: 'Example Trading Ltd', customerNumber: 'C-1042' }] } });",
    pattern,
    "export default workflow('hint', 'From the hint').add(start).to(screenCompanies);",
  ].join('\n');
}

/** The workflows in the language of n8n's workflow SDK, which its MCP server takes. The SDK of the n8n in use writes them. */
async function codesOf(workflows: readonly Workflow[]): Promise<string[]> {
  const { node, script } = await ensureN8n(reportTo(process.stderr));
  const sdk = join(dirname(script), '..', '..', '@n8n', 'workflow-sdk');
  const program = [
    `const { generateWorkflowCode } = require(${JSON.stringify(sdk)});`,
    "const { text } = require('node:stream/consumers');",
    'text(process.stdin).then((all) => process.stdout.write(JSON.stringify(JSON.parse(all).map((one) => generateWorkflowCode(one)))));',
  ].join('\n');
  const running = promisify(execFile)(node, ['-e', program], { maxBuffer: 50_000_000 });
  running.child.stdin?.end(JSON.stringify(workflows));
  return z.array(z.string()).parse(JSON.parse((await running).stdout));
}
