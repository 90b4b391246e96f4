// Every company of a register as it stands: whoever may have been sent is there, and nothing is clear while it is being sent again.
import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/rows/identity';
import { claimRow } from '../../../nodes/CompanyScreening/register/rows/claimRows';
import {
  everyCompany,
  REGISTER_QUERIES,
} from '../../../nodes/CompanyScreening/register/companies/everyCompany';
import { answerRow, type IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import { REMOVAL_QUERY } from '../../../nodes/CompanyScreening/register/rows/archiveRows';
import type { Statement, TableRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, anAnswer } from './anAnswer';

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

function companiesIn(content: Content) {
  const every = look(content);
  if (!('companies' in every)) throw new Error(`A row of ${every.table} cannot be read.`);
  return every.companies.map((one) => [
    [alder, renamed].find((known) => companyHash(known) === one.company)?.names[0] ?? 'Birch',
    one.is === 'answer' ? (one.doubt ?? one.answer.outcome) : one.doubt,
  ]);
}

const clear = (company: Company, mark = 'm1', by: Partial<IntactAnswer> = {}) => anAnswer(company, mark, by);

test('a decision that a run has seen, and that is not there any more, is a problem', () => {
  const receipt = { startedAt: NOW, newestDecisions: 'a'.repeat(64) };
  expect(look({ runs: [{ ...aRun(), ...receipt }] })).toMatchObject({
    chain: { problems: [{ is: 'goneSince', runId: 'run', seal: 'a'.repeat(64) }] },
  });
});

test('it is for nobody in particular: no company is news', () => {
  expect(look({ answers: [clear(alder)] })).toMatchObject({ companies: [{ news: { is: 'notAsked' } }] });
});

test('a register without rows has no company', () => {
  expect(look({})).toMatchObject({ companies: [], unreadable: [], chain: { count: 0 } });
});

test('a company with an answer is what its answer says', () => {
  const hit = anAnswer(birch, 'm2', { outcome: 'hit', screening: '1'.repeat(64) });
  expect(companiesIn({ answers: [clear(alder), hit] })).toEqual([
    ['Alder', 'clear'],
    ['Birch', 'hit'],
  ]);
});

test('of several answers, the one that follows the other counts, in whatever order their rows come', () => {
  const [first, second] = [
    clear(alder),
    anAnswer(alder, 'm2', { outcome: 'hit', previousAnswers: ['m1.0'] }),
  ];
  expect(companiesIn({ answers: [first, second] })).toEqual([['Alder', 'hit']]);
  expect(companiesIn({ answers: [second, first] })).toEqual([['Alder', 'hit']]);
});

test('a company that a run is screening has no verdict, even if it had one before', () => {
  const content = { claims: [aClaim('m2', [alder, birch])], answers: [clear(alder)] };
  const expected = [
    ['Alder', 'beingScreened'],
    ['Birch', 'beingScreened'],
  ];
  expect(companiesIn({ ...content, runs: [aRun('going')] })).toEqual(expected);
  // It may have been registered after the runs were read.
  expect(companiesIn({ ...content, runs: [] })).toEqual(expected);
});

test.each([
  ['has ended', aRun('ended')],
  ['counts as dead', aRun('presumedDead')],
  ['has not shown for a day that it lives', aRun('going', LONG_AGO)],
  ['has a row that cannot be read', aRun('odd')],
])('a company whose run %s without its answer may have been sent', (_, run) => {
  const content = { runs: [run], claims: [aClaim('m2', [alder, birch])], answers: [clear(alder)] };
  expect(companiesIn(content)).toEqual([
    ['Alder', 'noAnswer'],
    ['Birch', 'noAnswer'],
  ]);
});

test('while it is being screened again, it says since when, with the hits that it had, and nothing is to be decided about its verdict', () => {
  const had = anAnswer(alder, 'm1', { outcome: 'hit' });
  const damaged = { ...answerRow(anAnswer(alder, 'm3')), outcome: 'hit' };
  const content = { runs: [aRun('going')], claims: [aClaim('m0', [birch]), aClaim('m2', [alder])] };
  const every = look({ ...content, answers: [had], rows: [damaged] });
  const found =
    'companies' in every ? every.companies.find(({ company }) => company === companyHash(alder)) : every;
  expect(found).toMatchObject({
    is: 'withoutVerdict',
    doubt: 'beingScreened',
    claimId: '',
    referenceId: 'ref-Alder',
    askedAt: '2026-03-01T11:00:00.000Z',
    answers: [{ claimId: 'm1' }],
    changes: { previousOutcome: 'hit', gone: [] },
    cases: [{ about: 'hit', claimId: 'm1' }],
  });
  expect(look(content)).toMatchObject({
    companies: [{ referenceId: 'ref-Birch' }, { referenceId: 'ref-Alder' }],
  });
});

test('while its answer is missing, the hits of its last successful screening are to be decided about, beside that', () => {
  const had = anAnswer(alder, 'm1', { outcome: 'hit' });
  const review = anAnswer(alder, 'm2', { outcome: 'review', reason: 'pending', previousAnswers: ['m1.0'] });
  const none = { kind: 'none', outcome: 'error', reason: 'noAnswer' } as const;
  const lost = anAnswer(alder, 'm3', { ...none, previousAnswers: ['m2.0'] });
  expect(look({ answers: [had, review, lost] })).toMatchObject({
    companies: [
      {
        is: 'withoutVerdict',
        doubt: 'noAnswer',
        cases: [
          { about: 'hit', claimId: 'm1', standing: { is: 'open' } },
          { about: 'company', claimId: 'm3' },
        ],
      },
    ],
  });
  const other = anAnswer(alder, 'm2');
  for (const previousAnswers of [
    ['m1.0', 'm2.0'],
    ['m2.0', 'm1.0'],
  ])
    expect(
      look({ answers: [had, other, anAnswer(alder, 'm3', { ...none, previousAnswers })] }),
    ).toMatchObject({
      companies: [{ doubt: 'noAnswer', cases: [{ about: 'hit', claimId: 'm1' }, { about: 'company' }] }],
    });
  const clearSince = anAnswer(alder, 'm2', { previousAnswers: ['m1.0'] });
  expect(look({ answers: [had, clearSince, lost] })).toMatchObject({
    companies: [{ doubt: 'noAnswer', cases: [{ about: 'company', claimId: 'm3' }] }],
  });
});

test('the hits of answers before a missing one, or one without a verdict, are given with it', () => {
  const had = anAnswer(alder, 'm1', { outcome: 'hit' });
  const review = { outcome: 'review', reason: 'pending' } as const;
  const none = { kind: 'none', outcome: 'error', reason: 'noAnswer' } as const;
  for (const by of [review, none])
    expect(
      look({ answers: [had, anAnswer(alder, 'm2', { ...by, previousAnswers: ['m1.0'] })] }),
    ).toMatchObject({
      companies: [{ earlier: [{ answerId: 'm1.0' }] }],
    });
  expect(look({ answers: [had] })).toMatchObject({ companies: [{ earlier: [] }] });
  expect(look({ answers: [had, anAnswer(alder, 'm2', { previousAnswers: ['m1.0'] })] })).toMatchObject({
    companies: [{ earlier: [] }],
  });
});

test('while a company is being screened, it has the hits of its last answer, and none that has gone', () => {
  const [had, since] = [
    anAnswer(alder, 'm1', { outcome: 'hit' }),
    anAnswer(alder, 'm2', { previousAnswers: ['m1.0'] }),
  ];
  const held = { runs: [aRun('going')], claims: [aClaim('m3', [alder])] };
  expect(look({ ...held, answers: [had] })).toMatchObject({
    companies: [{ doubt: 'beingScreened', answers: [{ answerId: 'm1.0' }], cases: [{ about: 'hit' }] }],
  });
  expect(look({ ...held, answers: [had, since] })).toMatchObject({
    companies: [{ doubt: 'beingScreened', answers: [{ answerId: 'm2.0' }], cases: [], earlier: [] }],
  });
  const pending = anAnswer(alder, 'm2', { outcome: 'review', reason: 'pending', previousAnswers: ['m1.0'] });
  expect(look({ ...held, answers: [had, pending] })).toMatchObject({
    companies: [
      { answers: [{ answerId: 'm2.0' }], cases: [{ about: 'hit' }], earlier: [{ answerId: 'm1.0' }] },
    ],
  });
});

test('a claim that is closed holds nobody', () => {
  const closed = { ...aClaim('m2', [alder]), state: 'done', keptFor: 'null' };
  expect(companiesIn({ runs: [aRun('going')], claims: [closed], answers: [clear(alder)] })).toEqual([
    ['Alder', 'clear'],
  ]);
  expect(companiesIn({ claims: [closed] })).toEqual([]);
});

test('what a failed control left in doubt stays so, and is not shown as being screened', () => {
  const inDoubt = anAnswer(alder, 'm1', { outcome: 'review', reason: 'controlFailed' });
  expect(companiesIn({ answers: [inDoubt] })).toEqual([['Alder', 'review']]);
});

test('what a run stored before its control failed is in doubt, and what it found is found', () => {
  const runs = [{ ...aRun(), control: 'failed' }];
  const found = anAnswer(birch, 'm2', { outcome: 'hit', screening: 'a'.repeat(64) });
  expect(companiesIn({ runs, answers: [clear(alder), found] })).toEqual([
    ['Alder', 'review'],
    ['Birch', 'hit'],
  ]);
  expect(look({ runs, answers: [clear(alder)] })).toMatchObject({
    companies: [{ answer: { reason: 'controlFailed' }, cases: [{ about: 'company' }] }],
  });
  expect(companiesIn({ runs, answers: [clear(alder, 'm1', { runId: 'other' })] })).toEqual([
    ['Alder', 'clear'],
  ]);
});

test('of several names, one may have been clear beside the hit that was found', () => {
  const both: Company = { ...alder, names: ['Alder', 'Ash'] };
  const found = anAnswer(both, 'm1', { outcome: 'hit' });
  expect(look({ runs: [{ ...aRun(), control: 'failed' }], answers: [found] })).toMatchObject({
    companies: [{ answer: { outcome: 'hit', reason: 'controlFailed' } }],
  });
  expect(look({ runs: [aRun()], answers: [found] })).toMatchObject({
    companies: [{ answer: { reason: '' } }],
  });
});

test('everything is read, and of the archive what was deleted on purpose', () => {
  const whole = (statement: Statement) => statement.do === 'read' && statement.where.length === 0;
  const read = REGISTER_QUERIES.map((statement) =>
    statement === REMOVAL_QUERY || whole(statement) ? statement.table : null,
  );
  expect(read).toEqual(['runs', 'claims', 'answers', 'decisions', 'archive']);
});

test('it is named by the reference id that was written down before it was sent', () => {
  const every = look({ runs: [aRun()], claims: [aClaim('m2', [birch])] });
  expect(every).toMatchObject({
    companies: [
      { is: 'withoutVerdict', referenceId: 'ref-Birch', askedAt: '2026-03-01T11:00:00.000Z', claimId: 'm2' },
    ],
  });
});

test('of a claim that was not closed any more, a company without an answer is there with the others', () => {
  const content = { claims: [aClaim('m1', [alder, birch])], answers: [clear(alder)] };
  expect(companiesIn({ runs: [aRun()], ...content })).toEqual([
    ['Alder', 'clear'],
    ['Birch', 'noAnswer'],
  ]);
  expect(companiesIn({ runs: [aRun('going')], ...content })).toEqual([
    ['Alder', 'clear'],
    ['Birch', 'beingScreened'],
  ]);
});

test('a claim whose answers are stored is concluded, although it is not closed yet', () => {
  const content = { claims: [aClaim('m1', [alder])], answers: [clear(alder)] };
  for (const state of ['going', 'presumedDead', 'ended'])
    expect(companiesIn({ ...content, runs: [aRun(state)] })).toEqual([['Alder', 'clear']]);
});

test('answers that contradict each other are a doubt, and so is an id that two companies have', () => {
  const other = anAnswer(alder, 'm2', { outcome: 'hit' });
  expect(companiesIn({ answers: [clear(alder), other] })).toEqual([['Alder', 'contradiction']]);
  expect(companiesIn({ answers: [clear(alder), clear(birch, 'm2')] })).toEqual([
    ['Alder', 'otherRequest'],
    ['Birch', 'otherRequest'],
  ]);
  const later = { ...clear(birch, 'm2'), screening: 'd'.repeat(64) };
  const data = { ...later.data, otherScreenings: ['e'.repeat(64)] };
  expect(companiesIn({ answers: [clear(alder), { ...later, data }] })).toEqual([
    ['Alder', 'otherRequest'],
    ['Birch', 'otherRequest'],
  ]);
});

test('an answer that was edited is a damaged row, and one without its company and key is told by its id', () => {
  const edited = { ...answerRow(anAnswer(alder, 'm1', { outcome: 'hit' })), outcome: 'clear' };
  expect(companiesIn({ rows: [edited] })).toEqual([['Alder', 'damagedRow']]);
  const unreadable = { ...edited, company: '', keyHash: '', data: '' };
  expect(look({ answers: [clear(alder)], rows: [unreadable] })).toMatchObject({
    companies: [{ company: companyHash(alder) }],
    unreadable: [2],
  });
  expect(companiesIn({ answers: [clear(alder)], rows: [{ ...edited, company: '' }] })).toEqual([
    ['Alder', 'damagedRow'],
  ]);
});

test('an answer whose company and data were edited is a damaged row of each company under its key', () => {
  const hit = answerRow(anAnswer(alder, 'm2', { outcome: 'hit', previousAnswers: ['m1.0'] }));
  const answers = [clear(alder), clear(renamed, 'm3'), clear(birch, 'm4')].map((one, place) => ({
    ...one,
    screening: String(place).repeat(64),
  }));
  const damagedBy = (changes: TableRow) =>
    companiesIn({ answers, rows: [{ ...hit, ...changes }] }).flatMap(([name, says]) =>
      says === 'damagedRow' && name !== 'Birch' ? name : [],
    );
  expect(damagedBy({ company: '', data: '' })).toEqual(['Alder', 'Alder Limited']);
  expect(damagedBy({ company: 'f'.repeat(64), data: '{' })).toEqual(['Alder', 'Alder Limited']);
  expect(damagedBy({ data: '' })).toEqual(['Alder']);
  expect(damagedBy({ company: '' })).toEqual(['Alder']);
  const rows = [{ ...hit, company: '', data: '' }];
  for (const all of [answers, answers.toReversed()])
    expect(look({ answers: all, rows })).toMatchObject({ unreadable: [] });
  expect(companiesIn({ answers, rows })).toContainEqual(['Birch', 'clear']);
});

test('a claim that names nobody may be about everybody', () => {
  const claims = [{ ...aClaim('m1', [alder]), companies: '', referenceIds: '' }];
  expect(look({ claims, answers: [clear(alder)] })).toEqual({ table: 'claims', id: 1 });
});

test('a claim that was changed leaves those whom it names without an answer', () => {
  const claims = [{ ...aClaim('m2', [alder]), companies: '' }];
  expect(companiesIn({ runs: [aRun()], claims, answers: [clear(alder)] })).toEqual([['Alder', 'noAnswer']]);
});
