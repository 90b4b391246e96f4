// `npm run bench:register`: what Keep in Register costs. The same list is screened without it, with it, and with it once more;
// the figures are printed. Those that people read are in docs/design/register.md.
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox/client';
import { ensureN8n } from '../support/n8n/install';
import { packProject } from '../support/n8n/pack';
import { n8nSettingsFor, startPostgres } from '../support/queue/postgres';
import { duration, PlainError, reportTo } from '../support/report';
import { interrupted, runBench } from './program';
import { measure, type Figures, type Ground } from './measure';
import { usualTokenLifeSeconds, type Kept } from './plan';
import { atMost, inWords, type Verdict } from './targets';
import { helpIfAsked } from '../support/help';

const usage = `npm run bench:register                    10,000 and 100,000 companies on SQLite and Postgres; more than an hour
npm run bench:register -- --quick         2,000 companies on both; about 15 minutes; says so beside its figures
npm run bench:register -- --only <words>  only what has these words in its name, "Postgres, 100,000" for example`;

/** The canvas of 126 nodes that kept the register before, with 100,000 companies at 0 ms, in its last bench. */
const CANVAS_SECONDS = 571;

const GIGABYTE = 1024 ** 3;

type Database = 'Postgres' | 'SQLite';
interface Scenario {
  database: Database;
  companies: number;
  latencyMs: number;
  batchSize: number;
  /** One small item a company comes out, and n8n's tables may be larger than its 200 MB. */
  large: boolean;
}
interface Measured extends Scenario {
  plain: Figures;
  kept: Figures;
  again: Figures;
}

const report = reportTo(process.stdout);

async function main(): Promise<void> {
  helpIfAsked(usage);
  const { quick = false, only } = readArguments();
  if (process.platform !== 'linux')
    throw new PlainError('The bench reads processor time and memory from /proc, which only Linux has.');
  const startedAt = Date.now();
  const [load = 0] = loadavg();
  const all: Measured[] = [];
  const chosen = scenarios(quick).filter((scenario) => inFigures(scenario).includes(only ?? ''));
  if (chosen.length === 0)
    throw new PlainError(`There is only:\n${scenarios(quick).map(inFigures).join('\n')}`);
  for (const scenario of chosen) all.push(await measureScenario(scenario));
  const text = markdown(all, quick, load);
  report.line(`\n${text}`);
  report.line(`It took ${duration(Date.now() - startedAt)}.`);
}

function scenarios(quick: boolean): Scenario[] {
  const companies = quick ? 2_000 : 10_000;
  const usual = (['SQLite', 'Postgres'] as const).flatMap((database) =>
    [0, 100].map((latencyMs) => ({ database, companies, latencyMs, batchSize: 100, large: false })),
  );
  const large = (['SQLite', 'Postgres'] as const).map((database) => ({
    database,
    companies: 100_000,
    latencyMs: 0,
    batchSize: 500,
    large: true,
  }));
  return quick ? usual : [...usual, ...large];
}

async function measureScenario(scenario: Scenario): Promise<Measured> {
  const one = async (name: string, kept?: Kept) => {
    const figures = await measureAlone(scenario, kept);
    report.line(
      `${inFigures(scenario)}, ${name}: ${figures.msPerCompany.toFixed(2)} ms a company, ${figures.peakMb.toFixed(0)} MB at the peak`,
    );
    return figures;
  };
  const { batchSize } = scenario;
  return {
    ...scenario,
    plain: await one('plain'),
    kept: await one('kept', { batchSize, again: false }),
    again: await one('once more', { batchSize, again: true }),
  };
}

/** In an n8n of its own, whose tables are empty. */
async function measureAlone(
  { database, companies, latencyMs, large }: Scenario,
  kept: Kept | undefined,
): Promise<Figures> {
  const signal = interrupted;
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'company-screening-bench-'));
  const userFolder = join(folder, 'n8n');
  await mkdir(userFolder);
  const [install, tarball, tls, plain] = await Promise.all([
    ensureN8n(report, signal),
    packProject(folder, signal),
    startSandbox({ tls: true }),
    startSandbox(),
  ]);
  const postgres = database === 'Postgres' ? await startPostgres() : undefined;
  const settings = {
    ...(postgres ? n8nSettingsFor(postgres) : {}),
    ...(large ? { N8N_DATA_TABLES_MAX_SIZE_BYTES: String(GIGABYTE) } : {}),
  };
  const ground: Ground = { install, tarball, sandboxes: { tls, plain }, userFolder, signal, settings };
  try {
    return await measure(
      {
        contender: 'node',
        tls: false,
        latencyMs,
        companies,
        concurrency: 10,
        tokenLifeSeconds: usualTokenLifeSeconds,
        small: large,
        ...(kept ? { kept } : {}),
      },
      ground,
    );
  } finally {
    await Promise.all([tls.stop(), plain.stop(), postgres?.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

function verdictsOn({ plain, kept, ...scenario }: Measured): Verdict[] {
  const where = inFigures(scenario);
  if (scenario.large)
    return [
      {
        target: 'time, of that of the canvas before',
        where,
        ...atMost(0.5, kept.totalMs / 1_000 / CANVAS_SECONDS),
      },
      {
        target: 'peak of memory, of that without the register',
        where,
        ...atMost(1.3, kept.peakMb / plain.peakMb),
      },
    ];
  return scenario.latencyMs === 0
    ? [{ target: 'ms a company more', where, ...atMost(2, kept.msPerCompany - plain.msPerCompany) }]
    : [
        {
          target: 'time, of that without the register',
          where,
          ...atMost(1.15, kept.totalMs / plain.totalMs),
        },
      ];
}

function inFigures({ database, companies, latencyMs, batchSize }: Scenario): string {
  return `${database}, ${companies.toLocaleString('en')} companies, ${latencyMs} ms, batches of ${batchSize}`;
}

function markdown(all: readonly Measured[], quick: boolean, load: number): string {
  const rows = all.map(({ plain, kept, again, ...scenario }) => [
    inFigures(scenario),
    ...[plain, kept, again].map(({ msPerCompany }) => msPerCompany.toFixed(2)),
    ...[plain, kept, again].map(({ peakMb }) => peakMb.toFixed(0)),
    (kept.tablesBytes / scenario.companies).toFixed(0),
  ]);
  const verdicts = all
    .flatMap(verdictsOn)
    .map(({ target, where, wanted, measured, reached }) => [
      target,
      where,
      wanted,
      measured,
      inWords(reached),
    ]);
  return `# What Keep in Register costs

Made by \`npm run bench:register${quick ? ' -- --quick' : ''}\` on ${new Date().toISOString().slice(0, 10)}, on one machine of ${cpus().length} cores, whose load was ${load.toFixed(1)} when it began.${
    quick ? ' It is the short form: 2,000 companies, where the full one has 10,000 and 100,000.' : ''
  } The sandbox service runs on the same machine. Concurrency 10. "Once more" is the same list a second time: everything comes from the register, and nothing is sent.

${table(['', 'ms a company, plain', 'kept', 'once more', 'n8n at its peak, MB, plain', 'kept', 'once more', 'bytes a company in the tables'], rows)}

${table(['target', 'where', 'wanted', 'measured', ''], verdicts)}
`;
}

function table(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function readArguments(): { quick?: boolean; only?: string } {
  try {
    return parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } }).values;
  } catch {
    throw new PlainError(usage);
  }
}

runBench(main);
