// n8n's data tables, as its own page of them reads and changes them.
import { z } from 'zod/v4';
import type { N8nRest } from './rest';

/** A row of a data table: its columns by their names, and n8n's own `id`, `createdAt` and `updatedAt`. */
const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type TableRow = z.infer<typeof rowSchema>;

// The most that n8n gives at once.
const pageSize = 250;

/** All rows of a table, in the order in which they were added. */
export async function readTable(rest: N8nRest, table: string): Promise<TableRow[]> {
  const path = `${await pathOf(rest, table)}/rows?take=${String(pageSize)}&sortBy=id:asc&skip=`;
  const page = z.object({ data: z.array(rowSchema), count: z.number() });
  const rows: TableRow[] = [];
  for (;;) {
    const { data, count } = await rest.send(
      'read a data table',
      'get',
      `${path}${String(rows.length)}`,
      page,
    );
    rows.push(...data);
    if (rows.length >= count || data.length === 0) return rows;
  }
}

/** The row of a table that was added last; undefined for an empty one. */
export async function readLastRow(rest: N8nRest, table: string): Promise<TableRow | undefined> {
  const path = `${await pathOf(rest, table)}/rows?take=1&sortBy=id:desc`;
  const page = z.object({ data: z.array(rowSchema) });
  return (await rest.send('read a data table', 'get', path, page)).data[0];
}

export async function addTable(rest: N8nRest, name: string, columns: string[]): Promise<void> {
  const project = z.object({ id: z.string() });
  const { id } = await rest.send('show the own project', 'get', '/projects/personal', project);
  const data = { name, columns: columns.map((column) => ({ name: column, type: 'string' })) };
  await rest.send('make a data table', 'post', `/projects/${id}/data-tables`, z.unknown(), data);
}

export async function renameTable(rest: N8nRest, table: string, name: string): Promise<void> {
  await rest.send('rename a data table', 'patch', await pathOf(rest, table), z.unknown(), { name });
}

export async function removeTable(rest: N8nRest, table: string): Promise<void> {
  await rest.send('remove a data table', 'delete', await pathOf(rest, table), z.unknown());
}

/** Adds rows; columns that are left out stay empty. */
export async function addRows(rest: N8nRest, table: string, rows: TableRow[]): Promise<void> {
  const path = `${await pathOf(rest, table)}/insert`;
  await rest.send('add rows to a data table', 'post', path, z.unknown(), { data: rows });
}

/** Changes cells of the rows in which a column has this value, as a person does. */
export async function changeRows(
  rest: N8nRest,
  table: string,
  where: { column: string; value: string },
  data: TableRow,
): Promise<void> {
  const filters = [{ columnName: where.column, condition: 'eq', value: where.value }];
  const body = { filter: { type: 'and', filters }, data };
  await rest.send(
    'change rows of a data table',
    'patch',
    `${await pathOf(rest, table)}/rows`,
    z.unknown(),
    body,
  );
}

export async function removeTables(rest: N8nRest): Promise<void> {
  for (const { id, projectId } of await listTables(rest))
    await rest.send('remove a data table', 'delete', `/projects/${projectId}/data-tables/${id}`, z.unknown());
}

async function listTables(rest: N8nRest): Promise<{ id: string; name: string; projectId: string }[]> {
  const list = z.object({
    data: z.array(z.object({ id: z.string(), name: z.string(), projectId: z.string() })),
  });
  return (await rest.send('list data tables', 'get', '/data-tables-global?take=250', list)).data;
}

async function pathOf(rest: N8nRest, table: string): Promise<string> {
  const found = (await listTables(rest)).find(({ name }) => name === table);
  if (found === undefined) throw new Error(`n8n has no data table "${table}".`);
  return `/projects/${found.projectId}/data-tables/${found.id}`;
}
