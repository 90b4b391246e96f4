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
  { sources: room('service', 'contradictions outcome'), tests: ['outcome', 'bounds'] },
  { sources: room('service', 'comparedId'), tests: ['screening', 'register/rules'] },
  { sources: room('service', 'recordDates replyAge staleness'), tests: ['replyAge', 'outcome'] },
  {
    sources: [
      ...room('operations/screening', 'screeningCounts verdict'),
      ...room('operations/shared', 'idOwners'),
    ],
    tests: ['verdict'],
  },
  {
    sources: room(
      'names',
      'companyName encodingDamage invalidItem latinReading lookAlikes plainText unevaluated windows1252',
    ),
    tests: ['companyName', 'scriptsOfNames', 'latinReading', 'windows1252', 'output', 'lists/otherReadings'],
  },
  { sources: room('names', 'registrationNumber'), tests: ['registrationNumber'] },
  { sources: room('names', 'itemKeys'), tests: ['inputFields', 'workbooks.property', 'severalNames'] },
  { sources: room('names', 'otherNames'), tests: ['otherNames', 'bounds'] },
  { sources: room('names', 'normalized'), tests: ['bounds', 'hostileTexts'] },
  { sources: room('names', 'alterations legalForms'), tests: ['alterations'] },
  { sources: room('comparison', 'compare country matches'), tests: ['comparison'], keepsSomething: true },
  { sources: room('service', 'contract'), tests: ['contract', 'outcome', 'bounds'] },
  { sources: room('service', 'json reply'), tests: ['reply', 'wordsOfReplies', 'json'] },
  { sources: room('service', 'hitFingerprint'), tests: ['hitFingerprint'] },
  {
    sources: room('operations/screening', 'askedNames control nameFields readItem screenCompany task'),
    tests: ['severalNames', 'screenCompany', 'recalledChanges', 'registerSwitch', 'dryRun'],
  },
  {
    sources: room('operations/screening', 'screening'),
    tests: ['screening', 'severalNames', 'screenCompany', 'recalledChanges'],
  },
  {
    sources: room('operations/screening', 'screenings'),
    tests: ['severalNames', 'recalledChanges', 'recall', 'screenCompany', 'registerSwitch'],
  },
  { sources: room('operations/screening', 'goneItems recall'), tests: ['recalledChanges', 'recall'] },
  {
    sources: room('operations/screening', 'compared items raw simplified'),
    tests: ['recalledChanges', 'items', 'severalNames', 'compared', 'screenCompany'],
  },
  { sources: room('operations/screening', 'alert alertMessages'), tests: ['alert'] },
  { sources: room('names', 'messageParts'), tests: ['alert', 'receiptMessage'] },
  { sources: room('service', 'failure workState'), tests: ['workState', 'errors'] },
  { sources: room('service', 'carefulVerdict'), tests: ['carefulVerdict'] },
  { sources: room('batch', 'allowance pace retry'), tests: ['batch', 'allowance', 'refusals'] },
  { sources: room('batch', 'pool'), tests: ['batch'] },
  {
    sources: [...room('batch', 'breaker gate'), ...room('run', 'gates outage passage')],
    tests: ['breaker', 'outage', 'outageModel', 'sending'],
  },
  { sources: room('batch', 'ending time'), tests: ['ending', 'time'] },
  {
    sources: room('run', 'attempts itemConclusion repetition run runStop sending taskSender turns'),
    tests: ['run', 'sending', 'repetition', 'several', 'keptRun'],
  },
  { sources: room('run', 'firstTask'), tests: ['run', 'sending'] },
  { sources: room('register/removal', 'laterFailure'), tests: ['register/laterFailure'] },
  {
    sources: [
      ...room('run', 'books several'),
      ...room('run/register', 'keptResult'),
      ...room('operations/shared', 'held'),
    ],
    tests: ['keptResult', 'several', 'run', 'keptRun'],
  },
  {
    sources: room('run/register', 'keptBooks keptList keptNotes owedCompanies rememberedAnswers runSettings'),
    tests: ['receiptFacts', 'keptRun', 'keptBooks', 'run', 'several', 'keptResult'],
  },
  {
    sources: [...room('run/register', 'dryRun listCheck'), ...room('register/protocol', 'forecast')],
    tests: ['dryRun'],
  },
  {
    sources: [...room('run/register', 'lostNumbers'), ...room('register/companies', 'otherKeys')],
    tests: ['lostNumbers', 'register/otherKeys'],
  },
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
      ...room(
        'operations/testScreening',
        'askedTexts judgement keptTest knownNames plan results testItems testScreening testedScreening',
      ),
      ...room('run', 'testing'),
    ],
    tests: ['judgement', 'testScreening'],
  },
  {
    sources: [...room('register/watch', 'testProblems'), ...room('register/rows', 'testRows')],
    tests: ['register/testRows', 'register/testProblems'],
  },
  { sources: room('run', 'evidence'), tests: ['evidence'] },
  { sources: room('run', 'itemState'), tests: ['itemState'] },
  {
    sources: [
      ...room('operations/shared', 'companyCounts sameCompany'),
      ...room('run', 'plainCompanies runCounts'),
    ],
    tests: ['companyCounts.property'],
  },
  {
    sources: [...room('register/facts', 'dueness'), ...room('batch', 'calendar')],
    tests: ['register/dueness'],
  },
  { sources: room('run', 'emptyExpressions'), tests: ['emptyExpressions'] },
  { sources: room('run', 'currentItem'), tests: ['currentItem'] },
  { sources: room('run', 'agents'), tests: ['local', 'testScreening', 'recordDecision'] },
  { sources: room('run/register', 'changeCounts'), tests: ['changeCounts'] },
  { sources: room('operations/shared', 'emptyList'), tests: ['keptRun'] },
  {
    sources: [...room('run/register', 'reportStatements tidings waitingCases'), ...room('run', 'unreached')],
    tests: ['receiptFacts', 'receiptMessage', 'keptRun'],
  },
  { sources: room('run', 'local parameters progress'), tests: ['local', 'parameters', 'progress'] },
  { sources: room('transport', 'heldToken transport'), tests: ['transport', 'heldToken'] },
  { sources: room('transport', 'networkProblem noReply'), tests: ['network', 'noReply'] },
  { sources: room('service', 'network'), tests: ['network'] },
  { sources: room('operations/shared', 'optionKinds options'), tests: ['options', 'optionValues'] },
  {
    sources: [
      ...room(
        'operations/annualReturns',
        'acknowledgement getAnnualReturnsRequest keptRequest requestAnnualReturns requestItem requestState saveAs storedRequest',
      ),
      ...room('operations/shared', 'waitBeforeNext'),
      ...room('service', 'annualReturns'),
    ],
    tests: ['requestAnnualReturns', 'keptRequest', 'getAnnualReturnsRequest', 'saveAs'],
  },
  { sources: room('service', 'masking shownAddress'), tests: ['masking', 'shownAddress'] },
  { sources: room('service', 'quotation'), tests: ['quotation', 'wordsOfReplies'] },
  { sources: room('service', 'fileName'), tests: ['saveAs', 'receive'] },
  { sources: room('service', 'maskReply'), tests: ['maskReply'] },
  { sources: room('transport', 'httpReply largeReplies receive'), tests: ['receive', 'requests'] },
  { sources: room('service', 'endpoints http'), tests: ['requests'] },
  { sources: room('service', 'token tokenExchange'), tests: ['token'] },
  { sources: room('service', 'authentication settings'), tests: ['settings', 'credential', 'requests'] },
  {
    sources: room('credentials/companyScreeningApi', 'authenticate credentialTest postForm renewToken'),
    tests: ['credential', 'credentialTest'],
  },
  {
    sources: room('service', 'errorCatalogs reportedError statusAdvice'),
    tests: ['reply', 'wordsOfReplies', 'statusAdvice'],
  },
  { sources: room('output', 'description errors'), tests: ['errors', 'description'] },
  { sources: room('output', 'stopError'), tests: ['stopError'] },
  {
    sources: room('output', 'itemFields output presentation runHint shownInput'),
    tests: ['output', 'inputFields', 'columns', 'presentation', 'safeText'],
  },
  { sources: room('names', 'safeText'), tests: ['safeText'] },
  { sources: room('output', 'answeredWords receiptMessage receiptSections'), tests: ['receiptMessage'] },
  { sources: room('output', 'summaryItem'), tests: ['summaryItem', 'output'] },
  { sources: room('names', 'cellText'), tests: ['cellText'] },
  {
    sources: room('workbook', 'columnWidths packageParts sheetPart stylesPart writeWorkbook xmlText'),
    tests: ['writeWorkbook'],
  },
  {
    sources: room(
      'operations/workbook',
      'belief companyHits companyRows createWorkbook facts givenItems itemCells ownColumns ownFields pageLayout proof screeningWorkbook sheetTables summarySheet workbookCompanies',
    ),
    tests: ['createWorkbook', 'otherNamesInWorkbook', 'pageLayout', 'workbooks.property'],
  },
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
  { sources: room('operations/lists', 'foundForm foundList'), tests: ['showFound'] },
  { sources: room('lists', 'otherQuotes totals'), tests: ['lists/textList', 'lists/totals'] },
  { sources: room('lists', 'givenList'), tests: ['readCompanyList'] },
  { sources: room('lists', 'csv'), tests: ['lists/csv', 'lists/textList'] },
  { sources: room('lists', 'delimiter textList'), tests: ['lists/delimiter', 'lists/textList'] },
  { sources: room('lists', 'fileKind'), tests: ['lists/fileKind'] },
  {
    sources: room('lists', 'otherReadings western'),
    tests: ['lists/western', 'lists/otherReadings', 'lists/decode'],
  },
  { sources: room('lists', 'decode'), tests: ['lists/decode', 'lists/textList'] },
  {
    sources: [...room('lists/workbook', 'addedElsewhere workbookList'), ...room('lists', 'cell')],
    tests: ['lists/workbookList', 'lists/rows'],
  },
  {
    sources: room('lists/workbook', 'choice ownTexts'),
    tests: ['createWorkbook', 'lists/workbookList', 'lists/ownTexts', 'showFound'],
  },
  { sources: room('lists/workbook', 'dates numberFormat'), tests: ['lists/dates', 'lists/numberFormat'] },
  {
    sources: room('lists/workbook', 'ods odsFormat odsSheet odsStyles'),
    tests: ['lists/ods', 'lists/unseen'],
  },
  { sources: room('lists/workbook', 'xlsx xlsxFormat xlsxSheet'), tests: ['lists/xlsx', 'lists/unseen'] },
  { sources: room('lists/workbook', 'range xml'), tests: ['lists/xml', 'lists/range'] },
  {
    sources: room('lists/workbook', 'archive openWorkbook parts workbookFile'),
    tests: ['lists/archive', 'lists/workbookFile', 'lists/xlsx', 'lists/ods', 'lists/workbookList'],
  },
  {
    sources: [
      ...room('register/facts', 'archivedIds repeats'),
      ...room('register/archive', 'closing pastScreenings'),
      ...room('register/rows', 'archiveRows idIndex packs'),
      ...room('register/watch', 'losses'),
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
      ...room('register/companies', 'registerVerdict'),
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
    sources: room('register/rows', 'answerRows cells claimRows identity'),
    tests: ['register/registerRows', 'register/standing', 'register/rules', 'register/problems'],
  },
  { sources: room('register/rows', 'runRows'), tests: ['register/runRows'] },
  {
    sources: [...room('register/facts', 'changes history keyNames'), ...room('register/rows', 'grouped')],
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
  { sources: room('register/watch', 'problems watched'), tests: ['register/problems'] },
  {
    sources: [
      ...room('register/companies', 'everyCompany ofKey settled'),
      ...room('register/facts', 'room'),
      ...room('operations/shared', 'filters'),
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
      ...room('register/decisions', 'addedRows readingChain record remarks'),
      ...room('register/cases', 'caseId cases listed steps'),
      ...room('register/facts', 'chain recordedTwice'),
      ...room('register/companies', 'killedRuns'),
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
    sources: [...room('operations/upkeep', 'markAsReported'), ...room('operations/shared', 'reportParts')],
    tests: ['markAsReported'],
  },
  { sources: room('operations/reports', 'sample'), tests: ['sample'] },
  { sources: room('operations/reports', 'figures months'), tests: ['figures'] },
  { sources: room('register/watch', 'runFigures'), tests: ['register/runFigures'] },
  { sources: room('register/companies', 'casesAt'), tests: ['register/casesAt'] },
  { sources: room('register/cases', 'decisionFigures'), tests: ['register/decisions/decisionFigures'] },
  { sources: room('operations/reports', 'whatIsWrong'), tests: ['whatIsWrong'] },
  { sources: room('operations/desk', 'decisionItem recordDecision'), tests: ['recordDecision'] },
  {
    sources: [
      ...room('operations/desk', 'casePages openCaseItems openCases runCases'),
      ...room('operations/reports', 'getDecisions runs'),
      ...room('operations/shared', 'everything'),
    ],
    tests: ['openCases', 'getFromRegister', 'killedRun'],
  },
  {
    sources: [
      ...room('operations/desk', 'beside'),
      ...room('operations/reports', 'createReport report reportCover reportHistory'),
      ...room('operations/shared', 'html page'),
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
  'operations/shared/holding.ts',
  'operations/shared/keptTask.ts',
  'operations/shared/operation.ts',
  // Opens the register and says what was kept: test/integration/keptAnnualReturns.test.ts.
  'run/register/followUp.ts',
  'operations/shared/requestTask.ts',
  // Read Company List, as a whole in test/integration and test/e2e.
  'readCompanyList/readCompanyList.ts',
  'readCompanyList/readCompanyListFields.ts',
  'readCompanyList/moreColumns.ts',
  'lists/workbook/odsNames.ts',
  // n8n's data tables, and the protocol with its state, which the model of the register judges.
  'register/dataTables/',
  'register/facts/knowledge.ts',
  'register/protocol/messages.ts',
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
  'register/facts/readingAnswers.ts',
  'register/protocol/register.ts',
  'register/port/registerProblem.ts',
  'register/port/tables.ts',
  'register/rows/columns.ts',
  'register/rows/viewRows.ts',
  'subWorkflow/',
  // Sentences and headings, each in its place in a table: what stands where is decided by those who read them.
  'operations/desk/decisionWords.ts',
  'operations/desk/hitRows.ts',
  'operations/testScreening/testReport.ts',
  'operations/shared/startOf.ts',
];
