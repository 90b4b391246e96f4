// How a bench ends: also if it is interrupted, nothing that it has started goes on.
import { PlainError, reportTo } from '../support/report';

const interruption = new AbortController();
/** Aborted when somebody interrupts the bench. */
export const interrupted = interruption.signal;

/** Runs a bench, which ends what it has started when it throws. */
export function runBench(main: () => Promise<void>): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      interruption.abort();
    });
  main().catch((error: unknown) => {
    process.exitCode = interrupted.aborted ? 130 : 1;
    if (interrupted.aborted)
      reportTo(process.stdout).line('\nInterrupted; everything that was started has been ended.');
    else if (error instanceof PlainError) console.error(`\n${error.message}`);
    else console.error('\nThe bench failed in a way it does not know:\n', error);
  });
}

/** What the work gives. @throws as soon as the bench is interrupted, without waiting for the work */
export async function unlessInterrupted<T>(work: Promise<T>): Promise<T> {
  interrupted.throwIfAborted();
  const interrupting = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => {
      reject(new Error('The bench was interrupted.'));
    });
  });
  return await Promise.race([work, interrupting]);
}
