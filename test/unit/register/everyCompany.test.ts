// Every company of a register as it stands: whoever may have been sent is there, and nothing is clear while it is being sent again.
import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import { claimRow } from '../../../nodes/CompanyScreening/register/rows/claimRows';
import {
  companyKeyQueries,
  everyCompany,
  REGISTER_QUERIES,
  relatedQueries,
  rowsOfBothCalls,
} from '../../../nodes/CompanyScreening/register/companies/everyCompany';
import { answerRow, type IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { REMOVAL_QUERY } from '../../../nodes/CompanyScreening/register/rows/archiveRows';
import type { Statement, TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, anAnswer } from './anAnswer';
import { MemoryTables } from './memoryTables';

const NOW = '2026-03-01T12:00:00.000Z';
const LONG_AGO = '2026-02-27T12:00:00.000Z';
const alder = aCompany('Alder');
const birch = aCompany('Birch');
const renamed: Company = { ...alder, names: ['Alder Limited'] };
const aRun = (state = 'ended', beatAt = NOW): TableRow => ({ run: 'run', state, beat: 'b', beatAt });
const aClaim = (mark: string, companies: Company[]): TableRow =>
  claimRow({
    claimId: mark,
    runId: 'run',
    companies: companies.map(companyHash),
    referenceIds: Object.fromEntries(companies.map((one) => [companyHash(one), `ref-${one.key}`])),
    requests: {},
    claimedAt: '2026-03-01T11:00:00.000Z',
  });

interface Content {
  runs?: TableRow[];
  claims?: TableRow[];
  answers?: IntactAnswer[];
  /** Rows of answers as they are. */
  rows?: TableRow[];
}

function look({ runs = [], claims = [], answers = [], rows = [] }: Content) {
  const stored = (all: readonly TableRow[]) => all.map((row, index) => ({ ...row, id: index + 1 }));
  const content = { runs, claims, answers: [...answers.map(answerRow), ...rows] };
  return everyCompany(
    REGISTER_QUERIES.map(({ table }) => stored(table in content ? content[table as 'runs'] : [])),
    Date.parse(NOW),
  );
}

/** As "Alder clear, Birch noAnswer". */
function saidOf(content: Content): string {
  const every = look(content);
  if (!('companies' in every)) throw new Error(`A row of ${every.table} cannot be read.`);
  const said = every.companies.map((one) => {
    const known = [alder, renamed].find((company) => companyHash(company) === one.company);
    const says = one.is === 'answer' ? (one.doubt ?? one.answer.outcome) : one.doubt;
    return `${known?.names[0] ?? 'Birch'} ${says}`;
  });
  return said.join(', ');
}

const clear = (company: Company, mark = 'm1', by: Partial<IntactAnswer> = {}) => anAnswer(company, mark, by);
const found = anAnswer(birch, 'm2', { outcome: 'hit', screening: '1'.repeat(64) });
const had = anAnswer(alder, 'm1', { outcome: 'hit' });
const after = (mark: string, by: Partial<IntactAnswer>, ...previousAnswers: string[]) =>
  anAnswer(alder, mark, { previousAnswers, ...by });
const NONE = { kind: 'unanswered', outcome: 'error', reason: 'noAnswer' } as const;
const PENDING = { outcome: 'review', reason: 'pending' } as const;
const hasBirchsId = { ...clear(birch, 'm2'), screening: 'd'.repeat(64) };
const itsOtherName = { ...hasBirchsId, data: { ...hasBirchsId.data, otherScreenings: ['e'.repeat(64)] } };
const edited = { ...answerRow(had), outcome: 'clear' };

const going = [aRun('going')];
const controlFailed = [{ ...aRun(), control: 'failed' }];
const bothClaimed = { claims: [aClaim('m2', [alder, birch])], answers: [clear(alder)] };
const oneAnswered = { claims: [aClaim('m1', [alder, birch])], answers: [clear(alder)] };
const answered = { claims: [aClaim('m1', [alder])], answers: [clear(alder)] };
const closed = { ...aClaim('m2', [alder]), state: 'done', keptFor: 'null' };
const claimWithoutNames = { ...aClaim('m2', [alder]), companies: '' };

test.each<[string, Content, string]>([
  ['a register without rows has no company', {}, ''],
  ['what its answer says', { answers: [clear(alder), found] }, 'Alder clear, Birch hit'],
  [
    'the answer that follows another',
    { answers: [clear(alder), after('m2', { outcome: 'hit' }, 'm1.0')] },
    'Alder hit',
  ],
  ['and in another order', { answers: [after('m2', { outcome: 'hit' }, 'm1.0'), clear(alder)] }, 'Alder hit'],
  [
    'a run screens it, even if it had a verdict',
    { ...bothClaimed, runs: going },
    'Alder beingScreened, Birch beingScreened',
  ],
  [
    'its run was registered after the runs were read',
    bothClaimed,
    'Alder beingScreened, Birch beingScreened',
  ],
  [
    'its run has ended without its answer',
    { ...bothClaimed, runs: [aRun('ended')] },
    'Alder noAnswer, Birch noAnswer',
  ],
  [
    'its run counts as dead',
    { ...bothClaimed, runs: [aRun('presumedDead')] },
    'Alder noAnswer, Birch noAnswer',
  ],
  [
    'its run was silent for a day',
    { ...bothClaimed, runs: [aRun('going', LONG_AGO)] },
    'Alder noAnswer, Birch noAnswer',
  ],
  [
    'the row of its run cannot be read',
    { ...bothClaimed, runs: [aRun('odd')] },
    'Alder noAnswer, Birch noAnswer',
  ],
  [
    'a claim that is closed holds nobody',
    { runs: going, claims: [closed], answers: [clear(alder)] },
    'Alder clear',
  ],
  ['a claim that is closed names nobody', { claims: [closed] }, ''],
  [
    'a claim that was not closed, and only one answer',
    { ...oneAnswered, runs: [aRun()] },
    'Alder clear, Birch noAnswer',
  ],
  ['the same while its run goes on', { ...oneAnswered, runs: going }, 'Alder clear, Birch beingScreened'],
  ['all answers of a claim that is not closed yet', { ...answered, runs: going }, 'Alder clear'],
  ['the same of a run that counts as dead', { ...answered, runs: [aRun('presumedDead')] }, 'Alder clear'],
  ['the same of a run that has ended', { ...answered, runs: [aRun()] }, 'Alder clear'],
  [
    'a claim that was changed',
    { runs: [aRun()], claims: [claimWithoutNames], answers: [clear(alder)] },
    'Alder noAnswer',
  ],
  [
    'a failed control',
    { answers: [clear(alder, 'm1', { outcome: 'review', reason: 'controlFailed' })] },
    'Alder review',
  ],
  [
    'stored before the control failed',
    { runs: controlFailed, answers: [clear(alder), found] },
    'Alder review, Birch hit',
  ],
  [
    'stored by another run',
    { runs: controlFailed, answers: [clear(alder, 'm1', { runId: 'other' })] },
    'Alder clear',
  ],
  ['a contradiction', { answers: [clear(alder), after('m2', { outcome: 'hit' })] }, 'Alder contradiction'],
  [
    'an id that two have',
    { answers: [clear(alder), clear(birch, 'm2')] },
    'Alder otherRequest, Birch otherRequest',
  ],
  [
    'the id of an other name',
    { answers: [clear(alder), itsOtherName] },
    'Alder otherRequest, Birch otherRequest',
  ],
  ['an answer that was edited', { rows: [edited] }, 'Alder damagedRow'],
  [
    'one that lost its company too',
    { answers: [clear(alder)], rows: [{ ...edited, company: '' }] },
    'Alder damagedRow',
  ],
])('what is said of each company: %s', (_, content, said) => {
  expect(saidOf(content)).toBe(said);
});

const held = { runs: going, claims: [aClaim('m3', [alder])] };
const lost = after('m3', NONE, 'm2.0');
const hitAndCompany = {
  doubt: 'noAnswer',
  cases: [
    { about: 'hit', claimId: 'm1', standing: { is: 'open' } },
    { about: 'company', claimId: 'm3' },
  ],
};
const ofTwoNames = anAnswer({ ...alder, names: ['Alder', 'Ash'] }, 'm1', { outcome: 'hit' });
const since = '2026-01-01T00:00:00.000Z';
const [asked, later] = ['2026-03-01T11:00:00.000Z', '2026-02-01T00:00:00.000Z'];
const ofBirch = {
  is: 'withoutVerdict',
  doubt: 'noAnswer',
  referenceId: 'ref-Birch',
  askedAt: asked,
  claimId: 'm2',
};
const knownTo = { is: 'answer', answer: { claimId: 'm2' }, remembered: true, stored: true, doubt: null };
test.each<[string, Content, object]>([
  [
    'of nobody in particular: it is no news, and nothing is to be decided',
    { answers: [clear(alder)] },
    { news: { is: 'notAsked' }, cases: [] },
  ],
  [
    'sent without an answer: by the reference id that was written down before',
    { runs: [aRun()], claims: [aClaim('m2', [birch])] },
    { ...ofBirch, cases: [{ about: 'company', claimId: 'm2', fingerprint: '', since: asked }] },
  ],
  [
    'sent without an answer: the row that says so is believed before the claim',
    {
      runs: [aRun()],
      claims: [aClaim('m2', [alder])],
      answers: [after('m2', { ...NONE, screenedAt: later })],
    },
    { doubt: 'noAnswer', referenceId: 'r', askedAt: later },
  ],
  [
    'whose answer was edited: nobody knows how and when it was asked for',
    { rows: [edited] },
    { doubt: 'damagedRow', referenceId: '', askedAt: '' },
  ],
  [
    'whose answers contradict each other: the verdict before them is the previous one',
    { answers: [had, after('m2', {}, 'm1.0'), after('m3', { outcome: 'hit' }, 'm1.0')] },
    { doubt: 'contradiction', changes: { previousOutcome: 'hit' } },
  ],
  [
    'with a hit again: it is to be decided about since it is listed',
    { answers: [had, after('m2', { outcome: 'hit', screenedAt: later }, 'm1.0')] },
    { cases: [{ about: 'hit', claimId: 'm1', since }] },
  ],
  [
    'without a verdict: that is to be decided about',
    { answers: [after('m1', PENDING)] },
    { cases: [{ about: 'company', claimId: 'm1', since }] },
  ],
  [
    'whose id another one has: its verdict is missing',
    { answers: [clear(alder), clear(birch, 'm2')] },
    ['m1', 'm2'].map((claimId) => ({ doubt: 'otherRequest', cases: [{ about: 'company', claimId, since }] })),
  ],
  [
    'missing its answer: hits since its last verdict',
    { answers: [had, after('m2', PENDING, 'm1.0'), lost] },
    hitAndCompany,
  ],
  [
    'missing its answer after two that contradict each other',
    { answers: [had, after('m2', {}), after('m3', NONE, 'm1.0', 'm2.0')] },
    hitAndCompany,
  ],
  [
    'the same, named in another order',
    { answers: [had, after('m2', {}), after('m3', NONE, 'm2.0', 'm1.0')] },
    hitAndCompany,
  ],
  [
    'missing its answer, and clear before',
    { answers: [had, after('m2', {}, 'm1.0'), lost] },
    {
      doubt: 'noAnswer',
      changes: { previousOutcome: 'clear' },
      cases: [{ about: 'company', claimId: 'm3' }],
    },
  ],
  [
    'without a verdict: hits before',
    { answers: [had, after('m2', PENDING, 'm1.0')] },
    {
      earlier: [{ answerId: 'm1.0' }],
      cases: [
        { about: 'hit', claimId: 'm1' },
        { about: 'company', claimId: 'm2' },
      ],
    },
  ],
  [
    'without an answer: hits before',
    { answers: [had, after('m2', NONE, 'm1.0')] },
    { earlier: [{ answerId: 'm1.0' }] },
  ],
  [
    'with a hit: nothing before',
    { answers: [had] },
    { earlier: [], cases: [{ about: 'hit', claimId: 'm1', since }] },
  ],
  [
    'clear after a hit: nothing before, and the hit is gone',
    { answers: [had, after('m2', {}, 'm1.0')] },
    {
      ...knownTo,
      earlier: [],
      changes: { previousOutcome: 'hit', gone: [{ hit: { name: 'Somebody' } }] },
      cases: [],
    },
  ],
  [
    'being screened: the hits of its last answer',
    { ...held, answers: [had] },
    { doubt: 'beingScreened', answers: [{ answerId: 'm1.0' }], cases: [{ about: 'hit' }] },
  ],
  [
    'being screened: none that has gone',
    { ...held, answers: [had, after('m2', {}, 'm1.0')] },
    { doubt: 'beingScreened', answers: [{ answerId: 'm2.0' }], cases: [], earlier: [] },
  ],
  [
    'being screened after one without a verdict',
    { ...held, answers: [had, after('m2', PENDING, 'm1.0')] },
    { answers: [{ answerId: 'm2.0' }], cases: [{ about: 'hit' }], earlier: [{ answerId: 'm1.0' }] },
  ],
  [
    'clear before its control failed: its missing verdict is a case',
    { runs: controlFailed, answers: [clear(alder)] },
    { answer: { reason: 'controlFailed' }, cases: [{ about: 'company' }] },
  ],
  [
    'of several names: one may have been clear beside the hit',
    { runs: controlFailed, answers: [ofTwoNames] },
    { answer: { outcome: 'hit', reason: 'controlFailed' } },
  ],
  [
    'of several names, whose control held',
    { runs: [aRun()], answers: [ofTwoNames] },
    { answer: { reason: '' } },
  ],
])('a company %s', (_, content, company) => {
  expect(look(content)).toMatchObject({ companies: [company].flat() });
});

test('while it is being screened again, it says since when, with the hits that it had, and nothing is to be decided about its verdict', () => {
  const damaged = { ...answerRow(anAnswer(alder, 'm3')), outcome: 'hit' };
  const content = { runs: going, claims: [aClaim('m0', [birch]), aClaim('m2', [alder])] };
  const every = look({ ...content, answers: [had], rows: [damaged] });
  const ofAlder =
    'companies' in every ? every.companies.find(({ company }) => company === companyHash(alder)) : every;
  expect(ofAlder).toMatchObject({
    ...{ is: 'withoutVerdict', doubt: 'beingScreened', claimId: '' },
    ...{ referenceId: 'ref-Alder', askedAt: '2026-03-01T11:00:00.000Z', answers: [{ claimId: 'm1' }] },
    changes: { previousOutcome: 'hit', gone: [] },
    cases: [{ about: 'hit', claimId: 'm1' }],
  });
  expect(look(content)).toMatchObject({
    companies: [{ referenceId: 'ref-Birch' }, { referenceId: 'ref-Alder' }],
  });
});

test('a decision that a run has seen, and that is not there any more, is a problem', () => {
  const receipt = { startedAt: NOW, newestDecisions: 'a'.repeat(64) };
  expect(look({ runs: [{ ...aRun(), ...receipt }] })).toMatchObject({
    ...{ companies: [], unreadable: [] },
    chain: { count: 0, problems: [{ is: 'goneSince', runId: 'run', seal: 'a'.repeat(64) }] },
  });
});

test('everything is read, and of the archive what was deleted on purpose', () => {
  const whole = (statement: Statement) => statement.do === 'read' && statement.where.length === 0;
  const read = REGISTER_QUERIES.map((statement) =>
    statement === REMOVAL_QUERY || whole(statement) ? statement.table : null,
  );
  expect(read).toEqual(['runs', 'claims', 'answers', 'decisions', 'archive']);
});

test('an answer without its company and key is told by the id of its row', () => {
  const unreadable = { ...edited, company: '', keyHash: '', data: '' };
  expect(look({ answers: [clear(alder)], rows: [unreadable] })).toMatchObject({
    companies: [{ company: companyHash(alder) }],
    unreadable: [2],
  });
});

test('an answer whose company and data were edited is a damaged row of each company under its key', () => {
  const hit = answerRow(anAnswer(alder, 'm2', { outcome: 'hit', previousAnswers: ['m1.0'] }));
  const answers = [clear(alder), clear(renamed, 'm3'), clear(birch, 'm4')].map((one, place) => ({
    ...one,
    screening: String(place).repeat(64),
  }));
  const asDamaged = (changes: TableRow) => saidOf({ answers, rows: [{ ...hit, ...changes }] });
  const both = 'Alder damagedRow, Alder Limited damagedRow, Birch clear';
  const one = 'Alder damagedRow, Alder Limited clear, Birch clear';
  expect(asDamaged({ company: '', data: '' })).toBe(both);
  expect(asDamaged({ company: 'f'.repeat(64), data: '{' })).toBe(both + ', Birch damagedRow');
  expect(asDamaged({ data: '' })).toBe(one);
  expect(asDamaged({ company: '' })).toBe(one);
  const rows = [{ ...hit, company: '', data: '' }];
  for (const all of [answers, answers.toReversed()])
    expect(look({ answers: all, rows })).toMatchObject({ unreadable: [] });
});

test('a claim that names nobody may be about everybody', () => {
  const claims = [{ ...aClaim('m1', [alder]), companies: '', referenceIds: '' }];
  expect(look({ claims, answers: [clear(alder)] })).toEqual({ table: 'claims', id: 1 });
});

test('whoever reads one key only learns that a company under another key has the same screening id', async () => {
  const tables = new MemoryTables('sqlite');
  await tables.insert('answers', answerRow(clear(alder)), answerRow(clear(birch, 'm2')));
  const first = await tables.run(companyKeyQueries(alder.key));
  const every = everyCompany(
    rowsOfBothCalls(first, await tables.run(relatedQueries(first))),
    Date.parse(NOW),
  );
  const companies = [alder, birch].map((one) => ({ company: companyHash(one), doubt: 'otherRequest' }));
  expect(every).toMatchObject({ companies });
});
