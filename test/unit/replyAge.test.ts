// How old a reply is: by the authorization server's date, by another reply's, and by this machine's clock only where there is no other.
import { ONE_DAY_MS, ONE_HOUR_MS } from '../../nodes/CompanyScreening/flowControl/time';
import {
  readDate,
  stalenessOf,
  StaleStreak,
  ReplyDates,
} from '../../nodes/CompanyScreening/service/staleness';

const NOW = Date.parse('2025-03-10T08:00:00Z');
const days = (count: number) => count * ONE_DAY_MS;

interface Came {
  /** By its header Date; null if it has none. */
  date?: number | null;
  tokenDate?: number;
  /** How much later than the first one. */
  afterMs?: number;
  /** How wrong this machine's clock is. */
  wrongByMs?: number;
  status?: number;
  age?: number;
}
const seeing = (dates = new ReplyDates()) => ({
  see: ({ date = NOW, tokenDate = 0, afterMs = 0, wrongByMs = 0, status = 200, age }: Came) =>
    dates.see({
      status,
      headers: {
        ...(date === null ? {} : { date: new Date(date).toUTCString() }),
        ...(age === undefined ? {} : { age: String(age) }),
      },
      tokenDate,
      epochMs: NOW + afterMs + wrongByMs,
      monotonicMs: 5000 + afterMs,
    }),
});
const clockOf = (came: Came) => seeing().see(came).age.oldDate()?.clock ?? null;

test.each<[string, Came, string | null]>([
  ['more than a day before the token', { date: NOW - days(3), tokenDate: NOW }, 'authorizationServer'],
  ['a day before the token', { date: NOW - days(1), tokenDate: NOW }, null],
  ['after the token', { date: NOW, tokenDate: NOW - days(9) }, null],
  ['as the token, whatever this machine says', { tokenDate: NOW, wrongByMs: days(30) }, null],
  ['as this machine says, without a token date', {}, null],
  ['long before this machine says, without a token date', { wrongByMs: days(2) }, 'thisMachine'],
  ['missing', { date: null, tokenDate: NOW, wrongByMs: days(9) }, null],
  ['of now, and an Age of a day', { tokenDate: NOW, age: 86_400 }, null],
  ['of now, and an Age of more', { tokenDate: NOW, age: 86_401 }, 'cache'],
  [
    'missing, and an Age of more, whatever this machine says',
    { date: null, age: 1e15, wrongByMs: -days(9) },
    'cache',
  ],
])('a date %s', (_, came, clock) => {
  expect(clockOf(came)).toBe(clock);
});

test('another reply of the run tells, an earlier one and a later one', () => {
  const { see } = seeing();
  const old = see({ date: NOW - days(3), wrongByMs: -days(3) });
  expect(old.age.oldDate()).toBeNull();
  expect(see({}).age.oldDate()).toBeNull();
  expect(see({ date: NOW - days(3) }).age.oldDate()?.clock).toBe('anotherReply');
  expect(old.age.oldDate()).toMatchObject({ clock: 'anotherReply', date: NOW - days(3), other: NOW });
});

test('a run that takes days makes no reply old', () => {
  const { see } = seeing();
  const first = see({});
  expect(see({ date: NOW + days(4), afterMs: days(4) }).age.oldDate()).toBeNull();
  expect(first.age.oldDate()).toBeNull();
  expect(see({ date: NOW + days(1), afterMs: days(4) }).age.oldDate()?.clock).toBe('anotherReply');
});

test('what is old by the clock of this machine vouches for no other reply', () => {
  const { see } = seeing();
  const came = { date: NOW - days(3) };
  expect([see(came), see(came), see(came)].map(({ age }) => age.oldDate()?.clock)).toEqual([
    'thisMachine',
    'thisMachine',
    'thisMachine',
  ]);
});

test('once a reply was not old, this machine is not asked again', () => {
  const { see } = seeing();
  see({});
  expect(see({ afterMs: ONE_HOUR_MS, date: NOW + ONE_HOUR_MS, wrongByMs: days(5) }).age.oldDate()).toBeNull();
});

test('the page of a gateway vouches for nothing', () => {
  const { see } = seeing();
  see({ status: 502, date: NOW + days(9) });
  expect(see({}).age.oldDate()).toBeNull();
});

test('when a reply without a date was given, others tell, and this machine only if there are none', () => {
  const { see } = seeing();
  const alone = see({ date: null, wrongByMs: 7 });
  expect([alone.repliedAt, alone.age.isByThisMachine]).toEqual([NOW + 7, true]);
  const byToken = see({ date: null, tokenDate: NOW - 5, wrongByMs: days(3) });
  expect([byToken.repliedAt, byToken.age.isByThisMachine]).toEqual([NOW - 5, false]);
  see({ date: NOW });
  const byOther = see({ date: null, afterMs: 1000, wrongByMs: days(3) });
  expect([byOther.repliedAt, byOther.age.isByThisMachine]).toEqual([NOW + 1000, false]);
  expect(see({ age: 60 }).repliedAt).toBe(NOW + 60_000);
});

test.each([
  [1740000000, 1740000000000],
  [1740000000.5, 1740000000500],
  [1740000000123, 1740000000123],
  ['1740000000', 1740000000000],
  ['/Date(1740000000123)/', 1740000000123],
  ['/Date(1740000000123-0500)/', 1740000000123],
  [' 2025-03-01T08:00:00Z ', Date.parse('2025-03-01T08:00:00Z')],
  ['2025-03-01', Date.parse('2025-03-01')],
  ['yesterday', undefined],
  ['7', undefined],
  [7, undefined],
  [-1740000000, undefined],
  [Number.NaN, undefined],
  [true, undefined],
  [null, undefined],
])('the date %j is %j', (value, expected) => {
  expect(readDate(value)).toBe(expected);
});

const fresh = { createdAt: '2025-03-10T08:00:00Z', processedAt: null };
const stale = (came: Came, record: object = {}) => stalenessOf({ ...fresh, ...record }, seeing().see(came));
const OLD: Came = { date: NOW - days(3), tokenDate: NOW };

test('ten old answers in a row end the run, and both clocks are named', () => {
  const row = new StaleStreak();
  const ends = Array.from({ length: 10 }, () => row.see(stale(OLD)));
  expect(ends.slice(0, 9)).toEqual(Array.from({ length: 9 }));
  expect(ends[9]?.details).toMatchObject({
    state: 'unsendable',
    failsEveryItem: true,
    message:
      'The last 10 answers of the service were old, so nothing more is sent: the service dated its reply 2025-03-07 08:00 UTC, and the authorization server issued the access token 2025-03-10 08:00 UTC.',
  });
  expect(row.see(stale(OLD))).toBeUndefined();
});

test('an answer between that is not old begins the row again', () => {
  const row = new StaleStreak();
  for (let times = 0; times < 5; times++) {
    for (let old = 0; old < 9; old++) expect(row.see(stale(OLD))).toBeUndefined();
    expect(row.see(stale({ tokenDate: NOW }))).toBeUndefined();
  }
});

test.each<[string, Came, object, string]>([
  ['reply', { wrongByMs: days(3) }, {}, 'the service dated its reply 2025-03-10 08:00 UTC'],
  [
    'record',
    { date: null },
    { createdAt: '2025-03-01T00:00:00Z' },
    'the service created or processed the screening 2025-03-01 00:00 UTC',
  ],
])('an old %s by the clock of this machine alone ends the run at once', (_, came, record, said) => {
  const end = new StaleStreak().see(stale(came, record))?.details;
  expect(end?.message).toContain(said);
  expect(end?.message).toContain('and the clock of this n8n said');
  expect(end?.explanation).toMatch(/so one of the two clocks may be wrong/);
});

test.each([
  [
    { createdAt: '2025-03-01T00:00:00Z' },
    /processed the screening 2025-03-01 00:00 UTC, and answered 2025-03-10 08:00 UTC/,
  ],
  [
    { createdAt: 'gestern', processedAt: {} },
    /dated the screening "gestern" and "\{\}", which cannot be read as a date/,
  ],
  [
    { createdAt: '/Date(-999999999999999)/' },
    /processed the screening -029719-04-05 22:13 UTC, and answered/,
  ],
])('ten answers with %j end the run too', (record, said) => {
  const row = new StaleStreak();
  const ends = Array.from({ length: 10 }, () => row.see(stale({ tokenDate: NOW }, record)));
  expect(ends.at(-1)?.message).toMatch(said);
});
