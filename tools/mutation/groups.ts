// What decides verdicts, payments, secrets and retries, and the unit tests that have to notice any change to it.

export interface Group {
  sources: string[];
  /** The tests that judge them: names in test/unit, without `.test.ts`. Few, so that a change is tried in a second. */
  tests: string[];
  /** If the sources keep something from one test to the next, so that any test may notice any change. */
  keepsSomething?: true;
}

const room = (folder: string, names: string) =>
  names
    .split(' ')
    .map(
      (name) => `${folder.startsWith('credentials/') ? '' : 'nodes/CompanyScreening/'}${folder}/${name}.ts`,
    );

export const GROUPS: Group[] = [
  { sources: room('service', 'contradictions outcome'), tests: ['outcome', 'bounds', 'carefulVerdict'] },
  {
    sources: room('service', 'contract'),
    tests: ['screening', 'register/rules', 'contract', 'outcome', 'bounds'],
  },
  { sources: room('service', 'replyAge staleness'), tests: ['replyAge', 'outcome'] },
  {
    sources: [
      ...room('operations/screening', 'screeningOutput verdict'),
      ...room('operations/shared', 'requestTask'),
    ],
    tests: ['verdict'],
  },
  {
    sources: room('names', 'companyName encodingDamage invalidItem lookAlikes plainText'),
    tests: [
      'companyName',
      'scriptsOfNames',
      'latinReading',
      'windows1252',
      'output',
      'lists/otherReadings',
      'bounds',
      'hostileTexts',
      'safeText',
    ],
  },
  { sources: room('names', 'registrationNumber'), tests: ['registrationNumber'] },
  { sources: room('names', 'itemKeys'), tests: ['inputFields', 'workbooks.property', 'severalNames'] },
  { sources: room('names', 'otherNames'), tests: ['otherNames', 'bounds'] },
  { sources: room('names', 'alterations legalForms'), tests: ['alterations'] },
  { sources: room('comparison', 'compare country matches'), tests: ['comparison'], keepsSomething: true },
  {
    sources: room('service', 'json reply'),
    tests: ['reply', 'wordsOfReplies', 'json', 'quotation', 'statusAdvice'],
  },
  { sources: room('service', 'hitFingerprint'), tests: ['hitFingerprint'] },
  {
    sources: room('operations/screening', 'control items readItem screenCompany task'),
    tests: [
      'severalNames',
      'screenCompany',
      'recalledChanges',
      'registerSwitch',
      'dryRun',
      'items',
      'compared',
    ],
  },
  {
    sources: room('operations/screening', 'screening'),
    tests: ['screening', 'severalNames', 'screenCompany', 'recalledChanges'],
  },
  {
    sources: room('operations/screening', 'screenings'),
    tests: ['severalNames', 'recalledChanges', 'recall', 'screenCompany', 'registerSwitch'],
  },
  { sources: room('operations/screening', 'recall'), tests: ['recalledChanges', 'recall'] },
  {
    sources: room('operations/screening', 'compared simplified'),
    tests: ['recalledChanges', 'items', 'severalNames', 'compared', 'screenCompany'],
  },
  { sources: room('operations/screening', 'alert'), tests: ['alert'] },
  { sources: room('names', 'messageParts'), tests: ['alert', 'receiptMessage'] },
  { sources: room('service', 'failure'), tests: ['workState', 'errors', 'network'] },
  { sources: room('batch', 'pace retry'), tests: ['batch', 'allowance', 'refusals'] },
  { sources: room('batch', 'pool'), tests: ['batch'] },
  {
    sources: [...room('batch', 'circuitBreaker outageRules'), ...room('run', 'outage')],
    tests: ['breaker', 'outage', 'outageModel', 'sending'],
  },
  { sources: room('batch', 'time'), tests: ['ending', 'time'] },
  {
    sources: room('run', 'attempts firstTask repetition run runStop sending taskSender turns'),
    tests: [
      'run',
      'sending',
      'repetition',
      'several',
      'keptRun',
      'companyCounts.property',
      'receiptFacts',
      'receiptMessage',
    ],
  },
  { sources: room('register/removal', 'laterFailure'), tests: ['register/laterFailure'] },
  {
    sources: [
      ...room('run', 'books several'),
      ...room('run/register', 'registerList'),
      ...room('operations/shared', 'storedVerdict'),
    ],
    tests: ['keptResult', 'several', 'run', 'keptRun', 'receiptFacts', 'keptBooks'],
  },
  {
    sources: room('run/register', 'messageEntries registerBooks registerCounts runSettings'),
    tests: [
      'receiptFacts',
      'keptRun',
      'keptBooks',
      'run',
      'several',
      'keptResult',
      'changeCounts',
      'receiptMessage',
    ],
  },
  {
    sources: [...room('run/register', 'dryRun listCheck'), ...room('register/protocol', 'forecast')],
    tests: ['dryRun', 'lostNumbers', 'register/otherKeys'],
  },
  { sources: room('register/companies', 'otherKeys'), tests: ['lostNumbers', 'register/otherKeys'] },
  {
    sources: [
      ...room('run/register', 'registerFailure'),
      ...room('operations/shared', 'keeping'),
      ...room('operations/screening', 'registerSettings'),
    ],
    tests: ['registerSwitch', 'keptRun', 'markAsReported'],
  },
  {
    sources: [
      ...room('operations/screening', 'storedCompany'),
      ...room('operations/reports', 'getFromRegister'),
    ],
    tests: ['getFromRegister', 'openCases'],
  },
  {
    sources: [
      ...room('operations/testScreening', 'plan results testItems testScreening testedScreening'),
      ...room('run', 'testing'),
    ],
    tests: ['judgement', 'testScreening'],
  },
  {
    sources: [...room('register/watch', 'testProblems'), ...room('register/rows', 'testRows')],
    tests: ['register/testRows', 'register/testProblems'],
  },
  { sources: room('run', 'evidence'), tests: ['evidence'] },
  { sources: room('run', 'itemState'), tests: ['itemState', 'keptRun'] },
  {
    sources: [...room('operations/shared', 'companyCounts sameCompany'), ...room('run', 'runCounts')],
    tests: ['companyCounts.property'],
  },
  {
    sources: [...room('register/facts', 'dueness'), ...room('run', 'calendar')],
    tests: ['register/dueness'],
  },
  {
    sources: room('run', 'parameterChecks'),
    tests: ['emptyExpressions', 'currentItem', 'local', 'testScreening', 'recordDecision'],
  },
  { sources: room('run', 'local parameters progress'), tests: ['local', 'parameters', 'progress'] },
  { sources: room('transport', 'heldToken transport'), tests: ['transport', 'heldToken'] },
  { sources: room('transport', 'noReply'), tests: ['network', 'noReply'] },
  { sources: room('operations/shared', 'optionKinds options'), tests: ['options', 'optionValues'] },
  {
    sources: [
      ...room(
        'operations/annualReturns',
        'acknowledgement getAnnualReturnsRequest requestAnnualReturns requestState storedRequest',
      ),
      ...room('service', 'annualReturns'),
    ],
    tests: ['requestAnnualReturns', 'keptRequest', 'getAnnualReturnsRequest', 'saveAs'],
  },
  { sources: room('service', 'masking'), tests: ['masking', 'shownAddress', 'maskReply'] },
  { sources: room('service', 'fileName'), tests: ['saveAs', 'receive'] },
  { sources: room('transport', 'httpReply receive'), tests: ['receive', 'requests'] },
  { sources: room('service', 'endpoints http'), tests: ['requests', 'settings', 'credential'] },
  { sources: room('service', 'token'), tests: ['token'] },
  { sources: room('service', 'settings'), tests: ['settings', 'credential', 'requests'] },
  {
    sources: room('credentials/companyScreeningApi', 'authenticate credentialTest postForm renewToken'),
    tests: ['credential', 'credentialTest'],
  },
  { sources: room('service', 'reportedError'), tests: ['reply', 'wordsOfReplies', 'statusAdvice'] },
  { sources: room('output', 'errors'), tests: ['errors', 'description'] },
  { sources: room('output', 'stopError'), tests: ['stopError'] },
  {
    sources: room('output', 'itemFields output presentation runHint'),
    tests: ['output', 'inputFields', 'columns', 'presentation', 'safeText', 'receiptMessage'],
  },
  { sources: room('output', 'receiptMessage receiptSections'), tests: ['receiptMessage'] },
  { sources: room('output', 'summaryItem'), tests: ['summaryItem', 'output'] },
  { sources: room('names', 'ownWorkbook'), tests: ['cellText'] },
  { sources: room('workbook', 'columnWidths sheetPart stylesPart writeWorkbook'), tests: ['writeWorkbook'] },
  {
    sources: room(
      'operations/workbook',
      'belief companyRows createWorkbook facts givenItems itemCells ownColumns ownFields pageLayout proof screeningWorkbook sheetTables summarySheet workbookCompanies',
    ),
    tests: ['createWorkbook', 'otherNamesInWorkbook', 'pageLayout', 'workbooks.property'],
  },
  {
    sources: room('lists', 'headings usualHeadings'),
    tests: ['lists/headings', 'lists/usualHeadings', 'lists/rows', 'lists/textList'],
  },
  {
    sources: room('lists', 'listChecks listRow rows'),
    tests: [
      'lists/rows',
      'lists/textList',
      'lists/totals',
      'lists/workbookList',
      'readCompanyList',
      'bounds',
    ],
  },
  { sources: room('lists', 'seenList'), tests: ['showFound'] },
  { sources: room('operations/lists', 'foundForm foundList'), tests: ['showFound'] },
  { sources: room('lists', 'givenList'), tests: ['readCompanyList'] },
  { sources: room('lists', 'csv'), tests: ['lists/csv', 'lists/textList', 'lists/delimiter'] },
  { sources: room('lists', 'textList'), tests: ['lists/delimiter', 'lists/textList'] },
  { sources: room('lists', 'fileKind'), tests: ['lists/fileKind'] },
  { sources: room('lists', 'encoding'), tests: ['lists/western', 'lists/otherReadings', 'lists/decode'] },
  { sources: room('lists', 'decode'), tests: ['lists/decode', 'lists/textList'] },
  {
    sources: [...room('lists/workbook', 'workbookList'), ...room('lists', 'cell')],
    tests: ['lists/workbookList', 'lists/rows'],
  },
  {
    sources: room('lists/workbook', 'choice'),
    tests: ['createWorkbook', 'lists/workbookList', 'lists/ownTexts', 'showFound'],
  },
  { sources: room('lists/workbook', 'numberFormat'), tests: ['lists/dates', 'lists/numberFormat'] },
  {
    sources: room('lists/workbook', 'odsFormat odsSheet openWorkbook'),
    tests: [
      'lists/ods',
      'lists/unseen',
      'lists/xlsx',
      'lists/archive',
      'lists/workbookFile',
      'lists/workbookList',
    ],
  },
  { sources: room('lists/workbook', 'xlsxFormat xlsxSheet'), tests: ['lists/xlsx', 'lists/unseen'] },
  {
    sources: room('lists/workbook', 'workbookFile xml'),
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
    sources: room('lists/workbook', 'archive parts'),
    tests: ['lists/archive', 'lists/workbookFile', 'lists/xlsx', 'lists/ods', 'lists/workbookList'],
  },
  {
    sources: [
      ...room('register/facts', 'archivedIds history'),
      ...room('register/archive', 'closing pastScreenings'),
      ...room('register/rows', 'archiveRows packs removedData'),
      ...room('register/watch', 'losses'),
    ],
    tests: [
      'register/archive/archivedIds',
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
      'register/settled',
      'register/rules',
    ],
  },
  {
    sources: room('register/removal', 'deleting prune prunePlan traces unneeded unneededReports'),
    tests: ['register/removal/prune', 'register/removal/forget'],
  },
  { sources: room('register/removal', 'archivedTraces forget'), tests: ['register/removal/forget'] },
  {
    sources: [
      ...room('operations/upkeep', 'deletingWords forgetCompany pruneRegister'),
      ...room('operations/desk', 'responsible'),
    ],
    tests: ['forgetCompany', 'pruneRegister', 'recordDecision'],
  },
  { sources: room('operations/reports', 'getHistory'), tests: ['getHistory'] },
  {
    sources: [
      ...room('register/facts', 'lateDoubts liveness standing'),
      ...room('register/companies', 'companyResult'),
      ...room('register/rows', 'doubtRows'),
      ...room('register/protocol', 'judgement recovery'),
    ],
    tests: [
      'register/deletedRows',
      'register/registerRows',
      'register/standing',
      'register/rules',
      'register/settled',
      'register/everyCompany',
      'register/room',
      'filters',
      'register/decisions/record',
    ],
  },
  {
    sources: room('register/rows', 'answerRows cells claimRows identity'),
    tests: [
      'register/registerRows',
      'register/standing',
      'register/rules',
      'register/problems',
      'register/changes',
      'register/history',
      'register/keyNames',
      'register/news',
      'register/settled',
    ],
  },
  { sources: room('register/rows', 'runRows'), tests: ['register/runRows'] },
  {
    sources: room('register/facts', 'changes keyNames'),
    tests: [
      'register/changes',
      'register/history',
      'register/keyNames',
      'register/news',
      'register/settled',
      'register/rules',
    ],
  },
  {
    sources: [...room('register/facts', 'news'), ...room('register/rows', 'reportRows')],
    tests: ['register/registerRows', 'register/news'],
  },
  { sources: room('register/companies', 'untold'), tests: ['register/untold'] },
  {
    sources: room('register/watch', 'problems runFigures'),
    tests: ['register/problems', 'register/runFigures'],
  },
  {
    sources: [
      ...room('register/companies', 'everyCompany'),
      ...room('register/facts', 'size'),
      ...room('operations/shared', 'registerReading'),
    ],
    tests: [
      'register/everyCompany',
      'register/settled',
      'register/room',
      'filters',
      'register/decisions/record',
      'openCases',
      'getFromRegister',
      'killedRun',
    ],
  },
  {
    sources: [
      ...room('register/decisions', 'record remarks'),
      ...room('register/cases', 'cases listed steps'),
      ...room('register/facts', 'decisionChain'),
      ...room('register/companies', 'deskCases killedRuns'),
      ...room('names', 'people'),
      ...room('register/rows', 'decisionRows'),
    ],
    tests: [
      'register/decisions/cases',
      'register/decisions/steps',
      'register/decisions/chain',
      'register/decisions/record',
      'register/decisions/remarks',
      'register/decisions/recordedTwice',
      'killedRun',
    ],
  },
  { sources: room('operations/screening', 'decided'), tests: ['decided'] },
  {
    sources: [...room('operations/upkeep', 'markAsReported'), ...room('operations/shared', 'answer')],
    tests: ['markAsReported'],
  },
  { sources: room('operations/reports', 'sample'), tests: ['sample'] },
  { sources: room('operations/reports', 'figures'), tests: ['figures'] },
  { sources: room('register/companies', 'casesAt'), tests: ['register/casesAt'] },
  { sources: room('register/cases', 'decisionFigures'), tests: ['register/decisions/decisionFigures'] },
  { sources: room('operations/reports', 'whatIsWrong'), tests: ['whatIsWrong'] },
  { sources: room('operations/desk', 'decisionWords recordDecision'), tests: ['recordDecision'] },
  {
    sources: [
      ...room('operations/desk', 'casePages openCaseItems openCases'),
      ...room('operations/reports', 'getDecisions runs'),
    ],
    tests: ['openCases', 'getFromRegister', 'killedRun'],
  },
  {
    sources: [
      ...room('operations/desk', 'hitComparison'),
      ...room('operations/reports', 'createReport report reportSections'),
      ...room('operations/shared', 'html'),
    ],
    tests: ['report', 'createReport', 'openCases'],
  },
];

/** Parts of the names of files that decide nothing, or that only n8n itself can judge. */
export const NOT_JUDGED = [
  // What n8n shows, and what puts the parts together.
  'CompanyScreening.node.ts',
  'CompanyScreeningApi.credentials.ts',
  'builderHint.ts',
  'operations/shared/derivedFields.ts',
  'annualReturnsFields.ts',
  'getFromRegisterFields.ts',
  'keepInRegisterFields.ts',
  'registerOperationFields.ts',
  'screenCompanyFields.ts',
  'screeningOutput.ts',
  'createWorkbookFields.ts',
  'proofFields.ts',
  'shownFields.ts',
  'ownWorkbook.ts',
  'workbook/content.ts',
  'testScreeningFields.ts',
  'operations/index.ts',
  'operations/shared/answer.ts',
  'operations/shared/registerTask.ts',
  'operations/shared/registerTask.ts',
  'operations/shared/operation.ts',
  // Opens the register and says what was kept: test/integration/keptAnnualReturns.test.ts.
  'run/register/followUp.ts',
  'operations/shared/requestTask.ts',
  // Read Company List, as a whole in test/integration and test/e2e.
  'operations/lists/moreColumns.ts',
  'operations/lists/readCompanyList.ts',
  'operations/lists/readCompanyListFields.ts',
  // n8n's data tables, and the protocol with its state, which the model of the register judges.
  'register/dataTables/',
  'register/facts/knowledge.ts',
  'register/protocol/messages.ts',
  'register/protocol/calls.ts',
  'register/protocol/claiming.ts',
  'register/protocol/conclusion.ts',
  'register/protocol/looking.ts',
  'register/protocol/looking.ts',
  'register/protocol/looking.ts',
  'register/protocol/ownRun.ts',
  'register/protocol/state.ts',
  'register/protocol/protocol.ts',
  'register/protocol/rules.ts',
  'register/protocol/conclusion.ts',
  'register/protocol/state.ts',
  'register/protocol/storing.ts',
  'register/facts/standing.ts',
  'register/protocol/register.ts',
  'register/port/tables.ts',
  'register/port/tables.ts',
  'register/rows/columns.ts',
  'subWorkflow/',
  // Sentences and headings, each in its place in a table: what stands where is decided by those who read them.
  'operations/desk/decisionWords.ts',
  'operations/desk/hitComparison.ts',
  'operations/shared/keeping.ts',
];
