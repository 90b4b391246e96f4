// How often something happened in the worlds of the model, where worlds in which a run sees the same count once: a promise proves nothing
// about a rule that no world has asked for.
import { RULES, type ProtocolRules } from '../../../../nodes/CompanyScreening/register/protocol/rules';
import type { CompanyResult } from '../../../../nodes/CompanyScreening/register/companies/companyResult';

/** By what happened; each of them is expected to happen. */
export type Exercised = Map<string, number>;

/** Without `beingScreened`: here, nobody waits for so long that the run which holds a company does not count as dead before. */
const OUTCOMES = [
  'clear',
  'hit',
  'review',
  'not stored',
  'not sent',
  'contradiction',
  'damagedRow',
  'noAnswer',
  'otherRequest',
];

export function nothingExercised(): Exercised {
  const rules = Object.keys(RULES).map((name) => `rule: ${name}`);
  const outcomes = OUTCOMES.map((name) => `outcome: ${name}`);
  return new Map([...rules, ...outcomes].map((what) => [what, 0]));
}

/** The same rules, each use of which is counted. */
export function counting(rules: ProtocolRules, exercised: Exercised): ProtocolRules {
  return new Proxy(rules, {
    get(target, name, receiver): unknown {
      count(exercised, `rule: ${String(name)}`);
      return Reflect.get(target, name, receiver);
    },
  });
}

export function countOutcome(exercised: Exercised, one: CompanyResult): void {
  count(exercised, `outcome: ${outcomeOf(one)}`);
}

function outcomeOf(one: CompanyResult): string {
  if (one.is === 'notCharged') return 'not sent';
  if (one.is === 'answer' && !one.stored) return 'not stored';
  return one.doubt ?? one.answer.outcome;
}

function count(exercised: Exercised, what: string): void {
  exercised.set(what, (exercised.get(what) ?? 0) + 1);
}
