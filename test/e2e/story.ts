// A test that goes through a story from its start to its end: its steps build on each other, and it stands alone as a whole.

export type Step = (name: string, run: () => Promise<void>) => void;

/** A test of the steps that `tell` adds, in their order. An error says in which of them it came. */
export function story(name: string, tell: (step: Step) => void, withinMs = 30 * 60_000): void {
  const steps: [string, () => Promise<void>][] = [];
  tell((step, run) => {
    steps.push([step, run]);
  });
  const run = async (): Promise<void> => {
    for (const [step, take] of steps)
      await take().catch((error: unknown) => {
        if (error instanceof Error) error.message = `In the step "${step}": ${error.message}`;
        throw error;
      });
  };
  test(name, run, withinMs);
}
