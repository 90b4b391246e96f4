// What the example workflows have in common.
import { readdirSync } from 'node:fs';
import { z } from 'zod/v4';
import { examplesFolder, nodeToFillIn, readExample } from '../support/examples';
import type { Workflow } from '../support/n8n/rest';

const connectionsSchema = z.object({ main: z.array(z.array(z.object({ node: z.string() }))).default([]) });
const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
const frontPart = [
  'Read the file',
  'Stop: no such file',
  'Look at its bytes',
  'How to read it',
  'Excel or text',
  'Stop: unreadable file',
  'Rows of the workbook',
  'Read the text',
  'Find the delimiter',
  'As a plain CSV file',
  'Rows of the text',
  'Stop: unusable rows',
];
const rowByRow = [...frontPart, 'Find the column', 'Rows'];
// The register takes up 100,000 rows and more. A step for each of them would cost memory, so that it looks at all in one.
const allAtOnce = 'Look at the rows';
/** A node that a sentence names, as JSON. */
const namedNode = /the node \\"(.*?)\\"/g;
/** How the column is found, and by what a damaged name is known. */
const rulesOfRows = [/Columns\.split\(','\)\.map\(name => Object.*?!== undefined\)/, /\/Ã.*?\{2\}\//];

test('the examples that read a list do so with the same nodes, but for the field and the node that they name', async () => {
  const withList = await examplesWithList();
  expect(withList.length).toBeGreaterThanOrEqual(2);
  const [expected, ...others] = withList.map((workflow) => partOf(workflow, frontPart));
  expect(expected).toMatchObject(frontPart.map((name) => ({ name })));
  for (const other of others) expect(other).toEqual(expected);
});

test('where a sentence of theirs names a node, it is the one that a person fills in', async () => {
  for (const workflow of await examplesWithList()) {
    const sentences = JSON.stringify(frontPart.map((wanted) => nodeOf(workflow, wanted)?.parameters));
    const named = [...sentences.matchAll(namedNode)].map(([, name]) => name);
    const right = nodeToFillIn(workflow);
    expect({ [workflow.name]: named }).toEqual({ [workflow.name]: [right, right] });
  }
});

test('they look at each row with the same nodes; the register looks at all at once, by the same rules', async () => {
  const withList = await examplesWithList();
  const register = withList.filter((workflow) => nodeOf(workflow, allAtOnce));
  const [expected, ...others] = withList
    .filter((workflow) => !register.includes(workflow))
    .map((workflow) => partOf(workflow, rowByRow));
  expect(expected).toMatchObject(rowByRow.map((name) => ({ name })));
  for (const other of others) expect(other).toEqual(expected);

  expect(register).toHaveLength(1);
  const rules = (part: unknown): string[] =>
    rulesOfRows.map((rule) => rule.exec(JSON.stringify(part))?.[0] ?? '');
  expect(rules(expected)).not.toContain('');
  expect(rules(partOf(register[0], [allAtOnce]))).toEqual(rules(expected));
});

test('examples that are built on Read Company List have one seam, "Your list", that nothing names', async () => {
  const all = await Promise.all(files.map(readExample));
  const built = all.filter(({ nodes: of }) =>
    of.some(({ parameters }) => parameters['operation'] === 'readCompanyList'),
  );
  expect(built.length).toBeGreaterThanOrEqual(5);
  for (const workflow of built) {
    const code =
      JSON.stringify(workflow.nodes.map(({ parameters }) => parameters)).match(/\{\{.*?\}\}/g) ?? [];
    expect({ [workflow.name]: code.filter((one) => one.includes('$(')) }).toEqual({ [workflow.name]: [] });
  }
});

async function examplesWithList(): Promise<Workflow[]> {
  const all = await Promise.all(files.map(readExample));
  return all.filter((workflow) => nodeOf(workflow, 'Your file'));
}

const nodeOf = (workflow: Workflow | undefined, wanted: string): Workflow['nodes'][number] | undefined =>
  workflow?.nodes.find(({ name }) => name === wanted);

/** These nodes of a workflow, and where they lead to while it is one of them. */
function partOf(workflow: Workflow | undefined, part: readonly string[]): unknown {
  const found = part.map((wanted) => {
    const node = { ...nodeOf(workflow, wanted), id: '', position: [] };
    const { main } = connectionsSchema.parse(workflow?.connections[wanted] ?? {});
    const goesTo = main.map((output) => output.map(({ node }) => node).filter((node) => part.includes(node)));
    return { ...node, goesTo };
  });
  const text = JSON.stringify(found)
    .replaceAll(/"id":"[^"]*"/g, '"id":""')
    .replaceAll(/\b(company|registrationNumber)\b/g, 'field')
    .replaceAll(namedNode, 'the node that a person fills in');
  return z.unknown().parse(JSON.parse(text));
}
