// What an item is about must come from the item: which expressions do, as n8n itself evaluates them, and what the run says otherwise.
import {
  createRunExecutionData,
  Workflow,
  WorkflowDataProxy,
  type IExecuteData,
  type INode,
  type INodeExecutionData,
  type INodeType,
} from 'n8n-workflow';

import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { OPERATIONS } from '../../nodes/CompanyScreening/operations';
import type { Operation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { refuseLostItems, takesCurrentItem } from '../../nodes/CompanyScreening/run/parameterChecks';
import { aNode, complaintOf, failureOf } from './builders';

const COUNT = 3;
const node = (name: string): INode => ({ ...aNode(), id: name, name });
const type: INodeType = {
  description: {
    ...{ displayName: 'Any', name: 'any', group: [], version: 1, description: '', defaults: {} },
    ...{ inputs: ['main'], outputs: ['main'], properties: [] },
  },
};
const workflow = new Workflow({
  ...{ id: '1', active: false },
  nodes: [node('List'), node('Screening')],
  connections: { List: { main: [[{ node: 'Screening', type: 'main', index: 0 }]] } },
  nodeTypes: { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) },
});
const items = Array.from({ length: COUNT }, (_, item): INodeExecutionData => ({
  json: { company: `Company ${item}`, item: { name: `Name ${item}` } },
  binary: { data: { mimeType: 'text/plain', data: '', fileName: `file ${item}` } },
  pairedItem: { item },
}));
const data = createRunExecutionData({
  resultData: {
    runData: {
      List: [{ startTime: 0, executionTime: 0, executionIndex: 0, source: [], data: { main: [items] } }],
    },
  },
});
const executeData: IExecuteData = {
  node: node('Screening'),
  data: { main: [items] },
  source: { main: [{ previousNode: 'List' }] },
};

/** What n8n makes of the expression for each item. */
const valuesOf = (expression: string): unknown[] =>
  items.map((_, item) =>
    workflow.expression.getParameterValue(
      expression,
      data,
      0,
      item,
      'Screening',
      items,
      'manual',
      {},
      executeData,
    ),
  );

test.each([
  '={{ $json.company }}',
  '={{ $json.company',
  '=Acme {{ 1 }} {{ $json.company',
  '={{$json["company"]}}',
  '=Acme {{ $json.company }}',
  "={{ $('List').item.json.company }}",
  "={{ $('List').pairedItem().json.company }}",
  "={{ $('List').itemMatching($itemIndex).json.company }}",
  "={{ $('List').all()[$itemIndex].json.company }}",
  "={{ $('List').all().find((one) => one.json.company === $json.company).json.company }}",
  '={{ $input.item.json.company }}',
  '={{ $input.all()[$itemIndex].json.company }}',
  '={{ $items("List")[$itemIndex].json.company }}',
  '={{ $node["List"].json.company }}',
  '={{ $node.List.json.company }}',
  '={{ $data.company }}',
  '={{ $binary.data.fileName }}',
  '={{ $thisItem.json.company }}',
  '={{ $position }}',
  '={{ $thisItemIndex }}',
  '=Acme\n{{\n  $json\n    .company\n}}',
  '={{ `Acme ${$json.company}` }}',
  "={{ $jmespath($json, 'company') }}",
  '={{ $if($itemIndex === 0, "a", "b") }}',
  "={{ $('List').first().json.company + $json.company }}",
])('n8n gives another value for each item: %s', (expression) => {
  expect(new Set(valuesOf(expression)).size).toBeGreaterThan(1);
  expect(takesCurrentItem(expression)).toBe(true);
});

test.each([
  '=Acme Ltd',
  '=$json.company',
  '={{ "Acme" }} $json.company',
  '={{ "Acme"',
  '={{ "Acme" }}',
  "={{ $('List').first().json.company }}",
  "={{ $('List').first().json.item.name }}",
  "={{ $('List', true).last().json.company }}",
  '={{ $("List").all()[0].json.company }}',
  '={{ $(`List`)?.first().json.company }}',
  '={{ $input.first().json.company }}',
  '={{ $input\n  .all()[0].json.company }}',
  '={{ $items()[0].json.company }}',
  '={{ $workflow.name }} {{ $runIndex }} {{ $mode }}',
  '={{ $prevNode.name }}',
  '={{ $if($runIndex === 0, $max(1, 2), $ifEmpty("", "a")) }}',
  '={{ $today.year }}',
])('n8n gives the same value for each item: %s', (expression) => {
  expect(new Set(valuesOf(expression)).size).toBe(1);
  expect(takesCurrentItem(expression)).toBe(false);
});

test.each([
  "={{ $fromAI('company') }}",
  '={{ $tool.parameters.company }}',
  '={{ $parameter.screeningOption }}',
  "={{ $evaluateExpression('$json.company') }}",
  "={{ $getPairedItem('List', {}, {}).json.company }}",
  '={{ $item(0).$node["List"].json.company }}',
  '={{ $(`${$json.list}`).first().json.company }}',
  '={{ $("Costs in $").first().json.company }}',
  '={{ $("List").context.company }}',
  '={{ $somethingNew.company }}',
])('in doubt it varies: %s', (expression) => {
  expect(takesCurrentItem(expression)).toBe(true);
});

test('whatever n8n has for expressions is known to be the same for all items, or varies', () => {
  const proxies = [0, 1].map((item) =>
    new WorkflowDataProxy(
      ...([workflow, data, 0, item, 'Screening', items, {}, 'manual', {}, executeData] as const),
    ).getDataProxy(),
  );
  // n8n may not be allowed to read its environment, which belongs to no item.
  const names = Reflect.ownKeys(proxies[0] ?? {}).filter((name) => /^\$(?!env$)/.test(String(name)));
  expect(names).toContain('$json');
  const text = (value: unknown) => {
    try {
      return typeof value === 'function' ? '' : JSON.stringify(value);
    } catch {
      // Of $node and $input, it is a member that varies or not.
      return '';
    }
  };
  const varying = names.filter((name) => {
    const [first, second] = proxies.map((proxy) => text(proxy[String(name)]));
    return first !== second;
  });
  expect(varying).toEqual(expect.arrayContaining(['$itemIndex', '$json', '$thisItem']));
  // The time of day differs from one look to the next.
  const today = new Set(['$now', '$today']);
  for (const name of varying.filter((one) => !today.has(String(one))))
    expect([name, takesCurrentItem(`={{ ${String(name)}.x }}`)]).toEqual([name, true]);
});

interface Given {
  items?: number;
  executeOnce?: boolean;
  isAgent?: boolean;
}

/** What a run says before it begins; undefined if it goes on. */
function saidOf(
  parameters: INode['parameters'],
  { items: count = COUNT, executeOnce = false, isAgent = false }: Given = {},
  operation: Operation = screenCompany,
) {
  const context = {
    isToolExecution: () => false,
    getInputData: () => items.slice(0, count),
    getNode: () => ({
      ...aNode(),
      parameters,
      executeOnce,
      ...(isAgent ? { type: 'companyScreeningTool' } : {}),
    }),
  };
  const refuse = () => {
    refuseLostItems(context, operation);
  };
  try {
    refuse();
  } catch (error) {
    if (error instanceof OperationFailure) return failureOf(refuse);
    throw error;
  }
  return undefined;
}

const EACH = '={{ $json.company }}';
const FIRST = "={{ $('Form').first().json.company }}";
const KEPT = { keepInRegister: true, companyName: EACH };
const ONCE = { items: 1, executeOnce: true };
const operationOf = (value: string): Operation => {
  const found = OPERATIONS.find(({ choice }) => choice.value === value);
  if (!found) throw new Error(`There is no ${value}.`);
  return found;
};

interface Refused extends Given {
  operation?: string;
  message?: RegExp;
  description?: RegExp;
}

test.each<[string, INode['parameters'], Refused]>([
  [
    'one name for all items, as text',
    { companyName: 'Acme Ltd' },
    {
      message:
        /^Company Name is the same for all 3 items: the text "Acme Ltd" uses nothing from the current item\.$/,
      description:
        /^Nothing was sent\. All of them would be the same company.*Drag the column from the input onto Company Name/,
    },
  ],
  [
    'one name for all items, as an expression: Execute Once is then the way',
    { companyName: FIRST },
    {
      message: /its expression \{\{ \$\('Form'\)\.first\(\)\.json\.company \}\} uses nothing/,
      description: /If only one company is meant, switch on Execute Once/,
    },
  ],
  [
    'one key for all items: one key is one company',
    { ...KEPT, companyKey: 'P-1' },
    {
      message: /^Company Key is the same for all 3 items: the text "P-1" uses nothing/,
      description: /One key would stand for 3 companies.*or leave it empty: the name is then the key/,
    },
  ],
  [
    'one other name for every company',
    { companyName: EACH, additionalFields: { otherNames: 'Acme Trading' } },
    { message: /^Other Names is the same for all 3 items/ },
  ],
  [
    'one number for all items',
    { registrationNumber: 12345678901234 },
    { operation: 'requestAnnualReturns', message: /^Registration Number is the same for all/ },
  ],
  [
    'one address for all items',
    { requestUri: '/requests/1' },
    { operation: 'getAnnualReturnsRequest', message: /^Request URI is the same for all/ },
  ],
  [
    'one known name for all items',
    { knownName: 'Gloomharbour' },
    { operation: 'testScreening', message: /^Known Name is the same for all/ },
  ],
  [
    'a long text, of which a part is shown',
    { companyName: 'a'.repeat(200) },
    { message: /the text "a{100}…" uses/ },
  ],
  [
    'Execute Once, of which n8n hands over the first item only, where the name takes the current item',
    { companyName: EACH },
    {
      ...ONCE,
      message: /^Execute Once is on, so n8n hands over the first item only/,
      description:
        /Company Name takes the current item\. Switch off Execute Once.*\$\('Form'\)\.first\(\)\.json\.company.*then Execute Once is right/,
    },
  ],
  [
    'Execute Once where the number takes the current item',
    { registrationNumber: '={{ $json.number }}' },
    {
      ...ONCE,
      operation: 'requestAnnualReturns',
      description: /Registration Number takes the current item/,
    },
  ],
])('it is refused: %s', (_, parameters, { operation = 'screenCompany', message, description, ...given }) => {
  const said = saidOf(parameters, given, operationOf(operation));
  expect(said).toMatchObject({ state: 'unsendable', failsEveryItem: true });
  expect(said?.message).toMatch(message ?? '');
  expect(said?.description).toMatch(description ?? '');
});

test.each<[string, INode['parameters'], Given & { operation?: string }]>([
  ['a key without the register', { companyName: EACH, companyKey: 'P-1' }, {}],
  ['an empty key', { ...KEPT, companyKey: ' ' }, {}],
  ['a key from the item', { ...KEPT, companyKey: '={{ $json.no }}' }, {}],
  ['an empty name, which is an error of each item', { companyName: '' }, {}],
  ['no name', {}, {}],
  ['additional fields from an expression', { companyName: EACH, additionalFields: '={{ $json.more }}' }, {}],
  ['empty Other Names', { companyName: EACH, additionalFields: { otherNames: '' } }, {}],
  ['one item with a fixed name', { ...KEPT, companyName: 'Acme Ltd', companyKey: 'P-1' }, { items: 1 }],
  ['Execute Once with a name that is the same for all items', { companyName: FIRST }, ONCE],
  ['Execute Once with a fixed name', { companyName: 'Acme Ltd' }, ONCE],
  ['Execute Once in Get Many', { register: 'A' }, { ...ONCE, operation: 'getFromRegister' }],
  ['Execute Once in Mark as Reported', { register: 'A' }, { ...ONCE, operation: 'markAsReported' }],
  [
    'an agent, which has one item for each call',
    { companyName: "={{ $fromAI('name') }}" },
    { ...ONCE, isAgent: true },
  ],
])('it is not refused: %s', (_, parameters, { operation = 'screenCompany', ...given }) => {
  expect(saidOf(parameters, given, operationOf(operation))).toBeUndefined();
});

test.each(['readCompanyList', 'createWorkbook'])(
  'Execute Once is refused whatever the parameters of %s',
  (operation) => {
    const parameters = { binaryPropertyName: 'data' };
    const said = complaintOf(() => saidOf(parameters, ONCE, operationOf(operation)));
    expect(said.message).toMatch(/^Execute Once is on/);
    expect(said.description).toMatch(/^Nothing was done\. Switch off Execute Once/);
    expect(saidOf(parameters, {}, operationOf(operation))).toBeUndefined();
  },
);
