// The figures in the guides are those of the program.
import { z } from 'zod/v4';
import { PROBE_TIMEOUT_MS } from '../../credentials/companyScreeningApi/credentialTest';
import { ONE_DAY_MS } from '../../nodes/CompanyScreening/flowControl/time';
import { runOptions } from '../../nodes/CompanyScreening/operations/shared/options';
import { MAX_REASON } from '../../nodes/CompanyScreening/operations/shared/registerOperationFields';
import { YEAR_MS } from '../../nodes/CompanyScreening/register/cases/steps';
import { TABLE_NAMES } from '../../nodes/CompanyScreening/register/port/tables';
import * as packageJson from '../../package.json';
import { oneLine, recordsIn, shownFields } from './labels';
import { nodesOf, type Read, readPage } from './pages';

export function wrongFigures(read: Read): string[] {
  const says = (page: string, words: string): boolean =>
    oneLine(read(page)).replaceAll(/\s+/g, ' ').includes(words);
  const [, released] = /^## (\S+)$/m.exec(read('CHANGELOG.md')) ?? [];
  return [
    ...FIGURES.filter(([page, words]) => !says(page, words)).map(
      ([page, words]) => `${page}: the program has it that "${words}", and the page does not say so.`,
    ),
    ...durationProblems(read),
    ...(released === packageJson.version
      ? []
      : [
          `CHANGELOG.md: it begins with ${released ?? 'no version'}, and package.json has ${packageJson.version}.`,
        ]),
  ];
}

/** The README says how long a list takes as the bench measured it, at the default concurrency. */
function durationProblems(read: Read): string[] {
  const [, seconds = ''] = /1,000\s+companies in (\d+) seconds/.exec(read('README.md')) ?? [];
  const { concurrency } = runOptions.parse({});
  return oneLine(read('docs/running.md')).includes(` ${seconds} s with ${concurrency} (`)
    ? []
    : [`README.md: 1,000 companies take another time in docs/running.md, at the default concurrency.`];
}

/** A whole number that a source file gives a name; the first factor of a product such as `3 * ONE_HOUR_MS`. */
function constantIn(file: string, name: string): number {
  const [, digits] =
    new RegExp(`const ${name} = ([\\d_]+)\\b`).exec(readPage(`nodes/CompanyScreening/${file}`)) ?? [];
  if (digits === undefined) throw new Error(`${file} has no ${name}.`);
  return Number(digits.replaceAll('_', ''));
}

/** A parameter of a node of an example, wherever in the node it is. */
function setIn(example: string, node: string, parameter: string): number {
  const found = nodesOf(readPage, `examples/${example}.json`).find(({ name }) => name === node);
  const [value] = recordsIn(found?.parameters).flatMap((record) =>
    parameter in record ? [record[parameter]] : [],
  );
  return z.number().parse(value);
}

const defaultOf = (label: string): number =>
  z.number().parse(shownFields.find(({ displayName }) => displayName === label)?.['default']);
const highestOf = (label: string): number =>
  z
    .looseObject({ maxValue: z.number() })
    .parse(shownFields.find(({ displayName }) => displayName === label)?.['typeOptions']).maxValue;

const WORDS: Readonly<Record<number, string>> = { 3: 'three', 5: 'five', 8: 'eight', 20: 'twenty' };
const figure = (value: number) => value.toLocaleString('en-US');
const inWords = (value: number) => WORDS[value] ?? figure(value);

/** Pages, and words that each has to hold. */
const FIGURES: readonly (readonly [string, string])[] = [
  ['docs/start.md', `n8n-nodes-company-screening-${packageJson.version}.tgz`],
  [
    'docs/settings.md',
    `more than ${figure(constantIn('names/companyName.ts', 'MAX_CHARACTERS'))} characters`,
  ],
  ['docs/settings.md', `from 1 to ${highestOf('Concurrency')},`],
  ['docs/lists.md', `can have ${constantIn('names/otherNames.ts', 'MAX_NAMES')} other names`],
  ['docs/decisions.md', `a false positive for ${YEAR_MS / ONE_DAY_MS} days`],
  ['docs/decisions.md', `${figure(MAX_REASON)} characters at most`],
  [
    'docs/results.md',
    `(${constantIn('operations/screening/alert.ts', 'NAMES_SHOWN') === 10 ? 'ten' : ''} by name)`,
  ],
  [
    'docs/running.md',
    `at least ${constantIn('operations/upkeep/pruneRegister.ts', 'YOUNGEST_DAYS')} days ago`,
  ],
  ['docs/running.md', `n8n allows ${defaultOf('Data Tables Limit (MB)')} MB`],
  ['docs/register.md', `within ${inWords(constantIn('register/facts/dueness.ts', 'SHORTEST_MS'))} hours`],
  ['docs/running.md', `all ${inWords(TABLE_NAMES.length)} of its tables`],
  ['docs/start.md', `within ${PROBE_TIMEOUT_MS / 1000} seconds`],
  [
    'docs/results.md',
    `more than ${figure(constantIn('workbook/sheetPart.ts', 'MOST_CHARACTERS'))} characters`,
  ],
  [
    'docs/nights.md',
    `${inWords(constantIn('output/messageSections.ts', 'ENTRIES_SHOWN'))} companies without a verdict`,
  ],
  [
    'docs/nights.md',
    `**Max Companies per Run** is ${figure(setIn('nightly-rescreening', 'Company Screening', 'maxCompanies'))}.`,
  ],
  ['docs/nights.md', `every night at ${setIn('nightly-rescreening', 'Every night at 2', 'triggerAtHour')}`],
  ['docs/nights.md', `the last ${defaultOf('Expected Within (Hours)')} hours`],
  ['docs/nights.md', `for ${inWords(defaultOf('Open Cases Older Than (Days)'))} days`],
  [
    'docs/lists.md',
    `more than ${setIn('form-for-colleagues', 'Company Screening', 'maxCompanies')} companies`,
  ],
  ['docs/lists.md', `more than ${setIn('email-with-a-list', 'Company Screening', 'maxCompanies')} companies`],
  [
    'docs/running.md',
    `in parts of ${setIn('fan-out-over-workers', 'Part after part', 'batchSize')} companies`,
  ],
  ['docs/running.md', `(up to ${highestOf('Concurrency')})`],
  ['docs/annual-returns.md', `**Poll Interval** (${defaultOf('Poll Interval (Seconds)')} seconds`],
  [
    'docs/annual-returns.md',
    `growing to ${constantIn('operations/annualReturns/getAnnualReturnsRequest.ts', 'MAX_INTERVAL_SECONDS')})`,
  ],
  ['docs/annual-returns.md', `**Max Wait** (${defaultOf('Max Wait (Seconds)')} seconds)`],
  ['docs/annual-returns.md', `**Max File Size** (${defaultOf('Max File Size (MB)')} MB)`],
  ['docs/annual-returns.md', `of ${constantIn('names/registrationNumber.ts', 'DIGITS')} digits`],
  ['docs/register.md', `**Batch Size** (${defaultOf('Batch Size')}) companies`],
];
