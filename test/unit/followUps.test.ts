// What becomes of a screening that was Pending: asked for by its id, until it is finished or the time is up.
import type { Answer } from '../../nodes/CompanyScreening/operations/answer';
import type { Inquiry, Reading } from '../../nodes/CompanyScreening/operations/requestTask';
import { Attempts, type AnsweredRequest } from '../../nodes/CompanyScreening/run/attempts';
import { FollowUps } from '../../nodes/CompanyScreening/run/followUps';
import { RunStopped } from '../../nodes/CompanyScreening/run/runStop';
import type { Sender } from '../../nodes/CompanyScreening/run/sending';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { aCredential, aReply } from './builders';

const answer = (pendingId?: string, hits?: number): Answer => ({
  kind: 'answer',
  ...(hits === undefined ? {} : { hits }),
  ...(pendingId === undefined ? {} : { pendingId }),
  decide: () => ({ receipt: { id: '', outcome: 'review', reason: null, hits: 0 }, makeItems: () => [] }),
});
const DONE = answer();
const WAITS = answer('id-1');
const failure = (state: 'failedAtService' | 'refused') =>
  new OperationFailure({ state, receiptId: null, message: 'It broke.' });
const POST: AnsweredRequest = {
  environment: 'sandbox',
  request: { method: 'POST', url: 'https://api.example.com/screen' },
  sentAt: new Date(0),
  answeredAt: new Date(1),
  reply: aReply('first'),
};

/** @param replies what each question came to, one after the other */
async function follow(
  replies: readonly (Error | Reading)[],
  more: { first?: Answer; url?: string; untilMs?: number } = {},
) {
  const { first = WAITS, url = 'https://api.example.com/id-1', untilMs = 30 } = more;
  const left = [...replies];
  const waits: number[] = [];
  // A clock does not begin with the run.
  let now = 5_000;
  const sender: Pick<Sender, 'ask' | 'settings' | 'wait'> = {
    settings: () => Promise.resolve(readSettings(aCredential())),
    wait: (ms) => {
      now += ms;
      waits.push(ms);
      return Promise.resolve();
    },
    ask(inquiry, asked, attempts) {
      expect(asked).toEqual({ times: 1, sinceMs: 0 });
      const request = inquiry.toRequest(readSettings(aCredential()));
      attempts.answered = { ...POST, request, reply: aReply(`reply ${waits.length}`, 200, 'GET') };
      const next = left.shift() ?? WAITS;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
  };
  const inquiry: Inquiry = {
    subject: { name: 'A', referenceId: null },
    toRequest: () => POST.request,
    read: () => DONE,
    details: {
      toRequest: () => (url === '' ? undefined : { method: 'GET', url }),
      waitMs: ({ times, sinceMs }) => (sinceMs < untilMs ? times * 10 : undefined),
    },
  };
  const attempts = new Attempts();
  attempts.answered = POST;
  const followUps = new FollowUps({ sender, clock: { monotonicMs: () => now } });
  let timesOutside = 0;
  const outside = async <R>(waiting: Promise<R>) => {
    timesOutside += 1;
    return await waiting;
  };
  const came = await followUps.follow(inquiry, first, attempts, outside).catch((error: unknown) => error);
  return { came, attempts, waits, timesOutside, notes: followUps.notes() };
}

test('it is asked for until it is finished; the place in the queue is free meanwhile', async () => {
  const { came, attempts, waits, timesOutside, notes } = await follow([WAITS, DONE]);

  expect(came).toBe(DONE);
  expect(waits).toEqual([10, 20]);
  expect(timesOutside).toBe(2);
  expect(attempts.answered).toMatchObject({ request: { method: 'GET' }, reply: { text: 'reply 2' } });
  expect(attempts.answered?.screening).toBe(POST);
  expect(notes).toEqual([
    '1 Pending screening was asked for again by ID, which is no new screening: 1 has an answer now.',
  ]);
});

test('what is still Pending when the time is up is Pending', async () => {
  const { came, waits, attempts, notes } = await follow([]);

  expect(came).toBe(WAITS);
  expect(waits).toEqual([10, 20]);
  expect(attempts.answered?.screening).toBe(POST);
  expect(notes[0]).toMatch(/0 have an answer now, 1 is still Pending\.$/);
});

test.each([
  ['a failure', failure('refused'), 1],
  ['the end of the run', new RunStopped(), 0],
])('%s leaves the last answer as it was', async (_, error, sentences) => {
  const { came, attempts, notes } = await follow([error]);

  expect(came).toBe(WAITS);
  expect(attempts.answered).toBe(POST);
  expect(notes).toHaveLength(sentences);
  if (sentences > 0)
    expect(notes[0]).toBe(
      '1 Pending screening could not be asked for again by ID, so the Pending answer stands as it was. It broke. If that goes on, check Screening Details Path in the credential.',
    );
});

test('a failure after an answer leaves that one', async () => {
  const second = answer('id-1');
  const { came, attempts } = await follow([second, failure('refused')]);

  expect(came).toBe(second);
  expect(attempts.answered?.reply).toMatchObject({ text: 'reply 1' });
});

test('that the screening has failed is an answer', async () => {
  const { came, attempts, notes } = await follow([failure('failedAtService')]);

  expect(came).toMatchObject({ message: 'It broke.' });
  expect(attempts.answered?.screening).toBe(POST);
  expect(notes).toEqual([]);
});

test('what is finished, or has no address, is not asked for', async () => {
  expect(await follow([], { first: DONE })).toMatchObject({ came: DONE, waits: [], notes: [] });
  expect(await follow([], { url: '' })).toMatchObject({ came: WAITS, waits: [], notes: [] });
});

test('hits that it named are not lost to a later answer without them', async () => {
  const first = answer('id-1', 2);
  for (const later of [answer('id-1'), answer(undefined, 1), DONE]) {
    const { came, attempts } = await follow([later], { first });
    expect(came).toBe(first);
    expect(attempts.answered).toBe(POST);
  }
  const finished = answer(undefined, 2);
  expect((await follow([finished], { first })).came).toBe(finished);
  expect((await follow([answer('id-1', 1), finished])).came).toBe(finished);
});

test('what is not asked for, since the time is up at once, is not counted', async () => {
  expect(await follow([], { untilMs: 0 })).toMatchObject({ came: WAITS, waits: [], notes: [] });
});

test('a reply that asks for patience is no answer', async () => {
  const { came, attempts } = await follow([{ kind: 'askAgain', afterMs: 1 }]);
  expect(came).toBe(WAITS);
  expect(attempts.answered).toBe(POST);
});

describe('screenings of an earlier run', () => {
  /** Asks for as many as there are replies, one after the other; says which of them were asked for, and which were answered. */
  async function askForEach(replies: readonly (Answer | Error)[]) {
    const asked: number[] = [];
    const answered: number[] = [];
    let place = 0;
    const sender: Pick<Sender, 'ask' | 'settings' | 'wait'> = {
      settings: () => Promise.resolve(readSettings(aCredential())),
      wait: () => Promise.resolve(),
      ask(_, __, attempts) {
        asked.push(place);
        attempts.answered = POST;
        const reply = replies[place] ?? DONE;
        return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
      },
    };
    const followUps = new FollowUps({ sender, clock: { monotonicMs: () => 0 } });
    const inquiry = {
      subject: { name: 'A', referenceId: null },
      toRequest: () => POST.request,
      read: () => DONE,
    };
    for (place = 0; place < replies.length; place++)
      if (await followUps.askOnce(inquiry, POST.request)) answered.push(place);
    return { asked, answered, notes: followUps.notes() };
  }
  const refusals = (count: number) => Array.from({ length: count }, () => failure('refused'));

  test('are asked for once each, and counted', async () => {
    const { asked, answered, notes } = await askForEach([
      DONE,
      WAITS,
      WAITS,
      ...refusals(2),
      failure('failedAtService'),
    ]);
    expect(asked).toEqual([0, 1, 2, 3, 4, 5]);
    expect(answered).toEqual([0, 1, 2, 5]);
    expect(notes).toEqual([
      '4 Pending screenings were asked for again by ID, which is no new screening: 2 have an answer now, 2 are still Pending.',
      '2 Pending screenings could not be asked for again by ID, so the Pending answer stands as it was. It broke. If that goes on, check Screening Details Path in the credential.',
    ]);
  });

  test('are asked for no more after ten at an address that has answered nothing', async () => {
    expect((await askForEach(refusals(12))).asked).toHaveLength(10);
    for (const answers of [[DONE], [WAITS], [DONE, WAITS]])
      expect((await askForEach([...answers, ...refusals(12)])).asked).toHaveLength(12 + answers.length);
  });
});
