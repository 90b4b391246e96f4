// Waits until something holds, or until a program that was started is ready. An error says for how long, and for what.
import { readFile } from 'node:fs/promises';
import { pause, type RunningProgram } from './processes';
import { duration, PlainError } from './report';

/** Tells whether it holds by now: `true`, or not, or a sentence that says what is missing. */
export type Condition = () => Promise<boolean | string>;

/**
 * The time to wait, three minutes unless told otherwise, and the pause between two looks: a tenth of a second at first, and longer the
 * longer it takes, since asking keeps n8n busy.
 */
export interface Patience {
  withinMs?: number;
  everyMs?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Waits until the condition holds.
 * @param what what is waited for, as the end of a sentence: "until the webhook was there"
 * @throws when it does not hold in time, or `signal` says to stop
 */
export async function until(what: string, condition: Condition, patience: Patience = {}): Promise<void> {
  let missing = '';
  const look = async (): Promise<true | undefined> => {
    const state = await condition();
    missing = typeof state === 'string' ? ` ${state}` : '';
    return state === true ? true : undefined;
  };
  await untilFound(what, look, patience, () => missing);
}

/** Waits until something is there, and gives it. @throws as `until` */
export async function untilFound<T>(
  what: string,
  look: () => Promise<T | undefined>,
  { withinMs = 180_000, everyMs, signal }: Patience = {},
  missing: () => string = () => '',
): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    const found = await look();
    if (found !== undefined) return found;
    const waited = Date.now() - startedAt;
    if (waited > withinMs)
      throw new Error(`Waited in vain for ${duration(withinMs)} until ${what}.${missing()}`);
    await pause(everyMs ?? Math.min(Math.max(waited / 8, 100), 1_000));
  }
}

/** A program that was started, and the condition that it is ready. */
interface Starting {
  /** Name in errors. */
  name: string;
  program: RunningProgram;
  logFile: string;
  isReady: Condition;
  withinMs: number;
  /** Advice for a machine without the program. */
  install?: string;
  signal?: AbortSignal | undefined;
}

/**
 * Waits until a program is ready, and ends it where it does not get ready.
 * @throws {PlainError} it ended, or was not ready in time: with the end of its log
 */
export async function untilReady(starting: Starting): Promise<void> {
  const { name, program, logFile, isReady, withinMs, install = '', signal } = starting;
  const condition: Condition = async () => {
    if (!program.hasExited()) return isReady();
    const { error } = await program.exited;
    throw new Error(
      error === undefined
        ? `${name} ended while it was starting.`
        : `${name} could not be started: ${error.message}. ${install}`,
    );
  };
  try {
    await until(`${name} was ready`, condition, { withinMs, everyMs: 100, signal });
  } catch (error) {
    await program.stop();
    signal?.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    throw new PlainError(`${message}\nThe end of its log (${logFile}):\n${await lastLines(logFile)}`, {
      cause: error,
    });
  }
}

/** The last lines of a log, for a person to read. */
async function lastLines(logFile: string, count = 15): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

/** Whether it comes to its end without an error. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
