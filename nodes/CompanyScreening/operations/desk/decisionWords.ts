// Decisions as items and in words for people: where a case stands, why a decision was not taken, what is wrong with a row; and a hit beside the
// user's data about the company. Missing data is unknown.
import type { IDataObject } from 'n8n-workflow';

import { forEveryone, InvalidItem, SAID_ABOVE, type CommonAdvice } from '../../names/invalidItem';
import type { MATCH_KEYS } from '../../names/itemKeys';
import { grouped, plainText, quantity, sentences } from '../../names/plainText';
import type { Case, NoEffect } from '../../register/cases/cases';
import { YEAR_MS } from '../../register/cases/steps';
import type { RecordResult } from '../../register/decisions/record';
import type { ChainProblem } from '../../register/facts/decisionChain';
import { isRemark, type Decision, type DecisionKind } from '../../register/rows/decisionRows';
import { sameAlias, type CustomerFacts } from '../screening/compared';

/** Words by which people choose a decision, for example on a form. */
export const DECISION_CHOICES: Record<DecisionKind, string> = {
  falsePositive: 'False positive: it is not this company',
  trueMatch: 'True match: it is this company',
  confirm: 'Confirm: it is a false positive',
  reject: 'Do not confirm',
  close: 'Close: somebody has looked at it',
  sendAgain: 'Send again: it may be paid for twice',
  checked: 'Checked: a remark on a decision, which changes nothing',
};

/** Words for a narrow column. */
export const DECIDED_WORDS: Record<DecisionKind, string> = {
  falsePositive: 'false positive',
  trueMatch: 'true match',
  confirm: 'confirm',
  reject: 'reject',
  close: 'close',
  sendAgain: 'send again',
  checked: 'checked',
};

type RefusalReason = Extract<RecordResult, { is: 'refused' }>['why'] | NoEffect;

/** The obstacle and the advice; then the advice for somebody at the desk, where it is another one. */
type Refusal = readonly [message: string, advice: CommonAdvice | string, colleague?: { advice: string }];

export const REFUSALS: Record<RefusalReason, Refusal> = {
  caseIsGone: [
    'Nothing was recorded: this has changed since the page or item was made.',
    'The hit changed, is no longer listed, or the company was screened again. Look again: Get Many with Open Cases gives what is open now.',
    {
      advice:
        'The hit changed, is no longer listed, or the company was screened again. Look again at what is open now.',
    },
  ],
  decidedSince: [
    'Nothing was recorded: somebody has decided about this since the page or item was made.',
    forEveryone('Look again at what was decided, and then decide.'),
  ],
  noneAsShown: [
    'Nothing was recorded: somebody has decided about these hits since the page or item was made, or they have changed.',
    'Look again: Get Many with Open Cases gives what is open now.',
    { advice: 'Look again at what is open now.' },
  ],
  noLongerListed: [
    'Nothing was recorded: this hit is no longer listed.',
    forEveryone('It can only be closed. A hit that is listed again is open again.'),
  ],
  stillListed: [
    'Nothing was recorded: a true match that is still listed cannot be closed.',
    'If it is no match after all, choose falsePositive; a second person then confirms it.',
    {
      advice:
        'If it is no match after all, say that it is not this company; a second person then confirms it.',
    },
  ],
  notAboutACompany: [
    'Nothing was recorded: this is a company without a verdict, and not a hit.',
    'Choose sendAgain to have it screened again, or close when you have looked at it. Closing gives it no verdict, and a company without an answer is not screened again until somebody chooses sendAgain.',
    {
      advice:
        'Have it screened again, or close it when you have looked at it. Closing gives it no verdict, and a company without an answer is not screened again until somebody chooses Send again.',
    },
  ],
  notAboutAHit: [
    'Nothing was recorded: this is a hit, and only a company without a verdict is sent again.',
    'Choose falsePositive or trueMatch.',
    { advice: 'Say whether it is not this company, or a true match.' },
  ],
  nothingToClose: [
    'Nothing was recorded: there is no decision to close.',
    'Choose falsePositive or trueMatch.',
    { advice: 'Say whether it is not this company, or a true match.' },
  ],
  nothingToConfirm: [
    'Nothing was recorded: nothing waits for a second person here.',
    'Somebody has to choose falsePositive first.',
    { advice: 'Somebody has to propose first that it is a false positive.' },
  ],
  decisionIsGone: [
    'Nothing was recorded: the decision that this remark is about is not in the register as it was.',
    forEveryone('Draw the sample again, and see in it what is wrong with the decisions.'),
  ],
  onlyOnADecision: [
    'Nothing was recorded: checked is a remark on a decision, and this is a case.',
    'Take Case ID from an item of Get Many with Get set to Sample of Decisions.',
  ],
  onlyChecked: [
    'Nothing was recorded: this is a decision of a sample, and cannot be decided again here.',
    'Choose checked, which changes nothing. If the hit has to be decided again, take Case ID from an item of Screen Company or of Get Many with Get set to Hits.',
  ],
  ownDecision: [
    'Nothing was recorded: nobody checks a case in which they decided themselves.',
    forEveryone('Another person has to look at it. An account with the same address is the same person.'),
  ],
  over: [
    'Nothing was recorded: this has been decided, and nothing is open here.',
    forEveryone('Look again at what is open now.'),
  ],
  recordedTwice: [
    'The same person recorded the same decision with the same reason less than a day before.',
    forEveryone('It counts once.'),
  ],
  ownProposal: [
    'Nothing was recorded: nobody confirms their own decision.',
    forEveryone(
      'A second, different person has to confirm that it is a false positive. An account with the same address is the same person.',
    ),
  ],
};

export function refusalOf(why: RefusalReason): InvalidItem {
  const [message, advice, colleague] = REFUSALS[why];
  return new InvalidItem(message, advice, { ...SAID_ABOVE, ...colleague });
}

export function standingSentence({ about, standing }: Pick<Case, 'about' | 'standing'>): string {
  const who = ({ decidedByAddress }: Decision) => decidedByAddress;
  switch (standing.is) {
    case 'open':
      return about === 'company' ? 'Nobody has decided about it.' : 'It is open.';
    case 'proposed':
      return `Proposed as a false positive by ${standing.proposals.map(who).join(' and ')}. It is open until a second, different person confirms that.`;
    case 'falsePositive': {
      const until = new Date(Date.parse(standing.confirmation.decidedAt) + YEAR_MS).toISOString();
      return `False positive, proposed by ${standing.proposals.map(who).join(' and ')} and confirmed by ${who(standing.confirmation)}, until ${until.slice(0, 10)} unless the hit or the company changes.`;
    }
    case 'trueMatch': {
      const gone = about === 'goneHit' ? ' It is no longer listed: close it.' : '';
      return `True match, said by ${who(standing.match)}.${gone}`;
    }
    case 'disputed':
      return `True match, said by ${who(standing.match)}. ${standing.proposals.map(who).join(' and ')} ${standing.proposals.length === 1 ? 'calls' : 'call'} it a false positive; a second, different person has to confirm that.`;
    case 'closed':
      return about === 'company'
        ? `Looked at and closed by ${who(standing.by)}. It still has no verdict.`
        : `Closed by ${who(standing.by)}.`;
    case 'sendAgain':
      return `It is sent again by the next run, as ${who(standing.by)} decided.`;
  }
}

/** Gives "hit Alder Lines", for example, or "3 hits Alder Lines". */
export const hitsNamed = (name: string, count: number): string =>
  `${count === 1 ? 'hit' : `${count} hits`}${name === '' ? '' : ` ${name}`}`;

/** The sentence of a decision about equal hits: where they stand, and how many were left out. */
export function hitsSentence(
  { companyName, name }: Pick<Decision, 'companyName' | 'name'>,
  standings: readonly string[],
  left: number,
): string {
  const alike = [...grouped(standings, (said) => said)];
  const recorded = alike.map(([said, { length }]) => `${hitsNamed(name, length)}: ${said}`);
  return sentences(
    `${companyName || 'The company'}, ${recorded.join(' ')}`,
    left > 0 &&
      `Nothing was recorded about ${quantity(left, 'other hit', 'other hits')} on the page: somebody has decided about ${left === 1 ? 'it' : 'them'} since, or ${left === 1 ? 'it has' : 'they have'} changed.`,
  );
}

/** The sentence of a decision about all companies that a killed run left. */
export function runSentence(
  { decided, decidedByAddress }: Pick<Decision, 'decidedByAddress' | 'decided'>,
  { companies, requests }: { companies: number; requests?: number },
): string {
  const cost =
    requests === undefined ? '' : ` That costs at most ${quantity(requests, 'screening', 'screenings')}.`;
  return decided === 'sendAgain'
    ? `${companies} companies are sent again by the next run that has them in its list, as ${decidedByAddress} decided.${cost}`
    : `${companies} companies looked at and closed by ${decidedByAddress}. They still have no verdict, and are not screened again until somebody chooses Send again (in Record Decision: sendAgain).`;
}

export function remarkSentence(remark: Decision, about: Decision): string {
  const day = about.decidedAt.slice(0, 10);
  return `The remark of ${remark.decidedByAddress} on the decision of ${about.decidedByAddress} (${DECIDED_WORDS[about.decided]}, ${day}) is recorded. It changes nothing.`;
}

export function problemSentence(problem: ChainProblem, register: string): string {
  const table = `the data table "${register} decisions"`;
  switch (problem.is) {
    case 'changed':
      return `The row ${problem.id} of ${table} was changed, so it counts for nothing, and no false positive from before it counts for its company. Put it back as it was, or decide again.`;
    case 'missing':
      return `A row of ${table} is missing: the decision ${problem.follower} follows one that is not there (${problem.seal}). No false positive from before it counts. Put the row back, or decide again.`;
    case 'goneSince':
      return `A row of ${table} is missing: the run ${problem.runId} has seen the decision with the hash ${problem.seal}, and it is no longer there. Restore the row from a backup, or decide again.`;
    case 'moved':
      return `The row ${problem.id} of ${table} stands before one that it follows (decision ${problem.decision}): the rows were put in another order.`;
  }
}

export const DECISION_ITEM_KEYS = [
  'outcome',
  'decided',
  'companyKey',
  'companyName',
  'name',
  'reason',
  'decidedBy',
  'decidedByAddress',
  'decidedAt',
  'hitFingerprint',
  'remarkOn',
  'decisionId',
  'decisionHash',
  'problem',
] as const;

/** @param problem the problem of the row; null if there is none */
export function decisionItem(
  one: Decision,
  problem: string | null,
): Record<(typeof DECISION_ITEM_KEYS)[number], string | null> {
  return {
    outcome: 'decision',
    decided: one.decided,
    companyKey: one.companyKey || null,
    companyName: one.companyName || null,
    name: one.name || null,
    reason: one.reason,
    decidedBy: one.decidedBy,
    decidedByAddress: one.decidedByAddress,
    decidedAt: one.decidedAt,
    hitFingerprint: one.hitFingerprint || null,
    remarkOn: isRemark(one) ? (one.previous[0] ?? null) : null,
    decisionId: one.decision,
    decisionHash: one.seal,
    problem,
  };
}

type MatchFields = Record<(typeof MATCH_KEYS)[number], string>;

/** @param hit its item, with the fields of Compare With if it could be read */
export function matchesOf(hit: IDataObject): MatchFields {
  const match = (key: keyof MatchFields) => plainText(hit[key]) || 'unknown';
  return {
    nameMatch: match('nameMatch'),
    numberMatch: match('numberMatch'),
    countryMatch: match('countryMatch'),
  };
}

/** Gives "same (alias Alder Lines)", for example, where the name of the hit is another, and this alias is the user's. */
export function nameMatchWords(hit: IDataObject): string {
  const { nameMatch } = matchesOf(hit);
  const alias = nameMatch === 'same' ? sameAlias(hit) : undefined;
  return alias === undefined ? nameMatch : `same (alias ${alias})`;
}

/** All matches in one line: "name same; number unknown; …". */
export function comparedText(hit: IDataObject): string {
  const { numberMatch, countryMatch } = matchesOf(hit);
  return `name ${nameMatchWords(hit)}; number ${numberMatch}; country ${countryMatch}`;
}

/** The known matches in one line, for a narrow column. */
export function knownText(hit: IDataObject): string {
  const known = comparedText(hit)
    .split('; ')
    .filter((words) => !words.endsWith(' unknown'));
  return known.join('; ') || 'unknown';
}

export function ownTexts({ registrationNumber, country }: CustomerFacts) {
  return { number: plainText(registrationNumber), country: plainText(country) };
}
