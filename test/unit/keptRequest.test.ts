// What comes out of an annual returns request that the register holds: its id and its address, or an error; never a verdict.
import { AcknowledgementReader } from '../../nodes/CompanyScreening/operations/annualReturns/acknowledgement';
import { keptRequest } from '../../nodes/CompanyScreening/operations/annualReturns/keptRequest';
import { storedRequest } from '../../nodes/CompanyScreening/operations/annualReturns/storedRequest';
import { IdOwners } from '../../nodes/CompanyScreening/operations/idOwners';
import { payloadOf } from '../../nodes/CompanyScreening/operations/held';
import type { Holding } from '../../nodes/CompanyScreening/operations/holding';
import { NO_CHANGES } from '../../nodes/CompanyScreening/register/changes';
import type { Case } from '../../nodes/CompanyScreening/register/decisions/cases';
import type { Company } from '../../nodes/CompanyScreening/register/identity';
import type { CompanySettlement } from '../../nodes/CompanyScreening/register/messages';
import type { SoundAnswer } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { aReply } from './builders';
import { anAnswer } from './register/anAnswer';

const NUMBER = '12345678901234';
const ASKED_AT = '2026-01-01T00:00:00.000Z';
const URI = 'https://service.example/requests/id-1';
const ACCEPTED = { id: 'id-1', requestUri: URI, status: 'Pending' };
const company: Company = {
  key: NUMBER,
  names: [NUMBER],
  option: 'AnnualReturns',
  environment: 'production',
  baseUrl: 'https://service.example',
};

const held = (reply: unknown, changes: Partial<Holding> = {}): Holding => ({
  replies:
    reply === undefined
      ? []
      : [{ reply: aReply(reply), name: NUMBER, place: 0, question: {}, referenceId: '' }],
  judge: ({ outcome }) => ({ outcome, reason: null }),
  cases: [],
  changes: NO_CHANGES,
  news: { is: 'notAsked' },
  remembered: true,
  referenceId: '',
  screenedAt: ASKED_AT,
  ...changes,
});
const itemsOf = (of: Holding) =>
  keptRequest(new AcknowledgementReader(NUMBER, new IdOwners()))
    .recall(of, 'production')
    .decide()
    .makeItems()
    .map(({ json }) => json);
function failureOf(of: Holding): OperationFailure['details'] {
  try {
    itemsOf(of);
  } catch (error) {
    if (error instanceof OperationFailure) return error.details;
  }
  throw new Error('It did not fail.');
}
const doubt = (reason: string): Partial<Holding> => ({ judge: () => ({ outcome: 'review', reason }) });

test('the register knows a request by its number, apart from a company that is screened under it', () => {
  expect(keptRequest(new AcknowledgementReader(NUMBER, new IdOwners()))).toMatchObject({
    company: { key: NUMBER, names: [NUMBER], option: 'AnnualReturns' },
    question: {},
  });
});

test('an accepted request comes out with its id, its address, and when it was made', () => {
  const expected = {
    registrationNumber: NUMBER,
    ...ACCEPTED,
    environment: 'production',
    remembered: true,
    requestedAt: ASKED_AT,
  };
  expect(itemsOf(held(ACCEPTED))).toEqual([expected]);
  expect(itemsOf(held({ ...ACCEPTED, remembered: 'no', extra: 1 }, { remembered: false }))).toEqual([
    { ...expected, remembered: false, extra: 1 },
  ]);
});

test('a reply is read once: what the register was told of it is what comes out', () => {
  const reader = new AcknowledgementReader(NUMBER, new IdOwners());
  const reply = aReply(ACCEPTED);
  reader.read(reply, 'production');
  Object.assign(reply, { text: 'It cannot be read any more.' });
  const of = {
    ...held(undefined),
    replies: [{ reply, name: NUMBER, place: 0, question: {}, referenceId: '' }],
  };
  const { makeItems } = keptRequest(reader).recall(of, 'production').decide();
  expect(makeItems()).toMatchObject([{ json: { ...ACCEPTED, remembered: true } }]);
});

test('what could not be stored comes out all the same', () => {
  expect(itemsOf(held(ACCEPTED, doubt('notStored')))).toMatchObject([ACCEPTED]);
});

test.each([
  ['noAnswer', 'unresolved', /was sent at 2026-01-01T00:00:00\.000Z, and no answer is in the register/],
  ['beingScreened', 'unsendable', /another run is requesting this number/],
  ['contradiction', 'unresolved', /was changed or contradicts itself/],
  ['damagedRow', 'unresolved', /was changed or contradicts itself/],
] as const)('%s is a failure that is %s', (reason, state, message) => {
  for (const reply of [undefined, ACCEPTED]) {
    const failure = failureOf(held(reply, doubt(reason)));
    expect(failure).toMatchObject({ state, message: expect.stringMatching(message) as string });
    expect(failure.advice).not.toBe('');
    expect(failure.endsRun).toBeUndefined();
  }
});

const aCase: Case = {
  ...{ company: 'c', mark: 'm1', fingerprint: '', caseId: 'case-1', about: 'company' },
  ...{ standing: { is: 'open' }, since: ASKED_AT, hit: null, last: [] },
};

test('a request without an answer is said not to be made again, and how a person has it made all the same', () => {
  const failure = failureOf(held(undefined, { ...doubt('noAnswer'), cases: [aCase] }));
  expect(failure.explanation).toBe('It is not requested again by itself.');
  expect(failure.advice).toMatch(/^To request it all the same, record the decision sendAgain/);
  expect(failure.advice).not.toMatch(/switch off/i);
  expect(failure.caseId).toBe('case-1');
  expect(failureOf(held(undefined, doubt('noAnswer')))).not.toHaveProperty('caseId');
});

test('a request with the id of another number is a failure that names both the id and the case', () => {
  const failure = failureOf(held(ACCEPTED, { ...doubt('otherRequest'), cases: [aCase] }));
  expect(failure).toMatchObject({ state: 'unresolved', receiptId: 'id-1', caseId: 'case-1' });
  expect(failure.message).toMatch(/another registration number got the same request id/);
  expect(failure.advice).toMatch(/request id id-1 is\. To request it all the same, .*sendAgain/);
  expect(failureOf(held(ACCEPTED, doubt('otherRequest')))).not.toHaveProperty('caseId');
});

test('without a reply it is judged as one that a person has to look at', () => {
  const judged: string[] = [];
  const judge: Holding['judge'] = ({ outcome }) => {
    judged.push(outcome);
    return { outcome, reason: null };
  };
  expect(() => itemsOf(held(undefined, { judge }))).toThrow(OperationFailure);
  itemsOf(held(ACCEPTED, { judge }));
  expect(judged).toEqual(['review', 'requested']);
});

test('without a reply there is nothing to give out, and without a time none is named', () => {
  expect(failureOf(held(undefined)).message).toMatch(/sent at 2026/);
  expect(failureOf(held(undefined, { screenedAt: '' })).message).toMatch(/sent before/);
});

test('a request that failed at the service is that failure on every later day', () => {
  expect(failureOf(held({ ...ACCEPTED, status: 'Failed' }))).toMatchObject({
    state: 'failedAtService',
    receiptId: 'id-1',
  });
});

describe('Get Many', () => {
  const stored = (by: Partial<SoundAnswer>, reply: unknown = ACCEPTED): CompanySettlement => {
    const answer = anAnswer(company, 'm1', { outcome: 'requested', ...by });
    answer.data.payload = JSON.parse(JSON.stringify(payloadOf([aReply(reply)], { question: {} }))) as null;
    return {
      is: 'answer',
      company: answer.company,
      answer,
      remembered: true,
      stored: true,
      doubt: null,
      changes: NO_CHANGES,
      news: { is: 'notAsked' },
      cases: [],
    };
  };

  test('gives it as the operation does, and says that nothing is wrong', () => {
    expect(storedRequest(stored({}))).toEqual({
      key: NUMBER,
      time: ASKED_AT,
      item: {
        outcome: 'requested',
        json: {
          registrationNumber: NUMBER,
          ...ACCEPTED,
          environment: 'production',
          remembered: true,
          requestedAt: ASKED_AT,
          problem: null,
        },
      },
    });
  });

  test.each([
    ['that failed at the service', stored({ outcome: 'error' }, { ...ACCEPTED, status: 'Failed' }), /failed/],
    [
      'that has the id of another number',
      { ...stored({}), doubt: 'otherRequest' } satisfies CompanySettlement,
      /does not belong to this request/,
    ],
    ['whose reply cannot be read', stored({}, { nothing: true }), /contradicts itself/],
    [
      'that is without an answer',
      {
        is: 'withoutVerdict',
        company: 'c',
        doubt: 'noAnswer',
        mark: 'm1',
        referenceId: '',
        askedAt: ASKED_AT,
        answers: [anAnswer(company, 'm1', { kind: 'none', outcome: 'error', reason: 'noAnswer' })],
        cases: [],
        changes: NO_CHANGES,
      } satisfies CompanySettlement,
      /no answer is in the register/,
    ],
  ] as const)('gives one %s with what is wrong', (_, settled, problem) => {
    expect(storedRequest(settled)).toMatchObject({
      key: NUMBER,
      time: ASKED_AT,
      item: {
        outcome: 'error',
        json: {
          registrationNumber: NUMBER,
          requestUri: null,
          remembered: true,
          requestedAt: ASKED_AT,
          problem: expect.stringMatching(problem) as string,
        },
      },
    });
  });

  test('leaves out what was screened, and what nobody can name', () => {
    const screened = anAnswer({ ...company, option: 'Both' }, 'm1');
    expect(storedRequest({ ...stored({}), answer: screened } as CompanySettlement)).toBeUndefined();
    const nameless = {
      mark: '',
      referenceId: 'r',
      askedAt: '',
      answers: [],
      changes: NO_CHANGES,
      cases: [],
    };
    expect(
      storedRequest({ is: 'withoutVerdict', company: 'c', doubt: 'noAnswer', ...nameless }),
    ).toBeUndefined();
  });
});
