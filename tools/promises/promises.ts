// The promises of docs/for-auditors.md, with the tests that prove them.
import { z } from 'zod/v4';
import type { Read } from '../docs/pages';

/** The names of the tests that prove a promise, by the number of the promise and the file of the test. */
const proofsSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())));
type Proofs = z.infer<typeof proofsSchema>;

const proofsIn = (read: Read): Proofs => proofsSchema.parse(JSON.parse(read('tools/promises/proofs.json')));

const AUDITORS_PAGE = 'docs/for-auditors.md';

/** An item of the page: "- **C1.** A promise. _How it is tested._" */
interface Promised {
  number: string;
  promise: string;
  how: string;
}

const promisesOn = (read: Read): Promised[] =>
  read(AUDITORS_PAGE)
    .split(/\n(?=- )/)
    .flatMap((item) => {
      const [, number, promise = '', how = ''] =
        /^- \*\*([A-Z]\d+)\.\*\*([^_]*)(?:_([^_]*)_)?/.exec(item) ?? [];
      return number === undefined ? [] : [{ number, promise: inOneLine(promise), how: inOneLine(how) }];
    });

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Contradictions among the page, the list of proofs and the tests. */
export function promiseProblems(read: Read): string[] {
  const promises = promisesOn(read);
  const proofs = proofsIn(read);
  if (promises.length < 20) return [`${AUDITORS_PAGE}: it has only ${promises.length} promises.`];
  const numbers = promises.map(({ number }) => number);
  return [
    ...numbers
      .filter((number, index) => numbers.indexOf(number) !== index)
      .map((number) => `${AUDITORS_PAGE}: ${number} is there twice.`),
    ...promises
      .filter(({ promise, how }) => promise === '' || how === '')
      .map(({ number }) => `${AUDITORS_PAGE}: ${number} does not say what is promised, or how it is tested.`),
    ...promises
      .filter(({ number }) => testsOf(proofs, number).length === 0)
      .map(({ number, promise }) => `${AUDITORS_PAGE}: no test is named for ${number}: ${promise}`),
    ...Object.keys(proofs)
      .filter((number) => !numbers.includes(number))
      .map((number) => `${AUDITORS_PAGE}: it has no promise ${number}.`),
    ...Object.keys(proofs)
      .flatMap((number) => testsOf(proofs, number))
      .flatMap(({ file, test }) => [
        ...(isTestIn(read, file, test) ? [] : [`${AUDITORS_PAGE}: ${file} has no test '${test}'.`]),
        ...(isSentence(test) ? [] : [`${file}: the name of a test cannot be read alone: '${test}'.`]),
      ]),
  ];
}

const testsOf = (proofs: Proofs, number: string): { file: string; test: string }[] =>
  Object.entries(proofs[number] ?? {}).flatMap(([file, tests]) => tests.map((test) => ({ file, test })));

/** A test with this name, and not only a text. */
function isTestIn(read: Read, file: string, test: string): boolean {
  const name = `'${test}',`;
  return textOf(read, file)
    .split(name)
    .slice(0, -1)
    .some((before) => /\(\s*$/.test(before));
}

function textOf(read: Read, file: string): string {
  try {
    return read(file);
  } catch {
    return '';
  }
}

/** A name of which a table of cases fills in only the end, or a part that is named. */
const isSentence = (test: string): boolean =>
  test.replaceAll(/[%$]\w+/g, '').split(/\s+/).length > 4 && !/^[%$]/.test(test);

/** The list for a release, in Markdown. */
export function promiseList(read: Read): string {
  const proofs = proofsIn(read);
  const entries = promisesOn(read).map(({ number, promise, how }) => {
    const tests = testsOf(proofs, number).map(
      ({ file, test }) => `- ${test} (${levelOf(file)}: \`${file}\`)`,
    );
    return `## ${number}\n\n${promise} ${how}\n\n${tests.join('\n')}\n`;
  });
  return `# Promises, and the tests that prove them\n\n${entries.join('\n')}`;
}

/** The place where a test runs, by its folder. */
function levelOf(file: string): string {
  if (file.startsWith('test/e2e/')) return 'in a real n8n';
  return file.startsWith('test/integration/') ? 'over HTTP, in n8n-core' : 'alone';
}
