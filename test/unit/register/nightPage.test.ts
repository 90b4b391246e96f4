// The page on the register shows the phases of a run, and a picture two nights with their statements. Both are those of the code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  checkEvent,
  checkPhase,
  type RunPhase,
} from '../../../nodes/CompanyScreening/register/protocol/state';
import type { Statement } from '../../../nodes/CompanyScreening/register/port/tables';
import { projectFolder } from '../../support/n8n/install';
import { aHit, aRecordWithHits } from '../builders';
import { clear, json, screening } from '../screeningRuns';
import { MemoryTables, watched } from './memoryTables';

const PHASES: RunPhase[] = [
  'new',
  'entering',
  'checkingIds',
  'polling',
  'fetching',
  'shrinking',
  'checkingResults',
  'ending',
  'archiving',
];
const COMMANDS = ['nothing', 'call', 'sleep', 'confirm', 'send', 'wait', 'over'] as const;
const EVENTS = ['begin', 'rows', 'failed', 'slept', 'stop', 'confirmed', 'more', 'results'] as const;

const page = read('register.md');
const picture = read('two-nights.svg');

function read(name: string): string {
  return readFileSync(join(projectFolder, 'docs/design', name), 'utf8');
}

/** The calls in the picture, each with its statements. */
const drawnCalls = () =>
  [...picture.matchAll(/<g class="call"[^>]*>(.*?)<\/g>/gs)].map(([, call = '']) =>
    [...call.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, statement = '']) => `${statement}\n`).join(''),
  );

const isAllowed = (check: () => void) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

test('the diagram has every way from phase to phase, and no other', () => {
  const [, diagram = ''] = /```mermaid\n(.*?)```/s.exec(page) ?? [];
  const drawn = [...diagram.matchAll(/^ +(\S+) --> (\S+)$/gm)]
    .map(([, from, to]) => `${from === '[*]' ? 'new' : from} → ${to}`)
    .filter((way) => !way.endsWith('[*]'));
  const inCode = PHASES.flatMap((from) =>
    PHASES.filter((to) =>
      isAllowed(() => {
        checkPhase(from, to);
      }),
    ).map((to) => `${from} → ${to}`),
  );
  expect(drawn.sort()).toEqual(inCode.sort());
});

test('the table has the events that answer each command, and no other', () => {
  const rows = COMMANDS.map((command) => {
    const answers = EVENTS.filter((event) =>
      isAllowed(() => {
        checkEvent(command, event);
      }),
    );
    return [command, answers.length === 0 ? 'none' : answers.join(', ')];
  });
  const table = [...page.matchAll(/^\| `(\w+)` +\| ([\w, ]+?) +\|/gm)].map(([, command, events]) => [
    command,
    events,
  ]);
  expect(table).toEqual(rows);
});

test('the two nights make these calls, with these statements', async () => {
  const tables = new MemoryTables('sqlite');
  const calls: string[] = [];
  const register = watched(tables, (statements) =>
    calls.push(statements.map((statement) => `${lineOf(statement)}\n`).join('')),
  );
  for (let night = 1; night <= 2; night += 1) {
    await screening({
      register,
      companies: ['Bakery', 'Gloomharbour'],
      answer: (company) =>
        company === 'Bakery' ? clear(company) : json(aRecordWithHits([aHit()], { id: 'id-Gloomharbour' })),
    });
  }
  expect(drawnCalls()).toEqual(calls);
});

/** The cells of new rows that the page shows. */
const SHOWN: Partial<Record<Statement['table'], readonly string[]>> = {
  runs: ['state'],
  claims: ['state'],
  answers: ['outcome', 'previousAnswers'],
};

function lineOf(statement: Statement): string {
  const { table } = statement;
  switch (statement.do) {
    case 'insert': {
      const rows = statement.rows.map((row) => (SHOWN[table] ?? []).map((cell) => row[cell]).join(' '));
      return `insert ${table}: ${rows.join('; ')}`;
    }
    case 'update': {
      const { state } = statement.set;
      const [first, second] = Object.keys(statement.set);
      return `update ${table}: ${state === undefined ? `${first}${second ? `, ${second} …` : ''}` : `state ${String(state)}`}`;
    }
    case 'read': {
      const columns = [...new Set(statement.where.map(({ column }) => column))];
      return `read ${table}${columns.length > 0 ? ` by ${columns.join(' or ')}` : ''}`;
    }
    case 'delete':
      return `delete ${table} by ${statement.where.map(({ column }) => column).join(' and ')}`;
  }
}
