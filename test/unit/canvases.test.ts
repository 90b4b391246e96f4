// How much of an example is on its canvas: nodes and expressions. What must be right is code with a test; a canvas connects.
import { readdirSync } from 'node:fs';
import { z } from 'zod/v4';

import { examplesFolder, readExample } from '../support/examples';
import type { Workflow } from '../support/n8n/rest';

/** Of one example, or of several together. */
interface Measure {
  /** Notes aside. */
  nodes: number;
  /** Of all values with an expression, the text around it included. */
  characters: number;
  /** The longest of these values. */
  longest: number;
  /** Expressions that have a function of their own in them, or call one. */
  functions: number;
  /** Mentions of another node by its name. */
  byName: number;
}

/** At most these many working nodes; their expressions name fields and do no more. */
const NODES = {
  'screen-a-spreadsheet.json': 7,
  'screen-one-company.json': 2,
  'register-from-a-list.json': 8,
  'fan-out-over-workers.json': 12,
  'append-results-to-a-sheet.json': 6,
  'alert-on-hits.json': 14,
  'spreadsheet-to-spreadsheet.json': 11,
  'annual-returns-to-files.json': 12,
  'form-for-colleagues.json': 7,
  'email-with-a-list.json': 10,
  'crm-webhook.json': 9,
  'onboarding.json': 5,
  'evidence-report.json': 8,
  'monthly-figures.json': 10,
  'review-desk.json': 16,
  'nightly-rescreening.json': 20,
  'nightly-watchdog.json': 8,
};
/** Of any value with an expression, in characters. */
const LONGEST = 200;

/**
 * An agent gives its parameters by n8n's function $fromAI, and n8n asks a person for approval before any node has run: only an expression
 * can write that e-mail. This may only shrink.
 */
const WITH_FUNCTIONS: Record<string, Measure> = {
  'agent-with-screening-tool.json': { nodes: 10, characters: 603, longest: 192, functions: 4, byName: 0 },
};

/** All of them together; with a register on the canvas they had 409 nodes and 68,054 characters. */
const ALL = { nodes: 160, characters: 6_000 };

const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
const measured: Record<string, Measure> = {};

beforeAll(async () => {
  for (const file of files) measured[file] = measureOf(await readExample(file));
});

afterAll(() => {
  const rows = Object.entries({ ...measured, all: sumOf(Object.values(measured)) }).map(
    ([name, { nodes, characters, longest, functions, byName }]) =>
      [
        name.padEnd(36),
        ...[nodes, characters, longest, functions, byName].map((figure) => String(figure).padStart(9)),
      ].join(''),
  );
  const heading = ['nodes', 'characters', 'longest', 'functions', 'by name']
    .map((name) => name.padStart(11))
    .join('');
  process.stdout.write(`\n${' '.repeat(32)}${heading}\n${rows.join('\n')}\n`);
});

test('all examples together do not grow', () => {
  const { nodes, characters } = sumOf(Object.values(measured));
  expect(nodes).toBeLessThanOrEqual(ALL.nodes);
  expect(characters).toBeLessThanOrEqual(ALL.characters);
});

test('every example is either small or the one that needs functions', () => {
  expect([...Object.keys(NODES), ...Object.keys(WITH_FUNCTIONS)].sort()).toEqual([...files].sort());
});

test.each(Object.entries(NODES))(
  '%s has at most %i nodes, and its expressions only name fields',
  (file, nodes) => {
    const measure = measured[file];
    expect(measure?.nodes).toBeLessThanOrEqual(nodes);
    expect(measure?.longest).toBeLessThanOrEqual(LONGEST);
    expect(measure).toMatchObject({ functions: 0, byName: 0 });
  },
);

test.each(Object.entries(WITH_FUNCTIONS))('%s does not grow', (file, before) => {
  const now = measured[file];
  expect(now?.longest).toBeLessThanOrEqual(LONGEST);
  expect(now?.nodes).toBeLessThanOrEqual(before.nodes);
  expect(now?.characters).toBeLessThanOrEqual(before.characters);
  expect(now?.longest).toBeLessThanOrEqual(before.longest);
  expect(now?.functions).toBeLessThanOrEqual(before.functions);
  expect(now?.byName).toBeLessThanOrEqual(before.byName);
});

function sumOf(all: readonly Measure[]): Measure {
  const total = (figure: (measure: Measure) => number) =>
    all.reduce((sum, measure) => sum + figure(measure), 0);
  return {
    nodes: total(({ nodes }) => nodes),
    characters: total(({ characters }) => characters),
    longest: Math.max(0, ...all.map(({ longest }) => longest)),
    functions: total(({ functions }) => functions),
    byName: total(({ byName }) => byName),
  };
}

function measureOf({ nodes }: Workflow): Measure {
  const working = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
  const values = working.flatMap(({ parameters }) => expressionsIn(parameters));
  const code = values.flatMap((value) => [...value.matchAll(CODE)].map(([, inside = '']) => inside.trim()));
  return {
    nodes: working.length,
    characters: values.reduce((sum, { length }) => sum + length, 0),
    longest: Math.max(0, ...values.map(({ length }) => length)),
    functions: code.filter((expression) => FUNCTION.test(expression)).length,
    byName: code.flatMap((expression) => expression.match(NODE_BY_NAME) ?? []).length,
  };
}

const CODE = /\{\{(.*?)\}\}(?!\})/gs;
const NODE_BY_NAME = /\$\(|\$node\b|\$items\(/g;
const FUNCTION = /=>|\bfunction\b|[\w)\]]\s*\(/;

/** The values that n8n evaluates, the text around their expressions included. */
function expressionsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
  const inside = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).safeParse(value);
  return inside.success ? Object.values(inside.data).flatMap(expressionsIn) : [];
}
