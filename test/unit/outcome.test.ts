// What a record says about a company: a test for each line of the outcomes table.
import type { ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import {
  hitsAndVerdict,
  REVIEW_EXPLANATIONS,
  type VerdictFacts,
} from '../../nodes/CompanyScreening/service/outcome';
import { aHit, aQuestion, aRecord, aRecordWithHits } from './builders';

const anError = { code: 'S0005', message: 'UNKNOWN_ERROR' };
const twoHits = [aHit({ name: 'First' }), aHit({ name: 'Second' })];

/** The hits and the verdict in short: each hit with its number, and a reason after a colon. */
function inShort(record: ScreeningRecord, question: Partial<VerdictFacts> = {}): string[] {
  const { outcome, reason, hits } = hitsAndVerdict(record, aQuestion(question));
  expect(outcome === 'hit').toBe(hits.length > 0);
  const numbered = hits.map((_, index) => `hit:${index + 1}`);
  if (outcome === 'error' || reason === null) return outcome === 'hit' ? numbered : [outcome];
  return [...numbered, `review:${reason}`];
}

const MIXED = { watchlistMayMissName: true };
const FAILED_CONTROL = { controlFailed: true };
const { details: _details, errors: _errors, ...withoutLists } = aRecord();
const { option: _option, requesterId: _requester, ...withoutQuestion } = aRecord();
const HITS = ['hit:1', 'hit:2'];

test.each<[string, ScreeningRecord, outcome: string[], Partial<VerdictFacts>?]>([
  ['every entry of details is a hit of its own, numbered from 1', aRecordWithHits(twoHits), HITS],
  ['a hit is also one with the status Successful', aRecordWithHits(twoHits, { status: 'Successful' }), HITS],
  ['a finished record with an empty details is clear', aRecord(), ['clear']],
  [
    'Successful, which the interface shows in a sample, is clear',
    aRecord({ status: 'Successful' }),
    ['clear'],
  ],
  ['a finished record with details null is clear', aRecord({ details: null }), ['clear']],
  ['a finished record with errors null is clear', aRecord({ errors: null }), ['clear']],
  ['a finished record without details and errors altogether is clear', withoutLists, ['clear']],
  ['a Pending record is never clear', aRecord({ status: 'Pending' }), ['review:pending']],
  [
    'a Pending record shows the hits it has so far',
    aRecordWithHits(twoHits, { status: 'Pending' }),
    [...HITS, 'review:pending'],
  ],
  ['a status nobody has heard of is for a person', aRecord({ status: 'Archived' }), ['review:unknownStatus']],
  [
    'a known status in another spelling is unknown',
    aRecord({ status: 'completed' }),
    ['review:unknownStatus'],
  ],
  ['an empty status is unknown', aRecord({ status: '' }), ['review:unknownStatus']],
  [
    'the hits under an unknown status come out',
    aRecordWithHits(twoHits, { status: 'Archived' }),
    [...HITS, 'review:unknownStatus'],
  ],
  [
    'hits that were counted but not listed are not clear',
    aRecord({ totalHits: 2 }),
    ['review:hitCountMismatch'],
  ],
  ['a negative count is not clear', aRecord({ totalHits: -1 }), ['review:hitCountMismatch']],
  [
    'fewer hits listed than counted: those listed come out',
    aRecord({ totalHits: 3, details: twoHits }),
    [...HITS, 'review:hitCountMismatch'],
  ],
  [
    'hits listed although none were counted come out',
    aRecord({ totalHits: 0, details: twoHits }),
    [...HITS, 'review:hitCountMismatch'],
  ],
  [
    'hits together with isError come out, and ask for a person',
    aRecordWithHits(twoHits, { isError: true, errors: [anError] }),
    [...HITS, 'review:errorsReported'],
  ],
  [
    'hits of a Failed record come out, and ask for a person',
    aRecordWithHits(twoHits, { status: 'Failed' }),
    [...HITS, 'review:errorsReported'],
  ],
  [
    'a record that lists errors is not clear, even where isError is false',
    aRecord({ errors: [anError] }),
    ['review:errorsReported'],
  ],
  ['status Failed without details is an error', aRecord({ status: 'Failed' }), ['error']],
  ['status Failed and details null is an error', aRecord({ status: 'Failed', details: null }), ['error']],
  ['isError under a finished status is an error', aRecord({ isError: true, errors: [anError] }), ['error']],
  ['isError without a word of why is an error', aRecord({ isError: true }), ['error']],
  ['isError under Pending is an error', aRecord({ status: 'Pending', isError: true }), ['error']],
  ['isError although hits were counted is an error', aRecord({ isError: true, totalHits: 2 }), ['error']],
  ['an error stays one if its id is shared', aRecord({ status: 'Failed' }), ['error'], { idIsShared: true }],
  [
    'a record that leaves option and requester out may be clear',
    withoutQuestion,
    ['clear'],
    { requesterId: 'me' },
  ],
  ['a name of mixed scripts is a review if it would be clear', aRecord(), ['review:mixedScripts'], MIXED],
  ['a name of mixed scripts has its hits', aRecordWithHits(twoHits), HITS, MIXED],
  ['a name of mixed scripts may be pending', aRecord({ status: 'Pending' }), ['review:pending'], MIXED],
  ['a name of mixed scripts may have failed', aRecord({ status: 'Failed' }), ['error'], MIXED],
  [
    'a name of mixed scripts may have a wrong count',
    aRecord({ totalHits: 3 }),
    ['review:hitCountMismatch'],
    MIXED,
  ],
  ['a run whose control failed has no clear company', aRecord(), ['review:controlFailed'], FAILED_CONTROL],
  [
    'a run whose control failed has names of mixed scripts',
    aRecord(),
    ['review:mixedScripts'],
    { ...FAILED_CONTROL, ...MIXED },
  ],
  ['a run whose control failed has its hits', aRecordWithHits(twoHits), HITS, FAILED_CONTROL],
  ['a part of an answer is never clear', aRecord(), ['review:partialAnswer'], { isWhole: false }],
  [
    'a part of an answer returns its hits',
    aRecordWithHits(twoHits),
    [...HITS, 'review:partialAnswer'],
    { isWhole: false },
  ],
])('%s', (...[, record, outcome, question]) => {
  expect(inShort(record, question)).toEqual(outcome);
});

test('a hit carries the very entry of details, and a clear record has none; neither has a reason', () => {
  const verdictOn = (record: ScreeningRecord) => hitsAndVerdict(record, aQuestion());
  expect(verdictOn(aRecordWithHits(twoHits))).toEqual({ outcome: 'hit', reason: null, hits: twoHits });
  expect(verdictOn(aRecord())).toEqual({ outcome: 'clear', reason: null, hits: [] });
});

describe('a record that answers a different request', () => {
  const OTHERS: Array<[string, ScreeningRecord, Partial<VerdictFacts>]> = [
    ['has another option', aRecord({ option: 'Aml' }), { option: 'Both' }],
    ['has an option that is no text', aRecord({ option: 7 }), {}],
    ['has an empty option', aRecord({ option: '' }), {}],
    ['names another requester', aRecord({ requesterId: 'somebody' }), { requesterId: 'me' }],
    ['names an empty requester', aRecord({ requesterId: '' }), { requesterId: 'me' }],
    ['has an empty id', aRecord({ id: '' }), {}],
    ['has an id of white space', aRecord({ id: ' \t' }), {}],
    ['has the nil UUID', aRecord({ id: '00000000-0000-0000-0000-000000000000' }), {}],
    ['has a word in place of an id', aRecord({ id: 'null' }), {}],
    ['has an id that came for another company as well', aRecord(), { idIsShared: true }],
  ];
  const WORDS = ['nan', 'NaN', 'nil', 'None', 'NULL', '(null)', 'undefined'];

  test.each<[string, ScreeningRecord, Partial<VerdictFacts>]>([
    ...OTHERS,
    ...WORDS.map((id): (typeof OTHERS)[number] => [`has the id ${id}`, aRecord({ id }), {}]),
  ])('is never clear, and its hits come out: it %s', (_, record, question) => {
    expect(inShort(record, question)).toEqual(['review:otherRequest']);
    const withHits = { ...record, totalHits: 2, details: twoHits };
    expect(inShort(withHits, question)).toEqual([...HITS, 'review:otherRequest']);
  });

  test.each<[string, ScreeningRecord, Partial<VerdictFacts>]>([
    ['the option in another case', aRecord({ option: 'BOTH' }), {}],
    ['the option in another case, other way round', aRecord({ option: 'pep' }), { option: 'Pep' }],
    ['white space around it', aRecord({ option: ' Both ', requesterId: ' me' }), { requesterId: 'me' }],
    ['the requester in another case', aRecord({ requesterId: 'ME' }), { requesterId: 'me' }],
    ['no option', aRecord({ option: null }), {}],
    ['no requester', aRecord({ requesterId: null }), { requesterId: 'me' }],
    ['a requester although none was sent', aRecord({ requesterId: 'the account' }), {}],
  ])('is not one with %s', (_, record, question) => {
    expect(inShort(record, question)).toEqual(['clear']);
  });

  test.each([
    ['in capitals', 'CAFÉ ALDER'],
    ['without its accents', 'Cafe Alder'],
    ['with its accents apart', 'Cafe\u0301 Alder'],
    ['in full-width letters', 'Ｃａｆé　Ａｌｄｅｒ'],
    ['with other signs between its words', 'Café-Alder.'],
  ])('is not one that repeats the name %s', (_, companyName) => {
    expect(inShort({ ...aRecord(), companyName }, { companyName: 'Café Alder' })).toEqual(['clear']);
  });
});

describe('a record with the fields of an error body', () => {
  test.each([
    [{ code: 'S0001' }],
    [{ code: 0 }],
    [{ code: [] }],
    [{ error: 'invalid_client' }],
    [{ error: true }],
    [{ statusCode: 400 }],
    [{ statusCode: 500 }],
    [{ statusCode: '400' }],
    [{ statusCode: 199 }],
    [{ statusCode: 300 }],
    [{ statusCode: 200.5 }],
  ])('is never clear: %j', (fields) => {
    expect(inShort({ ...aRecord(), ...fields })).toEqual(['review:errorsReported']);
    const withHits = { ...aRecordWithHits(twoHits), ...fields };
    expect(inShort(withHits)).toEqual([...HITS, 'review:errorsReported']);
  });

  test.each([
    [{ code: null }],
    [{ code: '' }],
    [{ error: false }],
    [{ error: null }],
    [{ statusCode: 200 }],
    [{ statusCode: 299 }],
    [{ statusCode: null }],
  ])('that say nothing is clear: %j', (fields) => {
    expect(inShort({ ...aRecord(), ...fields })).toEqual(['clear']);
  });
});

test.each([
  ['a number in a list', { ...aHit(), companyNumber: [123] }],
  ['a number as its name', { name: 7 }],
  ['a text where a list should be', { aliasNames: 'GH' }],
  ['null', null],
  ['text', 'Gloomharbour'],
  ['a list', [aHit()]],
])('a hit with a field of an odd type is returned, and asks for a person: %s', (_, hit) => {
  const record = aRecord({ totalHits: 2, details: [aHit(), hit] });
  expect(inShort(record)).toEqual(['hit:1', 'hit:2', 'review:malformedHit']);
  expect(hitsAndVerdict(record, aQuestion()).hits[1]).toBe(hit);
});

test('every reason is explained in whole sentences', () => {
  for (const explanation of Object.values(REVIEW_EXPLANATIONS)) {
    expect(explanation).toMatch(/^[A-Z].*[A-Za-z]\.$/);
  }
});

describe('an old answer', () => {
  const repliedAt = Date.parse('2025-03-01T08:00:00Z');

  test.each([
    '2025-02-28T07:59:59Z',
    '2025-02-28T09:59:59.9999999+02:00',
    '2025-02-28',
    '2025-02-27 23:00:00',
    'Fri, 28 Feb 2025 07:00:00 GMT',
    '2019-01-01T00:00:00',
    '0001-01-01T00:00:00',
    Date.parse('1999-12-31T00:00:00Z'),
    Date.parse('2001-09-09T00:00:00Z') / 1000 + 6_400,
    Date.parse('2025-02-26T08:00:00Z') / 1000,
    Date.parse('2025-02-26T08:00:00Z'),
    String(Date.parse('2025-02-26T08:00:00Z') / 1000),
    `/Date(${Date.parse('2025-02-26T08:00:00Z')})/`,
    '/Date(-62135596800000)/',
  ])('is never clear: a record of %s', (createdAt) => {
    expect(inShort(aRecord({ createdAt }), { repliedAt })).toEqual(['review:staleAnswer']);
  });

  test.each([undefined, null, '2025-03-01T08:00:00Z', 'yesterday'])(
    'is never clear if it was processed long ago, whatever its creation: %s',
    (createdAt) => {
      const record = aRecord({ createdAt, processedAt: '2019-01-01T00:00:00Z' });
      expect(inShort(record, { repliedAt })).toEqual(['review:staleAnswer']);
    },
  );

  test.each(['yesterday', 7, 2019, '7', {}, true, '/Date(now)/', 1e15, -1])(
    'may be one whose dates cannot be read: %j',
    (date) => {
      const said = (dates: object) => inShort(aRecord(dates), { repliedAt });
      expect(said({ createdAt: date, processedAt: null })).toEqual(['review:staleAnswer']);
      expect(said({ createdAt: undefined, processedAt: date })).toEqual(['review:staleAnswer']);
      // The other date tells.
      expect(said({ createdAt: date, processedAt: '2025-03-01T07:00:00Z' })).toEqual(['clear']);
    },
  );

  test('is one whose reply is old, whatever its dates say', () => {
    const oldDate = () => ({ date: 0, other: repliedAt, clock: 'anotherReply' }) as const;
    const age = { oldDate, anyCameToBeOld: () => true, isByThisMachine: false };
    const createdAt = '2025-03-01T08:00:00Z';
    expect(inShort(aRecord({ createdAt }), { repliedAt, age })).toEqual(['review:staleAnswer']);
    const fresh = { oldDate: () => null, anyCameToBeOld: () => false, isByThisMachine: true };
    expect(inShort(aRecord({ createdAt }), { repliedAt, age: fresh })).toEqual(['clear']);
  });

  test('returns its hits all the same', () => {
    const record = aRecordWithHits(twoHits, { createdAt: '2019-01-01T00:00:00Z' });
    expect(inShort(record, { repliedAt })).toEqual(['hit:1', 'hit:2', 'review:staleAnswer']);
  });

  test.each([
    ['of a day before', '2025-02-28T08:00:00Z'],
    ['of another time zone', '2025-03-01T09:00:00+01:00'],
    ['of tomorrow', '2025-03-02T08:00:00Z'],
    ['null', null],
    ['empty', ''],
    ['in seconds', Date.parse('2025-03-01T07:00:00Z') / 1000],
    ['in milliseconds, as text', String(Date.parse('2025-03-01T07:00:00Z'))],
    ['in JSON', `/Date(${Date.parse('2025-03-01T07:00:00Z')}+0200)/`],
  ])('is not meant by a date that is %s', (_, createdAt) => {
    expect(inShort(aRecord({ createdAt, processedAt: createdAt }), { repliedAt })).toEqual(['clear']);
  });
});

describe('a field that the contract does not know', () => {
  const ONE_FIELD: Array<[fields: object, reason: string]> = [
    [{ TotalHits: 3 }, 'hitCountMismatch'],
    [{ Details: [aHit()] }, 'hitCountMismatch'],
    [{ hits: [aHit()] }, 'hitCountMismatch'],
    [{ Hits: 3 }, 'hitCountMismatch'],
    [{ hit_count: '1' }, 'hitCountMismatch'],
    [{ matches: [{}] }, 'hitCountMismatch'],
    [{ data: { hits: [aHit()] } }, 'hitCountMismatch'],
    [{ result: { TotalHits: 2 } }, 'hitCountMismatch'],
    [{ Data: { result: { details: [aHit()] } } }, 'hitCountMismatch'],
    [{ results: [aHit()] }, 'hitCountMismatch'],
    [{ data: [[]] }, 'hitCountMismatch'],
    [{ data: '{"hits":[1]}' }, 'hitCountMismatch'],
    [{ results: { items: [{}] } }, 'hitCountMismatch'],
    [{ record: { totalHits: 4 } }, 'hitCountMismatch'],
    [{ hasHits: true }, 'hitCountMismatch'],
    [{ matchCount: 3 }, 'hitCountMismatch'],
    [{ data: { status: 'Failed' } }, 'unknownStatus'],
    [{ result: { Status: 'Pending' } }, 'unknownStatus'],
    [{ data: { isError: true } }, 'errorsReported'],
    [{ response: { code: 'S0003' } }, 'errorsReported'],
    [{ hasErrors: true }, 'errorsReported'],
    [{ errorMessage: 'A list could not be reached' }, 'errorsReported'],
    [{ success: 'failed' }, 'errorsReported'],
    [{ data: { companyName: 'Birch Ltd' } }, 'otherRequest'],
    [{ data: { data: { data: { data: { x: 1 } } } } }, 'hitCountMismatch'],
    [{ data: { referenceId: 'case-2' } }, 'otherRequest'],
    [{ hit: true }, 'hitCountMismatch'],
    [{ Match: aHit() }, 'hitCountMismatch'],
    [{ matched: 'yes' }, 'hitCountMismatch'],
    [{ found: true }, 'hitCountMismatch'],
    [{ num_hits: 1 }, 'hitCountMismatch'],
    [{ ｈｉｔｓ: 1 }, 'hitCountMismatch'],
    [{ total: 3 }, 'hitCountMismatch'],
    [{ totalCount: 3 }, 'hitCountMismatch'],
    [{ records: [aHit()] }, 'hitCountMismatch'],
    [{ entities: [aHit()] }, 'hitCountMismatch'],
    [{ detail: [aHit()] }, 'hitCountMismatch'],
    [{ alerts: [1] }, 'hitCountMismatch'],
    [{ sanctions: [aHit()] }, 'hitCountMismatch'],
    [{ potentialMatches: [aHit()] }, 'hitCountMismatch'],
    [{ potentialHits: 2 }, 'hitCountMismatch'],
    [{ hitDetails: [aHit()] }, 'hitCountMismatch'],
    [{ watchlistHits: 1 }, 'hitCountMismatch'],
    [{ isPep: true }, 'hitCountMismatch'],
    [{ pep: true }, 'hitCountMismatch'],
    [{ alerts: 3 }, 'hitCountMismatch'],
    [{ peps: [{ name: 'X' }] }, 'hitCountMismatch'],
    [{ peps: ['Jane Doe'] }, 'hitCountMismatch'],
    [{ request: { companyName: 'Birch Ltd' } }, 'otherRequest'],
    [{ summary: { totalHits: 1 } }, 'hitCountMismatch'],
    [{ decision: 'REFER' }, 'hitCountMismatch'],
    [{ isFlagged: true }, 'hitCountMismatch'],
    [{ '@odata.nextLink': 'https://api.example.com/2' }, 'partialAnswer'],
    [{ adverseMedia: ['https://news.example/1'] }, 'hitCountMismatch'],
    [{ pep: { found: true } }, 'hitCountMismatch'],
    [{ watchlist: { totalHits: 1 } }, 'hitCountMismatch'],
    [{ watchlists: [{ name: 'EU' }] }, 'hitCountMismatch'],
    [{ data: { sanctions: 'yes' } }, 'hitCountMismatch'],
    [{ matchStatus: 'POTENTIAL_MATCH' }, 'hitCountMismatch'],
    [{ screeningResult: 'HIT' }, 'hitCountMismatch'],
    [{ sanctioned: 'yes' }, 'hitCountMismatch'],
    [{ pagination: { total: 3 } }, 'hitCountMismatch'],
    [{ paging: { next: 'https://api.example.com/2' } }, 'partialAnswer'],
    [{ meta: { hasMore: true } }, 'partialAnswer'],
    [{ meta: { pagination: { totalCount: 3 } } }, 'hitCountMismatch'],
    [{ next: 'https://api.example.com/2' }, 'partialAnswer'],
    [{ nextCursor: 'abc' }, 'partialAnswer'],
    [{ continuation_token: 'abc' }, 'partialAnswer'],
    [{ screened: false }, 'partialAnswer'],
    [{ isPending: true }, 'partialAnswer'],
    [{ inProgress: 1 }, 'partialAnswer'],
    [{ queued: 'true' }, 'partialAnswer'],
    [{ skipped: true }, 'partialAnswer'],
    [{ screeningStatus: 'Pending' }, 'unknownStatus'],
    [{ ok: false }, 'errorsReported'],
    [{ httpStatus: 503 }, 'errorsReported'],
    [{ CreatedAt: '2019-01-01T00:00:00Z' }, 'staleAnswer'],
    [{ createdAt: null, processedAt: null, created_at: 1_546_300_800 }, 'staleAnswer'],
    [{ data: { processedAt: '2019-01-01T00:00:00Z' } }, 'staleAnswer'],
    [{ nextPageToken: 'abc' }, 'partialAnswer'],
    [{ timedOut: true }, 'partialAnswer'],
    [{ incomplete: true }, 'partialAnswer'],
    [{ isComplete: false }, 'partialAnswer'],
    [{ is_complete: 'False' }, 'partialAnswer'],
    [{ hasMore: true }, 'partialAnswer'],
    [{ HasMore: 'yes' }, 'partialAnswer'],
    [{ data: { hasMore: 1 } }, 'partialAnswer'],
    [{ success: false }, 'errorsReported'],
    [{ Success: 'no' }, 'errorsReported'],
    [{ result: { isSuccess: 0 } }, 'errorsReported'],
    [{ IsError: true }, 'errorsReported'],
    [{ Errors: [anError] }, 'errorsReported'],
    [{ Code: 'S0005' }, 'errorsReported'],
    [{ Error: 'watchlist offline' }, 'errorsReported'],
    [{ ErrorCode: 'S0005' }, 'errorsReported'],
    [{ error_code: 'S0005' }, 'errorsReported'],
    [{ StatusCode: 500 }, 'errorsReported'],
    [{ Status: 'Pending' }, 'unknownStatus'],
    [{ referenceId: 'case-2' }, 'otherRequest'],
    [{ companyName: 'Birch Ltd' }, 'otherRequest'],
    [{ companyName: '' }, 'otherRequest'],
    [{ companyName: 7 }, 'otherRequest'],
    [{ Option: 'Aml' }, 'otherRequest'],
    [{ Option: 'case-1' }, 'otherRequest'],
    [{ RequesterId: 'somebody' }, 'otherRequest'],
    [{ requester_id: '' }, 'otherRequest'],
    [{ pepHits: 2 }, 'hitCountMismatch'],
    [{ totalHitCount: '1' }, 'hitCountMismatch'],
    [{ criminalHits: 1 }, 'hitCountMismatch'],
    [{ exactMatches: 1 }, 'hitCountMismatch'],
    [{ hitList: [aHit()] }, 'hitCountMismatch'],
    [{ sanctionMatches: [aHit()] }, 'hitCountMismatch'],
    [{ hasMatches: true }, 'hitCountMismatch'],
    [{ data: { amlHits: 1 } }, 'hitCountMismatch'],
    [{ matchedEntities: [aHit()] }, 'hitCountMismatch'],
    [{ listedEntities: [aHit()] }, 'hitCountMismatch'],
    [{ pepDetails: [aHit()] }, 'hitCountMismatch'],
    [{ screeningResults: [aHit()] }, 'hitCountMismatch'],
    [{ searchResult: { totalHits: 1 } }, 'hitCountMismatch'],
    [{ completed: false }, 'partialAnswer'],
    [{ isFinal: 'false' }, 'partialAnswer'],
    [{ errorCount: 1 }, 'errorsReported'],
    [{ error_description: 'A list could not be reached' }, 'errorsReported'],
    [{ errorList: [anError] }, 'errorsReported'],
    [{ exception: 'Timeout' }, 'errorsReported'],
  ];
  const MANY_NAMES: Array<[names: string, value: unknown, reason: string]> = [
    ['FAILED HASERROR HASERRORS ISERROR ISFAILED EXCEPTION', true, 'errorsReported'],
    ['httpStatus httpStatusCode http_status_code STATUSCODE', 404, 'errorsReported'],
    ['isSuccess isSuccessful ok succeeded success', false, 'errorsReported'],
    // A word that says neither yes nor no.
    ['count found hasHit hasHits hit hitCount hits hitsCount isHit isMatch', 'perhaps', 'hitCountMismatch'],
    ['match matchCount matched matches numberOfHits numberOfMatches', 'perhaps', 'hitCountMismatch'],
    ['total totalCount flagged isFlagged isListed isPep', 'perhaps', 'hitCountMismatch'],
    ['isSanctioned listed sanctioned', 'perhaps', 'hitCountMismatch'],
    ['alerts body content data detail entities items meta', { found: 1 }, 'hitCountMismatch'],
    ['pagination paging payload record records response', { found: 1 }, 'hitCountMismatch'],
    ['sanctions screening screenings value pepDetails', { found: 1 }, 'hitCountMismatch'],
    ['foundEntities searchResult searchResults', { found: 1 }, 'hitCountMismatch'],
    ['adverseMedia alert pep peps sanction watchlist watchlists', [{}], 'hitCountMismatch'],
    ['alerts entities sanctions', 2, 'hitCountMismatch'],
    ['decision outcome listStatus verdicts', 'match', 'hitCountMismatch'],
    ['complete completed final finished isComplete isCompleted isFinal', false, 'partialAnswer'],
    ['isFinished isScreened screened', 'no', 'partialAnswer'],
    ['continuationToken hasMore hasNext hasNextPage incomplete inProgress', true, 'partialAnswer'],
    ['isIncomplete isPartial isPending isTruncated next nextCursor nextLink', true, 'partialAnswer'],
    ['nextPage nextPageToken partial pending processing queued skipped', true, 'partialAnswer'],
  ];
  const MANY_WORDS: Array<[field: string, words: string]> = [
    ['screeningResult', 'alert, found, hit, hits, listed, match, matched, matches, positive'],
    ['screeningResult', 'Possible hit, POSSIBLE_MATCH, potential hit, Potential-Match, sanctioned, True hit'],
    ['verdict', 'True match, true-positive, Blocked, flagged, refer, Referred, REJECTED, review'],
  ];
  const INSIDE = 'degraded moreResults nextToken @odata.nextLink partialResults timedOut truncated';

  test.each<[object, string]>([
    ...ONE_FIELD,
    ...MANY_NAMES.flatMap(([names, value, reason]) =>
      names.split(' ').map((name): [object, string] => [{ [name]: value }, reason]),
    ),
    ...MANY_WORDS.flatMap(([field, words]) =>
      words.split(', ').map((word): [object, string] => [{ [field]: word }, 'hitCountMismatch']),
    ),
    ...INSIDE.split(' ').map((name): [object, string] => [{ data: { [name]: true } }, 'partialAnswer']),
  ])('counts if it contradicts: %j', (fields, reason) => {
    expect(inShort({ ...aRecord(), ...fields }, { requesterId: 'me' })).toEqual([`review:${reason}`]);
  });

  test('with the hits under another name casts no doubt on a hit', () => {
    expect(inShort({ ...aRecordWithHits(twoHits), hits: 2, data: { hits: 2 } })).toEqual(['hit:1', 'hit:2']);
  });

  test('that says there is more casts doubt on hits too, since others may be missing', () => {
    const said = inShort({ ...aRecordWithHits(twoHits), hasMore: true });
    expect(said).toEqual([...HITS, 'review:partialAnswer']);
  });

  test('is looked for in a record that contains itself a hundred times', () => {
    const deep = (depth: number): object => (depth === 0 ? { hits: 1 } : { data: deep(depth - 1) });
    expect(inShort({ ...aRecord(), data: deep(2) })).toEqual(['review:hitCountMismatch']);
    // Deeper, nobody looks: it is no clear.
    expect(inShort({ ...aRecord(), data: deep(90) })).toEqual(['review:hitCountMismatch']);
  });

  test('that names a requester contradicts nothing if none was sent', () => {
    expect(inShort({ ...aRecord(), RequesterId: 'the account' })).toEqual(['clear']);
  });

  const AGREEING: object[] = [
    { Option: 'BOTH', RequesterId: 'ME', Reference_Id: ' case-1 ', Company: 'Birch Ltd' },
    { TotalHits: 0, Details: [], IsError: false, Errors: null, Status: 'Completed', StatusCode: 200 },
    { referenceId: 'CASE-1', companyName: 'ALDER, LTD.' },
    { hits: 0, hitCount: null, matches: [], isPep: 'No', sanctioned: 'false' },
    { isComplete: true, hasMore: false, success: true, data: null, result: [], results: {} },
    { isComplete: null, hasMore: '', success: 'true', data: { hits: [], totalHits: 0 }, result: 'none' },
    { data: { status: 'Completed', isError: false, statusCode: 200, referenceId: 'CASE-1', hasHits: false } },
    { hasMore: 'false', data: { id: 'x' }, completed: 7, more: 'details: see the guide' },
    { hit: false, found: 0, total: 0, detail: 'none', entities: [], ok: 'ok', httpStatus: 200, next: null },
    { matchThreshold: 85, fuzzyMatch: true, maxHits: 50, minMatchScore: 0.8, whitelisted: true },
    { pepHits: 0, amlHits: null, sanctionMatches: [], matchStatus: 'NoMatch', hitList: '' },
    {
      alerts: 0,
      pep: false,
      sanctions: 'none',
      screeningResult: 'No hits',
      searchMode: 'match',
      matchType: 'match',
    },
    { screeningResults: [], searchResult: { totalHits: 0 }, errorCount: 0, completed: true },
    {
      request: { companyName: 'ALDER LTD', option: 'strict', status: 'Received' },
      account: { status: 'active', total: 500, totalHits: 0 },
    },
    { watchlists: ['EU', 'UN'], pep: { found: false }, adverseMedia: [] },
    { screened: true, pending: false, screeningStatus: 'Completed', Created_At: '', processed: 'yes' },
    { data: { data: { data: { x: 1 } } } },
    // Settings of the search.
    { minMatch: 2, matchAlgorithm: 2, hitConfig: { a: 1 }, matchEngine: 1, hitFilter: true, hitLimit: 50 },
    {
      matchOption: 1,
      hitsPerPage: 10,
      matchScore: 0.9,
      matchSetting: 1,
      matchVersion: 2,
      whiteListHits: true,
    },
    { matchMode: 1, hitRate: 1, matchTime: 12, matchTimeMs: 12, matchType: 1, exactMatch: true },
    { fuzzyMatching: true, exactMatchOnly: true, fuzzyMatchOnly: true },
  ];
  const SUCCESS = ['1', 'ok', 'OK ', 'success', 'successful', 'succeeded', 'true', 'yes', 1];

  test.each([
    ...AGREEING,
    ...SUCCESS.map((success) => ({ success })),
    ...['0', 'false', 'No', 0].map((hasMore) => ({ hasMore })),
  ])('does not change the verdict if it agrees: %j', (fields) => {
    expect(inShort({ ...aRecord(), ...fields }, { requesterId: 'me' })).toEqual(['clear']);
  });
});

test.each([
  ['Fund 3', 'Fund 2'],
  ['Fund 3', 'Fund'],
  ['Alder', 'Aldér Ltd'],
  ['暗港', '暗'],
  ['Завод 7', 'Завод 8'],
])('a reply that names another company is for review: asked for %s, it names %s', (companyName, answered) => {
  expect(inShort({ ...aRecord(), companyName: answered }, { companyName })).toEqual(['review:otherRequest']);
});

test.each([
  ['Fund 3', 'FUND-3'],
  ['Müller & Co.', 'MU\u0308LLER CO'],
  ['Acme\uff03', 'ACME'],
])(
  'a reply that spells the company in another way is about it: asked for %s, it names %s',
  (companyName, answered) => {
    expect(inShort({ ...aRecord(), companyName: answered }, { companyName })).toEqual(['clear']);
  },
);

test.each(['', ' ', '\u200b', '\u2060', '-', '\u00a0\ufeff'])(
  'an id without a letter or digit is none: %j',
  (id) => {
    expect(inShort(aRecord({ id }))).toEqual(['review:otherRequest']);
  },
);
