// What a process has used, as Linux tells under /proc: processor time and peak memory.
import { readFile, writeFile } from 'node:fs/promises';

/** What a process used between two moments. */
export interface Usage {
  cpuMs: number;
  /** Resident memory when the measuring began, and the most until it ended, in megabytes. */
  startMb: number;
  peakMb: number;
}

/** Measures a process from now on; the function it gives ends that and says what was used. Linux only. */
export async function measureProcess(pid: number): Promise<() => Promise<Usage>> {
  const canReset = await resetPeak(pid);
  const startMb = (await memory(pid)).nowMb;
  const cpuBefore = await cpuMs(pid);
  let sampledMb = startMb;
  const sampler = setInterval(() => {
    // A process that has ended has no memory any more; whoever ended it says why.
    memory(pid).then(
      ({ nowMb }) => (sampledMb = Math.max(sampledMb, nowMb)),
      () => undefined,
    );
  }, sampleEveryMs);
  sampler.unref();
  return async () => {
    clearInterval(sampler);
    const used = (await cpuMs(pid)) - cpuBefore;
    // Without a reset, the kernel's peak may be older than this measurement.
    const { peakMb } = await memory(pid);
    return { cpuMs: used, startMb, peakMb: canReset ? peakMb : sampledMb };
  };
}

const sampleEveryMs = 100;
// The kernel counts processor time for programs in hundredths of a second, whatever its own clock does.
const msPerTick = 10;

async function resetPeak(pid: number): Promise<boolean> {
  try {
    await writeFile(`/proc/${pid}/clear_refs`, '5');
    return true;
  } catch {
    return false;
  }
}

/** The resident memory of a process now and at its peak, in megabytes. Linux only. */
async function memory(pid: number): Promise<{ nowMb: number; peakMb: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mbOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? NaN) / 1_024;
  return { nowMb: mbOf('VmRSS'), peakMb: mbOf('VmHWM') };
}

async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The program's name, in brackets, may hold spaces: the fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}
