// The example workflows that take a list, tell, ask and fetch, run in one real n8n against the sandbox service.
import { agentTests } from './agent';
import { alertTests } from './alerts';
import { annualReturnsTests } from './annualReturns';
import { useExamples } from './exampleRuns';
import { builderTests } from './builders';
import { fileResultTests } from './fileResults';
import { listTests } from './lists';
import { registerFromAListTests } from './registerFromAList';
import { sheetTests } from './sheet';
import { nextMajorTests } from './nextMajor';
import { onboardingTests } from './onboarding';

const examples = useExamples();

describe('screen-a-spreadsheet.json', () => {
  listTests(examples);
});

describe('spreadsheet-to-spreadsheet.json', () => {
  fileResultTests(examples);
});

describe('append-results-to-a-sheet.json', () => {
  sheetTests(examples);
});

describe('register-from-a-list.json', () => {
  registerFromAListTests(examples);
});

describe('alert-on-hits.json', () => {
  alertTests(examples);
});

describe('onboarding.json', () => {
  onboardingTests(examples);
});

describe('agent-with-screening-tool.json', () => {
  agentTests(examples);
});

describe('annual-returns-to-files.json', () => {
  annualReturnsTests(examples);
});

describe('all examples', () => {
  nextMajorTests(examples);
  builderTests(examples);
});
