// The example workflows from a list to its results, run in one real n8n against the sandbox service.
import { useExamples } from './exampleRuns';
import { fileResultTests } from './fileResults';
import { listTests } from './lists';
import { registerFromAListTests } from './registerFromAList';
import { sheetTests } from './sheet';

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
