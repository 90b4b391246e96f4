// "Read Company List": a list becomes an item for each of its rows.
import type { IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isArchive } from '../../lists/fileKind';
import { readGivenList } from '../../lists/givenList';
import { wantedColumns } from '../../lists/headings';
import { problemWith, type ListRow } from '../../lists/listRow';
import type { ReadList, Notice } from '../../lists/rows';
import { readTextList } from '../../lists/textList';
import { NO_KEY_COLUMN, USUAL_COMPANY_COLUMNS, USUAL_KEY_COLUMN } from '../../lists/usualHeadings';
import { readWorkbookList } from '../../lists/workbook/workbookList';
import { InvalidItem } from '../../names/invalidItem';
import { GIVEN_LIST } from '../../names/itemKeys';
import { compact, plainText, quantity, someOf, withoutTags } from '../../names/plainText';
import type { OutputItem } from '../shared/requestTask';
import { localCounts, type LocalOperation, type LocalResult, type ReadParameter } from '../shared/operation';
import { readCollection, readItemOptions } from '../shared/options';
import { Look, type LookedAt } from './foundList';
import { fileOf } from './inputFile';
import {
  keysOf,
  moreColumns,
  inputFile,
  readCompanyListFields,
  readCompanyListOptions,
} from './readCompanyListFields';

export const readCompanyList: LocalOperation = {
  kind: 'local',
  resource: 'company',
  choice: {
    name: 'Read Company List',
    value: 'readCompanyList',
    action: 'Read company list',
    description:
      'Read a workbook, a CSV file or a list in a field; every row is an item. Nothing is sent to the service.',
  },
  fields: readCompanyListFields,
  options: [readCompanyListOptions],
  output: [],
  subjectKey: 'fileName',
  nouns: { one: 'file', several: 'files' },
  takesEveryItem: 'alone',
  neverSilent: () => ['options'],
  summarise: summariseLists,

  begin: ({ context }) => ({
    prepare(parameter, itemIndex) {
      const source = sourceOf(context, parameter, itemIndex);
      let look: Look | undefined;
      return {
        subject: { name: source.name, referenceId: null },
        refused: (problem) => look?.result({ is: 'stopped', problem }) ?? ofWholeList(problem),
        async perform() {
          const collection = parameter('options');
          const options = readItemOptions(readCompanyListOptions, collection);
          const { showFound, unusableRows, maxRows, otherColumns } = options;
          if (showFound) look = new Look(source, plainText(options.sheet));
          const content = await source.read(collection, options, look?.notice);
          refuseMore(content.rows.length, maxRows, source.name);
          if (look) return look.result({ is: 'rows', ...content });
          const kept = keysOf(collection);
          if (otherColumns === 'leaveOut')
            for (const row of content.rows)
              row.json = Object.fromEntries(Object.entries(row.json).filter(([key]) => kept.includes(key)));
          if (unusableRows === 'stop') throwUnusable(content.rows, source.name);
          return listResult(content, { name: source.name, passOn: unusableRows === 'passOn' });
        },
      };
    },
  }),
};

interface Source extends LookedAt {
  read: (collection: unknown, options: ReadingOptions, notice?: Notice) => ReadList | Promise<ReadList>;
}

type ReadingOptions = z.infer<typeof readCompanyListOptions>;

function sourceOf(context: IExecuteFunctions, parameter: ReadParameter, itemIndex: number): Source {
  const isLook = readCollection(parameter('options'))['showFound'] === true;
  const { companyColumn, keyColumn } = readParameters(isLook ? LOOK_COLUMNS : COLUMNS, parameter);
  // A list need not have the usual heading, but must have another one that the user entered.
  const isRequired = !['', USUAL_KEY_COLUMN, NO_KEY_COLUMN].includes(keyColumn.trim());
  const entered = { companyColumn, keyColumn };
  const key = { heading: keyColumn, isRequired };
  if (parameter('listFrom') === 'field') {
    return {
      name: GIVEN_LIST,
      entered,
      read(collection) {
        refuseFileOptions(collection);
        return readGivenList(parameter('list'), wantedColumns(companyColumn, key));
      },
    };
  }
  const { field, file, asked } = fileOf(
    context.getInputData()[itemIndex]?.binary,
    readParameters(FILE, parameter).binaryPropertyName,
  );
  const fileName = (file.fileName ?? 'The file').slice(0, LONGEST_FILE_NAME);
  return {
    name: fileName,
    binary: { [field]: file },
    entered,
    async read(collection, { encoding, headingRow, missingColumns, sheet }, notice) {
      const more = moreColumns(collection, missingColumns === 'leaveOut');
      const wanted = wantedColumns(companyColumn, key, more);
      const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, asked);
      const list = { bytes, fileName, wanted, headingRow, notice };
      return isArchive(bytes, fileName)
        ? readWorkbookList({ ...list, wantedSheet: plainText(sheet) })
        : readTextList({ ...list, encoding });
    },
  };
}

/** A list stops as a whole: none of its companies goes on. */
const ofWholeList = ({ message, advice, forColleagues }: InvalidItem) =>
  new InvalidItem(withoutTags(message), withoutTags(advice), {
    notDone: 'Nothing of this list was sent.',
    message: withoutTags(forColleagues),
    advice: '',
  });

function listResult(
  { rows, remarks, sheet, unread = [], added = [] }: ReadList,
  { name: fileName, passOn }: { name: string; passOn: boolean },
): LocalResult {
  const notes = compact(
    unread.length > 0 && `Only the sheet ${sheet ?? ''} of ${fileName} was read, not: ${someOf(unread)}.`,
    ...[...added, ...remarks].map((said) => `${fileName}: ${said}.`),
  );
  return {
    items: rows.map(passOn ? passedOn : itemOf),
    source: withoutTags(sheet === undefined ? fileName : `${fileName}, sheet ${sheet}`),
    ...(unread.length + added.length > 0 ? { counts: [PARTLY_READ] } : {}),
    ...(notes.length > 0 ? { note: withoutTags(notes.join(' ')) } : {}),
  };
}

/** Characters, as file systems allow: every row has it. */
const LONGEST_FILE_NAME = 255;

const PARTLY_READ = 'read only in part';

const FILE = z.object({ binaryPropertyName: inputFile });
const COLUMNS = z.object({
  companyColumn: z.string().refine((columns) => /[^\s,]/.test(columns)),
  keyColumn: z.string(),
});

/** Null for a page on which nobody has chosen a column yet. */
const LOOK_COLUMNS = z.object({
  companyColumn: COLUMNS.shape.companyColumn.nullable().transform((given) => given ?? USUAL_COMPANY_COLUMNS),
  keyColumn: COLUMNS.shape.keyColumn.nullable().transform((given) => given ?? USUAL_KEY_COLUMN),
});

const NAMES: Readonly<Record<string, string>> = {
  binaryPropertyName: 'Input Binary Field',
  companyColumn: 'Company Column',
  keyColumn: 'Key Column',
};

function readParameters<Given>(
  schema: z.ZodType<Given> & { shape: object },
  parameter: ReadParameter,
): Given {
  const names = Object.keys(schema.shape);
  const given = schema.safeParse(Object.fromEntries(names.map((name) => [name, parameter(name)])));
  if (given.success) return given.data;
  throw new InvalidItem(
    `${NAMES[String(given.error.issues[0]?.path[0])] ?? 'A parameter'} is empty or not a text.`,
    'Correct it in this node.',
  );
}

function refuseMore(rows: number, most: number, name: string): void {
  if (most === 0 || rows <= most) return;
  throw new InvalidItem(
    `There are ${rows} rows in ${name}, and Max Rows is ${most}.`,
    'Split the list, or raise Max Rows in the node that reads it.',
    {
      message: `There are ${rows} rows in ${name}, and ${most} at most are taken.`,
      advice: 'Split the list, or ask whoever set this up.',
    },
  );
}

const OPTIONS_OF_ANY_LIST = ['maxRows', 'unusableRows'];

/** Refuses options of a file: a list in a field has its fields already. */
function refuseFileOptions(collection: unknown): void {
  const [other] = Object.keys(readCollection(collection)).filter(
    (name) => !OPTIONS_OF_ANY_LIST.includes(name),
  );
  if (other === undefined) return;
  throw new InvalidItem(
    `The option ${other} is for a list in a file.`,
    'Remove it from this node. A list in a field keeps all fields of its companies.',
  );
}

function throwUnusable(rows: readonly ListRow[], fileName: string): void {
  for (const row of rows) {
    if (row.kind === 'unusable') {
      const where = `Row ${row.row} of ${fileName}: `;
      const { message, advice, forColleagues } = row.problem;
      throw new InvalidItem(where + message, advice, { message: where + forColleagues, advice: '' });
    }
  }
}

const itemOf = (read: ListRow): OutputItem =>
  read.kind === 'company'
    ? { outcome: 'company', json: read.json }
    : { outcome: 'error', json: read.json, problem: read.problem };

/**
 * Passes a bad row on, so that Screen Company refuses it and says why. A good name with a bad key is left out: it would be screened for another
 * customer.
 */
function passedOn(read: ListRow): OutputItem {
  const { json } = read;
  const isGoodName = read.kind === 'unusable' && problemWith(json['companyName'], []) === undefined;
  return { outcome: 'company', json: isGoodName ? { ...json, companyName: null } : json };
}

function summariseLists(results: LocalResult[]) {
  if (results.some(({ items }) => items.some(({ outcome }) => outcome === 'found')))
    return localCounts(results);
  const items = results.flatMap((result) => result.items);
  const unusable = items.filter(({ problem }) => problem).length;
  const notes = results.flatMap(({ note }) => note ?? []);
  const files = results.map(
    ({ source = '', items: read }) => `${source} (${quantity(read.length, 'row', 'rows')})`,
  );
  const partly = results.filter(({ counts }) => counts?.includes(PARTLY_READ)).length;
  return {
    counts: [
      `${quantity(items.length, 'row', 'rows')} read`,
      ...(unusable > 0 ? [`${unusable} of them without a usable name`] : []),
      ...(partly > 0 ? [`${quantity(partly, 'workbook', 'workbooks')} ${PARTLY_READ}`] : []),
    ],
    next: [
      ...(files.length > 1 ? [`Read: ${someOf(files)}.`] : []),
      ...(unusable > 0 ? ['Those rows have the outcome error: their fields say what is wrong.'] : []),
      ...notes,
    ],
  };
}
