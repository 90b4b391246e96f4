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
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
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

describe('of several items, one value for all of them is refused', () => {
  test('as text', () => {
    const said = saidOf({ companyName: 'Acme Ltd' });
    expect(said).toMatchObject({ state: 'unsendable', failsEveryItem: true });
    expect(said?.message).toBe(
      'Company Name is the same for all 3 items: the text "Acme Ltd" uses nothing from the current item.',
    );
    expect(said?.description).toMatch(/^Nothing was sent\. All of them would be the same company/);
    expect(said?.description).toMatch(/Drag the column from the input onto Company Name/);
  });

  test('as an expression: Execute Once is then the way', () => {
    const said = saidOf({ companyName: FIRST });
    expect(said?.message).toMatch(
      /its expression \{\{ \$\('Form'\)\.first\(\)\.json\.company \}\} uses nothing/,
    );
    expect(said?.description).toMatch(/If only one company is meant, switch on Execute Once/);
    expect(saidOf({ companyName: FIRST }, { items: 1, executeOnce: true })).toBeUndefined();
  });

  test('as a key: one key is one company', () => {
    const said = saidOf({ ...KEPT, companyKey: 'P-1' });
    expect(said?.message).toMatch(/^Company Key is the same for all 3 items: the text "P-1" uses nothing/);
    expect(said?.description).toMatch(/One key would stand for 3 companies/);
    expect(said?.description).toMatch(/or leave it empty: the name is then the key/);
  });

  test.each([
    ['a key without the register', { companyName: EACH, companyKey: 'P-1' }],
    ['an empty key', { ...KEPT, companyKey: ' ' }],
    ['a key from the item', { ...KEPT, companyKey: '={{ $json.no }}' }],
    ['an empty name, which is an error of each item', { companyName: '' }],
    ['no name', {}],
    ['additional fields from an expression', { companyName: EACH, additionalFields: '={{ $json.more }}' }],
    ['empty Other Names', { companyName: EACH, additionalFields: { otherNames: '' } }],
  ])('but not %s', (_, parameters) => {
    expect(saidOf(parameters)).toBeUndefined();
  });

  test('as another name of every company', () => {
    const said = saidOf({ companyName: EACH, additionalFields: { otherNames: 'Acme Trading' } });
    expect(said?.message).toMatch(/^Other Names is the same for all 3 items/);
  });

  test.each([
    ['requestAnnualReturns', { registrationNumber: 12345678901234 }, 'Registration Number'],
    ['getAnnualReturnsRequest', { requestUri: '/requests/1' }, 'Request URI'],
    ['testScreening', { knownName: 'Gloomharbour' }, 'Known Name'],
  ])('in %s', (operation, parameters, shown) => {
    const found = OPERATIONS.find(({ choice }) => choice.value === operation);
    expect(found && saidOf(parameters, {}, found)?.message).toMatch(
      new RegExp(`^${shown} is the same for all`),
    );
  });

  test('a long text is shown in part', () => {
    expect(saidOf({ companyName: 'a'.repeat(200) })?.message).toContain(
      `the text "${'a'.repeat(100)}…" uses`,
    );
  });

  test('one item may have a fixed name', () => {
    expect(saidOf({ ...KEPT, companyName: 'Acme Ltd', companyKey: 'P-1' }, { items: 1 })).toBeUndefined();
  });
});

describe('Execute Once, of which n8n hands over the first item only, is refused', () => {
  const once = { items: 1, executeOnce: true };

  test('where the name takes the current item', () => {
    const said = saidOf({ companyName: EACH }, once);
    expect(said).toMatchObject({ state: 'unsendable', failsEveryItem: true });
    expect(said?.message).toMatch(/^Execute Once is on, so n8n hands over the first item only/);
    expect(said?.description).toMatch(/Company Name takes the current item\. Switch off Execute Once/);
    expect(said?.description).toMatch(/\$\('Form'\)\.first\(\)\.json\.company.*then Execute Once is right/);
  });

  test('where the number does', () => {
    const said = saidOf({ registrationNumber: '={{ $json.number }}' }, once, requestAnnualReturns);
    expect(said?.description).toMatch(/Registration Number takes the current item/);
  });

  test.each(['readCompanyList', 'createWorkbook'])('whatever the parameters of %s', (operation) => {
    const found = OPERATIONS.find(({ choice }) => choice.value === operation);
    if (!found) throw new Error(`There is no ${operation}.`);
    const said = complaintOf(() => saidOf({ binaryPropertyName: 'data' }, once, found));
    expect(said.message).toMatch(/^Execute Once is on/);
    expect(said.description).toMatch(/^Nothing was done\. Switch off Execute Once/);
    expect(saidOf({ binaryPropertyName: 'data' }, {}, found)).toBeUndefined();
  });

  test.each(['getFromRegister', 'markAsReported'])('but not in %s', (operation) => {
    const found = OPERATIONS.find(({ choice }) => choice.value === operation);
    expect(found && saidOf({ register: 'A' }, once, found)).toBeUndefined();
  });

  test('but not of an agent, which has one item for each call', () => {
    expect(saidOf({ companyName: "={{ $fromAI('name') }}" }, { ...once, isAgent: true })).toBeUndefined();
  });

  test('but not for a fixed name', () => {
    expect(saidOf({ companyName: 'Acme Ltd' }, once)).toBeUndefined();
  });
});
