// Sources that decide verdicts, payments, secrets and retries, and the unit tests that have to notice any change to them. A source that is in
// no list here is judged by the test of its own name.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFolder } from '../../test/support/n8n/install';

export interface Group {
  sources: string[];
  /** The tests that judge them: names in test/unit, without `.test.ts`. Few, so that a change is tried in a second. */
  tests: string[];
  /** Set if the sources keep something from one test to the next, so that any test may notice any change. */
  keepsSomething?: true;
}

const folder = (path: string, names: string) =>
  names
    .split(' ')
    .map((name) => `${path.startsWith('credentials/') ? '' : 'nodes/CompanyScreening/'}${path}/${name}.ts`);

const LISTED: Group[] = [
  { sources: folder('service', 'contradictions outcome'), tests: ['outcome', 'bounds', 'reviewIfInDoubt'] },
  {
    sources: folder('service', 'contract'),
    tests: ['screening', 'register/registerRows', 'contract', 'outcome', 'bounds'],
  },
  { sources: folder('service', 'staleness'), tests: ['replyAge', 'outcome'] },
  {
    sources: [
      ...folder('operations/screening', 'screeningOutput verdict'),
      ...folder('operations/shared', 'requestTask'),
    ],
    tests: ['verdict', 'decided', 'markAsReported'],
  },
  {
    sources: folder('names', 'companyName encodingDamage invalidItem lookAlikes plainText'),
    tests: [
      'companyName',
      'scriptsOfNames',
      'latinReading',
      'windows1252',
      'output',
      'lists/otherReadings',
      'bounds',
      'hostileTexts',
      'plainText',
      'safeText',
    ],
  },
  {
    sources: folder('names', 'itemKeys'),
    tests: ['inputFields', 'items', 'workbooks.property', 'severalNames'],
  },
  { sources: folder('names', 'otherNames'), tests: ['otherNames', 'bounds'] },
  { sources: folder('names', 'alterations legalForms'), tests: ['alterations'] },
  { sources: folder('comparison', 'compare'), tests: ['comparison'], keepsSomething: true },
  {
    sources: folder('service', 'json reply'),
    tests: ['reply', 'wordsOfReplies', 'json', 'quotation'],
  },
  {
    sources: folder('operations/screening', 'control items readItem screenCompany task'),
    tests: [
      'severalNames',
      'screenCompany',
      'storedChanges',
      'registerSwitch',
      'dryRun',
      'items',
      'compared',
    ],
  },
  {
    sources: folder('operations/screening', 'screening'),
    tests: ['screening', 'severalNames', 'screenCompany', 'storedChanges', 'registerSwitch'],
  },
  {
    sources: folder('operations/screening', 'screeningResult'),
    tests: ['storedChanges', 'severalNames', 'screenCompany'],
  },
  {
    sources: folder('operations/screening', 'compared'),
    tests: ['storedChanges', 'items', 'severalNames', 'compared', 'screenCompany'],
  },
  { sources: folder('names', 'messageParts'), tests: ['alert', 'runMessages'] },
  { sources: folder('service', 'failure'), tests: ['workState', 'errors', 'networkFailure'] },
  { sources: folder('flowControl', 'pace retry'), tests: ['flowControl', 'allowance', 'refusals'] },
  { sources: folder('flowControl', 'pool'), tests: ['flowControl'] },
  {
    sources: [...folder('flowControl', 'circuitBreaker outageRules'), ...folder('run/state', 'outage')],
    tests: ['breaker', 'outage', 'outageModel', 'receiptFacts', 'sending'],
  },
  { sources: folder('flowControl', 'time'), tests: ['cancellation', 'time'] },
  {
    sources: [
      ...folder('run', 'run sending retryDecision taskSender drainQueue'),
      ...folder('run/state', 'runStop'),
    ],
    tests: [
      'drainQueue',
      'run',
      'sending',
      'repetition',
      'several',
      'registerRun',
      'companyCounts.property',
      'receiptFacts',
      'runMessages',
    ],
  },
  { sources: folder('register/companies', 'laterFailure'), tests: ['register/laterFailure'] },
  {
    sources: [
      ...folder('run/state', 'workQueue'),
      ...folder('run/register', 'registerList sentResult'),
      ...folder('operations/shared', 'storedVerdict'),
    ],
    tests: [
      'registerList',
      'several',
      'run',
      'registerRun',
      'receiptFacts',
      'registerQueue',
      'storedVerdict',
    ],
  },
  {
    sources: folder('run/register', 'messageEntries registerQueue registerCounts runSettings'),
    tests: [
      'receiptFacts',
      'registerRun',
      'registerQueue',
      'run',
      'several',
      'registerList',
      'changeCounts',
      'runMessages',
    ],
  },
  {
    sources: [...folder('run/register', 'dryRun'), ...folder('register/protocol', 'forecast')],
    tests: ['dryRun', 'registerFailure', 'preflight'],
  },
  {
    sources: [
      ...folder('run/register', 'preflight registerFailure'),
      ...folder('operations/shared', 'keepInRegister'),
      ...folder('operations/screening', 'registerSettings'),
    ],
    tests: ['registerSwitch', 'registerRun', 'markAsReported', 'registerFailure', 'preflight'],
  },
  {
    sources: [
      ...folder('operations/screening', 'storedCompany'),
      ...folder('operations/reports', 'getFromRegister'),
    ],
    tests: ['getFromRegister', 'openCases', 'sample', 'createReport'],
  },
  {
    sources: [
      ...folder('operations/testScreening', 'plan results testItems testScreening'),
      ...folder('run', 'testing'),
    ],
    tests: ['judgement', 'testScreening'],
  },
  {
    sources: [...folder('register/watch', 'testProblems'), ...folder('register/rows', 'testRows')],
    tests: ['register/testRows', 'register/testProblems'],
  },
  {
    sources: [...folder('run', 'evidence'), ...folder('run/state', 'attempts')],
    tests: ['evidence', 'sending', 'several'],
  },
  { sources: folder('run/state', 'itemState'), tests: ['itemState', 'registerRun', 'stopError'] },
  {
    sources: [
      ...folder('operations/shared', 'companyCounts sameCompany'),
      ...folder('run/state', 'runCounts'),
    ],
    tests: ['companyCounts.property'],
  },
  {
    sources: folder('register/facts', 'dueness'),
    tests: ['register/dueness'],
  },
  {
    sources: folder('run', 'parameterChecks'),
    tests: ['emptyExpressions', 'currentItem', 'local', 'testScreening', 'recordDecision'],
  },
  {
    sources: [...folder('run', 'local progress'), ...folder('run/state', 'runContext')],
    tests: ['local', 'parameters', 'progress', 'repetition', 'register/dueness'],
  },
  { sources: folder('transport', 'heldToken transport'), tests: ['transport', 'heldToken'] },
  { sources: folder('transport', 'networkFailure'), tests: ['network', 'networkFailure'] },
  { sources: folder('operations/shared', 'optionKinds options'), tests: ['options', 'optionValues'] },
  {
    sources: [
      ...folder(
        'operations/annualReturns',
        'acknowledgement getAnnualReturnsRequest requestAnnualReturns requestState storedRequest',
      ),
      ...folder('service', 'annualReturns'),
    ],
    tests: ['requestAnnualReturns', 'storedRequest', 'getAnnualReturnsRequest', 'saveAs'],
  },
  { sources: folder('service', 'masking'), tests: ['masking', 'shownAddress', 'maskReply'] },
  { sources: folder('service', 'fileName'), tests: ['saveAs', 'receive'] },
  { sources: folder('transport', 'httpReply receive'), tests: ['receive', 'requests'] },
  { sources: folder('service', 'endpoints http'), tests: ['requests', 'settings', 'credential'] },
  { sources: folder('service', 'settings'), tests: ['settings', 'credential', 'requests'] },
  {
    sources: folder('credentials/companyScreeningApi', 'authenticate credentialTest postForm renewToken'),
    tests: ['credential', 'credentialTest'],
  },
  { sources: folder('service', 'reportedError'), tests: ['reply', 'wordsOfReplies'] },
  { sources: folder('output', 'errors'), tests: ['errors', 'description'] },
  {
    sources: folder('output', 'output presentation runHint'),
    tests: ['output', 'inputFields', 'columns', 'presentation', 'safeText', 'runMessages'],
  },
  { sources: folder('output', 'runMessages messageSections'), tests: ['runMessages'] },
  { sources: folder('output', 'summaryItem'), tests: ['summaryItem', 'output'] },
  { sources: folder('names', 'ownWorkbook'), tests: ['cellText', 'writeWorkbook', 'lists/workbookList'] },
  {
    sources: folder('workbook', 'columnWidths sheetPart stylesPart writeWorkbook'),
    tests: ['writeWorkbook'],
  },
  {
    sources: folder(
      'operations/workbook',
      'belief companyRows createWorkbook givenItems itemCells ownFields pageLayout proof screeningWorkbook sheetTables summarySheet workbookCompanies',
    ),
    tests: [
      'createWorkbook',
      'contradictedItems',
      'otherNamesInWorkbook',
      'pageLayout',
      'workbooks.property',
    ],
  },
  {
    sources: folder('lists', 'headings title usualHeadings'),
    tests: ['lists/headings', 'lists/usualHeadings', 'lists/rows', 'lists/textList', 'lists/workbookList'],
  },
  {
    sources: folder('lists', 'listChecks listRow rows'),
    tests: [
      'lists/rows',
      'lists/textList',
      'lists/totals',
      'lists/unseen',
      'lists/workbookList',
      'readCompanyList',
      'bounds',
      'showFound',
    ],
  },
  { sources: folder('operations/lists', 'foundList'), tests: ['showFound'] },
  {
    sources: [...folder('lists', 'givenList'), ...folder('operations/lists', 'inputFile')],
    tests: ['readCompanyList'],
  },
  { sources: folder('lists', 'csv'), tests: ['lists/csv', 'lists/textList', 'lists/delimiter'] },
  { sources: folder('lists', 'textList'), tests: ['lists/delimiter', 'lists/textList'] },
  { sources: folder('lists', 'fileKind'), tests: ['lists/fileKind'] },
  {
    sources: folder('lists', 'decode'),
    tests: ['lists/decode', 'lists/western', 'lists/otherReadings', 'lists/textList'],
  },
  {
    sources: [...folder('lists/workbook', 'workbookList'), ...folder('lists', 'cell')],
    tests: ['lists/workbookList', 'lists/rows'],
  },
  {
    sources: folder('lists/workbook', 'choice'),
    tests: ['createWorkbook', 'lists/workbookList', 'lists/ownTexts', 'showFound'],
  },
  {
    sources: folder('lists/workbook', 'numberFormat'),
    tests: ['lists/dates', 'lists/numberFormat', 'lists/ods'],
  },
  {
    sources: folder('lists/workbook', 'odsFormat odsSheet openWorkbook'),
    tests: [
      'lists/ods',
      'lists/unseen',
      'lists/xlsx',
      'lists/archive',
      'lists/workbookFile',
      'lists/workbookList',
    ],
  },
  {
    sources: folder('lists/workbook', 'xlsxFormat xlsxSheet'),
    tests: [
      'lists/xlsx',
      'lists/unseen',
      'lists/archive',
      'lists/workbookFile',
      'lists/ods',
      'lists/workbookList',
    ],
  },
  {
    sources: folder('lists/workbook', 'workbookProblem ranges workbookFile xml'),
    tests: [
      'lists/xml',
      'lists/range',
      'lists/archive',
      'lists/workbookFile',
      'lists/xlsx',
      'lists/ods',
      'lists/workbookList',
    ],
  },
  {
    sources: folder('lists/workbook', 'archive'),
    tests: ['lists/archive', 'lists/workbookFile', 'lists/xlsx', 'lists/ods', 'lists/workbookList'],
  },
  {
    sources: [
      ...folder('register/facts', 'archivedIds history'),
      ...folder('register/archive', 'closing pastScreenings'),
      ...folder('register/rows', 'archiveRows packs removedData'),
      ...folder('register/watch', 'losses'),
    ],
    tests: [
      'register/archive/archivedIds',
      'register/archive/closedMeanwhile',
      'register/archive/closing',
      'register/archive/losses',
      'register/archive/packs',
      'register/archive/pastScreenings',
      'register/removal/prune',
      'register/removal/forget',
      'register/changes',
      'register/history',
      'register/keyNames',
      'register/news',
      'register/everyCompany',
    ],
  },
  {
    sources: folder('register/removal', 'deleting prune traces unneeded unneededReports'),
    tests: ['register/removal/prune', 'register/removal/forget'],
  },
  { sources: folder('register/removal', 'forget'), tests: ['register/removal/forget'] },
  {
    sources: folder('operations/upkeep', 'deletingWords forgetCompany pruneRegister'),
    tests: ['forgetCompany', 'pruneRegister', 'recordDecision'],
  },
  {
    sources: folder('operations/reports', 'getHistory'),
    tests: ['getHistory', 'openCases', 'getFromRegister', 'unansweredRun'],
  },
  {
    sources: [
      ...folder('register/facts', 'answerQueries lateDoubts liveness companyState'),
      ...folder('register/companies', 'companyResult'),
      ...folder('register/rows', 'doubtRows'),
    ],
    tests: [
      'register/deletedRows',
      'register/registerRows',
      'register/companyState',
      'register/rules',
      'register/timing',
      'register/everyCompany',
      'register/room',
      'filters',
      'register/decisions/record',
    ],
  },
  {
    sources: folder('register/rows', 'answerRows cells claimRows identity'),
    tests: [
      'register/everyCompany',
      'register/registerRows',
      'register/companyState',
      'register/problems',
      'register/changes',
      'register/history',
      'register/keyNames',
      'register/news',
    ],
  },
  { sources: folder('register/rows', 'runRows'), tests: ['register/runRows'] },
  {
    sources: folder('register/facts', 'keyNames'),
    tests: [
      'register/changes',
      'register/history',
      'register/keyNames',
      'register/news',
      'register/everyCompany',
    ],
  },
  {
    sources: [...folder('register/facts', 'news'), ...folder('register/rows', 'reportRows')],
    tests: ['register/registerRows', 'register/news'],
  },
  { sources: folder('register/companies', 'undelivered'), tests: ['register/undelivered'] },
  {
    sources: folder('register/watch', 'problems runFigures'),
    tests: ['register/problems', 'register/runFigures'],
  },
  {
    sources: [
      ...folder('register/companies', 'everyCompany'),
      ...folder('register/facts', 'size'),
      ...folder('operations/shared', 'registerReading'),
    ],
    tests: [
      'register/everyCompany',
      'register/room',
      'filters',
      'register/decisions/record',
      'openCases',
      'getFromRegister',
      'unansweredRun',
    ],
  },
  {
    sources: [
      ...folder('register/decisions', 'record remarks'),
      ...folder('register/cases', 'cases equalHits steps'),
      ...folder('register/facts', 'decisionChain'),
      ...folder('register/companies', 'deskCases'),
      ...folder('names', 'people'),
      ...folder('register/rows', 'decisionRows'),
    ],
    tests: [
      'register/decisions/cases',
      'register/decisions/steps',
      'register/decisions/chain',
      'register/decisions/record',
      'register/decisions/remarks',
      'register/decisions/recordedTwice',
      'equalHits',
      'unansweredRun',
    ],
  },
  {
    sources: folder('operations/upkeep', 'markAsReported'),
    tests: ['markAsReported'],
  },
  { sources: folder('operations/reports', 'figures'), tests: ['figures', 'createReport'] },
  { sources: folder('register/cases', 'decisionFigures'), tests: ['register/decisions/decisionFigures'] },
  {
    sources: folder('operations/desk', 'decisionWords recordDecision'),
    tests: [
      'recordDecision',
      'forgetCompany',
      'pruneRegister',
      'openCases',
      'equalHits',
      'unansweredRun',
      'register/decisions/remarks',
    ],
  },
  {
    sources: [
      ...folder('operations/desk', 'casePages openCaseItems openCases'),
      ...folder('operations/reports', 'getDecisions'),
    ],
    tests: ['openCases', 'equalHits', 'getFromRegister', 'unansweredRun'],
  },
  {
    sources: [
      ...folder('operations/reports', 'createReport report reportSections'),
      ...folder('operations/shared', 'html'),
    ],
    tests: ['report', 'createReport', 'openCases'],
  },
];

/** Parts of the names of files that decide nothing, or that only n8n itself can judge. */
export const NOT_JUDGED = [
  // Texts that n8n shows, and code that puts the parts together.
  'CompanyScreening.node.ts',
  'CompanyScreeningApi.credentials.ts',
  'builderHint.ts',
  'operations/shared/derivedFields.ts',
  'annualReturnsFields.ts',
  'getFromRegisterFields.ts',
  'registerOperationFields.ts',
  'screenCompanyFields.ts',
  'shownFields.ts',
  'workbook/content.ts',
  'testScreeningFields.ts',
  'operations/index.ts',
  'operations/shared/operation.ts',
  // Opens the register and reports what was kept: test/integration/keptAnnualReturns.test.ts.
  'run/register/followUp.ts',
  // Read Company List, as a whole in test/integration and test/e2e.
  'operations/lists/readCompanyList.ts',
  'operations/lists/readCompanyListFields.ts',
  // n8n's data tables, and the protocol with its state, which the model of the register judges.
  'register/dataTables/',
  'register/facts/knowledge.ts',
  'register/protocol/messages.ts',
  'register/protocol/calls.ts',
  'register/protocol/claiming.ts',
  'register/protocol/companyResults.ts',
  'register/protocol/conclusion.ts',
  'register/protocol/reads.ts',
  'register/protocol/ownRun.ts',
  'register/protocol/permission.ts',
  'register/protocol/state.ts',
  'register/protocol/protocol.ts',
  'register/protocol/rules.ts',
  'register/protocol/storing.ts',
  'register/protocol/register.ts',
  'register/port/tables.ts',
  'register/rows/columns.ts',
];

/** Every source, from the project's root. */
export const SOURCES = ['nodes', 'credentials'].flatMap((path) =>
  readdirSync(join(projectFolder, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(path, name)),
);

function groupOfOwnTest(source: string): Group[] {
  const name = basename(source, '.ts');
  const isListed =
    LISTED.some(({ sources }) => sources.includes(source)) ||
    NOT_JUDGED.some((part) => source.includes(part));
  const hasTest = existsSync(join(projectFolder, `test/unit/${name}.test.ts`));
  return !isListed && hasTest ? [{ sources: [source], tests: [name] }] : [];
}

export const GROUPS: readonly Group[] = [...LISTED, ...SOURCES.flatMap(groupOfOwnTest)];
