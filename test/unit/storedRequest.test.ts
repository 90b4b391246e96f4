// What comes out of an annual returns request that the register holds: its id and its address, or an error; never a verdict.
import { AcknowledgementReader } from '../../nodes/CompanyScreening/operations/annualReturns/acknowledgement';
import {
  registerTaskOf,
  storedRequest,
} from '../../nodes/CompanyScreening/operations/annualReturns/storedRequest';
import { IdOwners, type StoredVerdict } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { NO_CHANGES } from '../../nodes/CompanyScreening/register/facts/history';
import type { Case } from '../../nodes/CompanyScreening/register/cases/cases';
import type { Company } from '../../nodes/CompanyScreening/register/rows/identity';
import type { ScreenedResult } from '../../nodes/CompanyScreening/register/companies/companyResult';
import type { IntactAnswer } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { aReply, aStoredVerdict } from './builders';
import { aCompany, anAnswer } from './register/anAnswer';
import { answerTo } from './register/answerTo';

const NUMBER = '12345678901234';
const ASKED_AT = '2026-01-01T00:00:00.000Z';
const URI = 'https://service.example/requests/id-1';
const ACCEPTED = { id: 'id-1', requestUri: URI, status: 'Pending' };
const company: Company = { ...aCompany(NUMBER), option: 'AnnualReturns', environment: 'production' };

const answer = { name: NUMBER, nameIndex: 0, question: {}, referenceId: '' };
const held = (reply: unknown, changes: Partial<StoredVerdict> = {}): StoredVerdict =>
  aStoredVerdict({
    replies: reply === undefined ? [] : [{ ...answer, reply: aReply(reply) }],
    registerVerdict: ({ outcome }) => ({ outcome, reason: null }),
    ...changes,
  });
const itemsOf = (of: StoredVerdict) =>
  registerTaskOf(new AcknowledgementReader(NUMBER, new IdOwners()))
    .resultFromStored(of, 'production')
    .interpret()
    .makeItems()
    .map(({ json }) => json);
function failureOf(of: StoredVerdict): OperationFailure['details'] {
  try {
    itemsOf(of);
  } catch (error) {
    if (error instanceof OperationFailure) return error.details;
  }
  throw new Error('It did not fail.');
}
const doubt = (reason: string): Partial<StoredVerdict> => ({
  registerVerdict: () => ({ outcome: 'review', reason }),
});

test('the register knows a request by its number, apart from a company that is screened under it', () => {
  expect(registerTaskOf(new AcknowledgementReader(NUMBER, new IdOwners()))).toMatchObject({
    company: { key: NUMBER, names: [NUMBER], option: 'AnnualReturns' },
    question: {},
  });
});

test('a reply is read once: what the register was told of it is what comes out', () => {
  const reader = new AcknowledgementReader(NUMBER, new IdOwners());
  const reply = aReply(ACCEPTED);
  reader.read(reply, company);
  Object.assign(reply, { text: 'It cannot be read any more.' });
  const of = { ...held(undefined), replies: [{ ...answer, reply }] };
  const { makeItems } = registerTaskOf(reader).resultFromStored(of, 'production').interpret();
  expect(makeItems()).toMatchObject([{ json: { ...ACCEPTED, remembered: true } }]);
});

test.each([
  [
    'noAnswer',
    /was requested at 2026-01-01T00:00:00\.000Z, but no answer came.*not requested again automatically.*sendAgain/,
  ],
  ['beingScreened', /^Another run is requesting this number/],
  ['contradiction', /was changed or contradicts itself/],
  ['damagedRow', /was changed or contradicts itself/],
  ['notStored', /could not be kept in the register\. Keep the ID and the requestUri/],
  ['otherRequest', /about another request.*sendAgain/],
] as const)('%s is for review, with what is known of id and address', (reason, explanation) => {
  const said = { outcome: 'review', reason, explanation: expect.stringMatching(explanation) as string };
  expect(itemsOf(held(ACCEPTED, doubt(reason)))).toMatchObject([{ ...ACCEPTED, ...said }]);
  const nothing = { id: null, requestUri: null, status: null };
  if (reason !== 'otherRequest')
    expect(itemsOf(held(undefined, doubt(reason)))).toMatchObject([{ ...nothing, ...said }]);
});

const aCase: Case = {
  ...{ company: 'c', claimId: 'm1', fingerprint: '', caseId: 'case-1', about: 'company' },
  ...{ standing: { is: 'open' }, since: ASKED_AT, hit: null, unansweredRequest: null, last: [] },
};

test('what a person may decide about has its caseId', () => {
  expect(itemsOf(held(undefined, { ...doubt('noAnswer'), cases: [aCase] }))).toMatchObject([
    { caseId: 'case-1', explanation: expect.not.stringMatching(/switch off/i) as string },
  ]);
  expect(itemsOf(held(undefined, { ...doubt('noAnswer'), screenedAt: '' }))).toMatchObject([
    {
      caseId: null,
      requestedAt: null,
      explanation: expect.stringMatching(/was requested before,/) as string,
    },
  ]);
});

test('a request without an address stays one on every day, and a person has to look', () => {
  const of = held({ ...ACCEPTED, requestUri: null }, { ...doubt('noAddress'), cases: [aCase] });
  expect(itemsOf(of)).toMatchObject([
    {
      ...{ outcome: 'requested', reason: 'noAddress', caseId: 'case-1' },
      explanation: expect.stringMatching(/no address.*sendAgain/) as string,
    },
  ]);
});

test('a request that failed at the service says on every later day when it was made, and how it is made again', () => {
  const FAILED = { ...ACCEPTED, status: 'FAILED' };
  const failure = failureOf(held(FAILED, { cases: [aCase] }));
  expect(failure).toMatchObject({
    ...{ state: 'failedAtService', receiptId: 'id-1', requestUri: URI, caseId: 'case-1' },
    explanation: `It was requested at ${ASKED_AT}, and is not requested again automatically.`,
  });
  expect(failure.advice).toMatch(/^To request it anyway, record the decision sendAgain/);
  expect(failureOf(held({ ...FAILED, code: 'S0001' })).advice).toMatch(/support.*sendAgain/);
  const today = failureOf(held(FAILED, { remembered: false, cases: [aCase] }));
  expect(today).toMatchObject({ caseId: 'case-1' });
  expect(today.explanation).toBeUndefined();
  expect(failureOf(held(FAILED))).not.toHaveProperty('caseId');
});

test('a request that failed after it was accepted has failed, at the address that was asked', () => {
  const later = aReply({ id: 'id-1', status: 'Failed' }, 200, 'GET');
  const question = { id: 'id-1', requestUri: '/requests/1' };
  const replies = [
    { ...answer, reply: aReply(ACCEPTED) },
    { ...answer, reply: later, question },
  ];
  expect(failureOf(held(undefined, { replies }))).toMatchObject({
    ...{ state: 'failedAtService', receiptId: 'id-1', requestUri: '/requests/1' },
  });
});

type WithoutVerdict = Extract<ScreenedResult, { is: 'withoutVerdict' }>;

describe('Get Many', () => {
  const withoutVerdict = (
    by: Pick<WithoutVerdict, 'answers' | 'askedAt' | 'referenceId'>,
  ): ScreenedResult => ({
    ...{ is: 'withoutVerdict', company: 'c', doubt: 'noAnswer', stored: true, claimId: 'm1' },
    ...{ cases: [], changes: NO_CHANGES, ...by },
  });
  const stored = (by: Partial<IntactAnswer>, reply: unknown = ACCEPTED): ScreenedResult => {
    const kept = answerTo(company, 'm1', [aReply(reply)], { outcome: 'requested', ...by });
    return {
      ...{ is: 'answer', company: kept.company, answer: kept, remembered: true, stored: true, doubt: null },
      ...{ changes: NO_CHANGES, news: { is: 'notAsked' }, cases: [] },
    };
  };

  test.each([
    [
      'that failed at the service',
      stored({ outcome: 'error' }, { ...ACCEPTED, status: 'Failed' }),
      { outcome: 'error', requestUri: URI, caseId: null },
      /failed.*sendAgain/,
    ],
    [
      'that failed at the service, and about which somebody may decide',
      Object.assign(stored({ outcome: 'error' }, { ...ACCEPTED, status: 'Failed' }), { cases: [aCase] }),
      { outcome: 'error', requestUri: URI, caseId: 'case-1' },
      /failed.*sendAgain/,
    ],
    [
      'that has the id of another number',
      { ...stored({}), doubt: 'otherRequest' } satisfies ScreenedResult,
      { outcome: 'review', requestUri: URI },
      /about another request/,
    ],
    [
      'whose reply cannot be read',
      stored({}, { nothing: true }),
      { outcome: 'review', requestUri: null },
      /contradicts itself/,
    ],
    [
      'that is without an answer',
      withoutVerdict({
        ...{ referenceId: '', askedAt: ASKED_AT },
        answers: [anAnswer(company, 'm1', { kind: 'unanswered', outcome: 'error', reason: 'noAnswer' })],
      }),
      { outcome: 'review', requestUri: null },
      /no answer came or could be kept/,
    ],
  ] as const)('gives one %s with what is wrong', (_, settled, fields, explanation) => {
    expect(storedRequest(settled)).toMatchObject({
      key: NUMBER,
      time: ASKED_AT,
      item: {
        outcome: fields.outcome,
        json: {
          ...fields,
          ...{ registrationNumber: NUMBER, remembered: true, requestedAt: ASKED_AT },
          explanation: expect.stringMatching(explanation) as string,
        },
      },
    });
  });

  test('leaves out what was screened, and what nobody can name', () => {
    const screened = anAnswer({ ...company, option: 'Both' }, 'm1');
    expect(storedRequest({ ...stored({}), answer: screened } as ScreenedResult)).toBeUndefined();
    const nameless = withoutVerdict({ referenceId: 'r', askedAt: '', answers: [] });
    expect(storedRequest(nameless)).toBeUndefined();
  });
});
