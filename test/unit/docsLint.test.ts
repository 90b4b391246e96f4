// `npm run lint:docs` notices what is wrong with a text. That nothing is wrong, it says itself.
import { canvasProblems } from '../../tools/docs/canvases';
import { composeProblems } from '../../tools/docs/compose';
import { contentsProblems } from '../../tools/docs/contents';
import { fieldProblems } from '../../tools/docs/fields';
import { wrongFigures } from '../../tools/docs/figures';
import { unknownLabels, wrongDefaults } from '../../tools/docs/labels';
import { brokenLinks } from '../../tools/docs/links';
import { lostItemProblems } from '../../tools/docs/lostItems';
import { type Read, readPage } from '../../tools/docs/pages';
import { folderProblems } from '../../tools/docs/folders';
import { longPages, longSentences, sentencesOf } from '../../tools/docs/sentences';

const words = (count: number): string => `${'word '.repeat(count).trim()}.`;

/** A check, what a text has, what somebody makes of it, and what the check then says. */
type Mistake = [
  check: (read: Read) => string[],
  path: string,
  before: string | RegExp,
  after: string,
  problem: string,
];

const MISTAKES: Mistake[] = [
  [
    brokenLinks,
    'README.md',
    '(docs/nights.md)',
    '(docs/nigths.md)',
    'README.md: the link to docs/nigths.md leads nowhere.',
  ],
  [brokenLinks, 'README.md', '#the-credential', '#the-key', 'leads nowhere'],
  [
    longSentences,
    'docs/results.md',
    /$/,
    `\n\n${words(31)}`,
    'docs/results.md: a sentence has 31 words, 30 at most',
  ],
  [
    longSentences,
    'examples/onboarding.json',
    '"content": "',
    `"content": "${words(31)} `,
    'a note in examples/onboarding.json',
  ],
  [longPages, 'docs/results.md', /$/, `\n\n${words(500)}`, 'words, 1500 at most.'],
  [longPages, 'docs/results.md', /$/, `\n\n${words(1_500)}`, 'words, 14900 at most.'],
  [
    unknownLabels,
    'docs/results.md',
    /$/,
    '\n\nClick **Save As**',
    'docs/results.md: no node, example or page of n8n shows "Save As".',
  ],
  [unknownLabels, 'docs/results.md', /$/, '\n\n**Screen Again After (Hours)**', 'Screen Again After (Hours)'],
  [unknownLabels, 'docs/results.md', /$/, '\n\n**… answer**', '… answer'],
  [
    wrongDefaults,
    'docs/results.md',
    /$/,
    '\n\n**Concurrency** (6)',
    'no field has this default: **Concurrency** (6)',
  ],
  [wrongFigures, 'docs/annual-returns.md', 'of 14 digits', 'of 15 digits', 'of 14 digits'],
  [wrongFigures, 'README.md', /in \d+ seconds/, 'in 1 seconds', 'README.md: 1,000 companies take'],
  [wrongFigures, 'CHANGELOG.md', /^## .*$/m, '## 9.9.9', 'CHANGELOG.md: it begins with 9.9.9'],
  [
    fieldProblems,
    'docs/results.md',
    '- `mixedScripts`',
    '- `mixed`',
    'docs/results.md: - `mixedScripts`:  is missing.',
  ],
  [
    fieldProblems,
    'docs/settings.md',
    /\*\*Concurrency\*\*/g,
    'Concurrency',
    'docs/settings.md: Concurrency is missing.',
  ],
  [fieldProblems, 'docs/results.md', '"outcome"', '"result"', 'docs/results.md: the fields of a hit are'],
  [
    fieldProblems,
    'docs/results.md',
    /(?<=\n## Errors\n[^]*?\n\| -[^\n]*)\n/,
    '\n| Nobody ever says this |\n',
    'nothing says this error: Nobody',
  ],
  [contentsProblems, 'docs/for-auditors.md', '**C2.**', '**C99.**', 'no test is named for C99'],
  [contentsProblems, 'docs/for-auditors.md', '**C2.**', '**C99.**', 'it has no promise C2.'],
  [contentsProblems, 'docs/for-auditors.md', '**C2.**', '**C1.**', 'C1 is there twice.'],
  [contentsProblems, 'docs/for-auditors.md', /(?<=\*\*C2\.\*\*[^_]*)_[^_]*_/, '', 'C2 does not say what'],
  [
    contentsProblems,
    'test/integration/clear.attack.test.ts',
    "'the same id for different companies",
    "'one id for different companies",
    "test/integration/clear.attack.test.ts has no test 'the same id",
  ],
  [
    contentsProblems,
    'test/integration/clear.attack.test.ts',
    /\(\s*'the same id for different companies/,
    "['the same id for different companies",
    "test/integration/clear.attack.test.ts has no test 'the same id",
  ],
  [
    contentsProblems,
    'tools/promises/proofs.json',
    'no company is clear unless its record',
    '%s is clear',
    "the name of a test cannot be read alone: '%s is clear",
  ],
  [
    contentsProblems,
    'docs/decisions.md',
    'review-desk.png',
    'desk.png',
    'docs/screenshots/review-desk.png: no page shows it.',
  ],
  [
    contentsProblems,
    'examples/README.md',
    '(onboarding.json)',
    '(onboard.json)',
    'examples/README.md: it does not list onboarding.json.',
  ],
  [
    canvasProblems,
    'examples/onboarding.json',
    /"={{ /,
    '"={{ f() + ',
    'examples/onboarding.json: 1 expressions with a function, 0 at most.',
  ],
  [
    lostItemProblems,
    'examples/onboarding.json',
    /(?<="Requested\?": \{\s*"main": \[\s*\[[^\]]*\],\s*)\[[^\]]*\]/,
    '[]',
    'the output "false" of "Requested?" leads nowhere.',
  ],
  [
    lostItemProblems,
    'examples/crm-webhook.json',
    /(?<="Your list": \{\s*"main": \[\s*\[[^\]]*\]),\s*\[[^\]]*\]/,
    '',
    'the error output of "Your list" leads nowhere.',
  ],
  [
    lostItemProblems,
    'examples/screen-a-spreadsheet.json',
    /(?<="Company Screening": \{\s*"main": \[\s*\[[^\]]*\],\s*)\[[^\]]*\]/,
    '[]',
    'the output "Clear" of "Company Screening" leads nowhere.',
  ],
  [
    lostItemProblems,
    'examples/alert-on-hits.json',
    /(?<="Company Screening": \{\s*"main": \[\s*(?:\[\],\s*){3})\[[^\]]*\]/,
    '[]',
    'the output "Messages" of "Company Screening" leads nowhere.',
  ],
  [
    lostItemProblems,
    'examples/nightly-rescreening.json',
    /(?<="Company Screening": \{\s*"main": \[\s*(?:\[\],\s*){3})\[[^\]]*\]/,
    '[]',
    'the output "Summary" of "Company Screening" leads nowhere.',
  ],
  [
    lostItemProblems,
    'examples/register-from-a-list.json',
    '"alertMessages": true',
    '"summaryItem": true',
    '"Company Screening" drops items.',
  ],
  [
    lostItemProblems,
    'examples/annual-returns-to-files.json',
    '"fallbackOutput": "extra"',
    '"allMatchingOutputs": true',
    '"What came?" has no fallback output.',
  ],
  [
    lostItemProblems,
    'examples/annual-returns-to-files.json',
    /(?<="What came\?": \{\s*"main": \[[^]*)\[[^\]]*\](?=\s*\]\s*\},?\s*"One item)/,
    '[]',
    'the output "fallback" of "What came?" leads nowhere.',
  ],
  [
    lostItemProblems,
    'examples/register-from-a-list.json',
    '"n8n-nodes-base.noOp"',
    '"n8n-nodes-base.splitOut"',
    '"Replace me: tell a person" comes right behind no IF or Switch that looks at its field.',
  ],
  [
    lostItemProblems,
    'examples/register-from-a-list.json',
    '"n8n-nodes-base.noOp"',
    '"n8n-nodes-base.filter"',
    '"Replace me: tell a person" drops items.',
  ],
  [
    lostItemProblems,
    'examples/register-from-a-list.json',
    '"n8n-nodes-base.noOp"',
    '"n8n-nodes-base.limit"',
    '"Replace me: tell a person" drops items.',
  ],
  [
    lostItemProblems,
    'examples/register-from-a-list.json',
    '"n8n-nodes-base.noOp"',
    '"n8n-nodes-base.removeDuplicates"',
    '"Replace me: tell a person" drops items.',
  ],
  [
    lostItemProblems,
    'examples/screen-a-spreadsheet.json',
    '"mode": "append"',
    '"mode": "combine", "combineBy": "combineByPosition"',
    '"Not done" drops items.',
  ],
  [
    lostItemProblems,
    'examples/screen-a-spreadsheet.json',
    '"mode": "append"',
    '"mode": "chooseBranch"',
    '"Not done" waits for ever',
  ],
  [
    lostItemProblems,
    'examples/spreadsheet-to-spreadsheet.json',
    '"mode": "combine"',
    '"mode": "append"',
    'no node drops items any more: spreadsheet-to-spreadsheet.json: List and workbook.',
  ],
  [
    lostItemProblems,
    'test/e2e/examples/fileResults.ts',
    'of several lists each has',
    'of several lists some have',
    "has no test 'of several lists each has",
  ],
  [composeProblems, 'docs/queue-mode/compose.yaml', /restart:/, 'restrat:', 'docs/queue-mode/compose.yaml:'],
  [
    composeProblems,
    'docs/queue-mode/compose.yaml',
    /stop_grace_period: \d+s/,
    'stop_grace_period: 1s',
    'Docker must wait longer',
  ],
  [
    composeProblems,
    'docs/one-n8n/compose.yaml',
    /n8nio\/n8n:[\d.]+/,
    'n8nio/n8n:2.40.0',
    'docs/one-n8n/compose.yaml: services.n8n.image',
  ],
  [composeProblems, '.gitignore', /^/, 'private/\n', '.dockerignore: git ignores private/'],
  [
    folderProblems,
    'docs/design/architecture.md',
    '- `names/`',
    '- `words/`',
    'docs/design/architecture.md: it does not say what names/ is.',
  ],
  [
    folderProblems,
    'docs/design/architecture.md',
    /$/,
    '\n`nowhere.ts`',
    'docs/design/architecture.md: there is no file nowhere.ts.',
  ],
  [
    folderProblems,
    'nodes/CompanyScreening/names/alterations.ts',
    '// names/: ',
    '// ',
    'names/alterations.ts: the first file of a folder has to begin',
  ],
];

test.each(MISTAKES)('%p: %s with %p as %j', (check, path, before, after, problem) => {
  const changed = readPage(path).replace(before, () => after);
  expect(changed === readPage(path)).toBe(false);
  const found = check((page) => (page === path ? changed : readPage(page)));
  expect(found).toContainEqual(expect.stringContaining(problem));
});

test('sentences are found in paragraphs, lists and cells, and code counts as a word', () => {
  const text = [
    '# A title. Not a sentence',
    'One [link](a.md), and `some code. With a stop`. Two',
    'lines.',
    '- An item. > Another.',
    '| a cell | **Bold.** More |',
    '```sh',
    'not. a. sentence.',
    '```',
  ].join('\n');
  expect(sentencesOf(text)).toEqual([
    'One link, and code.',
    'Two lines.',
    'An item.',
    '> Another.',
    'a cell',
    'Bold.',
    'More',
  ]);
});
