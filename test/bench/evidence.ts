// What evidence files cost n8n in memory: `npm run bench -- --evidence`.
import type { Report } from '../support/report';
import { measure, type BinaryDataMode, type Ground } from './measure';
import { usualTokenLifeSeconds } from './plan';

/** How the evidence is kept; nothing is where the option is off. */
const kept: readonly (BinaryDataMode | undefined)[] = [undefined, 'filesystem', 'default'];
const sizes = [1_000, 10_000];

/** Screens with and without evidence files, and prints the memory of n8n for each. */
export async function measureEvidence(ground: Ground, report: Report): Promise<void> {
  report.line(
    '| companies | evidence files | n8n before, MB | n8n at its peak, MB | grew by, MB | seconds |',
  );
  report.line('| --- | --- | --- | --- | --- | --- |');
  for (const companies of sizes)
    for (const mode of kept) {
      const figures = await measure(
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
      const { startMb, peakMb, totalMs } = figures;
      const mb = [startMb, peakMb, peakMb - startMb].map((value) => value.toFixed(0)).join(' | ');
      const how = mode === undefined ? 'off' : `on, binary data mode ${mode}`;
      report.line(`| ${companies} | ${how} | ${mb} | ${(totalMs / 1_000).toFixed(1)} |`);
    }
}
