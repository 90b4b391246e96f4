// Replies → the results of a test: each known name judged in each spelling, the counts, and the problems. Pure.
import { quantity } from '../../names/plainText';
import { earlierResults, lastTest, type EarlierResult, type TestFigures } from '../../register/rows/testRows';
import { cellText } from '../screening/simplified';
import type { TestSending } from '../shared/operation';
import { failureWords, type AskedText, type KnownName, type SpelledName, type TestPlan } from './plan';
import {
  figuresOf,
  hashOfSpelling,
  isMadeUpFound,
  judgeKnownName,
  type EarlierTests,
  type TestedScreening,
  type TestResult,
} from './results';

/** @param sendings what became of each text of the plan, in their order */
export function testedScreening(
  plan: TestPlan,
  sendings: readonly TestSending[],
  {
    earlier,
    ...about
  }: Pick<TestedScreening, 'endedAt' | 'environment' | 'startedAt'> & { earlier: EarlierTests },
): TestedScreening {
  const asked = new Map(plan.texts.map((one, index) => [one.text, { one, sending: sendings[index] }]));
  const before = earlierResults(earlier.tests);
  const byName = plan.known.map((known) =>
    known.spellings.map((spelled) => {
      const earlierOne = before.get(hashOfSpelling(spelled, known, plan.option));
      return testResult(known, spelled, asked.get(spelled.text), earlierOne);
    }),
  );
  const madeUp = asked.get(plan.madeUpName)?.one.screening();
  const figures = figuresOf(byName, {
    answered: sendings.filter(({ is }) => is === 'answered').length,
    mayBeCharged: sendings.filter((one) => one.is === 'failed' && one.mayBeCharged).length,
    madeUpFound: isMadeUpFound(madeUp?.findings(false)),
  });
  return {
    ...about,
    option: plan.option,
    byName,
    figures,
    madeUp: { name: plan.madeUpName, screeningId: madeUp?.record.id ?? null },
    register: plan.register,
    before: lastTest(earlier.tests),
    problems: [...problemsOfTest(figures, plan.madeUpName), earlier.problem].filter(Boolean),
  };
}

function testResult(
  known: KnownName,
  spelled: SpelledName,
  asked: { one: AskedText; sending: TestSending | undefined } | undefined,
  earlier: EarlierResult | undefined,
): TestResult {
  const screening = asked?.one.screening();
  const shared = { known, spelled, earlier, referenceId: asked?.one.referenceId ?? '' };
  if (screening && asked?.sending?.is === 'answered') {
    const { id, createdAt } = screening.record;
    const judgement = judgeKnownName(screening.findings(false), known);
    return { ...shared, judgement, screeningId: id, screenedAt: cellText(createdAt), mayBeCharged: false };
  }
  const failed = asked?.sending?.is === 'failed' ? asked.sending : undefined;
  const { explanation, screeningId } = failureWords(asked?.sending);
  return {
    ...shared,
    judgement: { outcome: 'noAnswer', reason: failed ? 'failed' : 'notSent', explanation, hits: [] },
    screeningId,
    screenedAt: null,
    mayBeCharged: failed?.mayBeCharged ?? false,
  };
}

/** The worst first. */
function problemsOfTest({ madeUpFound, noLongerFound, noAnswer }: TestFigures, madeUpName: string): string[] {
  return [
    madeUpFound === true
      ? `The made-up name "${madeUpName}" was found, so the hits of the other names prove nothing. Look at the hit, contact the service's support, and test again.`
      : '',
    noLongerFound > 0
      ? `${quantity(noLongerFound, 'spelling was', 'spellings were')} missed that an earlier test had found. Check whether the names are still listed, and contact the service's support.`
      : '',
    noAnswer > 0
      ? `${quantity(noAnswer, 'spelling has', 'spellings have')} no answer, which proves nothing: the items say why.`
      : '',
    madeUpFound === null
      ? `The made-up name "${madeUpName}" has no answer that says whether it was found, so nobody knows whether the service finds any name.`
      : '',
  ].filter(Boolean);
}
