// What hostile texts of 1 MB cost at each place at which a text comes in, as a ratio to a plain text of the same length, and how that grows.
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
/** So many of the dearest entrances are measured at other lengths too, with the shape that is worst there. */
const GROWN = 8;

interface Cost {
  entrance: string;
  enter: (text: string) => unknown;
  shape: string;
  ms: number;
}

/** Prints a row for each entrance, with a column for each shape; then what twice and four times the length takes. */
export async function measureHostileTexts(report: Report): Promise<void> {
  const texts = hostileTexts(LENGTH);
  const rows = [['entrance', 'plain, ms', ...texts.map(([shape]) => shape)]];
  const costs: Cost[] = [];
  for (const [entrance, enter] of Object.entries(ENTRANCES)) {
    const plainMs = await msOf(() => enter(PLAIN));
    const ratios: string[] = [];
    let worst: Cost = { entrance, enter, shape: '', ms: 0 };
    for (const [shape, text] of texts) {
      const ms = await msOf(() => enter(text));
      if (ms > worst.ms) worst = { entrance, enter, shape, ms };
      ratios.push((ms / plainMs).toFixed(1));
    }
    costs.push(worst);
    rows.push([entrance, plainMs.toFixed(0), ...ratios]);
  }
  report.line(table(rows));
  report.line(`\n${table(await growthOf(costs))}`);
}

/** Twice the length should take about twice the time. */
async function growthOf(costs: readonly Cost[]): Promise<string[][]> {
  const rows = [['the dearest', 'shape', '1 MB, ms', '2 MB, as a ratio to 1 MB', '4 MB, as a ratio to 2 MB']];
  const dearest = costs.toSorted((one, other) => other.ms - one.ms).slice(0, GROWN);
  for (const { entrance, enter, shape, ms } of dearest) {
    const [twice = '', fourTimes = ''] = [2, 4].map((times) =>
      new Map(hostileTexts(times * LENGTH)).get(shape),
    );
    const twiceMs = await msOf(() => enter(twice));
    const fourTimesMs = await msOf(() => enter(fourTimes));
    rows.push([
      entrance,
      shape,
      ms.toFixed(0),
      (twiceMs / ms).toFixed(1),
      (fourTimesMs / twiceMs).toFixed(1),
    ]);
  }
  return rows;
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
