// What the register is told of a request that came back: never that nothing was sent, if it may have been paid for.
import { storedReplies } from '../../nodes/CompanyScreening/operations/shared/storedVerdict';
import type { TaskResult } from '../../nodes/CompanyScreening/operations/shared/taskResult';
import type { RegisterTask } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { plainQueue, type SentItem } from '../../nodes/CompanyScreening/run/state/workQueue';
import { sentResult } from '../../nodes/CompanyScreening/run/register/registerList';
import { screeningEndpoint } from '../../nodes/CompanyScreening/service/endpoints';
import { OperationFailure, type WorkState } from '../../nodes/CompanyScreening/service/failure';
import type { Outcome } from '../../nodes/CompanyScreening/service/outcome';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { aCredential, aRecord, aReply } from './builders';
import { Attempts } from '../../nodes/CompanyScreening/run/state/attempts';

const COMPANY = 'c'.repeat(64);
const ASKED_AT = new Date('2025-03-01T08:00:00Z');
const ANSWERED_AT = new Date('2025-03-01T08:00:03Z');
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
    made.answered = {
      environment: 'sandbox',
      request,
      sentAt: ASKED_AT,
      answeredAt: ANSWERED_AT,
      reply: aReply(aRecord()),
    };
  }
  return made;
}

const resultOf = (outcome: Outcome, reason: string | null = null): TaskResult => ({
  kind: 'result',
  knownHits: () => (outcome === 'hit' ? [hit] : []),
  decide: () => ({ receipt: { id: 'id-1', outcome, reason, hits: 0 }, makeItems: () => [] }),
});

const subject = { name: 'Alder Ltd', referenceId: 'case-1' };
const failed = (error: unknown): SentItem['itemState'] => ({
  state: 'failed',
  subject,
  error,
  sent: true,
  binary: {},
});
const failure = (state: WorkState, receiptId: string | null = null) =>
  new OperationFailure({ message: 'It failed.', state, receiptId });

describe('an answer', () => {
  test.each([
    ['clear', null],
    ['hit', null],
    ['hit', 'hitCountMismatch'],
    ['review', 'pending'],
  ] as const)('of %s (%s) is stored with its reply, its hits and what was asked', (outcome, reason) => {
    const itemState = {
      state: 'answered',
      subject,
      taskResult: resultOf(outcome, reason),
      binary: {},
    } as const;
    const came = { itemState, attempts: attempts({ answered: true }), taskResult: itemState.taskResult };
    expect(sentResult(COMPANY, kept, came)).toMatchObject({
      is: 'answered',
      company: COMPANY,
      screenedAt: '2025-03-01T08:00:03.000Z',
      screeningId: 'id-1',
      outcome,
      reason: reason ?? '',
      hits: outcome === 'hit' ? [hit] : [],
      payload: { question: { requesterId: 'team-1' } },
    });
    expect(sentResult(COMPANY, kept, came)).not.toHaveProperty('otherScreeningIds');
  });

  test('without a verdict, as an accepted request is, has no hits', () => {
    const requested: TaskResult = {
      kind: 'result',
      decide: () => ({
        receipt: { id: 'id-1', outcome: 'requested', reason: null, hits: 0 },
        makeItems: () => [],
      }),
    };
    const itemState = { state: 'answered', subject, taskResult: requested, binary: {} } as const;
    const came = { itemState, attempts: attempts({ answered: true }), taskResult: requested };
    expect(sentResult(COMPANY, kept, came)).toMatchObject({
      is: 'answered',
      outcome: 'requested',
      hits: [],
    });
  });

  test.each([
    ['a name was not answered', { answered: true, names: ['Alder Ltd', 'Alder Trading'] as const }],
    ['no reply is there', { answered: false, names: ['Alder Ltd'] as const }],
  ])('that the screening failed is none of the company if %s', (_, { answered, names }) => {
    const itemState = failed(failure('failedAtService', 'id-7'));
    const named = { ...kept, company: { ...kept.company, names } };
    expect(sentResult(COMPANY, named, { itemState, attempts: attempts({ answered }) })).toEqual({
      is: 'unanswered',
      company: COMPANY,
      sentAt: '2025-03-01T08:00:00.000Z',
      screeningIds: ['id-7'],
    });
  });

  test('is stored although its file could not be kept', () => {
    const itemState = failed(failure('unresolved'));
    const came = { itemState, attempts: attempts({ answered: true }), taskResult: resultOf('clear') };
    expect(sentResult(COMPANY, kept, came)).toMatchObject({ is: 'answered', outcome: 'clear' });
  });

  test('that the screening failed is stored as an error, with its id', () => {
    const itemState = failed(failure('failedAtService', 'id-7'));
    const came = { itemState, attempts: attempts({ answered: true }) };
    expect(sentResult(COMPANY, kept, came)).toMatchObject({
      is: 'answered',
      outcome: 'error',
      screeningId: 'id-7',
      hits: [],
    });
  });
});

test.each(['uncertain', 'unresolved'] as const)('what is %s may have been paid for', (state) => {
  for (const answered of [false, true]) {
    expect(
      sentResult(COMPANY, kept, { itemState: failed(failure(state)), attempts: attempts({ answered }) }),
    ).toEqual({ is: 'unanswered', company: COMPANY, sentAt: '2025-03-01T08:00:00.000Z' });
  }
});

test.each(['refused', 'safe', 'unsendable'] as const)('what is %s was not paid for', (state) => {
  for (const answered of [false, true]) {
    expect(
      sentResult(COMPANY, kept, { itemState: failed(failure(state)), attempts: attempts({ answered }) }),
    ).toEqual({ is: 'notCharged', company: COMPANY });
  }
});

test('a mistake of ours once a request went out may have been paid for; before one, nothing was sent', () => {
  const itemState = failed(new Error('a mistake'));
  for (const answered of [true, false])
    expect(sentResult(COMPANY, kept, { itemState, attempts: attempts({ answered }) })).toMatchObject({
      is: 'unanswered',
    });
  expect(sentResult(COMPANY, kept, { itemState, attempts: new Attempts() })).toMatchObject({
    is: 'notCharged',
  });
});

test('an item whose turn did not come was not sent', () => {
  const itemState = { state: 'notSent', subject } as const;
  expect(sentResult(COMPANY, kept, { itemState, attempts: new Attempts() })).toEqual({
    is: 'notCharged',
    company: COMPANY,
  });
});

describe('a stored reply', () => {
  test('is read as it came', () => {
    const came = {
      itemState: failed(0),
      attempts: attempts({ answered: true }),
      taskResult: resultOf('clear'),
    };
    const result = sentResult(COMPANY, kept, came);
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

test('the ids of names that were answered before one failed are kept, with hits or without', () => {
  const made = attempts({ answered: true });
  made.beginNext();
  const part = (id: string) => ({ name: 'Alder Ltd', referenceId: 'case-1', id, outcome: 'clear' as const });
  const receipt = { id: 'id-1; id-2', outcome: 'clear', reason: null, hits: 0 } as const;
  const partialResult: TaskResult = {
    ...resultOf('clear'),
    decide: () => ({ receipt: { ...receipt, parts: [part('id-1'), part('id-2')] }, makeItems: () => [] }),
  };
  const itemState = { ...failed(failure('unresolved', 'id-3')), partialResult } as SentItem['itemState'];
  expect(sentResult(COMPANY, kept, { itemState, attempts: made })).toMatchObject({
    is: 'unanswered',
    screeningIds: ['id-1', 'id-2', 'id-3'],
  });
});

test('what other names said before one failed is kept beside it', () => {
  const made = attempts({ answered: true });
  made.beginNext();
  const names = ['Alder Ltd', 'Alder Trading'] as const;
  const itemState = {
    ...failed(failure('refused')),
    partialResult: resultOf('hit'),
  } as SentItem['itemState'];
  const named = { ...kept, company: { ...kept.company, names }, ownData: { country: 'AE' } };
  const result = sentResult(COMPANY, named, { itemState, attempts: made });
  expect(result).toMatchObject({ is: 'unanswered', partial: { hits: [hit] } });
  const { partial } = result as Extract<typeof result, { is: 'unanswered' }>;
  expect(storedReplies(partial?.payload)).toMatchObject({
    replies: [{ kind: 'text' }],
    ownData: { country: 'AE' },
  });
});

test.each([
  ['names without a hit', { partialResult: resultOf('clear') }, { screeningIds: ['id-1'] }],
  [
    'what has no hits at all',
    { partialResult: { kind: 'result', decide: () => resultOf('clear').decide() } },
    { screeningIds: ['id-1'] },
  ],
  ['nothing', {}, {}],
])('after %s, one that failed has no hits beside it', (_, partial, ids) => {
  const made = attempts({ answered: true });
  made.beginNext();
  const itemState = { ...failed(failure('refused')), ...partial } as SentItem['itemState'];
  const named = { ...kept, company: { ...kept.company, names: ['Alder Ltd', 'Alder Trading'] as const } };
  expect(sentResult(COMPANY, named, { itemState, attempts: made })).toEqual({
    is: 'unanswered',
    company: COMPANY,
    sentAt: '2025-03-01T08:00:00.000Z',
    ...ids,
  });
});

test('a queue that keeps nothing sends every item, waits for all of them, and concludes each once', async () => {
  const queue = plainQueue(2, () => ({ state: 'notSent', subject }));
  expect(await queue.open()).toBe(2);
  expect(await queue.next()).toMatchObject({ is: 'send', items: [{ itemIndex: 0 }, { itemIndex: 1 }] });
  expect(await queue.next()).toEqual({ is: 'wait', concluded: [] });
  const itemState = { state: 'notSent', subject } as const;
  const items = [1, 2].map(() => ({ itemState, attempts: new Attempts() }));
  expect(await queue.next({ is: 'cameBack', batch: { sent: [], items, companyMs: 0 } })).toEqual({
    is: 'over',
    concluded: [
      { itemIndex: 0, itemState },
      { itemIndex: 1, itemState },
    ],
  });
  expect(await queue.next()).toEqual({ is: 'over', concluded: [] });
});
