// operations/screening/: item → screening, and a screening, fresh or stored, → items. What the service says of a company is read in service/;
// what else may make it doubtful is in register/.
//
// Alerts about a company: how urgent it is, and a few lines for people who read them on Slack or in an e-mail.
import type { IDataObject } from 'n8n-workflow';
import { messageParts, partWords } from '../../names/messageParts';
import { oneLine, plainText, quantity, safeText, shortText } from '../../names/plainText';
import { outcomeWords } from '../shared/companyCounts';
import type { AlertedItem, AlertedRun } from '../shared/operation';

/**
 * - `urgent`: a hit on a list of sanctions or crime, or of a source type that is missing or not known
 * - `normal`: hits, all of them of a politically exposed person or from another source
 * - `review`: there is no verdict, or a hit is no longer listed; a person has to look
 * - `none`: clear
 */
type Urgency = 'urgent' | 'normal' | 'review' | 'none';

/** The most names of hits in the alert of one company. */
const NAMES_SHOWN = 10;
/** Characters of a name, and of any other text. */
const NAME_SHOWN = 100;
const TEXT_SHOWN = 500;
const NOT_URGENT = new Set(['PEP', 'Other']);

/** The text of the first of these fields that an item has: it is for a hit, for a company or for an error. Null for none. */
function textOf(item: IDataObject, ...keys: readonly string[]): string | null {
  const text = keys.map((key) => item[key]).find((value) => typeof value === 'string');
  return text ?? null;
}

export interface Alert {
  urgency: Urgency;
  company: string;
  /** The user's own number of the company; '' if there is none. */
  number: string;
  /** Its line in the list; '' if that is not known. */
  row: string;
  /** Facts, a line each. Every text of a stranger takes one, so that it cannot look like another company. */
  facts: string[];
}

/** @param input the row of the list, with the fields that Read Company List gives it */
export function alertOf(item: IDataObject, input: IDataObject): Alert {
  const company = briefly(textOf(item, 'companyName')) || 'A row without a company';
  const referenceId = textOf(item, 'referenceId');
  const screeningId = textOf(item, 'screeningId');
  const id = screeningId
    ? `Screening ID ${briefly(screeningId)}`
    : referenceId && `Reference ID ${briefly(referenceId)}`;
  const key = briefly(plainText(input['companyKey'])) || briefly(textOf(item, 'companyKey'));
  return {
    urgency: urgencyOf(item),
    company,
    number: key === company ? '' : key,
    row: briefly(plainText(input['row'])),
    facts: [...alertFacts(item), id].flatMap((fact) => fact || []),
  };
}

function urgencyOf(item: IDataObject): Urgency {
  if (item['outcome'] === 'clear') return item['change'] === 'gone' ? 'review' : 'none';
  if (item['outcome'] !== 'hit') return 'review';
  const types = (textOf(item, 'sourceTypes', 'sourceType') ?? '').split('; ');
  return types.every((type) => NOT_URGENT.has(type)) ? 'normal' : 'urgent';
}

function alertFacts(item: IDataObject): string[] {
  const { outcome, change } = item;
  const said = (key: string) => briefly(textOf(item, key));
  const explanation = said('explanation');
  const names = shownNames(textOf(item, 'hitNames', 'name'));
  if (outcome === 'clear')
    return [change === 'gone' ? 'Clear now: what was listed before is no longer listed.' : 'Clear.'];
  if (outcome === 'gone') return [ended(`No longer listed: ${names}`)];
  if (outcome !== 'hit') return [explanation || said('error') || 'There is no verdict.', said('suggestion')];
  const types = briefly(textOf(item, 'sourceTypes', 'sourceType')) || 'source type not given';
  return [
    ended(`${hitCountText(item)} (${types}): ${names}`),
    foundUnder(item),
    comparedOf(item),
    explanation && `A person has to look as well: ${explanation}`,
  ];
}

/** The names, with Other Names, under which the hits were found, if not under the name that the message begins with. */
function foundUnder(item: IDataObject): string {
  const screenedName = textOf(item, 'screenedName');
  const names = screenedName === null ? (textOf(item, 'screenedNames') ?? '').split('; ') : [screenedName];
  const company = briefly(textOf(item, 'companyName'));
  const others = [...new Set(names.map(briefly))].filter((name) => name !== '' && name !== company);
  return others.length === 0
    ? ''
    : ended(`Found under another name of the company: ${briefly(others.join('; '))}`);
}

/** The words of Compare With for one hit, or the number of hits with each of them. */
function comparedOf(item: IDataObject): string {
  const told = ['name', 'number', 'country'].flatMap((what) => {
    const matches = textOf(item, `${what}Match`, `${what}Matches`);
    return matches === null ? [] : [`${what} ${countedMatches(matches)}`];
  });
  return told.length === 0 ? '' : `Compared with your data: ${told.join('; ')}.`;
}

function countedMatches(matches: string): string {
  const all = oneLine(matches).split('; ');
  const [only] = all;
  if (all.length === 1) return only ?? '';
  const counts = [...new Set(all)].map(
    (match) => `${match} for ${all.filter((one) => one === match).length}`,
  );
  return counts.join(', ');
}

function hitCountText(item: IDataObject): string {
  if (textOf(item, 'name') !== null && textOf(item, 'hitNames') === null) return 'Hit';
  const { totalHits } = item;
  return typeof totalHits === 'number' ? quantity(totalHits, 'hit', 'hits') : 'hits';
}

function shownNames(joined: string | null): string {
  const names = oneLine(joined ?? '').split('; ');
  const more = names.length - NAMES_SHOWN;
  const shown = names.slice(0, NAMES_SHOWN).map((name) => shortText(name, NAME_SHOWN));
  const told = shown.join('; ') || 'no name given';
  return more > 0 ? `${told}; and ${more} more` : told;
}

/** Many company names end with a full stop. */
const ended = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`);

/** A stranger's text, as one line that is not too long. */
const briefly = (value: string | null): string => shortText(oneLine(value ?? ''), TEXT_SHOWN);

/** The messages of each urgency, the most urgent first; or one that says that nobody has to do anything. */
export function alertMessages(given: readonly AlertedItem[], run: AlertedRun): IDataObject[] {
  const alerts = given.map(({ json, input }) => alertOf(json, input));
  const all = URGENCIES.flatMap((urgency) => {
    const companies = onceEach(alerts.filter((alert) => alert.urgency === urgency));
    return companies.length === 0 ? [] : messagesOf(urgency, companies, run);
  });
  return all.length === 0 ? messagesOf('none', [], run) : all;
}

const URGENCIES = ['urgent', 'normal', 'review'] as const;
const WORDS: Record<Urgency, string> = {
  urgent: 'with urgent hits',
  normal: 'with hits that are not urgent',
  review: 'to review',
  none: 'nothing to do',
};

function messagesOf(
  urgency: Urgency,
  companies: readonly string[],
  { counts, environment }: AlertedRun,
): IDataObject[] {
  const title = `${environment === 'sandbox' ? 'Sandbox, not real: ' : ''}Company screening`;
  const found = companies.length === 0 ? WORDS.none : `${companies.length} ${WORDS[urgency]}`;
  const totals = `${quantity(counts.companies, 'company', 'companies')} on the list: ${outcomeWords(counts)}.`;
  const parts = companies.length === 0 ? [[]] : messageParts(companies.map((text) => ({ title: '', text })));
  return parts.map((passages, index) => {
    const part = index + 1;
    const subject = `${title}: ${found}${partWords(part, parts.length)}`;
    const message = [`${subject}\n${totals}`, ...passages.map(({ text }) => text)].join('\n\n');
    return {
      outcome: 'message',
      urgency,
      environment,
      companies: passages.length,
      ...{ part, parts: parts.length, subject },
      message,
      slackMessage: safeText(message, 'slack'),
    };
  });
}

/** Tells a company that is listed several times with the same number once, with all its rows. */
function onceEach(alerts: readonly Alert[]): string[] {
  const rowsOf = new Map<string, { alert: Alert; rows: string[] }>();
  for (const alert of alerts) {
    const { company, number, facts, row } = alert;
    const what = JSON.stringify([company, number, facts]);
    const told = rowsOf.get(what) ?? { alert, rows: [] };
    if (row !== '') told.rows.push(row);
    rowsOf.set(what, told);
  }
  return [...rowsOf.values()].map(({ alert: { company, number, facts }, rows }) => {
    const which = [number === '' ? '' : `No. ${number}`, rowWords([...new Set(rows)])].filter(Boolean);
    return [`• ${company}${which.length === 0 ? '' : ` (${which.join(', ')})`}`, ...facts].join('\n');
  });
}

const ROWS_SHOWN = 10;

function rowWords(rows: readonly string[]): string {
  const more = rows.length - ROWS_SHOWN;
  const shown = rows.slice(0, ROWS_SHOWN).join(', ');
  if (rows.length <= 1) return rows.length === 0 ? '' : `row ${shown}`;
  return `rows ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
