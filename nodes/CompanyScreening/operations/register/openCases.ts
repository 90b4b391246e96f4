// The worklist of a register: what waits for a person, the oldest first. Hits that nobody has decided about, or that wait for a second
// person; companies without a verdict; true matches that are no longer listed.
import type { IDataObject } from 'n8n-workflow';

import type { Case } from '../../register/decisions/cases';
import { DECISIONS, type Decided, type Decision } from '../../register/decisions/decision';
import { areOnePerson, type Person } from '../../register/decisions/people';
import { basisOf } from '../../register/decisions/steps';
import type { EveryCompany } from '../../register/everyCompany';
import { hashOf } from '../../register/identity';
import type { SettledCompany } from '../../register/messages';
import { newestAnswerOf } from '../held';
import { storedCompany } from '../screenCompany/storedCompany';
import { DECISION_CHOICES, standingSentence } from './decisionWords';
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
function openCaseIn(settled: SettledCompany, history: Decision[]): (about: Case) => OpenCase {
  const company = newestAnswerOf(settled)?.data.company;
  const stored = storedCompany(settled);
  const ofCompany = stored?.item.json ?? {};
  const hits = settled.cases.some(({ about }) => about === 'hit') ? (stored?.hits() ?? []) : [];
  // Of several that are alike, the first one.
  const ofHits = new Map(hits.toReversed().map(({ json }) => [json['hitFingerprint'], json]));
  return (about) => ({
    about,
    kind: kindOf(settled, about),
    key: company?.key ?? '',
    companyName: company?.names.join('; ') ?? '',
    fields: (about.about === 'hit' ? ofHits.get(about.fingerprint) : undefined) ?? ofCompany,
    history,
  });
}

function kindOf(settled: SettledCompany, { about }: Case): OpenCase['kind'] {
  if (about === 'hit') return 'hit';
  if (about === 'goneHit') return 'noLongerListed';
  return settled.is === 'withoutVerdict' && settled.doubt === 'noAnswer' ? 'noAnswer' : 'review';
}

/** As an item. @param nowMs epoch milliseconds */
export function openCaseItem(
  one: OpenCase,
  nowMs: number,
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
    sourceType: fields['sourceType'] ?? about.hit?.sourceType ?? null,
    sourceId: fields['sourceId'] ?? about.hit?.sourceId ?? null,
    reason: about.about === 'company' ? (fields['reason'] ?? null) : null,
    referenceId: fields['referenceId'] ?? null,
    since: about.since || null,
    ageDays: ageOf(about, nowMs),
    proposedBy: proposals.map(({ decidedByAddress }) => decidedByAddress).join('; ') || null,
    proposedAt: proposals.at(-1)?.decidedAt ?? null,
    mayDecide: choicesOf(one).join('; '),
    hitFingerprint: about.fingerprint || null,
    form: formOf(one, nowMs),
  };
}

/** Whether somebody else has to confirm what this person proposed. */
export function waitsForSomebodyElse(one: OpenCase, person: string): boolean {
  const asked: Person = { decidedBy: person, decidedByAddress: '' };
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

function nameOf({ about, fields }: OpenCase): string {
  return about.about === 'company' ? '' : textOf(fields['name']) || (about.hit?.name ?? '');
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

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
    age === null ? '' : `, ${age} ${age === 1 ? 'day' : 'days'}`,
    one.about.standing.is === 'open' ? '' : `, ${SHORT[one.about.standing.is]}`,
  ];
  return `${shortened(parts.join(' ').replaceAll(' ,', ','), 180)} [${codeOf(one.about)}]`;
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

const HIT_ROWS: readonly (readonly [string, string])[] = [
  ['Kind', 'entityType'],
  ['PEP type', 'pepType'],
  ['Also known as', 'aliasNames'],
  ['Given names', 'aliasGivenNames'],
  ['In Latin letters', 'tlName'],
  ['Jurisdiction', 'jurisdiction'],
  ['Company number', 'companyNumber'],
  ['Address', 'address'],
  ['About the address', 'addressRemarks'],
  ['About the name', 'nameRemarks'],
  ['Sanctions', 'sanctionDetails'],
  ['Other information', 'otherInformation'],
  ['Links', 'links'],
];

/** The page of one case: yours and theirs, then what was said of it. */
function caseHtml(one: OpenCase, nowMs: number): Html {
  const { about, key, companyName, fields, history } = one;
  const age = ageOf(about, nowMs);
  const yours = table([
    ['Your company', companyName],
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
    ['Hit', nameOf(one) || 'no name given'],
    ['List', [about.hit?.sourceType, about.hit?.sourceId].filter(Boolean).join(', ')],
    ...HIT_ROWS.map(([name, field]) => [name, about.about === 'hit' ? fields[field] : ''] as const),
    ['Listed since', `${about.since.slice(0, 10)}${age === null ? '' : ` (${age} days)`}`],
  ]);
  return html`<p>${standingSentence(about)}</p>
    ${yours}${about.about === 'company' ? why : hit}${historyHtml(history)}`;
}

function historyHtml(history: readonly Decision[]): Html {
  if (history.length === 0) return html`<p>Nobody has decided about this company yet.</p>`;
  const rows = history.slice(0, 20).map(
    ({ decidedAt, decidedByAddress, decided, name, reason }) =>
      html`<tr>
        <td>${decidedAt.slice(0, 16).replace('T', ' ')}</td>
        <td>${decidedByAddress}</td>
        <td>${decided}</td>
        <td>${name}</td>
        <td>${reason}</td>
      </tr>`,
  );
  return html`<p>Decisions about this company, the newest first</p>
    ${listOf(['When (UTC)', 'Who', 'What', 'Hit', 'Why'], rows)}`;
}

/** The fields of n8n's form for one case, as JSON. */
function formOf(one: OpenCase, nowMs: number): string {
  const choices = DECISIONS.filter((decided) => choicesOf(one).includes(decided));
  return formJson([
    { fieldType: 'html', elementName: 'case', html: caseHtml(one, nowMs).html },
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
        <td>${nameOf(one) || WORDS[one.kind]}</td>
        <td>${[one.about.hit?.sourceType, one.about.hit?.sourceId].filter(Boolean).join(', ')}</td>
        <td>
          ${proposalsOf(one)
            .map(({ decidedByAddress }) => decidedByAddress)
            .join(', ')}
        </td>
      </tr>`,
  );
  const count = `${shown.length + more} open${more > 0 ? `, of which the ${shown.length} oldest are shown` : ''}.`;
  const said = notice === '' ? html`` : html`<p><b>${notice}</b></p>`;
  const page = html`${said}
    <p>${count}</p>
    ${listOf(['Days', 'Company', 'Hit', 'List', 'Proposed by'], rows)}`;
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

/** n8n replaces some dollar signs in it. */
const formJson = (fields: readonly object[]): string => JSON.stringify(fields).replaceAll('$', '\\u0024');
