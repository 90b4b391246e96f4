// A long random walk through a world that is too large to be explored: every choice follows from the seed.
import { randomNumbers } from '../../../support/random';
import type { Model, World } from './world';

export interface Walk {
  steps: number;
  /** The promise that was broken, and the steps that led there. */
  broken: { promise: string; path: string[] } | null;
}

export function walk(model: Model, seed: number): Walk {
  const random = randomNumbers(seed);
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
