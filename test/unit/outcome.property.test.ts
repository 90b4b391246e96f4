// What a record says about a company, whatever the record.
import * as fc from 'fast-check';

import type { ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import { hitsAndVerdict, type VerdictFacts } from '../../nodes/CompanyScreening/service/outcome';
import { aHit } from './builders';
import { randomCases } from '../support/random';

const anError = { code: 'S0005', message: 'UNKNOWN_ERROR' };

describe('whatever the record', () => {
  const repliedAt = Date.parse('2025-03-01T08:00:03Z');
  /** Mostly what a clear record or its question has: each other value is to be the only thing that is wrong, often. */
  const mostly = <One>(right: fc.Arbitrary<One>, wrong: fc.Arbitrary<One>): fc.Arbitrary<One> =>
    fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: wrong });
  const hits = fc.array(
    fc.string().map((name) => aHit({ name })),
    { maxLength: 4 },
  );
  const records: fc.Arbitrary<ScreeningRecord> = fc
    .record(
      {
        id: fc.uuid(),
        status: mostly(
          fc.constantFrom('Completed', 'Successful'),
          fc.oneof(
            fc.constantFrom('Pending', 'Failed', 'completed', 'Completed ', 'SUCCESSFUL', ''),
            fc.string(),
          ),
        ),
        totalHits: fc.constant(0),
        isError: mostly(fc.constant(false), fc.constant(true)),
        details: fc.oneof(fc.constantFrom<unknown[] | null>(null, []), hits),
        errors: mostly(
          fc.constantFrom<(typeof anError)[] | null>(null, []),
          fc.constant<(typeof anError)[] | null>([anError]),
        ),
        option: mostly(fc.constantFrom('Both', null), fc.constantFrom('Aml', 'Pep')),
        requesterId: mostly(fc.constantFrom('me', null), fc.constant('somebody')),
        createdAt: fc.constant('2025-03-01T08:00:00Z'),
      },
      { requiredKeys: ['id', 'status', 'totalHits', 'isError', 'createdAt'] },
    )
    .chain((record) => {
      const counted = record.details?.length ?? 0;
      const totalHits = mostly(fc.constant(counted), fc.integer({ min: -2, max: 4 }));
      return totalHits.map((count) => ({ ...record, totalHits: count }));
    });

  const questions: fc.Arbitrary<VerdictFacts> = fc.record({
    option: mostly(fc.constant('Both'), fc.constant('Pep')),
    requesterId: fc.constantFrom('', 'me'),
    referenceId: fc.constant('case-1'),
    companyName: fc.constant('Alder Ltd'),
    watchlistMayMissName: mostly(fc.constant(false), fc.constant(true)),
    idIsShared: mostly(fc.constant(false), fc.constant(true)),
    controlFailed: mostly(fc.constant(false), fc.constant(true)),
    isWhole: mostly(fc.constant(true), fc.constant(false)),
    repliedAt: mostly(fc.constant(repliedAt), fc.constant(repliedAt + 7 * 24 * 3600 * 1000)),
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
      { numRuns: randomCases(2_000) },
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
