// What a record says about a company, whatever the record.
import * as fc from 'fast-check';

import type { ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import { hitsAndVerdict, type VerdictFacts } from '../../nodes/CompanyScreening/service/outcome';
import { aHit } from './builders';
import { randomCases } from '../support/random';

const anError = { code: 'S0005', message: 'UNKNOWN_ERROR' };

describe('whatever the record', () => {
  const repliedAt = Date.parse('2025-03-01T08:00:03Z');
  // Weighted towards the values that matter, so that every outcome comes up often.
  const records: fc.Arbitrary<ScreeningRecord> = fc.record(
    {
      id: fc.uuid(),
      status: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('Completed', 'Successful') },
        {
          weight: 2,
          arbitrary: fc.constantFrom('Pending', 'Failed', 'completed', 'Completed ', 'SUCCESSFUL', ''),
        },
        { weight: 1, arbitrary: fc.string() },
      ),
      totalHits: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 4 })),
      isError: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.boolean()),
      details: fc.option(
        fc.array(
          fc.string().map((name) => aHit({ name })),
          { maxLength: 4 },
        ),
      ),
      errors: fc.option(fc.array(fc.constant(anError), { maxLength: 2 })),
      option: fc.constantFrom('Aml', 'Both', 'Both', 'Pep', null),
      requesterId: fc.constantFrom('me', 'me', 'somebody', null),
      createdAt: fc.constant('2025-03-01T08:00:00Z'),
    },
    { requiredKeys: ['id', 'status', 'totalHits', 'isError', 'createdAt'] },
  );

  const questions: fc.Arbitrary<VerdictFacts> = fc.record({
    option: fc.constantFrom('Both', 'Both', 'Pep'),
    requesterId: fc.constantFrom('', 'me'),
    referenceId: fc.constant('case-1'),
    companyName: fc.constant('Alder Ltd'),
    watchlistMayMissName: fc.constantFrom(false, false, true),
    idIsShared: fc.constantFrom(false, false, true),
    controlFailed: fc.constantFrom(false, false, false, true),
    isWhole: fc.constantFrom(true, true, true, false),
    repliedAt: fc.constantFrom(repliedAt, repliedAt, repliedAt + 7 * 24 * 3600 * 1000),
  });

  const mayBeClear = ({ status, isError, errors, totalHits, details }: ScreeningRecord) =>
    (status === 'Completed' || status === 'Successful') &&
    !isError &&
    (errors ?? []).length === 0 &&
    totalHits === 0 &&
    (details ?? []).length === 0;
  const answers = ({ option, requesterId }: ScreeningRecord, question: VerdictFacts) =>
    !question.idIsShared &&
    !question.controlFailed &&
    question.isWhole &&
    question.repliedAt === repliedAt &&
    (option ?? question.option) === question.option &&
    (question.requesterId === '' || (requesterId ?? question.requesterId) === question.requesterId);

  test('a record is clear exactly if it is finished, free of errors and without hits', () => {
    fc.assert(
      fc.property(records, questions, (record, question) => {
        const { outcome } = hitsAndVerdict(record, question);
        expect(outcome === 'clear').toBe(
          mayBeClear(record) && answers(record, question) && !question.watchlistMayMissName,
        );
      }),
      { numRuns: randomCases(600) },
    );
  });

  test('no detail of a record is dropped: hits keep their order and their contents', () => {
    fc.assert(
      fc.property(records, questions, (record, question) => {
        expect(hitsAndVerdict(record, question).hits).toEqual(record.details ?? []);
      }),
      { numRuns: randomCases(600) },
    );
  });

  test('the verdict is a hit exactly if there are hits, and a review has a reason', () => {
    fc.assert(
      fc.property(records, questions, (record, question) => {
        const { outcome, reason, hits } = hitsAndVerdict(record, question);
        expect(outcome === 'hit').toBe(hits.length > 0);
        if (outcome !== 'hit') expect(reason === null).toBe(outcome === 'clear');
      }),
    );
  });
});
