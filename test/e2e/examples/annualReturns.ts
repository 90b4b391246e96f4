// "Annual returns: from numbers to files": the files that are in the folder at the end, byte by byte.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { annualReturnFileName, annualReturnPdf } from '../../sandbox/annualReturns';
import { setParameters, type Examples } from './exampleRuns';

/** The tests of `annual-returns-to-files.json`. */
export function annualReturnsTests(examples: () => Examples): void {
  test('every file of every number is in the folder, and what failed is with a person', async () => {
    const { rest, save, sandbox, filesFolder } = examples();
    await sandbox.settings({ annualReturnsPendingSeconds: 3 });
    const numbers = join(filesFolder, 'registration-numbers.csv');
    await writeFile(numbers, ['Registration Number', LIST, FILE, FAILING, TOO_SHORT, ''].join('\n'));

    const workflowId = await save('annual-returns-to-files.json', (workflow) => {
      setParameters(workflow, 'Read the CSV file', { fileSelector: numbers });
      setParameters(workflow, 'Wait a minute', { amount: 1, unit: 'seconds' });
      setParameters(workflow, 'Ask for the files', {
        options: { waitForCompletion: true, pollIntervalSeconds: 1 },
      });
      setParameters(workflow, 'Save the file', {
        fileName: `=${filesFolder}/{{ $binary.data.fileName }}`,
      });
    });
    const execution = await rest.run(workflowId, 'Start');
    expect(execution).toMatchObject({ status: 'success', error: undefined });

    const expected = [
      [LIST, 2024],
      [LIST, 2025],
      [FILE, 2024],
    ] as const;
    const saved = (await readdir(filesFolder)).filter((name) => name.endsWith('.pdf')).sort();
    expect(saved).toEqual(expected.map(([number, year]) => annualReturnFileName(number, year)).sort());
    for (const [number, year] of expected) {
      const content = await readFile(join(filesFolder, annualReturnFileName(number, year)));
      expect(content.equals(annualReturnPdf(number, year))).toBe(true);
    }
    const runs = ['Request annual returns', 'Ask for the files'].flatMap((node) => execution.output(node, 1));
    expect(runs.map(({ json }) => json['error'])).toEqual([
      `Registration Number "${TOO_SHORT}" has 13 digits; it must have 14.`,
      expect.stringContaining('FAILED_TO_VERIFY_BUSINESS'),
    ]);
  });
}

const LIST = '20000000000001';
// Numbers that the sandbox answers in their own way.
const FILE = '10000000000620';
const FAILING = '10000000000610';
const TOO_SHORT = '1234567890123';
