// What decides verdicts, payments, secrets and retries, and the unit tests that have to notice any change to it.

export interface Group {
  sources: string[];
  /** The tests that judge them: names in test/unit, without `.test.ts`. Few, so that a change is tried in a second. */
  tests: string[];
  /** If the sources keep something from one test to the next, so that any test may notice any change. */
  keepsSomething?: true;
}

const room = (folder: string, names: string) =>
  names.split(' ').map((name) => `nodes/CompanyScreening/${folder}/${name}.ts`);

export const GROUPS: Group[] = [
  // Verdicts
  { sources: room('service', 'outcome contradictions'), tests: ['outcome', 'bounds'] },
  { sources: room('service', 'comparedId'), tests: ['screening', 'register/rules'] },
  { sources: room('service', 'recordDates replyAge staleness'), tests: ['replyAge', 'outcome'] },
  {
    sources: [
      ...room('operations/screenCompany', 'verdict screeningCounts'),
      ...room('operations', 'idOwners'),
    ],
    tests: ['verdict'],
  },
  {
    sources: room(
      'names',
      'companyName lookAlikes latinReading encodingDamage windows1252 plainText invalidItem unevaluated',
    ),
    tests: ['companyName', 'scriptsOfNames', 'latinReading', 'windows1252', 'output', 'lists/otherReadings'],
  },
  { sources: room('names', 'registrationNumber'), tests: ['registrationNumber'] },
  { sources: room('names', 'itemKeys'), tests: ['inputFields', 'workbooks.property', 'severalNames'] },
  { sources: room('names', 'otherNames'), tests: ['otherNames', 'bounds'] },
  { sources: room('names', 'normalized'), tests: ['bounds', 'hostileTexts'] },
  { sources: room('names', 'alterations legalForms'), tests: ['alterations'] },
  {
    sources: room('comparison', 'compare country matches'),
    tests: ['comparison'],
    keepsSomething: true,
  },
  { sources: room('service', 'contract'), tests: ['contract', 'outcome', 'bounds'] },
  { sources: room('service', 'reply json'), tests: ['reply', 'wordsOfReplies', 'json'] },
  { sources: room('service', 'hitFingerprint'), tests: ['hitFingerprint'] },
  {
    sources: room('operations/screenCompany', 'screenCompany task readItem control askedNames nameFields'),
    tests: ['severalNames', 'screenCompany', 'recalledChanges', 'registerSwitch', 'dryRun'],
  },
  {
    sources: room('operations/screenCompany', 'screening'),
    tests: ['screening', 'severalNames', 'screenCompany', 'recalledChanges'],
  },
  {
    sources: room('operations/screenCompany', 'screenings'),
    tests: ['severalNames', 'recalledChanges', 'recall', 'screenCompany', 'registerSwitch'],
  },
  { sources: room('operations/screenCompany', 'recall goneItems'), tests: ['recalledChanges', 'recall'] },
  {
    sources: room('operations/screenCompany', 'items simplified raw compared'),
    tests: ['recalledChanges', 'items', 'severalNames', 'compared', 'screenCompany'],
  },
  { sources: room('operations/screenCompany', 'alert alertMessages'), tests: ['alert'] },
  { sources: room('names', 'messageParts'), tests: ['alert', 'receiptMessage'] },
  // Payments and retries
  { sources: room('service', 'workState failure'), tests: ['workState', 'errors'] },
  { sources: room('service', 'carefulVerdict'), tests: ['carefulVerdict'] },
  { sources: room('batch', 'retry pace allowance'), tests: ['batch', 'allowance', 'refusals'] },
  { sources: room('batch', 'pool'), tests: ['batch'] },
  {
    sources: [...room('batch', 'breaker gate'), ...room('run', 'gates outage passage')],
    tests: ['breaker', 'outage', 'outageModel', 'sending'],
  },
  { sources: room('batch', 'ending time'), tests: ['ending', 'time'] },
  {
    sources: room('run', 'run sending taskSender turns runStop attempts itemConclusion repetition'),
    tests: ['run', 'sending', 'repetition', 'several', 'keptRun'],
  },
  { sources: room('run', 'firstTask'), tests: ['run', 'sending'] },
  { sources: room('register', 'laterFailure'), tests: ['register/laterFailure'] },
  {
    sources: [...room('run', 'books keptResult several'), ...room('operations', 'held')],
    tests: ['keptResult', 'several', 'run', 'keptRun'],
  },
  {
    sources: room('run', 'keptBooks keptList keptNotes owedCompanies rememberedAnswers runSettings'),
    tests: ['receiptFacts', 'keptRun', 'keptBooks', 'run', 'several', 'keptResult'],
  },
  { sources: [...room('run', 'dryRun listCheck'), ...room('register', 'forecast')], tests: ['dryRun'] },
  {
    sources: [...room('run', 'lostNumbers'), ...room('register', 'otherKeys')],
    tests: ['lostNumbers', 'register/otherKeys'],
  },
  {
    sources: [
      ...room('run', 'registerFailure'),
      ...room('operations', 'keeping'),
      ...room('operations/screenCompany', 'registerSettings'),
    ],
    tests: ['registerSwitch', 'keptRun', 'markAsReported'],
  },
  {
    sources: [
      ...room('operations/screenCompany', 'storedCompany'),
      ...room('operations/register', 'getFromRegister'),
    ],
    tests: ['getFromRegister', 'openCases'],
  },
  // A test of the screening
  {
    sources: [
      ...room(
        'operations/testScreening',
        'askedTexts judgement keptTest knownNames plan results testItems testScreening testedScreening',
      ),
      ...room('run', 'testing'),
    ],
    tests: ['judgement', 'testScreening'],
  },
  {
    sources: [...room('register', 'testProblems'), ...room('register/rows', 'testRows')],
    tests: ['register/testRows', 'register/testProblems'],
  },
  { sources: room('run', 'evidence'), tests: ['evidence'] },
  { sources: room('run', 'itemState'), tests: ['itemState'] },
  {
    sources: [...room('operations', 'companyCounts sameCompany'), ...room('run', 'plainCompanies runCounts')],
    tests: ['companyCounts.property'],
  },
  {
    sources: [...room('register', 'dueness'), ...room('run', 'calendar')],
    tests: ['register/dueness'],
  },
  { sources: room('run', 'emptyExpressions'), tests: ['emptyExpressions'] },
  { sources: room('run', 'currentItem'), tests: ['currentItem'] },
  { sources: room('run', 'agents'), tests: ['local', 'testScreening', 'recordDecision'] },
  { sources: room('run', 'changeCounts'), tests: ['changeCounts'] },
  { sources: room('operations', 'emptyList'), tests: ['keptRun'] },
  {
    sources: room('run', 'tidings reportStatements waitingCases unreached'),
    tests: ['receiptFacts', 'receiptMessage', 'keptRun'],
  },
  { sources: room('run', 'local parameters progress'), tests: ['local', 'parameters', 'progress'] },
  { sources: room('transport', 'transport heldToken'), tests: ['transport', 'heldToken'] },
  { sources: room('transport', 'noReply networkProblem'), tests: ['network', 'noReply'] },
  { sources: room('service', 'network'), tests: ['network'] },
  { sources: room('operations', 'options optionKinds'), tests: ['options', 'optionValues'] },
  {
    sources: [
      ...room(
        'operations/annualReturns',
        'requestAnnualReturns acknowledgement keptRequest storedRequest getAnnualReturnsRequest requestItem requestState saveAs',
      ),
      ...room('operations', 'waitBeforeNext'),
      ...room('service', 'annualReturns'),
    ],
    tests: ['requestAnnualReturns', 'keptRequest', 'getAnnualReturnsRequest', 'saveAs'],
  },
  // Secrets
  { sources: room('service', 'masking shownAddress'), tests: ['masking', 'shownAddress'] },
  { sources: room('service', 'quotation'), tests: ['quotation', 'wordsOfReplies'] },
  { sources: room('service', 'fileName'), tests: ['saveAs', 'receive'] },
  { sources: room('service', 'maskReply'), tests: ['maskReply'] },
  { sources: room('transport', 'receive httpReply largeReplies'), tests: ['receive', 'requests'] },
  { sources: room('service', 'http endpoints'), tests: ['requests'] },
  { sources: room('service', 'token tokenExchange'), tests: ['token'] },
  { sources: room('service', 'settings authentication'), tests: ['settings', 'credential', 'requests'] },
  {
    sources: ['authenticate', 'credentialTest', 'postForm', 'renewToken'].map(
      (name) => `credentials/companyScreeningApi/${name}.ts`,
    ),
    tests: ['credential', 'credentialTest'],
  },
  // What people read
  {
    sources: room('service', 'reportedError errorCatalogs statusAdvice'),
    tests: ['reply', 'wordsOfReplies', 'statusAdvice'],
  },
  { sources: room('output', 'errors description'), tests: ['errors', 'description'] },
  { sources: room('output', 'stopError'), tests: ['stopError'] },
  {
    sources: room('output', 'output runHint itemFields presentation shownInput'),
    tests: ['output', 'inputFields', 'columns', 'presentation', 'safeText'],
  },
  { sources: room('names', 'safeText'), tests: ['safeText'] },
  { sources: room('output', 'receiptMessage receiptSections answeredWords'), tests: ['receiptMessage'] },
  { sources: room('output', 'summaryItem'), tests: ['summaryItem', 'output'] },
  // The workbook
  { sources: room('names', 'cellText'), tests: ['cellText'] },
  {
    sources: room('workbook', 'columnWidths packageParts sheetPart stylesPart writeWorkbook xmlText'),
    tests: ['writeWorkbook'],
  },
  {
    sources: room(
      'operations/createWorkbook',
      'belief companyHits companyRows createWorkbook facts givenItems itemCells ownColumns ownFields pageLayout proof screeningWorkbook sheetTables summarySheet workbookCompanies',
    ),
    tests: ['createWorkbook', 'otherNamesInWorkbook', 'pageLayout', 'workbooks.property'],
  },
  // Lists
  // Not judged by `longLists`: a list of 50 MB for each change would take days.
  {
    sources: room('lists', 'headings usualHeadings'),
    tests: ['lists/headings', 'lists/usualHeadings', 'lists/rows', 'lists/textList'],
  },
  {
    sources: room('lists', 'listRow otherList rows'),
    tests: ['lists/rows', 'lists/textList', 'lists/totals', 'lists/workbookList', 'readCompanyList'],
  },
  { sources: room('lists', 'listSize'), tests: ['bounds'] },
  { sources: room('lists', 'seenList'), tests: ['showFound'] },
  {
    sources: room('operations/readCompanyList', 'foundList foundForm'),
    tests: ['showFound'],
  },
  { sources: room('lists', 'otherQuotes totals'), tests: ['lists/textList', 'lists/totals'] },
  { sources: room('lists', 'givenList'), tests: ['readCompanyList'] },
  { sources: room('lists', 'csv'), tests: ['lists/csv', 'lists/textList'] },
  { sources: room('lists', 'delimiter textList'), tests: ['lists/delimiter', 'lists/textList'] },
  { sources: room('lists', 'fileKind'), tests: ['lists/fileKind'] },
  {
    sources: room('lists', 'western otherReadings'),
    tests: ['lists/western', 'lists/otherReadings', 'lists/decode'],
  },
  { sources: room('lists', 'decode'), tests: ['lists/decode', 'lists/textList'] },
  { sources: room('lists', 'addedElsewhere cell workbookList'), tests: ['lists/workbookList', 'lists/rows'] },
  {
    sources: room('lists/workbook', 'choice ownTexts'),
    tests: ['createWorkbook', 'lists/workbookList', 'lists/ownTexts', 'showFound'],
  },
  { sources: room('lists/workbook', 'dates numberFormat'), tests: ['lists/dates', 'lists/numberFormat'] },
  {
    sources: room('lists/workbook', 'ods odsFormat odsSheet odsStyles'),
    tests: ['lists/ods', 'lists/unseen'],
  },
  {
    sources: room('lists/workbook', 'xlsx xlsxFormat xlsxSheet'),
    tests: ['lists/xlsx', 'lists/unseen'],
  },
  { sources: room('lists/workbook', 'xml range'), tests: ['lists/xml', 'lists/range'] },
  {
    sources: room('lists/workbook', 'archive openWorkbook parts workbookFile'),
    tests: ['lists/archive', 'lists/workbookFile', 'lists/xlsx', 'lists/ods', 'lists/workbookList'],
  },
  // The register
  {
    sources: [
      ...room('register/archive', 'archivedIds closing idIndex losses packs pastScreenings'),
      ...room('register/rows', 'archiveRows'),
      ...room('register', 'repeats'),
    ],
    tests: [
      'register/archive/archivedIds',
      'register/archive/closing',
      'register/archive/losses',
      'register/archive/packs',
      'register/archive/pastScreenings',
    ],
  },
  {
    sources: [
      ...room(
        'register/removal',
        'deleting prune prunePlan removalFacts unneeded unneededReports unneededRuns',
      ),
      ...room('register/rows', 'removedData'),
    ],
    tests: ['register/removal/prune', 'register/removal/forget'],
  },
  { sources: room('register/removal', 'archivedTraces forget traces'), tests: ['register/removal/forget'] },
  {
    sources: room('operations/register', 'deletingWords forgetCompany pruneRegister responsible'),
    tests: ['forgetCompany', 'pruneRegister', 'recordDecision'],
  },
  { sources: room('operations/register', 'getHistory'), tests: ['getHistory'] },
  {
    sources: [
      ...room('register', 'standing registerVerdict liveness lateDoubts'),
      ...room('register/rows', 'doubtRows'),
      ...room('register/protocol', 'contest recovery'),
    ],
    tests: [
      'register/deletedRows',
      'register/registerRows',
      'register/standing',
      'register/rules',
      'register/settled',
    ],
  },
  {
    sources: [...room('register/rows', 'cells claimRows answerRows'), ...room('register', 'identity')],
    tests: ['register/registerRows', 'register/standing', 'register/rules', 'register/problems'],
  },
  { sources: room('register/rows', 'runRows'), tests: ['register/runRows'] },
  {
    sources: room('register', 'changes grouped history keyNames'),
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
    sources: [...room('register', 'news'), ...room('register/rows', 'reportRows')],
    tests: ['register/registerRows', 'register/news'],
  },
  { sources: room('register', 'untold'), tests: ['register/untold'] },
  { sources: room('register', 'problems watched'), tests: ['register/problems'] },
  {
    sources: [
      ...room('register', 'everyCompany ofKey settled room'),
      ...room('operations/register', 'filters'),
    ],
    tests: [
      'register/everyCompany',
      'register/settled',
      'register/room',
      'filters',
      'register/decisions/record',
    ],
  },
  {
    sources: [
      ...room(
        'register/decisions',
        'addedRows caseId cases chain killedRuns listed people readingChain record recordedTwice remarks steps',
      ),
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
  { sources: room('operations/screenCompany', 'decided'), tests: ['decided'] },
  {
    sources: [...room('operations/register', 'markAsReported'), ...room('operations', 'reportParts')],
    tests: ['markAsReported'],
  },
  { sources: room('operations/register', 'sample'), tests: ['sample'] },
  { sources: room('operations/register', 'figures months'), tests: ['figures'] },
  { sources: room('register', 'runFigures'), tests: ['register/runFigures'] },
  { sources: room('register', 'casesAt'), tests: ['register/casesAt'] },
  { sources: room('register/decisions', 'decisionFigures'), tests: ['register/decisions/decisionFigures'] },
  { sources: room('operations/register', 'whatIsWrong'), tests: ['whatIsWrong'] },
  { sources: room('operations/register', 'recordDecision decisionItem'), tests: ['recordDecision'] },
  {
    sources: room(
      'operations/register',
      'openCases openCaseItems casePages runCases getDecisions everything runs',
    ),
    tests: ['openCases', 'getFromRegister', 'killedRun'],
  },
  {
    sources: room('operations/register', 'beside createReport html page report reportCover reportHistory'),
    tests: ['report', 'createReport', 'openCases'],
  },
];

/** Parts of the names of files that decide nothing, or that only n8n itself can judge. */
export const NOT_JUDGED = [
  // What n8n shows, and what puts the parts together.
  'CompanyScreening.node.ts',
  'CompanyScreeningApi.credentials.ts',
  'builderHint.ts',
  'operations/derivedFields.ts',
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
  'operations/answer.ts',
  'operations/holding.ts',
  'operations/keptTask.ts',
  'operations/operation.ts',
  // Opens the register and says what was kept: test/integration/keptAnnualReturns.test.ts.
  'run/followUp.ts',
  'operations/requestTask.ts',
  // Read Company List, as a whole in test/integration and test/e2e.
  'readCompanyList/readCompanyList.ts',
  'readCompanyList/readCompanyListFields.ts',
  'readCompanyList/moreColumns.ts',
  'lists/workbook/odsNames.ts',
  // n8n's data tables, and the protocol with its state, which the model of the register judges.
  'register/dataTables/',
  'register/knowledge.ts',
  'register/messages.ts',
  'register/protocol/calls.ts',
  'register/protocol/claiming.ts',
  'register/protocol/conclusion.ts',
  'register/protocol/entering.ts',
  'register/protocol/abandonedClaims.ts',
  'register/protocol/forPeople.ts',
  'register/protocol/looking.ts',
  'register/protocol/ownRun.ts',
  'register/protocol/phases.ts',
  'register/protocol/protocol.ts',
  'register/protocol/rules.ts',
  'register/protocol/settling.ts',
  'register/protocol/state.ts',
  'register/protocol/storing.ts',
  'register/readingAnswers.ts',
  'register/register.ts',
  'register/registerProblem.ts',
  'register/tables.ts',
  'register/rows/columns.ts',
  'register/rows/viewRows.ts',
  'subWorkflow/',
  // Sentences and headings, each in its place in a table: what stands where is decided by those who read them.
  'operations/register/decisionWords.ts',
  'operations/register/hitRows.ts',
  'operations/testScreening/testReport.ts',
  'operations/startOf.ts',
];
