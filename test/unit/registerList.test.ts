// What the register is told of a request that came back: never that nothing was sent, if it may have been paid for.
import { storedReplies } from '../../nodes/CompanyScreening/operations/shared/storedVerdict';
import type { RegisterTask, TaskResult } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { plainQueue, type SentItem } from '../../nodes/CompanyScreening/run/state/workQueue';
import { sentResult } from '../../nodes/CompanyScreening/run/register/sentResult';
import { screeningEndpoint } from '../../nodes/CompanyScreening/service/endpoints';
import { OperationFailure, type WorkState } from '../../nodes/CompanyScreening/service/failure';
import type { Outcome } from '../../nodes/CompanyScreening/service/outcome';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { aCredential, aRecord, aReply } from './builders';
import { Attempts } from '../../nodes/CompanyScreening/run/state/attempts';

const COMPANY = 'c'.repeat(64);
const ASKED_AT = new Date('2025-03-01T08:00:00Z');
const hit = { fingerprint: 'f'.repeat(64), sourceId: 'list', sourceType: 'PEP', name: 'Somebody' };

const kept: RegisterTask = {
  company: { key: 'P-1', names: ['Alder Ltd'], option: 'Both' },
  question: { requesterId: 'team-1' },
  resultFromStored: () => {
    throw new Error('Nothing is recalled here.');
  },
};

const request = screeningEndpoint(readSettings(aCredential()), {
  companyName: 'Alder Ltd',
  option: 'Both',
  referenceId: 'case-1',
  requesterId: '',
});

function attempts({ answered }: { answered: boolean }): Attempts {
  const made = new Attempts();
  made.count = 1;
  made.askedAt = ASKED_AT;
  if (answered) {
    const times = { sentAt: ASKED_AT, answeredAt: new Date('2025-03-01T08:00:03Z') };
    made.replied = { environment: 'sandbox', request, ...times, reply: aReply(aRecord()) };
  }
  return made;
}

const resultOf = (outcome: Outcome, reason: string | null = null): TaskResult => ({
  kind: 'result',
  knownHits: () => (outcome === 'hit' ? [hit] : []),
  interpret: () => ({ receipt: { id: 'id-1', outcome, reason, hits: 0 }, makeItems: () => [] }),
});

const subject = { name: 'Alder Ltd', referenceId: 'case-1' };
const NOT_SENT = { state: 'notSent', subject } as const;
const failed = (error: unknown): SentItem['itemState'] => ({
  ...{ state: 'failed', subject, error, sent: true, binary: {} },
});
const failure = (state: WorkState, receiptId: string | null = null) =>
  failed(new OperationFailure({ message: 'It failed.', state, receiptId }));
const TWO_NAMES = ['Alder Ltd', 'Alder Trading'] as const;

/** What came of an item, the names of its company, and whether its first request went out and was answered. */
interface Came {
  itemState: SentItem['itemState'];
  taskResult?: TaskResult;
  names?: readonly [string, ...string[]];
  ownData?: Record<string, string>;
  made?: 'answered' | 'firstAnswered' | 'nothing' | 'unanswered';
}
function resultFor({ itemState, taskResult, names = ['Alder Ltd'], ownData, made = 'answered' }: Came) {
  const task = { ...kept, company: { ...kept.company, names }, ...(ownData && { ownData }) };
  const tried = made === 'nothing' ? new Attempts() : attempts({ answered: made !== 'unanswered' });
  if (made === 'firstAnswered') tried.beginNext();
  return sentResult(COMPANY, task, { itemState, attempts: tried, ...(taskResult && { taskResult }) });
}
const answered = (taskResult: TaskResult): Came => ({
  ...{ itemState: { state: 'answered', subject, taskResult, binary: {} }, taskResult },
});
const found = (state: WorkState, of: object, receiptId: string | null = null): Came => ({
  itemState: { ...failure(state, receiptId), ...of },
  ...{ made: 'firstAnswered', names: TWO_NAMES },
});

test.each([
  ['clear', null],
  ['hit', null],
  ['hit', 'hitCountMismatch'],
  ['review', 'pending'],
] as const)(
  'an answer of %s (%s) is stored with its reply, its hits and what was asked',
  (outcome, reason) => {
    const result = resultFor(answered(resultOf(outcome, reason)));
    expect(result).toMatchObject({
      ...{ is: 'answered', company: COMPANY, screenedAt: '2025-03-01T08:00:03.000Z', screeningId: 'id-1' },
      ...{ outcome, reason: reason ?? '', hits: outcome === 'hit' ? [hit] : [] },
      payload: { question: { requesterId: 'team-1' } },
    });
    expect(result).not.toHaveProperty('otherScreeningIds');
  },
);

const REQUESTED: TaskResult = {
  kind: 'result',
  interpret: () => ({
    receipt: { id: 'id-1', outcome: 'requested', reason: null, hits: 0 },
    makeItems: () => [],
  }),
};
const twoParts = ['id-1', 'id-2'].map((id) => ({
  ...{ name: 'Alder Ltd', referenceId: 'case-1', id, outcome: 'clear' as const },
}));
const TWO_CLEAR: TaskResult = {
  ...resultOf('clear'),
  interpret: () => ({
    receipt: { id: 'id-1; id-2', outcome: 'clear', reason: null, hits: 0, parts: twoParts },
    makeItems: () => [],
  }),
};
const UNANSWERED = { is: 'unanswered', company: COMPANY, sentAt: '2025-03-01T08:00:00.000Z' };
const NOT_CHARGED = { is: 'notCharged', company: COMPANY };
const fields = (some: object) => expect.objectContaining(some) as object;

test.each([
  ['uncertain', UNANSWERED],
  ['staysUncertain', UNANSWERED],
  ['refused', NOT_CHARGED],
  ['safe', NOT_CHARGED],
  ['unsendable', NOT_CHARGED],
] as const)('what is %s is %j, with a reply and without', (state, result) => {
  for (const made of ['answered', 'unanswered'] as const)
    expect(resultFor({ itemState: failure(state), made })).toEqual(result);
});

test.each<[string, Came, object]>([
  [
    'an accepted request has no hits',
    answered(REQUESTED),
    fields({ is: 'answered', outcome: 'requested', hits: [] }),
  ],
  [
    'an answer is stored although its file could not be kept',
    { itemState: failure('staysUncertain'), taskResult: resultOf('clear') },
    fields({ is: 'answered', outcome: 'clear' }),
  ],
  [
    'a failed screening is stored as an error, with its id',
    { itemState: failure('failedAtService', 'id-7') },
    fields({ is: 'answered', outcome: 'error', screeningId: 'id-7', hits: [] }),
  ],
  [
    'a failed screening is none of the company if a name was not answered',
    { itemState: failure('failedAtService', 'id-7'), names: TWO_NAMES },
    { ...UNANSWERED, screeningIds: ['id-7'] },
  ],
  [
    'a failed screening is none of the company if no reply is there',
    { itemState: failure('failedAtService', 'id-7'), made: 'unanswered' },
    { ...UNANSWERED, screeningIds: ['id-7'] },
  ],
  [
    'a mistake of ours after a reply may have been paid for',
    { itemState: failed(new Error('a mistake')) },
    fields({ is: 'unanswered' }),
  ],
  [
    'a mistake of ours once a request went out may have been paid for',
    { itemState: failed(new Error('a mistake')), made: 'unanswered' },
    fields({ is: 'unanswered' }),
  ],
  [
    'a mistake of ours before a request was not paid for',
    { itemState: failed(new Error('a mistake')), made: 'nothing' },
    NOT_CHARGED,
  ],
  [
    'a result without a reply to each name may have been paid for',
    { ...answered(resultOf('clear')), names: TWO_NAMES },
    UNANSWERED,
  ],
  ['an item whose turn did not come was not sent', { itemState: NOT_SENT, made: 'nothing' }, NOT_CHARGED],
  [
    'ids of names that were answered before one failed are kept',
    found('staysUncertain', { partialResult: TWO_CLEAR }, 'id-3'),
    fields({ is: 'unanswered', screeningIds: ['id-1', 'id-2', 'id-3'] }),
  ],
  [
    'hits of other names that were answered before one failed are kept beside it',
    found('refused', { partialResult: resultOf('hit') }),
    fields({ is: 'unanswered', partial: fields({ hits: [hit] }) }),
  ],
  [
    'other names without a hit are known by their ids only',
    found('refused', { partialResult: resultOf('clear') }),
    { ...UNANSWERED, screeningIds: ['id-1'] },
  ],
  [
    'other names of what has no hits at all are known by their ids only',
    found('refused', { partialResult: { kind: 'result', interpret: () => resultOf('clear').interpret() } }),
    { ...UNANSWERED, screeningIds: ['id-1'] },
  ],
  ['where nothing was found, nothing is kept beside it', found('refused', {}), UNANSWERED],
])('%s', (_, came, result) => {
  expect(resultFor(came)).toEqual(result);
});

test('what other names said before one failed is read back as it came', () => {
  const came = { ...found('refused', { partialResult: resultOf('hit') }), ownData: { country: 'AE' } };
  const result = resultFor(came);
  if (result.is !== 'unanswered') throw new Error('It was not answered.');
  expect(storedReplies(result.partial?.payload)).toMatchObject({
    ...{ replies: [{ kind: 'text' }], ownData: { country: 'AE' } },
  });
});

describe('a stored reply', () => {
  test('is read as it came', () => {
    const result = resultFor({ itemState: failed(0), taskResult: resultOf('clear') });
    if (result.is !== 'answered') throw new Error('It was answered.');
    const stored = storedReplies(JSON.parse(JSON.stringify(result.payload)));
    const asItCame = { ...aReply(aRecord()), sha256: expect.any(Function) as () => string };
    expect(stored).toEqual({ replies: [asItCame], question: { requesterId: 'team-1' } });
  });

  test.each([null, {}, { reply: {} }, { reply: { text: 'x' }, question: {} }, 'text'])(
    'that is none (%j) is not taken for one',
    (payload) => {
      expect(storedReplies(payload)).toBeUndefined();
    },
  );
});

test('a queue that keeps nothing sends every item, waits for all of them, and concludes each once', async () => {
  const queue = plainQueue(2, () => NOT_SENT);
  expect(await queue.open()).toBe(2);
  expect(await queue.next()).toMatchObject({ is: 'send', items: [{ itemIndex: 0 }, { itemIndex: 1 }] });
  expect(await queue.next()).toEqual({ is: 'wait', concluded: [] });
  const items = [1, 2].map(() => ({ itemState: NOT_SENT, attempts: new Attempts() }));
  expect(await queue.next({ is: 'cameBack', batch: { sent: [], items, companyMs: 0 } })).toEqual({
    is: 'over',
    concluded: [
      { itemIndex: 0, itemState: NOT_SENT },
      { itemIndex: 1, itemState: NOT_SENT },
    ],
  });
  expect(await queue.next()).toEqual({ is: 'over', concluded: [] });
});
