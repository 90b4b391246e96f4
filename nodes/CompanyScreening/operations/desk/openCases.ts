// The worklist of a register: cases that wait for a person, the oldest first. Hits that nobody has decided about, or that wait for a second
// person; companies without a verdict; true matches that are no longer listed.
import type { IDataObject } from 'n8n-workflow';

import { ONE_DAY_MS } from '../../batch/time';
import { areOnePerson, type Person } from '../../names/people';
import { quantity } from '../../names/plainText';
import { isOpenCase, type Case } from '../../register/cases/cases';
import { basisOf } from '../../register/cases/steps';
import { newestAnswerOf, type ScreenedResult } from '../../register/companies/companyResult';
import type { EveryCompany, StandingCompany } from '../../register/companies/everyCompany';
import type { NameNow } from '../../register/facts/keyNames';
import type { DecisionKind, Decision } from '../../register/rows/decisionRows';
import { hashOf } from '../../register/rows/identity';
import { givenBack, type GivenData } from '../screening/compared';
import { comparedCompany } from '../screening/storedCompany';
import { textField, type Html } from '../shared/html';
import { comparedText } from './decisionWords';

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
  own: GivenData;
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
function openCaseIn(settled: StandingCompany, history: Decision[]): (about: Case) => OpenCase {
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
    own: stored?.own ?? givenBack(),
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
  /** Each of several equal hits by itself, for whoever decides differently about one; empty for any other case. */
  alone: OpenEntry[];
  /** Its row in the table of a worklist. */
  row: (nowMs: number) => Html;
  /** Its fields as an item. @param said `notice` stands above it on its page */
  item: (said: CaseSaid) => IDataObject;
}

export interface CaseSaid {
  nowMs: number;
  notice: string;
  /** Its line in a list to choose from. */
  label: string;
}

/** Gives each a line for a list to choose from. Lines that would be equal also have a short text of their own. */
export function labelIn(all: readonly OpenEntry[]): (one: OpenEntry, nowMs: number) => string {
  const counts = new Map<string, number>();
  for (const { words } of all) counts.set(words, (counts.get(words) ?? 0) + 1);
  return (one, nowMs) => {
    const age = daysSince(one.since, nowMs);
    const aged = `${one.words}${age === null ? '' : `, ${quantity(age, 'day', 'days')}`}`;
    return counts.get(one.words) === 1 ? aged : `${aged} [${codeOf(one)}]`;
  };
}

/**
 * Finds cases by an id, or by the line that a person chose. Neither finds a case once somebody has decided about it. A line that several have
 * finds none.
 */
export function namedBy<One extends Pick<OpenEntry, 'caseId' | 'words'>>(
  all: readonly One[],
  text: string,
): One[] {
  const byId = all.filter((one) => text === one.caseId || text.endsWith(`[${codeOf(one)}]`));
  if (byId.length > 0) return byId;
  const wanted = new Set([text, text.replace(AGE, '')]);
  const byWords = all.filter(({ words }) => wanted.has(words));
  return byWords.length === 1 ? byWords : [];
}

/** Another day may have come meanwhile. */
const AGE = /, \d+ days?$/;

export function choicesOf({ about }: OpenCase): DecisionKind[] {
  if (about.about === 'company') return ['sendAgain', 'close'];
  if (about.about === 'goneHit') return ['close'];
  return about.standing.is === 'open' ? ['falsePositive', 'trueMatch'] : ['confirm', 'reject', 'trueMatch'];
}

export const proposalsOf = ({ about }: OpenCase): Decision[] => basisOf(about.standing).filter(isProposal);
const isProposal = ({ decided }: Decision): boolean => decided === 'falsePositive';

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

/** A short text that only this case has, as it stands now. */
const codeOf = ({ caseId }: Pick<OpenEntry, 'caseId'>): string => hashOf(['label', caseId]).slice(0, 10);

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
