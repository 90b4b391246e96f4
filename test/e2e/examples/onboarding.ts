// "Onboarding check": the webhook in production, over HTTP, as a form or another system calls it.
import { z } from 'zod/v4';
import { callWebhook } from '../../support/webhook';
import type { Fault } from '../../sandbox/client';
import { useNewRegister, type Examples } from './exampleRuns';

const PATH = 'company-onboarding';
const key = { name: 'X-Onboarding-Key', value: 'made-up-key-of-the-test' };
let numbers = 0;
/** A good number that no other test has: with Keep in Register, a company that was screened is not sent again. */
const newNumber = (): string => `1234567890${String((numbers += 1)).padStart(4, '0')}`;

const textSchema = z.string().nullish();
const answerSchema = z.strictObject({
  verdict: z.enum(['clear', 'review', 'hit']),
  letThrough: z.boolean(),
  annualReturns: textSchema,
  environment: z.literal('sandbox').nullable(),
  companyName: textSchema,
  registrationNumber: textSchema,
  hitNames: textSchema,
  sourceTypes: textSchema,
  jurisdictions: textSchema,
  reason: textSchema,
  explanation: textSchema,
  error: textSchema,
  description: textSchema,
  screeningId: textSchema,
  referenceId: textSchema,
  annualReturnsId: textSchema,
  annualReturnsUri: textSchema,
});
type Answer = z.infer<typeof answerSchema>;

export function onboardingTests(examples: () => Examples): void {
  async function ask(body: unknown): Promise<Answer> {
    const { status, data } = await callWebhook(examples().url, PATH, body, key);
    expect(status).toBe(200);
    const answer = answerSchema.parse(data);
    const { verdict, letThrough, annualReturns, annualReturnsUri, reason, error, hitNames } = answer;
    if (letThrough) {
      expect([verdict, annualReturns]).toEqual(['clear', 'requested']);
      expect(annualReturnsUri).toMatch(/^http/);
    } else expect([reason, error, hitNames].filter(Boolean)).not.toEqual([]);
    return answer;
  }

  beforeAll(async () => {
    const { rest, save, saveCredential } = examples();
    await saveCredential('httpHeaderAuth', key);
    await rest.activateWorkflow(await save('onboarding.json', useNewRegister));
  });

  test('a clear company whose annual returns are requested is clear', async () => {
    const company = { companyName: 'Willowbrook Bakery Ltd', registrationNumber: newNumber() };
    const answer = await ask(company);
    expect(answer).toMatchObject({
      ...company,
      ...{ verdict: 'clear', letThrough: true, annualReturns: 'requested' },
    });
    for (const id of [answer.screeningId, answer.referenceId, answer.annualReturnsId])
      expect(z.uuid().safeParse(id).success).toBe(true);
    expect(answer.annualReturnsUri).toContain(answer.annualReturnsId);
  });

  test('a company with one hit is a hit, and no annual returns are requested', async () => {
    const company = { companyName: 'Gloomharbour Shipping Ltd', registrationNumber: newNumber() };
    const found = { verdict: 'hit', hitNames: 'Gloomharbour Shipping Ltd', sourceTypes: 'Sanction' };
    expect(await ask(company)).toMatchObject({ ...company, ...found });
    expect((await examples().sandbox.stats()).annualReturns).toEqual([]);
  });

  test('a company with several hits gets one answer, and is asked for once', async () => {
    const answer = await ask({ companyName: 'Quillhaven Group', registrationNumber: newNumber() });
    expect(answer.verdict).toBe('hit');
    expect(answer.hitNames?.split('; ')).toHaveLength(4);
    expect((await examples().sandbox.stats()).screeningsDone).toBe(1);
  });

  test('a call that is sent twice, at once and later, is paid for once', async () => {
    const company = { companyName: 'Willowbrook Bakery Ltd', registrationNumber: newNumber() };
    const answers = [...(await Promise.all([ask(company), ask(company)])), await ask(company)];
    expect(new Set(answers.map(({ verdict }) => verdict))).toEqual(new Set(['clear']));
    expect(new Set(answers.map(({ screeningId }) => screeningId)).size).toBe(1);
    expect(new Set(answers.map(({ annualReturnsId }) => annualReturnsId)).size).toBe(1);
    const { screeningsDone, annualReturns } = await examples().sandbox.stats();
    expect({ screeningsDone, annualReturns }).toEqual({
      screeningsDone: 1,
      annualReturns: [{ registrationNumber: company.registrationNumber, times: 1 }],
    });
  });

  test.each([
    ['a pending screening', 'Pending Partners', { reason: 'pending' }],
    ['a failed screening', 'Failing Foundry', { error: expect.stringContaining('S0005') as string }],
  ])('%s is a review', async (_, companyName, problem) => {
    const answer = await ask({ companyName, registrationNumber: newNumber() });
    expect(answer).toMatchObject({ verdict: 'review', companyName, ...problem });
  });

  test('a hit too many counted is a hit, with the doubt beside it', async () => {
    const companyName = 'Miscounted Last Lantern Salvage';
    const answer = await ask({ companyName, registrationNumber: newNumber() });
    expect(answer).toMatchObject({ verdict: 'hit', companyName, reason: 'hitCountMismatch' });
    expect(answer.explanation).not.toBeNull();
  });

  const clear = 'Willowbrook Bakery Ltd';
  test.each<[string, Record<string, unknown>, string]>([
    ['FAILED', { status: 'FAILED' }, 'error'],
    ['Rejected', { status: 'Rejected' }, 'review'],
    ['without an address', { requestUri: null }, 'requested'],
    ['with an empty address', { requestUri: '' }, 'requested'],
  ])(
    'a clear company whose request is %s stays clear, and goes to a person with the reason',
    async (_, patch, annualReturns) => {
      await examples().sandbox.faults([{ on: 'annualReturns', fault: { kind: 'record', patch } }]);
      const answer = await ask({ companyName: clear, registrationNumber: newNumber() });
      expect(answer).toMatchObject({ verdict: 'clear', letThrough: false, annualReturns });
    },
  );

  test.each([
    ['no registration number', { companyName: clear }],
    ['annual returns that failed', { companyName: clear, registrationNumber: '10000000000600' }],
  ])('%s lets a clear company not through, with the reason', async (_, body) => {
    const answer = await ask(body);
    expect(answer).toMatchObject({ verdict: 'clear', letThrough: false, annualReturns: 'error' });
    expect(answer.error).toMatch(/[.]$/);
  });

  test.each([
    ['no company name', { registrationNumber: newNumber() }],
    ['a company name that is no text', { companyName: { a: 1 }, registrationNumber: newNumber() }],
    ['no body', undefined],
    ['a list', [{ companyName: clear, registrationNumber: newNumber() }]],
  ])('%s is a review, with the reason', async (_, body) => {
    const answer = await ask(body);
    expect(answer.verdict).toBe('review');
    expect(answer.error).toMatch(/[.]$/);
  });

  test('where the registration number is wrong, the answer says what was not requested', async () => {
    const answer = await ask({ companyName: clear, registrationNumber: '123' });
    expect(answer).toMatchObject({
      ...{ verdict: 'clear', letThrough: false },
      error: 'Registration Number "123" has 3 digits; it must have 14.',
      description: expect.stringMatching(/^No annual returns were requested for this item\. /) as string,
    });
    expect(z.uuid().safeParse(answer.screeningId).success).toBe(true);
  });

  const down: Fault['fault'] = { kind: 'resetBefore' };
  test.each<[string, Fault[], Answer['verdict']?]>([
    ['the screening breaks off', [{ on: 'screening', fault: down }]],
    ['the annual returns break off', [{ on: 'annualReturns', fault: down }], 'clear'],
  ])('not let through when %s', async (_, faults, verdict = 'review') => {
    await examples().sandbox.faults(faults);
    expect(await ask({ companyName: clear, registrationNumber: newNumber() })).toMatchObject({
      ...{ verdict, letThrough: false },
    });
  });

  test('where the answer of the screening was lost, the company stays a review, with its reference id', async () => {
    const { sandbox } = examples();
    const company = { companyName: clear, registrationNumber: newNumber() };
    await sandbox.faults([{ on: 'screening', fault: { kind: 'resetAfter' } }]);
    const first = await ask(company);
    await sandbox.faults([]);
    for (const answer of [first, await ask(company)]) {
      expect(answer).toMatchObject({ verdict: 'review', referenceId: first.referenceId });
      expect(z.uuid().safeParse(answer.referenceId).success).toBe(true);
    }
    expect((await sandbox.stats()).screeningsDone).toBe(1);
  });

  test.each<[string, Parameters<Examples['connect']>[0]]>([
    ['the service cannot be reached', { baseUrl: 'http://127.0.0.1:9' }],
    ['the client secret is refused', { clientSecret: 'wrong' }],
  ])('review when %s', async (_, changes) => {
    await examples().connect(changes);
    const answer = await ask({ companyName: clear, registrationNumber: newNumber() });
    expect(answer.verdict).toBe('review');
    expect(answer.error).not.toBeNull();
  });

  test('without the key nothing is screened', async () => {
    const company = { companyName: clear, registrationNumber: newNumber() };
    expect((await callWebhook(examples().url, PATH, company)).status).toBe(403);
    expect((await examples().sandbox.stats()).operations.screening.requests).toBe(0);
  });
}
