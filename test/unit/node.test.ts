// What n8n shows of the node, and what its rules ask of the package.
import { runInNewContext } from 'node:vm';

import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { CompanyScreening } from '../../nodes/CompanyScreening/CompanyScreening.node';
import { OPERATIONS } from '../../nodes/CompanyScreening/operations';
import * as packageJson from '../../package.json';

const { description } = new CompanyScreening();

const fieldsOf = (operation: string): INodeProperties[] =>
  description.properties.filter(({ displayOptions }) =>
    displayOptions?.show?.['operation']?.includes(operation),
  );

/** A parameter of an operation, or of one of its collections as `collection.name`. */
function field(operation: string, path: string): INodeProperties | undefined {
  const [name, inner] = path.split('.');
  const found = fieldsOf(operation).find((property) => property.name === name);
  if (inner === undefined) return found;
  return found?.options?.flatMap((option) => ('type' in option && option.name === inner ? [option] : []))[0];
}
const valuesOf = (property: INodeProperties | undefined) =>
  property?.options?.flatMap((option) => ('value' in option ? [option.value] : []));

/** What an expression of the description gives, its `$parameter` being these. */
function evaluate(expression: unknown, parameters: Record<string, unknown>): unknown {
  const code = /^=\{\{(.*)\}\}$/s.exec(z.string().parse(expression))?.[1];
  const result: unknown = runInNewContext(`(${code ?? ''})`, { $parameter: parameters });
  return JSON.parse(JSON.stringify(result));
}

describe('the node', () => {
  test('has the names that workflows in the field depend on', () => {
    expect(description).toMatchObject({
      name: 'companyScreening',
      displayName: 'Company Screening',
      version: 1,
      usableAsTool: true,
      credentials: [{ name: 'companyScreeningApi', required: true }],
    });
  });

  test('screens a company unless told otherwise', () => {
    expect(description.properties[0]).toMatchObject({ name: 'resource', default: 'company' });
    const [company] = operationsOf('company');
    expect(company).toMatchObject({ displayName: 'Operation', default: 'screenCompany' });
    // Workflows in the field have these: one that goes breaks them.
    expect(valuesOf(company)).toEqual(
      expect.arrayContaining(['createWorkbook', 'readCompanyList', 'screenCompany', 'testScreening']),
    );
  });

  test('requests annual returns where these are chosen', () => {
    const [annualReturns] = operationsOf('annualReturns');
    expect(annualReturns).toMatchObject({ displayName: 'Operation', default: 'requestAnnualReturns' });
    expect(valuesOf(annualReturns)).toEqual(
      expect.arrayContaining(['getAnnualReturnsRequest', 'requestAnnualReturns']),
    );
  });

  test('asks for the credential where a request is sent', () => {
    const [{ displayOptions } = {}] = description.credentials ?? [];
    expect(displayOptions?.hide).toEqual({ operation: local });
    // n8n's editor hides every parameter that this names.
    expect(displayOptions).not.toHaveProperty('show');
  });
});

const operationsOf = (resource: string) =>
  description.properties.filter(
    ({ name, displayOptions }) =>
      name === 'operation' && displayOptions?.show?.['resource']?.includes(resource),
  );

test.each([
  ['readCompanyList', 'binaryPropertyName', 'Input Binary Field', 'data'],
  ['readCompanyList', 'companyColumn', 'Company Column', 'Company, Company Name, Name'],
  ['readCompanyList', 'keyColumn', 'Key Column', 'Customer No'],
  ['readCompanyList', 'options.encoding', 'Encoding', 'automatic'],
  ['readCompanyList', 'options.sheet', 'Sheet', ''],
  ['readCompanyList', 'options.unusableRows', 'Unusable Rows', 'returnAsErrors'],
  ['testScreening', 'knownName', 'Known Name', ''],
  ['testScreening', 'screeningOption', 'Screening Option', 'Both'],
  ['testScreening', 'additionalFields.expectedId', 'ID That Must Be Found', ''],
  ['testScreening', 'additionalFields.list', 'List', ''],
  ['testScreening', 'additionalFields.otherSpellings', 'Other Spellings', ''],
  ['testScreening', 'additionalFields.spellings', 'Spellings', []],
  ['testScreening', 'keepTest', 'Keep Test in Register', true],
  ['testScreening', 'register', 'Register', 'Screening register'],
  ['testScreening', 'options.madeUpName', 'Made-Up Name', 'Zqyvantrel Oxmiprudel Kwefthundra'],
  ['testScreening', 'options.maxScreenings', 'Max Screenings per Test', 0],
  ['testScreening', 'options.requesterId', 'Requester ID', ''],
  ['screenCompany', 'companyName', 'Company Name', ''],
  ['screenCompany', 'screeningOption', 'Screening Option', 'Both'],
  ['screenCompany', 'output', 'Output', {}],
  ['screenCompany', 'output.itemsPer', 'Items', 'hit'],
  ['screenCompany', 'output.content', 'Content', 'simplified'],
  ['screenCompany', 'output.fields', 'Fields', []],
  ['screenCompany', 'output.outputs', 'Outputs', 'single'],
  ['screenCompany', 'output.noHits', 'When There Are No Hits', 'returnItem'],
  ['screenCompany', 'output.evidence', 'Evidence File', true],
  ['screenCompany', 'output.includeInputFields', 'Include Input Fields', true],
  ['screenCompany', 'keepInRegister', 'Keep in Register', false],
  ['screenCompany', 'companyKey', 'Company Key', ''],
  ['screenCompany', 'registerSettings', 'Register Settings', {}],
  ['screenCompany', 'registerSettings.register', 'Register', 'Screening register'],
  ['screenCompany', 'registerSettings.companiesToReturn', 'Companies to Return', 'all'],
  ['screenCompany', 'registerSettings.screenAgainAfterDays', 'Screen Again After (Days)', 0],
  ['screenCompany', 'additionalFields', 'Additional Fields', {}],
  ['screenCompany', 'additionalFields.compareWith', 'Compare With', {}],
  ['screenCompany', 'additionalFields.otherNames', 'Other Names', ''],
  ['screenCompany', 'additionalFields.referenceId', 'Reference ID', ''],
  ['screenCompany', 'additionalFields.requesterId', 'Requester ID', ''],
  ['screenCompany', 'options', 'Options', {}],
  ['screenCompany', 'options.screenDuplicatesOnce', 'Screen Duplicates Once', true],
  ['screenCompany', 'options.maxCompanies', 'Max Companies per Run', 0],
  ['requestAnnualReturns', 'registrationNumber', 'Registration Number', ''],
  ['requestAnnualReturns', 'options', 'Options', {}],
  ['requestAnnualReturns', 'options.restoreLeadingZeros', 'Restore Leading Zeros', true],
  ['requestAnnualReturns', 'keepInRegister', 'Keep in Register', false],
  ['requestAnnualReturns', 'registerSettings.requestAgainAfterDays', 'Request Again After (Days)', 0],
])('of %s, %s is shown as "%s", with %j once it is added', (operation, path, displayName, value) => {
  expect(field(operation, path)).toMatchObject({ displayName, default: value });
});

describe('parameters of Screen Company', () => {
  test.each([
    ['screeningOption', ['Aml', 'Both', 'Pep']],
    ['output.itemsPer', ['company', 'hit']],
    ['output.content', ['raw', 'selectedFields', 'simplified']],
    ['output.outputs', ['byOutcome', 'single']],
    ['output.noHits', ['returnItem', 'returnNothing']],
  ])('%s is one of %j', (path, values) => {
    expect(valuesOf(field('screenCompany', path))?.sort()).toEqual(values);
  });

  test('the company name is required', () => {
    expect(field('screenCompany', 'companyName')).toMatchObject({ required: true });
  });

  test('which outputs there are cannot change from run to run', () => {
    expect(field('screenCompany', 'output.outputs')).toMatchObject({ noDataExpression: true });
  });

  test('the fields to choose from are only shown if fields are selected, and do not include the verdict', () => {
    expect(field('screenCompany', 'output.fields')?.displayOptions?.show).toEqual({
      content: ['selectedFields'],
    });
    const offered = valuesOf(field('screenCompany', 'output.fields'));
    expect(offered).toEqual(expect.arrayContaining(['hitFingerprint', 'hitNames', 'processedAt']));
    for (const key of ['outcome', 'reason', 'companyName', 'totalHits', 'screeningId']) {
      expect(offered).not.toContain(key);
    }
  });

  test('an agent is not asked for three outputs, since it only sees the first', () => {
    expect(field('screenCompany', 'output.outputs')?.displayOptions).toEqual({ hide: { '@tool': [true] } });
  });
});

describe('the first screen', () => {
  /** What stands there beside the switch; collections are one button each. */
  const shown = (operation: string, parameters: INodeParameters): string[] => [
    ...['resource', 'operation'],
    ...fieldsOf(operation)
      .filter(({ type }) => !['collection', 'notice'].includes(type))
      .filter((field) => NodeHelpers.displayParameter({ operation, ...parameters }, field, null, null))
      .map(({ name }) => name)
      .filter((name) => name !== 'keepInRegister'),
  ];

  test('of Screen Company asks for a company and which lists, and with the switch for its key', () => {
    const four = ['resource', 'operation', 'companyName', 'screeningOption'];
    expect(shown('screenCompany', { keepInRegister: false })).toEqual(four);
    expect(shown('screenCompany', { keepInRegister: true })).toEqual([...four, 'companyKey']);
  });
});

/** Where one value is what nobody has chosen: it comes first. Fields are in the order in which items have them. */
const NOT_ALPHABETICAL = ['Encoding', 'Fields'];

test('the values to choose from are in alphabetical order', () => {
  const inside = ({ options = [] }: INodeProperties): INodeProperties[] =>
    options.flatMap((one) => ('type' in one ? [one, ...inside(one)] : 'values' in one ? one.values : []));
  const all = description.properties.flatMap((one) => [one, ...inside(one)]);
  const lists = all.filter(({ type }) => type === 'options' || type === 'multiOptions');
  expect(lists.length).toBeGreaterThan(20);
  const unsorted = lists.filter(({ options = [] }) => {
    const names = options.map(({ name }) => name);
    return names.join() !== names.toSorted((one, other) => one.localeCompare(other)).join();
  });
  expect(new Set(unsorted.map(({ displayName }) => displayName))).toEqual(new Set(NOT_ALPHABETICAL));
});

describe('parameters of Request Annual Returns', () => {
  test('none is of the other operation', () => {
    expect(fieldsOf('requestAnnualReturns').map(({ name }) => name)).toEqual([
      ...'registrationNumber registrationNumberNotice keepInRegister nothingKeptNotice'.split(' '),
      ...'registerNotice registerSettings output options payAgainOnRetryNotice'.split(' '),
      'retryUncertainNotice',
    ]);
    expect(field('requestAnnualReturns', 'output.noHits')).toBeUndefined();
    expect(field('screenCompany', 'options.restoreLeadingZeros')).toBeUndefined();
  });
});

const isSending = ({ kind }: { kind: string }) => kind === 'request' || kind === 'test';
const sending = OPERATIONS.filter(isSending).map(({ choice }) => choice.value);
const local = OPERATIONS.filter((operation) => !isSending(operation)).map(({ choice }) => choice.value);

describe.each(sending)('options of %s', (operation) => {
  test.each([
    ['concurrency', 5, { minValue: 1, maxValue: 50 }],
    ['requestsPerSecond', 0, { minValue: 0, maxValue: 1000 }],
    ['timeout', 30_000, { minValue: 1, maxValue: 600_000 }],
    ['maxRetries', 3, { minValue: 0, maxValue: 10 }],
  ])('%s is %i by default, within its bounds', (name, value, bounds) => {
    expect(field(operation, `options.${name}`)).toMatchObject({
      type: 'number',
      default: value,
      typeOptions: bounds,
    });
  });

  test('a retry that may pay twice is off by default', () => {
    expect(field(operation, 'options.retryUncertain')).toMatchObject({ type: 'boolean', default: false });
  });
});

describe('outputs', () => {
  const outputs = (operation: string, mode: string) =>
    evaluate(description.outputs, { operation, output: { outputs: mode } });

  test('are Hits, Clear and Review if a screening asks for them', () => {
    expect(outputs('screenCompany', 'byOutcome')).toEqual([
      { type: 'main', displayName: 'Hits' },
      { type: 'main', displayName: 'Clear' },
      { type: 'main', displayName: 'Review' },
    ]);
  });

  test.each([
    ['screenCompany', 'single'],
    ['requestAnnualReturns', 'single'],
    ['requestAnnualReturns', 'byOutcome'],
    ['getAnnualReturnsRequest', 'byOutcome'],
  ])('are one for %s with "%s"', (operation, mode) => {
    expect(outputs(operation, mode)).toEqual([{ type: 'main' }]);
  });
});

test.each(OPERATIONS)(
  '$choice.name has the setting Outputs if and only if it has several outputs',
  (operation) => {
    const [, several] = valuesOf(field(operation.choice.value, 'output.outputs')) ?? [];
    expect(several).toBe(operation.splitOutputs && 'byOutcome');
  },
);

test.each(OPERATIONS.filter(({ splitOutputs }) => splitOutputs))(
  'the items of $choice.name say in "outcome" which output they go to',
  (operation) => {
    expect(operation.itemKeys({})).toContain('outcome');
  },
);

test.each(OPERATIONS)('$choice.name has an action without an article', ({ choice }) => {
  expect(choice.action).toMatch(/^[A-Z]/);
  expect(choice.action).not.toMatch(/\b(an?|the)\b/i);
});

describe('notices about money', () => {
  const shown = (operation: string, parameters: INodeParameters): string[] =>
    fieldsOf(operation)
      .filter(({ type, name }) => type === 'notice' && name !== 'registrationNumberNotice')
      .filter((field) => NodeHelpers.displayParameter({ operation, ...parameters }, field, null, null))
      .map(({ name }) => name);

  test.each<[string, INodeParameters, string[]]>([
    ['Keep in Register is off', { keepInRegister: false }, ['nothingKeptNotice']],
    ['Keep in Register is on', { keepInRegister: true }, ['registerNotice']],
    [
      'options that cost money are on',
      {
        keepInRegister: true,
        options: { retryUncertain: true, payAgainOnRetry: true, controlName: 'Listed' },
      },
      ['registerNotice', 'controlNameNotice', 'payAgainOnRetryNotice', 'retryUncertainNotice'],
    ],
    [
      'options that cost money were added and are off',
      { keepInRegister: true, options: { retryUncertain: false, payAgainOnRetry: false, controlName: '' } },
      ['registerNotice'],
    ],
    [
      'Other Names were added',
      { keepInRegister: true, additionalFields: { otherNames: 'Other; Another' } },
      ['registerNotice', 'otherNamesNotice'],
    ],
  ])('are there when %s', (_, parameters, names) => {
    expect(shown('screenCompany', parameters)).toEqual(names);
  });

  test('are in no operation that sends nothing', () => {
    for (const operation of local) expect(shown(operation, { keepInRegister: false })).toEqual([]);
  });
});

test.each(OPERATIONS)('the subtitle of $choice.name is its name', ({ choice }) => {
  expect(evaluate(description.subtitle, { operation: choice.value })).toBe(choice.name);
});

test.each([
  [{ operation: 'screenCompany', screeningOption: 'Both' }, 'Screen Company: AML and PEP'],
  [{ operation: 'screenCompany', screeningOption: 'Pep' }, 'Screen Company: PEP'],
  [{ operation: 'screenCompany', screeningOption: 'odd' }, 'Screen Company'],
  [{ operation: 'requestAnnualReturns' }, 'Request Annual Returns'],
])('the subtitle says what the node does (%j)', (parameters, subtitle) => {
  expect(evaluate(description.subtitle, parameters)).toBe(subtitle);
});

describe('the package', () => {
  test('is found as a community node, under its name and licence', () => {
    expect(packageJson).toMatchObject({ name: 'n8n-nodes-company-screening', license: 'MIT' });
    expect(packageJson.keywords).toContain('n8n-community-node-package');
  });

  test('needs nothing beside n8n itself', () => {
    expect(packageJson).not.toHaveProperty('dependencies');
    expect(Object.keys(packageJson.peerDependencies)).toEqual(['n8n-workflow']);
  });

  test('tells n8n where node and credential are, and meets the strict rules', () => {
    expect(packageJson.n8n).toEqual({
      n8nNodesApiVersion: 1,
      strict: true,
      credentials: ['dist/credentials/CompanyScreeningApi.credentials.js'],
      nodes: ['dist/nodes/CompanyScreening/CompanyScreening.node.js'],
    });
  });
});
