// `npm run mutate [-- <part of a file's name> …]`: changes the sources in one place at a time, and runs the tests that have to
// notice. At least nine of ten changes in each file must be noticed, and every other one must be explained.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/v4';

import { projectFolder } from '../../test/support/n8n/install';
import { isExplainedByRule, readExplanations, type Change, type Explanation } from './explained';
import { GROUPS, type Group } from './groups';
import { outdated } from './outdated';
import { helpIfAsked } from '../../test/support/help';

const USAGE = `npm run mutate                          changes all sources, one place at a time, and lists each change that no unit test notices
npm run mutate -- outcome               only the groups of files with this in their names
npm run mutate -- --concurrency 1       with one process at a time, not two`;

const MIN_SHARE = 0.9;

const EXPLANATIONS = readExplanations();

async function main(): Promise<void> {
  helpIfAsked(USAGE);
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { concurrency: { type: 'string', default: '2' } },
  });
  const wanted = ({ sources }: Group) =>
    positionals.length === 0 || sources.some((source) => positionals.some((part) => source.includes(part)));
  for (const complaint of outdated()) console.log(complaint);
  for (const group of GROUPS.filter(wanted)) {
    // The report comes after each group: the whole takes long, and may be ended before.
    const complaints = report(await changesOf(group, Number(values.concurrency)));
    for (const complaint of complaints) console.log(complaint);
    if (complaints.length > 0) process.exitCode = 1;
  }
}

async function changesOf({ sources, tests, keepsSomething }: Group, concurrency: number): Promise<Change[]> {
  const { Stryker } = await import('@stryker-mutator/core');
  const known = join(
    '.stryker/known',
    `${basename(sources[0] ?? '', '.ts')}-${tests[0] ?? ''}.json`.replaceAll('/', '-'),
  );
  forgetUnnoticed(known);
  const results = await new Stryker({
    mutate: sources,
    testRunner: 'unitTests',
    plugins: ['@stryker-mutator/*', join(__dirname, 'testRunner.mjs')],
    unitTests: tests,
    // Warnings would be about an option that Stryker does not know, which is for the test runner.
    warnings: false,
    coverageAnalysis: keepsSomething ? 'all' : 'perTest',
    reporters: ['progress-append-only'],
    ignorePatterns: ['.n8n', '.tools', '.demo', 'coverage', 'dist', 'docs', 'examples'],
    tempDirName: '.stryker',
    // Changes that were noticed before are not tried again unless their code has changed.
    incremental: true,
    incrementalFile: known,
    disableTypeChecks: false,
    concurrency,
    timeoutMS: 20_000,
  }).runMutationTest();
  return results
    .filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
    .map(({ fileName, location, replacement, status }) => {
      const { start, end } = location;
      const text = readFileSync(fileName, 'utf8');
      const lines = text.split('\n');
      const offsetOf = ({ line, column }: typeof start) =>
        lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1);
      return {
        file: relative(projectFolder, fileName),
        line: start.line,
        before: (lines[start.line - 1] ?? '').slice(0, start.column - 1),
        lineBefore: lines[start.line - 2] ?? '',
        from: text.slice(offsetOf(start), offsetOf(end)),
        to: replacement,
        noticed: status === 'Killed' || status === 'Timeout' || status === 'RuntimeError',
        tookTooLong: status === 'Timeout',
      };
    });
}

/** Forgets unnoticed changes. Stryker does not see that another test may notice one by now, if the change is made while a file is loaded. */
function forgetUnnoticed(path: string): void {
  if (!existsSync(path)) return;
  const { files, ...others } = knownSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  for (const file of Object.values(files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed');
  }
  writeFileSync(path, JSON.stringify({ ...others, files }));
}

const knownSchema = z.looseObject({
  files: z.record(z.string(), z.looseObject({ mutants: z.array(z.looseObject({ status: z.string() })) })),
});

/** Prints a line for each file. Gives the complaints. */
function report(changes: Change[]): string[] {
  const complaints: string[] = [];
  for (const file of new Set(changes.map((change) => change.file))) {
    const ofFile = changes.filter((change) => change.file === file);
    const unnoticed = ofFile.filter(({ noticed }) => !noticed);
    const noticed = ofFile.length - unnoticed.length;
    const open = unnoticed.filter((change) => !isExplained(change));
    // Explained changes count for neither side.
    const share = noticed / (noticed + open.length);
    const tooLong = ofFile.filter(({ tookTooLong }) => tookTooLong).length;
    console.log(
      `${file}: ${noticed} of ${ofFile.length} changes noticed (${Math.floor(share * 100)} %), ${tooLong} of them by a test that took too long; ${unnoticed.length - open.length} explained`,
    );
    if (share < MIN_SHARE)
      complaints.push(`${file}: fewer than ${MIN_SHARE * 100} % of its changes are noticed.`);
    complaints.push(
      ...open.map(({ line, from, to }) => `${file}:${line}: not noticed, not explained: ${from} → ${to}`),
    );
    complaints.push(
      ...EXPLANATIONS.filter(
        (entry) => entry.file === file && !unnoticed.some((change) => isAbout(entry, change)),
      ).map(({ from, to }) => `${file}: explained, but noticed: ${from} → ${to}`),
    );
  }
  return complaints;
}

const isExplained = (change: Change) =>
  isExplainedByRule(change) || EXPLANATIONS.some((entry) => isAbout(entry, change));

const isAbout = (entry: Explanation, { file, from, to }: Change) =>
  entry.file === file && entry.from === from && entry.to === to;

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error);
});
