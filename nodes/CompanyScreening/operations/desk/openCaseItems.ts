// Open cases as items: one for each case, or all of them as one list.
import type { IDataObject } from 'n8n-workflow';

import { MATCH_KEYS } from '../../names/itemKeys';
import { areOnePerson, type Person } from '../../names/people';
import { isAbout } from '../../register/cases/cases';
import { deskCasesOf } from '../../register/companies/deskCases';
import type { EveryCompany } from '../../register/companies/everyCompany';
import { sentenceOfName, wordsOfName } from '../../register/facts/keyNames';
import { isRemark } from '../../register/rows/decisionRows';
import { NOT_COMPARED } from '../screening/compared';
import { formJson, html, listOf, textField, type Html } from '../shared/html';
import { entryOfRun, formOf, noticeHtml } from './casePages';
import { standingSentence, knownText, matchesOf } from './decisionWords';
import {
  type OpenCase,
  proposalsOf,
  type CaseSaid,
  choiceWords,
  hitName,
  daysSince,
  openCasesOf,
  type OpenEntry,
  choicesOf,
  waitsForSomebodyElse,
  WORDS,
} from './openCases';

export const OPEN_CASE_KEYS = [
  'outcome',
  'kind',
  'standing',
  'message',
  'label',
  'caseId',
  'environment',
  'companyKey',
  'companyName',
  'calledNow',
  'name',
  'sourceType',
  'sourceId',
  'screenedName',
  ...MATCH_KEYS,
  'reason',
  'referenceId',
  'since',
  'ageDays',
  'proposedBy',
  'proposedAt',
  'mayDecide',
  'companies',
  'maximumScreenings',
  'hitFingerprint',
  'form',
] as const;

type OpenCaseFields = Record<(typeof OPEN_CASE_KEYS)[number], IDataObject[string]>;

/**
 * Every open case, the oldest first.
 *
 * @param named also each case that is decided about with others: somebody may have its id from an item
 */
export function entriesOf(every: EveryCompany, { named }: { named: boolean }): OpenEntry[] {
  const cases = new Map(openCasesOf(every).map((one) => [one.about.caseId, one]));
  const entries = deskCasesOf(every).flatMap((one): OpenEntry[] => {
    if (one.is === 'unansweredRun') return [entryOfRun(one.run)];
    const open = cases.get(one.caseId);
    cases.delete(one.caseId);
    return open ? [entryOfCase(open)] : [];
  });
  return [...entries, ...(named ? [...cases.values()].map(entryOfCase) : [])];
}

/** Has the same fields for every kind of case. */
export function entryItem(one: OpenEntry, said: CaseSaid): IDataObject {
  const empty = Object.fromEntries(OPEN_CASE_KEYS.map((key) => [key, null]));
  return { ...empty, ...one.item(said) };
}

function entryOfCase(one: OpenCase): OpenEntry {
  const { about, key } = one;
  return {
    ...{ caseId: about.caseId, since: about.since, key, title: titleOf(one), words: choiceWords(one) },
    waitsForSomebodyElse: (person) => waitsForSomebodyElse(one, person),
    row: (nowMs) => caseRow(one, nowMs),
    item: (said) => openCaseItem(one, said),
  };
}

function titleOf(one: OpenCase): string {
  const hit = hitName(one) === '' ? '' : `: ${hitName(one)}`;
  return `${one.companyName || 'a company that is not known'}${hit}`;
}

function openCaseItem(one: OpenCase, { nowMs, notice, label }: CaseSaid): OpenCaseFields {
  const { about, kind, key, companyName, calledNow, fields } = one;
  const proposals = proposalsOf(one);
  return {
    outcome: 'openCase',
    kind,
    standing: about.standing.is,
    message: [standingSentence(about), calledNow && sentenceOfName(calledNow)].filter(Boolean).join(' '),
    label,
    caseId: about.caseId,
    environment: fields['environment'] ?? null,
    companyKey: key || null,
    companyName: companyName || null,
    calledNow: calledNow && wordsOfName(calledNow),
    name: hitName(one) || null,
    sourceType: about.hit?.sourceType || null,
    sourceId: about.hit?.sourceId || null,
    screenedName: fields['screenedName'] ?? null,
    ...(about.about === 'hit' ? matchesOf(fields) : NOT_COMPARED),
    reason: about.about === 'company' ? (fields['reason'] ?? null) : null,
    referenceId: fields['referenceId'] ?? null,
    since: about.since || null,
    ageDays: daysSince(about.since, nowMs),
    proposedBy: proposals.map(({ decidedByAddress }) => decidedByAddress).join('; ') || null,
    proposedAt: proposals.at(-1)?.decidedAt ?? null,
    mayDecide: choicesOf(one).join('; '),
    companies: 1,
    maximumScreenings: null,
    hitFingerprint: about.fingerprint || null,
    form: formOf(one, nowMs, notice),
  };
}

/**
 * The last decision of a person, how that stands now, and how much is open; empty if they never decided.
 *
 * @param person an id or an address
 */
export function lastWordOf({ companies, chain }: EveryCompany, person: string, all: number): string {
  const asked: Person = { decidedBy: person, decidedByAddress: person };
  const last = chain.decisions.findLast((one) => !isRemark(one) && areOnePerson(one, asked));
  if (!last) return '';
  const settled = companies.find(({ company }) => company === last.company);
  const now = settled?.cases.find((one) => isAbout(one, last));
  const what = `${last.companyName || 'The company'}${last.name === '' ? '' : `, hit ${last.name}`}`;
  return `Open for you: ${all}. Your last decision: ${what}: ${now ? standingSentence(now) : 'It is over.'}`;
}

/** The whole worklist as one page to choose from: a table, and a list with the oldest one chosen. @param more how many are not shown */
export function worklistItem(
  shown: readonly OpenEntry[],
  {
    more,
    notice,
    person,
    nowMs,
    labelOf,
  }: {
    more: number;
    notice: string;
    person: string;
    nowMs: number;
    labelOf: (one: OpenEntry, nowMs: number) => string;
  },
): IDataObject {
  const choosable = shown.filter((one) => !one.waitsForSomebodyElse(person));
  const rows = shown.map((one) => one.row(nowMs));
  const count = `${shown.length + more} open${more > 0 ? `, of which the ${shown.length} oldest are shown` : ''}.`;
  const page = html`${noticeHtml(notice)}
    <p>${count}</p>
    ${listOf(['Days', 'Company', 'Hit', 'List', 'Compared', 'Proposed by'], rows)}`;
  const labels = choosable.map((one) => labelOf(one, nowMs));
  return {
    outcome: 'worklist',
    open: shown.length + more,
    choosable: choosable.length,
    first: labels[0] ?? '',
    message: choosable.length === shown.length ? count : `${count} What is left waits for another person.`,
    page: page.html,
    form: formJson([
      { fieldType: 'html', elementName: 'worklist', html: page.html },
      ...(labels.length === 0
        ? []
        : [
            {
              fieldLabel: 'Case',
              fieldType: 'dropdown',
              requiredField: true,
              defaultValue: labels[0],
              fieldOptions: { values: labels.map((option) => ({ option })) },
            },
          ]),
    ]),
  };
}

function caseRow(one: OpenCase, nowMs: number): Html {
  const proposers = proposalsOf(one).map(({ decidedByAddress }) => decidedByAddress);
  return html`<tr>
    <td>${daysSince(one.about.since, nowMs) ?? ''}</td>
    <td>${one.key === one.companyName ? '' : one.key} ${one.companyName}</td>
    <td>${hitName(one) || WORDS[one.kind]}${caseFoundUnder(one)}</td>
    <td>${[one.about.hit?.sourceType, one.about.hit?.sourceId].filter(Boolean).join(', ')}</td>
    <td>${one.about.about === 'hit' ? knownText(one.fields) : ''}</td>
    <td>${proposers.join(', ')}</td>
  </tr>`;
}

/** The name under which it was found, of several names of the company. */
function caseFoundUnder({ fields }: OpenCase): string {
  const name = textField(fields['screenedName']);
  return name === '' ? '' : ` (found under ${name})`;
}
