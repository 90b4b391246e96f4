// "Record Decision": a person's word about a hit or about a company without a verdict. The rules are in register/decisions/.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/v4';

import { type CommonAdvice, forEveryone, InvalidItem, SAID_ABOVE } from '../../names/invalidItem';
import { isSameName, type Person } from '../../names/people';
import { plainText, quantity } from '../../names/plainText';
import { readCaseId } from '../../register/cases/cases';
import { readHitsCaseId } from '../../register/cases/equalHits';
import { readRunCaseId } from '../../register/companies/deskCases';
import { storeDecision, type RecordResult, type NewDecision } from '../../register/decisions/record';
import { readDecisionCaseId } from '../../register/decisions/remarks';
import type { Chain } from '../../register/facts/decisionChain';
import { damagedRow, RegisterFailure } from '../../register/port/tables';
import { DECISIONS, type Decision } from '../../register/rows/decisionRows';
import type { LocalResult, ReadParameter } from '../shared/operation';
import { textOption } from '../shared/optionKinds';
import { readItemOptions, textOutput } from '../shared/options';
import { MAX_REASON, recordDecisionFields, registerOperation } from '../shared/registerOperationFields';
import {
  DECISION_CHOICES,
  decisionItem,
  hitsSentence,
  problemSentence,
  refusalOf,
  remarkSentence,
  runSentence,
  standingSentence,
} from './decisionWords';

const peopleOptions = z.object({
  onlyThesePeople: textOption({
    displayName: 'Only These People',
    placeholder: 'e.g. ann@company.example, ben@company.example',
    description:
      'The e-mail addresses of those who may decide, separated by commas. If empty, everybody who can open the form.',
  }),
});

export const recordDecision = registerOperation(
  {
    choice: {
      name: 'Record Decision',
      value: 'recordDecision',
      action: 'Record decision in register',
      description:
        'Record what a person decided about a hit, or about a company without a verdict. A false positive needs two people.',
    },
    fields: recordDecisionFields,
    options: [peopleOptions],
    output: [textOutput],
    nouns: { one: 'decision', several: 'decisions' },
    // The option Only These People must not be silent.
    neverSilent: () => ['options'],
    forPeopleOnly: {
      message: 'An agent cannot record a decision.',
      advice:
        'Decisions are taken by people who are signed in. Use a form, as the example "Review desk" does.',
    },
  },
  ({ findRegister, now }) =>
    async (register, parameter) => {
      const wanted = readNewDecision(parameter);
      const { onlyThesePeople } = readItemOptions(peopleOptions, parameter('options'));
      if (!mayDecide(wanted, plainText(onlyThesePeople))) throw notOneOfThem();
      const tables = await findRegister(register);
      const recorded = await storeDecision(tables, wanted, { uuid: randomUUID(), nowMs: now() });
      return recordedResult(recorded, register);
    },
);

/** @throws InvalidItem that names the parameter whose value cannot be used */
function readNewDecision(parameter: ReadParameter): NewDecision {
  const said = plainText(parameter('decision'));
  // A form gives the sentence that a person chose.
  const decided = z
    .enum(DECISIONS)
    .safeParse(DECISIONS.find((one) => DECISION_CHOICES[one] === said) ?? said);
  if (!decided.success) throw invalidParameter('Decision', `It must be one of ${DECISIONS.join(', ')}.`);
  const caseId = plainText(parameter('caseId'));
  const seen =
    readCaseId(caseId) ?? readHitsCaseId(caseId) ?? readRunCaseId(caseId) ?? readDecisionCaseId(caseId);
  if (!seen)
    throw invalidParameter(
      'Case ID',
      'It must be the field caseId of an item of Get Many or Screen Company, whole and unchanged.',
    );
  return { seen, decided: decided.data, ...readResponsible(parameter, NOTHING_RECORDED) };
}

/** @param people addresses, separated by commas or the like; empty: everybody, but nobody where there are separators only */
function mayDecide({ decidedByAddress }: NewDecision, people: string): boolean {
  if (people === '') return true;
  return people.split(/[\s,;]+/).some((address) => isSameName(address, decidedByAddress));
}

function notOneOfThem(): InvalidItem {
  return new InvalidItem(
    'Nothing was recorded: this person may not decide here.',
    'Ask whoever looks after this workflow to add the address to Only These People.',
    { ...SAID_ABOVE, advice: 'Ask whoever set this up to let you decide.' },
  );
}

/** @throws InvalidItem if it was refused, RegisterFailure if nobody can tell what was stored */
function recordedResult(recorded: RecordResult, register: string): LocalResult {
  switch (recorded.is) {
    case 'refused':
      throw refusalOf(recorded.why);
    case 'damaged':
      throw damagedRow(register, recorded);
    case 'notStored': {
      const { cause } = recorded;
      if (cause instanceof RegisterFailure)
        throw new RegisterFailure(cause.problem, `Nothing was recorded. ${cause.message}`, cause.description);
      throw new RegisterFailure(
        'unexpected',
        `The decision was written to "${register} decisions", and cannot be read back as it was written.`,
        'Look at the newest rows of that data table before you decide again.',
      );
    }
    case 'recordedForHits':
      return hitsResult(recorded, register);
    case 'recordedForAll': {
      const { decisions, requests, chain } = recorded;
      const [first] = decisions;
      if (!first) throw new Error('A killed run leaves several companies.');
      return resultOf(first, chain, register, {
        instead: { companyKey: null, companyName: null, decisionId: null, decisionHash: null },
        standing: first.decided === 'sendAgain' ? 'sendAgain' : 'closed',
        message: runSentence(first, { companies: decisions.length, requests }),
        companies: decisions.length,
        count: `${first.decided} recorded for ${quantity(decisions.length, 'company', 'companies')}`,
      });
    }
    case 'remarked': {
      const { decision, about, chain } = recorded;
      const message = remarkSentence(decision, about);
      return resultOf(decision, chain, register, {
        standing: 'unchanged',
        message,
        count: 'remark recorded',
      });
    }
    case 'recorded': {
      const { decision, now, others, chain } = recorded;
      const said = now ? standingSentence(now) : 'It is over.';
      return resultOf(decision, chain, register, {
        standing: now?.standing.is ?? 'closed',
        message: `${decision.companyName || 'The company'}${decision.name ? `, hit ${decision.name}` : ''}: ${said}${meanwhileSentences(others)}`,
        count: `${decision.decided} recorded`,
      });
    }
  }
}

interface RecordedWords {
  standing: string;
  message: string;
  companies?: number;
  /** The words for the line above the output. */
  count: string;
  /** Fields that the item of several decisions has in place of those of the first one. */
  instead?: Partial<ReturnType<typeof decisionItem>>;
}

function resultOf(
  decision: Decision,
  chain: Chain,
  register: string,
  { standing, message, companies = 1, count, instead }: RecordedWords,
): LocalResult {
  const problems = chain.problems.map((one) => problemSentence(one, register)).join(' ');
  const json = {
    ...decisionItem(decision, problems || null),
    ...instead,
    ...{ standing, message, newestDecisions: chain.newest.join('; '), decisions: chain.count, companies },
  };
  return { items: [{ outcome: 'decision', json }], counts: [count] };
}

function hitsResult(
  { hits, left, others, chain }: Extract<RecordResult, { is: 'recordedForHits' }>,
  register: string,
): LocalResult {
  const [first] = hits;
  const { decision } = first;
  const standings = new Set(hits.map(({ now }) => now?.standing.is ?? 'closed'));
  const said = hits.map(({ now }) => (now ? standingSentence(now) : 'It is over.'));
  const hitFingerprint = hits.map((one) => one.decision.hitFingerprint).join('; ');
  return resultOf(decision, chain, register, {
    instead: { hitFingerprint, decisionId: null, decisionHash: null },
    standing: standings.size === 1 ? (first.now?.standing.is ?? 'closed') : 'different',
    message: `${hitsSentence(decision, said, left)}${meanwhileSentences(others)}`,
    count: `${decision.decided} recorded for ${quantity(hits.length, 'hit', 'hits')}`,
  });
}

function meanwhileSentences(others: readonly Decision[]): string {
  const sentences = others.map(
    (other) =>
      ` At the same time, ${other.decidedByAddress} decided ${other.decided}; neither knew of the other.`,
  );
  return [...new Set(sentences)].join('');
}

const NOTHING_RECORDED = 'Nothing was recorded.';

const invalidParameter = (name: string, advice: CommonAdvice | string, nothingDone = NOTHING_RECORDED) =>
  new InvalidItem(`${name} has an invalid value. ${nothingDone}`, advice, SAID_ABOVE);

export interface Responsible extends Person {
  reason: string;
}

/**
 * @param nothingDone the sentence behind the name of a parameter that cannot be used
 * @throws InvalidItem
 */
export function readResponsible(parameter: ReadParameter, nothingDone: string): Responsible {
  const invalid = (name: string, advice: CommonAdvice | string) =>
    invalidParameter(name, advice, nothingDone);
  const reason = plainText(parameter('reason'));
  if (!/[\p{Letter}\p{Number}]/u.test(reason)) throw invalid('Reason', forEveryone('Say why, in words.'));
  if (reason.length > MAX_REASON)
    throw invalid('Reason', forEveryone(`It has ${reason.length} characters; ${MAX_REASON} are allowed.`));
  const decidedBy = z
    .string()
    .min(1)
    .max(200)
    .safeParse(plainText(parameter('decidedBy')));
  if (!decidedBy.success)
    throw invalid('Decided By (ID)', 'It must be the ID of a person, of at most 200 characters.');
  const address = z
    .email()
    .max(320)
    .safeParse(plainText(parameter('decidedByAddress')));
  if (!address.success) throw invalid('Decided By (Address)', 'It must be an e-mail address.');
  return { reason, decidedBy: decidedBy.data, decidedByAddress: address.data };
}
