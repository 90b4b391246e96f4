// The worklist of a register: cases that wait for a person, the oldest first. Hits that nobody has decided about, or that wait for a second
// person; companies without a verdict; true matches that are no longer listed.
import type { IDataObject } from 'n8n-workflow';

import { ONE_DAY_MS } from '../../flowControl/time';
import { areOnePerson, type Person } from '../../names/people';
import { quantity, grouped } from '../../names/plainText';
import { isOpenCase, type Case } from '../../register/cases/cases';
import { basisOf } from '../../register/cases/steps';
import { newestAnswerOf, type ScreenedResult } from '../../register/companies/companyResult';
import type { EveryCompany, CompanyNow } from '../../register/companies/everyCompany';
import type { NameNow } from '../../register/facts/keyNames';
import type { DecisionKind, Decision } from '../../register/rows/decisionRows';
import { storedCustomerFacts, type CustomerFacts } from '../screening/compared';
import { HIT_ROWS } from '../screening/resultPage';
import { screeningOptionWords } from '../screening/screenCompanyFields';
import { comparedCompany } from '../screening/storedCompany';
import { textField, toTheSecond } from '../shared/html';
import { comparedText, knownText } from './decisionWords';

export interface OpenCase {
  about: Case;
  kind: 'hit' | 'noAnswer' | 'noLongerListed' | 'review';
  key: string;
  companyName: string;
  /** The present name of its key, if it is another one. */
  calledNow: NameNow | null;
  /** The item of the hit, or of the company. */
  fields: IDataObject;
  /** The user's data about the company when it was screened. */
  own: CustomerFacts;
  /** Decisions about this company, the newest first. */
  history: Decision[];
}

/** One case, or several equal hits. */
export type OpenCases = readonly [OpenCase, ...OpenCase[]];

export function openCasesOf({ companies, chain }: EveryCompany): OpenCase[] {
  return companies.flatMap((settled) => {
    const open = settled.cases.filter(isOpenCase);
    if (open.length === 0) return [];
    const history = (chain.ofCompany.get(settled.company) ?? []).toReversed();
    const caseOf = openCaseIn(settled, history);
    return open.map(caseOf);
  });
}

/** Reads the stored reply once for all cases of a company: it may have thousands of hits. */
function openCaseIn(settled: CompanyNow, history: Decision[]): (about: Case) => OpenCase {
  const company = newestAnswerOf(settled)?.data.company;
  const stored = comparedCompany(settled);
  const ofCompany = stored?.item.json ?? {};
  const hits = stored?.hits() ?? [];
  // The first one of several that are alike.
  const ofHits = new Map(hits.toReversed().map(({ json }) => [json['hitFingerprint'], json]));
  return (about) => ({
    about,
    kind: kindOf(settled, about),
    key: company?.key ?? '',
    companyName: company?.names.join('; ') ?? '',
    calledNow: settled.calledNow,
    fields: ofHits.get(about.fingerprint) ?? ofCompany,
    own: stored?.own ?? storedCustomerFacts(),
    history,
  });
}

function kindOf(settled: ScreenedResult, { about }: Case): OpenCase['kind'] {
  if (about === 'hit') return 'hit';
  if (about === 'goneHit') return 'noLongerListed';
  return settled.doubt === 'noAnswer' ? 'noAnswer' : 'review';
}

/** True if somebody else has to confirm this person's proposal. @param person an id or an address */
export function waitsForSomebodyElse(one: OpenCase, person: string): boolean {
  const asked: Person = { decidedBy: person, decidedByAddress: person };
  return proposalsOf(one).some((proposal) => areOnePerson(proposal, asked));
}

/** A case that waits for a person, several equal hits, or all companies that a killed run left. */
export interface OpenEntry {
  caseId: string;
  /** The number of open cases that it counts as. */
  count: number;
  /** The time since which it waits (ISO 8601); empty if that is not known. */
  since: string;
  /** The key of the company; empty for no company or several. */
  key: string;
  /** True if somebody else has to confirm this person's proposal. @param person an id or an address */
  waitsForSomebodyElse: (person: string) => boolean;
  /** The subject, in a sentence. */
  title: string;
  /** Words by which a person chooses it. */
  words: string;
  /** Further words, each at its own place, for a list in which several have the same ones. */
  facts: () => readonly string[];
  /** Each of several equal hits by itself, for whoever decides differently about one; empty for any other case. */
  alone: OpenEntry[];
  /** Its row in the table of a worklist. */
  row: (nowMs: number) => readonly unknown[];
  /** Its fields as an item. @param said `notice` stands above it on its page */
  item: (said: CaseSaid) => IDataObject;
}

export interface CaseSaid {
  nowMs: number;
  notice: string;
  /** Its line in a list to choose from. */
  label: string;
}

/** Gives each a line for a list to choose from, and no two the same one. */
export function labelIn(all: readonly OpenEntry[]): (one: OpenEntry, nowMs: number) => string {
  const labels = labelsOf(all);
  return (one, nowMs) => {
    const age = daysSince(one.since, nowMs);
    const label = labels.get(one.caseId) ?? one.words;
    return age === null ? label : `${label}, ${quantity(age, 'day', 'days')}`;
  };
}

/** Lines without an age, by the id of the case. Where words are equal, facts follow that tell the cases apart, and then a number. */
function labelsOf(all: readonly NamedEntry[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [words, equal] of grouped(all, (one) => one.words)) {
    const facts = new Map(equal.length === 1 ? [] : equal.map((one) => [one, one.facts()]));
    for (const [line, one] of toldApart(words, equal, facts)) labels.set(one.caseId, line);
  }
  return labels;
}

/** @param place of the first fact that may be added */
function toldApart(
  line: string,
  equal: readonly NamedEntry[],
  facts: ReadonlyMap<NamedEntry, readonly string[]>,
  place = 0,
): [string, NamedEntry][] {
  const [first] = equal;
  if (!first || equal.length === 1) return equal.map((one) => [line, one]);
  if (facts.get(first)?.[place] === undefined)
    return equal.map((one, index) => [`${line}, ${index + 1} of ${equal.length}`, one]);
  const byFact = [...grouped(equal, (one) => facts.get(one)?.[place] ?? '')];
  return byFact.flatMap(([fact, some]) =>
    toldApart(byFact.length === 1 ? line : `${line}, ${fact}`, some, facts, place + 1),
  );
}

type NamedEntry = Pick<OpenEntry, 'caseId' | 'facts' | 'words'>;

/**
 * Finds cases by an id, or by the line that a person chose. Neither finds a case once somebody has decided about it. A line that several have
 * finds none.
 */
export function namedBy<One extends NamedEntry>(all: readonly One[], text: string): One[] {
  const byId = all.filter(({ caseId }) => text === caseId);
  if (byId.length > 0) return byId;
  // Another day may have come meanwhile.
  const lines = [text, text.replace(/, \d+ days?$/, '')];
  const labels = labelsOf(all);
  const byLabel = all.filter(({ caseId }) => lines.includes(labels.get(caseId) ?? ''));
  if (byLabel.length > 0) return byLabel;
  // Cases may have come or gone meanwhile from which it was told apart.
  const byWords = all.filter((one) => lines.some((line) => isToldIn(line, one)));
  return byWords.length === 1 ? byWords : [];
}

/** True for its words, and some of its facts behind them. */
function isToldIn(line: string, { words, facts }: NamedEntry): boolean {
  if (!line.startsWith(words)) return false;
  let told = words;
  for (const fact of facts()) if (line.startsWith(`${told}, ${fact}`)) told = `${told}, ${fact}`;
  return told === line;
}

export function choicesOf({ about }: OpenCase): DecisionKind[] {
  if (about.about === 'company') return ['sendAgain', 'close'];
  if (about.about === 'goneHit') return ['close'];
  return about.standing.is === 'open' ? ['falsePositive', 'trueMatch'] : ['confirm', 'reject', 'trueMatch'];
}

export const proposalsOf = ({ about }: OpenCase): Decision[] =>
  basisOf(about.standing).filter(({ decided }) => decided === 'falsePositive');

/** Empty for a company as a whole, and for a hit without a name. */
export const hitName = ({ about }: OpenCase): string => about.hit?.name ?? '';

export function daysSince(since: string, nowMs: number): number | null {
  const sinceMs = Date.parse(since);
  return Number.isNaN(sinceMs) ? null : Math.max(0, Math.floor((nowMs - sinceMs) / ONE_DAY_MS));
}

/** Everything that a person sees beside a hit in a worklist; null where its own fields cannot be read. */
export function looksOf({ about, fields }: OpenCase): string | null {
  if (about.fingerprint === '' || fields['hitFingerprint'] !== about.fingerprint) return null;
  return JSON.stringify([comparedText(fields), textField(fields['screenedName'])]);
}

export const casesIn = (entries: readonly OpenEntry[]): number =>
  entries.reduce((sum, { count }) => sum + count, 0);

/** The case in words, without its age. */
export function choiceWords(one: OpenCase): string {
  const { hit, standing } = one.about;
  const list = [hit?.sourceType, hit?.sourceId].filter(Boolean).join(' ');
  const company = [one.key === one.companyName ? '' : one.key, one.companyName].filter(Boolean).join(' ');
  const parts = [
    company || 'a company that is not known',
    hitName(one) ? `→ ${hitName(one)}` : `– ${WORDS[one.kind]}`,
    list === '' ? '' : `, ${list}`,
    standing.is === 'open' ? '' : `, ${SHORT[standing.is]}`,
  ];
  return shortened(parts.filter(Boolean).join(' ').replaceAll(' ,', ','), 180);
}

/** @param cases of equal hits, only what they have in common */
export function caseFacts(cases: OpenCases): string[] {
  const [one] = cases;
  const { fields, about } = one;
  const own = cases.length === 1 && about.about === 'hit' ? HIT_ROWS : [];
  const facts: [string, unknown][] = [
    ['screened as', screeningOptionWords(fields['screeningOption'])],
    ['environment', fields['environment']],
    [
      'proposed by',
      proposalsOf(one)
        .map(({ decidedByAddress }) => decidedByAddress)
        .join(' and '),
    ],
    ['compared', about.about === 'hit' ? knownText(fields) : ''],
    ['found under', fields['screenedName']],
    ...own.map(([name, field]): [string, unknown] => [name, fields[field]]),
    ['first found', toTheSecond(about.since)],
  ];
  // A missing fact tells a case from others as well.
  return facts.map(([name, fact]) => shortened(`${name}: ${textField(fact) || 'none'}`, 60));
}

export const WORDS: Record<OpenCase['kind'], string> = {
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

/** Cuts a text to one line, without signs that a person cannot see. */
export function shortened(text: string, length: number): string {
  const line = text.replaceAll(/[\p{Control}\p{Format}\u2028\u2029]+/gu, ' ');
  return line.length <= length ? line : `${line.slice(0, length).replace(/\p{Surrogate}$/u, '')}…`;
}
