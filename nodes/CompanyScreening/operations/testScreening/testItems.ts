// The items of a test: one for each name and spelling, one first if the test proves nothing, and one at the end with the counts.
import { quantity, sentences } from '../../names/plainText';
import { hitFingerprint } from '../../service/hitFingerprint';
import { knownHit } from '../screening/items';
import type { OutputItem } from '../shared/requestTask';
import type { Spelling } from './plan';
import {
  countsBy,
  isByItsListOnly,
  isFoundNow,
  type OutcomeCounts,
  type TestedScreening,
  type TestResult,
} from './results';
import { ALTERATION_NAMES } from './testScreeningFields';

export const TEST_KEYS = [
  'outcome',
  'reason',
  'explanation',
  'environment',
  'knownName',
  'list',
  'spelling',
  'screenedName',
  'expectedId',
  'lastTest',
  'lastFoundAt',
  'hits',
  'hitNames',
  'sourceIds',
  'hitFingerprints',
  'screeningOption',
  'screeningId',
  'referenceId',
  'screenedAt',
  'mayBeCharged',
] as const;

export const TEST_SUMMARY_KEYS = [
  'outcome',
  'explanation',
  'problem',
  'environment',
  'names',
  'screenings',
  'chargedPerhaps',
  'found',
  'foundByItsListOnly',
  'missed',
  'noAnswer',
  'noLongerFound',
  'foundNow',
  'byList',
  'bySpelling',
  'madeUpName',
  'madeUpFound',
  'lastTestAt',
  'register',
] as const;

const SPELLING_NAMES: Readonly<Record<Spelling, string>> = {
  asItIs: 'As It Is',
  otherSpelling: 'Other Spelling',
  ...ALTERATION_NAMES,
};

/** Flat: only texts, numbers and null. */
export function testItem(
  { known, spelled, judgement, earlier, ...result }: TestResult,
  { environment, option }: TestedScreening,
): OutputItem {
  const { outcome, reason, explanation } = judgement;
  const hits = judgement.hits.map(knownHit);
  const json: Record<(typeof TEST_KEYS)[number], boolean | number | string | null> = {
    outcome,
    reason,
    explanation,
    environment,
    knownName: known.name,
    list: known.list || null,
    spelling: spelled.spelling,
    screenedName: spelled.text,
    expectedId: known.expectedId || null,
    lastTest: earlier?.last ?? null,
    lastFoundAt: earlier?.lastFoundAt ?? null,
    hits: hits.length,
    hitNames: hits.map(({ name }) => name).join('; ') || null,
    sourceIds: hits.map(({ sourceId }) => sourceId).join('; ') || null,
    hitFingerprints: judgement.hits.map(hitFingerprint).join('; ') || null,
    screeningOption: option,
    screeningId: result.screeningId,
    referenceId: result.referenceId,
    screenedAt: result.screenedAt,
    mayBeCharged: result.mayBeCharged,
  };
  return { outcome, json };
}

/** The item that people have to read first: the test proves nothing. Empty otherwise. */
export function itemsToldFirst({ figures, environment, madeUp, problems }: TestedScreening): OutputItem[] {
  if (figures.madeUpFound !== true) return [];
  const explanation = problems[0] ?? '';
  const { name, screeningId } = madeUp;
  const json = {
    outcome: 'problem',
    reason: 'madeUpFound',
    explanation,
    environment,
    screenedName: name,
    screeningId,
  };
  return [{ outcome: 'problem', json }];
}

export function testSummary(tested: TestedScreening): OutputItem {
  const { figures, byName, madeUp, problems } = tested;
  const results = byName.flat();
  const json: Record<(typeof TEST_SUMMARY_KEYS)[number], boolean | number | string | null> = {
    outcome: 'summary',
    explanation: [
      `${quantity(figures.names, 'known name', 'known names')}: ${countsInWords(tested).join(', ')}.`,
      comparedSentence(tested),
      paidSentence(tested),
    ].join(' '),
    problem: problems.join(' ') || null,
    environment: tested.environment,
    names: figures.names,
    screenings: figures.answered,
    chargedPerhaps: figures.mayBeCharged,
    found: figures.found,
    foundByItsListOnly: results.filter(isByItsListOnly).length,
    missed: figures.missed,
    noAnswer: figures.noAnswer,
    noLongerFound: figures.noLongerFound,
    foundNow: results.filter(isFoundNow).length,
    byList: countsText(countsBy(results, ({ known }) => known.list || 'no list given')),
    bySpelling: countsText(countsBy(results, ({ spelled }) => SPELLING_NAMES[spelled.spelling])),
    madeUpName: madeUp.name,
    madeUpFound: figures.madeUpFound,
    lastTestAt: comparedWith(tested).at(-1) ?? null,
    register: tested.register,
  };
  return { outcome: 'summary', json };
}

const countsText = (counts: readonly OutcomeCounts[]): string =>
  counts
    .map(
      ({ of, found, missed, noAnswer }) =>
        `${of}: ${found} found, ${missed} missed, ${noAnswer} without an answer`,
    )
    .join('; ');

/** The numbers found and missed, in a few words each; behind the warning that the test proves nothing, if so. */
export function countsInWords({ figures, byName }: TestedScreening): string[] {
  const byList = byName.flat().filter(isByItsListOnly).length;
  const { found, missed, noAnswer, madeUpFound } = figures;
  return [
    ...(madeUpFound === true ? ['the made-up name was found, so this test proves nothing'] : []),
    byList === 0 ? `${found} found` : `${found} found (${byList} of them by its list only)`,
    `${missed} missed`,
    `${noAnswer} without an answer`,
  ];
}

/** The times of the tests in which each spelling had its last answer, in their order. */
const comparedWith = ({ byName }: TestedScreening): string[] =>
  byName
    .flat()
    .flatMap(({ earlier }) => earlier?.lastAt ?? [])
    .sort();

/** Compares with the test before. A spelling that is missed now and was found before is told as a problem. */
export function comparedSentence(tested: TestedScreening): string {
  const { before, byName, option } = tested;
  if (before === undefined) return 'There is no earlier test to compare it with.';
  const compared = comparedWith(tested);
  const spellings = quantity(byName.flat().length, 'spelling', 'spellings');
  const last = compared.at(-1);
  return last === undefined
    ? `None of ${spellings} was in an earlier test with the Screening Option ${option}, so nothing was compared: another option, ID or spelling is another test.`
    : `${compared.length} of ${spellings} compared with earlier tests with the Screening Option ${option}, the last of which began at ${last}.`;
}

/** The number of paid screenings, including the made-up name. */
export function paidSentence({ figures: { answered, mayBeCharged } }: TestedScreening): string {
  return sentences(
    `${quantity(answered, 'screening was', 'screenings were')} answered, and paid for.`,
    mayBeCharged > 0 &&
      `${mayBeCharged} more may have been charged without an answer: look for mayBeCharged in the items, and quote the reference ID to the service's support.`,
  );
}
