// The node with a second n8n-workflow beside it, as npm leaves it where it installs peer dependencies: its errors are
// then of other classes than those that n8n knows, and must still look the same.
import { appendFile, cp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod/v4';
import { ensureN8n } from '../../support/n8n/install';
import type { Execution } from '../../support/n8n/rest';
import { reportTo } from '../../support/report';
import { nodeUnderTest } from '../../support/workflows';
import type { Harness, NodeSetup } from '../realN8n';

const companyName = '={{ $json.company }}';
const input = ['Willowbrook Bakery Ltd', 'Failing Foundry'].map((company) => ({ company }));
const setups: Record<string, NodeSetup> = {
  'a screening that failed': { parameters: { companyName }, input },
  'a failed item at the error output': { parameters: { companyName }, input, onError: 'continueErrorOutput' },
  'an item that is refused before anything is sent': {
    parameters: { operation: 'requestAnnualReturns', registrationNumber: '123' },
  },
  'an expression that cannot be read': { parameters: { companyName: '={{ $("Nowhere").item.json.a }}' } },
  'a client that is refused': { parameters: { companyName }, input, credential: { clientSecret: 'wrong' } },
  'a service that cannot be reached': {
    parameters: { companyName: 'Willowbrook Bakery Ltd' },
    credential: { baseUrl: 'http://127.0.0.1:9' },
  },
};

/** The test, on an n8n that it starts again. */
export function secondCopyTests(harness: () => Harness): void {
  test('errors look the same with a second copy of n8n-workflow as without', async () => {
    const without = await failures();
    const copy = join(harness().nodesFolder, 'node_modules', 'n8n-workflow');
    const loaded = join(harness().nodesFolder, 'loaded.txt');
    await installSecondCopy(copy, loaded);
    await harness().restartN8n();
    await expect(failures()).resolves.toEqual(without);
    await expect(readFile(loaded, 'utf8')).resolves.toBe('loaded');
    await rm(copy, { recursive: true });
  });

  /** What a person sees of each run. */
  async function failures(): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    for (const [what, setup] of Object.entries(setups)) {
      await harness().sandbox.reset({ settings: true });
      found[what] = summaryOf(await harness().run(setup));
    }
    return found;
  }
}

function summaryOf({ status, error, output }: Execution): unknown {
  const items = [0, 1].map((index) => output(nodeUnderTest, index));
  const shown = error && errorSchema.parse(error);
  return JSON.parse(JSON.stringify({ status, shown, items }).replaceAll(varying, '…'));
}

const errorSchema = z.object({
  name: z.string(),
  message: z.string(),
  description: z.string().nullish(),
  httpCode: z.string().nullish(),
  level: z.string().optional(),
  node: z.object({ name: z.string() }),
  context: z.object({ itemIndex: z.number() }),
});

// Ids and times of the service.
const varying = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g;

/** Copies n8n's own n8n-workflow; the copy writes a file when it is loaded, so that nobody tests in vain. */
async function installSecondCopy(copy: string, loaded: string): Promise<void> {
  const { script } = await ensureN8n(reportTo(process.stderr));
  await cp(join(dirname(script), '..', '..', 'n8n-workflow'), copy, { recursive: true, dereference: true });
  const line = `\nrequire('node:fs').writeFileSync(${JSON.stringify(loaded)}, 'loaded');`;
  await appendFile(join(copy, 'dist', 'cjs', 'index.js'), line);
}
