// A time of its own for tests without input and output: it passes only when everybody waits.
import type { Time } from '../../nodes/CompanyScreening/flowControl/time';

export interface VirtualTime extends Time {
  /** Lets time pass until nobody waits, or until the moment given. */
  pass: (until?: number) => Promise<void>;
  /** Lets time pass until this is over. Rejects if it hangs: it is not over, and nobody waits. */
  finish: <Result>(running: Promise<Result>) => Promise<Result>;
}

export function virtualTime(): VirtualTime {
  let now = 1_000_000;
  let sleepers: { at: number; wake: () => void }[] = [];
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve));
  };
  const time: VirtualTime = {
    epochMs: () => now,
    monotonicMs: () => now,
    sleep: async (ms) => {
      await new Promise<void>((wake) => sleepers.push({ at: now + ms, wake }));
    },
    // Nothing here takes long.
    timeout: () => new AbortController().signal,
    random: () => 1,
    async pass(until = Infinity) {
      for (;;) {
        await settle();
        const next = Math.min(...sleepers.map(({ at }) => at));
        if (next > until || next === Infinity) break;
        now = next;
        const awake = sleepers.filter(({ at }) => at <= now);
        sleepers = sleepers.filter(({ at }) => at > now);
        for (const { wake } of awake) wake();
      }
      if (until !== Infinity) now = until;
    },
    async finish(running) {
      await time.pass();
      const hangs = settle().then(() => {
        throw new Error('It hangs: it is not over, and nobody waits.');
      });
      return await Promise.race([running, hangs]);
    },
  };
  return time;
}
