// News of a company that a reader has not been told yet. They follow from the answers and the deliveries, in whatever order they were
// stored: nothing is forgotten because a message failed, or because a row came late.
import type { IntactAnswer } from '../rows/answerRows';
import type { CompanyHash } from '../rows/identity';
import type { ReportCompany } from '../rows/reportRows';
import {
  eachOnce,
  stronger,
  type Change,
  type GoneHit,
  answersUpTo,
  changesOf,
  isSuccessful,
  originalOf,
} from './history';
import type { Knowledge } from './knowledge';

export type News =
  /** The run gives out everything, whoever was told. */
  | { is: 'notAsked' }
  /** Each reader was told all that there is. */
  | { is: 'nothing' }
  | {
      is: 'something';
      /** The strongest change of each present hit that a reader was not told; `known` if each was told. */
      hits: ReadonlyMap<string, Change>;
      gone: GoneHit[];
      /** A reader was not told the verdict: it is the first one, or there was another one in between. */
      isVerdictNew: boolean;
      reportEntry: ReportCompany;
    };

/** @param readers none if everything is to come out */
export function newsOf(known: Knowledge, answer: IntactAnswer, readers: readonly string[]): News {
  if (readers.length === 0) return { is: 'notAsked' };
  const all = readers.flatMap((reader) => newsFor(known, answer, reader) ?? []);
  if (all.length === 0) return { is: 'nothing' };
  const hits = new Map<string, Change>(answer.data.hits.map(({ fingerprint }) => [fingerprint, 'known']));
  for (const news of all) {
    for (const [one, change] of news.hits) hits.set(one, stronger(hits.get(one) ?? 'known', change));
  }
  const { company } = answer;
  return {
    is: 'something',
    hits,
    gone: eachOnce(all.flatMap(({ gone }) => gone)),
    isVerdictNew: all.some(({ isVerdictNew }) => isVerdictNew),
    // The original is named, since a repeat may be gone when it is told.
    reportEntry: {
      company,
      answerId: (originalOf(known.answers.get(company) ?? [], answer) ?? answer).answerId,
    },
  };
}

interface ReaderNews {
  hits: ReadonlyMap<string, Change>;
  gone: GoneHit[];
  isVerdictNew: boolean;
}

/** Undefined if the reader was told all of it. */
function newsFor(known: Knowledge, answer: IntactAnswer, reader: string): ReaderNews | undefined {
  const all = answersUpTo(known, answer);
  const { covered, inPart } = coveredFor(known, answer.company, reader);
  const unreported = all.filter((one) => !covered.has(one.answerId)).reverse();
  const lastTold = all.find(
    (one) => (covered.has(one.answerId) || inPart.has(one.answerId)) && isSuccessful(one),
  );
  const hits = new Map<string, Change>(answer.data.hits.map(({ fingerprint }) => [fingerprint, 'known']));
  const gone: GoneHit[] = [];
  for (const one of unreported) {
    const changes = changesOf(known, one);
    const named = inPart.get(one.answerId) ?? NONE;
    for (const [fingerprint, change] of changes.hits) {
      const before = hits.get(fingerprint);
      if (before && !named.has(fingerprint)) hits.set(fingerprint, stronger(before, change));
    }
    // A later answer may have the hit again.
    gone.push(
      ...changes.gone.filter(({ hit: { fingerprint } }) => !hits.has(fingerprint) && !named.has(fingerprint)),
    );
  }
  // It counts whether it was told or not: after an answer without a verdict, there is one again.
  const isVerdictNew =
    !lastTold ||
    all.slice(0, all.indexOf(lastTold)).some((one) => one.outcome !== lastTold.outcome || one.reason !== '');
  const isQuiet =
    !isVerdictNew && gone.length === 0 && [...hits.values()].every((change) => change === 'known');
  return isQuiet ? undefined : { hits, gone: eachOnce(gone), isVerdictNew };
}

const NONE: ReadonlySet<string> = new Set();

interface Coverage {
  /** Answers that were given out whole, and all that came before them. */
  covered: ReadonlySet<string>;
  /** Hits that a message named where it did not name all, for each answer up to that one. */
  inPart: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The answers of a company that the reader was told. */
function coveredFor(known: Knowledge, company: CompanyHash, reader: string): Coverage {
  const all = new Map((known.answers.get(company) ?? []).map((one) => [one.answerId, one]));
  const covered = new Set<string>();
  const inPart = new Map<string, Set<string>>();
  for (const { reader: told, answerId: id, hits } of known.deliveries.get(company) ?? []) {
    const answer = all.get(id);
    if (told !== reader || !answer || answer.kind === 'damaged' || covered.has(id)) continue;
    for (const { answerId: before } of answersUpTo(known, answer)) {
      if (!hits) covered.add(before);
      else inPart.set(before, new Set([...(inPart.get(before) ?? []), ...hits]));
    }
  }
  return { covered, inPart };
}
