// What evidence files cost n8n in memory: `npm run bench -- --evidence`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Report } from '../support/report';
import { measure, type BinaryDataMode, type Figures, type Ground } from './measure';
import { usualTokenLifeSeconds } from './plan';

/** How the evidence is kept; nothing is where the option is off. */
const kept: readonly (BinaryDataMode | undefined)[] = [undefined, 'filesystem', 'default'];
const sizes = [1_000, 10_000];
const collecting = `--import ${pathToFileURL(join(__dirname, 'collectGarbage.ts')).href}`;

/**
 * Screens with and without evidence files, and prints the memory of n8n for each: as n8n runs, and while its garbage is
 * collected every two seconds. The second is what it holds; in the first, most of the growth is garbage that Node has not
 * collected yet.
 */
export async function measureEvidence(ground: Ground, report: Report): Promise<void> {
  report.line(
    '| companies | evidence files | n8n at its peak, MB | of that without | at its peak, garbage collected, MB | of that without | seconds |',
  );
  report.line('| --- | --- | --- | --- | --- | --- | --- |');
  for (const companies of sizes) {
    let without: Peaks | undefined;
    for (const mode of kept) {
      const asItRuns = await screen(companies, mode, ground);
      const collected = await screen(companies, mode, { ...ground, nodeOptions: collecting });
      const peaks = { asItRuns: asItRuns.peakMb, collected: collected.peakMb };
      without ??= peaks;
      const how = mode === undefined ? 'off' : `on, binary data mode ${mode}`;
      const columns = [
        peaks.asItRuns.toFixed(0),
        (peaks.asItRuns / without.asItRuns).toFixed(3),
        peaks.collected.toFixed(0),
        (peaks.collected / without.collected).toFixed(3),
        (asItRuns.totalMs / 1_000).toFixed(1),
      ];
      report.line(`| ${companies} | ${how} | ${columns.join(' | ')} |`);
    }
  }
}

interface Peaks {
  asItRuns: number;
  collected: number;
}

const screen = (companies: number, mode: BinaryDataMode | undefined, ground: Ground): Promise<Figures> =>
  measure(
    {
      contender: 'node',
      tls: false,
      latencyMs: 0,
      companies,
      concurrency: 10,
      tokenLifeSeconds: usualTokenLifeSeconds,
      evidence: mode !== undefined,
    },
    mode === undefined ? ground : { ...ground, binaryDataMode: mode },
  );
