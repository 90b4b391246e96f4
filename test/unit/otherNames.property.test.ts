// A company of several names, whatever the service answers to each: it is clear only if every one of them is.
import * as fc from 'fast-check';

import { sentResult as resultForRegister } from '../../nodes/CompanyScreening/run/register/sentResult';
import type { Task, TaskResult } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { OperationFailure, type FailureDetails } from '../../nodes/CompanyScreening/service/failure';
import type { ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import { aHit, aRecord, aReply, concluded, sendable, taskOf } from './builders';
import { json, timeout, screening } from './screeningRuns';
import { randomCases } from '../support/random';
import { Attempts } from '../../nodes/CompanyScreening/run/state/attempts';

const NAMES = ['Alder Ltd', 'Birch Ltd', 'Cedar Ltd', 'Dogwood Ltd'];

const anyRecord = fc
  .record({
    hits: fc.nat(2),
    status: fc.constantFrom('Completed', 'Completed', 'Successful', 'Pending', 'Failed', 'Odd'),
    isError: fc.oneof(
      { weight: 5, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    counted: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
    id: fc.constantFrom('', 'the-same', 'own', 'own', 'own', 'own'),
  })
  .map(({ hits, status, isError, counted, id }) => (name: string) => {
    const details = Array.from({ length: hits }, (_, number) => aHit({ name: `${name} ${number}` }));
    const ownId = id === 'own' ? `id of ${name}` : id;
    return aRecord({ id: ownId, status, isError, details, totalHits: hits + counted });
  });
const clearRecord = fc.constant((name: string) => aRecord({ id: `id of ${name}` }));
const anyRecords = fc
  .array(fc.oneof({ weight: 2, arbitrary: clearRecord }, { weight: 1, arbitrary: anyRecord }), {
    minLength: 1,
    maxLength: NAMES.length,
  })
  .map((make) => make.map((record, index) => record(NAMES[index] ?? '')));

const taskFor = (names: string[], form: Record<string, unknown> = {}): Task =>
  sendable(
    taskOf(screenCompany, {
      companyName: names[0],
      screeningOption: 'Both',
      options: {},
      additionalFields: { otherNames: names.slice(1), referenceId: 'ref-1' },
      ...form,
    }),
  );
const namesOf = (records: unknown[]) => NAMES.slice(0, records.length);

/** What one name would be alone; undefined if its screening failed. */
function alone(record: ScreeningRecord, name: string) {
  try {
    const reading = taskFor([name]).read(aReply(record), {
      times: 1,
      sinceMs: 0,
      environment: 'sandbox',
      baseUrl: 'https://api.example.com',
    });
    return reading.kind === 'result' ? reading.interpret().receipt : undefined;
  } catch (error) {
    if (error instanceof OperationFailure) return undefined;
    throw error;
  }
}

function together(task: Task, records: readonly ScreeningRecord[]): TaskResult | undefined {
  try {
    return task.readAll?.(
      records.map((record) => aReply(record)),
      'sandbox',
    );
  } catch (error) {
    if (error instanceof OperationFailure) return undefined;
    throw error;
  }
}

const hasOneIdTwice = (records: readonly ScreeningRecord[]) =>
  new Set(records.map(({ id }) => id)).size < records.length;

test('a company is clear exactly if each of its names is, and a hit exactly if one of them is', () => {
  fc.assert(
    fc.property(anyRecords, fc.constantFrom('hit', 'company'), (records, itemsPer) => {
      const receipts = records.map((record, index) => alone(record, NAMES[index] ?? ''));
      const answer = together(taskFor(namesOf(records), { output: { itemsPer } }), records);
      if (!answer) {
        expect(receipts).toContain(undefined);
        return;
      }
      const { receipt, items } = concluded(answer);
      const outcomes = receipts.map((one) => one?.outcome);
      const isClear = outcomes.every((outcome) => outcome === 'clear') && !hasOneIdTwice(records);
      expect(receipt.outcome === 'clear').toBe(isClear);
      expect(receipt.outcome === 'hit').toBe(outcomes.includes('hit'));
      expect(receipt.hits).toBe(receipts.reduce((sum, one) => sum + (one?.hits ?? 0), 0));
      // Nothing is called clear but a company that is.
      expect(items.some(({ outcome }) => outcome === 'clear')).toBe(isClear);
      expect(items.filter(({ outcome }) => outcome === 'hit')).toHaveLength(
        itemsPer === 'hit' ? receipt.hits : Math.min(receipt.hits, 1),
      );
      if (receipts.some((one) => one?.reason)) expect(receipt.reason).not.toBeNull();
    }),
    { numRuns: randomCases(150) },
  );
});

test('while a name has no answer, a company is never clear', () => {
  fc.assert(
    fc.property(anyRecords, fc.integer({ min: 1, max: 3 }), (records, missing) => {
      const task = taskFor([
        ...namesOf(records),
        ...Array.from({ length: missing }, (_, n) => `Missing ${n}`),
      ]);
      const answer = together(task, records);
      if (!answer) return;
      const { receipt, items } = concluded(answer);
      expect(receipt.outcome).not.toBe('clear');
      expect(receipt.reason).not.toBeNull();
      expect(items.map(({ outcome }) => outcome)).not.toContain('clear');
    }),
  );
});

const anyAnswer = fc.oneof(
  { weight: 4, arbitrary: anyRecord.map((make) => ({ is: 'record' as const, make })) },
  { weight: 4, arbitrary: clearRecord.map((make) => ({ is: 'record' as const, make })) },
  fc.constantFrom<{ is: 'status'; status: number } | { is: 'lost' }>(
    { is: 'status', status: 400 },
    { is: 'status', status: 500 },
    { is: 'lost' },
  ),
);

test('a run sends each name once, none after one that failed, and calls nothing clear that was not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAnswer, { minLength: 1, maxLength: NAMES.length }),
      fc.boolean(),
      async (answers, continueOnFail) => {
        const names = namesOf(answers);
        const receipts = answers.map((answer, index) =>
          answer.is === 'record' ? alone(answer.make(names[index] ?? ''), names[index] ?? '') : undefined,
        );
        const { run, sent } = await screening({
          companies: [names[0] ?? ''],
          continueOnFail,
          additionalFields: { otherNames: names.slice(1) },
          options: { maxRetries: 0 },
          answer: (company) => {
            const answer = answers[names.indexOf(company)];
            if (answer?.is === 'record') return json(answer.make(company));
            return answer?.is === 'status' ? json({}, answer.status) : timeout;
          },
        });
        const [item] = run.items;
        const firstFailed = receipts.indexOf(undefined);
        const asked = firstFailed === -1 ? names : names.slice(0, firstFailed + 1);

        expect(sent.map(({ companyName }) => companyName)).toEqual(asked);
        expect(new Set(sent.map(({ referenceId }) => referenceId)).size).toBe(asked.length);
        expect(item?.state).toBe(firstFailed === -1 ? 'done' : 'failed');
        const result =
          item?.state === 'done' ? item.result : item?.state === 'failed' ? item.partialResult : undefined;
        const outcomes = result?.items.map(({ outcome }) => outcome) ?? [];
        if (outcomes.includes('clear')) {
          expect(receipts.map((receipt) => receipt?.outcome)).toEqual(names.map(() => 'clear'));
        }
        // Every hit that was found comes out, also of a company that failed.
        const found = receipts.slice(0, firstFailed === -1 ? undefined : firstFailed);
        expect(outcomes.filter((outcome) => outcome === 'hit')).toHaveLength(
          found.reduce((sum, receipt) => sum + (receipt?.hits ?? 0), 0),
        );
      },
    ),
    { numRuns: randomCases(100) },
  );
});

const FAILURES: FailureDetails[] = [
  { state: 'unsendable', message: 'It failed.' },
  { state: 'safe', message: 'It failed.' },
  { state: 'refused', message: 'It failed.' },
  { state: 'uncertain', message: 'It failed.' },
  { state: 'staysUncertain', receiptId: null, message: 'It failed.' },
  { state: 'failedAtService', receiptId: null, message: 'It failed.' },
];

test('what was sent under one of several names is never told to the register as not sent, or as an answer', () => {
  const kept = {
    company: { key: 'P-1', names: ['A', 'B', 'C'] as const, option: 'Both' as const },
    question: {},
  };
  const answered = () => ({
    environment: 'sandbox' as const,
    request: { method: 'POST' as const, url: 'https://service.example', body: {} },
    sentAt: new Date(0),
    answeredAt: new Date(0),
    reply: aReply(aRecord()),
  });
  fc.assert(
    fc.property(fc.nat(2), fc.boolean(), fc.constantFrom(...FAILURES), (earlier, isAnswered, details) => {
      const attempts = new Attempts();
      for (let asked = 0; asked < earlier; asked++) {
        attempts.replied = answered();
        attempts.beginNext();
      }
      if (isAnswered) attempts.replied = answered();
      const { state } = details;
      const error = new OperationFailure(details);
      const itemState = { state: 'failed', subject: undefined, error, sent: true, binary: {} } as const;
      const { is } = resultForRegister('0'.repeat(64), kept, { itemState, attempts });
      const mayBePaid = earlier > 0 || ['uncertain', 'staysUncertain', 'failedAtService'].includes(state);
      const isLast = earlier === 2 && isAnswered && state === 'failedAtService';
      expect(is).toBe(isLast ? 'answered' : mayBePaid ? 'unanswered' : 'notCharged');
    }),
  );
});
