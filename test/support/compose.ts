// The compose files of the guides, read so that the tests start n8n with the environment and the commands that people start it with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod/v4';
import { projectFolder } from './n8n/install';

/** The compose files: one n8n, its addition that takes the node from a copy of the repository, and n8n's queue mode. */
export const composeFiles = {
  oneN8n: join(projectFolder, 'docs', 'one-n8n', 'compose.yaml'),
  fromThisCopy: join(projectFolder, 'docs', 'one-n8n', 'from-this-copy.yaml'),
  queueMode: join(projectFolder, 'docs', 'queue-mode', 'compose.yaml'),
};

function readCompose(path: string): unknown {
  return parse(readFileSync(path, 'utf8'), { merge: true });
}

/** The environment of a service, without what comes from the file .env. @throws if there is no such service */
export function environmentOf(path: string, service: string): Record<string, string> {
  const { environment } = serviceIn(path, service);
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => !value.startsWith('${')));
}

/** Executions that a worker takes at once, as its command says. @throws if it is no command of a worker */
export function concurrencyOf(path: string, service: string): number {
  const [, concurrency] = /^worker --concurrency=(\d+)$/.exec(serviceIn(path, service).command ?? '') ?? [];
  if (concurrency === undefined) throw new Error(`The service ${service} is no worker.`);
  return Number(concurrency);
}

const serviceSchema = z.object({
  command: z.string().optional(),
  environment: z.record(z.string(), z.string()),
});
const composeSchema = z.object({ services: z.record(z.string(), z.unknown()) });

function serviceIn(path: string, service: string): z.infer<typeof serviceSchema> {
  return serviceSchema.parse(composeSchema.parse(readCompose(path)).services[service]);
}
