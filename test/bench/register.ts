// `npm run bench:register`: the screening register takes up lists of two sizes and screens them at the sandbox service.
// Whether its time per company and n8n's memory grow with the list is printed and written to docs/register/figures.md.
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { manyCompanies } from '../e2e/register/accounts';
import { startRegister, type Register } from '../e2e/register/registerInN8n';
import { projectFolder } from '../support/n8n/install';
import { pause } from '../support/processes';
import { duration, PlainError, reportTo } from '../support/report';
import { measureProcess, memory } from './processUsage';
import { writeMarkdown } from './resultsFile';
import { atMost, inWords } from './targets';

const usage = `npm run bench:register                             10,000 companies, then 100,000
npm run bench:register -- --companies 2000,10000   other sizes, the smaller first`;

const wantedAtMost = 1.3;
const warmUpCompanies = 300;
const report = reportTo(process.stdout);

interface Figures {
  companies: number;
  /** Until the first company was screened: the list is read and added. */
  addingMs: number;
  totalMs: number;
  /** Processor time of n8n, which says more than the clock where other programs use the machine too. */
  cpuMs: number;
  startMb: number;
  peakMb: number;
}

async function main(): Promise<void> {
  if (process.platform !== 'linux')
    throw new PlainError('The bench reads the memory of n8n from /proc, which only Linux has.');
  const [smaller, larger] = sizes();
  const [load = 0] = loadavg();
  const [small, large] = [await measure(smaller), await measure(larger)];
  const text = markdown(small, large, load);
  report.line(`\n${text}`);
  const path = join(projectFolder, 'docs', 'register', 'figures.md');
  await writeMarkdown(path, text);
}

function sizes(): [number, number] {
  const { companies } = parseArgs({ options: { companies: { type: 'string' } } }).values;
  const read = z
    .tuple([z.coerce.number().int().positive(), z.coerce.number().int().positive()])
    .safeParse((companies ?? '10000,100000').split(','));
  if (!read.success) throw new PlainError(usage);
  return read.data;
}

/** Each size has an n8n of its own, warmed up with a list of other companies. */
async function measure(companies: number): Promise<Figures> {
  const register = await startRegister();
  try {
    await register.writeList(manyCompanies(warmUpCompanies, 'Warm up'));
    await register.save();
    await register.begin();
    await register.ended();

    await register.writeList(manyCompanies(companies));
    await register.harness.sandbox.reset();
    const used = await measureProcess(register.harness.n8n().pid ?? 0);
    const startedAt = performance.now();
    await register.begin();
    const screening = watchScreening(register, companies);
    const summary = await register.ended();
    const totalMs = performance.now() - startedAt;
    const addingMs = (await screening) - startedAt;
    const { cpuMs, startMb, peakMb } = await used();

    const expected = String(companies + warmUpCompanies);
    if (
      summary['Companies'] !== expected ||
      summary['Still due'] !== '0' ||
      summary['A person decides'] !== '0'
    )
      throw new PlainError(`Not every company got its answer: ${JSON.stringify(summary)}`);
    const { screeningsDone } = await register.harness.sandbox.summary();
    if (screeningsDone !== companies)
      throw new PlainError(`The service screened ${String(screeningsDone)} companies.`);
    const figures = { companies, addingMs, totalMs, cpuMs, startMb, peakMb };
    report.line(row(figures));
    return figures;
  } finally {
    await register.stop();
  }
}

/** Prints how far the screening has come at each tenth, and n8n's memory; gives the moment at which it began. */
async function watchScreening({ harness }: Register, companies: number): Promise<number> {
  const pid = harness.n8n().pid ?? 0;
  let startedAt = NaN;
  for (let tenths = 0; tenths < 10;) {
    await pause(200);
    const { screeningsDone } = await harness.sandbox.summary();
    const now = performance.now();
    if (screeningsDone > 0 && Number.isNaN(startedAt)) startedAt = now;
    const reached = Math.floor((screeningsDone * 10) / companies);
    if (reached === tenths) continue;
    tenths = reached;
    const { nowMb, peakMb } = await memory(pid);
    report.line(
      `  ${String(screeningsDone)} companies screened in ${duration(now - startedAt)}; n8n has ${nowMb.toFixed(0)} MB, at its peak ${peakMb.toFixed(0)} MB`,
    );
  }
  return startedAt;
}

function row({ companies, addingMs, totalMs, cpuMs, startMb, peakMb }: Figures): string {
  return `| ${companies.toLocaleString('en')} | ${duration(totalMs)} | ${duration(addingMs)} | ${(totalMs / companies).toFixed(2)} | ${(cpuMs / companies).toFixed(2)} | ${startMb.toFixed(0)} | ${peakMb.toFixed(0)} |`;
}

function markdown(small: Figures, large: Figures, load: number): string {
  const verdict = (what: string, ratio: number): string => {
    const { wanted, measured, reached } = atMost(wantedAtMost, ratio);
    return `| ${what} | ${wanted} | ${measured} | ${inWords(reached)} |`;
  };
  const msPerCompany = ({ companies, totalMs }: Figures): number => totalMs / companies;
  const cpuPerCompany = ({ companies, cpuMs }: Figures): number => cpuMs / companies;
  return `# The screening register: results of the bench

Made by \`npm run bench:register\` on ${new Date().toISOString().slice(0, 10)}, with n8n (SQLite) and the sandbox service, which answers at
once, on one machine of ${String(cpus().length)} cores, whose load was ${load.toFixed(1)} when the bench began. Batches of 100, as in the example.

| companies | time in all | of it until the first was screened | ms a company | n8n's processor time, ms a company | n8n's memory at the start, MB | at its peak, MB |
| --- | --- | --- | --- | --- | --- | --- |
${row(small)}
${row(large)}

| ${large.companies.toLocaleString('en')} companies against ${small.companies.toLocaleString('en')} | wanted | measured | |
| --- | --- | --- | --- |
${verdict('peak of the memory', large.peakMb / small.peakMb)}
${verdict('time for each company', msPerCompany(large) / msPerCompany(small))}
${verdict("n8n's processor time for each company", cpuPerCompany(large) / cpuPerCompany(small))}
`;
}

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof PlainError ? error.message : error);
});
