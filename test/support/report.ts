// The lines of the demo and of the end-to-end tests for the person who waits: one per step, with the time it took.

/** A failure whose message says what happened and what to do; it is shown without a stack trace. */
export class PlainError extends Error {}

/** Shows steps on a terminal. */
export interface Report {
  /** Prints one line. */
  line: (text: string) => void;
  /** Runs `work` and shows its title, the time that passes and how it ended. */
  step: <T>(title: string, work: () => Promise<T>) => Promise<T>;
}

const everyMs = { terminal: 1_000, log: 30_000 };

/** A report on a stream: a counting line on a terminal, now and then a line in a log. */
export function reportTo(stream: NodeJS.WriteStream): Report {
  const isTerminal = stream.isTTY;
  const line = (text: string): void => {
    stream.write(`${text}\n`);
  };
  const step = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = Date.now();
    const show = (mark: string, end: string): void => {
      const text = `${mark} ${title} (${duration(Date.now() - startedAt)})`;
      stream.write(isTerminal ? `\r\u001b[2K${text}${end}` : `${text}\n`);
    };
    const timer = setInterval(
      () => {
        show('…', '');
      },
      isTerminal ? everyMs.terminal : everyMs.log,
    );
    try {
      const result = await work();
      show('✓', '\n');
      return result;
    } catch (error) {
      show('✗', '\n');
      throw error;
    } finally {
      clearInterval(timer);
    }
  };
  return { line, step };
}

/** A time span as a person says it: `0.4 s`, `12 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}
