// `npm run bench`: this node, n8n's HTTP Request node and a bare axios loop screen thousands of companies at the
// sandbox service; what they took is printed as tables.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { ensureN8n, projectFolder } from '../support/n8n/install';
import { packProject, tarballAt } from '../support/n8n/pack';
import { duration, PlainError, reportTo } from '../support/report';
import { startSandbox } from '../sandbox/client';
import { interrupted, runBench } from './program';
import { measureEvidence } from './evidence';
import { measureHostileTexts } from './hostile';
import { measureLists } from './lists';
import { measureWorkbooks } from './workbooks';
import { measure, type Figures, type Ground } from './measure';
import { planFor, usualTokenLifeSeconds, type Case } from './plan';
import { median } from './median';
import { guide, line, markdown, summary } from './results';
import { conditions, verdictsOn } from './targets';
import { helpIfAsked } from '../support/help';

const usage = `npm run bench                       everything, hours; prints the tables of the guide, and all figures
npm run bench -- --quick            fewer companies, about 15 minutes; prints the same, and says so there
npm run bench -- --compare <file>   this build and that of another npm pack, in turns: 10,000 companies at 0 ms
npm run bench -- --evidence         what evidence files cost n8n in memory, 1,000 and 10,000 companies, about 5 minutes
npm run bench -- --lists            a list of 100,000 rows, read by this node and by n8n's own, about 5 minutes
npm run bench -- --workbooks        a workbook of 100,000 results, by this node and by n8n's own, about 3 minutes
npm run bench -- --texts            hostile texts of 1 MB at every entrance, as a ratio to plain ones, and their growth, about 5 minutes
npm run bench -- --profile <folder> this node alone, 10,000 companies over TLS, with a processor profile of n8n`;

const busyLoad = 0.7;
const report = reportTo(process.stdout);

async function main(): Promise<void> {
  helpIfAsked(usage);
  const {
    quick = false,
    evidence = false,
    lists = false,
    workbooks = false,
    texts = false,
    profile,
    compare,
  } = readArguments();
  if (texts) {
    await measureHostileTexts(report);
    return;
  }
  if (process.platform !== 'linux')
    throw new PlainError('The bench reads processor time and memory from /proc, which only Linux has.');
  await onGround(async (ground) => {
    if (evidence) await measureEvidence(ground, report);
    else if (lists) await measureLists(ground, report);
    else if (workbooks) await measureWorkbooks(ground, report);
    else if (profile !== undefined) await profileNode(ground, resolve(profile));
    else if (compare !== undefined) await compareBuilds(ground, resolve(compare));
    else await bench(ground, quick);
  });
}

async function bench(ground: Ground, quick: boolean): Promise<void> {
  const plan = planFor(quick);
  report.line(`${plan.cases.length} measurements, about ${duration(plan.estimateSeconds * 1_000)} in all.`);
  for (const { what, why } of plan.skipped) report.line(`Skipped: ${conditions(what)}: ${why}.`);
  const [load = 0] = loadavg();
  if (load > busyLoad)
    report.line(`The machine is busy (load ${load.toFixed(1)}): times will be worse than they should be.`);
  const startedAt = Date.now();
  const all: Figures[] = [];
  for (const one of plan.cases) {
    interrupted.throwIfAborted();
    const figures = await measure(one, ground);
    all.push(figures);
    report.line(line(figures));
  }
  const versions = {
    n8n: ground.install.version,
    node: execFileSync(ground.install.node, ['--version'], { encoding: 'utf8' }).trim(),
    package: await ownVersion(),
    load,
  };
  const lists = await measureLists(ground, report);
  const workbooks = await measureWorkbooks(ground, report);
  const text = `${markdown(all, plan, versions, quick)}\n## Reading a list\n\n${lists}\n\n## Writing a workbook\n\n${workbooks}\n`;
  report.line(`\n${summary(verdictsOn(all))}`);
  report.line(`\n${guide(all)}\n\n${text}`);
  report.line(`\nIt took ${duration(Date.now() - startedAt)}.`);
}

async function profileNode(ground: Ground, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const nodeOptions = `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${folder}`;
  const figures = await measure({ ...manyAtOnce, tls: true }, { ...ground, nodeOptions });
  report.line(line(figures));
  report.line(`The profile is in ${folder}; open it in the developer tools of Chrome.`);
}

const manyAtOnce: Omit<Case, 'tls'> = {
  contender: 'node',
  latencyMs: 0,
  companies: 10_000,
  concurrency: 10,
  tokenLifeSeconds: usualTokenLifeSeconds,
};
const roundsOfEach = 3;

// In turns, so that a machine that becomes slower does so for both.
async function compareBuilds(ground: Ground, otherPath: string): Promise<void> {
  const builds = { this: ground.tarball, other: await tarballAt(otherPath) };
  const took: Record<keyof typeof builds, number[]> = { this: [], other: [] };
  for (let round = 1; round <= roundsOfEach; round++)
    for (const build of ['other', 'this'] as const) {
      interrupted.throwIfAborted();
      const figures = await measure({ ...manyAtOnce, tls: false }, { ...ground, tarball: builds[build] });
      took[build].push(figures.msPerCompany);
      report.line(`Round ${round}, ${build}: ${line(figures)}`);
    }
  const [mine, others] = [median(took.this), median(took.other)];
  report.line(
    `Median: this build ${mine.toFixed(3)} ms a company, the other ${others.toFixed(3)} ms: ${(mine / others).toFixed(2)} of it.`,
  );
}

/** Starts what every measurement needs, and ends it afterwards. */
async function onGround(work: (ground: Ground) => Promise<void>): Promise<void> {
  const signal = interrupted;
  const install = await ensureN8n(report, signal);
  const folder = await mkdtemp(join(tmpdir(), 'company-screening-bench-'));
  const userFolder = join(folder, 'n8n');
  await mkdir(userFolder);
  try {
    const tarball = await packProject(folder, signal);
    const [tls, plain] = await Promise.all([startSandbox({ tls: true }), startSandbox()]);
    try {
      await work({ install, tarball, sandboxes: { tls, plain }, userFolder, signal });
    } finally {
      await Promise.all([tls.stop(), plain.stop()]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readArguments(): {
  quick?: boolean;
  evidence?: boolean;
  lists?: boolean;
  workbooks?: boolean;
  texts?: boolean;
  profile?: string;
  compare?: string;
} {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean' },
        evidence: { type: 'boolean' },
        lists: { type: 'boolean' },
        workbooks: { type: 'boolean' },
        texts: { type: 'boolean' },
        profile: { type: 'string' },
        compare: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new PlainError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

async function ownVersion(): Promise<string> {
  const manifest = z.object({ version: z.string() });
  return manifest.parse(JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'))).version;
}

runBench(main);
