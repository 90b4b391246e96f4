// A long random walk through a world that is too large to be explored: every choice follows from the seed.
import type { Model, World } from './world';

export interface Walk {
  steps: number;
  /** The promise that was broken, and the steps that led there. */
  broken: { promise: string; path: string[] } | null;
}

export function walk(model: Model, seed: number): Walk {
  const random = randomFrom(seed);
  const path: string[] = [];
  let world: World = model.begin();
  for (let steps = model.steps(world); steps.length > 0; steps = model.steps(world)) {
    const step = steps[Math.floor(random() * steps.length)];
    if (!step) break;
    path.push(step.name);
    world = step.take();
  }
  const promise = model.atTheEnd(world);
  return { steps: path.length, broken: promise === null ? null : { promise, path } };
}

/** Numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
