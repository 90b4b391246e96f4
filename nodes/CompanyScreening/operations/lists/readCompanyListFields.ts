// The parameters and options of "Read Company List".
import type { IBinaryData, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { headingsIn, type MoreWanted } from '../../lists/headings';
import { USUAL_COMPANY_COLUMNS, USUAL_KEY_COLUMN } from '../../lists/usualHeadings';
import { InvalidItem } from '../../names/invalidItem';
import { ROW_KEYS } from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import {
  choiceOption,
  switchOption,
  textOption,
  wholeNumberOption,
  requiredTextParameter,
} from '../shared/optionKinds';
import { readCollection } from '../shared/options';

const binaryData = z.looseObject({
  data: z.string(),
  mimeType: z.string(),
  fileName: z.string().optional(),
  id: z.string().optional(),
});
/** The name of a field, or a file that an expression takes from a node before: behind the second page of a form, the item has none. */
export const inputFile = z.union([
  z.string().min(1),
  z.custom<IBinaryData>((value) => binaryData.safeParse(value).success),
]);

export const readCompanyListFields: INodeProperties[] = [
  {
    displayName: 'List From',
    name: 'listFrom',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'A Field', value: 'field', description: 'A list that came with the item, such as from a CRM' },
      { name: 'A File', value: 'file' },
    ],
    default: 'file',
    description: 'Where the list is',
  },
  requiredTextParameter({
    displayName: 'List',
    name: 'list',
    placeholder: 'e.g. {{ $json.companies }}',
    displayOptions: { show: { listFrom: ['field'] } },
    description:
      'Expression that gives a list: of names, or of objects with a field for each column. A text with several names is not a list, and is refused.',
  }),
  {
    displayName: 'Input Binary Field',
    name: 'binaryPropertyName',
    type: 'string',
    required: true,
    displayOptions: { show: { listFrom: ['file'] } },
    default: 'data',
    placeholder: 'e.g. data',
    hint: 'The name of the input field containing the file',
    description:
      'Name of the input field with the list: an Excel workbook, an OpenDocument sheet, or a CSV or text file. An asterisk (*) stands for the only file that is not a picture, as in an e-mail. An expression may give the file itself, from an earlier node.',
  },
  {
    displayName: 'Company Column',
    name: 'companyColumn',
    type: 'string',
    required: true,
    default: USUAL_COMPANY_COLUMNS,
    placeholder: 'e.g. Company',
    description: `Possible headings of the column with the company names, separated by commas, the preferred one first. A heading that has a comma is entered alone. Capitals and spaces make no difference. ${USUAL_COMPANY_COLUMNS} stands for the usual headings of other languages as well.`,
  },
  {
    displayName: 'Key Column',
    name: 'keyColumn',
    type: 'string',
    default: USUAL_KEY_COLUMN,
    placeholder: 'e.g. Customer No',
    description: `Heading of the column with your own number of each company. ${USUAL_KEY_COLUMN} stands for the usual headings, in other languages too; a list that has none of them is read without numbers. If you enter another heading, a list without it stops.`,
  },
];

const column = (displayName: string, what: string, initial: string) =>
  textOption({
    displayName,
    placeholder: `e.g. ${initial.split(',')[0] ?? ''}`,
    initial,
    description: `${what} Possible headings, separated by commas, the preferred one first. A list that has none of them stops, unless Missing Columns says otherwise.`,
  });

/** Options of each item. */
export const readCompanyListOptions = z.object({
  countryColumn: column(
    'Country Column',
    'Adds the field "country" to each row, for Compare With in Screen Company.',
    'Country, Country of Registration',
  ),
  otherNamesColumn: column(
    'Other Names Column',
    'Adds the field "otherNames" to each row, for Other Names in Screen Company. If the list has several of these columns, their names are put together; semicolons separate names in a cell.',
    'Other Names, Trading Name, Former Name',
  ),
  registrationNumberColumn: column(
    'Registration Number Column',
    'Adds the field "registrationNumber" to each row, for Compare With in Screen Company.',
    'Registration Number, Company Number',
  ),
  encoding: choiceOption(
    {
      displayName: 'Encoding',
      description:
        'Character encoding of a text file. Only needed if the file is not UTF-8 and its encoding is not certain: the list then stops and says so.',
    },
    [
      { name: 'Automatic', value: 'automatic' },
      { name: 'Arabic (Windows-1256)', value: 'windows-1256' },
      { name: 'Baltic (Windows-1257)', value: 'windows-1257' },
      { name: 'Central European (Windows-1250)', value: 'windows-1250' },
      { name: 'Chinese, Simplified (GB 18030)', value: 'gb18030' },
      { name: 'Chinese, Traditional (Big5)', value: 'big5' },
      { name: 'Cyrillic (KOI8-R)', value: 'koi8-r' },
      { name: 'Cyrillic (Windows-1251)', value: 'windows-1251' },
      { name: 'Greek (Windows-1253)', value: 'windows-1253' },
      { name: 'Hebrew (Windows-1255)', value: 'windows-1255' },
      { name: 'Japanese (Shift_JIS)', value: 'shift_jis' },
      { name: 'Korean (EUC-KR)', value: 'euc-kr' },
      { name: 'Macintosh', value: 'macintosh' },
      { name: 'Thai (Windows-874)', value: 'windows-874' },
      { name: 'Turkish (Windows-1254)', value: 'windows-1254' },
      { name: 'UTF-16 (Big-Endian)', value: 'utf-16be' },
      { name: 'UTF-16 (Little-Endian)', value: 'utf-16le' },
      { name: 'UTF-8', value: 'utf-8' },
      { name: 'Vietnamese (Windows-1258)', value: 'windows-1258' },
      { name: 'Western European (Windows-1252)', value: 'windows-1252' },
    ],
  ),
  headingRow: wholeNumberOption(
    {
      displayName: 'Heading Row',
      description:
        'Number of the row or line with the headings, if there is more than a title above them. If 0, it is the first one that is not empty, or the one below the title.',
    },
    { min: 0, max: 1_048_576, initial: 0 },
  ),
  maxRows: wholeNumberOption(
    {
      displayName: 'Max Rows',
      description: 'A list with more rows stops, and nothing of it goes on. If 0, there is no limit.',
    },
    { min: 0, max: 10_000_000, initial: 0 },
  ),
  missingColumns: choiceOption(
    {
      displayName: 'Missing Columns',
      description: 'What to do with a list that has none of the headings of an option above',
      initial: 'stop',
    },
    [
      { name: 'Leave Out', value: 'leaveOut', description: 'The rows do not have its field' },
      { name: 'Stop', value: 'stop' },
    ],
  ),
  otherColumns: choiceOption(
    {
      displayName: 'Other Columns',
      description: 'What to do with the columns that neither this node nor one of its options asks for',
    },
    [
      { name: 'Keep', value: 'keep' },
      { name: 'Leave Out', value: 'leaveOut' },
    ],
  ),
  sheet: textOption({
    displayName: 'Sheet',
    placeholder: 'e.g. Companies',
    description:
      'Name of the sheet of a workbook. If empty, the only sheet that may be a list is read: not a hidden one, and not one with a few sentences of notes. A workbook with several lists stops.',
  }),
  showFound: switchOption({
    displayName: 'Show What Is Found',
    description:
      'Whether to return one item that says what would be read: sheet, columns, rows, and what might be read instead. Also where the list would stop. Its field "form" gives the fields of a page for n8n\'s Form node, on which a person chooses and agrees.',
  }),
  unusableRows: choiceOption(
    {
      displayName: 'Unusable Rows',
      initial: 'returnAsErrors',
      description: 'What to do with a row whose company cannot be screened, such as an empty one or #N/A',
    },
    [
      { name: 'Pass On', value: 'passOn', description: 'Screen Company says what is wrong with each' },
      { name: 'Return as Errors', value: 'returnAsErrors' },
      { name: 'Stop', value: 'stop' },
    ],
  ),
});

/** The fields of an item that are not columns of the user. */
export function keysOf(options: unknown): string[] {
  const added = readCollection(options);
  const more = MORE_COLUMNS.filter(({ name }) => name in added);
  return [...ROW_KEYS, ...more.map(({ field }) => field)];
}

const MORE_COLUMNS = [
  { field: 'otherNames', name: 'otherNamesColumn', option: 'Other Names Column' },
  { field: 'registrationNumber', name: 'registrationNumberColumn', option: 'Registration Number Column' },
  { field: 'country', name: 'countryColumn', option: 'Country Column' },
] as const;

/** The columns for which an option was added. An empty one may be an expression that went wrong. */
export function moreColumns(collection: unknown, mayBeMissing: boolean): MoreWanted[] {
  const added = readCollection(collection);
  return MORE_COLUMNS.flatMap(({ field, name, option }) => {
    if (!(name in added)) return [];
    const headings = headingsIn(plainText(added[name]));
    if (headings.length > 0) return [{ field, option, headings, mayBeMissing }];
    throw new InvalidItem(
      `${option} is empty or not a text.`,
      'Enter a heading of your list, or remove the option.',
    );
  });
}
