// The screenings of one company, one for each of its names: a reply is read in the same way on the day it came and when the register gives it
// back; then the items that come out of all of them, and the receipts.
import { comparedId, screeningRecordSchema, type ScreeningRecord } from '../../service/contract';
import { OperationFailure } from '../../service/failure';
import {
  hitsAndVerdict,
  type HitsAndVerdict,
  type VerdictFacts,
  hitsIn,
  type Outcome,
  type Verdict,
} from '../../service/outcome';
import { readReply, type ServiceReply } from '../../service/reply';
import { reportedFailure, SCREENING_ERRORS } from '../../service/reportedError';
import { stalenessOf, type Staleness } from '../../service/staleness';
import { IdOwners, type TaskResult, type OutputItem, type ReceiptPart } from '../shared/requestTask';
import { missingReadings } from '../../names/lookAlikes';
import type { ServiceSettings } from '../../service/settings';
import { companyItem, hitOrVerdictItem, knownHit } from './items';
import { referenceIdFor, screenedNames, type ScreeningItem } from './readItem';
import { verdictAfterHits, type HitGoneOrVerdict, type Reason, type ScreeningFacts } from './verdict';

export type Question = Pick<
  VerdictFacts,
  'companyName' | 'watchlistMayMissName' | 'option' | 'referenceId' | 'requesterId'
> & {
  /** The key by which the register knows it, where answers are kept. */
  companyKey?: string;
};

export interface Screening {
  id: string;
  record: ScreeningRecord;
  /** The hits and the verdict. Asked again when the run is over, since a later reply may have the same id, or show that this one is old. */
  hitsAndVerdictNow(controlFailed: boolean): HitsAndVerdict;
  /** Evidence that it is an old one; null if there is none. */
  staleness: Staleness | null;
}

export const REPLY_CONTEXT = { operation: 'Screen Company', catalog: SCREENING_ERRORS };

export class ScreeningReader {
  /** The company of each screening id of the run. */
  private readonly ids = new IdOwners();
  private readonly screenings = new WeakMap<ServiceReply, Map<string, Screening>>();

  /**
   * Reads a reply once for each question, so that the items are made from what the register was told.
   *
   * @throws OperationFailure for a reply that is no result, or that says that the screening failed
   */
  read(reply: ServiceReply, question: Question): Screening {
    const known = this.screenings.get(reply) ?? new Map<string, Screening>();
    this.screenings.set(reply, known);
    const asked = JSON.stringify(question);
    const screening = known.get(asked) ?? readScreening(reply, question, this.ids);
    known.set(asked, screening);
    return screening;
  }
}

function readScreening(reply: ServiceReply, question: Question, screeningIds: IdOwners): Screening {
  const { isWhole, repliedAt, age } = reply;
  const record = readReply(reply, screeningRecordSchema, REPLY_CONTEXT);
  const id = comparedId(record.id);
  screeningIds.add(id, ownerOf(question));
  const hitsAndVerdictWith = (doubts: { idIsShared: boolean; controlFailed: boolean }) =>
    hitsAndVerdict(record, { ...question, isWhole, repliedAt, age, ...doubts });
  const undoubted = hitsAndVerdictWith({ idIsShared: false, controlFailed: false });
  if (undoubted.outcome === 'error') throw failedScreening(record, reply.status);
  const staleness = stalenessOf(record, { repliedAt, age });
  return {
    id: record.id,
    record,
    staleness,
    hitsAndVerdictNow(controlFailed) {
      const idIsShared = screeningIds.isShared(id);
      const isDoubted = idIsShared || controlFailed || Boolean(age?.oldDate());
      return isDoubted ? hitsAndVerdictWith({ idIsShared, controlFailed }) : undoubted;
    },
  };
}

/** One name with two options, or under two keys of a register, is two screenings. */
function ownerOf({ companyName, option, companyKey }: Question): string {
  return JSON.stringify([companyName, option, companyKey]);
}

/** The failure of a record, with its errors in the words of the catalog. It was a screening all the same. */
function failedScreening(record: ScreeningRecord, httpStatus: number): OperationFailure {
  return reportedFailure(REPLY_CONTEXT, {
    what: 'the service accepted the request and reports that the screening failed.',
    id: record.id.trim() || null,
    idName: 'screening ID',
    errors: record.errors ?? [],
    httpStatus,
  });
}

export interface NamedScreening {
  name: string;
  referenceId: string;
  requesterId: string;
  screening: Screening;
}

/** A company, and how it is to come out. */
export interface CompanyToScreen extends Pick<
  ScreeningItem,
  'customerFacts' | 'form' | 'names' | 'option' | 'options' | 'showsNames'
> {
  /** The shown name, if it is not the first one. */
  shownName?: string;
}

/** Further facts that the items say. */
export interface ScreeningContext {
  environment: ServiceSettings['environment'];
  /** The id for the first name. */
  referenceId: string;
  requesterId: string;
  stored?: ScreeningFacts['stored'];
}

/**
 * The facts that the items about a company as a whole say beside hits and verdict.
 *
 * @param newest the screenings that answer the last question; one for each name that was screened
 * @param ofHits the name under which each hit of the item was found
 */
export function screeningFacts(
  company: CompanyToScreen,
  newest: readonly NamedScreening[],
  ofHits: readonly string[],
  about: ScreeningContext,
): ScreeningFacts {
  const names = screenedNames(company);
  const [first] = newest;
  return {
    environment: about.environment,
    companyName: company.shownName ?? names[0],
    screeningOption: company.option,
    referenceId: first ? joinedNames(newest.map(({ referenceId }) => referenceId)) : idsOf(names, about),
    requesterId: first?.requesterId ?? about.requesterId,
    names: company.showsNames
      ? { others: names.slice(1), ofHits, screenings: newest.map(shownScreening) }
      : undefined,
    latinReadings: missingReadings(names),
    customer: company.customerFacts && { names, ...company.customerFacts },
    ...(about.stored ? { stored: about.stored } : {}),
  };
}

/**
 * The items of a company: the hits of each screening, then the verdict on the company as a whole.
 *
 * @param screened each screening with its hits
 * @param newest those of them that answer the last question
 */
export function itemsOfCompany(
  company: CompanyToScreen,
  screened: ReadonlyArray<{
    named: NamedScreening;
    hits: ReadonlyArray<Extract<HitGoneOrVerdict, { outcome: 'hit' }>>;
  }>,
  newest: readonly NamedScreening[],
  verdict: Verdict<Outcome, Reason>,
  about: ScreeningContext,
): OutputItem[] {
  const { itemsPer, output } = company.form;
  const first = newest[0]?.screening.record ?? null;
  const record = output.form === 'raw' ? first : togetherOf(newest);
  if (itemsPer === 'company') {
    const ofHits = screened.flatMap(({ named, hits }) => hits.map(() => named.name));
    const hits = screened.flatMap((one) => one.hits.map(({ hit }) => hit));
    const facts = companyFacts(company, newest, ofHits, about);
    return [companyItem({ ...verdict, hits }, record, facts, output)];
  }
  const ofHits = screened.flatMap(({ named, hits }) => {
    const facts = screeningFacts(company, [named], [named.name], about);
    return hits.map((hit) => hitOrVerdictItem(hit, named.screening.record, facts, output));
  });
  const facts = companyFacts(company, newest, [], about);
  return [...ofHits, ...verdictAfterHits(verdict).map((one) => hitOrVerdictItem(one, record, facts, output))];
}

/** Adds the reference ids of unanswered names behind the others: where answers are kept, such a name may have been screened on another day. */
function companyFacts(
  company: CompanyToScreen,
  newest: readonly NamedScreening[],
  ofHits: readonly string[],
  about: ScreeningContext,
): ScreeningFacts {
  const facts = screeningFacts(company, newest, ofHits, about);
  const unanswered = screenedNames(company).filter((name) => !newest.some((one) => one.name === name));
  if (!about.stored || newest.length === 0 || about.referenceId === '') return facts;
  const ids = unanswered.map((name) => referenceIdFor(about.referenceId, name));
  return { ...facts, referenceId: joinedNames([facts.referenceId, ...ids]) };
}

/** The hits in them before they are judged. */
export function foundIn(
  screened: readonly NamedScreening[],
): Pick<TaskResult, 'knownHits'> & { hits: number } {
  const details = screened.flatMap(({ screening }) => hitsIn(screening.record));
  return { hits: details.length, knownHits: () => details.map(knownHit) };
}

/** Receipts of the requests: one for each of several names. */
export function receiptParts(
  screened: ReadonlyArray<{ named: NamedScreening; outcome: Outcome }>,
): ReceiptPart[] {
  return screened.map(({ named: { name, referenceId, screening }, outcome }) => ({
    name,
    referenceId,
    id: screening.id,
    outcome,
  }));
}

/** The ids of the screenings as one text. */
export function idOf(screened: readonly NamedScreening[]): string {
  return joinedNames(screened.map(({ screening }) => screening.id));
}

/** Joins their records into one, for flat items; null if there is none. */
function togetherOf(screened: readonly NamedScreening[]): ScreeningRecord | null {
  const records = screened.map(({ screening }) => screening.record);
  const [first] = records;
  if (!first || records.length === 1) return first ?? null;
  const distinct = (values: unknown[]) => [...new Set(values)];
  return {
    ...first,
    id: joinedNames(records.map(({ id }) => id)),
    status: joinedNames([...new Set(records.map(({ status }) => status))]),
    totalHits: records.reduce((sum, { totalHits }) => sum + totalHits, 0),
    option: distinct(records.map(({ option }) => option)),
    requesterId: distinct(records.map(({ requesterId }) => requesterId)),
    createdAt: distinct(records.map(({ createdAt }) => createdAt)),
    processedAt: distinct(records.map(({ processedAt }) => processedAt)),
  };
}

const shownScreening = ({ name, referenceId, screening }: NamedScreening) => ({
  screenedName: name,
  referenceId,
  record: screening.record,
});

const joinedNames = (texts: readonly string[]): string => texts.join('; ');

/** The reference ids with which the screening was asked for, or may have been. */
function idsOf(
  [, ...others]: readonly string[],
  { referenceId }: Pick<ScreeningContext, 'referenceId'>,
): string {
  if (referenceId === '') return '';
  return joinedNames([referenceId, ...others.map((name) => referenceIdFor(referenceId, name))]);
}
