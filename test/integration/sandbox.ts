// The sandbox service of the integration tests: started once for all files that run together, and reset before each test.
import { startSandbox, type Sandbox, type Stats } from '../sandbox/client';
import { packageLoaded } from './nodeInN8nCore';

let starting: Promise<Sandbox> | undefined;

/** The sandbox, with the package loaded, for the tests of this file; the function it gives returns it. */
export function useSandbox(): () => Sandbox {
  let sandbox: Sandbox | undefined;
  const started = () => {
    if (!sandbox) throw new Error('The sandbox has not started.');
    return sandbox;
  };
  beforeAll(async () => {
    [sandbox] = await Promise.all([(starting ??= startSandbox()), packageLoaded()]);
  });
  beforeEach(() => started().reset({ settings: true }));
  return started;
}

/** After all files that run together: `setup.js` does it. */
export async function stopSandbox(): Promise<void> {
  await (await starting)?.stop();
}

/** How often the service was asked to screen each company, by its own count. */
export function requestsByCompany(stats: Stats): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { body } of stats.operations.screening.recent) {
    const name =
      typeof body === 'object' && body !== null && 'companyName' in body ? String(body.companyName) : '';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** How often the service did, and charged for, the screening of each company. */
export function screeningsByCompany(stats: Stats): Record<string, number> {
  return Object.fromEntries(stats.screenings.map(({ companyName, times }) => [companyName, times]));
}
