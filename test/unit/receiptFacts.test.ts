// What the messages of a run tell besides its companies: of several times the one that matters, and what its message had no room for.
import { calendarOf } from '../../nodes/CompanyScreening/run/state/runContext';
import { ONE_DAY_MS } from '../../nodes/CompanyScreening/flowControl/time';
import type { DueRule } from '../../nodes/CompanyScreening/register/facts/dueness';
import { readReport } from '../../nodes/CompanyScreening/register/rows/reportRows';
import { RememberedAnswers, waitingCases } from '../../nodes/CompanyScreening/run/register/registerCounts';
import {
  PendingReports,
  reportStatements,
  type MessageEntry,
} from '../../nodes/CompanyScreening/run/register/messageEntries';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import {
  resultWithoutVerdict,
  type CompanyResult,
} from '../../nodes/CompanyScreening/register/companies/companyResult';
import { aCompany, anAnswer } from './register/anAnswer';
import { knowing } from './register/night';
import { Unreachable } from '../../nodes/CompanyScreening/run/state/outage';

const calendar = calendarOf({ getTimezone: () => 'UTC' });
const NOW_MS = Date.parse('2026-03-10T00:00:00.000Z');

/** Of answers that came at these times. */
function timesOf(again: DueRule['again'], ...screenedAts: string[]) {
  const answers = new RememberedAnswers(calendar, { again, dateOf: calendar.dateOf });
  for (const screenedAt of screenedAts) {
    const { data, ...answer } = anAnswer(aCompany('Alder'), 'a', { screenedAt });
    answers.add({ ...answer, data: { ...data, begunAt: screenedAt } });
  }
  return answers.times(NOW_MS);
}

test('of remembered answers, the oldest is told, and the one that is due first', () => {
  const dates = ['2026-03-03T12:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-05T12:00:00.000Z'];
  expect(timesOf({ is: 'age', ms: ONE_DAY_MS }, ...dates)).toMatchObject({
    oldest: { at: '2026-03-01 12:00', ageMs: 8.5 * ONE_DAY_MS },
    dueFrom: '2026-03-02 12:00',
  });
  // Of a run that began behind midnight, the moment; of the others, the date.
  const atNight = '2026-03-03T00:30:00.000Z';
  expect(timesOf({ is: 'dates', dates: 1 }, atNight, '2026-03-05T12:00:00.000Z').dueFrom).toBe(
    '2026-03-03 23:30',
  );
  expect(timesOf({ is: 'dates', dates: 1 }, atNight, '2026-03-01T12:00:00.000Z').dueFrom).toBe('2026-03-02');
});

test('of requests without a reply, the one that was begun first says since when', () => {
  const unreachable = new Unreachable();
  const error = new OperationFailure({ state: 'uncertain', message: 'No reply.', isUnreachable: true });
  for (const begunAtMs of [7, 5, undefined, 9])
    unreachable.note({ state: 'failed', subject: undefined, error, sent: true, binary: {} }, begunAtMs);
  expect(unreachable.sinceMs).toBe(5);
});

test('of open cases, the one that has waited longest is told', () => {
  const since = (days: number) => new Date(NOW_MS - days * ONE_DAY_MS).toISOString();
  const cases = [since(2), since(5), '', since(1)].map((one) => ({
    ...{ company: 'c', claimId: 'm', fingerprint: 'f', caseId: `id of ${one}`, hit: null, last: [] },
    unansweredRequest: null,
    ...({ about: 'company', standing: { is: 'open' }, since: one } as const),
  }));
  expect(waitingCases(cases, [], NOW_MS)).toEqual({ count: 4, oldestMs: 5 * ONE_DAY_MS });
});

const lost = anAnswer(aCompany('Alder'), 'm', { kind: 'unanswered', outcome: 'error', reason: 'noAnswer' });
const { company } = lost;
const without = (doubt: 'beingScreened' | 'noAnswer') =>
  resultWithoutVerdict(
    knowing(lost),
    { company, doubt, answers: [lost], claimId: 'm', referenceId: '', askedAt: '' },
    NOW_MS,
  );
test.each<[string, CompanyResult[], boolean, { runs: string[]; entries: number }]>([
  ['has no result yet', [], true, { runs: ['own'], entries: 0 }],
  ['is not in the list', [], false, { runs: ['own', 'killed'], entries: 0 }],
  ['has one', [without('noAnswer')], true, { runs: ['own', 'killed'], entries: 1 }],
  ['is being screened by another run', [without('beingScreened')], true, { runs: ['own'], entries: 0 }],
  ['was not charged', [{ is: 'notCharged', company }], true, { runs: ['own'], entries: 0 }],
])(
  'a killed run is reported once every company of its answers is in a report: one that %s',
  (_, results, isListed, { runs, entries }) => {
    const pending = new PendingReports(() => false);
    for (const one of results) pending.see(one);
    const over = [{ runId: 'killed', companies: new Set(['e'.repeat(64), company]) }];
    const isInList = (one: string) => isListed && one === company;
    const { reportEntries, reportedRuns } = pending.allOf(['own'], over, isInList);
    expect([reportedRuns, reportEntries.length]).toEqual([runs, entries]);
    pending.fail();
    expect(pending.allOf(['own'], over, isInList)).toEqual({ reportEntries: [], reportedRuns: [] });
  },
);

test('what a message has no room for is written down under a report that nobody can mark as told', () => {
  const hash = 'c'.repeat(64);
  const hit = {
    fingerprint: 'f',
    companyName: 'Alder',
    name: 'N',
    sourceType: 'PEP',
    change: 'new',
  } as const;
  const left: MessageEntry = {
    item: null,
    changes: [hit],
    named: [],
    reportEntries: [{ company: hash, answerId: 'm.0' }],
  };
  const written = (makesMessage: boolean) => {
    let uuids = 0;
    const about = {
      nodeHash: '',
      runId: 'run',
      at: '2026-03-10T00:00:00.000Z',
      uuid: () => `uuid-${(uuids += 1)}`,
    };
    const [insert] = reportStatements({ id: 'report', readers: ['Slack'], makesMessage }, [left], about);
    const rows = insert?.do === 'insert' ? insert.rows : [];
    return rows.map((row) => {
      const read = readReport({ ...row, id: 1 });
      if (read?.kind !== 'given') throw new Error('A run gives out.');
      return [read.report === 'report', read.data.companies.map(({ company }) => company)];
    });
  };
  expect(written(true)).toEqual([
    [true, []],
    [false, [hash]],
  ]);
  expect(written(false)).toEqual([[true, [hash]]]);
});
