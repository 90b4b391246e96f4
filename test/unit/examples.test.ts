// What the example workflows have in common.
import { readdirSync } from 'node:fs';
import { z } from 'zod/v4';
import { ERROR_KEYS } from '../../nodes/CompanyScreening/errors';
import { HIT_KEYS } from '../../nodes/CompanyScreening/operations/screenCompany/keys';
import { examplesFolder, nodes, readExample } from '../support/examples';
import type { Workflow } from '../support/n8n/rest';

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
  'Find the column',
  'Rows',
  'Stop: unusable rows',
];

test('the examples that read a list do so with the same nodes, but for the name of the field that they look for', async () => {
  const withList = (await Promise.all(files.map(readExample))).filter((workflow) =>
    workflow.nodes.some(({ name }) => name === nodes.list),
  );
  expect(withList.length).toBeGreaterThanOrEqual(2);
  const [expected, ...others] = withList.map(frontPartOf);
  expect(expected).toMatchObject(frontPart.map((name) => ({ name })));
  for (const other of others) expect(other).toEqual(expected);
});

test('spreadsheet-to-spreadsheet knows the place of every field of the result', async () => {
  const { nodes: all } = await readExample('spreadsheet-to-spreadsheet.json');
  const expression = z.string().parse(all.find(({ name }) => name === 'Columns')?.parameters['jsonOutput']);
  const placed = [...expression.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(placed).toEqual(expect.arrayContaining([...HIT_KEYS, ...ERROR_KEYS]));
});

function frontPartOf(workflow: Workflow): unknown {
  const found = frontPart.map((wanted) => {
    const node = workflow.nodes.find(({ name }) => name === wanted);
    const goesTo = wanted === 'Rows' ? undefined : workflow.connections[wanted];
    return {
      name: node?.name,
      type: node?.type,
      version: node?.typeVersion,
      parameters: node?.parameters,
      goesTo,
    };
  });
  const text = JSON.stringify(found)
    .replaceAll(/"id":"[^"]*"/g, '"id":""')
    .replaceAll(/\b(company|registrationNumber)\b/g, 'field');
  return z.unknown().parse(JSON.parse(text));
}
