// operations/desk/: open cases as a person sees them, and Record Decision. No rule of a case is decided here.
//
// The pages of n8n's forms on which a person decides about a case, or about all cases of a killed run.
import type { IDataObject } from 'n8n-workflow';

import { quantity, toTheMinute, grouped } from '../../names/plainText';
import type { UnansweredRun } from '../../register/companies/deskCases';
import { sentenceOfName } from '../../register/facts/keyNames';
import { DECISIONS, type Decision, type DecisionKind } from '../../register/rows/decisionRows';
import { REMARK_ROWS, WHO_ROWS } from '../screening/resultPage';
import { screeningOptionWords } from '../screening/screenCompanyFields';
import { formJson, html, listOf, table, textField, toTheSecond, type Html } from '../shared/html';
import {
  DECIDED_WORDS,
  DECISION_CHOICES,
  standingSentence,
  matchesOf,
  nameMatchWords,
  ownTexts,
} from './decisionWords';
import {
  choicesOf,
  daysSince,
  hitName,
  type CaseSaid,
  type OpenCase,
  type OpenCases,
  type OpenEntry,
} from './openCases';

/** The page of one case, or of equal hits: the user's data and those of each hit, then the decisions. */
function caseHtml(cases: OpenCases, nowMs: number): Html {
  const [{ about, key, companyName, calledNow, fields, history }] = cases;
  const isHit = about.about === 'hit';
  const yours = table([
    ['Your company', isHit ? '' : companyName],
    ['Company Key', key === companyName ? '' : key],
    ['Screened as', screeningOptionWords(fields['screeningOption'])],
    ['Environment', fields['environment'] === 'sandbox' ? 'Sandbox, not a real result' : ''],
    ['Screening ID', fields['screeningId']],
    ['Reference ID', fields['referenceId']],
  ]);
  const why = table([
    ['Why', fields['explanation']],
    ['Status', fields['status']],
  ]);
  const renamed = calledNow ? html`<p>${sentenceOfName(calledNow)}</p>` : html``;
  const screening = cases.length === 1 ? html`` : html`<p><b>The screening of this company</b></p>`;
  return html`<p>${standingOfAll(cases)}</p>
    ${renamed}
    ${about.about === 'company' ? why : hitsHtml(cases, nowMs)}${screening}${yours}${historyHtml(history)}`;
}

/** The standing of a case, or of each of several equal hits. */
export function standingOfAll(cases: OpenCases): string {
  const said = standingSentence(cases[0].about);
  return cases.length === 1
    ? said
    : `${cases.length} hits of the same company, with the same listed name and list, which compare in the same way. What you choose is recorded for each of them. To decide about one alone, choose it by itself from what is open. Each of them: ${said}`;
}

/** A hit; of equal hits what they have in common, and then what each has of its own. */
function hitsHtml(cases: OpenCases, nowMs: number): Html {
  const comparisons = cases.map((one) => (one.about.about === 'hit' ? comparisonHtml(one) : html``));
  const isComparedOnce = new Set(comparisons.map((one) => one.html)).size === 1;
  const rows = cases.map((one) => hitRows(one, nowMs));
  const isCommon = ([name, value]: HitRow) =>
    rows.every((all) => all.some((other) => other[0] === name && other[1] === value));
  const hitTable = (some: readonly HitRow[] = []) => table(some, { withLinks: true });
  const own = rows.map(
    (all, index) =>
      html`<p><b>Hit ${index + 1} of ${cases.length}</b></p>
        ${isComparedOnce ? '' : (comparisons[index] ?? '')}${hitTable(all.filter((row) => !isCommon(row)))}`,
  );
  return html`${isComparedOnce ? (comparisons[0] ?? '') : ''}${hitTable(rows[0]?.filter(isCommon))}${cases.length === 1 ? '' : own}`;
}

type HitRow = readonly [name: string, value: string];

function hitRows(one: OpenCase, nowMs: number): HitRow[] {
  const { about, fields } = one;
  const isHit = about.about === 'hit';
  const age = daysSince(about.since, nowMs) ?? 0;
  return [
    ['Hit', isHit ? '' : hitName(one) || 'no name given'],
    ['Found under your name', textField(fields['screenedName'])],
    ['List', [about.hit?.sourceType, about.hit?.sourceId].filter(Boolean).join(', ')],
    ...[['Address', 'address'] as const, ...WHO_ROWS, ...REMARK_ROWS].map(([name, field]): HitRow => [
      name,
      isHit ? textField(fields[field]) : '',
    ]),
    ['First found', `${about.since.slice(0, 10)} (${quantity(age, 'day', 'days')} ago)`],
  ];
}

/** Compares company and hit line by line. A line that is empty on both sides is left out. */
function comparisonHtml(one: OpenCase): Html {
  const { companyName, fields, own } = one;
  const { number, country } = ownTexts(own);
  const matches = matchesOf(fields);
  const lines = [
    ['Name', companyName, hitName(one) || 'no name given', nameMatchWords(fields)],
    ['Number', number, textField(fields['companyNumber']), matches.numberMatch],
    ['Country', country, textField(fields['jurisdiction']), matches.countryMatch],
  ] as const;
  const rows = lines.filter(([, ours, theirs]) => ours !== '' || theirs !== '');
  const isKnown = number !== '' || country !== '';
  const since = textField(fields['screenedAt']).slice(0, 10);
  const said = isKnown ? html`<p>Your data as it was entered for the screening of ${since}.</p>` : html``;
  return html`${listOf(['', 'Your company', 'The hit', 'Compared'], rows)}${said}`;
}

function historyHtml(history: readonly Decision[]): Html {
  if (history.length === 0) return html`<p>Nobody has decided about this company yet.</p>`;
  // Equal hits are decided about at the same moment.
  const together = grouped(history, ({ decidedAt, decidedBy, decided, name, reason }) =>
    JSON.stringify([decidedAt, decidedBy, decided, name, reason]),
  );
  const rows = [...together.values()].slice(0, 20).flatMap(([one, ...equal]) => {
    if (!one) return [];
    const { decidedAt, decidedByAddress, decided, name, reason } = one;
    const count = equal.length === 0 ? '' : ` (${equal.length + 1} hits)`;
    return [[toTheMinute(decidedAt), decidedByAddress, DECIDED_WORDS[decided], `${name}${count}`, reason]];
  });
  return html`<p>Decisions about this company, the newest first</p>
    ${listOf(['When (UTC)', 'Who', 'What', 'Hit', 'Why'], rows)}`;
}

/** The fields of n8n's form for one case, or for equal hits, as JSON. */
export function formOf(
  cases: OpenCases,
  { caseId, nowMs, notice }: { caseId: string; nowMs: number; notice: string },
): string {
  const choices = DECISIONS.filter((decided) => choicesOf(cases[0]).includes(decided));
  return decisionForm(caseId, html`${noticeHtml(notice)}${caseHtml(cases, nowMs)}`, choices);
}

/** The fields of n8n's form on which a person decides, below a page. */
function decisionForm(caseId: string, page: Html, choices: readonly DecisionKind[]): string {
  return formJson([
    { fieldType: 'html', elementName: 'case', html: page.html },
    {
      fieldLabel: 'Decision',
      fieldType: 'radio',
      requiredField: true,
      fieldOptions: { values: choices.map((decided) => ({ option: DECISION_CHOICES[decided] })) },
    },
    { fieldLabel: 'Reason', fieldType: 'textarea', requiredField: true },
    { fieldType: 'hiddenField', fieldName: 'caseId', fieldValue: caseId },
  ]);
}

/** Stands above everything else on a page; empty for no notice. */
export function noticeHtml(notice: string): Html {
  return notice === '' ? html`` : html`<p><b>${notice}</b></p>`;
}

/** Waits for anybody, since nobody proposes anything about it. */
export function entryOfRun(one: UnansweredRun): OpenEntry {
  const { caseId, since } = one;
  return {
    ...{
      caseId,
      count: 1,
      since,
      key: '',
      title: titleOf(one),
      words: `${titleOf(one)} \u2013 no answer came`,
    },
    facts: () => [`run of ${one.startedBy || 'nobody known'}`, `since ${toTheSecond(since)}`],
    alone: [],
    waitsForSomebodyElse: () => false,
    row: (nowMs) => [daysSince(since, nowMs), titleOf(one), 'no answer came', '', '', ''],
    item: (said) => runItem(one, said),
  };
}

const CHOICES = ['sendAgain', 'close'] as const;

function runItem(one: UnansweredRun, { nowMs, notice, label }: CaseSaid): IDataObject {
  const page = html`${noticeHtml(notice)}
    <p>${sentenceOf(one)}</p>
    <p>The run claimed the first of them at ${toTheMinute(one.since)} (UTC).</p>`;
  return {
    outcome: 'openCase',
    kind: 'unansweredRun',
    standing: 'open',
    message: sentenceOf(one),
    label,
    caseId: one.caseId,
    environment: one.environment || null,
    reason: 'noAnswer',
    since: one.since || null,
    ageDays: daysSince(one.since, nowMs),
    mayDecide: CHOICES.join('; '),
    companies: one.cases.length,
    maximumScreenings: one.requests,
    form: decisionForm(one.caseId, page, CHOICES),
  };
}

function sentenceOf(one: UnansweredRun): string {
  const sandbox = one.environment === 'sandbox' ? ' in the sandbox' : '';
  const run = one.startedBy === '' ? 'A run' : `The run of ${one.startedBy}`;
  const cost = one.areNumbers
    ? quantity(one.requests, 'request', 'requests')
    : quantity(one.requests, 'screening', 'screenings');
  return `${run} sent ${countOf(one)}${sandbox}, and no answer for them is known: it was killed, or the service did not answer. Some of them may have been ${one.areNumbers ? 'requested' : 'screened'} and paid for. Sending all of them again costs at most ${cost}.`;
}

const countOf = ({ cases, areNumbers }: UnansweredRun): string =>
  areNumbers
    ? quantity(cases.length, 'registration number', 'registration numbers')
    : quantity(cases.length, 'company', 'companies');

const titleOf = (one: UnansweredRun): string => `${countOf(one)} that a run left without an answer`;
