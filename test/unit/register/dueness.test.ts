// When an answer is due again: dates are compared, never hours; a fraction of a day is an age.
import { dueFrom, isDue, type DueLimit } from '../../../nodes/CompanyScreening/register/facts/dueness';
import { calendarOf } from '../../../nodes/CompanyScreening/run/state/runContext';
import { drawSeed, randomNumbers } from '../../support/random';
import { aCompany, anAnswer } from './anAnswer';

const calendarIn = (timeZone: string) => calendarOf({ getTimezone: () => timeZone });
const BERLIN = calendarIn('Europe/Berlin');

/** An answer of this time, of a run that began then, or earlier. */
const answered = (screenedAt: string, begunAt = screenedAt) => {
  const answer = anAnswer(aCompany('Alder'), 'm', { screenedAt: `${screenedAt}:00.000Z` });
  return { ...answer, data: { ...answer.data, begunAt: `${begunAt}:00.000Z` } };
};
interface Asking {
  dates?: number;
  now?: string;
  calendar?: typeof BERLIN;
}
const limit = (begunAt: string, { dates = 1, now = begunAt, calendar = BERLIN }: Asking = {}): DueLimit => ({
  again: { is: 'dates', dates },
  begunAtMs: Date.parse(`${begunAt}:00.000Z`),
  nowMs: Date.parse(`${now}:00.000Z`),
  dateOf: (ms) => calendar.dateOf(ms),
});

// Berlin is an hour ahead of UTC in winter.
test.each([
  ['a night after a night', '2026-03-02T01:00', '2026-03-03T01:00', true],
  ['a night after a night that was 2.4 hours late', '2026-03-02T03:24', '2026-03-03T01:00', true],
  ['a night after a run by hand at 17:00', '2026-03-01T16:00', '2026-03-02T01:00', true],
  ['a run by hand on the day of the night', '2026-03-02T01:00', '2026-03-02T22:59', false],
  ['a run at midnight', '2026-03-02T01:00', '2026-03-02T23:00', true],
  ['a night three hours after a run by hand', '2026-03-01T22:00', '2026-03-02T01:00', true],
  ['a night a little less after it', '2026-03-01T22:01', '2026-03-02T01:00', false],
])('%s: %s, and then %s', (_, before, now, expected) => {
  expect(isDue(answered(before), limit(now))).toBe(expected);
});

test('an answer belongs to the date on which its run began: a night over midnight pays once, and so does the next one', () => {
  const late = answered('2026-03-01T23:20', '2026-03-01T22:50');
  expect(isDue(late, limit('2026-03-02T22:50'))).toBe(true);
  // Killed at 23:58, and on at 00:05.
  const killed = answered('2026-03-01T22:57', '2026-03-01T22:50');
  expect(isDue(killed, limit('2026-03-01T23:05'))).toBe(false);
});

test('what is due does not change while a run goes on', () => {
  const night = limit('2026-03-01T22:50', { now: '2026-03-02T09:00' });
  expect(isDue(answered('2026-03-01T22:55', '2026-02-28T22:50'), night)).toBe(false);
});

test.each([
  ['spring', 'Europe/Berlin', '2026-03-28T01:00', '2026-03-29T00:00', '2026-03-29T22:00'],
  ['autumn', 'Europe/Berlin', '2026-10-24T00:00', '2026-10-25T01:00', '2026-10-25T23:00'],
  ['spring in New York', 'America/New_York', '2026-03-07T07:00', '2026-03-08T07:00', '2026-03-09T04:00'],
])('the time change of %s skips no night and pays for none twice (%s)', (_, zone, before, night, next) => {
  const calendar = calendarIn(zone);
  const isDueAt = (since: string, begunAt: string) => isDue(answered(since), limit(begunAt, { calendar }));
  const minuteBefore = new Date(Date.parse(`${next}:00.000Z`) - 60_000).toISOString().slice(0, 16);
  expect(isDueAt(before, night)).toBe(true);
  expect([night, minuteBefore, next].map((begunAt) => isDueAt(night, begunAt))).toEqual([false, false, true]);
});

test.each([
  ['a night of 23:40 that was killed and finished at 00:05', '2026-03-01T23:05', '2026-03-02T22:40', true],
  ['a night of 23:50 that began at 00:10', '2026-03-01T23:10', '2026-03-02T22:50', true],
  ['23 hours later on the same date', '2026-03-01T23:05', '2026-03-02T22:05', true],
  ['a minute less', '2026-03-01T23:05', '2026-03-02T22:04', false],
  ['a night that was finished by hand in the morning', '2026-03-02T07:00', '2026-03-02T22:40', false],
])('past midnight: %s: %s, and then %s', (_, before, now, expected) => {
  expect(isDue(answered(before), limit(now))).toBe(expected);
});

test('what is said about the next time is when a run finds it due, to the minute, or on the date', () => {
  const dates = limit('2026-03-02T01:00');
  expect(dueFrom(answered('2026-03-02T01:00'), dates)).toBe('2026-03-03');
  // Three hours after an answer of 23:50, which is the next date by then.
  expect(dueFrom(answered('2026-03-01T22:50'), dates)).toBe('2026-03-02T01:50:00.000Z');
  // 23 hours after a run that began five minutes after midnight.
  expect(dueFrom(answered('2026-03-01T23:10', '2026-03-01T23:05'), dates)).toBe('2026-03-02T22:05:00.000Z');
  // Three hours after an answer that came late in a run of 21 hours.
  expect(dueFrom(answered('2026-03-02T20:30', '2026-03-01T23:05'), dates)).toBe('2026-03-02T23:30:00.000Z');
});

test('a run before the time that is said finds nothing due, and one at that time does', () => {
  const random = randomNumbers(drawSeed('NIGHTS_SEED'));
  for (let time = 0; time < 300; time++) {
    const begunAtMs = Date.parse('2026-03-25T00:00:00.000Z') + Math.floor(random() * 7 * 86_400) * 1_000;
    const screenedAtMs = begunAtMs + Math.floor(random() * 10 * 3_600) * 1_000;
    const [begunAt, screenedAt] = [begunAtMs, screenedAtMs].map((ms) => new Date(ms).toISOString());
    const answer = anAnswer(aCompany('Alder'), 'm', { screenedAt: screenedAt ?? '' });
    const one = { ...answer, data: { ...answer.data, begunAt: begunAt ?? '' } };
    const rule = {
      again: { is: 'dates', dates: 1 + Math.floor(random() * 7) },
      dateOf: BERLIN.dateOf,
    } as const;
    const said = dueFrom(one, rule);
    // The instant at which the date begins in Berlin: an hour or two before it does in UTC.
    const saidMs = said.includes('T')
      ? Date.parse(said)
      : [2, 1].map((hours) => Date.parse(said) - hours * 3_600_000).find((ms) => BERLIN.dateOf(ms) === said);
    const isDueAt = (ms: number) => isDue(one, { ...rule, begunAtMs: ms, nowMs: ms });
    expect([said, isDueAt((saidMs ?? 0) - 1), isDueAt(saidMs ?? 0)]).toEqual([said, false, true]);
  }
});

test('an answer from more than an hour ahead is due: its clock was wrong', () => {
  const now = '2026-03-02T01:00';
  expect(isDue(answered('2026-03-02T02:00'), limit(now))).toBe(false);
  expect(isDue(answered('2026-03-02T02:01'), limit(now))).toBe(true);
  // In a run that has gone on for long, that of another one is not from the future.
  expect(isDue(answered('2026-03-02T04:00'), limit(now, { now: '2026-03-02T04:01' }))).toBe(false);
});

test('a run that seems to have begun after its answer had a clock that was ahead: its answer is due as if it had not', () => {
  const corrected = answered('2026-03-02T01:00', '2036-03-02T00:59');
  expect(isDue(corrected, limit('2026-03-02T09:00'))).toBe(false);
  expect(isDue(corrected, limit('2026-03-03T01:00'))).toBe(true);
  expect(dueFrom(corrected, limit('2026-03-02T09:00'))).toBe('2026-03-03');
});

test('a fraction of a day is an age, to the millisecond', () => {
  const half = (begunAtMs: number): DueLimit => ({
    again: { is: 'age', ms: 43_200_000 },
    begunAtMs,
    nowMs: begunAtMs,
    dateOf: String,
  });
  const answer = answered('2026-03-02T01:00');
  const due = Date.parse('2026-03-02T13:00:00.000Z');
  expect([due - 1, due].map((ms) => isDue(answer, half(ms)))).toEqual([false, true]);
  expect(dueFrom(answer, half(due))).toBe('2026-03-02T13:00:00.000Z');
});

test('a calendar has dates and times of its zone', () => {
  const ms = Date.parse('2026-03-01T23:30:00.000Z');
  expect([BERLIN.dateOf(ms), BERLIN.dateOf(ms), BERLIN.timeOf(ms), BERLIN.timeZone]).toEqual([
    '2026-03-02',
    '2026-03-02',
    '2026-03-02 00:30',
    'Europe/Berlin',
  ]);
});
