// The order of CI and of a release on GitHub: what was not tested is not published, and what publishes runs nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod/v4';
import { projectFolder } from '../support/n8n/install';

const stepSchema = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const jobSchema = z.looseObject({
  needs: z.array(z.string()).default([]),
  if: z.string().optional(),
  uses: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  strategy: z.looseObject({ matrix: z.record(z.string(), z.array(z.unknown())) }).optional(),
  steps: z.array(stepSchema).default([]),
});
const workflowSchema = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), jobSchema),
});
type Workflow = z.infer<typeof workflowSchema>;
type Job = z.infer<typeof jobSchema>;
type Workflows = Record<'ci' | 'checks' | 'publish', Workflow>;

const folder = join(projectFolder, '.github', 'workflows');

function readAll(): Workflows {
  const read = (name: string): Workflow =>
    workflowSchema.parse(parse(readFileSync(join(folder, `${name}.yml`), 'utf8')));
  return { ci: read('ci'), checks: read('checks'), publish: read('publish') };
}

/** What is wrong with the order; nothing is, in an empty list. */
function problemsOf(workflows: Workflows): string[] {
  return [...rightsProblems(workflows), ...releaseProblems(workflows), ...requiredProblems(workflows)];
}

const jobOf = (workflow: Workflow, name: string): Job => workflow.jobs[name] ?? jobSchema.parse({});
const runsOf = (job: Job): string[] => job.steps.flatMap(({ run = [] }) => run);
const usedBy = (job: Job, action: string) =>
  job.steps.find(({ uses = '' }) => uses.startsWith(`actions/${action}@`));

function rightsProblems(workflows: Workflows): string[] {
  return Object.entries(workflows).flatMap(([file, { permissions, jobs }]) => [
    ...(JSON.stringify(permissions) === '{"contents":"read"}'
      ? []
      : [`${file} has more rights than reading.`]),
    ...Object.entries(jobs).flatMap(([name, job]) => [
      ...(job.permissions === undefined || (file === 'publish' && name === 'publish')
        ? []
        : [`${file}: ${name} has rights of its own.`]),
      ...job.steps.flatMap(({ uses }) =>
        uses === undefined || /^actions\/[\w-]+@[0-9a-f]{40}$/.test(uses) ? [] : [`${uses} is not fixed.`],
      ),
    ]),
  ]);
}

function releaseProblems({ publish, checks }: Workflows): string[] {
  const job = jobOf(publish, 'publish');
  const commit = runsOf(jobOf(publish, 'commit')).join('\n');
  const packed = usedBy(jobOf(checks, 'package'), 'upload-artifact')?.with;
  const e2e = jobOf(checks, 'e2e');
  const test = runsOf(e2e).find((run) => run.includes('npm run test:e2e')) ?? '';
  const shards = e2e.strategy?.matrix['shard'] ?? [];
  const rules: [string, boolean][] = [
    ['publish starts for something else than a tag', Object.keys(publish.on).join() === 'push'],
    ['publish does not wait for the commit', job.needs.includes('commit')],
    ['publish does not wait for the checks', job.needs.includes('checks')],
    ['publish goes on after a failure', job.if === undefined],
    ['publish has another right', JSON.stringify(job.permissions) === '{"id-token":"write"}'],
    [
      'the checks of a release are others',
      jobOf(publish, 'checks').uses === './.github/workflows/checks.yml',
    ],
    ['the checks of a release may be skipped', jobOf(publish, 'checks').if === undefined],
    ['the commit need not be on main', commit.includes('merge-base --is-ancestor "$GITHUB_SHA" origin/main')],
    ['the tag need not be the version', commit.includes('= "$GITHUB_REF_NAME"')],
    [
      'publish runs something else than npm publish of the tarball',
      runsOf(job).join() === 'npm publish ./packed/*.tgz --provenance --access public --ignore-scripts',
    ],
    [
      'publish uses other actions than those for Node and the artifact',
      job.steps
        .flatMap(({ uses = [] }) => uses)
        .every((uses) => /^actions\/(setup-node|download-artifact)@/.test(uses)),
    ],
    [
      'another artifact is published than was built',
      packed?.['name'] === usedBy(job, 'download-artifact')?.with?.['name'] && packed?.['name'] !== undefined,
    ],
    [
      'another artifact is tested than was built',
      e2e.needs.includes('package') &&
        packed?.['name'] === usedBy(e2e, 'download-artifact')?.with?.['name'] &&
        test.startsWith('COMPANY_SCREENING_TARBALL='),
    ],
    [
      'a part of the end-to-end tests does not run',
      JSON.stringify(shards) === JSON.stringify(shards.map((_, index) => index + 1)) &&
        test.endsWith(`--shard=\${{ matrix.shard }}/${String(shards.length)}`),
    ],
    ['a check may be skipped', Object.values(checks.jobs).every((one) => one.if === undefined)],
    ['a check may fail', Object.values(checks.jobs).every((one) => one['continue-on-error'] === undefined)],
  ];
  return rules.flatMap(([problem, holds]) => (holds ? [] : [problem]));
}

function requiredProblems({ ci }: Workflows): string[] {
  const { required, ...others } = ci.jobs;
  const [step] = required?.steps ?? [];
  const rules: [string, boolean][] = [
    [
      'the required check does not need all others',
      JSON.stringify(required?.needs) === JSON.stringify(Object.keys(others)),
    ],
    ['the required check is skipped when another one fails', required?.if === 'always()'],
    [
      'the required check does not look at the others',
      step?.run === 'test "$RESULT" = success' && step.env?.['RESULT'] === '${{ needs.checks.result }}',
    ],
    ['CI checks something else', others['checks']?.uses === './.github/workflows/checks.yml'],
  ];
  return rules.flatMap(([problem, holds]) => (holds ? [] : [problem]));
}

test('the workflows are in order', () => {
  expect(readdirSync(folder).sort()).toEqual(['checks.yml', 'ci.yml', 'publish.yml']);
  expect(problemsOf(readAll())).toEqual([]);
});

test.each<[problem: string, file: keyof Workflows, job: string, change: Partial<Job>]>([
  ['publish does not wait for the checks', 'publish', 'publish', { needs: ['commit'] }],
  ['publish goes on after a failure', 'publish', 'publish', { if: 'always()' }],
  [
    'publish runs something else than npm publish of the tarball',
    'publish',
    'publish',
    { steps: [{ run: 'npm ci' }] },
  ],
  [
    'publish uses other actions than those for Node and the artifact',
    'publish',
    'publish',
    { steps: [{ uses: `actions/checkout@${'0'.repeat(40)}` }] },
  ],
  ['the commit need not be on main', 'publish', 'commit', { steps: [] }],
  ['checks: e2e has rights of its own.', 'checks', 'e2e', { permissions: { 'id-token': 'write' } }],
  ['another artifact is published than was built', 'checks', 'package', { steps: [] }],
  [
    'a part of the end-to-end tests does not run',
    'checks',
    'e2e',
    { strategy: { matrix: { shard: [1, 2, 3, 4] } } },
  ],
  ['the required check is skipped when another one fails', 'ci', 'required', { if: 'success()' }],
  ['the required check does not need all others', 'ci', 'lint', {}],
])('it would be told if %s', (problem, file, job, change) => {
  const workflows = readAll();
  workflows[file].jobs[job] = { ...jobOf(workflows[file], job), ...change };
  expect(problemsOf(workflows)).toContain(problem);
});
