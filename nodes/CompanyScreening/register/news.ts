// What a reader has not been told of a company yet. It follows from the answers and from what was told, in whatever order either was
// stored: nothing is forgotten because a message failed, and nothing because a row came late.
import { stronger, type Change, type GoneHit } from './changes';
import { answersUpTo, changesOf, goneFromOwnName, isSuccessful, replacersOf } from './history';
import type { CompanyHash } from './identity';
import type { Knowledge } from './knowledge';
import type { GivenCompany, ReportRow } from './reportRows';
import type { SoundAnswer } from './rows';

/** What was given out of a company, and to whom it was told. */
export interface Telling {
  /** By a hash; `ANYBODY` for what was given out, whoever was told. */
  reader: string;
  report: string;
  given: GivenCompany;
}

export type News =
  /** The run gives out everything, whoever was told. */
  | { is: 'notAsked' }
  /** Each reader was told all that there is. */
  | { is: 'nothing' }
  | {
      is: 'something';
      /** Of each hit of now, its strongest change that a reader was not told; `known` if each was told. */
      hits: ReadonlyMap<string, Change>;
      gone: GoneHit[];
      /** A reader was not told the verdict: it is the first one, or there was another one in between. */
      isVerdictNew: boolean;
      given: GivenCompany;
    };

/** Pure. What was told of each company, and to whom. A report tells nothing to a reader that it was not made for. */
export function tellingsOf(rows: readonly ReportRow[]): Map<CompanyHash, Telling[]> {
  const readers = new Map<string, Set<string>>();
  for (const row of rows) {
    if (row.kind === 'told') readers.set(row.report, (readers.get(row.report) ?? new Set()).add(row.reader));
  }
  const told = new Map<CompanyHash, Telling[]>();
  for (const row of rows) {
    if (row.kind !== 'given') continue;
    const { companies, readers: madeFor } = row.data;
    const toldOf = madeFor.filter((reader) => readers.get(row.report)?.has(reader));
    for (const reader of [ANYBODY, ...toldOf]) {
      for (const given of companies) {
        const ofCompany = told.get(given.company) ?? [];
        told.set(given.company, ofCompany);
        ofCompany.push({ reader, report: row.report, given });
      }
    }
  }
  return told;
}

/** Pure. @param readers none if everything is to come out */
export function newsOf(known: Knowledge, answer: SoundAnswer, readers: readonly string[]): News {
  if (readers.length === 0) return { is: 'notAsked' };
  const all = readers.flatMap((reader) => newsFor(known, answer, reader) ?? []);
  if (all.length === 0) return { is: 'nothing' };
  const hits = new Map<string, Change>(answer.data.hits.map(({ fingerprint }) => [fingerprint, 'known']));
  for (const news of all) {
    for (const [of, change] of news.hits) hits.set(of, stronger(hits.get(of) ?? 'known', change));
  }
  const { company } = answer;
  return {
    is: 'something',
    hits,
    gone: eachOnce(all.flatMap(({ gone }) => gone)),
    isVerdictNew: all.some(({ isVerdictNew }) => isVerdictNew),
    given: { company, answer: answer.answer, despite: reportsOfOthers(known, answer) },
  };
}

const ANYBODY = '';

interface ReaderNews {
  hits: ReadonlyMap<string, Change>;
  gone: GoneHit[];
  isVerdictNew: boolean;
}

/** Undefined if the reader was told all of it. */
function newsFor(known: Knowledge, answer: SoundAnswer, reader: string): ReaderNews | undefined {
  const all = answersUpTo(known, answer);
  const covered = coveredFor(known, answer.company, reader);
  const unreported = all.filter((one) => !covered.has(one.answer)).reverse();
  const lastTold = all.find((one) => covered.has(one.answer) && isSuccessful(one));
  const hits = new Map<string, Change>(answer.data.hits.map(({ fingerprint }) => [fingerprint, 'known']));
  const gone: GoneHit[] = [];
  for (const one of unreported) {
    const changes = changesOf(known, one);
    for (const [of, change] of changes.hits) {
      const sofar = hits.get(of);
      if (sofar) hits.set(of, stronger(sofar, change));
    }
    // A later one may have it again.
    const all = [...goneFromOwnName(known, one), ...changes.gone];
    gone.push(...all.filter(({ hit, isRenamed }) => isRenamed || !hits.has(hit.fingerprint)));
  }
  const isBack = isToldAsGone(known, answer, reader);
  if (isBack) for (const [of, change] of hits) hits.set(of, stronger(change, 'listedAgain'));
  const isVerdictNew =
    isBack ||
    !lastTold ||
    unreported.some(({ outcome, reason }) => outcome !== lastTold.outcome || reason !== '');
  const isQuiet =
    !isVerdictNew && gone.length === 0 && [...hits.values()].every((change) => change === 'known');
  return isQuiet ? undefined : { hits, gone: eachOnce(gone), isVerdictNew };
}

/** The answers of a company that the reader was told: what was given out, and all that came before it. */
function coveredFor(known: Knowledge, company: CompanyHash, reader: string): Set<string> {
  return upTo(
    known,
    company,
    toldTo(known, company, reader).map(({ answer }) => answer),
  );
}

function upTo(known: Knowledge, company: CompanyHash, ids: readonly string[]): Set<string> {
  const all = (known.answers.get(company) ?? []).filter(({ answer }) => ids.includes(answer));
  return new Set(
    all.flatMap((one) => (one.kind === 'damaged' ? [] : answersUpTo(known, one).map(({ answer }) => answer))),
  );
}

/**
 * Whether the reader may believe that its hits are gone, since another name had taken its place, although it is in the list again
 * and no new answer says so. What was given out may have been told, even if nobody said so.
 */
function isToldAsGone(known: Knowledge, answer: SoundAnswer, reader: string): boolean {
  const despite = new Set(toldTo(known, answer.company, reader).flatMap((given) => given.despite));
  return reportsOfOthers(known, answer).some((report) => !despite.has(report));
}

/** The reports that gave out another name in the place of this answer. */
function reportsOfOthers(known: Knowledge, answer: SoundAnswer): string[] {
  const reports = replacersOf(known, answersUpTo(known, answer)).flatMap((other) => {
    const ofOther = (known.told.get(other.company) ?? []).filter(({ reader }) => reader === ANYBODY);
    return ofOther
      .filter(({ given }) => upTo(known, other.company, [given.answer]).has(other.answer))
      .map(({ report }) => report);
  });
  return [...new Set(reports)];
}

function toldTo(known: Knowledge, company: CompanyHash, reader: string): GivenCompany[] {
  return (known.told.get(company) ?? []).filter((told) => told.reader === reader).map(({ given }) => given);
}

function eachOnce(gone: readonly GoneHit[]): GoneHit[] {
  const idOf = ({ hit, answer }: GoneHit) => `${answer.company} ${hit.fingerprint}`;
  return [...new Map(gone.map((one) => [idOf(one), one])).values()];
}
