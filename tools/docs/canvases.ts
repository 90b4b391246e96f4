// The size of each example's canvas: nodes and expressions. What must be right is code with a test; a canvas connects.
import { basename } from 'node:path';
import { exampleFiles, isNote, nodesOf, type Read } from './pages';

/** The most working nodes. */
const NODES: Readonly<Record<string, number>> = {
  'screen-a-spreadsheet.json': 9,
  'screen-one-company.json': 2,
  'register-from-a-list.json': 7,
  'fan-out-over-workers.json': 12,
  'append-results-to-a-sheet.json': 6,
  'alert-on-hits.json': 13,
  'spreadsheet-to-spreadsheet.json': 11,
  'annual-returns-to-files.json': 11,
  'form-for-colleagues.json': 12,
  'email-with-a-list.json': 11,
  'crm-webhook.json': 11,
  'onboarding.json': 6,
  'evidence-report.json': 6,
  'register-to-a-table.json': 5,
  'monthly-figures.json': 8,
  'review-desk.json': 11,
  'look-up-a-company.json': 3,
  'forget-a-customer.json': 7,
  'night-by-email.json': 8,
  'nightly-rescreening.json': 16,
  'nightly-watchdog.json': 5,
  'agent-with-screening-tool.json': 10,
};

/**
 * The most functions in expressions, which otherwise only name fields. An agent gives its parameters by n8n's function $fromAI. n8n asks a person
 * for approval before any node has run, so only an expression can write that e-mail.
 */
const FUNCTIONS: Readonly<Record<string, number>> = {
  'agent-with-screening-tool.json': 4,
  'form-for-colleagues.json': 3,
};

/**
 * The most nodes found by name. Behind the second page of a form, an item has only its answers: only the name of its node finds the file of the
 * first page.
 */
const BY_NAME: Readonly<Record<string, number>> = { 'form-for-colleagues.json': 3 };

/** The most characters of a value with an expression. */
const LONGEST = 200;

/** The most of all examples together. */
const ALL = { nodes: 190, characters: 6_500 };

export function canvasProblems(read: Read): string[] {
  const examples = exampleFiles.map((file) => ({ file, name: basename(file), ...measured(read, file) }));
  const atMost = (where: string, what: string, count: number, most: number): string[] =>
    count > most ? [`${where}: ${count} ${what}, ${most} at most.`] : [];
  const total = (count: (example: (typeof examples)[number]) => number): number =>
    examples.reduce((sum, example) => sum + count(example), 0);
  return [
    ...Object.keys(NODES)
      .filter((known) => !examples.some(({ name }) => name === known))
      .map((known) => `There is no example ${known}.`),
    ...examples.flatMap(({ file, name, nodes, longest, functions, byName }) => [
      ...atMost(file, 'working nodes', nodes, NODES[name] ?? 0),
      ...atMost(file, 'characters in one expression', longest, LONGEST),
      ...atMost(file, 'expressions with a function', functions, FUNCTIONS[name] ?? 0),
      ...atMost(file, 'mentions of another node by its name', byName, BY_NAME[name] ?? 0),
    ]),
    ...atMost(
      'All examples together',
      'working nodes',
      total(({ nodes }) => nodes),
      ALL.nodes,
    ),
    ...atMost(
      'All examples together',
      'characters in expressions',
      total(({ characters }) => characters),
      ALL.characters,
    ),
  ];
}

function measured(read: Read, file: string) {
  const working = nodesOf(read, file).filter((node) => !isNote(node));
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

/** The values that n8n evaluates, including the text around their expressions. */
function expressionsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
}
