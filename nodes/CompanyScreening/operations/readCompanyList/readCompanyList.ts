// The room operations/readCompanyList/: a file that n8n holds → an item for each company. How a file is read is known in lists/.
//
// "Read Company List": a file with a list becomes an item for each of its rows.
import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';
import * as z from 'zod/v4';

import { fileKindOf, noList } from '../../lists/fileKind';
import { headingsIn, wantedColumns, type MoreWanted } from '../../lists/headings';
import type { ListRow, ReadList } from '../../lists/rows';
import { readTextList } from '../../lists/textList';
import { readWorkbookList } from '../../lists/workbookList';
import { InvalidItem } from '../../names/invalidItem';
import { plainText, quantity } from '../../names/plainText';
import { withoutTags } from '../../names/safeText';
import type { OutputItem } from '../answer';
import type { LocalOperation, LocalResult, ReadParameter } from '../operation';
import { readCollection, readItemOptions } from '../options';
import { readCompanyListFields, readCompanyListOptions, USUAL_KEY_COLUMN } from './readCompanyListFields';

export const readCompanyList: LocalOperation = {
  kind: 'local',
  resource: 'company',
  choice: {
    name: 'Read Company List',
    value: 'readCompanyList',
    action: 'Read company list from file',
    description: 'Read a workbook or CSV file; every row is an item. Nothing is sent to the service.',
  },
  fields: readCompanyListFields,
  options: [readCompanyListOptions],
  output: [],
  subjectKey: 'fileName',
  itemKeys: ({ options }) => {
    const added = readCollection(options);
    const more = MORE_COLUMNS.filter(({ name }) => name in added);
    return ['companyName', 'companyKey', 'row', 'listFile', ...more.map(({ field }) => field)];
  },
  nouns: { one: 'file', several: 'files' },
  neverSilent: () => ['options'],
  summarise: summariseLists,

  begin: ({ context }) => ({
    prepare(parameter, itemIndex) {
      const { binaryPropertyName, companyColumn, keyColumn } = readParameters(parameter);
      const file = fileIn(context.getInputData()[itemIndex]?.binary, binaryPropertyName);
      const fileName = file.fileName ?? 'The file';
      const key = {
        heading: keyColumn,
        isRequired: keyColumn.trim() !== '' && keyColumn.trim() !== USUAL_KEY_COLUMN,
      };
      return {
        subject: { name: fileName, referenceId: null },

        perform: () =>
          asOneList(async () => {
            const collection = parameter('options');
            const options = readItemOptions(readCompanyListOptions, collection);
            const wanted = wantedColumns(companyColumn, key, moreColumns(collection));
            const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, binaryPropertyName);
            const kind = fileKindOf(bytes);
            if (kind.kind === 'other') throw noList(fileName, kind.what);
            const list = { bytes, fileName, wanted, headingRow: options.headingRow };
            const wantedSheet = plainText(options.sheet);
            const content: ListContent =
              kind.kind === 'text'
                ? readTextList({ ...list, encoding: options.encoding })
                : readWorkbookList({ ...list, format: kind.format, wantedSheet });
            if (options.unusableRows === 'stop') throwUnusable(content.rows, fileName);
            return listResult(content, fileName);
          }),
      };
    },
  }),
};

/** A list that stops does so as a whole: none of its companies goes on. */
async function asOneList<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    return stop(error);
  }
}

function stop(problem: unknown): never {
  if (!(problem instanceof InvalidItem)) throw problem;
  throw new InvalidItem(
    withoutTags(problem.message),
    withoutTags(problem.advice),
    'Nothing of this list was sent.',
  );
}

interface ListContent extends ReadList {
  /** Of a workbook: the one that was read, and the others with something in them. */
  sheet?: string;
  unread?: readonly string[];
  /** What is said of companies that stand in others only. */
  added?: readonly string[];
}

function listResult(
  { rows, chosen, sheet, unread = [], added = [] }: ListContent,
  fileName: string,
): LocalResult {
  const notes = [
    ...(unread.length > 0 ? [unreadNote(fileName, sheet, unread)] : []),
    ...added.map((said) => `${fileName}: ${said}.`),
    ...(chosen === undefined ? [] : [`${fileName}: ${chosen}.`]),
  ];
  return {
    items: rows.map(itemOf),
    ...(unread.length + added.length > 0 ? { counts: [PARTLY_READ] } : {}),
    ...(notes.length > 0 ? { note: withoutTags(notes.join(' ')) } : {}),
  };
}

const PARTLY_READ = 'not read as a whole';

const unreadNote = (fileName: string, sheet = '', unread: readonly string[]) =>
  `Only the sheet ${sheet} of ${fileName} was read, not: ${unread.join(', ')}.`;

const parametersSchema = z.object({
  binaryPropertyName: z.string().min(1),
  companyColumn: z.string().refine((columns) => /[^\s,]/.test(columns)),
  keyColumn: z.string(),
});

const NAMES = {
  binaryPropertyName: 'Input Binary Field',
  companyColumn: 'Company Column',
  keyColumn: 'Key Column',
};

function readParameters(parameter: ReadParameter): z.infer<typeof parametersSchema> {
  const names = Object.keys(NAMES);
  const given = parametersSchema.safeParse(Object.fromEntries(names.map((name) => [name, parameter(name)])));
  if (given.success) return given.data;
  const wrong = Object.entries(NAMES).find(([name]) => name === given.error.issues[0]?.path[0]);
  throw new InvalidItem(
    `${wrong?.[1] ?? 'A parameter'} is empty, or it is no text.`,
    'Correct it in this node.',
  );
}

const MORE_COLUMNS = [
  { field: 'otherNames', name: 'otherNamesColumn', option: 'Other Names Column' },
  { field: 'registrationNumber', name: 'registrationNumberColumn', option: 'Registration Number Column' },
  { field: 'country', name: 'countryColumn', option: 'Country Column' },
  { field: 'address', name: 'addressColumn', option: 'Address Column' },
] as const;

/** The columns for which an option was added. One that is there, but empty, may be an expression that went wrong. */
function moreColumns(collection: unknown): MoreWanted[] {
  const added = readCollection(collection);
  return MORE_COLUMNS.flatMap(({ field, name, option }) => {
    if (!(name in added)) return [];
    const headings = headingsIn(plainText(added[name]));
    if (headings.length > 0) return [{ field, option, headings }];
    throw new InvalidItem(
      `${option} is empty, or it is no text.`,
      'Enter a heading of your list, or remove the option.',
    );
  });
}

function fileIn(files: IBinaryKeyData = {}, field: string): IBinaryData {
  const file = Object.hasOwn(files, field) ? files[field] : undefined;
  if (file) return file;
  const others = Object.keys(files).join(', ');
  throw new InvalidItem(
    `There is no file in the field ${field}.`,
    others === ''
      ? 'The item has no file at all. If lists come by e-mail or by a form, this one came without a file.'
      : `The item has files in: ${others}. Correct Input Binary Field in this node.`,
  );
}

function throwUnusable(rows: readonly ListRow[], fileName: string): void {
  for (const row of rows) {
    if (row.kind === 'unusable') {
      throw new InvalidItem(`Row ${row.row} of ${fileName}: ${row.problem.message}`, row.problem.advice);
    }
  }
}

const itemOf = (read: ListRow): OutputItem =>
  read.kind === 'company'
    ? { outcome: 'company', json: read.json }
    : { outcome: 'error', json: read.json, problem: read.problem };

function summariseLists(results: LocalResult[]) {
  const items = results.flatMap((result) => result.items);
  const unusable = items.filter(({ problem }) => problem).length;
  const notes = results.flatMap(({ note }) => note ?? []);
  const partly = results.filter(({ counts }) => counts?.includes(PARTLY_READ)).length;
  return {
    counts: [
      `${quantity(items.length, 'row', 'rows')} read`,
      ...(unusable > 0 ? [`${unusable} of them without a usable name`] : []),
      ...(partly > 0 ? [`${quantity(partly, 'workbook', 'workbooks')} ${PARTLY_READ}`] : []),
    ],
    next: [
      ...(unusable > 0 ? ['Those rows have the outcome error: their fields say what is wrong.'] : []),
      ...notes,
    ],
  };
}
