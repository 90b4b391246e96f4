// Register → items without a list: the items that Screen Company gives of a company from the register. Its answer says who it is.
import { COMPANY_KEYS, COMPANY_NAME_KEYS, withRegisterKeys, type STORED_KEYS } from '../../names/itemKeys';
import { watchlistMayMissName } from '../../names/lookAlikes';
import type { Case } from '../../register/cases/cases';
import { newestAnswerOf, type ScreenedResult } from '../../register/companies/companyResult';
import type { CompanyNow } from '../../register/companies/everyCompany';
import { NO_CHANGES } from '../../register/facts/history';
import { wordsOfName, type NameNow } from '../../register/facts/keyNames';
import type { IntactAnswer } from '../../register/rows/answerRows';
import type { Company } from '../../register/rows/identity';
import type { ScreeningOption } from '../../service/contract';
import { OperationFailure } from '../../service/failure';
import type { TaskResult, OutputItem } from '../shared/requestTask';
import { askedAtOf, taskResultOf, referenceIdOf, storedReplies } from '../shared/storedVerdict';
import { storedCustomerFacts, type CustomerFacts } from './compared';
import { decisionAbout, EXPLANATIONS, type Reason } from './verdict';
import { ITEM_OF_COMPANY, companyItem, type ItemForm } from './items';
import { ScreeningReader } from './screening';
import { resultFromStored } from './task';

export interface StoredCompany {
  /** Empty if only its hash is known: it was sent, and no answer of it is stored. */
  key: string;
  /** The time at which it was screened, or asked for (ISO 8601); empty if that is not known. */
  time: string;
  /** The flat item of the company as a whole. */
  item: OutputItem;
  /** A flat item for each hit. Includes earlier ones until there is a verdict again. */
  hits: () => OutputItem[];
}

/** Undefined for a company that was not screened. */
export function storedCompany(result: CompanyNow): StoredCompany | undefined {
  return readStored(result, undefined);
}

/**
 * Adds the fields of Compare With, for people who compare, and those of Other Names for several names.
 *
 * @returns with what the user knew of the company when it was screened
 */
export function comparedCompany(result: CompanyNow): (StoredCompany & { own: CustomerFacts }) | undefined {
  const own = storedCustomerFacts(storedReplies(newestAnswerOf(result)?.data.payload)?.ownData);
  const stored = readStored(result, own);
  return stored && { ...stored, own };
}

function readStored(result: CompanyNow, given: CustomerFacts | undefined): StoredCompany | undefined {
  const answer = newestAnswerOf(result);
  const time = askedAtOf(result);
  if (!answer) {
    const doubt = result.is === 'answer' ? 'damagedRow' : result.doubt;
    return nameless(doubt, referenceIdOf(result), time, result.cases);
  }
  const { key, option } = answer.data.company;
  if (option === 'AnnualReturns') return undefined;
  const company = { ...answer.data.company, option };
  const named = (item: OutputItem) => withName(item, result.calledNow);
  const withEarlier = (own: OutputItem[]) =>
    result.earlier.reduce((hits, one) => addedTo(hits, earlierHits(one, result, option, given)), own);
  try {
    const { makeItems } = recallCompany(result, company, 'company', given).interpret();
    const hits = () => withEarlier(storedHits(result, company, given)).map(named);
    return { key, time, item: named(onlyOne(makeItems())), hits };
  } catch (error) {
    const explanation = error instanceof OperationFailure ? error.message : null;
    const item = failed(answer, result.cases, { explanation, isForPeople: given !== undefined });
    return { key, time, item: named(item), hits: () => withEarlier([]).map(named) };
  }
}

function withName({ outcome, json }: OutputItem, calledNow: NameNow | null): OutputItem {
  const added: Record<(typeof STORED_KEYS)[number], string | null> = {
    calledNow: calledNow && wordsOfName(calledNow),
  };
  return { outcome, json: { ...json, ...added } };
}

/** A row in `answers` of which nobody can tell the company. */
export const unreadableCompany = (): StoredCompany => nameless('damagedRow', '', '', []);

type ScreenedCompany = Company & { option: ScreeningOption };

function storedHits(
  result: ScreenedResult,
  company: ScreenedCompany,
  own: CustomerFacts | undefined,
): OutputItem[] {
  return recallCompany(result, company, 'hit', own)
    .interpret()
    .makeItems()
    .filter(({ outcome }) => outcome === 'hit');
}

/**
 * A hit as an answer had it, whenever that came, for people who compare.
 *
 * @returns with what the user knew of the company then; undefined if it cannot be read
 */
export function hitOfAnswer(
  answer: IntactAnswer,
  fingerprint: string,
): { item: OutputItem; own: CustomerFacts } | undefined {
  const { company, data } = answer;
  const { option } = data.company;
  if (option === 'AnnualReturns') return undefined;
  const own = storedCustomerFacts(storedReplies(data.payload)?.ownData);
  const item = earlierHits(answer, { company, changes: NO_CHANGES, cases: [] }, option, own).find(
    ({ json }) => json['hitFingerprint'] === fingerprint,
  );
  return item && { item, own };
}

/** Hits of an earlier answer, and nothing else of it: they were known before the one that is missing, or is no verdict. */
function earlierHits(
  answer: IntactAnswer,
  { company, changes, cases }: Pick<CompanyNow, 'cases' | 'changes' | 'company'>,
  option: ScreeningOption,
  given: CustomerFacts | undefined,
): OutputItem[] {
  const hits = new Map(answer.data.hits.map(({ fingerprint }) => [fingerprint, 'known'] as const));
  const { claimId, screenedAt, data } = answer;
  const result: ScreenedResult = {
    is: 'withoutVerdict',
    company,
    doubt: 'noAnswer',
    stored: true,
    claimId,
    referenceId: data.referenceId,
    askedAt: screenedAt,
    answers: [answer],
    changes: { ...changes, hits, gone: [] },
    cases,
  };
  return storedHits(result, { ...data.company, option }, given);
}

/** Adds the earlier hits that are not there any more. */
function addedTo(hits: readonly OutputItem[], earlier: readonly OutputItem[]): OutputItem[] {
  const fingerprintOf = ({ json }: OutputItem) => json['hitFingerprint'];
  const known = new Set(hits.map(fingerprintOf));
  return [...hits, ...earlier.filter((one) => !known.has(fingerprintOf(one)))];
}

function recallCompany(
  result: ScreenedResult,
  company: ScreenedCompany,
  itemsPer: ItemForm['itemsPer'],
  own: CustomerFacts | undefined,
): TaskResult {
  const [first, ...others] = company.names;
  const toScreen = (name: string) => ({
    name,
    watchlistMayMissName: watchlistMayMissName(name, name, company.names),
  });
  const item = {
    companyKey: company.key,
    names: [toScreen(first), ...others.map(toScreen)],
    showsNames: own === undefined || others.length > 0,
    // People see all names in one; whoever goes on with the item needs each by itself.
    ...(own ? { customerFacts: own, shownName: company.names.join('; ') } : {}),
    option: company.option,
    form: { itemsPer, output: { form: 'simplified' } },
    options: { evidence: false, noHits: 'returnItem' },
  } as const;
  // The register knows whether an id belongs to several companies.
  const around = {
    reader: new ScreeningReader(),
    onlyThisRun: false,
    reportId: null,
    controlFailed: () => false,
  };
  return taskResultOf(
    {
      resultFromStored: (storedVerdict, environment) =>
        resultFromStored(item, storedVerdict, environment, around),
    },
    result,
    company.environment,
  );
}

/** A screening that the service accepted and reported as failed. */
function failed(
  { data, screenedAt }: IntactAnswer,
  cases: readonly Case[],
  { explanation, isForPeople }: { explanation: string | null; isForPeople: boolean },
): OutputItem {
  const { company, referenceId, screeningId } = data;
  const { environment, option, key, names } = company;
  const [companyName, ...others] = names;
  const facts = {
    environment,
    companyName: isForPeople ? names.join('; ') : companyName,
    ...(isForPeople ? {} : { names: { others, ofHits: [], screenings: [] } }),
    screeningOption: option,
    referenceId,
    requesterId: '',
    stored: {
      companyKey: key,
      remembered: true,
      screenedAt,
      previousOutcome: null,
      reportId: null,
      changes: NO_CHANGES,
      cases,
    },
  };
  const { outcome, json } = companyItem(
    { outcome: 'error', reason: null, hits: [] },
    null,
    facts,
    ITEM_OF_COMPANY.output,
  );
  return { outcome, json: { ...json, explanation, screeningId: screeningId || null } };
}

function nameless(
  reason: Reason,
  referenceId: string,
  askedAt: string,
  cases: readonly Case[],
): StoredCompany {
  const empty = Object.fromEntries(
    withRegisterKeys([...COMPANY_KEYS, ...COMPANY_NAME_KEYS]).map((key) => [key, null]),
  );
  const known = {
    outcome: 'review',
    reason,
    explanation: EXPLANATIONS[reason],
    referenceId: referenceId || null,
    remembered: true,
    screenedAt: askedAt || null,
    ...decisionAbout(cases, 'review', null),
  };
  return {
    key: '',
    time: askedAt,
    item: withName({ outcome: 'review', json: { ...empty, ...known } }, null),
    hits: () => [],
  };
}

function onlyOne([item]: readonly OutputItem[]): OutputItem {
  if (item) return item;
  throw new Error('A company comes out as one item.');
}
