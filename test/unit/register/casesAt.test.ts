// The open cases as they stood at some instant: what somebody would have seen then.
import fc from 'fast-check';

import { casesAbout } from '../../../nodes/CompanyScreening/register/cases/cases';
import { openCasesAt, rowsWithCases } from '../../../nodes/CompanyScreening/register/companies/casesAt';
import {
  everyCompany,
  READING_REGISTER,
} from '../../../nodes/CompanyScreening/register/companies/everyCompany';
import { companyHash } from '../../../nodes/CompanyScreening/register/rows/identity';
import { answerRow, type SoundAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import type { StoredRow, TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, anAnswer, hit } from './anAnswer';
import { aRun, runRow } from './aRun';
import { added, person } from './decisions/aDecision';
import { randomCases } from '../../support/random';

const companies = [aCompany('Alder'), aCompany('Birch'), aCompany('Clear')] as const;
const START = Date.parse('2026-01-01T00:00:00.000Z');
const HOUR = 3_600_000;
const other = { ...hit, fingerprint: '1'.repeat(64) };

type Event =
  | { is: 'answer'; company: number; hits: 0 | 1 | 2; sharesId: boolean }
  | { is: 'noAnswer'; company: number }
  | {
      is: 'decision';
      company: number;
      decided: 'confirm' | 'falsePositive' | 'trueMatch';
      who: 'ann' | 'ben';
    };
const company = fc.nat({ max: 1 });
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    is: fc.constant('answer' as const),
    company,
    hits: fc.constantFrom(0 as const, 1 as const, 2 as const),
    sharesId: fc.boolean(),
  }),
  fc.record({ is: fc.constant('noAnswer' as const), company }),
  fc.record({
    is: fc.constant('decision' as const),
    company,
    decided: fc.constantFrom('falsePositive' as const, 'confirm' as const, 'trueMatch' as const),
    who: fc.constantFrom('ann' as const, 'ben' as const),
  }),
);

/** The rows after each event, one event an hour; the third company is clear every time. */
function history(events: readonly Event[]): StoredRow[][][] {
  let answers: SoundAnswer[] = [];
  let decisions: StoredRow[] = [];
  const snapshots: StoredRow[][][] = [];
  const add = (of: number, at: string, by: Partial<SoundAnswer>, hits = 0) => {
    const subject = companies[of] ?? companies[0];
    const last = answers.findLast((one) => one.company === companyHash(subject));
    const answer = anAnswer(subject, `m${answers.length}`, {
      ...{ screenedAt: at, screening: '', follows: last ? [last.answer] : [] },
      ...by,
    });
    answer.data.hits = [hit, other].slice(0, hits);
    answers = [...answers, answer];
  };
  for (const [index, one] of events.entries()) {
    const at = new Date(START + index * HOUR).toISOString();
    if (one.is === 'answer') {
      const shared = one.sharesId ? { screening: 'e'.repeat(64) } : {};
      add(one.company, at, { outcome: one.hits > 0 ? 'hit' : 'clear', ...shared }, one.hits);
    } else if (one.is === 'noAnswer') {
      add(one.company, at, { kind: 'none', outcome: 'error', reason: '' });
    } else {
      const hash = companyHash(companies[one.company] ?? companies[0]);
      const settled = everyNow(rowsOf(answers, decisions), at).companies.find(
        (known) => known.company === hash,
      );
      const [about] = casesAbout(settled?.cases ?? [], 'hit', hit.fingerprint);
      const words = {
        company: hash,
        mark: about?.mark ?? '',
        hitFingerprint: hit.fingerprint,
        decidedAt: at,
      };
      if (about) decisions = added(decisions, one.decided, { ...words, ...person(one.who) });
    }
    add(2, at, { outcome: 'clear' });
    snapshots.push(rowsOf(answers, decisions));
  }
  return snapshots;
}

const withIds = (rows: readonly (StoredRow | TableRow)[]) =>
  rows.map((row, id): StoredRow => ({ ...row, id }));
const rowsOf = (answers: readonly SoundAnswer[], decisions: readonly StoredRow[]): StoredRow[][] => [
  withIds([runRow(aRun({ startedAt: new Date(START).toISOString() }))]),
  [],
  withIds(answers.map(answerRow)),
  withIds(decisions),
];
function everyNow(found: readonly StoredRow[][], at: string) {
  const every = everyCompany(found, Date.parse(at));
  if (!('companies' in every)) throw new Error('A row cannot be read.');
  return every;
}
const seen = (cases: ReturnType<typeof openCasesAt>) =>
  cases
    .flatMap((one) => (one.is === 'case' ? [one.about] : one.run.cases))
    .map(({ about, company: of, fingerprint, standing, since }) => [
      about,
      of,
      fingerprint,
      standing.is,
      since,
    ])
    .sort();

test('the cases that were open at a time are those that somebody would have seen then', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 2, maxLength: 10 }), (events) => {
      const snapshots = history(events);
      const found = snapshots.at(-1) ?? [];
      const nowMs = START + events.length * HOUR;
      const past = rowsWithCases(everyNow(found, new Date(nowMs).toISOString()), found, nowMs);
      for (const [index, snapshot] of snapshots.entries()) {
        const atMs = START + index * HOUR + 1;
        const then = everyNow(snapshot, new Date(atMs).toISOString());
        const expected = seen(openCasesAt(rowsWithCases(then, snapshot, atMs), atMs));
        expect(seen(openCasesAt(past, atMs))).toEqual(expected);
      }
    }),
    { verbose: true, numRuns: randomCases(50) },
  );
});

test('a company that was clear every time is not looked at again for each month', () => {
  const snapshots = history([{ is: 'answer', company: 0, hits: 1, sharesId: false }]);
  const found = snapshots.at(-1) ?? [];
  const past = rowsWithCases(everyNow(found, '2026-02-01T00:00:00.000Z'), found, START + HOUR);
  expect(past.found[2]?.map((row) => row['company'])).toEqual([companyHash(companies[0])]);
  expect(READING_REGISTER.map(({ table }) => table)[2]).toBe('answers');
});
