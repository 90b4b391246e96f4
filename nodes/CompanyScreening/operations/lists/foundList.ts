// operations/lists/: a list that n8n holds, in a file or in an item → an item for each company. How it is read is known in lists/.
//
// The option Show What Is Found: what would be read of a list, or why it stops, before anything of it goes on; and the fields of a page on which
// a person chooses and agrees. n8n's form takes them as JSON.
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Notice, ReadList, SeenList } from '../../lists/rows';
import { NO_KEY_COLUMN } from '../../lists/usualHeadings';
import type { InvalidItem } from '../../names/invalidItem';
import { compact, comparable, oneLine, quantity, safeText, someOf, withoutTags } from '../../names/plainText';
import { formJson, radioField } from '../shared/html';
import type { LocalResult } from '../shared/operation';

interface FoundList {
  fileName: string;
  /** Values of the parameters; answers of the page where there is nothing to choose. */
  entered: { sheet: string; companyColumn: string; keyColumn: string };
  seen: SeenList;
  read: FoundRows;
}

export type FoundRows = ({ is: 'rows' } & ReadList) | { is: 'stopped'; problem: InvalidItem };

export interface LookedAt {
  name: string;
  /** The file that it is read from. */
  binary?: IBinaryKeyData;
  entered: Omit<FoundList['entered'], 'sheet'>;
}

/** Watches the reading of a list, and reports it. */
export class Look {
  private seen: SeenList = {
    sheets: [],
    sheet: null,
    headings: [],
    headingRow: null,
    above: [],
    columns: null,
  };

  /** @param sheet as it was entered */
  constructor(
    private readonly list: LookedAt,
    private readonly sheet: string,
  ) {}

  readonly notice: Notice = (more) => {
    this.seen = { ...this.seen, ...more };
  };

  result(read: FoundRows): LocalResult {
    const { name: fileName, binary, entered } = this.list;
    const json = foundItem({ fileName, entered: { ...entered, sheet: this.sheet }, seen: this.seen, read });
    return {
      items: [{ outcome: 'found', json }],
      // The next node reads it.
      ...(binary ? { binary } : {}),
      counts: ['1 list looked at'],
    };
  }
}

/** The only item. The next node may take its sheet and columns, and then reads what was found. */
function foundItem(found: FoundList): IDataObject {
  const { fileName, entered, seen, read } = found;
  const rows = read.is === 'rows' ? read.rows : [];
  const problems = rows.flatMap((row) =>
    row.kind === 'unusable' ? withoutTags(`Row ${row.row}: ${row.problem.message}`) : [],
  );
  const { sheet, company, key } = choicesIn(found);
  const wouldStop = read.is === 'rows' ? null : withoutTags(`${read.problem.message} ${read.problem.advice}`);
  const explanation = read.is === 'rows' ? withoutTags(sentencesOf(found, read, problems.length)) : null;
  const shown = problems.slice(0, PROBLEMS_SHOWN);
  const text = read.is === 'rows' ? (explanation ?? '') : withoutTags(read.problem.forColleagues);
  const facts = { text, problems: shown, isRead: read.is === 'rows' };
  return {
    outcome: 'found',
    fileName,
    explanation,
    wouldStop,
    sheet: sheet.read ?? entered.sheet,
    companyColumn: company.read ?? entered.companyColumn,
    keyColumn: key.read ?? entered.keyColumn,
    headingRow: seen.headingRow,
    notReadAbove: withoutTags(namesIn(seen.above).join('; ')) || null,
    rows: rows.length,
    companies: rows.length - problems.length,
    cannotBeScreened: problems.length,
    problems: shown.join('\n') || null,
    otherSheets: withoutTags(someOf(sheet.possible.filter((name) => name !== sheet.read))) || null,
    otherColumns:
      withoutTags(someOf(company.possible.filter((name) => ![company.read, key.read].includes(name)))) ||
      null,
    form: foundForm({ sheet, company, key, entered, ...facts }),
  };
}

const PROBLEMS_SHOWN = 10;

type Choices = Record<'company' | 'key' | 'sheet', Choice>;

function choicesIn({ seen: { sheet, sheets, headings, columns } }: FoundList): Choices {
  const possible = namesIn(headings);
  const read = (column: number | undefined) =>
    column === undefined ? null : oneLine(headings[column] ?? '');
  return {
    sheet: { possible: sheets.slice(0, NAMES_SHOWN), read: sheet },
    company: { possible, read: columns && read(columns.company) },
    key: {
      possible: possible.length > 0 ? [NO_KEY_COLUMN, ...possible] : [],
      read: columns && (read(columns.key) ?? NO_KEY_COLUMN),
    },
  };
}

/** A list may have thousands of columns. */
const NAMES_SHOWN = 300;

/** Names as a page can show them, each once, without empty ones. */
function namesIn(texts: readonly string[]): string[] {
  const names = new Map(texts.map((text) => [comparable(text), oneLine(text)]));
  return [...names.values()].filter((name) => name !== '').slice(0, NAMES_SHOWN);
}

function sentencesOf(
  { fileName, seen: { sheet, headings, above, columns } }: FoundList,
  { rows, remarks, unread = [] }: Extract<FoundRows, { is: 'rows' }>,
  cannotBeScreened: number,
): string {
  const heading = (column: number) => oneLine(headings[column] ?? '');
  const title = namesIn(above);
  const from = [
    sheet === null ? fileName : `the sheet ${sheet} of ${fileName}`,
    ...(columns ? [`column ${heading(columns.company)}`] : []),
    ...(columns?.key === undefined ? [] : [`number from ${heading(columns.key)}`]),
  ];
  const companies = quantity(rows.length - cannotBeScreened, 'company', 'companies');
  const parts = [
    `${companies} from ${from.join(', ')}`,
    ...(title.length > 0 ? [`left out above the headings: "${someOf(title)}"`] : []),
    ...(unread.length > 0 ? [`not read: ${someOf(unread)}`] : []),
    ...(cannotBeScreened > 0 ? [`${quantity(cannotBeScreened, 'row', 'rows')} cannot be screened`] : []),
    ...remarks,
  ];
  return `${parts.join('; ')}.`;
}

/** A part of the list that is read, and its alternatives. */
interface Choice {
  possible: readonly string[];
  /** Null where it is not certain. */
  read: string | null;
}

interface FoundFacts extends Choices, Pick<FoundList, 'entered'> {
  /** The list that is read, or the reason why none is. */
  text: string;
  /** Sentences on rows that cannot be screened, as many as are shown. */
  problems: readonly string[];
  isRead: boolean;
}

/**
 * Names the answers as the item does, and `action`. The page gives back what was read as `seenSheet` and so on: whoever chooses another sheet or
 * column has to see it before anything is sent.
 */
function foundForm({ sheet, company, key, entered, text, problems, isRead }: FoundFacts): string {
  const fields = [
    {
      fieldType: 'html',
      elementName: 'found',
      html: pageText(`${text}${toChoose({ sheet, company })}`, problems),
    },
    ...choiceFields('sheet', 'Sheet', sheet, entered.sheet),
    ...choiceFields('companyColumn', 'Column of the companies', company, entered.companyColumn),
    ...choiceFields('keyColumn', 'Column of your own numbers', key, entered.keyColumn),
    actionField(isRead, company.possible.length + sheet.possible.length > 0),
  ];
  return formJson(fields);
}

/** Says that nothing has to be changed in the list, where the page offers what is not certain. */
function toChoose({ sheet, company }: Pick<Choices, 'company' | 'sheet'>): string {
  const [open] = [
    { name: 'sheet', ...sheet },
    { name: 'column', ...company },
  ].filter(({ read, possible }) => read === null && possible.length > 1);
  return open ? ` Or choose the ${open.name} below, and ${LOOK_AGAIN}.` : '';
}

const pageText = (text: string, problems: readonly string[]): string =>
  compact(
    `<p>${inHtml(text)}</p>`,
    problems.length > 0 && `<ul>${problems.map((line) => `<li>${inHtml(line)}</li>`).join('')}</ul>`,
  ).join('');

const inHtml = (text: string): string => safeText(text, 'html');

function choiceFields(name: string, label: string, { possible, read }: Choice, entered: string): object[] {
  const seen = { fieldType: 'hiddenField', fieldName: seenName(name), fieldValue: read ?? entered };
  if (possible.length < 2) return [{ ...seen, fieldName: name }, seen];
  return [
    {
      fieldType: 'dropdown',
      fieldName: name,
      fieldLabel: label,
      // A person who sends nothing chooses nothing.
      requiredField: read !== null,
      fieldOptions: { values: possible.map((option) => ({ option })) },
      ...(read === null || NEVER_PRESELECTED.test(read) ? {} : { defaultValue: read }),
    },
    seen,
  ];
}

const seenName = (name: string): string => `seen${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** n8n finds no option with one of these signs as the default, and the browser then shows the first one. */
const NEVER_PRESELECTED = /[<>]/;

function actionField(isRead: boolean, hasChoice: boolean): object {
  const actions = [...(isRead ? [SCREEN] : []), ...(hasChoice ? [LOOK_AGAIN] : []), SEND_NOTHING];
  return radioField('action', isRead ? 'Screen them?' : 'What now?', actions);
}

const SCREEN = 'Screen';
const LOOK_AGAIN = 'Look again';
const SEND_NOTHING = 'Send nothing';
