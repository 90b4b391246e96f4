// What the example workflows have in common.
import { readdirSync } from 'node:fs';
import * as z from 'zod/v4';
import { examplesFolder, readExample } from '../support/examples';
import { nodeUnderTest } from '../support/workflows';

const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));

test('examples that are built on Read Company List have one seam, "Your list", that nothing names', async () => {
  const all = await Promise.all(files.map(readExample));
  const built = all.filter(({ nodes: of }) =>
    of.some(({ parameters }) => parameters['operation'] === 'readCompanyList'),
  );
  expect(built.length).toBeGreaterThanOrEqual(5);
  for (const workflow of built) {
    const code =
      JSON.stringify(workflow.nodes.map(({ parameters }) => parameters)).match(/\{\{.*?\}\}/g) ?? [];
    // The file of a form's first page is not on its second one.
    const named = code.filter((one) => one.includes('$(') && !one.includes('.first().'));
    expect({ [workflow.name]: named }).toEqual({ [workflow.name]: [] });
  }
});

test('the examples of a register share one, and give every company by the key of the list', async () => {
  for (const file of ['register-from-a-list.json', 'fan-out-over-workers.json']) {
    const { nodes } = await readExample(file);
    expect(nodes.find(({ name }) => name === nodeUnderTest)?.parameters).toMatchObject({
      keepInRegister: true,
      registerSettings: { register: 'Screening register', companiesToReturn: 'all' },
      companyKey: '={{ $json.companyKey }}',
    });
  }
});

// n8n puts in what the expressions say, and evaluates what it then finds in the text.
test('what n8n evaluates twice, the HTML of a form, comes from items that are read in HTML', async () => {
  const before = new Map<string, unknown[]>();
  for (const file of files) {
    const { nodes, connections } = await readExample(file);
    const evaluated = nodes.filter(({ parameters }) =>
      fieldsSchema.parse(parameters).formFields.values.some(({ html }) => html.includes('{{')),
    );
    for (const { name } of evaluated) {
      const sources = nodes.filter((node) =>
        JSON.stringify(connections[node.name] ?? {}).includes(`"${name}"`),
      );
      before.set(
        name,
        sources.map(({ parameters }) => parameters['output']),
      );
    }
  }
  expect([...before]).toEqual([['Not recorded', [{ readIn: 'html' }]]]);
});

const fieldsSchema = z.object({
  formFields: z
    .object({ values: z.array(z.object({ html: z.string().default('') })).default([]) })
    .default({ values: [] }),
});

test('the review desk takes from the form who decides, and nothing else about a person', async () => {
  const { nodes } = await readExample('review-desk.json');
  const found = nodes.filter(({ parameters }) => parameters['operation'] === 'recordDecision');
  expect(found.map(({ parameters }) => parameters)).toMatchObject([
    {
      register: 'Screening register',
      decidedBy: '={{ $json.user.id }}',
      decidedByAddress: '={{ $json.user.email }}',
      output: { readIn: 'html' },
    },
  ]);
  const [start] = nodes.filter(({ type }) => type.endsWith('.formTrigger'));
  expect(start?.parameters).toMatchObject({ authentication: 'n8nUserAuth' });
});

test('an uploaded list is taken over whole or not at all, and replaces only rows of the same key and name', async () => {
  const { nodes } = await readExample('nightly-rescreening.json');
  const parametersOf = (wanted: string) => nodes.find(({ name }) => name === wanted)?.parameters;
  expect(parametersOf('Read the list')).toMatchObject({ options: { unusableRows: 'stop' } });
  expect(parametersOf('Take them over')).toMatchObject({
    matchType: 'allConditions',
    filters: {
      conditions: [
        { keyName: 'companyKey', keyValue: '={{ $json.companyKey }}' },
        { keyName: 'companyName', keyValue: '={{ $json.companyName }}' },
      ],
    },
  });
});
