// Finds the tables of a register by their exact names, and makes them where there is none of them yet.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { RegisterFailure, TABLE_NAMES, type TableColumns, type TableName, type Tables } from '../port/tables';
import { dataTables, explained, type Caller } from './dataTables';
import { createNodes, getNodes, listNodes, rowsIn, type TableIds } from './statements';
import { runSubWorkflow, type NodesInARow } from './subWorkflow';

/** A register that can be used. */
export interface OpenRegister {
  tables: Tables;
  /** True if its tables, or some of them, were made just now. */
  isNew: boolean;
}

/**
 * Opens the register with this name, in the project of the workflow that the node is in; makes its tables if there are none.
 * @throws {RegisterFailure} they are lost, incomplete or somebody else's, or n8n cannot be asked: nothing may be sent
 */
export async function openRegister(
  context: Caller & WorkflowMemory,
  name: string,
  columns: TableColumns,
): Promise<OpenRegister> {
  const register = checkedName(name);
  const { ids, isNew } = await findOrMake(context, register, columns);
  rememberRegister(context, register);
  return { tables: dataTables(context, ids, columns), isNew };
}

/**
 * Finds the register with this name, which must be there.
 * @throws {RegisterFailure} there is none, it is incomplete or somebody else's, or n8n cannot be asked
 */
export async function findRegister(caller: Caller, name: string, columns: TableColumns): Promise<Tables> {
  const register = checkedName(name);
  const { ids, missing, filled } = await findTables(caller, register, columns);
  if (ids !== undefined) return dataTables(caller, ids, columns);
  throw filled.length > 0 ? incomplete(register, missing, filled) : notThere(register);
}

/**
 * Opens a register as `openRegister` does, but gives undefined where that would make the tables.
 * @throws {RegisterFailure}
 */
export async function lookForRegister(
  context: Caller & WorkflowMemory,
  name: string,
  columns: TableColumns,
): Promise<Tables | undefined> {
  const register = checkedName(name);
  const { ids, missing, filled } = await findTables(context, register, columns);
  if (ids !== undefined) return dataTables(context, ids, columns);
  if (hadRegister(context, register)) throw lostTables(register, missing);
  if (filled.length > 0) throw incomplete(register, missing, filled);
  return undefined;
}

/** Postgres takes names of 128 characters, the word for the table included. */
const MAX_NAME = 100;

function checkedName(name: string): string {
  const register = name.trim();
  const problem =
    register === ''
      ? 'The register has no name.'
      : register.length > MAX_NAME
        ? `The name of the register has more than ${MAX_NAME} characters.`
        : /[\p{Control}\p{Surrogate}]/u.test(register)
          ? 'The name of the register has a character that n8n cannot keep.'
          : undefined;
  if (problem === undefined) return register;
  throw new RegisterFailure('name', problem, 'Choose another one under Register in this node.');
}

async function findOrMake(
  context: Caller & WorkflowMemory,
  register: string,
  columns: TableColumns,
): Promise<{ ids: TableIds; isNew: boolean }> {
  // The workflow is asked before the first look: another call in this execution may make the register, and remember it, in the middle of this one.
  const had = hadRegister(context, register);
  let failure: unknown;
  for (let before = Infinity, isNew = false; ; isNew = true) {
    const { ids, missing, filled } = await findTables(context, register, columns);
    if (ids !== undefined) return { ids, isNew };
    if (had) throw lostTables(register, missing);
    if (filled.length > 0) throw incomplete(register, missing, filled);
    // Neither this run nor another one has made a table since the last look.
    if (missing.length >= before) throw failure;
    before = missing.length;
    failure = await makeTables(context, register, missing, columns);
  }
}

/** Present tables, by their ids. */
type FoundTables = Partial<Record<TableName, string>>;

/**
 * Gives the ids if no table is missing, and else the tables that have rows. The search for rows comes before the last list of tables:
 * another run may be making the register, and no row is stored before it is complete.
 */
async function findTables(
  caller: Caller,
  register: string,
  columns: TableColumns,
): Promise<{ ids: TableIds | undefined; missing: TableName[]; filled: TableName[] }> {
  const result = (found: FoundTables, filled: TableName[]) => ({
    ids: completeIds(found),
    missing: TABLE_NAMES.filter((table) => found[table] === undefined),
    filled,
  });
  const found = tablesIn(await ask(caller, [listNodes]), register, columns);
  const present = TABLE_NAMES.flatMap((table) =>
    found[table] === undefined ? [] : [[table, found[table]] as const],
  );
  if (present.length === 0 || present.length === TABLE_NAMES.length) return result(found, []);
  const firstRows = present.map(([, id]) => getNodes(id, { where: [], match: 'all' }, 1));
  const replies = await ask(caller, [...firstRows, listNodes]);
  return result(
    tablesIn(replies.slice(-1), register, columns),
    present.flatMap(([table], index) => (rowsIn(replies[index]?.json).length > 0 ? [table] : [])),
  );
}

/** Makes the tables. Returns an error instead of throwing it: if another run was quicker, the next look finds its tables. */
async function makeTables(
  caller: Caller,
  register: string,
  missing: readonly TableName[],
  columns: TableColumns,
): Promise<unknown> {
  const names = Object.fromEntries(missing.map((table) => [table, tableName(register, table)]));
  try {
    await ask(
      caller,
      missing.map((table) => createNodes(table, columns[table])),
      names,
    );
    return new RegisterFailure(
      'unexpected',
      'n8n has created data tables, but does not list them.',
      "Look for the cause in n8n's log.",
    );
  } catch (error) {
    return error;
  }
}

const ask = (caller: Caller, rows: readonly NodesInARow[], input: IDataObject = {}) =>
  explained(() => runSubWorkflow(caller, rows, [{ json: input }]));

const tableName = (register: string, table: TableName): string => `${register} ${table}`;

const tableSchema = z.object({
  id: z.string(),
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
const listSchema = z.union([
  // n8n gives one empty item if it has no tables.
  z.object({ rows: z.tuple([z.strictObject({})]) }).transform(() => []),
  z.object({ rows: z.array(tableSchema) }).transform(({ rows }) => rows),
]);

/** @throws {RegisterFailure} where a table has another table's columns */
function tablesIn(items: readonly { json: unknown }[], register: string, columns: TableColumns): FoundTables {
  const list = listSchema.safeParse(items[0]?.json);
  if (!list.success)
    throw new RegisterFailure(
      'unexpected',
      "n8n's list of data tables has a form that this node does not know.",
      'Update this node and n8n. If that does not help, report it with the version of your n8n.',
    );
  const found: FoundTables = {};
  for (const table of TABLE_NAMES) {
    const named = list.data.find(({ name }) => name === tableName(register, table));
    if (named === undefined) continue;
    checkColumns(named, columns[table]);
    found[table] = named.id;
  }
  return found;
}

/** Columns that people have added are theirs, and left alone. */
function checkColumns(table: z.infer<typeof tableSchema>, columns: TableColumns[TableName]): void {
  for (const [column, type] of Object.entries(columns)) {
    const found = table.columns.find(({ name }) => name === column);
    if (found?.type === type) continue;
    const difference =
      found === undefined ? `has no column "${column}"` : `has a column "${column}" of another type`;
    throw new RegisterFailure(
      'foreign',
      `The data table "${table.name}" does not belong to this register, or was changed: it ${difference}.`,
      'It was left as it is. Give that table another name, or choose another register in this node.',
    );
  }
}

function completeIds(found: FoundTables): TableIds | undefined {
  const { answers, archive, claims, decisions, reports, runs } = found;
  if (!answers || !archive || !claims || !decisions || !reports || !runs) return undefined;
  return { answers, archive, claims, decisions, reports, runs };
}

function notThere(register: string): RegisterFailure {
  return new RegisterFailure(
    'notThere',
    `There is no register "${register}" in the data tables of this workflow's project.`,
    'Correct Register in this node. A register is made by Screen Company with Keep in Register, in the project of that workflow.',
  );
}

function lostTables(register: string, missing: readonly TableName[]): RegisterFailure {
  return new RegisterFailure(
    'lost',
    `This workflow has had the register "${register}", and no longer finds ${tableList(register, missing)}.`,
    'If the workflow was moved to another project, move it back or move the tables with it. ' +
      'If the tables were renamed or deleted, restore them. To begin a new register on purpose, choose another name under Register in this node.',
  );
}

function incomplete(
  register: string,
  missing: readonly TableName[],
  filled: readonly TableName[],
): RegisterFailure {
  return new RegisterFailure(
    'incomplete',
    `There is no data table ${tableList(register, missing)}, although ${tableList(register, filled)} has rows.`,
    'If a table was renamed or deleted, restore it. To begin a new register on purpose, choose another name under Register in this node.',
  );
}

const tableList = (register: string, tables: readonly TableName[]): string =>
  tables.map((table) => `"${tableName(register, table)}"`).join(', ');

export type WorkflowMemory = Pick<IExecuteFunctions, 'getWorkflowStaticData'>;

function hadRegister(context: WorkflowMemory, register: string): boolean {
  return known(context).includes(register);
}

function rememberRegister(context: WorkflowMemory, register: string): void {
  const registers = known(context);
  if (!registers.includes(register)) memory(context)[KEY] = [...registers, register];
}

const KEY = 'companyScreeningRegisters';
const registersSchema = z.array(z.string()).catch([]);

const known = (context: WorkflowMemory): string[] => registersSchema.parse(memory(context)[KEY]);

// The memory of the whole workflow: n8n finds a node's own part by the node's name, which a person may change.
const memory = (context: WorkflowMemory) => context.getWorkflowStaticData('global');
