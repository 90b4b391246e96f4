// Open cases as items: one for each case, or all of them as one list.
import type { IDataObject } from 'n8n-workflow';

import { compact, sentences } from '../../names/plainText';
import { MATCH_KEYS } from '../../names/itemKeys';
import { areOnePerson, type Person } from '../../names/people';
import { isAbout } from '../../register/cases/cases';
import { equalHits, hitsCaseId } from '../../register/cases/equalHits';
import { deskCasesOf } from '../../register/companies/deskCases';
import type { EveryCompany } from '../../register/companies/everyCompany';
import { sentenceOfName, wordsOfName } from '../../register/facts/keyNames';
import { isRemark } from '../../register/rows/decisionRows';
import { NOT_COMPARED } from '../screening/compared';
import { formJson, html, listOf, textField } from '../shared/html';
import { entryOfRun, formOf, noticeHtml, standingOfAll } from './casePages';
import { hitsNamed, runSentence, standingSentence, knownText, matchesOf } from './decisionWords';
import {
  type OpenCase,
  type OpenCases,
  proposalsOf,
  casesIn,
  type CaseSaid,
  caseFacts,
  choiceWords,
  hitName,
  daysSince,
  openCasesOf,
  type OpenEntry,
  choicesOf,
  looksOf,
  waitsForSomebodyElse,
  WORDS,
} from './openCases';

const OPEN_CASE_KEYS = [
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
  'hits',
  'hitFingerprint',
  'form',
] as const;

type OpenCaseFields = Record<(typeof OPEN_CASE_KEYS)[number], IDataObject[string]>;

/** Everything that is open, the oldest first. */
export function entriesOf(every: EveryCompany): OpenEntry[] {
  const cases = new Map(openCasesOf(every).map((one) => [one.about.caseId, one]));
  const all = deskCasesOf(every);
  const alone = all.flatMap((one) => (one.is === 'case' ? (cases.get(one.caseId) ?? []) : []));
  const byFirst = new Map(equalHits(alone, looksOf).map((equal) => [equal[0].about.caseId, equal]));
  return all.flatMap((one): OpenEntry[] => {
    if (one.is === 'unansweredRun') return [entryOfRun(one.run)];
    const equal = byFirst.get(one.caseId);
    return equal ? [entryOfCases(equal)] : [];
  });
}

/** Each case by itself, also those that are decided about with others: somebody may have its id from an item. */
export const entriesOfEachCase = (every: EveryCompany): OpenEntry[] =>
  openCasesOf(every).map((one) => entryOfCases([one]));

/** Gives the same fields for every kind of case. */
export function entryItem(one: OpenEntry, said: CaseSaid): IDataObject {
  const empty = Object.fromEntries(OPEN_CASE_KEYS.map((key) => [key, null]));
  return { ...empty, ...one.item(said) };
}

/**
 * @param cases one, or several equal hits, the oldest first
 * @param words that tell it from others, besides those of the first case
 */
function entryOfCases(cases: OpenCases, words = numberOf(cases)): OpenEntry {
  const [first] = cases;
  const caseId = caseIdOfAll(cases);
  return {
    ...{ caseId, count: cases.length, since: first.about.since, key: first.key },
    title: titleOf(first),
    words: [choiceWords(first), words].filter(Boolean).join(', '),
    facts: () => caseFacts(cases),
    alone:
      cases.length === 1
        ? []
        : cases.map((one, place) => {
            const own = ownFact(one, cases);
            return entryOfCases([one], `only hit ${place + 1} of ${cases.length}${own && ` (${own})`}`);
          }),
    waitsForSomebodyElse: (person) => waitsForSomebodyElse(first, person),
    row: (nowMs) => caseRow(first, words, nowMs),
    item: (said) => openCaseItem(cases, said),
  };
}

const numberOf = ({ length }: OpenCases): string => (length === 1 ? '' : `${length} hits`);

/** The first fact that tells a hit from another of equal ones; empty if there is none. */
function ownFact(one: OpenCase, cases: OpenCases): string {
  const others = cases.map((other) => caseFacts([other]));
  return caseFacts([one]).find((fact, place) => others.some((other) => other[place] !== fact)) ?? '';
}

function caseIdOfAll([first, ...others]: OpenCases): string {
  return others.length === 0
    ? first.about.caseId
    : hitsCaseId([first.about, ...others.map(({ about }) => about)]);
}

function titleOf(one: OpenCase): string {
  const hit = hitName(one) === '' ? '' : `: ${hitName(one)}`;
  return `${one.companyName || 'a company that is not known'}${hit}`;
}

function openCaseItem(cases: OpenCases, { nowMs, notice, label }: CaseSaid): OpenCaseFields {
  const [one] = cases;
  const caseId = caseIdOfAll(cases);
  const { about, kind, key, companyName, calledNow, fields } = one;
  const proposals = proposalsOf(one);
  return {
    outcome: 'openCase',
    kind,
    standing: about.standing.is,
    message: sentences(standingOfAll(cases), calledNow && sentenceOfName(calledNow)),
    label,
    caseId,
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
    hits: about.fingerprint === '' ? null : cases.length,
    hitFingerprint: cases.map((each) => each.about.fingerprint).join('; ') || null,
    form: formOf(cases, { caseId, nowMs, notice }),
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
  const { companyName, name, decidedAt } = last;
  const said = (text: string) => `Open for you: ${all}. Your last decision: ${text}`;
  // Equal hits are decided about at the same moment, and so are all companies that a run left.
  const together = chain.decisions.filter(
    (one) => one.decidedAt === decidedAt && one.decided === last.decided && areOnePerson(one, asked),
  );
  const decidedFor = new Set(together.map(({ company }) => company)).size;
  if (decidedFor > 1) return said(runSentence(last, { companies: decidedFor }));
  const what = `${companyName || 'The company'}${name === '' ? '' : `, ${hitsNamed(name, together.length)}`}`;
  return said(`${what}: ${now ? standingSentence(now) : 'It is over.'}`);
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
  const open = casesIn(shown) + more;
  const count = `${open} open${more > 0 ? `, of which the ${casesIn(shown)} oldest are shown` : ''}.`;
  const page = html`${noticeHtml(notice)}
    <p>${count}</p>
    ${listOf(['Days', 'Company', 'Hit', 'List', 'Compared', 'Proposed by'], rows)}`;
  const choices = [...choosable, ...choosable.flatMap(({ alone }) => alone)];
  const labels = choices.map((one) => labelOf(one, nowMs));
  return {
    outcome: 'worklist',
    open,
    choosable: casesIn(choosable),
    first: labels[0] ?? '',
    message: choosable.length === shown.length ? count : `${count} What is left waits for another person.`,
    page: page.html,
    form: formJson(
      compact(
        { fieldType: 'html', elementName: 'worklist', html: page.html },
        labels.length > 0 && {
          fieldLabel: 'Case',
          fieldType: 'dropdown',
          requiredField: true,
          defaultValue: labels[0],
          fieldOptions: { values: labels.map((option) => ({ option })) },
        },
      ),
    ),
  };
}

/** @param number for example "3 hits"; empty for one */
function caseRow(one: OpenCase, number: string, nowMs: number): readonly unknown[] {
  const proposers = proposalsOf(one).map(({ decidedByAddress }) => decidedByAddress);
  const foundUnder = textField(one.fields['screenedName']);
  const name = `${hitName(one) || WORDS[one.kind]}${foundUnder === '' ? '' : ` (found under ${foundUnder})`}`;
  return [
    daysSince(one.about.since, nowMs),
    `${one.key === one.companyName ? '' : one.key} ${one.companyName}`,
    `${name}${number === '' ? '' : ` (${number})`}`,
    [one.about.hit?.sourceType, one.about.hit?.sourceId].filter(Boolean).join(', '),
    one.about.about === 'hit' ? knownText(one.fields) : '',
    proposers.join(', '),
  ];
}
