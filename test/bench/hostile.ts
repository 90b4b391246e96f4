// What hostile texts of 1 MB cost at each place at which a text comes in, as a ratio to a plain text of the same length.
import { performance } from 'node:perf_hooks';
import type { Report } from '../support/report';
import { ENTRANCES, hostileTexts } from '../support/hostileTexts';
import { table } from './markdownTable';
import { median } from './median';

const LENGTH = 1_000_000;
const PLAIN = 'Honest Bakery of Port Meridian '.repeat(LENGTH / 31);
const TIMES = 3;
/** What takes less is too short to be compared. */
const MIN_MS = 1;

/** Prints a row for each entrance, and a column for each shape. */
export async function measureHostileTexts(report: Report): Promise<void> {
  const texts = hostileTexts(LENGTH);
  const rows = [['entrance', 'plain, ms', ...texts.map(([shape]) => shape)]];
  for (const [entrance, enter] of Object.entries(ENTRANCES)) {
    const plainMs = await msOf(() => enter(PLAIN));
    const ratios: string[] = [];
    for (const [, text] of texts) ratios.push(((await msOf(() => enter(text))) / plainMs).toFixed(1));
    rows.push([entrance, plainMs.toFixed(0), ...ratios]);
  }
  report.line(table(rows));
}

/** Of several times the one in the middle. What is refused with a sentence is measured as well. */
async function msOf(enter: () => unknown): Promise<number> {
  const all: number[] = [];
  for (let times = 0; times < TIMES; times++) {
    const startedAt = performance.now();
    await Promise.resolve()
      .then(enter)
      .catch(() => undefined);
    all.push(performance.now() - startedAt);
  }
  return Math.max(median(all), MIN_MS);
}
