// The example workflows from a list to its results, run in one real n8n against the sandbox service.
import { credentialType } from '../../support/workflows';
import { startExamples, type Examples } from './exampleRuns';
import { fileResultTests } from './fileResults';
import { listTests } from './lists';
import { registerFromAListTests } from './registerFromAList';
import { sheetTests } from './sheet';

let examples: Examples;

beforeAll(async () => {
  examples = await startExamples();
});

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

describe('register-from-a-list.json', () => {
  registerFromAListTests(started);
});
