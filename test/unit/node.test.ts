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

const inside = ({ options = [] }: INodeProperties): INodeProperties[] =>
  options.flatMap((one) => ('type' in one ? [one] : 'values' in one ? one.values : []));

/** A parameter of an operation, or of one of its collections as `collection.name`. */
function field(operation: string, path: string): INodeProperties | undefined {
  const [name, ...inner] = path.split('.');
  return inner.reduce<INodeProperties | undefined>(
    (found, key) => found && inside(found).find((one) => one.name === key),
    fieldsOf(operation).find((property) => property.name === name),
  );
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

test.each([
  ['annualReturns', 'requestAnnualReturns'],
  ['company', 'screenCompany'],
  ['register', 'getFromRegister'],
])('of the resource %s, the usual operation is %s', (resource, usual) => {
  expect(operationsOf(resource)).toMatchObject([{ default: usual }]);
});

// What must not be silent, what makes several items several, and who may do it, by hand.
test.each<[string, INodeParameters, string, string, people?: string, every?: string]>([
  ['getAnnualReturnsRequest', {}, '', 'requestUri'],
  ['requestAnnualReturns', {}, 'registrationNumber output options', 'registrationNumber'],
  ['createWorkbook', {}, '', '', '', 'together'],
  ['readCompanyList', {}, 'options', '', '', 'alone'],
  [
    'screenCompany',
    { keepInRegister: false },
    'companyName additionalFields output options',
    'companyName additionalFields.otherNames',
  ],
  [
    'screenCompany',
    { keepInRegister: true },
    'companyName companyKey additionalFields output options',
    'companyName companyKey additionalFields.otherNames',
  ],
  ['testScreening', {}, '', 'knownName', 'people'],
  ['createReport', {}, 'filters', ''],
  ['forgetCompany', {}, '', '', 'people'],
  ['getFromRegister', {}, 'filters', ''],
  ['getFromRegister', { records: 'problems' }, 'options', ''],
  ['getFromRegister', { records: 'sample' }, 'filters', ''],
  ['getFromRegister', { records: 'openCases' }, '', ''],
  ['getFromRegister', { records: 'worklist' }, '', ''],
  ['markAsReported', {}, '', '', 'people'],
  ['prune', {}, '', '', 'people'],
  ['recordDecision', {}, 'options', '', 'people'],
])('of %s with %j, "%s" is never silent, and "%s" differs', (name, parameters, ...facts) => {
  const operation = OPERATIONS.find(({ choice }) => choice.value === name);
  const [silent, ofItem, people, every] = facts;
  expect(operation?.neverSilent?.(parameters).join(' ') ?? '').toBe(silent);
  expect(
    operation
      ?.ofItem?.(parameters)
      .map((path) => path.join('.'))
      .join(' ') ?? '',
  ).toBe(ofItem);
  expect(operation?.forPeopleOnly !== undefined).toBe(Boolean(people));
  expect(operation?.takesEveryItem).toBe(every);
});

const operationsOf = (resource: string) =>
  description.properties.filter(
    ({ name, displayOptions }) =>
      name === 'operation' && displayOptions?.show?.['resource']?.includes(resource),
  );

/** The kind of a field, its default, its bounds and conditions, and its choices. */
function kindOf({ type, typeOptions, displayOptions, options = [], ...field }: INodeProperties): string {
  const { minValue, maxValue } = typeOptions ?? {};
  const { operation: _, ...show } = displayOptions?.show ?? {};
  return [
    `${type} ${JSON.stringify(field.default)}`,
    minValue === undefined ? '' : `${minValue}..${maxValue ?? ''}`,
    field.required ? 'required' : '',
    field.noDataExpression ? 'fixed' : '',
    Object.keys(show).length === 0 ? '' : JSON.stringify(show),
    displayOptions?.hide ? `hide ${JSON.stringify(displayOptions.hide)}` : '',
    options.flatMap((one) => ('value' in one ? one.value : [])).join(),
  ]
    .filter(Boolean)
    .join(' ');
}

// By hand, with the guides beside it: what is shown of an option is also what holds without it, but for switches (options.test.ts).
test.each([
  ['getAnnualReturnsRequest', 'requestUri', 'Request URI', 'string "" required'],
  ['getAnnualReturnsRequest', 'keepInRegister', 'Keep in Register', 'boolean false fixed'],
  [
    'getAnnualReturnsRequest',
    'registerSettings',
    'Register Settings',
    'collection {} {"keepInRegister":[true]}',
  ],
  ['getAnnualReturnsRequest', 'registerSettings.register', 'Register', 'string "Screening register"'],
  ['getAnnualReturnsRequest', 'output', 'Output', 'collection {}'],
  ['getAnnualReturnsRequest', 'output.includeInputFields', 'Include Input Fields', 'boolean true'],
  [
    'getAnnualReturnsRequest',
    'output.readIn',
    'Make Texts Safe For',
    'options "asReceived" email,html,asReceived,slack,spreadsheet',
  ],
  ['getAnnualReturnsRequest', 'options', 'Options', 'collection {}'],
  ['getAnnualReturnsRequest', 'options.concurrency', 'Concurrency', 'number 5 1..50'],
  ['getAnnualReturnsRequest', 'options.maxFileMb', 'Max File Size (MB)', 'number 64 1..1000'],
  ['getAnnualReturnsRequest', 'options.maxRetries', 'Max Retries', 'number 3 0..10'],
  ['getAnnualReturnsRequest', 'options.maxWaitSeconds', 'Max Wait (Seconds)', 'number 300 0..86400'],
  ['getAnnualReturnsRequest', 'options.pollIntervalSeconds', 'Poll Interval (Seconds)', 'number 10 1..3600'],
  ['getAnnualReturnsRequest', 'options.requestsPerSecond', 'Requests per Second', 'number 0 0..1000'],
  ['getAnnualReturnsRequest', 'options.retryUncertain', 'Retry When Uncertain', 'boolean false'],
  ['getAnnualReturnsRequest', 'options.timeout', 'Timeout (Milliseconds)', 'number 30000 1..600000'],
  ['getAnnualReturnsRequest', 'options.waitForCompletion', 'Wait for Completion', 'boolean true'],
  ['requestAnnualReturns', 'registrationNumber', 'Registration Number', 'string "" required'],
  ['requestAnnualReturns', 'keepInRegister', 'Keep in Register', 'boolean false fixed'],
  [
    'requestAnnualReturns',
    'registerSettings',
    'Register Settings',
    'collection {} {"keepInRegister":[true]}',
  ],
  ['requestAnnualReturns', 'registerSettings.batchSize', 'Batch Size', 'number 100 10..1000'],
  [
    'requestAnnualReturns',
    'registerSettings.dataTablesLimitMb',
    'Data Tables Limit (MB)',
    'number 200 0..1000000',
  ],
  ['requestAnnualReturns', 'registerSettings.register', 'Register', 'string "Screening register"'],
  [
    'requestAnnualReturns',
    'registerSettings.requestAgainAfterDays',
    'Request Again After (Days)',
    'number 0 0..36500',
  ],
  ['requestAnnualReturns', 'output', 'Output', 'collection {}'],
  ['requestAnnualReturns', 'output.includeInputFields', 'Include Input Fields', 'boolean true'],
  [
    'requestAnnualReturns',
    'output.readIn',
    'Make Texts Safe For',
    'options "asReceived" email,html,asReceived,slack,spreadsheet',
  ],
  ['requestAnnualReturns', 'options', 'Options', 'collection {}'],
  ['requestAnnualReturns', 'options.concurrency', 'Concurrency', 'number 5 1..50'],
  ['requestAnnualReturns', 'options.maxRequests', 'Max Requests per Run', 'number 0 0..1000000'],
  ['requestAnnualReturns', 'options.maxRetries', 'Max Retries', 'number 3 0..10'],
  ['requestAnnualReturns', 'options.payAgainOnRetry', 'Pay Again on Retry', 'boolean false'],
  ['requestAnnualReturns', 'options.requestsPerSecond', 'Requests per Second', 'number 0 0..1000'],
  ['requestAnnualReturns', 'options.restoreLeadingZeros', 'Restore Leading Zeros', 'boolean true'],
  ['requestAnnualReturns', 'options.retryUncertain', 'Retry When Uncertain', 'boolean false'],
  ['requestAnnualReturns', 'options.timeout', 'Timeout (Milliseconds)', 'number 30000 1..600000'],
  ['createWorkbook', 'binaryPropertyName', 'Put Output File in Field', 'string "data" required'],
  ['createWorkbook', 'options', 'Options', 'collection {}'],
  ['createWorkbook', 'options.fileName', 'File Name', 'string ""'],
  ['createWorkbook', 'options.oneSheet', 'One Sheet', 'boolean true'],
  ['readCompanyList', 'listFrom', 'List From', 'options "file" fixed field,file'],
  ['readCompanyList', 'list', 'List', 'string "" required {"listFrom":["field"]}'],
  [
    'readCompanyList',
    'binaryPropertyName',
    'Input Binary Field',
    'string "data" required {"listFrom":["file"]}',
  ],
  ['readCompanyList', 'companyColumn', 'Company Column', 'string "Company, Company Name, Name" required'],
  ['readCompanyList', 'keyColumn', 'Key Column', 'string "Customer No"'],
  ['readCompanyList', 'options', 'Options', 'collection {}'],
  ['readCompanyList', 'options.countryColumn', 'Country Column', 'string "Country, Country of Registration"'],
  [
    'readCompanyList',
    'options.encoding',
    'Encoding',
    'options "automatic" automatic,windows-1256,windows-1257,windows-1250,gb18030,big5,koi8-r,windows-1251,windows-1253,windows-1255,shift_jis,euc-kr,macintosh,windows-874,windows-1254,utf-16be,utf-16le,utf-8,windows-1258,windows-1252',
  ],
  ['readCompanyList', 'options.headingRow', 'Heading Row', 'number 0 0..1048576'],
  ['readCompanyList', 'options.maxRows', 'Max Rows', 'number 0 0..10000000'],
  ['readCompanyList', 'options.missingColumns', 'Missing Columns', 'options "stop" leaveOut,stop'],
  ['readCompanyList', 'options.otherColumns', 'Other Columns', 'options "keep" keep,leaveOut'],
  [
    'readCompanyList',
    'options.otherNamesColumn',
    'Other Names Column',
    'string "Other Names, Trading Name, Former Name"',
  ],
  [
    'readCompanyList',
    'options.registrationNumberColumn',
    'Registration Number Column',
    'string "Registration Number, Company Number"',
  ],
  ['readCompanyList', 'options.sheet', 'Sheet', 'string ""'],
  ['readCompanyList', 'options.showFound', 'Show What Is Found', 'boolean true'],
  [
    'readCompanyList',
    'options.unusableRows',
    'Unusable Rows',
    'options "returnAsErrors" passOn,returnAsErrors,stop',
  ],
  ['screenCompany', 'companyName', 'Company Name', 'string "" required'],
  ['screenCompany', 'screeningOption', 'Screening Option', 'options "Both" Aml,Both,Pep'],
  ['screenCompany', 'keepInRegister', 'Keep in Register', 'boolean false fixed'],
  ['screenCompany', 'companyKey', 'Company Key', 'string "" {"keepInRegister":[true]}'],
  ['screenCompany', 'registerSettings', 'Register Settings', 'collection {} {"keepInRegister":[true]}'],
  ['screenCompany', 'registerSettings.acceptOtherNumbers', 'Accept Other Numbers', 'boolean false'],
  ['screenCompany', 'registerSettings.batchSize', 'Batch Size', 'number 100 10..1000'],
  [
    'screenCompany',
    'registerSettings.companiesToReturn',
    'Companies to Return',
    'options "all" all,thisRun,notReported',
  ],
  ['screenCompany', 'registerSettings.dataTablesLimitMb', 'Data Tables Limit (MB)', 'number 200 0..1000000'],
  ['screenCompany', 'registerSettings.register', 'Register', 'string "Screening register"'],
  [
    'screenCompany',
    'registerSettings.reportedTo',
    'Reported To',
    'string "default" {"companiesToReturn":["notReported"]}',
  ],
  ['screenCompany', 'registerSettings.deskAddress', 'Review Desk Address', 'string ""'],
  [
    'screenCompany',
    'registerSettings.screenAgainAfterDays',
    'Screen Again After (Days)',
    'number 0 0..36500',
  ],
  ['screenCompany', 'additionalFields', 'Additional Fields', 'collection {}'],
  ['screenCompany', 'additionalFields.compareWith', 'Compare With', 'fixedCollection {}'],
  ['screenCompany', 'additionalFields.compareWith.registrationNumber', 'Registration Number', 'string ""'],
  ['screenCompany', 'additionalFields.compareWith.country', 'Country', 'string ""'],
  ['screenCompany', 'additionalFields.otherNames', 'Other Names', 'string ""'],
  ['screenCompany', 'additionalFields.referenceId', 'Reference ID', 'string ""'],
  ['screenCompany', 'additionalFields.requesterId', 'Requester ID', 'string ""'],
  ['screenCompany', 'output', 'Output', 'collection {}'],
  ['screenCompany', 'output.alertMessages', 'Alert Messages', 'boolean true fixed'],
  ['screenCompany', 'output.keysTogether', 'Companies of One Key Together', 'boolean true fixed'],
  ['screenCompany', 'output.content', 'Content', 'options "simplified" raw,selectedFields,simplified'],
  ['screenCompany', 'output.evidence', 'Evidence File', 'boolean true'],
  [
    'screenCompany',
    'output.fields',
    'Fields',
    'multiOptions [] {"content":["selectedFields"]} companyKey,change,decision,name,sourceType,jurisdiction,companyNumber,explanation,entityType,pepType,aliasNames,aliasGivenNames,address,addressRemarks,nameRemarks,sanctionDetails,otherInformation,links,sourceId,tlName,hitNumber,screeningOption,status,screenedAt,remembered,createdAt,processedAt,previousOutcome,decidedBy,decidedAt,caseId,reportId,environment,hitFingerprint,referenceId,requesterId,otherNames,screenedName,nameMatch,numberMatch,countryMatch,hitNames,sourceTypes,jurisdictions,hitFingerprints,screenedNames,nameMatches,numberMatches,countryMatches',
  ],
  ['screenCompany', 'output.includeInputFields', 'Include Input Fields', 'boolean true'],
  ['screenCompany', 'output.itemsPer', 'Items', 'options "hit" company,hit'],
  [
    'screenCompany',
    'output.readIn',
    'Make Texts Safe For',
    'options "asReceived" email,html,asReceived,slack,spreadsheet',
  ],
  [
    'screenCompany',
    'output.outputs',
    'Outputs',
    'options "single" fixed hide {"@tool":[true]} single,byOutcome',
  ],
  ['screenCompany', 'output.sameColumns', 'Same Columns for All Items', 'boolean true fixed'],
  ['screenCompany', 'output.summaryItem', 'Summary Item', 'boolean true fixed'],
  [
    'screenCompany',
    'output.noHits',
    'When There Are No Hits',
    'options "returnItem" returnItem,returnNothing',
  ],
  ['screenCompany', 'options', 'Options', 'collection {}'],
  ['screenCompany', 'options.alsoScreenLatinReading', 'Also Screen the Latin Reading', 'boolean true fixed'],
  ['screenCompany', 'options.concurrency', 'Concurrency', 'number 5 1..50'],
  ['screenCompany', 'options.controlName', 'Control Name', 'string ""'],
  ['screenCompany', 'options.dryRun', 'Dry Run', 'boolean true'],
  ['screenCompany', 'options.maxCompanies', 'Max Companies per Run', 'number 0 0..1000000'],
  ['screenCompany', 'options.maxRetries', 'Max Retries', 'number 3 0..10'],
  ['screenCompany', 'options.payAgainOnRetry', 'Pay Again on Retry', 'boolean false'],
  ['screenCompany', 'options.requestsPerSecond', 'Requests per Second', 'number 0 0..1000'],
  ['screenCompany', 'options.retryUncertain', 'Retry When Uncertain', 'boolean false'],
  ['screenCompany', 'options.screenDuplicatesOnce', 'Screen Duplicates Once', 'boolean true'],
  ['screenCompany', 'options.timeout', 'Timeout (Milliseconds)', 'number 30000 1..600000'],
  ['testScreening', 'knownName', 'Known Name', 'string "" required'],
  ['testScreening', 'screeningOption', 'Screening Option', 'options "Both" Aml,Both,Pep'],
  ['testScreening', 'keepTest', 'Keep Test in Register', 'boolean true'],
  ['testScreening', 'register', 'Register', 'string "Screening register" required {"keepTest":[true]}'],
  ['testScreening', 'additionalFields', 'Additional Fields', 'collection {}'],
  ['testScreening', 'additionalFields.expectedId', 'ID That Must Be Found', 'string ""'],
  ['testScreening', 'additionalFields.list', 'List', 'string ""'],
  ['testScreening', 'additionalFields.otherSpellings', 'Other Spellings', 'string ""'],
  [
    'testScreening',
    'additionalFields.spellings',
    'Spellings',
    'multiOptions [] capitals,letterLeftOut,lettersSwapped,withoutDiacritics,withoutLegalForm,withoutPunctuation,wordOrder',
  ],
  ['testScreening', 'output', 'Output', 'collection {}'],
  ['testScreening', 'output.includeInputFields', 'Include Input Fields', 'boolean true'],
  [
    'testScreening',
    'output.readIn',
    'Make Texts Safe For',
    'options "asReceived" email,html,asReceived,slack,spreadsheet',
  ],
  ['testScreening', 'options', 'Options', 'collection {}'],
  ['testScreening', 'options.concurrency', 'Concurrency', 'number 5 1..50'],
  ['testScreening', 'options.madeUpName', 'Made-Up Name', 'string "Zqyvantrel Oxmiprudel Kwefthundra"'],
  ['testScreening', 'options.maxRetries', 'Max Retries', 'number 3 0..10'],
  ['testScreening', 'options.maxScreenings', 'Max Screenings per Test', 'number 0 0..1000000'],
  ['testScreening', 'options.payAgainOnRetry', 'Pay Again on Retry', 'boolean false'],
  ['testScreening', 'options.requesterId', 'Requester ID', 'string ""'],
  ['testScreening', 'options.requestsPerSecond', 'Requests per Second', 'number 0 0..1000'],
  ['testScreening', 'options.retryUncertain', 'Retry When Uncertain', 'boolean false'],
  ['testScreening', 'options.timeout', 'Timeout (Milliseconds)', 'number 30000 1..600000'],
  ['createReport', 'register', 'Register', 'string "Screening register" required'],
  ['createReport', 'binaryPropertyName', 'Put Output File in Field', 'string "report" required'],
  ['createReport', 'includeHistory', 'Include History', 'boolean false'],
  ['createReport', 'filters', 'Filters', 'collection {}'],
  ['createReport', 'filters.before', 'Before', 'dateTime ""'],
  ['createReport', 'filters.companyKey', 'Company Key', 'string ""'],
  ['createReport', 'filters.from', 'From', 'dateTime ""'],
  ['forgetCompany', 'register', 'Register', 'string "Screening register" required'],
  ['forgetCompany', 'companyKey', 'Company Key', 'string "" required'],
  ['forgetCompany', 'dryRun', 'Dry Run', 'boolean true fixed'],
  ['forgetCompany', 'reason', 'Reason', 'string "" required {"dryRun":[false]}'],
  ['forgetCompany', 'decidedBy', 'Decided By (ID)', 'string "" required {"dryRun":[false]}'],
  ['forgetCompany', 'decidedByAddress', 'Decided By (Address)', 'string "" required {"dryRun":[false]}'],
  ['forgetCompany', 'evenIfOpen', 'Even With Open Cases', 'boolean false {"dryRun":[false]}'],
  ['getFromRegister', 'register', 'Register', 'string "Screening register" required'],
  [
    'getFromRegister',
    'records',
    'Get',
    'options "companies" fixed annualReturns,companies,decisions,figures,history,hits,openCases,runs,sample,problems,worklist',
  ],
  ['getFromRegister', 'limit', 'Limit', 'number 50 1.. {"records":["openCases","worklist"]}'],
  ['getFromRegister', 'filters', 'Filters', 'collection {}'],
  ['getFromRegister', 'filters.before', 'Before', 'dateTime ""'],
  ['getFromRegister', 'filters.case', 'Case', 'string "" {"/records":["openCases"]}'],
  ['getFromRegister', 'filters.companyKey', 'Company Key', 'string "" hide {"/records":["figures","runs"]}'],
  ['getFromRegister', 'filters.from', 'From', 'dateTime ""'],
  [
    'getFromRegister',
    'filters.notProposedBy',
    'Not Proposed By',
    'string "" {"/records":["openCases","worklist"]}',
  ],
  [
    'getFromRegister',
    'filters.outcome',
    'Outcome',
    'multiOptions [] {"/records":["companies"]} clear,error,hit,review',
  ],
  ['getFromRegister', 'output', 'Output', 'collection {}'],
  [
    'getFromRegister',
    'output.readIn',
    'Make Texts Safe For',
    'options "asReceived" email,html,asReceived,slack,spreadsheet',
  ],
  [
    'getFromRegister',
    'output.nothingFound',
    'When Nothing Is Found',
    'options "returnNothing" returnItem,returnNothing',
  ],
  ['getFromRegister', 'options', 'Options', 'collection {}'],
  [
    'getFromRegister',
    'options.controlExpected',
    'Control Expected',
    'boolean false {"/records":["problems"]}',
  ],
  [
    'getFromRegister',
    'options.expectedWithinHours',
    'Expected Within (Hours)',
    'number 26 1..10000 {"/records":["figures","problems"]}',
  ],
  ['getFromRegister', 'options.notice', 'Notice', 'string "" {"/records":["worklist"]}'],
  [
    'getFromRegister',
    'options.openCasesOlderThanDays',
    'Open Cases Older Than (Days)',
    'number 5 0..10000 {"/records":["problems"]}',
  ],
  ['getFromRegister', 'options.readersToBeTold', 'Readers to Be Told', 'string "" {"/records":["problems"]}'],
  ['getFromRegister', 'options.sampleSize', 'Sample Size', 'number 25 1..1000 {"/records":["sample"]}'],
  ['getFromRegister', 'options.seed', 'Seed', 'string "" {"/records":["sample"]}'],
  [
    'getFromRegister',
    'options.testExpectedWithinDays',
    'Test Expected Within (Days)',
    'number 365 0..3650 {"/records":["problems"]}',
  ],
  [
    'getFromRegister',
    'options.workflowsToWatch',
    'Workflows to Watch',
    'string "" {"/records":["problems"]}',
  ],
  ['markAsReported', 'register', 'Register', 'string "Screening register" required'],
  ['markAsReported', 'reportId', 'Report ID', 'string "={{ $json.reportId }}" required'],
  ['markAsReported', 'reportedTo', 'Reported To', 'string "default" required'],
  ['prune', 'register', 'Register', 'string "Screening register" required'],
  ['prune', 'before', 'Before', 'dateTime "" required'],
  ['prune', 'dryRun', 'Dry Run', 'boolean true fixed'],
  ['prune', 'reason', 'Reason', 'string "" required {"dryRun":[false]}'],
  ['prune', 'decidedBy', 'Decided By (ID)', 'string "" required {"dryRun":[false]}'],
  ['prune', 'decidedByAddress', 'Decided By (Address)', 'string "" required {"dryRun":[false]}'],
  ['prune', 'readersToGiveUp', 'Readers to Give Up', 'string ""'],
  ['recordDecision', 'register', 'Register', 'string "Screening register" required'],
  ['recordDecision', 'caseId', 'Case ID', 'string "" required'],
  [
    'recordDecision',
    'decision',
    'Decision',
    'options "falsePositive" checked,close,confirm,falsePositive,reject,sendAgain,trueMatch',
  ],
  ['recordDecision', 'reason', 'Reason', 'string "" required'],
  ['recordDecision', 'decidedBy', 'Decided By (ID)', 'string "" required'],
  ['recordDecision', 'decidedByAddress', 'Decided By (Address)', 'string "" required'],
  ['recordDecision', 'output', 'Output', 'collection {}'],
  [
    'recordDecision',
    'output.readIn',
    'Make Texts Safe For',
    'options "asReceived" email,html,asReceived,slack,spreadsheet',
  ],
  ['recordDecision', 'options', 'Options', 'collection {}'],
  ['recordDecision', 'options.onlyThesePeople', 'Only These People', 'string ""'],
])('of %s, %s is shown as "%s": %s', (operation, path, displayName, kind) => {
  const found = field(operation, path);
  expect([found?.displayName, found && kindOf(found)]).toEqual([displayName, kind]);
});

describe('parameters of Screen Company', () => {
  test('the fields to choose from do not include the verdict', () => {
    const offered = valuesOf(field('screenCompany', 'output.fields'));
    expect(offered).toEqual(expect.arrayContaining(['hitFingerprint', 'hitNames', 'processedAt']));
    for (const key of ['outcome', 'reason', 'companyName', 'totalHits', 'screeningId']) {
      expect(offered).not.toContain(key);
    }
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
  const everyInside = (one: INodeProperties): INodeProperties[] => [one, ...inside(one).flatMap(everyInside)];
  const all = description.properties.flatMap(everyInside);
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
const local = OPERATIONS.filter((operation) => !isSending(operation)).map(({ choice }) => choice.value);

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
    expect(operation.kind === 'local' ? [] : operation.itemKeys({})).toContain('outcome');
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
