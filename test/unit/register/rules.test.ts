// The register's rules, one written case each: who sends a company, who lives, what is left of a failed call, what a row proves.
import {
  companyHash,
  hashOf,
  referenceIdIn,
  screeningHash,
  type Company,
} from '../../../nodes/CompanyScreening/register/rows/identity';
import {
  presumeDead,
  seeBeats,
  tidyClaims,
  updateClaim,
  withoutClaim,
} from '../../../nodes/CompanyScreening/register/facts/liveness';
import {
  knowingNothing,
  knowledgeOf,
  takeInAnswer,
} from '../../../nodes/CompanyScreening/register/facts/knowledge';
import {
  answerRow,
  damagedBy,
  readAnswers,
  screeningsOf,
  type IntactAnswer,
} from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { readBackQueries, RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import { readable } from '../../../nodes/CompanyScreening/register/rows/cells';
import {
  DONE,
  claimedCells,
  readClaim,
  type Claim,
} from '../../../nodes/CompanyScreening/register/rows/claimRows';
import { hasVerdict, companyStateOf } from '../../../nodes/CompanyScreening/register/facts/companyState';
import { equal, type TableRow, type Statement } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, anAnswer, hit } from './anAnswer';

const company: Company = { ...aCompany('First Ltd', 'P1'), names: ['First Ltd', 'Second Ltd'] };
const hash = companyHash(company);
const otherHash = 'b'.repeat(64);
const answer = (by: Partial<IntactAnswer> = {}) => anAnswer(company, 'a', by);
const claim = (by: Partial<Claim> = {}): Claim => ({
  id: 1,
  claimId: 'm1',
  runId: 'run1',
  state: 'open',
  companies: [hash],
  referenceIds: {},
  requests: {},
  screenings: {},
  keptFor: null,
  claimedAt: '2026-01-01T00:00:00.000Z',
  ...by,
});

describe('a company that several runs claim', () => {
  const mine = { id: 5, runId: 'run5', companies: [hash, otherHash] };

  test('is free if no other run holds it', () => {
    expect(RULES.resolveClaim(mine, [])).toEqual({ free: [hash, otherHash], won: [], lost: [] });
    expect(RULES.resolveClaim(mine, [claim({ runId: 'run1', companies: ['c'.repeat(64)] })]).free).toEqual([
      hash,
      otherHash,
    ]);
  });

  test('is kept by the run with the smallest name, and given back by any other', () => {
    const held = (runId: string) => claim({ runId, companies: [hash] });
    expect(RULES.resolveClaim(mine, [held('run6'), held('run7')])).toEqual({
      free: [otherHash],
      won: [hash],
      lost: [],
    });
    expect(RULES.resolveClaim(mine, [held('run6'), held('run1')])).toEqual({
      free: [otherHash],
      won: [],
      lost: [hash],
    });
    expect(RULES.resolveClaim(mine, [held('run5')]).lost).toEqual([hash]);
  });
});

describe('who a company is', () => {
  test('does not depend on the order of its names, nor on a repetition', () => {
    expect(companyHash({ ...company, names: ['Second Ltd', 'First Ltd', 'Second Ltd'] })).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, Partial<Company>]>([
    ['key', { key: 'P2' }],
    ['name', { names: ['First Ltd'] }],
    ['spelling', { names: ['first Ltd', 'Second Ltd'] }],
    ['option', { option: 'Aml' }],
    ['environment', { environment: 'production' }],
    ['service', { baseUrl: 'https://other.example' }],
  ])('is another with another %s', (_, changes) => {
    expect(companyHash({ ...company, ...changes })).not.toBe(hash);
  });

  test('is never mistaken for a screening, whose id is the same in any case', () => {
    const screening = screeningHash(company, ' ID-1 ');
    expect(screening).toBe(screeningHash(company, 'id-1'));
    expect(screening).toBe(hashOf(['screening', 1, 'sandbox', 'https://service.example', 'id-1']));
    expect(screening).not.toBe(screeningHash({ ...company, environment: 'production' }, 'id-1'));
    expect(screening).not.toBe(screeningHash({ ...company, baseUrl: 'https://other.example' }, 'id-1'));
    // An annual returns request may have the id of a screening. What is stored stays what it is.
    expect(screeningHash({ ...company, option: 'AnnualReturns' }, ' ID-1 ')).toBe(
      hashOf(['request', 1, 'sandbox', 'https://service.example', 'id-1']),
    );
  });
});

describe('which runs live', () => {
  const going = (runId: string, beat: string) =>
    ({ runId, beat, state: 'going', beatAt: '', control: '' }) as const;

  test('is told by beats that change', () => {
    const before = new Map([
      ['same', { beat: '1', sinceMs: 100, untilMs: 200 }],
      ['beats', { beat: '1', sinceMs: 100, untilMs: 200 }],
      ['gone', { beat: '1', sinceMs: 100, untilMs: 200 }],
    ]);
    const runs = [
      going('same', '1'),
      going('beats', '2'),
      going('new', '1'),
      { ...going('over', '1'), state: 'ended' as const },
      { ...going('dead', '1'), state: 'presumedDead' as const },
    ];
    expect(
      Object.fromEntries(seeBeats(before, runs, { startedAtMs: 400, endedAtMs: 500, gapMs: 200 })),
    ).toEqual({
      same: { beat: '1', sinceMs: 100, untilMs: 400 },
      beats: { beat: '2', sinceMs: 500, untilMs: 500 },
      new: { beat: '1', sinceMs: 500, untilMs: 500 },
    });
  });

  test('a long time in which nobody looked counts for a short one', () => {
    const before = new Map([['same', { beat: '1', sinceMs: 100, untilMs: 200 }]]);
    const span = { startedAtMs: 1_000, endedAtMs: 1_100, gapMs: 50 };
    const seen = seeBeats(before, [going('same', '1')], span);
    expect(seen.get('same')).toEqual({ beat: '1', sinceMs: 850, untilMs: 1_000 });
  });

  test('is guessed only while the run is going and the very beat stands there', () => {
    expect(presumeDead('run1', 'beat7')).toEqual({
      ...{ do: 'update', table: 'runs', match: 'all', set: { state: 'presumedDead' } },
      where: [equal('run', 'run1'), equal('beat', 'beat7'), equal('state', 'going')],
    });
  });
});

describe('a claim that is closed', () => {
  const done = (by: Partial<Claim> = {}) => claim({ state: 'done', ...by });
  const mark = [equal('mark', 'm1')];
  const removed = [{ do: 'delete', table: 'claims', where: mark, match: 'any' }];
  const changed = (set: TableRow) => ({ do: 'update', table: 'claims', where: mark, match: 'all', set });
  const none: ReadonlySet<string> = new Set();

  test('goes when no other run can need it', () => {
    expect(tidyClaims([done()], 'run1', new Set(), none)).toEqual(removed);
    expect(tidyClaims([done()], 'run1', new Set(['run1']), none)).toEqual(removed);
    expect(
      tidyClaims([done({ keptFor: ['run2', 'run3'] })], 'run4', new Set(['run4', 'run9']), none),
    ).toEqual(removed);
    expect(withoutClaim('m1')).toEqual({ do: 'delete', table: 'claims', where: mark, match: 'all' });
  });

  test('is kept for the runs that live, which its own run writes down once', () => {
    const going = new Set(['run1', 'run2', 'run3']);
    expect(tidyClaims([done()], 'run1', going, none)).toEqual([
      changed({ state: 'done', keptFor: '["run2","run3"]' }),
    ]);
    expect(tidyClaims([done({ keptFor: ['run2'] })], 'run1', going, none)).toEqual([]);
    expect(tidyClaims([done()], 'run2', going, none)).toEqual([]);
    expect(updateClaim('m1', { keptFor: '[]' })).toEqual(changed({ keptFor: '[]' }));
  });

  test('is closed in the place of a run that is over, and kept for those that live', () => {
    const abandoned = new Set(['m1']);
    expect(tidyClaims([claim()], 'run4', new Set(['run4']), abandoned)).toEqual(removed);
    expect(tidyClaims([claim()], 'run4', new Set(['run4', 'run5']), abandoned)).toEqual([
      changed({ state: 'done', keptFor: '["run5"]' }),
    ]);
  });

  test('is not one that is open', () => {
    expect(tidyClaims([claim()], 'run1', new Set(), none)).toEqual([]);
  });
});

describe('a call that failed', () => {
  const insert: Statement = { do: 'insert', table: 'answers', rows: [{ mark: 'a' }, { mark: 'a' }] };
  const runs: Statement = { do: 'insert', table: 'runs', rows: [{ run: 'r', mark: 'x' }] };
  const update: Statement = { do: 'update', table: 'claims', where: [], match: 'all', set: {} };

  test('is read back by the marks of what it inserted', () => {
    const read = { do: 'read', match: 'all', limit: 1 };
    expect(readBackQueries([update, insert, runs])).toEqual([
      { ...read, table: 'answers', where: [equal('mark', 'a')] },
      { ...read, table: 'runs', where: [equal('run', 'r')] },
    ]);
  });

  test('leaves to do what is not there; only an insert is not done twice', () => {
    const all = [insert, update, runs];
    expect(RULES.statementsToRepeat(all, [[], []])).toEqual(all);
    expect(RULES.statementsToRepeat(all, [[{ id: 1 }], []])).toEqual([update, runs]);
    expect(RULES.statementsToRepeat(all, [[{ id: 1 }], [{ id: 1 }]])).toEqual([update]);
    expect(RULES.statementsToRepeat(all, [])).toEqual(all);
  });
});

describe('what is known of a company', () => {
  const of = (answers: IntactAnswer[], more: Partial<Parameters<typeof companyStateOf>[0]> = {}) =>
    companyStateOf(
      { answers, unansweredClaims: [], decided: new Set(), isShared: () => false, ...more },
      null,
      true,
    );

  test('is in doubt if another company has the same screening', () => {
    expect(of([answer()], { isShared: () => true })).toEqual({
      is: 'remembered',
      answer: answer(),
      doubt: 'otherRequest',
    });
    expect(of([answer()], { isShared: () => true, decided: new Set(['a']) }).is).toBe('toSend');
  });

  test('does not contradict itself if the same hits come in another order', () => {
    const second = { ...hit, fingerprint: '1'.repeat(64) };
    const withHits = (mark: string, hits: (typeof hit)[]) =>
      answer({ answerId: `${mark}.0`, claimId: mark, outcome: 'hit', data: { ...answer().data, hits } });
    expect(of([withHits('a', [hit, second]), withHits('b', [second, hit])]).is).toBe('remembered');
  });

  test('is nothing at all if its answers follow each other in a circle', () => {
    const circle = [
      answer({ previousAnswers: ['b.0'] }),
      answer({ answerId: 'b.0', claimId: 'b', previousAnswers: ['a.0'], outcome: 'hit' }),
    ];
    expect(of(circle)).toMatchObject({ is: 'withoutVerdict', doubt: 'contradiction', claimId: 'b' });
  });

  test.each([
    ['clear', '', true],
    ['hit', '', true],
    ['hit', 'pending', false],
    ['review', '', false],
    ['error', '', false],
  ] as const)('is a verdict: %s with the reason "%s": %s', (outcome, reason, verdict) => {
    expect(hasVerdict({ outcome, reason })).toBe(verdict);
  });
});

describe('a row', () => {
  const stored = (by: Partial<IntactAnswer> = {}) => ({ ...answerRow(answer(by)), id: 1 });

  test('of an answer is read as it was written', () => {
    const full = answer({
      outcome: 'hit',
      reason: 'pending',
      previousAnswers: ['x.0'],
      replacesClaims: ['y'],
      data: { ...answer({ outcome: 'hit' }).data, payload: { text: 'NUL \0 and \ud83d', list: [1, null] } },
    });
    expect(readAnswers({ ...answerRow(full), id: 1 })).toEqual([full]);
    expect(JSON.stringify(answerRow(full))).not.toMatch(/\0|[^\\]\\u0000/);
  });

  test('of an answer may have its empty cells null', () => {
    expect(readAnswers({ ...stored(), reason: null })).toEqual([answer()]);
  });

  const damaged = damagedBy(answer());

  test('that is damaged tells what it still can', () => {
    expect(readAnswers({ ...stored(), seal: '' })).toEqual([damaged]);
    expect(readAnswers({ ...stored(), data: '{' })).toEqual([damaged]);
    for (const company of ['x', `${hash}0`, `0${hash}`, null])
      expect(readAnswers({ ...stored(), company })).toEqual([damaged]);
    expect(readAnswers({ ...stored(), company: 'x', data: '{' })).toEqual([]);
  });

  test('that is damaged has its screening ids all the same, those of its other names too', () => {
    const screening = 'a'.repeat(64);
    const others = ['b'.repeat(64), 'c'.repeat(64)];
    const row = stored({ screening, data: { ...answer().data, otherScreenings: others } });
    const idsOf = (changes: TableRow) => readAnswers({ ...row, ...changes }).flatMap(screeningsOf);
    expect(idsOf({ reason: 'checked by Ann' })).toEqual([screening, ...others]);
    expect(idsOf({ screening: 'x' })).toEqual(others);
    expect(idsOf({ data: '{' })).toEqual([screening]);
    expect(idsOf({ data: JSON.stringify({ otherScreenings: others }) })).toEqual([screening, ...others]);

    const known = knowingNothing();
    const other = answer({ company: otherHash, screening: 'b'.repeat(64) });
    for (const one of [...readAnswers({ ...row, seal: '' }), other]) takeInAnswer(known, one);
    expect(knowledgeOf(known, otherHash, () => true).isShared(other)).toBe(true);
  });

  test('that has another company in its column than in its data is damaged for both', () => {
    for (const row of [{ ...stored(), company: otherHash }, answerRow(answer({ company: otherHash }))])
      expect(readAnswers({ ...row, id: 1 })).toEqual([{ ...damaged, company: otherHash }, damaged]);
  });

  test.each([{ answer: '', mark: '' }, { answer: 'b.0' }, { mark: 'b' }])(
    'whose id was changed has an id of its own, which no other answer follows: %j',
    (changes) => {
      const row = { ...stored(), ...changes };
      expect(readAnswers(row)).toMatchObject([{ kind: 'damaged', answerId: 'unreadable-1', company: hash }]);
      expect(readAnswers({ ...row, id: 2 })).toMatchObject([{ answerId: 'unreadable-2' }]);
    },
  );

  test('of a claim is read; one that was changed counts as open for everybody whom it names', () => {
    const row = {
      id: 7,
      mark: 'm',
      run: 'r',
      state: 'open',
      ...claimedCells([hash]),
      referenceIds: JSON.stringify({ [hash]: 'ref' }),
      requests: JSON.stringify({ [hash]: 2 }),
      claimedAt: '2026-01-01T00:00:00.000Z',
      keptFor: '',
    };
    const read = claim({
      ...{ id: 7, claimId: 'm', runId: 'r', referenceIds: { [hash]: 'ref' }, requests: { [hash]: 2 } },
    });
    expect(readClaim(row)).toEqual(read);
    expect(readClaim({ ...row, requests: null })).toEqual({ ...read, requests: {} });
    expect(readClaim({ ...row, keptFor: null })).toEqual(read);
    expect(readClaim({ ...row, state: 'done', keptFor: '["r2"]' })).toEqual({
      ...read,
      state: 'done',
      keptFor: ['r2'],
    });
    expect(readClaim({ ...row, ...DONE })).toEqual({ ...read, state: 'done' });
    for (const odd of [
      { state: 'done' },
      { state: 'done', keptFor: null },
      { keptFor: '["r2"]' },
      { companies: '[]' },
      { mark: '' },
      { run: '' },
      { state: 'shut' },
      { companies: '["x"]' },
      { companies: '{' },
      { referenceIds: '{"x":"y"}' },
      { companies: JSON.stringify([hash, otherHash]) },
      { companies: JSON.stringify([otherHash]) },
      { companiesHash: '' },
      { claimedAt: '' },
    ]) {
      const damaged = readClaim({ ...row, ...odd });
      expect(damaged).toMatchObject({ state: 'open', keptFor: null, isDamaged: true });
      expect(damaged?.companies).toContain(hash);
    }
    const [added, replaced] = [[hash, otherHash], [otherHash]].map((companies) =>
      readClaim({ ...row, companies: JSON.stringify(companies) }),
    );
    expect(added?.companies).toEqual([hash, otherHash]);
    expect(replaced?.companies).toEqual([otherHash, hash]);
    const screenings = JSON.stringify({ [otherHash]: [hash] });
    expect(readClaim({ ...row, companies: '', screenings })?.companies).toEqual([hash, otherHash]);
    expect(readClaim({ ...row, companies: '', referenceIds: '' })).toBeUndefined();
    expect(readClaim({ ...row, mark: '' })).toMatchObject({ claimId: 'unreadable-7' });
  });

  test('has no text that a database refuses', () => {
    expect(readable('a\0b\ud83dc\u{1f511}')).toBe('a\ufffdb\ufffdc\u{1f511}');
  });
});

test('a reference id that the node makes follows from the run and the company, and is a UUID', () => {
  const first = referenceIdIn('run1', company);
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const others = [
    referenceIdIn('run2', company),
    referenceIdIn('run1', { ...company, key: 'P2' }),
    referenceIdIn('run1', { ...company, names: ['First Ltd'] }),
    referenceIdIn('run1', { ...company, option: 'Aml' }),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
  expect(referenceIdIn('run1', { ...company, names: ['Second Ltd', 'First Ltd', 'First Ltd'] })).toBe(first);
});

test('the time of a company is a mean: one slow request, or one quick one, says little of the next part', () => {
  expect([RULES.averaged(null, 900), RULES.averaged(100, 900), RULES.averaged(900, 100)]).toEqual([
    900, 500, 500,
  ]);
});

describe('the companies that a kill leaves in doubt', () => {
  /** The companies that are under way in the end, if part after part is sent beside these. */
  const inDoubt = (
    pace: Partial<Parameters<typeof RULES.nextPart>[0]>,
    underWay: readonly number[] = [],
  ): number => {
    const usual = { batchSize: 100, concurrency: 5, overlaps: true, companyMs: 200, storingMs: 200 };
    const size = RULES.nextPart({ ...usual, ...pace, underWay });
    return size === 0 ? underWay.reduce((sum, one) => sum + one, 0) : inDoubt(pace, [...underWay, size]);
  };

  test.each([1, 5, 10])(
    'are at most four rounds of requests at a second a request, %i at once',
    (concurrency) => {
      const companyMs = 1000 / concurrency;
      expect(inDoubt({ concurrency, companyMs })).toBeLessThanOrEqual(4 * concurrency);
      expect(inDoubt({ concurrency, companyMs: null })).toBeLessThanOrEqual(4 * concurrency);
    },
  );

  test('are at most 60 at 100 ms, ten at once, and never more than a batch', () => {
    expect(inDoubt({ concurrency: 10, companyMs: 10 })).toBeLessThanOrEqual(60);
    for (const companyMs of [null, 0, 0.1, 10, 1000])
      for (const overlaps of [true, false])
        for (const batchSize of [1, 10, 100])
          for (const underWay of [[], [Math.floor(batchSize / 2)], [1, 1]].filter(([one]) => one !== 0))
            expect(inDoubt({ companyMs, overlaps, batchSize }, underWay)).toBeLessThanOrEqual(
              Math.max(batchSize, underWay.length),
            );
  });
});
