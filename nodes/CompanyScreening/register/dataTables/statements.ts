// The register's statements as nodes of n8n's Data Table, and their results as rows again.
import type { IDataObject, GenericValue, INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';

import {
  inParts,
  MARK,
  MAX_CONDITIONS,
  RegisterFailure,
  type Condition,
  type ReadStatement,
  type Statement,
  type StoredRow,
  type TableColumns,
  type TableName,
  type TableRow,
  type ColumnType,
} from '../port/tables';
import type { NodesInARow, InnerNode } from './subWorkflow';

/** The ids that n8n gave the register's tables. */
export type TableIds = Readonly<Record<TableName, string>>;

/** The most rows that n8n reads in one transaction. */
export const PAGE = 1000;

/**
 * Splits the statement into pieces that n8n takes, to be carried out one after the other; none where nothing would be done.
 * @throws where a condition could be evaluated by n8n, or cannot be split: a mistake of the caller
 */
export function piecesOf(statement: Statement, columns: TableColumns): Statement[] {
  if (statement.do === 'insert') return statement.rows.length === 0 ? [] : [statement];
  checkConditions(statement, columns);
  return conditionsInPieces(statement).map((where) =>
    statement.do === 'read'
      ? { ...statement, where, limit: Math.min(statement.limit ?? PAGE, PAGE) }
      : { ...statement, where },
  );
}

/** The statements of each call: a change after a read must wait until all pages of the read have come. */
export function statementsOfCalls(statements: readonly Statement[]): Statement[][] {
  const calls: Statement[][] = [];
  let pagesMayFollow = new Set<TableName>();
  for (const statement of statements) {
    const current = calls.at(-1);
    if (current === undefined || (!isRead(statement) && pagesMayFollow.has(statement.table))) {
      calls.push([statement]);
      pagesMayFollow = new Set();
    } else current.push(statement);
    if (isRead(statement) && !fitsIntoAPage(statement)) pagesMayFollow.add(statement.table);
  }
  return calls;
}

export const isRead = (statement: Statement): statement is ReadStatement => statement.do === 'read';

export const fitsIntoAPage = ({ limit }: ReadStatement): boolean => limit !== undefined && limit <= PAGE;

/** The nodes for the pieces, and the one item that they are given. */
export function nodesFor(
  pieces: readonly Statement[],
  ids: TableIds,
): { rows: NodesInARow[]; input: IDataObject } {
  const input: IDataObject = {};
  const rows = pieces.map((piece, index): NodesInARow => {
    const id = ids[piece.table];
    const field = `rows${index}`;
    switch (piece.do) {
      case 'insert':
        input[field] = piece.rows.map(storable);
        return insertNodes(id, field);
      case 'update':
        input[field] = [storable(piece.set)];
        return updateNodes(id, piece, field);
      case 'delete':
        return deleteNodes(id, piece);
      case 'read':
        return getNodes(id, piece, piece.limit ?? PAGE);
    }
  });
  return { rows, input };
}

/**
 * The results of the pieces: the rows of each `read`, and none for the others.
 * @throws {RegisterFailure} where n8n gave something else than it was asked for
 */
export function rowsOfPieces(
  pieces: readonly Statement[],
  items: readonly { json: unknown }[],
): StoredRow[][] {
  if (items.length !== pieces.length)
    throw unexpected(`${items.length} results came for ${pieces.length} statements`);
  return pieces.map((piece, index) => {
    const json = items[index]?.json;
    if (piece.do === 'read') return rowsIn(json);
    if (piece.do === 'insert' && insertedSchema.safeParse(json).data?.insertedRows !== piece.rows.length)
      throw unexpected(`it did not say that ${piece.rows.length} rows were stored`);
    return [];
  });
}

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** The database's clock, and no columns of ours. */
const CLOCKS = new Set(['createdAt', 'updatedAt']);
const rowSchema = z
  .object({ id: z.int().positive() })
  .catchall(cellSchema)
  .transform((row): StoredRow => {
    const cells = Object.entries(row).filter(([column]) => !CLOCKS.has(column));
    return { ...Object.fromEntries(cells), id: row.id };
  });
/** An empty result is one empty item, because the node is set to always return one. */
const readSchema = z.union([
  z.object({ rows: z.tuple([z.strictObject({})]) }).transform((): StoredRow[] => []),
  z.object({ rows: z.array(rowSchema) }).transform(({ rows }) => rows),
]);
const insertedSchema = z.object({ success: z.literal(true), insertedRows: z.int() });

export function rowsIn(json: unknown): StoredRow[] {
  const read = readSchema.safeParse(json);
  if (read.success) return read.data;
  throw unexpected('it gave rows of another form');
}

function unexpected(what: string): RegisterFailure {
  return new RegisterFailure(
    'unexpected',
    `n8n's data tables answered in a way that this node does not know: ${what}.`,
    'Update this node and n8n. If that does not help, report it with the version of your n8n.',
  );
}

function conditionsInPieces({ where, match }: Exclude<Statement, { do: 'insert' }>): Condition[][] {
  if (match === 'all') {
    if (where.length > MAX_CONDITIONS) throw new Error(`${where.length} conditions cannot all be met.`);
    // n8n changes and deletes nothing without a condition.
    return [where.length === 0 ? [{ column: 'id', is: 'above', value: 0 }] : [...where]];
  }
  return inParts(where, MAX_CONDITIONS);
}

function checkConditions(
  { table, where }: Exclude<Statement, { do: 'insert' }>,
  columns: TableColumns,
): void {
  for (const { column, value } of where) {
    if (column !== 'id' && !Object.hasOwn(columns[table], column))
      throw new Error(`The table ${table} has no column ${column}.`);
    if (typeof value === 'string' ? !MARK.test(value) : !Number.isSafeInteger(value))
      throw new Error(`The column ${column} is compared with something that is not a mark.`);
  }
}

function storable(row: TableRow): IDataObject {
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [
      column,
      typeof cell === 'string' ? storableText(cell) : cell,
    ]),
  );
}

/**
 * The text as both databases can keep it. Postgres refuses all rows of an insert for one NUL, and a paid answer would be lost. Both replace
 * half of a surrogate pair in this way.
 */
const storableText = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');

/** Gives the tables of the project that the workflow is in, as one item. */
export const listNodes: NodesInARow = [
  // The list is sorted by a column that never changes: n8n reads the list in pages, and would miss a table that moved between two of them.
  // The list is not filtered by name: n8n finds names by a pattern, and does not find capital letters that are not ASCII.
  dataTable('table', 'list', { returnAll: true, options: { sortField: 'createdAt', sortDirection: 'asc' } }),
  gathered(),
];

/** Makes a table. That field of the input has its name. */
export function createNodes(nameField: string, columns: Readonly<Record<string, ColumnType>>): NodesInARow {
  return [
    dataTable('table', 'create', {
      tableName: `={{ $json.${nameField} }}`,
      columns: { column: Object.entries(columns).map(([name, type]) => ({ name, type })) },
      // n8n would look for it by a pattern, and might not find it.
      options: { createIfNotExists: false },
    }),
    gathered(),
  ];
}

/** Adds the rows that are in that field of the input, as one transaction. Gives one item with their number. */
function insertNodes(tableId: string, rowsField: string): NodesInARow {
  return [
    itemsFrom(rowsField),
    dataTable('row', 'insert', {
      ...columnsOfTheItem(tableId),
      // Inserts all in one, without reading them back.
      options: { optimizeBulk: true },
    }),
  ];
}

type RowFilter = Pick<ReadStatement, 'match' | 'where'>;

/** Gives the rows in the order of their ids, at most `limit` of them, as one item. */
export function getNodes(tableId: string, where: RowFilter, limit: number): NodesInARow {
  return [
    dataTable('row', 'get', {
      ...those(tableId, where),
      returnAll: false,
      limit,
      orderBy: true,
      orderByColumn: 'id',
      orderByDirection: 'ASC',
    }),
    gathered(),
  ];
}

/** Changes the rows; that field of the input, a list of one, has the new values. */
function updateNodes(tableId: string, where: RowFilter, setField: string): NodesInARow {
  const parameters = { ...those(tableId, where), ...columnsOfTheItem(tableId), options: {} };
  return [itemsFrom(setField), dataTable('row', 'update', parameters), gathered()];
}

function deleteNodes(tableId: string, where: RowFilter): NodesInARow {
  return [dataTable('row', 'deleteRows', { ...those(tableId, where), options: {} }), gathered()];
}

function dataTable(resource: string, operation: string, parameters: INodeParameters): InnerNode {
  return {
    type: 'n8n-nodes-base.dataTable',
    typeVersion: 1.1,
    parameters: { resource, operation, ...parameters },
    // The rest of the row would not run without an item.
    alwaysOutputData: true,
  };
}

/** Gives all items as the list `rows` of one, so that the rows of one statement do not mix with those of the next. */
function gathered(): InnerNode {
  return {
    type: 'n8n-nodes-base.aggregate',
    typeVersion: 1,
    parameters: { aggregate: 'aggregateAllItemData', destinationFieldName: 'rows', options: {} },
  };
}

/** Keeps texts of people and of the service in the items, since n8n evaluates a parameter that begins with "=". */
function itemsFrom(field: string): InnerNode {
  return {
    type: 'n8n-nodes-base.splitOut',
    typeVersion: 1,
    parameters: { fieldToSplitOut: field, options: {} },
  };
}

function columnsOfTheItem(tableId: string): INodeParameters {
  return { ...tableOf(tableId), columns: { mappingMode: 'autoMapInputData', value: null } };
}

function those(tableId: string, { where, match }: RowFilter): INodeParameters {
  return {
    ...tableOf(tableId),
    matchType: match === 'all' ? 'allConditions' : 'anyCondition',
    filters: { conditions: where.map(conditionOf) },
  };
}

const tableOf = (id: string): INodeParameters => ({ dataTableId: { __rl: true, mode: 'id', value: id } });

const conditionOf = ({ column, is, value }: Condition): Record<string, GenericValue> & INodeParameters => ({
  keyName: column,
  condition: { equal: 'eq', contains: 'like', above: 'gt', atMost: 'lte' }[is],
  keyValue: is === 'contains' ? `%${value}%` : value,
});
