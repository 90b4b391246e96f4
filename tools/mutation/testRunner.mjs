// Runs the unit tests for Stryker. Jest would take a second to start for each change. Here each file of tests is bundled once, and evaluated
// again for each change by the parts that Jest is made of.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { Script } from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { build } from 'esbuild';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';

// `require`, since its exports for `import` are not complete.
const require = createRequire(import.meta.url);
const circus = require('jest-circus');

const LONGEST_TEST_MS = 20_000;

/** p-limit and what it needs are ES modules, which older versions of Node.js cannot require. */
const BUNDLED = /^(p-limit|yocto-queue)$/;

// A change is judged by more random cases than `npm test` takes.
process.env.RANDOM_CASES ??= '3';

/** Globals that the changed code reads and writes. */
const stryker = (globalThis.__stryker__ ??= {});

/** True while it is written down which test reached which change. */
let isPerTest = false;

class TestRunner {
  static inject = ['options'];

  constructor({ unitTests }) {
    this.names = unitTests;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    setGlobals();
    this.files = await Promise.all(this.names.map(bundle));
  }

  async dryRun({ coverageAnalysis }) {
    isPerTest = coverageAnalysis === 'perTest';
    Object.assign(stryker, { activeMutant: undefined, mutantCoverage: { static: {}, perTest: {} } });
    const tests = [];
    for (const file of this.files) {
      const { results, problem } = await run(file, () => true);
      if (problem) return { status: DryRunStatus.Error, errorMessage: problem };
      tests.push(...results);
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    const wanted = testFilter && new Set(testFilter);
    // The limit ends an endless loop.
    Object.assign(stryker, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
    let nrOfTests = 0;
    for (const file of this.files) {
      if (testFilter?.every((id) => !id.startsWith(`${file.name}: `))) continue;
      const { results, problem } = await run(file, (id) => wanted?.has(id) ?? true);
      if (stryker.hitCount > hitLimit) return { status: MutantRunStatus.Timeout };
      nrOfTests += results.length;
      const failed = results.find(({ status }) => status === TestStatus.Failed);
      const failureMessage = failed?.failureMessage ?? problem;
      if (failureMessage) {
        return {
          status: MutantRunStatus.Killed,
          killedBy: [failed?.id ?? file.name],
          failureMessage,
          nrOfTests,
        };
      }
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }
}

async function run(file, isWanted) {
  circus.resetState();
  Object.assign(circus.getState(), { testTimeout: LONGEST_TEST_MS, parentProcess: process, file });
  try {
    file.evaluate();
  } catch (error) {
    return { results: [], problem: `${file.name}: ${error}` };
  }
  for (const test of allTests()) if (!isWanted(idOfTest(test))) test.mode = 'skip';
  const { testResults, unhandledErrors } = await circus.run();
  return {
    results: testResults.map((result) => resultOf(file, result)),
    problem: unhandledErrors.join('\n'),
  };
}

function resultOf(file, { testPath, status, errors, duration }) {
  const id = idOf(file, testPath.slice(1));
  const result = { id, name: id, fileName: file.path, timeSpentMs: duration ?? 0 };
  if (errors.length > 0) return { ...result, status: TestStatus.Failed, failureMessage: errors.join('\n') };
  return { ...result, status: status === 'done' ? TestStatus.Success : TestStatus.Skipped };
}

/** @param path the names of the blocks around the test, and its own */
const idOf = (file, path) => [`${file.name}:`, ...path].join(' ');

function idOfTest(test) {
  const path = [];
  for (let part = test; part.parent; part = part.parent) path.unshift(part.name);
  return idOf(circus.getState().file, path);
}

function* allTests(block = circus.getState().rootDescribeBlock) {
  for (const child of block.children) {
    if (child.type === 'test') yield child;
    else yield* allTests(child);
  }
}

function setGlobals() {
  const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
  const mocker = new ModuleMocker(globalThis);
  const timers = new ModernFakeTimers({
    config: { fakeTimers: {}, rootDir: process.cwd() },
    global: globalThis,
  });
  const jest = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    useFakeTimers: timers.useFakeTimers.bind(timers),
    useRealTimers: timers.useRealTimers.bind(timers),
    runAllTimersAsync: timers.runAllTimersAsync.bind(timers),
  };
  Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, expect, jest });
  circus.addEventHandler(({ name, test }) => {
    if (name === 'test_start' && isPerTest) stryker.currentTestId = idOfTest(test);
    if (name !== 'test_done') return;
    stryker.currentTestId = undefined;
    // One failure is enough.
    if (test.errors.length > 0) for (const other of allTests()) if (other !== test) other.mode = 'skip';
  });
}

async function bundle(name) {
  const path = resolve(`test/unit/${name}.test.ts`);
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // A changed regular expression may be invalid: it has to fail where it is used, and not as the whole file is read.
    supported: { 'regexp-sticky-and-unicode-flags': false },
    plugins: [{ name: 'files of tests', setup: readAlike }],
  });
  const script = new Script(`(function (require, module, exports) {${outputFiles[0].text}\n})`, {
    filename: path,
  });
  const evaluate = () => script.runInThisContext()(createRequire(path), { exports: {} }, {});
  return { name, path, evaluate };
}

function readAlike({ onResolve, onLoad }) {
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
  );
  // Each file knows where it is, in a bundle as well.
  onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const place = `const __filename = ${JSON.stringify(path)}, __dirname = ${JSON.stringify(dirname(path))};`;
    return { loader: 'ts', contents: place + (await readFile(path, 'utf8')) };
  });
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'unitTests', TestRunner)];
