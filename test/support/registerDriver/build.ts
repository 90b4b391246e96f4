// Builds the driver into a folder, from which n8n loads it as a node of its own.
import { join } from 'node:path';
import { build } from 'esbuild';

/** The type of the driver in a workflow. */
export const driverType = 'CUSTOM.registerDriver';

/** Builds it into the folder. Returns the setting with which n8n finds it. */
export async function buildDriver(folder: string): Promise<NodeJS.ProcessEnv> {
  await build({
    entryPoints: [join(__dirname, 'RegisterDriver.node.ts')],
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['n8n-workflow'],
    logLevel: 'warning',
  });
  return { N8N_CUSTOM_EXTENSIONS: folder };
}
