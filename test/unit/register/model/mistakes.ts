// Mistakes that look right, each planted in place of one rule: the model has to find every one of them.
import {
  archivableRepeats,
  archivingStatements,
  type ArchivableRepeat,
} from '../../../../nodes/CompanyScreening/register/archive/closing';
import type { Knowledge } from '../../../../nodes/CompanyScreening/register/facts/knowledge';
import { originalOf, withPast } from '../../../../nodes/CompanyScreening/register/facts/history';
import {
  answerRow,
  readAnswers,
  type IntactAnswer,
  type StoredAnswer,
} from '../../../../nodes/CompanyScreening/register/rows/answerRows';
import { companyHash } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { RULES, type ProtocolRules } from '../../../../nodes/CompanyScreening/register/protocol/rules';
import {
  tidyingClaims,
  updatingClaim,
  deletingClaim,
} from '../../../../nodes/CompanyScreening/register/facts/liveness';
import { DONE } from '../../../../nodes/CompanyScreening/register/rows/claimRows';
import { latestOf, companyStateOf } from '../../../../nodes/CompanyScreening/register/facts/companyState';
import {
  deletingRows,
  equal,
  type Statement,
  type StoredRow,
} from '../../../../nodes/CompanyScreening/register/port/tables';
import { toDeliver } from '../../../../nodes/CompanyScreening/register/companies/undelivered';
import { sentResult } from '../../../../nodes/CompanyScreening/run/register/sentResult';
import {
  asleep,
  changedAnswer,
  closing,
  closingInTurn,
  crashes,
  deletedDoubt,
  deletedDoubtOfOthers,
  doubted,
  doubtedLater,
  failures,
  forgotten,
  killedBeforeItTells,
  oneId,
  oneIdOfReturns,
  renamed,
  severalNames,
  takenUp,
  toldForAnother,
  twoLists,
  twoRuns,
  wrongGuess,
} from './scenarios';
import { hashOfCompany, type Memory, type Mistake, type Scenario } from './world';

const withoutIdsInClaims: Partial<ProtocolRules> = {
  storingAnswersAndClosingClaim: (mark, answers) => RULES.storingAnswersAndClosingClaim(mark, answers, {}),
};

/** What a read of one table finds instead. */
const reading =
  (
    table: Statement['table'],
    find: (rows: StoredRow[], ...more: [memory: Memory, run: string]) => StoredRow[],
  ): NonNullable<Mistake['distort']> =>
  (statement, rows, ...more) =>
    statement.do === 'read' && statement.table === table ? find(rows, ...more) : rows;

const takingItselfForAlive = reading('runs', (rows, _, run) =>
  rows.map((row) => (row['run'] === run ? { ...row, state: 'going' } : row)),
);

/** Without the repeats before them: once the latest one leaves, one of those has nothing after it. */
const followingOnlyTheLatest: Partial<ProtocolRules> = {
  companyStateOf: (knowledge, due, holds) => {
    const standing = companyStateOf(knowledge, due, holds);
    const latest = latestOf(knowledge.answers).map(({ answerId }) => answerId);
    return standing.is === 'toSend' ? { ...standing, previousAnswers: latest } : standing;
  },
};

/** What is found has two repeats before it. */
const foundAfterRepeats: Scenario = {
  ...closing,
  runs: [{ companies: ['X'] }],
  isDue: true,
  service: { X: ['hit'] },
};

const sendingWhatIsWon: ProtocolRules['resolveClaim'] = (mine, others) => {
  const { free, won, lost } = RULES.resolveClaim(mine, others);
  return { free: [...free, ...won], won: [], lost };
};

const followingTheEndById: Mistake['distort'] = (statement, rows, memory) => {
  if (statement.do !== 'read' || statement.table !== 'claims' || statement.where.length > 0) return rows;
  const last = Math.max(0, ...memory.claims.map(({ id }) => id));
  const known = new Set(memory.claims.map(({ id }) => id));
  memory.claims = rows.filter(({ id }) => id > last || known.has(id));
  return memory.claims;
};

const decidingAboutEveryClaim: ProtocolRules['companyStateOf'] = (knowledge, due, holds) => {
  const all = [...knowledge.claimsLeftOpen, ...knowledge.answers.map(({ claimId }) => claimId)];
  const claimsToSendAgain = new Set(knowledge.claimsToSendAgain.size > 0 ? all : []);
  return companyStateOf({ ...knowledge, claimsToSendAgain }, due, holds);
};

const readingOwnKeysOnly: Mistake['distort'] = (statement, rows) => {
  const keys = 'where' in statement ? statement.where.filter(({ column }) => column === 'keyHash') : [];
  const isWanted = (row: StoredRow) =>
    row['kind'] === 'doubt' || keys.some(({ value }) => value === row['keyHash']);
  return keys.length === 0 ? rows : rows.filter(isWanted);
};

const undated = (one: StoredAnswer): StoredAnswer =>
  one.kind === 'damaged' ? { ...one, screenedAt: null } : one;

const clearAfterTheFirstName: typeof sentResult = (hash, kept, cameBack) => {
  const result = sentResult(hash, kept, cameBack);
  const { partialResult } = cameBack.itemState.state === 'failed' ? cameBack.itemState : {};
  if (result.is !== 'unanswered' || !partialResult) return result;
  return {
    ...{ is: 'answered', company: hash, screenedAt: result.sentAt, screeningId: 'id' },
    ...{ outcome: 'clear', reason: '', hits: [], payload: null },
  };
};

const withoutHitsFoundBefore: typeof sentResult = (hash, kept, cameBack) => {
  const result = sentResult(hash, kept, cameBack);
  return result.is === 'unanswered' ? { is: result.is, company: hash, sentAt: result.sentAt } : result;
};

const readingIdsFromTheOwnRowOn: Mistake['distort'] = (statement, rows, _, run) => {
  if (statement.do !== 'read' || !statement.where.some(({ column }) => column === 'screening')) return rows;
  const own = rows.filter((row) => row['run'] === run).map(({ id }) => id);
  return rows.filter(({ id }) => id >= Math.min(...own));
};

const takingOthersForAlive = reading('runs', (rows, memory, run) => {
  memory.claims = [...memory.claims, { id: 0 }];
  return rows.map((row) => (row['run'] === run ? row : { ...row, beat: String(memory.claims.length) }));
});

/** With the smallest scenario that shows it. */
export const MISTAKES: readonly (Mistake & { scenario: Scenario })[] = [
  {
    name: 'the lowest row id wins',
    scenario: { ...twoRuns, kind: 'postgres' },
    rules: {
      resolveClaim: (mine, others) =>
        resolvedBy(mine.companies, (company) =>
          others.every(({ id, companies }) => mine.id < id || !companies.includes(company)),
        ),
    },
  },
  {
    name: 'the smallest run uuid wins, and sends without looking again',
    scenario: twoRuns,
    rules: { resolveClaim: sendingWhatIsWon },
  },
  {
    name: 'answers are read before claims, and a closed claim is deleted at once',
    scenario: twoRuns,
    rules: {
      storingAnswersAndClosingClaim: (mark, answers) => [
        ...(answers.length > 0 ? [{ do: 'insert', table: 'answers', rows: answers } as const] : []),
        deletingClaim(mark),
      ],
    },
  },
  {
    name: 'a closed claim is deleted although a run lives that was registered before',
    scenario: twoRuns,
    rules: {
      tidyingClaims: (claims) =>
        claims.filter(({ state }) => state === 'done').map(({ claimId }) => deletingClaim(claimId)),
    },
  },
  {
    name: 'what a run that is over has left open is closed, whether its answers are stored or not',
    scenario: crashes,
    rules: {
      tidyingClaims: (claims, me, going) =>
        tidyingClaims(
          claims,
          me,
          going,
          new Set(claims.filter(({ runId }) => !going.has(runId)).map(({ claimId }) => claimId)),
        ),
    },
  },
  {
    name: 'what a run that is over has left open is deleted at once',
    scenario: {
      ...twoRuns,
      runs: [{ companies: ['X'] }, { companies: ['X'] }, { companies: ['X'] }],
      isBegun: 'the first one',
      crashes: 1,
    },
    rules: {
      tidyingClaims: (claims, me, going, abandoned) => [
        ...tidyingClaims(claims, me, going, new Set()),
        ...deletingRows('claims', 'mark', [...abandoned]),
      ],
    },
  },
  {
    name: 'new claims are found by following the end of the table by id',
    scenario: { ...twoRuns, kind: 'postgres', runs: [{ companies: ['Y', 'X'] }, { companies: ['X'] }] },
    distort: followingTheEndById,
  },
  {
    name: 'a claim is closed before its answers are stored',
    scenario: twoRuns,
    rules: {
      storingAnswersAndClosingClaim: (mark, answers) => [
        updatingClaim(mark, DONE),
        ...(answers.length > 0 ? [{ do: 'insert', table: 'answers', rows: answers } as const] : []),
      ],
    },
  },
  {
    name: 'a company is sent again on a guess that a run is dead',
    scenario: crashes,
    rules: {
      companyStateOf: (knowledge, due, holds) =>
        companyStateOf({ ...knowledge, claimsLeftOpen: [] }, due, holds),
    },
  },
  {
    name: 'what failed is inserted again without reading it back',
    scenario: failures,
    rules: { statementsToRepeat: (statements) => [...statements] },
  },
  {
    name: 'a decision counts for every claim of its company',
    scenario: crashes,
    rules: { companyStateOf: decidingAboutEveryClaim },
  },
  {
    name: 'a run that was taken for dead goes on as if nothing had happened',
    scenario: wrongGuess,
    distort: takingItselfForAlive,
  },
  {
    name: 'a run that slept goes on with its batch, whatever its row says',
    scenario: asleep,
    distort: (statement, ...read) =>
      'where' in statement && statement.where.every(({ column }) => column === 'run')
        ? takingItselfForAlive(statement, ...read)
        : read[0],
  },
  {
    name: 'a control that fails again sends again what the one before left in doubt',
    scenario: doubted,
    rules: { companyStateOf: (knowledge, due) => companyStateOf(knowledge, due, true) },
  },
  {
    name: 'a control that failed later leaves what was stored before as it is',
    scenario: doubtedLater,
    rules: { storingDoubts: () => [] },
  },
  {
    name: 'a control that failed later stands in the row of its run only',
    scenario: deletedDoubt,
    rules: {
      storingDoubts: (...given) => RULES.storingDoubts(...given).filter(({ table }) => table === 'runs'),
    },
  },
  {
    name: 'no answer names the doubt that was stored before it',
    scenario: deletedDoubt,
    rules: {
      withPast: (known, { data, ...answer }) =>
        withPast(known, { ...answer, data: { ...data, lateDoubtNames: undefined } }),
    },
  },
  {
    name: 'a short list reads no answer of another company that names a doubt',
    scenario: deletedDoubtOfOthers,
    distort: readingOwnKeysOnly,
  },
  {
    name: 'answers are read without the doubts that they name',
    scenario: doubtedLater,
    distort: reading('answers', (rows) => rows.filter(({ kind }) => kind !== 'doubt')),
  },
  {
    name: 'a company of which there is only a damaged row is sent at once',
    scenario: changedAnswer,
    rules: {
      companyStateOf: ({ answers, ...knowledge }, ...more) =>
        companyStateOf({ ...knowledge, answers: answers.map(undated) }, ...more),
    },
  },
  {
    name: 'a company is clear as soon as its first name is',
    scenario: { ...severalNames, service: { B: ['nothing', 'clear'] } },
    resultOf: clearAfterTheFirstName,
  },
  {
    name: 'hits that were found before a later name failed are forgotten',
    scenario: severalNames,
    resultOf: withoutHitsFoundBefore,
  },
  {
    name: 'a short list looks for its screening ids only before it stores them',
    scenario: { ...oneId(), isBegun: true },
    rules: { ...withoutIdsInClaims, duplicateIdQueries: () => [] },
  },
  {
    name: 'a long list looks for its screening ids only when it begins',
    scenario: { ...oneId('long', 'long'), isBegun: true },
    rules: withoutIdsInClaims,
  },
  {
    name: 'answers with the same screening id are looked for from the own row on',
    scenario: { ...oneId(), kind: 'postgres', isBegun: true },
    rules: withoutIdsInClaims,
    distort: readingIdsFromTheOwnRowOn,
  },
  {
    name: 'a run says that it has ended before it looks again',
    scenario: { ...oneId('long', 'long'), isBegun: true },
    rules: {
      storingAnswersAndClosingClaim: (mark, answers, ...more) => [
        ...RULES.storingAnswersAndClosingClaim(mark, answers, ...more),
        {
          ...{ do: 'update', table: 'runs', match: 'all', set: { state: 'ended' } },
          where: [equal('run', String(answers[0]?.['run']))],
        },
      ],
    },
    distort: takingItselfForAlive,
  },
  {
    name: 'a claim says its screening ids only when it is closed',
    scenario: { ...oneId('long', 'long'), isBegun: true, crashes: 1 },
    rules: {
      storingAnswersAndClosingClaim: (mark, answers, screenings) => [
        ...RULES.storingAnswersAndClosingClaim(mark, answers, {}).slice(1, -1),
        updatingClaim(mark, { ...DONE, screenings: JSON.stringify(screenings) }),
      ],
    },
  },
  {
    name: 'a request of annual returns looks for its id only before it is stored',
    scenario: oneIdOfReturns(),
    rules: { ...withoutIdsInClaims, duplicateIdQueries: () => [] },
  },
  {
    name: 'another name under a key has the answers of the one before',
    scenario: renamed,
    distort: reading('answers', (rows) => rows.flatMap((row) => [row, ...asOfTheOtherName(row)])),
  },
  {
    name: 'a run that was killed is taken for one that lives, for ever',
    scenario: { ...twoRuns, runs: [{ companies: ['X'] }], crashes: 1 },
    distort: takingOthersForAlive,
  },
  {
    name: 'a run waits for others while a batch of its own is being sent',
    scenario: twoLists,
    rules: { mayWaitForOthers: () => true },
  },
  {
    name: 'two whole batches are under way at once',
    scenario: { ...twoRuns, runs: [{ companies: ['X', 'Y', 'Z'] }] },
    rules: { nextBatchSize: ({ batchSize, underWay }) => (underWay.length < 2 ? batchSize : 0) },
  },
  {
    name: 'answers leave the table before the archive has them',
    scenario: { ...closing, runs: [{ companies: ['X'] }], crashes: 1 },
    rules: { archivingStatements: (...given) => archivingStatements(...given).reverse() },
  },
  {
    name: 'what says something new leaves the table like what repeats it',
    scenario: closing,
    rules: {
      archivableRepeats: (...given) =>
        archivableRepeats(...given).flatMap(({ repeat, original }, at) => [
          { repeat, original },
          ...(at === 0 ? [{ repeat: original, original }] : []),
        ]),
    },
  },
  {
    name: 'answers name the ones that they follow, and not those that stay',
    scenario: { ...closing, runs: [{ companies: ['X'] }], repeats: 1, service: { X: ['hit'] } },
    rules: {
      withPast: (known, answer) => ({ ...withPast(known, answer), previousOriginals: [] }),
      archivableRepeats: (known) => everyRepeat(known, ({ answerId }) => !isLatest(known, answerId)),
    },
  },
  {
    name: 'answers follow only the latest one, and of those before it the newer ones leave first',
    scenario: { ...foundAfterRepeats, crashes: 1 },
    rules: {
      ...followingOnlyTheLatest,
      archivingStatements: (known, archivable, facts) => [
        ...archivingStatements(known, archivable, facts).filter((one) => one.do === 'insert'),
        ...archivable
          .toReversed()
          .flatMap(({ repeat }) => deletingRows('answers', 'answer', [repeat.answerId])),
      ],
    },
  },
  {
    name: 'answers follow only the latest one, and that leaves although one before it stays',
    scenario: foundAfterRepeats,
    rules: {
      ...followingOnlyTheLatest,
      archivableRepeats: (known) =>
        everyRepeat(known, ({ answerId }) => !isLatest(known, answerId)).slice(-1),
    },
  },
  {
    name: 'the latest answer leaves the table if it is a repeat',
    scenario: closing,
    rules: { archivableRepeats: (known) => everyRepeat(known, () => true) },
  },
  {
    name: 'an answer leaves the table although its claim is there',
    scenario: {
      ...closingInTurn,
      runs: [{ companies: ['X', 'Y'] }, { companies: ['X'], after: [0] }, { companies: ['X'], after: [1] }],
      batchSize: 4,
      // Then not all of its companies were sent, and it is never closed.
      stops: 1,
    },
    rules: { archivableRepeats: (known, lives) => archivableRepeats({ ...known, claims: [] }, lives) },
  },
  {
    name: 'nobody looks at what a run has stored that was killed before it told',
    scenario: killedBeforeItTells,
    distort: reading('runs', (rows) => rows.map((row) => ({ ...row, unreportedRunOfNode: '' }))),
  },
  {
    name: 'a row says that all is told before the reports say what',
    scenario: killedBeforeItTells,
    telling: (statements) => statements.toReversed(),
  },
  {
    name: 'a company without a verdict is in no report',
    scenario: killedBeforeItTells,
    toDeliver: (settled) =>
      settled.is === 'answer' && settled.answer.reason === '' ? toDeliver(settled) : [],
  },
  {
    name: 'what others have screened is written down at the end of the run',
    scenario: takenUp,
    rules: { runReportRows: () => [] },
  },
  {
    name: 'whoever tells takes back that a run has to be told of that goes on',
    scenario: toldForAnother,
    telling: (statements) => [
      ...statements,
      {
        ...{ do: 'update', table: 'runs', match: 'all', set: { unreportedRunOfNode: '' } },
        where: [equal('unreportedRunOfNode', 'a'.repeat(64))],
      },
    ],
  },
  {
    name: 'a run that is taken for dead keeps what was forgotten meanwhile',
    scenario: forgotten,
    rules: { forgottenIn: () => () => false },
  },
  {
    name: 'a company is forgotten by its hash, and not by its answers',
    scenario: forgotten,
    forgetting: (statements) =>
      statements.map((one) =>
        one.do === 'delete' && one.table === 'answers'
          ? { ...one, where: [equal('company', hashOfCompany('X'))], match: 'all' }
          : one,
      ),
  },
];

/** The same answer, sealed again, under the one of the two names that it is not about. */
function asOfTheOtherName(row: StoredRow): StoredRow[] {
  return readAnswers(row).flatMap((answer) => {
    if (answer.kind === 'damaged') return [];
    const name = answer.data.company.names[0] === '={{ A }}' ? '={{ B }}' : '={{ A }}';
    const company = { ...answer.data.company, names: [name] as const };
    const data = { ...answer.data, company };
    const own = { answerId: `${answer.claimId}.other`, company: companyHash(company), screening: '' };
    const other = { ...answer, ...own, data };
    return [{ ...answerRow(other), id: row.id }];
  });
}

function resolvedBy(companies: readonly string[], isFree: (company: string) => boolean) {
  return { free: companies.filter(isFree), won: [], lost: companies.filter((company) => !isFree(company)) };
}

function everyRepeat(known: Knowledge, isWanted: (answer: IntactAnswer) => boolean): ArchivableRepeat[] {
  return [...known.answers.values()].flatMap((answers) =>
    answers.flatMap((repeat) => {
      const original = originalOf(answers, repeat) ?? answers.find((one) => one.kind === 'answer');
      const isRepeat = repeat.kind === 'answer' && repeat.isRepeat;
      return isRepeat && original?.kind === 'answer' && isWanted(repeat) ? [{ repeat, original }] : [];
    }),
  );
}

const isLatest = ({ answers }: Knowledge, answerId: string): boolean =>
  [...answers.values()].some((all) => latestOf(all).some((one) => one.answerId === answerId));
