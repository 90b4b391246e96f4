// What the screenings of one company say together, one for each of its names: the items that come out, and what was paid for.
import type { ScreeningRecord } from '../../service/contract';
import type { ServiceSettings } from '../../service/settings';
import type { OutputItem, ReceiptPart } from '../operation';
import { referenceIdFor, type AskedName } from './askedNames';
import type { GivenData } from './compared';
import { itemsOf, type ItemForm } from './items';
import type { Screening } from './screening';
import { companyVerdict, type ItemFinding, type ScreeningFacts } from './verdict';

/** One of them, with what was asked. */
export interface NamedScreening {
  name: string;
  referenceId: string;
  requesterId: string;
  screening: Screening;
}

/** What an item asked for, as far as the items that come out say it. */
export interface AskedCompany {
  companyName: string;
  otherNames: readonly AskedName[];
  /** Whether the run screens companies under several names. */
  showsNames: boolean;
  option: string;
  given?: GivenData;
  form: ItemForm;
}

/** What the items say beside that. */
interface About {
  environment: ServiceSettings['environment'];
  /** The one for the first name. */
  referenceId: string;
  requesterId: string;
  kept?: ScreeningFacts['kept'];
}

/** The names of a company, the first one first. */
export function namesOf({
  companyName,
  otherNames,
}: Pick<AskedCompany, 'companyName' | 'otherNames'>): [string, ...string[]] {
  return [companyName, ...otherNames.map(({ name }) => name)];
}

/**
 * The items of a company: the hits of each screening, then what there is to say of the company as a whole.
 *
 * @param screened each screening with its hits
 * @param newest those of them that answer the last question; one for each name that was screened
 */
export function itemsOfCompany(
  company: AskedCompany,
  screened: ReadonlyArray<{ of: NamedScreening; hits: readonly ItemFinding[] }>,
  newest: readonly NamedScreening[],
  last: readonly ItemFinding[],
  about: About,
): OutputItem[] {
  const { form, showsNames } = company;
  const names = namesOf(company);
  const others = names.slice(1);
  const namesIn = (of: readonly NamedScreening[], ofHits: readonly string[]) =>
    showsNames ? { names: { others, ofHits, screenings: of.map(shownScreening) } } : {};
  const common = {
    environment: about.environment,
    companyName: company.companyName,
    screeningOption: company.option,
    own: company.given && { names, ...company.given },
    ...(about.kept ? { kept: about.kept } : {}),
  };
  const [first] = newest;
  const record = form.output.form === 'raw' ? (first?.screening.record ?? null) : togetherOf(newest);
  const whole = (ofHits: readonly string[]): ScreeningFacts => ({
    ...common,
    referenceId:
      newest.length > 0 ? joined(newest.map(({ referenceId }) => referenceId)) : idsOf(names, about),
    requesterId: first?.requesterId ?? about.requesterId,
    ...namesIn(newest, ofHits),
  });
  if (form.itemsPer === 'company') {
    const ofHits = screened.flatMap(({ of, hits }) => hits.map(() => of.name));
    return itemsOf([...screened.flatMap(({ hits }) => hits), ...last], record, whole(ofHits), form);
  }
  const ofHits = screened.flatMap(({ of, hits }) => {
    const { name, referenceId, requesterId, screening } = of;
    const facts = { ...common, referenceId, requesterId, ...namesIn([of], [name]) };
    return itemsOf(hits, screening.record, facts, form);
  });
  return [...ofHits, ...itemsOf(last, record, whole([]), form)];
}

/** What was paid for: one for each of several names. */
export function partsOf(
  screened: readonly NamedScreening[],
  findings: ReadonlyArray<readonly ItemFinding[]>,
): ReceiptPart[] {
  return screened.map(({ name, referenceId, screening }, index) => ({
    name,
    referenceId,
    id: screening.record.id,
    outcome: companyVerdict(findings[index] ?? []).outcome,
  }));
}

/** The ids of the screenings as one text. */
export function idOf(screened: readonly NamedScreening[]): string {
  return joined(screened.map(({ screening }) => screening.record.id));
}

/** Their records as one, for flat items; null if there is none. */
function togetherOf(screened: readonly NamedScreening[]): ScreeningRecord | null {
  const records = screened.map(({ screening }) => screening.record);
  const [first] = records;
  if (!first || records.length === 1) return first ?? null;
  const distinct = (values: unknown[]) => [...new Set(values)];
  return {
    ...first,
    id: joined(records.map(({ id }) => id)),
    status: joined([...new Set(records.map(({ status }) => status))]),
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

const joined = (texts: readonly string[]): string => texts.join('; ');

/** Those with which it was asked for, or may have been. */
function idsOf([, ...others]: readonly string[], { referenceId }: Pick<About, 'referenceId'>): string {
  if (referenceId === '') return '';
  return joined([referenceId, ...others.map((name) => referenceIdFor(referenceId, name))]);
}
