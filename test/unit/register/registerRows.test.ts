// What a row of the register says, and when it says nothing: a row that contradicts itself proves nothing.
import {
  REGISTER_EXPLANATIONS,
  verdictOfAnswer,
} from '../../../nodes/CompanyScreening/register/companies/companyResult';
import {
  knowingNothing,
  knowledgeOf,
  takeInAnswer,
  takeInAnswers,
} from '../../../nodes/CompanyScreening/register/facts/knowledge';
import { isSilentForADay } from '../../../nodes/CompanyScreening/register/facts/liveness';
import type { TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import {
  answerRow,
  asDamaged,
  readAnswers,
  screeningHashesOf,
  type IntactAnswer,
} from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { runOfDoubt } from '../../../nodes/CompanyScreening/register/rows/doubtRows';
import { readable } from '../../../nodes/CompanyScreening/register/rows/cells';
import {
  DONE,
  claimedCells,
  readClaim,
  type Claim,
} from '../../../nodes/CompanyScreening/register/rows/claimRows';
import { COLUMNS } from '../../../nodes/CompanyScreening/register/rows/columns';
import {
  companyHash,
  hashOf,
  keyHash,
  referenceIdIn,
  screeningHash,
  type Company,
} from '../../../nodes/CompanyScreening/register/rows/identity';
import {
  addressedTo,
  companiesReportedTo,
  runReportRows,
  readerHash,
  readReport,
  toldRow,
} from '../../../nodes/CompanyScreening/register/rows/reportRows';
import { aCompany, aDamaged, anAnswer, hit } from './anAnswer';
import { givenTo, LIST, reportsIn } from './aReport';

const company = aCompany('First Ltd', 'P1');
const requested: Company = { ...company, option: 'AnnualReturns' };
const several: Company = { ...company, names: ['First Ltd', 'Second Ltd'] };
const [hash, otherHash] = [companyHash(company), 'b'.repeat(64)];

test('the tables have these columns, in the order in which n8n shows them; a # is behind those that hold numbers', () => {
  const columns = Object.entries(COLUMNS).map(([table, types]) => {
    const names = Object.entries(types).map(([name, type]) => (type === 'number' ? `${name}#` : name));
    return `${table}: ${names.join(' ')}`;
  });
  expect(columns).toEqual([
    'runs: run state beat beatAt startedAt endedAt startedBy companies# unusable# screenedNow# remembered# sentNow# verdictsNow# withVerdict# withHits# clear# reviews# errors# notProcessed# screeningsPaid# newHits# changedHits# hitsListedAgain# goneHits# openCases# oldestCaseAt decisions# newestDecisions companiesBefore# environment control reportId workflow node screenAgainAfterDays# latestRunOfNode unreportedRunOfNode readers kind test',
    'claims: mark run state companies companiesHash referenceIds requests screenings keptFor claimedAt',
    'answers: answer mark company keyHash run kind previousAnswers previousOriginals repeatMark replacesClaims screening outcome reason screenedAt data seal',
    'archive: mark kind closing run at removedBy removedByAddress reason oldest newest screenings# size# otherBytes# originals# batches packs previousSeals data seal',
    'decisions: companyKey companyName name decided reason decidedByAddress decidedAt decidedBy hitFingerprint decision company mark previous previousSeals seal',
    'reports: mark report kind reader reportedTo run at tells data seal',
  ]);
});

test('an answer of the run itself that is read back counts once, whatever order its cells come back in', () => {
  const known = knowingNothing();
  const { data, ...answer } = anAnswer(company, 'm');
  takeInAnswer(known, { data: { ...data, company: { ...company } }, ...answer });
  takeInAnswers(known, [{ ...answerRow({ ...answer, data }), id: 1 }]);
  expect(known.answers.get(companyHash(company))).toHaveLength(1);
});

describe('a row of an answer', () => {
  const stored = (by: Partial<IntactAnswer> = {}) => ({ ...answerRow(anAnswer(company, 'm', by)), id: 1 });

  test('is read as it was written', () => {
    const { data } = anAnswer(company, 'm', { outcome: 'hit' });
    const full = anAnswer(company, 'm', {
      ...{ outcome: 'hit', reason: 'pending', previousAnswers: ['x.0'], replacesClaims: ['y'] },
      data: { ...data, payload: { text: 'NUL \0 and \ud83d', list: [1, null] } },
    });
    expect(readAnswers({ ...answerRow(full), id: 1 })).toEqual([full]);
    expect(JSON.stringify(answerRow(full))).not.toMatch(/\0|[^\\]\\u0000/);
  });

  test('may have its empty cells null', () => {
    expect(readAnswers({ ...stored(), reason: null })).toEqual([anAnswer(company, 'm')]);
  });

  // What the cell of an intact row may hold: only the seal shows that it is another text.
  const EDITS: TableRow = {
    ...{ answer: 'm.7', mark: 'other', company: otherHash, keyHash: otherHash, run: 'other', kind: 'none' },
    ...{ previousAnswers: '["x.0"]', previousOriginals: '["x.0"]', repeatMark: 'm', replacesClaims: '["y"]' },
    ...{ screening: otherHash, outcome: 'review', reason: 'pending', screenedAt: '2026-01-01T00:00:00.001Z' },
    data: JSON.stringify({ ...anAnswer(company, 'm').data, payload: 'another reply' }),
    seal: otherHash,
  };
  test('an answer of which any cell was edited is a damaged one', () => {
    expect(Object.keys({ ...EDITS, id: 1 }).sort()).toEqual(Object.keys(stored()).sort());
    for (const [column, text] of Object.entries(EDITS)) {
      const kinds = readAnswers({ ...stored(), [column]: text }).map(({ kind }) => kind);
      expect({ [column]: [...new Set(kinds)] }).toEqual({ [column]: ['damaged'] });
    }
  });

  const damaged = asDamaged(anAnswer(company, 'm'));

  test('that is damaged tells what it still can', () => {
    expect(readAnswers({ ...stored(), seal: '' })).toEqual([damaged]);
    expect(readAnswers({ ...stored(), data: '{' })).toEqual([damaged]);
    const named = anAnswer(company, 'm');
    const doubting: IntactAnswer = { ...named, data: { ...named.data, lateDoubtNames: ['run'] } };
    expect(readAnswers({ ...answerRow(doubting), id: 1, seal: '' })).toEqual([asDamaged(doubting)]);
    for (const company of ['x', `${hash}0`, `0${hash}`, null])
      expect(readAnswers({ ...stored(), company })).toEqual([damaged]);
    expect(readAnswers({ ...stored(), company: 'x', data: '{' })).toEqual([]);
  });

  test('that is damaged has its screening ids all the same, those of its other names too', () => {
    const screening = 'a'.repeat(64);
    const others = [otherHash, 'c'.repeat(64)];
    const row = stored({ screening, data: { ...anAnswer(company, 'm').data, otherScreenings: others } });
    const idsOf = (changes: TableRow) => readAnswers({ ...row, ...changes }).flatMap(screeningHashesOf);
    expect(idsOf({ reason: 'checked by Ann' })).toEqual([screening, ...others]);
    expect(idsOf({ screening: 'x' })).toEqual(others);
    expect(idsOf({ data: '{' })).toEqual([screening]);
    expect(idsOf({ data: JSON.stringify({ otherScreenings: others }) })).toEqual([screening, ...others]);

    const known = knowingNothing();
    const other = anAnswer(company, 'm', { company: otherHash, screening: otherHash });
    for (const one of [...readAnswers({ ...row, seal: '' }), other]) takeInAnswer(known, one);
    expect(knowledgeOf(known, otherHash, () => true).sharesId(other)).toBe(true);
  });

  const kindsOf = (answer: IntactAnswer) =>
    readAnswers({ ...answerRow(answer), id: 1 }).map(({ kind }) => kind);
  const withHits = (of: Company, by: Partial<IntactAnswer>, hits: number): IntactAnswer => {
    const answer = anAnswer(of, 'm', by);
    answer.data.hits = Array.from({ length: hits }, () => hit);
    return answer;
  };

  test.each<[string, Company, Partial<IntactAnswer>, number, string]>([
    ['clear, without hits', company, { outcome: 'clear' }, 0, 'answer'],
    ['clear, with hits', company, { outcome: 'clear' }, 1, 'damaged'],
    ['a hit, with hits', company, { outcome: 'hit' }, 1, 'answer'],
    ['a hit, without hits', company, { outcome: 'hit' }, 0, 'damaged'],
    ['a review, without hits', company, { outcome: 'review', reason: 'pending' }, 0, 'answer'],
    ['an error, without hits', company, { outcome: 'error' }, 0, 'answer'],
    ['an error, of what got no id', company, { outcome: 'error', screening: '' }, 0, 'answer'],
    ['a request, of a screening', company, { outcome: 'requested' }, 0, 'damaged'],
    ['a request, of annual returns', requested, { outcome: 'requested' }, 0, 'answer'],
    ['an error, of annual returns', requested, { outcome: 'error' }, 0, 'answer'],
    ['clear, of annual returns', requested, { outcome: 'clear' }, 0, 'damaged'],
    ['a review, of annual returns', requested, { outcome: 'review' }, 0, 'answer'],
    ['without an answer', company, { kind: 'unanswered', outcome: 'error' }, 0, 'unanswered'],
    ['without an answer, and clear', company, { kind: 'unanswered', outcome: 'clear' }, 0, 'damaged'],
    ['without an answer, with hits', company, { kind: 'unanswered', outcome: 'error' }, 1, 'damaged'],
    [
      'without an answer to one of its names',
      several,
      { kind: 'unanswered', outcome: 'error' },
      1,
      'unanswered',
    ],
  ])('that is %s', (_, of, by, hits, kind) => {
    expect(kindsOf(withHits(of, by, hits))).toEqual([kind]);
  });

  test('in production is one as well', () => {
    expect(kindsOf(anAnswer({ ...company, environment: 'production' }, 'm'))).toEqual(['answer']);
  });

  test('has a seal, and hashes of whom it is about, that stay what they are from one version to the next', () => {
    expect({
      seal: answerRow(anAnswer(company, 'm'))['seal'],
      company: companyHash(company),
      key: keyHash(company.key),
      screening: screeningHash(company, ' ID-1 '),
      reader: readerHash(' Slack '),
    }).toEqual({
      seal: '2da3a8a1eee4d060a2734ff138f702f7ed464c66127605b221a6faf849d9822a',
      company: '0284e63e5341cd777d65c4c4902b747588f2c4ccef9cb256bd068283e3025aac',
      key: '6c065c3deef9c5f008033acba89d036912759302c52dbccef546a6818c97407e',
      screening: 'a6ea32a3b7dccc4a60ee664cdfec9299aa241e1d071513e97b04bd641a18db97',
      reader: '7998456782c361c58208d3838b6a6bfa08b08fe378879618de225db9fbe23037',
    });
  });

  test('whose id and company were both changed is damaged for whom its data are about', () => {
    const row = { ...answerRow(anAnswer(company, 'm')), id: 7 };
    const { screening, screenedAt } = anAnswer(company, 'm');
    const screenings = [screening];
    const other = 'a'.repeat(64);
    const damaged = (answer: string, by: object = {}) => ({
      ...aDamaged({ answerId: answer, claimId: 'm', company: companyHash(company) }),
      ...{ screenedAt, screenings, ...by },
    });
    for (const odd of [{ ...row, company: other }, stored({ company: other })])
      expect(readAnswers(odd)).toEqual([damaged('m.0', { company: other }), damaged('m.0')]);
    expect(readAnswers({ ...row, answer: 'another.0' })).toEqual([damaged('unreadable-7')]);
    expect(readAnswers({ ...row, mark: 'b' })).toMatchObject([{ kind: 'damaged', answerId: 'unreadable-7' }]);
    expect(readAnswers({ id: 7 })).toEqual([]);
    const nameless = damaged('unreadable-7', { claimId: 'unreadable', screenedAt: null });
    expect(readAnswers({ ...row, answer: '', mark: '', screenedAt: 'yesterday' })).toEqual([nameless]);
  });

  test.each<[string, string, string[] | undefined, string[]]>([
    ['one name', 'a', undefined, ['a']],
    ['several names', 'a', ['b', 'c'], ['a', 'b', 'c']],
    ['a name that has no id, and one that has', '', ['b'], ['b']],
    ['no id', '', undefined, []],
  ])(
    'of %s has the ids of all of its screenings, by which another company is found that shares one',
    (_, one, others, all) => {
      const answer = anAnswer(company, 'm', { screening: one });
      if (others) answer.data.otherScreenings = others;
      expect(screeningHashesOf(answer)).toEqual(all);
    },
  );
});

test('a row of a claim is read; one that was changed counts as open for everybody whom it names', () => {
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
  const read: Claim = {
    ...{ id: 7, claimId: 'm', runId: 'r', state: 'open', companies: [hash], screenings: {}, keptFor: null },
    ...{ referenceIds: { [hash]: 'ref' }, requests: { [hash]: 2 }, claimedAt: '2026-01-01T00:00:00.000Z' },
  };
  expect(readClaim(row)).toEqual(read);
  expect(readClaim({ ...row, requests: null })).toEqual({ ...read, requests: {} });
  expect(readClaim({ ...row, keptFor: null })).toEqual(read);
  const kept = { ...read, state: 'done', keptFor: ['r2'] };
  expect(readClaim({ ...row, state: 'done', keptFor: '["r2"]' })).toEqual(kept);
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

test('a doubt is about its run, however many the run has', () => {
  expect(['r', 'r.old1', 'r.old12'].map(runOfDoubt)).toEqual(['r', 'r', 'r']);
});

test('a row has no text that a database refuses', () => {
  expect(readable('a\0b\ud83dc\u{1f511}')).toBe('a\ufffdb\ufffdc\u{1f511}');
});

describe('who a company is', () => {
  test('does not depend on the order of its names, nor on a repetition', () => {
    expect(companyHash({ ...several, names: ['Second Ltd', 'First Ltd', 'Second Ltd'] })).toBe(
      companyHash(several),
    );
    expect(companyHash(several)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, Partial<Company>]>([
    ['key', { key: 'P2' }],
    ['name', { names: ['First Ltd'] }],
    ['spelling', { names: ['first Ltd', 'Second Ltd'] }],
    ['option', { option: 'Aml' }],
    ['environment', { environment: 'production' }],
    ['service', { baseUrl: 'https://other.example' }],
  ])('is another with another %s', (_, changes) => {
    expect(companyHash({ ...several, ...changes })).not.toBe(companyHash(several));
  });

  test('is never mistaken for a screening, whose id is the same in any case', () => {
    const screening = screeningHash(several, ' ID-1 ');
    expect(screening).toBe(screeningHash(several, 'id-1'));
    expect(screening).toBe(hashOf(['screening', 1, 'sandbox', 'https://service.example', 'id-1']));
    expect(screening).not.toBe(screeningHash({ ...several, environment: 'production' }, 'id-1'));
    expect(screening).not.toBe(screeningHash({ ...several, baseUrl: 'https://other.example' }, 'id-1'));
    // An annual returns request may have the id of a screening. What is stored stays what it is.
    expect(screeningHash({ ...several, option: 'AnnualReturns' }, ' ID-1 ')).toBe(
      hashOf(['request', 1, 'sandbox', 'https://service.example', 'id-1']),
    );
  });
});

test('a reference id that the node makes follows from the run and the company, and is a UUID', () => {
  const first = referenceIdIn('run1', several);
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const others = [
    referenceIdIn('run2', several),
    referenceIdIn('run1', { ...several, key: 'P2' }),
    referenceIdIn('run1', { ...several, names: ['First Ltd'] }),
    referenceIdIn('run1', { ...several, option: 'Aml' }),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
  expect(referenceIdIn('run1', { ...several, names: ['Second Ltd', 'First Ltd', 'First Ltd'] })).toBe(first);
});

test('the row of a run is silent after a day, not at once', () => {
  const beatAt = '2026-01-01T00:00:00.000Z';
  const row = { id: 1, run: 'r', state: 'going', beat: '1', beatAt, control: '' } as const;
  const silentAfter = (ms: number) => isSilentForADay(row, Date.parse(beatAt) + ms);
  expect([86_400_000, 86_400_001].map(silentAfter)).toEqual([false, true]);
});

describe('the rows of a report', () => {
  const about = { report: 'r-1', at: '2026-01-01T00:00:00.000Z', uuid: () => 'u' };

  test('name those who are told, once for people and once as hashes', () => {
    const readers = addressedTo(['Slack', 'E-mail']);
    expect(runReportRows({ ...about, ...readers, nodeHash: '', runId: 'run' }, [])).toMatchObject([
      { kind: 'given', reader: '', reportedTo: 'Slack, E-mail', run: 'run' },
    ]);
    expect(toldRow(about, ' Slack ')).toMatchObject({
      ...{ kind: 'told', reader: readerHash('slack'), reportedTo: 'Slack', run: '', data: '' },
    });
  });

  test('tell readers apart, but not by case', () => {
    expect(readerHash('straße')).not.toBe(readerHash('strasse'));
    expect(readerHash('SLACK')).toBe(readerHash('slack'));
  });

  test('name a company for several readers only if they were made for all of them', () => {
    const reports = reportsIn(givenTo(['Slack'], 'report', { company: hash, answerId: 'm1.0' }));
    const isToldTo = (...names: string[]) =>
      companiesReportedTo(reports, LIST, names.map(readerHash)).has(hash);
    expect([isToldTo('Slack'), isToldTo('Slack', 'E-mail')]).toEqual([true, false]);
  });

  test('may come back with nothing in an empty cell', () => {
    expect(readReport({ ...toldRow(about, 'Slack'), id: 1, run: null, data: null })).toBeDefined();
  });
});

describe('the verdict on a stored answer', () => {
  const said = (outcome: IntactAnswer['outcome'], reason: string | null = null) => ({ outcome, reason });
  const inDoubt = { doubt: 'otherRequest' } as const;
  type Said = ReturnType<typeof said>;
  test.each<[IntactAnswer['outcome'], string, Said, Said, Partial<Parameters<typeof verdictOfAnswer>[0]>?]>([
    ['clear', '', said('clear'), said('clear')],
    ['hit', '', said('hit'), said('hit')],
    ['hit', 'pending', said('hit'), said('hit', 'pending')],
    ['clear', '', said('review', 'pending'), said('review', 'pending')],
    ['clear', '', said('clear', 'pending'), said('review', 'pending')],
    ['clear', '', said('review'), said('review', 'damagedRow')],
    ['review', '', said('review'), said('review', 'damagedRow')],
    ['review', 'pending', said('clear'), said('review', 'pending')],
    ['hit', '', said('clear'), said('review', 'damagedRow')],
    ['clear', '', said('hit'), said('hit')],
    ['clear', '', said('error'), said('error')],
    ['error', '', said('error'), said('error')],
    ['error', '', said('clear'), said('review', 'damagedRow')],
    ['requested', '', said('requested'), said('requested')],
    ['clear', '', said('clear'), said('review', 'notStored'), { stored: false }],
    ['clear', '', said('clear'), said('review', 'notStored'), { stored: false, doubt: 'noAnswer' }],
    ['clear', '', said('clear'), said('review', 'otherRequest'), inDoubt],
    ['hit', '', said('hit'), said('hit', 'otherRequest'), inDoubt],
  ])('%s (%s), which is read as %j today, is %j (%j)', (outcome, reason, today, verdict, by = {}) => {
    const answer = anAnswer(company, 'm', { outcome, reason });
    expect(verdictOfAnswer({ stored: true, doubt: null, answer, ...by }, today)).toEqual(verdict);
  });

  test('is explained where only the register knows why', () => {
    expect(REGISTER_EXPLANATIONS).toEqual({
      noAnswer:
        "The company may have been screened and paid for, but no answer came or could be kept. It is not sent again automatically, because you might pay for it twice. Ask the service's support, and quote the reference ID. To have it sent anyway, choose Send again at the review desk (in Record Decision: sendAgain).",
      beingScreened:
        'Another run is screening this company and has not finished. Run the list again later: it will have the answer, and nothing is paid for twice.',
      contradiction:
        'The company was screened twice at the same time, and the answers contradict each other. Look at both.',
      damagedRow:
        'The row of this answer in the register was changed, or another row contradicts it, so it proves nothing. Find out who changed the register.',
      notStored:
        'The service answered, but the answer could not be kept in the register, or could not be compared there with the answers of other runs, so it is not shown as clear. Keep the screening ID. Later runs do not send the company again automatically, unless it was forgotten while the answer was on its way: then nothing of it was kept.',
    });
  });
});
