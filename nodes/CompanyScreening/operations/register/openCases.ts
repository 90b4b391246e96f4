// The worklist of a register: what waits for a person, the oldest first. Hits that nobody has decided about, or that wait for a second
// person; companies without a verdict; true matches that are no longer listed.
import type { IDataObject } from 'n8n-workflow';

import { quantity } from '../../names/quantity';
import { isAbout, type Case } from '../../register/decisions/cases';
import { DECISIONS, type Decided, type Decision } from '../../register/decisions/decision';
import { areOnePerson, type Person } from '../../register/decisions/people';
import { basisOf } from '../../register/decisions/steps';
import type { EveryCompany, StandingCompany } from '../../register/everyCompany';
import { hashOf } from '../../register/identity';
import type { SettledCompany } from '../../register/messages';
import { newestAnswerOf } from '../held';
import { givenBack, NOT_COMPARED, type GivenData } from '../screenCompany/compared';
import { MATCH_KEYS } from '../screenCompany/keys';
import { comparedCompany } from '../screenCompany/storedCompany';
import { knownText, matchesOf, ownTexts } from './beside';
import { DECIDED_WORDS, DECISION_CHOICES, standingSentence } from './decisionWords';
import { REMARK_ROWS, WHO_ROWS } from './hitRows';
import { html, listOf, table, type Html } from './html';

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
  'hitFingerprint',
  'form',
] as const;

export interface OpenCase {
  about: Case;
  kind: 'hit' | 'noAnswer' | 'noLongerListed' | 'review';
  key: string;
  companyName: string;
  /** The item of the hit, or of the company: what is known. */
  fields: IDataObject;
  /** What the user knew of the company when it was screened. */
  own: GivenData;
  /** Decisions about this company, the newest first. */
  history: Decision[];
}

/** Everything that waits for a person, the oldest first. */
export function openCasesOf({ companies, chain }: EveryCompany): OpenCase[] {
  return companies
    .flatMap((settled) => {
      const open = settled.cases.filter(isOpen);
      if (open.length === 0) return [];
      const history = (chain.ofCompany.get(settled.company) ?? []).toReversed();
      const caseOf = openCaseIn(settled, history);
      return open.map(caseOf);
    })
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

function isOpen({ about, standing }: Case): boolean {
  if (about === 'goneHit') return true;
  return ['disputed', 'open', 'proposed'].includes(standing.is);
}

const orderOf = ({ about }: OpenCase): string => `${about.since} ${about.caseId}`;

/** The stored reply is read once for all cases of a company: it may have thousands of hits. */
function openCaseIn(settled: StandingCompany, history: Decision[]): (about: Case) => OpenCase {
  const company = newestAnswerOf(settled)?.data.company;
  const stored = comparedCompany(settled);
  const ofCompany = stored?.item.json ?? {};
  const hits = stored?.hits() ?? [];
  // Of several that are alike, the first one.
  const ofHits = new Map(hits.toReversed().map(({ json }) => [json['hitFingerprint'], json]));
  return (about) => ({
    about,
    kind: kindOf(settled, about),
    key: company?.key ?? '',
    companyName: company?.names.join('; ') ?? '',
    fields: ofHits.get(about.fingerprint) ?? ofCompany,
    own: stored?.own ?? givenBack(),
    history,
  });
}

function kindOf(settled: SettledCompany, { about }: Case): OpenCase['kind'] {
  if (about === 'hit') return 'hit';
  if (about === 'goneHit') return 'noLongerListed';
  return settled.doubt === 'noAnswer' ? 'noAnswer' : 'review';
}

/** As an item. @param nowMs epoch milliseconds; `notice` stands above it on its page */
export function openCaseItem(
  one: OpenCase,
  { nowMs, notice }: { nowMs: number; notice: string },
): Record<(typeof OPEN_CASE_KEYS)[number], IDataObject[string]> {
  const { about, kind, key, companyName, fields } = one;
  const proposals = proposalsOf(one);
  return {
    outcome: 'openCase',
    kind,
    standing: about.standing.is,
    message: standingSentence(about),
    label: labelOf(one, nowMs),
    caseId: about.caseId,
    environment: fields['environment'] ?? null,
    companyKey: key || null,
    companyName: companyName || null,
    name: nameOf(one) || null,
    sourceType: about.hit?.sourceType || null,
    sourceId: about.hit?.sourceId || null,
    screenedName: fields['screenedName'] ?? null,
    ...(about.about === 'hit' ? matchesOf(fields) : NOT_COMPARED),
    reason: about.about === 'company' ? (fields['reason'] ?? null) : null,
    referenceId: fields['referenceId'] ?? null,
    since: about.since || null,
    ageDays: ageOf(about, nowMs),
    proposedBy: proposals.map(({ decidedByAddress }) => decidedByAddress).join('; ') || null,
    proposedAt: proposals.at(-1)?.decidedAt ?? null,
    mayDecide: choicesOf(one).join('; '),
    hitFingerprint: about.fingerprint || null,
    form: formOf(one, nowMs, notice),
  };
}

/** Whether somebody else has to confirm what this person proposed. @param person an id or an address */
export function waitsForSomebodyElse(one: OpenCase, person: string): boolean {
  const asked: Person = { decidedBy: person, decidedByAddress: person };
  return proposalsOf(one).some((proposal) => areOnePerson(proposal, asked));
}

/** Whether a text names this case: its id, or the line that a person chose. Neither does so once somebody has decided about it. */
export function isNamedBy({ about }: OpenCase, text: string): boolean {
  return text === about.caseId || text.endsWith(`[${codeOf(about)}]`);
}

/** What may be decided about it. */
function choicesOf({ about }: OpenCase): Decided[] {
  if (about.about === 'company') return ['sendAgain', 'close'];
  if (about.about === 'goneHit') return ['close'];
  return about.standing.is === 'open' ? ['falsePositive', 'trueMatch'] : ['confirm', 'reject', 'trueMatch'];
}

const proposalsOf = ({ about }: OpenCase): Decision[] => basisOf(about.standing).filter(isProposal);
const isProposal = ({ decided }: Decision): boolean => decided === 'falsePositive';

/** Empty for a company as a whole, and for a hit without a name. */
const nameOf = ({ about }: OpenCase): string => about.hit?.name ?? '';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const DAY_MS = 24 * 60 * 60 * 1000;

function ageOf({ since }: Case, nowMs: number): number | null {
  const sinceMs = Date.parse(since);
  return Number.isNaN(sinceMs) ? null : Math.max(0, Math.floor((nowMs - sinceMs) / DAY_MS));
}

/** A short text that only this case has, as it stands now. */
const codeOf = ({ caseId }: Case): string => hashOf(['label', caseId]).slice(0, 10);

/** One line for a list to choose from. */
function labelOf(one: OpenCase, nowMs: number): string {
  const age = ageOf(one.about, nowMs);
  const company = [one.key === one.companyName ? '' : one.key, one.companyName].filter(Boolean).join(' ');
  const parts = [
    company || 'a company that is not known',
    nameOf(one) ? `→ ${nameOf(one)}` : `– ${WORDS[one.kind]}`,
    age === null ? '' : `, ${quantity(age, 'day', 'days')}`,
    one.about.standing.is === 'open' ? '' : `, ${SHORT[one.about.standing.is]}`,
  ];
  return `${shortened(parts.filter(Boolean).join(' ').replaceAll(' ,', ','), 180)} [${codeOf(one.about)}]`;
}

const WORDS: Record<OpenCase['kind'], string> = {
  hit: 'a hit',
  noAnswer: 'no answer came',
  noLongerListed: 'no longer listed',
  review: 'to review',
};
const SHORT: Record<string, string> = {
  proposed: 'waits for a second person',
  disputed: 'true match, doubted',
  trueMatch: 'true match, no longer listed',
};

/** One line, without what a person cannot see. */
function shortened(text: string, length: number): string {
  const line = text.replaceAll(/[\p{Control}\p{Format}\u2028\u2029]+/gu, ' ');
  return line.length <= length ? line : `${line.slice(0, length).replace(/\p{Surrogate}$/u, '')}…`;
}

/** The page of one case: yours and theirs, then what was said of it. */
function caseHtml(one: OpenCase, nowMs: number): Html {
  const { about, key, companyName, fields, history } = one;
  const isHit = about.about === 'hit';
  const age = ageOf(about, nowMs) ?? 0;
  const yours = table([
    ['Your company', isHit ? '' : companyName],
    ['Company Key', key === companyName ? '' : key],
    ['Screened as', fields['screeningOption']],
    ['Environment', fields['environment'] === 'sandbox' ? 'Sandbox, not a real result' : ''],
    ['Screening ID', fields['screeningId']],
    ['Reference ID', fields['referenceId']],
  ]);
  const why = table([
    ['Why', fields['explanation']],
    ['Status', fields['status']],
  ]);
  const hit = table([
    ['Hit', isHit ? '' : nameOf(one) || 'no name given'],
    ['Found under your name', fields['screenedName']],
    ['List', [about.hit?.sourceType, about.hit?.sourceId].filter(Boolean).join(', ')],
    ...[...WHO_ROWS, ...REMARK_ROWS].map(([name, field]) => [name, isHit ? fields[field] : ''] as const),
    ['First found', `${about.since.slice(0, 10)} (${quantity(age, 'day', 'days')} ago)`],
  ]);
  return html`<p>${standingSentence(about)}</p>
    ${isHit ? besideHtml(one) : ''}${about.about === 'company' ? why : hit}${yours}${historyHtml(history)}`;
}

/** What can be compared of the company and the hit, line by line. Where both say nothing, there is no line. */
function besideHtml(one: OpenCase): Html {
  const { companyName, fields, own } = one;
  const { number, country, address } = ownTexts(own);
  const matches = matchesOf(fields);
  const lines = [
    ['Name', companyName, nameOf(one) || 'no name given', matches.nameMatch],
    ['Number', number, textOf(fields['companyNumber']), matches.numberMatch],
    ['Country', country, textOf(fields['jurisdiction']), matches.countryMatch],
    ['Address', address, textOf(fields['address']), matches.addressMatch],
  ] as const;
  const rows = lines
    .filter(([, ours, theirs]) => ours !== '' || theirs !== '')
    .map(
      (cells) =>
        html`<tr>
          ${cells.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    );
  const isKnown = number !== '' || country !== '' || address !== '';
  const since = textOf(fields['screenedAt']).slice(0, 10);
  const said = isKnown ? html`<p>Your data as it was entered for the screening of ${since}.</p>` : html``;
  return html`${listOf(['', 'Your company', 'The hit', 'Compared'], rows)}${said}`;
}

function historyHtml(history: readonly Decision[]): Html {
  if (history.length === 0) return html`<p>Nobody has decided about this company yet.</p>`;
  const rows = history.slice(0, 20).map(
    ({ decidedAt, decidedByAddress, decided, name, reason }) =>
      html`<tr>
        <td>${decidedAt.slice(0, 16).replace('T', ' ')}</td>
        <td>${decidedByAddress}</td>
        <td>${DECIDED_WORDS[decided]}</td>
        <td>${name}</td>
        <td>${reason}</td>
      </tr>`,
  );
  return html`<p>Decisions about this company, the newest first</p>
    ${listOf(['When (UTC)', 'Who', 'What', 'Hit', 'Why'], rows)}`;
}

/** The fields of n8n's form for one case, as JSON. */
function formOf(one: OpenCase, nowMs: number, notice: string): string {
  const choices = DECISIONS.filter((decided) => choicesOf(one).includes(decided));
  return formJson([
    { fieldType: 'html', elementName: 'case', html: html`${noticeHtml(notice)}${caseHtml(one, nowMs)}`.html },
    {
      fieldLabel: 'Decision',
      fieldType: 'radio',
      requiredField: true,
      fieldOptions: { values: choices.map((decided) => ({ option: DECISION_CHOICES[decided] })) },
    },
    { fieldLabel: 'Reason', fieldType: 'textarea', requiredField: true },
    { fieldType: 'hiddenField', fieldName: 'caseId', fieldValue: one.about.caseId },
  ]);
}

/** Above everything else on a page; nothing if it is empty. */
function noticeHtml(notice: string): Html {
  return notice === '' ? html`` : html`<p><b>${notice}</b></p>`;
}

/**
 * What somebody decided last, how that stands now, and how much is open; empty if they never did.
 *
 * @param person an id or an address
 */
export function lastWordOf({ companies, chain }: EveryCompany, person: string, all: number): string {
  const asked: Person = { decidedBy: person, decidedByAddress: person };
  const last = chain.decisions.findLast((one) => areOnePerson(one, asked));
  if (!last) return '';
  const settled = companies.find(({ company }) => company === last.company);
  const now = settled?.cases.find((one) => isAbout(one, last));
  const what = `${last.companyName || 'The company'}${last.name === '' ? '' : `, hit ${last.name}`}`;
  return `Open for you: ${all}. Your last decision: ${what}: ${now ? standingSentence(now) : 'It is over.'}`;
}

/** The whole worklist as one page to choose from: a table, and a list with the oldest one chosen. @param more how many are not shown */
export function worklistItem(
  shown: readonly OpenCase[],
  { more, notice, person, nowMs }: { more: number; notice: string; person: string; nowMs: number },
): IDataObject {
  const choosable = shown.filter((one) => !waitsForSomebodyElse(one, person));
  const rows = shown.map(
    (one) =>
      html`<tr>
        <td>${ageOf(one.about, nowMs) ?? ''}</td>
        <td>${one.key === one.companyName ? '' : one.key} ${one.companyName}</td>
        <td>${nameOf(one) || WORDS[one.kind]}${foundUnder(one)}</td>
        <td>${[one.about.hit?.sourceType, one.about.hit?.sourceId].filter(Boolean).join(', ')}</td>
        <td>${one.about.about === 'hit' ? knownText(one.fields) : ''}</td>
        <td>
          ${proposalsOf(one)
            .map(({ decidedByAddress }) => decidedByAddress)
            .join(', ')}
        </td>
      </tr>`,
  );
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

/** Under which of several names of the company. */
function foundUnder({ fields }: OpenCase): string {
  const name = textOf(fields['screenedName']);
  return name === '' ? '' : ` (found under ${name})`;
}

/** n8n replaces some dollar signs in it. */
const formJson = (fields: readonly object[]): string => JSON.stringify(fields).replaceAll('$', '\\u0024');
