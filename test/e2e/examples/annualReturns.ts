// "Annual returns: from numbers to files": the files that are in the folder at the end, byte by byte.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFile } from '../../support/examples';
import type { Execution } from '../../support/n8n/rest';
import { annualReturnFileName, annualReturnPdf } from '../../sandbox/annualReturns';
import { setParameters, type Examples } from './exampleRuns';

export function annualReturnsTests(examples: () => Examples): void {
  let results: string;
  let register: string;

  beforeEach(async () => {
    register = `Register ${randomUUID()}`;
    results = join(examples().filesFolder, 'annual-returns');
    await mkdir(results, { recursive: true });
  });

  afterEach(() => rm(results, { recursive: true }));

  async function run(...numbers: string[]): Promise<Execution> {
    const { rest, save, filesFolder } = examples();
    const list = join(filesFolder, 'registration-numbers.csv');
    await writeFile(list, ['Registration Number', ...numbers, ''].join('\n'));
    const workflowId = await save('annual-returns-to-files.json', (workflow) => {
      setFile(workflow, list);
      const name = '{{ $json.registrationNumber }}_{{ $execution.id }}_{{ $json.saveAs }}';
      setParameters(workflow, 'Save the file', { fileName: `=${results}/${name}` });
      for (const name of ['Request annual returns', 'Ask for the files'])
        setParameters(workflow, name, { registerSettings: { register } });
      setParameters(workflow, 'Wait a minute', { amount: 1, unit: 'seconds' });
      setParameters(workflow, 'Ask for the files', {
        options: { waitForCompletion: true, pollIntervalSeconds: 1, maxWaitSeconds: 1 },
      });
    });
    const execution = await rest.run(workflowId, 'Start');
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    return execution;
  }

  /** The service answers every request with the same bytes. */
  async function answerWith(text: string, headers: Record<string, string>): Promise<void> {
    await examples().sandbox.faults([
      {
        on: 'requestState',
        fault: {
          kind: 'raw',
          status: 200,
          contentType: 'application/pdf',
          headers,
          body: `%PDF-1.4 ${text}`,
        },
      },
    ]);
  }

  const saved = async (): Promise<string[]> => (await readdir(results)).sort();

  test('every file of every number is in the folder, and what failed is with a person', async () => {
    await examples().sandbox.settings({ annualReturnsPendingSeconds: 3 });
    const execution = await run(LIST, FILE, FAILING, TOO_SHORT);

    const expected = [
      { number: FILE, year: 2024 },
      { number: LIST, year: 2024 },
      { number: LIST, year: 2025 },
    ];
    const names = await saved();
    expect(names).toHaveLength(expected.length);
    for (const { number, year } of expected) {
      const name = names.find((one) => one.endsWith(annualReturnFileName(number, year))) ?? 'missing';
      expect(name.startsWith(`${number}_${execution.id}_`)).toBe(true);
      expect((await readFile(join(results, name))).equals(annualReturnPdf(number, year))).toBe(true);
    }
    expect(execution.output(person).map(({ json }) => json['error'])).toEqual(
      expect.arrayContaining([
        `Registration Number "${TOO_SHORT}" has 13 digits; it must have 14.`,
        expect.stringContaining('FAILED_TO_VERIFY_BUSINESS'),
      ]),
    );
  });

  test('of twelve odd answers, each number is with a person or has its file, and none is lost', async () => {
    const odd = Object.entries(ODD_ANSWERS);
    const numberOf = (index: number) => String(30_000_000_000_001 + index);
    await examples().sandbox.settings({ annualReturnsPendingSeconds: 0 });
    await examples().sandbox.faults(
      odd.map(([, fault], index) => ({ on: 'requestState' as const, match: numberOf(index), fault })),
    );
    const execution = await run(...odd.map((_, index) => numberOf(index)), LIST);
    const withPerson = execution.output(person).map(({ json }) => json['registrationNumber']);
    expect([...withPerson].sort()).toEqual(odd.map((_, index) => numberOf(index)));
    const names = await saved();
    expect(names).toHaveLength(2);
    expect(names.every((name) => name.startsWith(LIST))).toBe(true);
  });

  test('files of the same name are all kept, in one run and over two, and each number is requested once', async () => {
    const requests = async () => (await examples().sandbox.stats()).operations.annualReturns.requests;
    const before = await requests();
    await answerWith('report', { 'content-disposition': 'attachment; filename="report.pdf"' });
    const first = await run(LIST, FILE);
    const second = await run(LIST, FILE);
    expect((await requests()) - before).toBe(2);
    const names = await saved();
    for (const { id } of [first, second])
      for (const number of [LIST, FILE])
        expect(names.filter((name) => name.startsWith(`${number}_${id}_`))).toEqual([
          expect.stringMatching(/_[0-9a-f]{12}_report\.pdf$/),
        ]);
    expect(names).toHaveLength(4);
  });

  test.each([
    ['no name', {}, 'annual-return.pdf'],
    [
      'a name that leads out of the folder',
      { 'content-disposition': 'attachment; filename="../../etc/evil.pdf"' },
      expect.stringMatching(/evil\.pdf$/) as string,
    ],
    [
      'an Arabic name',
      { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('تقرير.pdf')}` },
      'تقرير.pdf',
    ],
  ])('a file with %s is saved in the folder', async (_, headers, ending) => {
    await answerWith('report', headers);
    const execution = await run(FILE);
    const [name = '', ...others] = await saved();
    expect(others).toEqual([]);
    const [, given] = new RegExp(`^${FILE}_${execution.id}_[0-9a-f]{12}_(.*)$`).exec(name) ?? [];
    expect(given).toEqual(ending);
  });
}

const raw = (body: string, more: object = {}) => ({ kind: 'raw' as const, status: 200, body, ...more });
const said = (fields: object) => raw(JSON.stringify(fields), { contentType: 'application/json' });
const ODD_ANSWERS = {
  pending: said({ status: 'Pending' }),
  accepted: said({ status: 'Accepted' }),
  failed: said({ status: 'FAILED' }),
  withoutFiles: said({ status: 'Successful' }),
  emptyFiles: said({ status: 'Successful', files: [] }),
  bareList: said(['a.pdf']),
  nullStatus: said({ status: null }),
  emptyReply: raw(''),
  noContent: raw('', { status: 204 }),
  page: raw('<html><body>Hello</body></html>', { contentType: 'text/html' }),
  untypedText: raw('no type'),
  anothers: said({ status: 'Successful', id: 'another', files: [{ uri: '/files/1' }] }),
};

const person = 'Replace me: a person looks at it';
const LIST = '20000000000001';
// Numbers that the sandbox answers in their own way.
const FILE = '10000000000620';
const FAILING = '10000000000610';
const TOO_SHORT = '1234567890123';
