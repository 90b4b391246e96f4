// operations/lists/: a list that n8n holds, in a file or in an item → an item for each company. How it is read is known in lists/.
//
// The findings in a list, as the fields of a page on which a person chooses and agrees. n8n's form takes them as JSON.
import { safeText } from '../../names/plainText';
import { formJson } from '../shared/html';

/** A part of the list that is read, and its alternatives. */
export interface Choice {
  possible: readonly string[];
  /** Null where it is not certain. */
  read: string | null;
}

interface FoundFacts {
  sheet: Choice;
  company: Choice;
  key: Choice;
  /** Answers of the page where there is nothing to choose. */
  entered: { sheet: string; companyColumn: string; keyColumn: string };
  /** What is read, or why nothing is. */
  text: string;
  /** Sentences on rows that cannot be screened, as many as are shown. */
  problems: readonly string[];
  isRead: boolean;
}

/**
 * Names the answers as the item does, and `action`. The page gives back what was read as `seenSheet` and so on: whoever chooses another sheet or
 * column has to see it before anything is sent.
 */
export function foundForm({ sheet, company, key, entered, text, problems, isRead }: FoundFacts): string {
  const fields = [
    { fieldType: 'html', elementName: 'found', html: pageText(text, problems) },
    ...choiceFields('sheet', 'Sheet', sheet, entered.sheet),
    ...choiceFields('companyColumn', 'Column of the companies', company, entered.companyColumn),
    ...choiceFields('keyColumn', 'Column of your own numbers', key, entered.keyColumn),
    actionField(isRead, company.possible.length + sheet.possible.length > 0),
  ];
  return formJson(fields);
}

const pageText = (text: string, problems: readonly string[]): string =>
  [
    `<p>${inHtml(text)}</p>`,
    ...(problems.length > 0
      ? [`<ul>${problems.map((line) => `<li>${inHtml(line)}</li>`).join('')}</ul>`]
      : []),
  ].join('');

const inHtml = (text: string): string => safeText(text, 'html');

function choiceFields(name: string, label: string, { possible, read }: Choice, entered: string): object[] {
  const seen = { fieldType: 'hiddenField', fieldName: seenName(name), fieldValue: read ?? entered };
  if (possible.length < 2) return [{ ...seen, fieldName: name }, seen];
  return [
    {
      fieldType: 'dropdown',
      fieldName: name,
      fieldLabel: label,
      // Whoever sends nothing chooses nothing.
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
  return {
    fieldType: 'radio',
    fieldName: 'action',
    fieldLabel: isRead ? 'Screen them?' : 'What now?',
    requiredField: true,
    fieldOptions: { values: actions.map((option) => ({ option })) },
    ...(actions.length > 1 ? {} : { defaultValue: SEND_NOTHING }),
  };
}

const SCREEN = 'Screen';
const LOOK_AGAIN = 'Look again';
const SEND_NOTHING = 'Send nothing';
