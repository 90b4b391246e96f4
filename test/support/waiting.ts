// Waits until something holds, or until a program that was started is ready. An error says for how long, and for what.
import { readFile } from 'node:fs/promises';
import { pause, type RunningProgram } from './processes';
import { duration, PlainError } from './report';

/** Asks whether it holds by now: `true`, or not, or a sentence that says what is missing. */
export type Condition = () => Promise<boolean | string>;

/** Waits until the condition holds. @throws when it does not in time, which is a minute unless told otherwise */
export async function until(what: string, condition: Condition, withinMs = 60_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const state = await condition();
    if (state === true) return;
    if (Date.now() > giveUpAt)
      throw new Error(`Waited in vain for ${duration(withinMs)} until ${what}.${state ? ` ${state}` : ''}`);
    await pause(100);
  }
}

/** A program that was started, and how one knows that it is ready. */
interface Starting {
  /** As an error calls it. */
  name: string;
  program: RunningProgram;
  logFile: string;
  isReady: Condition;
  withinMs: number;
  /** What to do where the program is not there. */
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
    signal?.throwIfAborted();
    if (!program.hasExited()) return isReady();
    const { error } = await program.exited;
    throw new Error(
      error === undefined
        ? `${name} ended while it was starting.`
        : `${name} could not be started: ${error.message}. ${install}`,
    );
  };
  try {
    await until(`${name} was ready`, condition, withinMs);
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
