// Warnings of Node.js while a test runs. Jest gives tests a copy of `process`, which no warning ever reaches.
import { EventEmitter } from 'node:events';
import { runInThisContext } from 'node:vm';
import { z } from 'zod/v4';

/** Takes the steps, and gives the names of the warnings that Node.js printed meanwhile. */
export async function warningsDuring(steps: () => Promise<unknown>): Promise<string[]> {
  const process = z.instanceof(EventEmitter).parse(runInThisContext('process'));
  const names: string[] = [];
  const note = ({ name }: Error): void => {
    names.push(name);
  };
  process.on('warning', note);
  try {
    await steps();
    // A warning comes a tick after its cause.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('warning', note);
  }
  return names;
}
