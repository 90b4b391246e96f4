// What was not told yet: whoever believes what they were told knows what is listed, or is told again.
import fc from 'fast-check';

import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import { changesOf, type Change } from '../../../nodes/CompanyScreening/register/facts/history';
import { newsOf, type News } from '../../../nodes/CompanyScreening/register/facts/news';
import {
  readerHash,
  deliveriesOf,
  type ReportCompany,
} from '../../../nodes/CompanyScreening/register/rows/reportRows';
import type { StoredAnswer, IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import type { TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { drawSeed, randomCases } from '../../support/random';
import { aDamaged } from './anAnswer';
import { AT, givenAs, givenTo, reportsIn, told } from './aReport';
import { aHit, alder, knowing, night, renamed } from './night';

const SLACK = 'Slack';
const MAIL = 'mail';
const BOTH = [SLACK, MAIL];
const given = (report: string, ...companies: ReportCompany[]) => givenTo(BOTH, report, ...companies);

function newsFor(answer: IntactAnswer, others: StoredAnswer[], rows: TableRow[], readers = [SLACK]): News {
  const known = knowing(...others, answer);
  known.deliveries = deliveriesOf(reportsIn(rows));
  return newsOf(known, answer, readers.map(readerHash));
}
function shown(news: News): string {
  if (news.is !== 'something') return news.is;
  const present = [...news.hits].map(([of, change]) => `${of.charAt(0)} ${change}`);
  const gone = news.gone.map((one) => `${one.hit.fingerprint.charAt(0)} gone`);
  return [...(news.isVerdictNew ? ['verdict'] : []), ...present, ...gone].join(', ');
}

const monday = night('m1', 'a');
const tuesday = (letters: string) => night('m2', letters, { after: ['m1.0'] });
const wednesday = (letters: string) => night('m3', letters, { after: ['m2.0'] });
/** Slack was told this answer. */
const slackKnows = (answer: IntactAnswer) => [
  ...given(`of-${answer.claimId}`, givenAs(answer)),
  told(`of-${answer.claimId}`, SLACK),
];

test.each<[string, IntactAnswer, StoredAnswer[], TableRow[], string]>([
  ['nothing was told', monday, [], [], 'verdict, a new'],
  ['it was told', monday, [], slackKnows(monday), 'nothing'],
  [
    'it was given out, and nobody said that it was told',
    monday,
    [],
    given('r', givenAs(monday)),
    'verdict, a new',
  ],
  ['it was told, and the next night says the same', tuesday('a'), [monday], slackKnows(monday), 'nothing'],
  ['one more hit', tuesday('ab'), [monday], slackKnows(monday), 'a known, b new'],
  ['the message of Monday failed', tuesday('a'), [monday], [], 'verdict, a new'],
  [
    'the message of Tuesday failed',
    wednesday('ab'),
    [monday, tuesday('ab')],
    slackKnows(monday),
    'a known, b new',
  ],
  [
    'gone and listed again in between',
    wednesday('a'),
    [monday, tuesday('')],
    slackKnows(monday),
    'verdict, a listedAgain',
  ],
  [
    'new and gone again before it was told',
    wednesday('a'),
    [monday, tuesday('ab')],
    slackKnows(monday),
    'a known, b gone',
  ],
  ['gone', tuesday(''), [monday], slackKnows(monday), 'verdict, a gone'],
  [
    'gone in the order in which they went last',
    night('m4', '', { after: ['m3.0'] }),
    [tuesday('a'), wednesday('bc')],
    [],
    'verdict, a gone, b gone, c gone',
  ],
  [
    'gone in the order in which they went last, one of which was there before',
    night('m4', '', { after: ['m3.0'] }),
    [night('m1', 'c'), tuesday('a'), wednesday('bc')],
    [],
    'verdict, a gone, b gone, c gone',
  ],
  ['gone was told', wednesday(''), [monday, tuesday('')], slackKnows(tuesday('')), 'nothing'],
  [
    'a night without a verdict in between: the verdict is told again',
    wednesday('a'),
    [monday, tuesday('?')],
    slackKnows(monday),
    'verdict, a known',
  ],
  [
    'the same verdict in between, but in doubt: the verdict is told again',
    wednesday('a'),
    [monday, { ...tuesday('a'), reason: 'pending' }],
    slackKnows(monday),
    'verdict, a known',
  ],
  [
    'a hit in doubt of Tuesday, whose message failed, is not there any more',
    wednesday(''),
    [night('m1', ''), tuesday('b?')],
    slackKnows(night('m1', '')),
    'verdict, b gone',
  ],
  [
    'a hit in doubt of Tuesday was told, and is not there any more',
    wednesday(''),
    [night('m1', ''), tuesday('b?')],
    [...slackKnows(night('m1', '')), ...slackWasTold(tuesday('b?'), 'b')],
    'verdict, b gone',
  ],
  [
    'one of two hits was told, and the other had no room',
    night('m1', 'ab'),
    [],
    slackWasTold(night('m1', 'ab'), 'a'),
    'a known, b new',
  ],
  [
    'that was told',
    night('m4', '', { after: ['m3.0'] }),
    [night('m1', ''), tuesday('b?'), wednesday('')],
    slackKnows(wednesday('')),
    'nothing',
  ],
  [
    'a hit was gone without a message, and a message named it again when it was in doubt',
    night('m4', '', { after: ['m3.0'] }),
    [monday, tuesday(''), wednesday('a?')],
    [...slackKnows(monday), ...slackWasTold(wednesday('a?'), 'a')],
    'verdict, a gone',
  ],
  [
    'two answers that contradict each other, and the hits of neither are there any more',
    night('m4', '', { after: ['m2.0', 'm3.0'] }),
    [monday, tuesday('b'), night('m3', 'c', { after: ['m1.0'] })],
    slackKnows(monday),
    'verdict, a gone, b gone, c gone',
  ],
  [
    'hits that went one after the other come in that order',
    wednesday(''),
    [night('m1', 'ab'), tuesday('b')],
    slackKnows(monday),
    'verdict, a gone, b gone',
  ],
  [
    'the row of what was told was damaged later',
    tuesday('a'),
    [aDamaged(monday)],
    slackKnows(monday),
    'verdict, a new',
  ],
  [
    'only somebody else was told',
    tuesday('a'),
    [monday],
    [...given('r', givenAs(monday)), told('r', MAIL)],
    'verdict, a new',
  ],
  [
    'a report that was made for somebody else was told',
    tuesday('a'),
    [monday],
    [...givenTo([MAIL], 'r', givenAs(monday)), told('r', MAIL), told('r', SLACK)],
    'verdict, a new',
  ],
  [
    'a later answer was told than the one that is looked at',
    tuesday('a'),
    [monday, wednesday('a')],
    slackKnows(wednesday('a')),
    'nothing',
  ],
  [
    'the first verdict of another name under the key, and nothing of the old one',
    night('m2', 'b', { of: renamed }),
    [monday],
    slackKnows(monday),
    'verdict, b new',
  ],
  ['also if it is clear', night('m2', '', { of: renamed }), [monday], slackKnows(monday), 'verdict'],
  [
    'the old name is back without a new answer: it was never told as gone',
    monday,
    [night('m2', '', { of: renamed })],
    [...slackKnows(monday), ...slackKnows(night('m2', '', { of: renamed }))],
    'nothing',
  ],
  [
    'both names are back, one after the other',
    night('m2', 'b', { of: renamed }),
    [monday, tuesday('a')],
    [...slackKnows(night('m2', 'b', { of: renamed })), ...slackKnows(monday)],
    'nothing',
  ],
])('%s', (_, answer, others, rows, expected) => {
  expect(shown(newsFor(answer, others, rows))).toBe(expected);
});

/** A message to Slack named only these hits. */
function slackWasTold(answer: IntactAnswer, letters: string): TableRow[] {
  const hits = Array.from(letters, (letter) => aHit(letter).fingerprint);
  const report = `part-of-${answer.claimId}`;
  return [...given(report, { ...givenAs(answer), hits }), told(report, SLACK)];
}

test('it comes out until each of several readers was told', () => {
  const rows = slackKnows(monday);
  expect(shown(newsFor(monday, [], rows, [SLACK, MAIL]))).toBe('verdict, a new');
  expect(shown(newsFor(monday, [], [...rows, told('of-m1', MAIL)], [SLACK, MAIL]))).toBe('nothing');
});

test('of several readers, what one of them does not know yet comes out as that', () => {
  const rows = [...given('r', givenAs(monday)), told('r', MAIL)];
  for (const order of [BOTH, [MAIL, SLACK]])
    expect(shown(newsFor(tuesday('ab'), [monday], rows, order))).toBe('verdict, a new, b new');
});

test('what is to be written down as given out is the answer', () => {
  expect(newsFor(monday, [], [])).toMatchObject({
    reportEntry: { company: monday.company, answerId: 'm1.0' },
  });
});

test('what was given out is kept for each reader who was told, and for nobody else', () => {
  const rows = [...given('r', givenAs(monday)), told('r', MAIL)];
  expect(deliveriesOf(reportsIn(rows)).get(monday.company)).toEqual([
    { reader: readerHash(MAIL), answerId: 'm1.0', mark: expect.any(String) as string },
  ]);
});

test('one reader however the name is written, and nobody to be told means that all comes out', () => {
  expect(shown(newsFor(monday, [], slackKnows(monday), [' SLACK ']))).toBe('nothing');
  expect(shown(newsFor(monday, [], [], []))).toBe('notAsked');
});

test('a row that was changed proves nothing: it comes out again', () => {
  const rows = slackKnows(monday);
  for (const [at, row] of rows.entries()) {
    for (const column of ['report', 'reader', 'data', 'seal', 'kind'] as const) {
      const changed = rows.with(at, { ...row, [column]: `${String(row[column])}x` });
      expect(shown(newsFor(monday, [], changed))).toBe('verdict, a new');
    }
  }
});

test('a row is sealed over these cells, in this order', () => {
  const row: TableRow = {
    kind: 'told',
    mark: 'mark',
    report: 'report',
    reader: '7998456782c361c58208d3838b6a6bfa08b08fe378879618de225db9fbe23037',
    reportedTo: SLACK,
    run: '',
    at: AT,
    tells: 'companies',
    data: '',
    seal: 'cd93ad8858763415ce46a0b14edaa7e4aeb10b50fa0cac69e059bd9b289a79cb',
  };
  expect(reportsIn([row])).toMatchObject([{ kind: 'told', report: 'report', reader: readerHash(SLACK) }]);
});

test('a row cannot be given to another reader afterwards', () => {
  const [row] = givenTo([MAIL], 'r', givenAs(monday));
  const [other] = givenTo([SLACK], 'r', givenAs(monday));
  const changed = { ...row, data: other?.['data'] ?? '', reportedTo: SLACK };
  expect(shown(newsFor(monday, [], [changed, told('r', SLACK)]))).toBe('verdict, a new');
});

test('a long report is told as a whole, and an empty one can be told', () => {
  const companies = Array.from({ length: 1_001 }, (_, number) => ({
    ...givenAs(monday),
    answerId: `m.${number}`,
  }));
  const rows = given('r', ...companies);
  expect(rows).toHaveLength(3);
  const all = deliveriesOf(reportsIn([...rows, told('r', SLACK)])).get(monday.company) ?? [];
  expect(all.filter(({ reader }) => reader === readerHash(SLACK))).toHaveLength(1_001);
  expect(given('r')).toHaveLength(1);
});

interface Night {
  isRenamed: boolean;
  letters: string;
  /** Otherwise what is stored is given out again. */
  isScreened: boolean;
  /** The message has no room for more than one change. */
  isCut: boolean;
  /** For whom the run is. */
  asked: string[];
  /** Who gets the message, and for whom that is written down at once. */
  sent: string[];
  marked: string[];
  /** Marks that were missed come now. */
  isLate: boolean;
}
const readers = fc.subarray(BOTH);
const nights = fc.array(
  fc.record<Night>({
    isRenamed: fc.boolean(),
    letters: fc.constantFrom('', 'a', 'b', 'ab', '?', 'a?', 'b?', 'ab?'),
    isScreened: fc.boolean(),
    isCut: fc.boolean(),
    asked: fc.subarray(BOTH, { minLength: 1 }),
    sent: readers,
    marked: readers,
    isLate: fc.boolean(),
  }),
  { minLength: 1, maxLength: 10 },
);

test('night after night, whatever messages fail and marks are missed or late, a reader is told what was not told before', () => {
  const seed = drawSeed('NIGHTS_SEED');
  fc.assert(
    fc.property(nights, (all) => {
      const world = new World();
      for (const one of all) world.night(one);
    }),
    { seed, numRuns: randomCases(100) },
  );
});

/** What one message says of a company. */
interface Message {
  changes: Pick<Extract<News, { is: 'something' }>, 'gone' | 'hits' | 'isVerdictNew'>;
  given: ReportCompany;
  /** Missing if it names all of them. */
  named?: readonly string[];
}

/** The register, and what each reader believes who reads each message. */
class World {
  private readonly answers: IntactAnswer[] = [];
  private readonly rows: TableRow[] = [];
  private missed: TableRow[] = [];
  private readonly believed = new Map<string, Belief>();
  private nights = 0;

  night({ isRenamed, letters, isScreened, isCut, asked, sent, marked, isLate }: Night): void {
    const of = isRenamed ? renamed : alder;
    const latest = this.latestOf(of);
    const answer = isScreened || !latest ? this.screen(of, letters, latest) : latest;
    if (isLate) this.rows.push(...this.missed.splice(0));
    const message = this.messageOf(answer, asked, isCut);
    if (!message) {
      for (const reader of asked) this.expectTold(reader, answer);
      return;
    }
    const report = `report-${(this.nights += 1)}`;
    this.rows.push(...givenTo(asked, report, message.given));
    for (const reader of sent) {
      if (!asked.includes(reader)) {
        this.rows.push(told(report, reader));
        continue;
      }
      this.read(reader, answer, message);
      if (answer.reason === '' && !message.named) this.expectTold(reader, answer);
      (marked.includes(reader) ? this.rows : this.missed).push(told(report, reader));
    }
  }

  /** Undefined if all of it was told. */
  private messageOf(answer: IntactAnswer, asked: readonly string[], isCut: boolean): Message | undefined {
    const known = knowing(...this.answers);
    known.deliveries = deliveriesOf(reportsIn(this.rows));
    const { company, answerId: id } = answer;
    if (answer.reason !== '') {
      // Without a verdict it comes out whatever was told, and only the hits that the message names are written down.
      const { hits } = changesOf(known, answer);
      const named = changedIn(hits).slice(0, isCut ? 1 : undefined);
      const changes = { hits, gone: [], isVerdictNew: true };
      return { changes, given: { company, answerId: id, hits: named }, named };
    }
    const news = newsOf(known, answer, asked.map(readerHash));
    if (news.is !== 'something') return undefined;
    const all = [...changedIn(news.hits), ...news.gone.map(({ hit }) => hit.fingerprint)];
    // A message that has room for one of them.
    const part = isCut && all.length > 1 ? { hits: all.slice(0, 1) } : undefined;
    return { changes: news, given: { ...news.reportEntry, ...part }, ...(part ? { named: part.hits } : {}) };
  }

  private latestOf(of: Company): IntactAnswer | undefined {
    return this.answers.filter(({ company }) => company === companyHash(of)).at(-1);
  }

  private screen(of: Company, letters: string, latest: IntactAnswer | undefined): IntactAnswer {
    const after = latest ? [latest.answerId] : [];
    const answer = night(`m${this.answers.length}`, letters, { of, after });
    this.answers.push(answer);
    return answer;
  }

  /** As a person reads a message: what it does not say of a hit is as before. */
  private read(reader: string, answer: IntactAnswer, { changes, named }: Message) {
    const { hits, gone, isVerdictNew } = changes;
    const belief = this.believedBy(reader, answer);
    const isNamed = (fingerprint: string) => named?.includes(fingerprint) ?? true;
    for (const { hit } of gone.filter((one) => isNamed(one.hit.fingerprint))) {
      belief.listed.delete(hit.fingerprint);
      belief.ever.add(hit.fingerprint);
    }
    for (const [fingerprint, change] of hits) {
      if (!(named ? isNamed(fingerprint) : change !== 'known' || isVerdictNew)) continue;
      belief.listed.add(fingerprint);
      belief.ever.add(fingerprint);
    }
    if (isVerdictNew) belief.verdict = verdictIn(answer);
  }

  /** Whoever has read all of it knows what is listed, and was told every hit that was found until now, in doubt or not. */
  private expectTold(reader: string, answer: IntactAnswer) {
    const { listed, ever, verdict } = this.believedBy(reader, answer);
    const found = this.answers.filter(({ company }) => company === answer.company).flatMap(fingerprintsIn);
    const truth = { listed: fingerprintsIn(answer), verdict: verdictIn(answer), notTold: [] };
    const notTold = found.filter((one) => !ever.has(one));
    expect({ listed: [...listed].sort(), verdict, notTold }).toEqual(truth);
  }

  private believedBy(reader: string, { company }: IntactAnswer): Belief {
    const key = JSON.stringify([reader, company]);
    const belief = this.believed.get(key) ?? { listed: new Set(), ever: new Set(), verdict: 'none' };
    this.believed.set(key, belief);
    return belief;
  }
}

interface Belief {
  listed: Set<string>;
  /** Every hit that was ever named. */
  ever: Set<string>;
  verdict: string;
}

const changedIn = (hits: ReadonlyMap<string, Change>): string[] =>
  [...hits].flatMap(([of, change]) => (change === 'known' ? [] : of));
const fingerprintsIn = ({ data }: IntactAnswer): string[] =>
  data.hits.map(({ fingerprint }) => fingerprint).sort();
const verdictIn = ({ outcome, reason }: IntactAnswer): string => `${outcome} ${reason}`;
