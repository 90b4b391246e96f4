// "Test Screening": whether the service finds names that are known to be listed, as they are and in other spellings.
import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { compact, quantity } from '../../names/plainText';
import type { Tables } from '../../register/port/tables';
import { earlierResults, lastTest, type EarlierResult, type TestFigures } from '../../register/rows/testRows';
import { cellText } from '../screening/items';
import { startOf } from '../shared/keepInRegister';
import {
  localCounts,
  type LocalTools,
  type TestConclusion,
  type TestOperation,
  type TestRun,
  type TestSending,
} from '../shared/operation';
import { payAgainOptions } from '../shared/options';
import {
  readPlan,
  failureWords,
  type AskedText,
  type KnownName,
  type SpelledName,
  type TestPlan,
} from './plan';
import {
  keepTest,
  NO_EARLIER_TESTS,
  readEarlierTests,
  storedTest,
  type TestedScreening,
  figuresOf,
  hashOfSpelling,
  isMadeUpFound,
  judgeKnownName,
  type EarlierTests,
  type TestResult,
} from './results';
import {
  comparedSentence,
  countsInWords,
  itemsToldFirst,
  paidSentence,
  TEST_KEYS,
  TEST_SUMMARY_KEYS,
  testItem,
  testSummary,
} from './testItems';
import { testOptions, testScreeningFields } from './testScreeningFields';

export const testScreening: TestOperation = {
  kind: 'test',
  resource: 'company',
  choice: {
    name: 'Test Screening',
    value: 'testScreening',
    action: 'Test screening with known names',
    description:
      'Check that the service finds names that you know to be listed, as they are and in other spellings. Each name and spelling is paid for.',
  },
  fields: testScreeningFields,
  options: [testOptions, payAgainOptions],
  output: [],
  subjectKey: 'knownName',
  itemKeys: () => [...TEST_KEYS, ...TEST_SUMMARY_KEYS],
  nouns: { one: 'known name', several: 'known names' },
  ofItem: () => [['knownName']],
  summarise: localCounts,
  // An agent must not decide that so much is paid for.
  forPeopleOnly: {
    message: 'An agent cannot test the screening.',
    advice: 'A test is paid for, and belongs to people. Start it by hand or by a schedule.',
  },

  begin(n8n, first, all): TestRun {
    const plan = readPlan(first, all);
    const startedAt = timestamp(n8n);
    let kept: { tables: Tables; register: string } | undefined;
    let earlier = NO_EARLIER_TESTS;
    let environment: TestedScreening['environment'] = 'sandbox';
    return {
      items: plan.items,
      requests: plan.texts.map(({ requestSpec }) => requestSpec),
      async open(where) {
        environment = where;
        if (plan.register === null || plan.known.length === 0) return;
        kept = { tables: await n8n.findRegister(plan.register), register: plan.register };
        earlier = await readEarlierTests(kept.tables, environment);
      },
      async conclude(sendings, isCancelled) {
        if (plan.known.length === 0) return NOTHING_TESTED;
        const facts = { environment, startedAt, endedAt: timestamp(n8n), earlier };
        const tested = testedScreening(plan, sendings, facts);
        const problem = kept && !isCancelled ? await problemOfKeeping(n8n.context, kept, tested) : '';
        return concluded({ ...tested, problems: compact(...tested.problems, problem) });
      },
    };
  },
};

const NOTHING_TESTED: TestConclusion = { results: [], frame: { first: [], last: [] }, notes: [] };

const timestamp = ({ now }: LocalTools): string => new Date(now()).toISOString();

/** Empty if it is kept. A test without any answer is none, and nobody is to take it for one. */
async function problemOfKeeping(
  context: IExecuteFunctions,
  { tables, register }: { tables: Tables; register: string },
  tested: TestedScreening,
): Promise<string> {
  if (tested.figures.found + tested.figures.missed === 0)
    return 'Nothing was found or missed, so this does not count as a test, and is not kept in the register.';
  const isKept = await keepTest(
    tables,
    storedTest(tested, { run: randomUUID(), startedBy: startOf(context) }),
  );
  return isKept
    ? ''
    : `The test could not be kept in the register "${register}": the next one is not compared with it. Make sure that n8n can write to its database, and keep these items.`;
}

function concluded(tested: TestedScreening): TestConclusion {
  const results = tested.byName.map((one) => ({ items: one.map((result) => testItem(result, tested)) }));
  return {
    // The line above the output has the counts of all names once.
    results: results.map((one, index) => (index === 0 ? { ...one, counts: countsInWords(tested) } : one)),
    frame: { first: itemsToldFirst(tested), last: [testSummary(tested)] },
    notes: [...tested.problems, comparedSentence(tested), paidSentence(tested)],
  };
}

/** @param sendings what became of each text of the plan, in their order */
function testedScreening(
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
    madeUpFound: isMadeUpFound(madeUp?.hitsAndVerdictNow(false)),
  });
  return {
    ...about,
    option: plan.option,
    byName,
    figures,
    madeUp: { name: plan.madeUpName, screeningId: madeUp?.record.id ?? null },
    register: plan.register,
    before: lastTest(earlier.tests),
    problems: compact(...problemsOfTest(figures, plan.madeUpName), earlier.problem),
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
    const judgement = judgeKnownName(screening.hitsAndVerdictNow(false), known);
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
  return compact(
    madeUpFound === true &&
      `The made-up name "${madeUpName}" was found, so the hits of the other names prove nothing. Look at the hit, contact the service's support, and test again.`,
    noLongerFound > 0 &&
      `${quantity(noLongerFound, 'spelling was', 'spellings were')} missed that an earlier test had found. Check whether the names are still listed, and contact the service's support.`,
    noAnswer > 0 &&
      `${quantity(noAnswer, 'spelling has', 'spellings have')} no answer, which proves nothing: the items say why.`,
    madeUpFound === null &&
      `The made-up name "${madeUpName}" has no answer that says whether it was found, so nobody knows whether the service finds any name.`,
  );
}
