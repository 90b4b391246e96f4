// The compose file of the guide to queue mode cannot be run by the tests: what it must hold is checked here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod/v4';
import { readExample } from '../support/examples';

const root = join(__dirname, '../..');
const text = readFileSync(join(root, 'docs/queue-mode/compose.yaml'), 'utf8');

const manifestSchema = z.object({ dependencies: z.object({ n8n: z.string() }) });
const testedN8n = manifestSchema.parse(
  JSON.parse(readFileSync(join(root, 'test/support/n8n/pinned/package.json'), 'utf8')),
).dependencies.n8n;

/** A value that comes from the file .env, without which nothing starts. */
const required = (name: string) => z.string().regex(new RegExp(`^\\$\\{${name}:\\?`));

const afterBoth = z.object({
  postgres: z.object({ condition: z.literal('service_healthy') }),
  redis: z.object({ condition: z.literal('service_healthy') }),
});

const queueSettings = z.object({
  EXECUTIONS_MODE: z.literal('queue'),
  N8N_ENCRYPTION_KEY: required('N8N_ENCRYPTION_KEY'),
  DB_TYPE: z.literal('postgresdb'),
  DB_POSTGRESDB_HOST: z.literal('postgres'),
  DB_POSTGRESDB_DATABASE: z.literal('n8n'),
  DB_POSTGRESDB_USER: z.literal('n8n'),
  DB_POSTGRESDB_PASSWORD: required('POSTGRES_PASSWORD'),
  QUEUE_BULL_REDIS_HOST: z.literal('redis'),
  N8N_DEFAULT_BINARY_DATA_MODE: z.literal('database'),
  OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: z.literal('true'),
  N8N_REINSTALL_MISSING_PACKAGES: z.literal('true'),
  N8N_GRACEFUL_SHUTDOWN_TIMEOUT: z.string().regex(/^\d+$/),
});

const n8nService = z.object({
  image: z.literal(`docker.n8n.io/n8nio/n8n:${testedN8n}`),
  restart: z.literal('unless-stopped'),
  depends_on: afterBoth,
  environment: queueSettings,
});

/** Lists and results: whichever process runs a workflow has to find them. */
const filesOfAll = z.literal('./files:/home/node/.n8n-files');

const composeSchema = z.object({
  services: z.strictObject({
    main: n8nService.extend({
      ports: z.tuple([z.literal('127.0.0.1:5678:5678')]),
      volumes: z.tuple([z.literal('n8n:/home/node/.n8n'), filesOfAll]),
    }),
    worker: n8nService.extend({
      command: z.string().regex(/^worker --concurrency=\d+$/),
      volumes: z.tuple([filesOfAll]),
      deploy: z.object({ replicas: z.literal(2) }),
      stop_grace_period: z.string().regex(/^\d+s$/),
    }),
    postgres: z.object({
      image: z.string().startsWith('postgres:'),
      environment: z.object({
        POSTGRES_DB: z.literal('n8n'),
        POSTGRES_USER: z.literal('n8n'),
        POSTGRES_PASSWORD: required('POSTGRES_PASSWORD'),
      }),
      volumes: z.tuple([z.literal('postgres:/var/lib/postgresql/data')]),
      healthcheck: z.object({ test: z.array(z.string()).min(2) }),
    }),
    redis: z.object({
      image: z.string().startsWith('redis:'),
      command: z.string().regex(/--appendonly yes/),
      volumes: z.tuple([z.literal('redis:/data')]),
      healthcheck: z.object({ test: z.array(z.string()).min(2) }),
    }),
  }),
  volumes: z.strictObject({ n8n: z.null(), postgres: z.null(), redis: z.null() }),
});

test('the compose file holds one main, two workers, Postgres and Redis, with the n8n that was tested', () => {
  expect(composeSchema.safeParse(parse(text, { merge: true })).error).toBeUndefined();
});

test('main and workers have the same settings', () => {
  const { main, worker } = composeSchema.parse(parse(text, { merge: true })).services;
  expect(worker.environment).toEqual(main.environment);
});

test('Docker waits longer for a worker than the worker for its executions', () => {
  const { worker } = composeSchema.parse(parse(text, { merge: true })).services;
  const patience = Number(worker.environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT);
  expect(parseInt(worker.stop_grace_period)).toBeGreaterThan(patience);
});

test('the compose file holds no secret', () => {
  expect(text).not.toMatch(/(PASSWORD|ENCRYPTION_KEY): +[^$\s]/);
});

test('the example of the fan-out calls the main process by its name in the compose file', async () => {
  const { nodes } = await readExample('fan-out-over-workers.json');
  const sends = JSON.stringify(nodes.find(({ name }) => name === 'Send a part'));
  const { services } = composeSchema.parse(parse(text, { merge: true }));
  expect(Object.keys(services)).toContain(/http:\/\/(\w+):5678/.exec(sends)?.[1]);
});
