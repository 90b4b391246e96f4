// n8n's Data Table node, as the register uses it.
import type { GenericValue, INodeParameters } from 'n8n-workflow';

import type { ColumnType, Condition } from '../port/tables';
import type { InnerNode, NodesInARow } from './subWorkflow';

/** Gives the tables of the project that the workflow is in, as one item. */
export const listNodes: NodesInARow = [
  // Sorted by a column that never changes: n8n reads the list in pages, and would miss a table that moved between two of them.
  // Not filtered by name: n8n finds names by a pattern, and does not find capital letters that are not ASCII.
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
export function insertNodes(tableId: string, rowsField: string): NodesInARow {
  return [
    itemsFrom(rowsField),
    dataTable('row', 'insert', {
      ...columnsOfTheItem(tableId),
      // Inserts all in one, without reading them back.
      options: { optimizeBulk: true },
    }),
  ];
}

/** The rows that meet all of the conditions, or any of them. */
export interface RowFilter {
  where: readonly Condition[];
  match: 'all' | 'any';
}

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
export function updateNodes(tableId: string, where: RowFilter, setField: string): NodesInARow {
  const parameters = { ...those(tableId, where), ...columnsOfTheItem(tableId), options: {} };
  return [itemsFrom(setField), dataTable('row', 'update', parameters), gathered()];
}

export function deleteNodes(tableId: string, where: RowFilter): NodesInARow {
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
