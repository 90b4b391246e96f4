// The guides name everything that the node has: its parameters, the fields of its items, reasons, error codes and errors.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { alteredName, ALTERATIONS } from '../../nodes/CompanyScreening/names/alterations';
import { OPERATIONS } from '../../nodes/CompanyScreening/operations';
import type { Operation } from '../../nodes/CompanyScreening/operations/shared/operation';
import {
  optionsField,
  outputField,
  runOptions,
  runOutput,
} from '../../nodes/CompanyScreening/operations/shared/options';
import {
  COMPANY_KEYS,
  COMPANY_MATCH_KEYS,
  ERROR_KEYS,
  HIT_KEYS,
  MATCH_KEYS,
} from '../../nodes/CompanyScreening/names/itemKeys';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { EXPLANATIONS } from '../../nodes/CompanyScreening/operations/screening/verdict';
import { ALTERATION_NAMES } from '../../nodes/CompanyScreening/operations/testScreening/testScreeningFields';
import * as errorCatalogs from '../../nodes/CompanyScreening/service/reportedError';
import { firstCells, pages, type Read, root, rowsOf } from './pages';

export function fieldProblems(read: Read): string[] {
  const cellsOf = (page: string): string[] => firstCells(read(page));
  const holds = (page: string) => (text: string) => read(page).includes(text);
  const inCells = (page: string) => (text: string) => cellsOf(page).includes(text);
  return [
    ...missing('README.md', ['hit', 'clear', 'review', 'error'].map(asCode), inCells('README.md')),
    ...missing(
      'docs/results.md',
      Object.keys(EXPLANATIONS).map((reason) => `- ${asCode(reason)}: `),
      holds('docs/results.md'),
    ),
    ...missing(
      'docs/results.md',
      COMPANY_KEYS.filter((key) => !HIT_KEYS.some((other) => other === key)).map(asCode),
      holds('docs/results.md'),
    ),
    ...missing('docs/results.md', MATCH_KEYS.map(asCode), inCells('docs/results.md')),
    ...missing('docs/results.md', COMPANY_MATCH_KEYS.map(asCode), holds('docs/results.md')),
    ...missing('docs/results.md', ERROR_KEYS.map(asCode), holds('docs/results.md')),
    ...missing('docs/design/service.md', errorCodes(), (row) =>
      new RegExp(row, 'm').test(read('docs/design/service.md')),
    ),
    ...missing('docs/proof.md', spellings(), (row) => tableRows(read('docs/proof.md')).includes(row)),
    ...missing(
      'docs/settings.md',
      [...namesIn(screenCompany), ...namesIn({ fields: [], options: [runOptions], output: [runOutput] })],
      (name) => read('docs/settings.md').includes(`**${name}**`),
    ),
    ...OPERATIONS.flatMap((operation) => undescribed(read, operation)),
    ...itemProblems(read('docs/results.md')),
    ...unsaidErrors(read),
  ];
}

const asCode = (word: string): string => `\`${word}\``;

const missing = (page: string, wanted: readonly string[], isThere: (text: string) => boolean): string[] =>
  wanted.filter((text) => !isThere(text)).map((text) => `${page}: ${text} is missing.`);

/** The shown names of all that an operation's user can set; those in a collection stand for the collection. */
function namesIn(operation: Pick<Operation, 'fields' | 'options' | 'output'>): string[] {
  const fields = [...operation.fields, outputField(operation.output), optionsField(operation.options)].filter(
    ({ type }) => type !== 'notice' && type !== 'hidden',
  );
  return fields.flatMap(({ type, displayName, options = [] }) =>
    type === 'collection' ? options.map(shownName) : [displayName],
  );
}
const shownName = (option: object): string => z.object({ displayName: z.string() }).parse(option).displayName;

/** One page has to name an operation with every parameter and option of it. */
function undescribed(read: Read, operation: Operation): string[] {
  const names = [operation.choice.name, ...namesIn(operation).map((name) => name.replace(/ \(.*\)$/, ''))];
  const [best] = pages
    .map((page) => ({ page, lacks: names.filter((name) => !read(page).includes(name)) }))
    .sort((one, other) => one.lacks.length - other.lacks.length);
  return (best?.lacks ?? names).map(
    (name) => `${best?.page ?? 'docs'}: of ${operation.choice.name}, it does not name ${name}.`,
  );
}

/** The page on results lists the fields of a hit as they are, in order. */
function itemProblems(text: string): string[] {
  const [, hit = '{}'] = /```json\n([^]*?)```/.exec(text) ?? [];
  const shown = Object.keys(z.looseObject({}).parse(JSON.parse(hit)));
  return shown.join() === HIT_KEYS.join()
    ? []
    : [`docs/results.md: the fields of a hit are ${HIT_KEYS.join(', ')}.`];
}

/** The rows of the table of error codes, as expressions. */
const errorCodes = (): string[] =>
  Object.values(errorCatalogs)
    .filter((exported) => typeof exported === 'object')
    .flatMap((catalog) => Object.entries(catalog).map(([code, { name }]) => `^\\| ${code} .*\`${name}\``));

const spellings = (): string[] =>
  Object.entries(ALTERATION_NAMES).map(
    ([alteration, name]) =>
      `${name} | ${asCode(alteredName('Nebelwald Präzisions GmbH', z.enum(ALTERATIONS).parse(alteration)) ?? '')}`,
  );
const tableRows = (text: string): string[] => rowsOf(text).map((cells) => cells.slice(1, -1).join(' | '));

const SAID_BY_N8N = ['No file(s) found'];

/** Each error of a run on the page on results is said by the node, an example or n8n. */
function unsaidErrors(read: Read): string[] {
  const said = ['nodes', 'credentials', 'examples']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => /\.(ts|json)$/.test(file))
    .map(read)
    .join('\n')
    // Errors of names name the field: the rule is told which one.
    .replaceAll('${field}', 'Company Name');
  const [, section = ''] = read('docs/results.md').split('\n## Errors\n');
  const [table = ''] = section.split('\n## ');
  const messages = firstCells(table).slice(2);
  if (messages.length < 3) return ['docs/results.md: the table of the errors of a run is gone.'];
  return messages
    .filter((text) => !SAID_BY_N8N.some((words) => text.startsWith(words)))
    .filter((text) => {
      const parts = text.split(/[…"/,;(]|\d+|\.(?: |$)/).filter((part) => part.trim().split(' ').length > 2);
      return !parts.some((part) => said.includes(part.trim()));
    })
    .map((text) => `docs/results.md: nothing says this error: ${text}`);
}
