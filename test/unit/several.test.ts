// Several requests for one item: what is said when all of them, or only some, were answered. And what the register holds of it.
import {
  askedAtOf,
  payloadOf,
  taskResultOf,
  referenceIdOf,
  repliesByName,
  storedReplies,
} from '../../nodes/CompanyScreening/operations/shared/storedVerdict';
import type {
  StoredVerdict,
  Task,
  TaskResult,
} from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { NO_CHANGES } from '../../nodes/CompanyScreening/register/facts/history';
import type { Company } from '../../nodes/CompanyScreening/register/rows/identity';
import {
  newestAnswerOf,
  type ScreenedResult,
} from '../../nodes/CompanyScreening/register/companies/companyResult';
import type { IntactAnswer } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { RunStopped } from '../../nodes/CompanyScreening/run/state/runStop';
import { failedAfterOthers, readAsDuplicate, readReplies } from '../../nodes/CompanyScreening/run/taskSender';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import type { ServiceReply } from '../../nodes/CompanyScreening/service/reply';
import { aReply } from './builders';
import { aCompany, anAnswer } from './register/anAnswer';
import { answerTo } from './register/answerTo';
import { Attempts } from '../../nodes/CompanyScreening/run/state/attempts';

const subject = { name: 'Mill', referenceId: 'r-1' };
const textsOf = (replies: readonly ServiceReply[]) =>
  replies.map((reply) => (reply.kind === 'text' ? reply.text : ''));
/** A result that is called like the replies that it was read from. */
const resultFrom = (replies: readonly ServiceReply[]): TaskResult => ({
  kind: 'result',
  interpret: () => ({
    receipt: {
      ...{ id: textsOf(replies).join(), outcome: 'clear', reason: null, hits: 0 },
      parts: textsOf(replies).map((id) => ({ name: id, referenceId: '', id, outcome: 'clear' as const })),
    },
    makeItems: () => [],
  }),
});
const request = { toRequest: () => ({ method: 'POST', url: '' }) as const, read: () => resultFrom([]) };
const plain: Task = { ...request, subject, duplicateKey: null, evidence: false };
const task: Task = {
  ...plain,
  others: ['Old Mill', 'Mill & Co'].map((name, index) => ({
    ...request,
    subject: { name, referenceId: `r-${index + 2}` },
  })),
  readAll: (replies) => resultFrom(replies),
};
/** Each of these was answered, and the next one begun. */
function attempts(...texts: string[]): Attempts {
  const made = new Attempts();
  for (const text of texts) {
    made.count = 1;
    made.replied = {
      ...{ environment: 'sandbox', request: { method: 'POST', url: '' } },
      ...{ sentAt: new Date(0), answeredAt: new Date(0), reply: aReply(text) },
    };
    made.beginNext();
  }
  return made;
}
const idOf = (one: TaskResult | undefined) => one?.interpret().receipt.id;

describe('the requests of an item', () => {
  test('are counted each for itself, and the next one is begun only after an answer', () => {
    const made = attempts('a', 'b');
    expect(made.answeredBefore.map(({ count }) => count)).toEqual([1, 1]);
    expect([made.count, made.replied]).toEqual([0, undefined]);
    expect(() => {
      made.beginNext();
    }).toThrow('The request before has no answer.');
  });

  test('are read together', () => {
    expect(idOf(readReplies(task, attempts('a', 'b').answeredBefore))).toBe('a,b');
    const none = 'There is no reply that this task can read.';
    expect(() => readReplies(task, [])).toThrow(none);
    expect(() => readReplies(plain, attempts('a').answeredBefore)).toThrow(none);
  });
});

describe('an item that shares the requests of another one', () => {
  const other = { name: 'The Mill', referenceId: 'r-9' };
  const answered = { state: 'answered', subject: other, taskResult: resultFrom([]), binary: {} } as const;
  const failed = { state: 'failed', subject: other, error: 0, sent: true, binary: {} } as const;

  test('takes what came of it, if it may say no more', () => {
    expect(readAsDuplicate(plain, { itemState: answered, attempts: attempts('a') })).toBe(answered);
  });

  test('reads all replies itself, under its own name', () => {
    const step = readAsDuplicate(task, { itemState: answered, attempts: attempts('a', 'b', 'c') });
    expect(step).toMatchObject({ state: 'answered', subject });
    expect(step.state === 'answered' && idOf(step.taskResult)).toBe('a,b,c');
  });

  test('reads those before the one that failed, if anything was found', () => {
    const found = { ...failed, partialResult: resultFrom([]) };
    const step = readAsDuplicate(task, { itemState: found, attempts: attempts('a') });
    expect(step).toMatchObject({ state: 'failed', subject });
    expect(step.state === 'failed' && idOf(step.partialResult)).toBe('a');
    expect(readAsDuplicate(task, { itemState: failed, attempts: attempts() })).toEqual({
      ...failed,
      subject,
    });
    const notSent = { state: 'notSent', subject: other } as const;
    expect(readAsDuplicate(task, { itemState: notSent, attempts: attempts() })).toEqual({
      ...notSent,
      subject,
    });
  });
});

describe('a failure after others were answered', () => {
  const answered = [
    { name: 'a', referenceId: '', id: 'a', outcome: 'clear' },
    { name: 'b', referenceId: '', id: 'b', outcome: 'clear' },
  ];

  test.each([
    ['refused', false],
    ['uncertain', true],
  ] as const)('that is %s leaves what they said, and says that they are paid for', (state, mayBeCharged) => {
    const refused = new OperationFailure({ state, message: 'No.' });
    const { partialResult, error } = failedAfterOthers(task, attempts('a', 'b'), refused);
    expect(idOf(partialResult)).toBe('a,b');
    expect(error).toBeInstanceOf(OperationFailure);
    const after = { name: 'Mill & Co', referenceId: 'r-3', mayBeCharged, answered };
    expect(error).toMatchObject({
      details: { state: 'staysUncertain', message: 'No.', receiptId: null, after },
    });
  });

  test('is one as well if the run stopped in between', () => {
    const { error } = failedAfterOthers(task, attempts('a'), new RunStopped());
    expect(error).toMatchObject({
      details: {
        ...{ state: 'staysUncertain', receiptId: null },
        message: 'The run stopped before the company was screened under all of its names.',
        after: { name: 'Old Mill', referenceId: 'r-2', mayBeCharged: false, answered: answered.slice(0, 1) },
      },
    });
  });

  test('names no receipts where what was found has none', () => {
    const receipt = { id: 'a', outcome: 'clear', reason: null, hits: 0 } as const;
    const found: TaskResult = { kind: 'result', interpret: () => ({ receipt, makeItems: () => [] }) };
    const { error } = failedAfterOthers({ ...task, readAll: () => found }, attempts('a'), new RunStopped());
    expect(error).toMatchObject({ details: { after: { answered: [] } } });
  });

  test('that is a mistake of ours stays one', () => {
    const mistake = new TypeError('a mistake');
    expect(failedAfterOthers(task, attempts('a'), mistake).error).toBe(mistake);
    const refused = new OperationFailure({ state: 'refused', message: 'No.' });
    expect(failedAfterOthers(task, attempts('a', 'b', 'c'), refused).error).toBe(refused);
  });
});

const company: Company = { ...aCompany('Mill', 'P-1'), names: ['Mill', 'Old Mill'] };

describe('what the register holds of a company', () => {
  const question = { requesterId: 'team' };
  const stored = ([first = '', ...others]: readonly string[], by: Partial<IntactAnswer> = {}) =>
    answerTo(company, 'm', [aReply(first), ...others.map((text) => aReply(text))], by);
  const about = { company: 'c', cases: [], changes: NO_CHANGES };
  const settled = (answer: IntactAnswer, more = {}): ScreenedResult => ({
    ...{ is: 'answer', ...about, answer, remembered: true, stored: true, doubt: null },
    news: { is: 'notAsked' },
    ...more,
  });
  const doubtful = (answers: IntactAnswer[], doubt: 'beingScreened' | 'noAnswer'): ScreenedResult => ({
    ...{ is: 'withoutVerdict', ...about, doubt, stored: true, claimId: 'm', referenceId: 'r-5' },
    ...{ askedAt: '2026-02-02', answers },
  });
  /** What it is recalled from. */
  function verdictsFor(one: ScreenedResult, isReadable = true): StoredVerdict[] {
    const asked: StoredVerdict[] = [];
    const resultFromStored = (held: StoredVerdict) => {
      asked.push(held);
      if (asked.length === 1 && !isReadable) throw new Error('It cannot be read.');
      return resultFrom([]);
    };
    taskResultOf({ resultFromStored }, one, 'sandbox');
    return asked;
  }
  const ITS_OWN = { referenceId: 'ref', screenedAt: '2026-01-01T00:00:00.000Z' };
  const clear = { outcome: 'clear', reason: null } as const;
  const isHit = { outcome: 'hit', reason: 'pending' } as const;

  test('is each reply, with the name that it is about', () => {
    expect(repliesByName(stored(['a', 'b']))).toMatchObject([
      { name: 'Mill', nameIndex: 0, referenceId: 'ref', question: { requesterId: '' } },
      { name: 'Old Mill', nameIndex: 1, referenceId: 'ref' },
    ]);
  });

  test.each([
    ['answer', ['a'], 0],
    ['answer', ['a', 'b'], 2],
    ['answer', ['a', 'b', 'c'], 0],
    ['unanswered', ['a'], 1],
    ['unanswered', ['a', 'b'], 0],
  ] as const)('is nothing where there are too many or too few replies: %s, %j', (kind, texts, count) => {
    expect(repliesByName(stored(texts, { kind }))).toHaveLength(count);
    expect(repliesByName(anAnswer(company, 'm'))).toEqual([]);
  });

  test('is its answer, whose verdict is that of the register', () => {
    const [held] = verdictsFor(settled(stored(['a', 'b'])));
    expect(held).toMatchObject({ remembered: true, ...ITS_OWN, cases: [], replies: [{}, {}] });
    expect(held?.registerVerdict(clear)).toEqual(clear);
    const [notStored] = verdictsFor(settled(stored(['a', 'b']), { stored: false, cases: ['a case'] }));
    expect(notStored?.cases).toEqual([]);
    expect(notStored?.registerVerdict(clear)).toEqual({ outcome: 'review', reason: 'notStored' });
  });

  test.each([
    ['its replies are not those of its names', stored(['a']), true],
    ['nobody can read it any more', stored(['a', 'b']), false],
  ])('is a review where %s', (_, answer, isReadable) => {
    const held = verdictsFor(settled(answer), isReadable).at(-1);
    expect(held).toMatchObject({ replies: [], remembered: true, ...ITS_OWN, news: { is: 'notAsked' } });
    expect(held?.registerVerdict(clear)).toEqual({ outcome: 'review', reason: 'damagedRow' });
    expect(verdictsFor(settled(answer, { remembered: false }), isReadable).at(-1)?.remembered).toBe(false);
  });

  test.each([
    ['noAnswer', true],
    ['beingScreened', false],
  ] as const)('is a doubt where no verdict came (%s): hits are shown, and nothing is clear', (doubt, was) => {
    const one = doubtful([stored(['a'], { kind: 'unanswered' })], doubt);
    for (const isReadable of [true, false]) {
      const held = verdictsFor(one, isReadable).at(-1);
      expect(held).toMatchObject({
        ...{ remembered: was, referenceId: 'r-5', screenedAt: '2026-02-02', news: { is: 'notAsked' } },
      });
      expect(held?.registerVerdict(clear)).toEqual({ outcome: 'review', reason: doubt });
    }
    const [held] = verdictsFor(one);
    expect(held?.replies).toHaveLength(1);
    expect(held?.registerVerdict(isHit)).toEqual({ outcome: 'hit', reason: doubt });
  });

  test('that failed at the service fails again, and not as something unreadable', () => {
    const failing = () => verdictsFor(settled(stored(['a', 'b'], { outcome: 'error' })), false);
    expect(failing).toThrow('It cannot be read.');
  });

  test('says when it was asked, by what id, and who it is', () => {
    const answer = stored(['a', 'b']);
    const none = doubtful([stored(['a']), stored(['b']), answer], 'noAnswer');
    expect([askedAtOf(settled(answer)), askedAtOf(none)]).toEqual(['2026-01-01T00:00:00.000Z', '2026-02-02']);
    expect([referenceIdOf(settled(answer)), referenceIdOf(none)]).toEqual(['ref', 'r-5']);
    expect([newestAnswerOf(settled(answer)), newestAnswerOf(none)]).toEqual([answer, answer]);
    expect(newestAnswerOf(doubtful([], 'noAnswer'))).toBeUndefined();
  });

  test('is stored with the hash of what was received, and without what there is not', () => {
    const reply: ServiceReply = { ...aReply('a', 200, 'GET'), kind: 'text', text: 'a', sha256: () => 'hash' };
    const payload = payloadOf([reply], { question });
    expect(Object.keys(payload)).toEqual(['reply', 'question']);
    expect(payload.reply).toMatchObject({ method: 'GET', sha256: 'hash', text: 'a' });
    const [read] = storedReplies(payload)?.replies ?? [];
    expect(read?.kind === 'text' && read.sha256()).toBe('hash');
  });

  test('has neither text nor hash where a file came', () => {
    const file = { bytes: Buffer.from('pdf'), contentType: 'application/pdf', name: 'a.pdf' };
    const reply: ServiceReply = { ...aReply('a'), kind: 'file', file };
    expect(payloadOf([reply], { question }).reply).toMatchObject({ text: '', sha256: '' });
  });
});
