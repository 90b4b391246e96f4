// Random moments that a failed test can be run again with.

/** Prints the seed of a test run that draws random moments. The variable sets it, to repeat an earlier run. */
export function drawSeed(
  variable: 'FC_SEED' | 'NIGHTS_SEED' | 'QUEUE_SEED' | 'REGISTER_SEED' | 'WORKBOOKS_SEED',
): number {
  const seed = Number(process.env[variable] ?? Date.now() % 1_000_000);
  process.stderr.write(`Random moments come from ${variable}=${String(seed)}\n`);
  return seed;
}

/** The random cases that a test takes: `RANDOM_CASES=<times>` as many as in `npm test`. */
export const randomCases = (few: number): number => few * Number(process.env['RANDOM_CASES'] ?? 1);

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
