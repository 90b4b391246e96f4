// Every example workflow, run in one real n8n against the sandbox service.
import { credentialType } from '../../support/workflows';
import { agentTests } from './agent';
import { alertTests } from './alerts';
import { annualReturnsTests } from './annualReturns';
import { startExamples, type Examples } from './exampleRuns';
import { fileResultTests } from './fileResults';
import { listTests } from './lists';
import { onboardingTests } from './onboarding';
import { sheetTests } from './sheet';

const installAndStartMs = 20 * 60_000;

let examples: Examples;

beforeAll(async () => {
  examples = await startExamples();
}, installAndStartMs);

beforeEach(async () => {
  await examples.sandbox.reset({ settings: true });
  await examples.saveCredential(credentialType, examples.sandbox.credential);
});

afterAll(async () => {
  await examples.stop();
});

const started = (): Examples => examples;

describe('screen-a-spreadsheet.json', () => {
  listTests(started);
});

describe('spreadsheet-to-spreadsheet.json', () => {
  fileResultTests(started);
});

describe('append-results-to-a-sheet.json', () => {
  sheetTests(started);
});

describe('alert-on-hits.json', () => {
  alertTests(started);
});

describe('onboarding.json', () => {
  onboardingTests(started);
});

describe('agent-with-screening-tool.json', () => {
  agentTests(started);
});

describe('annual-returns-to-files.json', () => {
  annualReturnsTests(started);
});
