// The message of a run: complete in what matters, bounded in length, and safe whatever a company or a list is called.
import fc from 'fast-check';

import type { CompanyCounts } from '../../nodes/CompanyScreening/operations/shared/companyCounts';
import type { ChangedHit } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import type { ReportCompany } from '../../nodes/CompanyScreening/register/rows/reportRows';
import type { ItemState } from '../../nodes/CompanyScreening/run/state/itemState';
import { messageParts } from '../../nodes/CompanyScreening/names/messageParts';
import {
  givenByMessage,
  isInMessage,
  leftByMessage,
  messageEntriesOf,
} from '../../nodes/CompanyScreening/run/register/messageEntries';
import {
  messagesOf,
  messagesOfStop,
  type RunMessage,
  type MessageFacts,
} from '../../nodes/CompanyScreening/output/runMessages';
import { countsFor, onlyOne } from './builders';

const NOTHING = { ...countsFor([]), rows: 3, companies: 3, clear: 3, screenedNow: 3 };
type Changes = Partial<Omit<MessageFacts, 'counts'>> & {
  counts?: Partial<CompanyCounts>;
  /** Each of a company of its own. */
  hits?: readonly ChangedHit[];
};
const NO_TIMES = { timeZone: 'Europe/Berlin', oldest: null, dueFrom: null };
const factsOf = ({ counts, hits = [], ...by }: Changes = {}): MessageFacts => ({
  counts: { ...NOTHING, ...counts },
  answerTimes: NO_TIMES,
  noReplySince: null,
  waitingCases: { count: 0, oldestMs: null },
  emptyList: null,
  withoutReply: 0,
  environment: 'production',
  companiesBefore: 3,
  control: 'none',
  keys: { renamed: [], several: [] },
  deskAddress: '',
  messageEntries: toldOf(hits.map((hit) => [hit])),
  comesAgain: true,
  withoutVerdict: [],
  hitsToReview: [],
  ...by,
});
/** As of a run in which each company has these hits. */
const toldOf = (companies: ChangedHit[][], given?: ReportCompany) =>
  messageEntriesOf(
    companies.map((changed): ItemState => ({
      state: 'done',
      subject: { name: 'A', referenceId: null },
      result: {
        items: [],
        receipt: {
          ...{ id: '1', outcome: 'hit', reason: null, hits: 1, changedHits: () => changed },
          ...(given ? { reportEntry: given } : {}),
        },
      },
      binary: {},
    })),
    String,
  );
const aHit = (name: string, change: ChangedHit['change'] = 'new'): ChangedHit => ({
  fingerprint: name,
  companyName: 'Alder Ltd',
  name,
  sourceType: 'Sanction',
  change,
});
/** The only one. */
const messageOf = (told: MessageFacts): RunMessage => onlyOne(messagesOf(told));
const linesOf = (by: Changes) => messageOf(factsOf(by)).message.split('\n');

test('a night on which nothing was found says so, and how long the list is', () => {
  const { message, slackMessage, htmlMessage } = messageOf(factsOf({ answerTimes: DUE }));
  expect(message).toBe(
    '3 companies on the list: 3 screened now, 0 from the register.\n0 with hits, 3 clear, 0 without a verdict.\nThe list is as long as in the run before.\nNothing new was found.',
  );
  expect(slackMessage).toBe(message);
  expect(htmlMessage.split('\n')).toEqual(message.split('\n').map((line) => `<p>${line}</p>`));
});

test('a row that names no company is an entry of its own, and several rows of one company are one', () => {
  const companies = [null, 'a', null, 'a'];
  const rows = companies.map((_, number): ItemState => ({
    state: 'notSent',
    subject: { name: String(number), referenceId: null },
  }));
  const entries = messageEntriesOf(rows, (itemIndex) => companies[itemIndex] ?? null);
  expect(entries.map(({ item }) => item?.subject?.name)).toEqual(['0', '1', '2']);
});

const DUE = {
  timeZone: 'America/New_York',
  oldest: { at: '2026-03-01 17:02', ageMs: 9 * 3_600_000 },
  dueFrom: '2026-03-02',
};
const ALL_KNOWN = { screenedNow: 0, remembered: 3 };
const deskAddress = 'https://desk.example';
const renamed = [{ key: 'P-1', names: ['Honest Bakery'], before: ['Alder Ltd', 'Elder Ltd'] }];
const several = [{ key: 'P-2', names: ['Birch Ltd', 'Birch & Sons; Birch'], before: [] }];
const noAnswer = [{ companyName: 'Birch', why: 'no answer' }];
const pending = (count: number) => ({
  withoutVerdict: Array.from({ length: count }, (_, number) => ({
    companyName: `C${number}`,
    why: 'pending',
  })),
});
const waiting = (count: number, oldestMs: number | null = null) => ({ waitingCases: { count, oldestMs } });

/** Its first and its last lines, and what it says somewhere. */
interface Wanted {
  subject?: string;
  first?: string[];
  last?: string[];
  says?: RegExp | string;
  lacks?: string;
}

test.each<[what: string, by: Changes, wanted: Wanted]>([
  [
    'companies of several rows',
    { counts: { companies: 2, clear: 2 } },
    {
      says: /^Check the list: .*\n2 companies on the list, in 3 rows: 3 screened now.*\n0 with hits, 2 clear, 0/,
    },
  ],
  [
    'hits to review as well',
    { counts: { withHits: 2, withHitsToReview: 1, clear: 1 } },
    { says: /^2 with hits, 1 clear, 0 without a verdict\. 1 of the 2 with hits to review as well\.\n/m },
  ],
  [
    'companies of which none has a verdict',
    { counts: { clear: 0, toReview: 1, failed: 1, notProcessed: 1 } },
    { says: /^0 with hits, 0 clear, 3 without a verdict\.\n/m },
  ],
  [
    'a list that shrank',
    { counts: { companies: 1 } },
    { says: 'Check the list: it has 2 fewer than in the run before, which had 3' },
  ],
  [
    'a row that cannot be used',
    { counts: { unusable: 1 } },
    { says: 'Check the list: it has 1 fewer than in the run before, which had 3' },
  ],
  [
    'a list that grew',
    { counts: { companies: 4 } },
    { says: 'The list has 1 more than in the run before, which had 3' },
  ],
  ['no earlier run', { companiesBefore: null }, { says: 'no earlier run' }],
  [
    'the sandbox',
    { environment: 'sandbox' },
    {
      subject: 'Sandbox, not real: Company screening: nothing new',
      says: 'in the sandbox, not real results',
    },
  ],
  [
    'a control that failed where nothing is clear',
    { control: 'failed', counts: { clear: 0 } },
    {
      subject: 'Company screening: control not found',
      says: 'was not found, so no company that this run screened is clear. ',
    },
  ],
  [
    'a control that failed, and companies that were clear before',
    { control: 'failed', counts: { clear: 857 } },
    {
      says: ', so no company that this run screened is clear; 857 companies that were screened earlier stay clear as of then. ',
    },
  ],
  [
    'a control without an answer',
    { control: 'unanswered', counts: { clear: 1 } },
    {
      says: /^No answer came .* is clear; 1 company that was screened earlier stays clear as of then\.$/m,
    },
  ],
  ['a control that held', { control: 'held' }, { says: 'was found, as it should be' }],
  ['no control', { control: 'notScreened' }, { says: /run before\.\nNothing new was found\.$/ }],
  [
    'an only company',
    { counts: { companies: 1, rows: 1 }, companiesBefore: 1 },
    { says: /^1 company on the list: .*\n.*\n.* run before\.\n/ },
  ],
  [
    'each kind of change in its place, and nothing that was known',
    {
      hits: [
        ...[aHit('A'), aHit('B', 'listedAgain'), aHit('C', 'changed'), aHit('D', 'gone')],
        aHit('E', 'known'),
      ],
      withoutVerdict: noAnswer,
    },
    {
      subject: 'Company screening: 1 new, 1 listed again, 1 changed, 1 no longer listed, 1 without a verdict',
      last: [
        ...['The list is as long as in the run before.', ''],
        ...['New hits (1):', '• Alder Ltd: A (Sanction)', ''],
        ...['Hits that are listed again (1):', '• Alder Ltd: B (Sanction)', ''],
        ...['Hits that changed (1):', '• Alder Ltd: C (Sanction)', ''],
        ...['Hits that are no longer listed (1):', '• Alder Ltd: D (Sanction)', ''],
        ...['Without a verdict (1):', '• Birch: no answer'],
      ],
    },
  ],
  [
    'keys with another name, which are news, and those with several',
    { keys: { renamed, several }, deskAddress },
    {
      subject: 'Company screening: 1 renamed',
      last: [
        ...['', 'Company Keys with another name than before (1):'],
        ...['• P-1: Honest Bakery, before: Alder Ltd, Elder Ltd', ''],
        ...['Company Keys with several names (1):', '• P-2: Birch Ltd, Birch & Sons; Birch', ''],
        `Decide here: ${deskAddress}`,
      ],
    },
  ],
  [
    'keys with several names alone, which are no news',
    { keys: { renamed: [], several }, deskAddress },
    {
      subject: 'Company screening: nothing new',
      says: 'Nothing new was found.\n\nCompany Keys with several names (1):',
      lacks: deskAddress,
    },
  ],
  [
    'a key and its names as text',
    { keys: { renamed: [{ key: '<@U1>', names: ['*a*'], before: ['b\nc'] }], several: [] } },
    { says: '• <@\u200CU1>: \u2217a\u2217, before: b c' },
  ],
  [
    'a hit of which nothing is known',
    { hits: [{ ...aHit(''), sourceType: '' }] },
    { last: ['• Alder Ltd: no name given (source type not given)'] },
  ],
  [
    'a row without a company',
    { withoutVerdict: [{ companyName: '', why: 'failed' }] },
    { last: ['• a row without a company: failed'] },
  ],
  [
    'what is wrong before what was counted, with what to do',
    { control: 'failed', companiesBefore: 9, counts: { clear: 0 } },
    {
      first: [
        "The Control Name was not found, so no company that this run screened is clear. Check that the name is still listed, then ask the service's support.",
        'Check the list: it has 6 fewer than in the run before, which had 9.',
        '3 companies on the list: 3 screened now, 0 from the register.',
      ],
    },
  ],
  [
    'who waits for a decision the way to the desk',
    { deskAddress, ...waiting(1) },
    { last: [`Decide here: ${deskAddress}`] },
  ],
  ['where nobody waits no way to the desk', { deskAddress }, { last: ['Nothing new was found.'] }],
  ['a case that waits', waiting(1), { says: /^1 case of this list waits for a decision\.$/m }],
  ['cases of today', waiting(2, 86_399_999), { says: /^2 cases of this list wait for a decision\.$/m }],
  [
    'a case of yesterday',
    waiting(2, 86_400_000),
    { says: /^2 cases of this list wait for a decision, the oldest for 24 hours\.$/m },
  ],
  [
    'a case of last week',
    waiting(12, 9 * 86_400_000),
    { says: /^12 cases of this list wait for a decision, the oldest for 9 days\.$/m },
  ],
  ['two companies of one reason', pending(2), { last: ['• C0: pending', '• C1: pending'] }],
  ['three companies of one reason in a line', pending(3), { last: ['• C0, C1, C2: pending'] }],
  ['five companies of one reason by name', pending(5), { last: ['• C0, C1, C2, C3, C4: pending'] }],
  [
    'twenty reasons of 21, each of another company',
    {
      withoutVerdict: Array.from({ length: 21 }, (_, number) => ({
        companyName: `C${number}`,
        why: `reason ${number}`,
      })),
    },
    { says: 'Without a verdict (21):\n• C0: reason 0', last: ['• C19: reason 19', '• and 1 more'] },
  ],
  [
    'hits to review apart from companies without a verdict',
    { hitsToReview: [{ companyName: 'Alder', why: 'pending' }], withoutVerdict: [...noAnswer, ...noAnswer] },
    {
      subject: 'Company screening: 1 with hits to review, 2 without a verdict',
      last: [
        ...['With hits, and to review as well (1):', '• Alder: pending', ''],
        ...['Without a verdict (2):', '• Birch: no answer', '• Birch: no answer'],
      ],
    },
  ],
  ['five of six companies of one reason', pending(6), { last: ['• C0, C1, C2, C3, C4 and 1 more: pending'] }],
  [
    'a service that answered for others',
    { counts: { screenedNow: 2 }, withoutReply: 1 },
    { subject: 'Company screening: the service did not always answer' },
  ],
  [
    'a service that answered for nobody',
    { counts: { screenedNow: 0 }, withoutReply: 1 },
    { subject: 'Company screening: nothing was screened, the service was not reached' },
  ],
  [
    'an empty list, and nothing else of it',
    {
      emptyList: { subject: 'the list is empty', text: 'The list is empty.' },
      counts: { companies: 0, rows: 0, clear: 0, screenedNow: 0 },
    },
    {
      subject: 'Company screening: the list is empty, nothing was screened',
      says: /^The list is empty\.\nCheck the list: it has 3 fewer than in the run before, which had 3\.$/,
    },
  ],
  [
    'a night on which nothing was screened first, and when something is due',
    { counts: ALL_KNOWN, answerTimes: DUE, control: 'notScreened' },
    {
      subject: 'Company screening: nothing was screened',
      first: [
        'Nothing was screened in this run: no company was due.',
        'The Control Name was not screened either.',
        'The next company is due in a run that begins on 2026-03-02 or later (America/New_York).',
        '3 companies on the list: 0 screened now, 3 from the register (the oldest screened 9 hours ago, at 2026-03-01 17:02, America/New_York).',
        '0 with hits, 3 clear, 0 without a verdict.',
      ],
      last: ['There is nothing new to tell.'],
    },
  ],
  [
    'such a night of an only company, without a control',
    { counts: { ...ALL_KNOWN, companies: 1, rows: 1, remembered: 1 }, answerTimes: DUE },
    { says: 'Nothing was screened in this run: no company was due.\nThe next company is due' },
  ],
  [
    'such a night of companies of which each waits for a person',
    { counts: ALL_KNOWN },
    { says: 'no company was due.\n3 companies on the list' },
  ],
  [
    'such a night of companies of which one waits for a person',
    { counts: { screenedNow: 0, remembered: 2, unanswered: 1, leftUnanswered: 1 }, answerTimes: DUE },
    { first: ['Nothing was screened in this run: no company was due.'] },
  ],
  [
    'a company that is due at a time of the day',
    { counts: ALL_KNOWN, answerTimes: { ...DUE, dueFrom: '2026-03-02 17:02' } },
    {
      says: 'The next company is due in a run that begins at 2026-03-02 17:02 or later (America/New_York).',
    },
  ],
  [
    'answers that are never due',
    { counts: ALL_KNOWN, answerTimes: { ...DUE, dueFrom: null } },
    {
      says: 'no company was due.\nWith the settings of this node, no answer is ever due again.\n3 companies',
    },
  ],
  [
    'a night on which something was screened',
    { counts: { screenedNow: 1, remembered: 2 }, answerTimes: DUE },
    { subject: 'Company screening: nothing new', lacks: 'Nothing was screened in this run' },
  ],
  [
    'a night on which something was sent in vain',
    { counts: { screenedNow: 0, remembered: 2, unanswered: 1 }, answerTimes: DUE },
    { subject: 'Company screening: nothing was screened', lacks: 'Nothing was screened in this run' },
  ],
  [
    'a night without companies',
    { counts: { companies: 0, screenedNow: 0 }, answerTimes: DUE },
    { subject: 'Company screening: nothing was screened', lacks: 'Nothing was screened in this run' },
  ],
])('it tells %s', (_, by, { subject, first = [], last = [], says = '', lacks }) => {
  const told = messageOf(factsOf(by));
  const lines = told.message.split('\n');
  if (subject !== undefined) expect(told.subject).toBe(subject);
  expect(lines.slice(0, first.length)).toEqual(first);
  expect(lines.slice(lines.length - last.length)).toEqual(last);
  if (says instanceof RegExp) expect(told.message).toMatch(says);
  else expect(told.message).toContain(says);
  if (lacks !== undefined) expect(told.message).not.toContain(lacks);
});

test.each<Changes>([{ hits: [aHit('A')] }, { withoutVerdict: noAnswer }])(
  'it ends with the way to the desk, if there is anything to look at: %#',
  (found) => {
    const address = 'https://n8n.example.com/form/review-desk?a=1&b=$2';
    const { message, slackMessage, htmlMessage } = messageOf(factsOf({ deskAddress: address, ...found }));
    expect(message.split('\n').slice(-2)).toEqual(['', `Decide here: ${address}`]);
    expect(slackMessage.split('\n').at(-1)).toBe(`Decide here: ${address.replace('&', '&amp;')}`);
    const escaped = 'https://n8n.example.com/form/review-desk?a=1&#38;b=&#36;2';
    expect(htmlMessage.split('\n').at(-1)).toBe(`<p>Decide here: <a href="${escaped}">${escaped}</a></p>`);
  },
);

test('an e-mail has a list for each kind of change', () => {
  const hits = [aHit('A & B'), aHit('C')];
  const { htmlMessage } = messageOf(factsOf({ hits, withoutVerdict: noAnswer, control: 'held' }));
  expect(htmlMessage.split('\n').slice(3)).toEqual([
    '<p>The Control Name was found, as it should be.</p>',
    '<p><b>New hits (2):</b></p><ul><li>Alder Ltd: A &#38; B (Sanction)</li><li>Alder Ltd: C (Sanction)</li></ul>',
    '<p><b>Without a verdict (1):</b></p><ul><li>Birch: no answer</li></ul>',
  ]);
});

test('what is told is named, each with its first hundred characters', () => {
  const longest = 'x'.repeat(100);
  const lines = linesOf({ hits: Array.from({ length: 60 }, () => aHit(longest)) });
  expect(lines.slice(5)).toEqual(Array.from({ length: 60 }, () => `• Alder Ltd: ${longest} (Sanction)`));
});

test.each([
  ['*_~`|', '\u2217\u02CD\u223C\u02CB\u2223'],
  ['@here', '@\u200Chere'],
  ['a.example:1/x\\y#z', 'a.\u200Cexample:\u200C1/\u200Cx\\\u200Cy#\u200Cz'],
  ['Plain Co. No. 1:', 'Plain Co. No. 1:'],
  ['\u0007 A \t\r\n\u202E B \u2029', 'A B'],
])('a name can be read, whatever is taken from it: %j', (name, told) => {
  expect(linesOf({ hits: [aHit(name)] })).toContain(`• Alder Ltd: ${told} (Sanction)`);
});

const many = (count: number, name = 'x'.repeat(500)) => Array.from({ length: count }, () => aHit(name));

test('however much was found, the message is short, and says that what it does not name comes out again', () => {
  const lines = linesOf({ hits: many(1_000) });
  const named = lines.filter((line) => line === `• Alder Ltd: ${'x'.repeat(100)}… (Sanction)`).length;
  expect(lines).toContain(`New hits (1000, ${named} of them here):`);
  expect(named).toBe(Math.floor(20_000 / ('Alder Ltd'.length + 100 + 'Sanction'.length + 6)));
  expect(lines.at(-1)).toBe(
    `• ${1_000 - named} more companies with such hits. They come out again in the next run.`,
  );
  expect(messageOf(factsOf({ hits: many(1_000) })).subject).toBe(
    'Company screening: 1000 new, 1 not reported yet',
  );
  expect(linesOf({ hits: many(1_000), comesAgain: false }).at(-1)).toContain('Get Many has them.');
});

test('of a company with very many hits, as many are named as there is room for once everybody had a turn; the others come out again', () => {
  const hits = Array.from({ length: 1_000 }, (_, number) => aHit(`A${number}`));
  const messageEntries = toldOf([hits, [aHit('B')]]);
  const named = messageEntries[0]?.named.length ?? 0;
  expect(named).toBeGreaterThan(600);
  expect(messageEntries[1]?.named).toHaveLength(1);
  const lines = linesOf({ messageEntries });
  expect(lines.filter((line) => line.startsWith('• Alder Ltd: A'))).toHaveLength(named);
  expect(lines.slice(-3)).toEqual([
    '',
    'More hits of these companies (1):',
    `• Alder Ltd: ${1_000 - named} more hits, in the next message`,
  ]);
  expect(linesOf({ messageEntries, comesAgain: false }).at(-1)).toContain('more hits, Get Many has them');
});

test('what is written down as told is what the message names; the rest comes out again', () => {
  const given = { company: 'c', answerId: 'a' };
  const hits = (count: number, by: Partial<ChangedHit> = {}) =>
    Array.from({ length: count }, (_, number) => ({ ...aHit(`A${number}`), ...by }));
  const long = { companyName: 'y'.repeat(100), sourceType: 'z'.repeat(100) };
  const messageEntries = toldOf([hits(3), hits(900), hits(50, long), hits(50, long)], given);
  const named = messageEntries.map((one) => one.named.length);
  expect(named).toEqual([3, expect.any(Number), 50, 0]);
  expect(named[1]).toBeLessThan(900);
  expect(messageEntries.map((one) => givenByMessage(one))).toEqual([
    [given],
    [{ ...given, hits: messageEntries[1]?.named.map(({ fingerprint }) => fingerprint) }],
    [given],
    [],
  ]);
  expect(messageEntries.map((one) => leftByMessage(one))).toEqual([[], [], [], [given]]);
});

test('companies that were taken off the list are named with all of it, and come first', () => {
  const hit = (name: string) => ({ fingerprint: name, sourceId: 'L', sourceType: 'Sanction', name });
  const formerCompanies = Array.from({ length: 30 }, (_, number) => ({
    name: `Old ${number}`,
    changes: [{ hit: hit('Foo'), change: number === 0 ? ('gone' as const) : ('new' as const) }],
    reportEntries: [{ company: `${number}`, answerId: 'a' }],
  }));
  const quiet = { name: 'Quiet', changes: [], reportEntries: [{ company: 'q', answerId: 'a' }] };
  const messageEntries = messageEntriesOf([], String, [...formerCompanies, quiet]);
  const { message, subject } = messageOf(factsOf({ messageEntries }));
  expect(subject).toBe('Company screening: 30 found earlier and not reported yet');
  const lines = message.split('\n');
  expect(lines).toContain('Found earlier, not reported yet, and not on this list now (30 companies):');
  expect(lines).toContain('• Old 0: Foo (Sanction), no longer listed');
  expect(lines).toContain('• Old 29: Foo (Sanction)');
  expect(message).not.toContain('Quiet');
  expect(messageEntries.flatMap(givenByMessage)).toHaveLength(31);
});

test('each renamed key is named, since the next message does not say it again; of very many, it says where the others are', () => {
  const messageOf = (count: number) =>
    linesOf({
      keys: {
        renamed: Array.from({ length: count }, (_, number) => ({
          ...{ key: `Key${number}`, names: ['New'], before: ['Old'] },
        })),
        several: [],
      },
    });
  expect(messageOf(100).filter((line) => line.startsWith('• Key'))).toHaveLength(100);
  const many = messageOf(400);
  const named = many.filter((line) => line.startsWith('• Key')).length;
  expect(many).toContain('Company Keys with another name than before (400):');
  expect(many.at(-1)).toBe(`• and ${400 - named} more: Get Many gives the present name of each company`);
});

test('a company that does not fit is left for the next message as a whole, and smaller ones after it have their turn', () => {
  const long = many(50, 'x'.repeat(100)).map((hit) => ({
    ...hit,
    companyName: 'y'.repeat(100),
    sourceType: 'z'.repeat(100),
  }));
  const messageEntries = toldOf([long, long, [aHit('A')], [aHit('known', 'known')]]);
  expect(messageEntries.map(isInMessage)).toEqual([true, false, true, true]);
  expect(messageEntries.map(({ named }) => named.length)).toEqual([50, 0, 1, 0]);
});

test('that the service did not answer is said once, and not that its lists are in disorder', () => {
  const withoutVerdict = Array.from({ length: 30 }, (_, number) => ({
    companyName: `C${number}`,
    why: 'No answer.',
  }));
  const by = {
    counts: { ...NOTHING, screenedNow: 0, failed: 30, clear: 0 },
    control: 'unanswered',
    withoutReply: 30,
    noReplySince: '2026-03-02 02:13',
  } as const;
  const { message, subject } = messageOf(factsOf({ ...by, withoutVerdict }));
  expect(message).toMatch(
    /^The service could not be reached, or did not answer, first at 2026-03-02 02:13 \(Europe\/Berlin\): 30 companies have no verdict because of it\. Hits of earlier runs stay open\.\n/,
  );
  expect(message).toContain('No answer came for the Control Name');
  expect(message.match(/No answer\./g)).toHaveLength(1);
  expect(message).toMatch(/Without a verdict \(30\):\n• C0, C1, C2, C3, C4 and 25 more: No answer\.$/);
  expect(subject).toBe(
    'Company screening: nothing was screened, the service was not reached, 30 without a verdict',
  );
});

test('whatever a text is, in a message it makes one line, and no mention, link or markup', () => {
  const signs = fc.constantFrom(
    ...'<!here> @ channel https:// evil.example * _ ` ~ <b> & $1 :tick:'.split(' '),
    ...['\n', '\r', '\u2028', '\u202E', '• ', ' '],
  );
  const texts = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, texts, texts, (name, companyName, why) => {
      const by = { hits: [{ ...aHit(name), companyName }], withoutVerdict: [{ companyName, why }] };
      const { message, slackMessage, htmlMessage } = messageOf(factsOf(by));
      expect(message.split(/[\n\r\u2028\u2029]/)).toHaveLength(9);
      for (const text of [message, slackMessage, htmlMessage]) {
        expect(text).not.toMatch(/@\w|:\/\/|evil\.example|:tick:|[*_`~\u202E]/);
      }
      expect(slackMessage.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[<>&]/);
      expect(htmlMessage.replaceAll(/<\/?(p|b|ul|li)>/g, '')).not.toMatch(/[<>$]/);
    }),
  );
});

test.each([
  [59_999, 'less than a minute'],
  [60_000, '1 minute'],
  [89 * 60_000, '89 minutes'],
  [90 * 60_000, '1 hour'],
  [47 * 3_600_000, '47 hours'],
  [48 * 3_600_000, '2 days'],
  [71 * 3_600_000, '2 days'],
])('an age of %d ms is %s', (ageMs, words) => {
  const answerTimes = { ...DUE, oldest: { ...DUE.oldest, ageMs } };
  const [line = ''] = linesOf({ counts: { screenedNow: 2, remembered: 1 }, answerTimes });
  expect(line).toContain(
    `1 from the register (screened ${words} ago, at 2026-03-01 17:02, America/New_York).`,
  );
});

test('a message that Slack would cut comes in several messages, each below the limit when it is escaped, and loses no line', () => {
  // As much as one message names, in the letters that are longest where they are read.
  const hits = Array.from({ length: 90 }, (_, index) => ({
    ...aHit(`${index} ${'&'.repeat(95)}`),
    companyName: `${index} ${'<'.repeat(95)}`,
  }));
  const messages = messagesOf(factsOf({ hits, deskAddress: 'https://n8n.example.com/desk' }));
  expect(messages.map(({ part, parts, subject }) => [part, parts, subject])).toEqual(
    [1, 2, 3].map((part) => [part, 3, `Company screening: 90 new (${part} of 3)`]),
  );
  const named = messages.flatMap(({ message }) => message.match(/(?<=^• )\d+/gm) ?? []);
  expect(named).toEqual(hits.map((_, index) => String(index)));
  for (const { part, message, slackMessage, htmlMessage } of messages) {
    expect(slackMessage.length).toBeLessThan(40_000);
    expect(message.split('\n')[0]).toBe(`Message ${part} of 3.`);
    expect(message).toContain('\n\nNew hits (90):\n• ');
    expect(htmlMessage).toContain('<p><b>New hits (90):</b></p><ul><li>');
    expect(message.includes('Decide here: ')).toBe(part === 3);
  }
});

test('a message names the first changes of a company, and leaves none out between two that it names', () => {
  const long = (index: number) => ({ ...aHit(`${index} ${'a'.repeat(100)}`), companyName: 'b'.repeat(100) });
  const hits = [...Array.from({ length: 200 }, (_, index) => long(index)), aHit('short')];
  const [told] = toldOf([hits]);
  expect(told?.named.length).toBeGreaterThan(50);
  expect(told?.named).toEqual(hits.slice(0, told?.named.length));
});

test('a passage that no message can hold is shortened', () => {
  const [stopped, ...others] = messagesOfStop('<'.repeat(100_000));
  expect(others).toEqual([]);
  expect(stopped?.slackMessage).toMatch(/(&lt;)+…$/);
  expect(stopped?.slackMessage.length).toBeLessThan(40_000);
});

test.each(['', 'T'.repeat(4_000)])(
  'no message has more room than there is, also behind its title',
  (title) => {
    const passages = Array.from({ length: 7 }, (_, index) => ({ title, text: `${index}`.repeat(9_000) }));
    const parts = messageParts(passages);
    expect(parts.flat()).toEqual(passages);
    for (const part of parts)
      expect([title, ...part.map(({ text }) => text)].join('').length).toBeLessThanOrEqual(30_000);
  },
);

// The escaped text of a passage has 10,000 characters, those between it and the next one included.
test.each([
  ['one that fits', `A${'x'.repeat(9_994)}`, `A${'x'.repeat(9_994)}`],
  ['one that does not', `A${'x'.repeat(9_995)}`, `A${'x'.repeat(9_993)}…`],
  ['one with signs that are escaped', `A${'<'.repeat(3_000)}`, `A${'<'.repeat(2_498)}…`],
  ['one of signs of two units', '\u{20000}'.repeat(6_000), `${'\u{20000}'.repeat(4_997)}…`],
])('a message may have a long passage: %s', (_, text, shown) => {
  expect(messageParts([{ title: '', text }])).toEqual([[{ title: '', text: shown }]]);
});
