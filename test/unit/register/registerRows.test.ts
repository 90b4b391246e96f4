// What a row of the register says, and when it says nothing: a row that contradicts itself proves nothing.
import {
  REGISTER_EXPLANATIONS,
  verdictOfAnswer,
} from '../../../nodes/CompanyScreening/register/companies/companyResult';
import { COLUMNS } from '../../../nodes/CompanyScreening/register/rows/columns';
import {
  companyHash,
  keyHash,
  screeningHash,
  type Company,
} from '../../../nodes/CompanyScreening/register/rows/identity';
import { isSilentForADay } from '../../../nodes/CompanyScreening/register/facts/liveness';
import {
  addressedTo,
  runReportRows,
  readerHash,
  readReport,
  toldRow,
} from '../../../nodes/CompanyScreening/register/rows/reportRows';
import {
  answerRow,
  readAnswers,
  screeningsOf,
  type IntactAnswer,
} from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { readRunForPeople } from '../../../nodes/CompanyScreening/register/rows/runRows';
import {
  companyStateOf,
  type CompanyKnowledge,
} from '../../../nodes/CompanyScreening/register/facts/companyState';
import { newState } from '../../../nodes/CompanyScreening/register/protocol/state';
import {
  knowingNothing,
  takeInAnswer,
  takeInAnswers,
} from '../../../nodes/CompanyScreening/register/facts/knowledge';
import { aCompany, aDamaged, anAnswer, hit } from './anAnswer';

const company = aCompany('First Ltd', 'P1');
const requested: Company = { ...company, option: 'AnnualReturns' };
const several: Company = { ...company, names: ['First Ltd', 'Second Ltd'] };

test('the tables have these columns, in the order in which n8n shows them; a # is behind those that hold numbers', () => {
  const columns = Object.entries(COLUMNS).map(([table, types]) => {
    const names = Object.entries(types).map(([name, type]) => (type === 'number' ? `${name}#` : name));
    return `${table}: ${names.join(' ')}`;
  });
  expect(columns).toEqual([
    'runs: run state beat beatAt startedAt endedAt startedBy companies# unusable# screenedNow# remembered# sentNow# verdictsNow# withVerdict# withHits# clear# reviews# errors# notProcessed# screeningsPaid# newHits# changedHits# hitsListedAgain# goneHits# openCases# oldestCaseAt decisions# newestDecisions companiesBefore# environment control reportId workflow node screenAgainAfterDays# latestRunOf owesReportsOf readers kind test',
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
    ['without an answer', company, { kind: 'none', outcome: 'error' }, 0, 'none'],
    ['without an answer, and clear', company, { kind: 'none', outcome: 'clear' }, 0, 'damaged'],
    ['without an answer, with hits', company, { kind: 'none', outcome: 'error' }, 1, 'damaged'],
    ['without an answer to one of its names', several, { kind: 'none', outcome: 'error' }, 1, 'none'],
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
    expect(readAnswers({ ...row, company: other })).toEqual([
      damaged('m.0', { company: other }),
      damaged('m.0'),
    ]);
    expect(readAnswers({ ...row, answer: 'another.0' })).toEqual([damaged('unreadable-7')]);
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
      expect(screeningsOf(answer)).toEqual(all);
    },
  );
});

describe('the row of a run', () => {
  test('is read for people, with nothing for what is not known yet', () => {
    const at = '2026-01-01T00:00:00.000Z';
    const read = readRunForPeople({ id: 1, run: 'r', state: 'ended', startedAt: at, beat: '1', beatAt: at });
    expect(read).toMatchObject({ companies: 0, companiesBefore: null });
  });

  test('is silent after a day, not at once', () => {
    const beatAt = '2026-01-01T00:00:00.000Z';
    const row = { id: 1, run: 'r', state: 'going', beat: '1', beatAt, control: '' } as const;
    const silentAfter = (ms: number) => isSilentForADay(row, Date.parse(beatAt) + ms);
    expect([86_400_000, 86_400_001].map(silentAfter)).toEqual([false, true]);
  });

  test('begins with nothing counted', () => {
    expect(newState()).toMatchObject({
      ...{ runId: '', phase: 'new', todo: [], unconcluded: [], concluded: [] },
    });
  });
});

describe('the rows of a report', () => {
  const about = { report: 'r-1', at: '2026-01-01T00:00:00.000Z', uuid: () => 'u' };

  test('name those who are told, once for people and once as hashes', () => {
    const [row, ...others] = runReportRows(
      { ...about, ...addressedTo(['Slack', 'E-mail']), nodeHash: '', runId: 'run' },
      [],
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({ kind: 'given', reader: '', reportedTo: 'Slack, E-mail', run: 'run' });
    expect(toldRow(about, ' Slack ')).toMatchObject({
      ...{ kind: 'told', reader: readerHash('slack'), reportedTo: 'Slack', run: '', data: '' },
    });
  });

  test('are read only as they were written', () => {
    const row = { ...toldRow(about, 'Slack'), id: 1 };
    expect(readReport(row)).toMatchObject({ kind: 'told', reader: readerHash('SLACK') });
    expect(readReport({ ...row, reader: readerHash('another') })).toBeUndefined();
    // A database may give nothing for an empty cell.
    expect(readReport({ ...row, run: null, data: null })).toBeDefined();
  });

  test('tell readers apart, but not by case', () => {
    expect(readerHash('straße')).not.toBe(readerHash('strasse'));
    expect(readerHash('SLACK')).toBe(readerHash('slack'));
  });
});

describe('the verdict on a stored answer', () => {
  const stored = { stored: true, doubt: null };
  const said = (outcome: IntactAnswer['outcome'], reason: string | null = null) => ({ outcome, reason });
  const answer = (outcome: IntactAnswer['outcome'], reason = '') =>
    anAnswer(company, 'm', { outcome, reason });

  test.each<[IntactAnswer['outcome'], string, ReturnType<typeof said>, ReturnType<typeof said>]>([
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
  ])('%s (%s), which is read as %j today, is %j', (outcome, reason, today, verdict) => {
    expect(verdictOfAnswer({ ...stored, answer: answer(outcome, reason) }, today)).toEqual(verdict);
  });

  test('that is in doubt, or not stored, is never clear', () => {
    const clear = answer('clear');
    for (const doubt of [null, 'noAnswer'] as const)
      expect(verdictOfAnswer({ stored: false, doubt, answer: clear }, said('clear'))).toEqual(
        said('review', 'notStored'),
      );
    const inDoubt = { stored: true, doubt: 'otherRequest' } as const;
    expect(verdictOfAnswer({ ...inDoubt, answer: clear }, said('clear'))).toEqual(
      said('review', 'otherRequest'),
    );
    expect(verdictOfAnswer({ ...inDoubt, answer: answer('hit') }, said('hit'))).toEqual(
      said('hit', 'otherRequest'),
    );
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

describe('what follows from several rows of a company', () => {
  const standing = (answers: CompanyKnowledge['answers'], more: Partial<CompanyKnowledge> = {}) =>
    companyStateOf(
      { answers, unansweredClaims: [], decided: new Set(), isShared: () => false, ...more },
      null,
      true,
    );
  const answer = (mark: string, by: Partial<IntactAnswer> = {}) => anAnswer(company, mark, by);
  const none = (mark: string, by: Partial<IntactAnswer> = {}) =>
    answer(mark, { kind: 'none', outcome: 'error', reason: 'noAnswer', ...by });

  test('is no verdict where one of them has a screening id that another company has', () => {
    const isShared = ({ claimId }: IntactAnswer) => claimId === 'b';
    expect(standing([answer('a'), answer('b')], { isShared })).toMatchObject({ doubt: 'otherRequest' });
  });

  test('is a contradiction where their hits are not the same', () => {
    const another = answer('b', { outcome: 'hit' });
    another.data.hits = [{ ...hit, fingerprint: '1'.repeat(64) }];
    expect(standing([answer('a', { outcome: 'hit' }), another])).toMatchObject({ doubt: 'contradiction' });
    expect(standing([answer('a', { outcome: 'hit' }), answer('b', { outcome: 'hit' })])).toMatchObject({
      ...{ is: 'remembered', doubt: null },
    });
  });

  test('does not wait for what came without an answer after another one was asked for in spite of it', () => {
    const after = answer('b', { replacesClaims: ['a'] });
    expect(standing([none('a'), after])).toMatchObject({ is: 'remembered', answer: { claimId: 'b' } });
    // Nothing is asked for in spite of itself.
    expect(standing([none('a', { replacesClaims: ['a'] })])).toMatchObject({
      is: 'withoutVerdict',
      claimId: 'a',
    });
    const found = none('a');
    found.data.hits = [hit];
    expect(standing([found, after])).toMatchObject({ is: 'withoutVerdict', doubt: 'contradiction' });
  });

  test('is a request of annual returns that needs no look', () => {
    const request = anAnswer(requested, 'a', { outcome: 'requested' });
    expect(standing([request], { decided: new Set(['a']) })).toMatchObject({ is: 'remembered' });
  });
});
