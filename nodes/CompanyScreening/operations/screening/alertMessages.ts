// The option Alert Messages: what a run found, as messages for people. Each company that is not clear is named in one of them, and the others
// are counted. Slack cuts none of them.
import type { IDataObject } from 'n8n-workflow';

import { messageParts, partWords } from '../../names/messageParts';
import { quantity } from '../../names/plainText';
import { safeText } from '../../names/safeText';
import { outcomeWords } from '../shared/companyCounts';
import type { AlertedItem, AlertedRun } from '../shared/operation';
import { alertOf, type Alert, type Urgency } from './alert';

/** Pure. The messages of each urgency, the most urgent first; one that says so if nobody has to do anything. */
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
  const found = companies.length === 0 ? WORDS.none : `${companies.length} ${WORDS[urgency]}`;
  const totals = `${quantity(counts.companies, 'company', 'companies')} on the list: ${outcomeWords(counts)}.`;
  const parts = companies.length === 0 ? [[]] : messageParts(companies.map((text) => ({ title: '', text })));
  return parts.map((passages, index) => {
    const part = index + 1;
    const subject = `${TITLES[environment ?? 'none']}: ${found}${partWords(part, parts.length)}`;
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

const TITLES = {
  production: 'Company screening',
  sandbox: 'Sandbox, not real: Company screening',
  none: 'Company screening',
};

/** A company that is listed several times with the same number is told once, with all its rows. */
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
