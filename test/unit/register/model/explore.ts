// Explores every order of the steps of a scenario: depth first, each world once.
import { forgetKeys } from './plainData';
import type { Model, World } from './world';

const WORLDS_BETWEEN_REPORTS = 100_000;

export interface Exploration {
  worlds: number;
  steps: number;
  ends: number;
  /** False if it stopped at the limit: it then proves nothing but what it saw. */
  isComplete: boolean;
  /** The promise that was broken first, and the steps that led there. */
  broken: { promise: string; path: string[] } | null;
}

/** @param onTheWay is told every now and then how many worlds there have been. */
export function explore(
  model: Model,
  maxWorlds: number,
  onTheWay: (worlds: number) => void = () => {},
): Exploration {
  forgetKeys();
  const seen = new Set<string>();
  const result: Exploration = { worlds: 0, steps: 0, ends: 0, isComplete: true, broken: null };
  const stack: { world: World; path: Path | null; key: string; isLeft: boolean }[] = [];
  const onPath = new Set<string>();
  const first = model.begin();
  stack.push({ world: first, path: null, key: model.keyOf(first), isLeft: false });
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.isLeft) {
      onPath.delete(top.key);
      continue;
    }
    if (seen.has(top.key)) {
      if (onPath.has(top.key))
        return { ...result, broken: brokenBy('a run goes round in circles', top.path) };
      continue;
    }
    seen.add(top.key);
    onPath.add(top.key);
    stack.push({ ...top, isLeft: true });
    result.worlds += 1;
    if (result.worlds % WORLDS_BETWEEN_REPORTS === 0) onTheWay(result.worlds);
    if (result.worlds === maxWorlds) return { ...result, isComplete: false };
    const steps = model.steps(top.world);
    if (steps.length === 0) {
      result.ends += 1;
      const promise = model.atTheEnd(top.world);
      if (promise !== null) return { ...result, broken: brokenBy(promise, top.path) };
    }
    for (const { name, take } of steps) {
      result.steps += 1;
      const world = take();
      const path = { name, before: top.path };
      if (world.broken !== null) return { ...result, broken: brokenBy(world.broken, path) };
      stack.push({ world, path, key: model.keyOf(world), isLeft: false });
    }
  }
  return result;
}

interface Path {
  name: string;
  before: Path | null;
}

function brokenBy(promise: string, path: Path | null) {
  const names: string[] = [];
  for (let step = path; step; step = step.before) names.unshift(step.name);
  return { promise, path: names };
}
