// Random registers that nobody has edited, and a list that is read once as a short one and once as a long one: the length of a list decides
// how it reads, and nothing that comes out, is sent or stays.
import {
  everyCompany,
  REGISTER_QUERIES,
  relatedQueries,
  companyKeyQueries,
  rowsOfBothCalls,
} from '../../../nodes/CompanyScreening/register/companies/everyCompany';
import type { QueuePosition } from '../../../nodes/CompanyScreening/flowControl/outageRules';
import type { CompanyHash, ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import type {
  Command,
  SentResult,
  Event,
  RunSettings,
} from '../../../nodes/CompanyScreening/register/protocol/messages';
import { Protocol } from '../../../nodes/CompanyScreening/register/protocol/protocol';
import { RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import { newState } from '../../../nodes/CompanyScreening/register/protocol/state';
import { TIMES } from '../../../nodes/CompanyScreening/register/facts/liveness';
import { decisionId } from '../../../nodes/CompanyScreening/register/rows/decisionRows';
import { readerHash } from '../../../nodes/CompanyScreening/register/rows/reportRows';
import {
  TABLE_NAMES,
  type Statement,
  type StoredRow,
} from '../../../nodes/CompanyScreening/register/port/tables';
import { drawSeed, randomCases, randomNumbers } from '../../support/random';
import { aCompany } from './anAnswer';
import { wanted } from './aList';
import { aDecision } from './decisions/aDecision';
import { apply, emptyDatabase, type Database } from './memoryTables';
import { aHit } from './night';

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.parse('2026-01-01T02:00:00.000Z');

/** One, two and three names, and keys that have had another name. */
const COMPANIES: readonly ListedCompany[] = [
  ...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => wanted(aCompany(name))),
  ...['G', 'H'].map((name) => wanted({ ...aCompany(name), names: [name, `${name} Ltd`, `${name} Inc`] })),
  wanted({ ...aCompany('A'), option: 'Pep' }),
  ...['New', 'Old'].flatMap((name) => [wanted(aCompany(name, 'K1')), wanted(aCompany(`${name} too`, 'K2'))]),
];

interface Night {
  list: readonly ListedCompany[];
  results: ReadonlyMap<CompanyHash, SentResult>;
  settings: RunSettings;
  isLong: boolean;
  /** Of its requests, so many are answered before its control fails. */
  failsAfter: number;
  /** It is killed before this call, or after so many statements of it. */
  killedAt: { call: number; statements: number };
  number: number;
}

interface Ran {
  database: Database;
  settled: CompanyResult[];
  sent: CompanyHash[];
}

/** Carries out a run as the node does, one call after the other, until it is over or killed. */
function ran(before: Database, night: Night): Ran {
  const { settings, results, isLong, killedAt, failsAfter, number } = night;
  let [database, nowMs, calls, uuids] = [before, 0, 0, 0];
  const sent: CompanyHash[] = [];
  const settled: CompanyResult[] = [];
  const underWay: (readonly CompanyHash[])[] = [];
  const tries: QueuePosition[] = ['last', 'middle'];
  const outside = {
    now: () => nowMs,
    wallClock: () => START_MS + number * DAY_MS + nowMs,
    uuid: () => `run${number}-${uuids++}`,
    controlHolds: () => sent.length < failsAfter,
    foundOld: () => [],
    about: () => ({}),
  };
  const rules = { ...RULES, isLongList: () => isLong, isWorthClosing: (repeats: number) => repeats > 0 };
  const protocol = new Protocol(newState(), settings, outside, rules);
  const answered = (hash: CompanyHash): SentResult => {
    const result = results.get(hash) ?? { is: 'notCharged', company: hash };
    const isInDoubt = !outside.controlHolds() && result.is === 'answered' && result.outcome === 'clear';
    return isInDoubt ? { ...result, outcome: 'review', reason: 'controlFailed' } : result;
  };
  const carryOut = (command: Extract<Command, { do: 'call' }>): Event | null => {
    calls += 1;
    const isLast = calls === killedAt.call;
    const statements = isLast ? command.statements.slice(0, killedAt.statements) : command.statements;
    const rows: StoredRow[][] = [];
    for (const statement of statements) {
      const done = apply(database, statement);
      database = done.database;
      if (done.read) rows.push(done.read);
    }
    return isLast ? null : { is: 'rows', rows };
  };
  const next = (command: Command): Event | null => {
    switch (command.do) {
      case 'call':
        return carryOut(command);
      case 'confirm':
        return { is: 'confirmed' };
      case 'sleep':
        nowMs += command.ms;
        return { is: 'slept' };
      case 'send':
        sent.push(...command.companies);
        underWay.push(command.companies);
        return { is: 'more' };
      case 'wait':
        if (tries.length > 0) return { is: 'more', from: tries.pop() ?? 'first' };
        return { is: 'results', results: (underWay.shift() ?? []).map(answered), companyMs: 0 };
      case 'over':
        return null;
    }
  };
  let event: Event | null = { is: 'begin', companies: night.list };
  while (event) event = next(protocol.handle(event));
  settled.push(...protocol.state.concluded);
  return { database, settled, sent };
}

interface Past {
  random: () => number;
  /** Every screening id that the service has given. */
  ids: string[];
}

function nightOf(number: number, past: Past): Night {
  const { random } = past;
  const isRare = (share: number) => random() < share;
  const screenedAt = new Date(START_MS + number * DAY_MS).toISOString();
  const idOf = () => {
    const old = past.ids[Math.floor(random() * past.ids.length)];
    const id = isRare(0.3) && old !== undefined ? old : `id ${number} ${past.ids.length}`;
    past.ids.push(id);
    return id;
  };
  const resultOf = ({ hash, company }: ListedCompany): SentResult => {
    if (isRare(0.05)) return { is: 'notCharged', company: hash };
    const [screeningId, ...otherScreeningIds] = [idOf(), ...company.names.slice(1).map(idOf)];
    if (isRare(0.07)) {
      const found = company.names.length > 1 ? { hits: [aHit('a')], payload: null } : undefined;
      const ids = found ? { found, screeningIds: [screeningId] } : {};
      return { is: 'unanswered', company: hash, sentAt: screenedAt, ...ids };
    }
    const letters = ['', '', '', '', 'a', 'ab', '?'][Math.floor(random() * 7)] ?? '';
    const hits = letters === '?' ? [] : Array.from(letters, aHit);
    return {
      ...{ is: 'answered', company: hash, screenedAt, screeningId, hits, payload: null },
      ...(otherScreeningIds.length > 0 ? { otherScreeningIds } : {}),
      outcome: letters === '?' ? 'review' : hits.length > 0 ? 'hit' : 'clear',
      reason: letters === '?' ? 'pending' : '',
    };
  };
  const ms = Math.floor(random() * 3) * DAY_MS - DAY_MS / 2;
  const batchSize = 1 + Math.floor(random() * 5);
  return {
    number,
    list: COMPANIES.filter(() => !isRare(0.25)),
    results: new Map(COMPANIES.map((one) => [one.hash, resultOf(one)])),
    settings: {
      batchSize,
      concurrency: batchSize,
      due: isRare(0.3) ? null : { again: { is: 'age', ms }, dateOf: String },
      startedBy: 'a test',
      times: TIMES,
      nodeHash: 'node',
      readers: isRare(0.5) ? [readerHash('Slack')] : [],
    },
    isLong: isRare(0.5),
    failsAfter: isRare(0.2) ? Math.floor(random() * 8) : Infinity,
    killedAt: {
      call: isRare(0.35) ? 1 + Math.floor(random() * 12) : 0,
      statements: Math.floor(random() * 9),
    },
  };
}

/** A person says `sendAgain` about something that was asked for. */
function decided(database: Database, { random }: Past, number: number): Database {
  const { answers = [], claims = [] } = database.rows;
  const asked = [
    ...answers
      .filter(({ kind }) => kind !== 'doubt')
      .map(({ company, mark: claimId }) => ({ company, claimId })),
    ...claims.flatMap(({ mark: claimId, companies }) =>
      COMPANIES.filter(({ hash }) => String(companies).includes(hash)).map(({ hash }) => ({
        company: hash,
        claimId,
      })),
    ),
  ];
  const about = asked[Math.floor(random() * asked.length)];
  if (!about || random() < 0.6) return database;
  const [company, claimId] = [String(about.company), String(about.claimId)];
  const decidedAt = new Date(START_MS + number * DAY_MS).toISOString();
  const by = { company, claimId, hitFingerprint: '', decision: decisionId(company, claimId), decidedAt };
  const rows = [aDecision('sendAgain', by)];
  return apply(database, { do: 'insert', table: 'decisions', rows }).database;
}

/** The same for both: what people are told of each company, without the uuids of claims that are in no row any more. */
const sorted = (settled: readonly CompanyResult[]) =>
  settled.toSorted((one, other) => (one.company < other.company ? -1 : 1)).map(inWords);

function inWords(one: CompanyResult): unknown {
  if (one.is === 'notCharged') return one;
  const changes = { ...one.changes, hits: [...one.changes.hits] };
  const idsOf = (ids: readonly { answerId: string }[]) => ids.map(({ answerId }) => answerId).sort();
  return one.is === 'answer' ? { ...one, changes } : { ...one, changes, answers: idsOf(one.answers) };
}

function standingsIn({ database, number }: { database: Database; number: number }) {
  return sorted(companiesAmong(rowsRead(database, REGISTER_QUERIES), number));
}

function companiesAmong(found: readonly (readonly StoredRow[])[], number: number) {
  const every = everyCompany(found, START_MS + number * DAY_MS);
  if (!('companies' in every)) throw new Error(`A row of ${every.table} cannot be read.`);
  return every.companies;
}

const rowsRead = (database: Database, statements: readonly Statement[]) =>
  statements.flatMap((statement) => (statement.do === 'read' ? [apply(database, statement).read ?? []] : []));

const KEY_OF = new Map(COMPANIES.map(({ hash, company }) => [hash, company.key]));

/** Of a company that was never answered, nobody knows the key: whichever is asked for, it may be that one. */
const mayHaveKey = (key: string) => (one: CompanyResult) =>
  one.is === 'withoutVerdict' && one.answers.length === 0 ? true : KEY_OF.get(one.company) === key;

/** The companies under a key, as somebody learns of them who reads no other rows than he must. */
function standingsOfKey(database: Database, key: string, number: number) {
  const first = rowsRead(database, companyKeyQueries(key));
  const rows = rowsOfBothCalls(first, rowsRead(database, relatedQueries(first)));
  return sorted(companiesAmong(rows, number).filter(mayHaveKey(key)));
}

/** Without the archive and without repeats: a long list knows those of other companies as well, and closes the books for them. */
function rowsOf({ rows }: Database) {
  return TABLE_NAMES.filter((name) => name !== 'archive').map((name) =>
    (rows[name] ?? [])
      .filter(({ repeatMark }) => (repeatMark ?? '') === '')
      .map((row) => JSON.stringify({ ...row, id: 0 }))
      .sort(),
  );
}

const SEED = drawSeed('REGISTER_SEED');
const REGISTERS = randomCases(5);
/** Each kind of thing is in every fourth register or in more of them. */
const MAX_REGISTERS = 10 * REGISTERS;

test(`of at least ${REGISTERS} random registers, a short list and a long one say the same, send the same and leave the same, and a key says what the whole register says`, () => {
  const seen = { doubts: 0, open: 0, archived: 0, decisions: 0, sent: 0 };
  const never = () => Object.entries(seen).filter(([, count]) => count === 0);
  for (
    let register = 0;
    register < REGISTERS || (never().length > 0 && register < MAX_REGISTERS);
    register++
  ) {
    const seed = SEED + register;
    const past: Past = { random: randomNumbers(seed), ids: [] };
    let database = emptyDatabase(past.random() < 0.5 ? 'sqlite' : 'postgres');
    const nights = 2 + Math.floor(past.random() * 7);
    for (let number = 0; number < nights; number++) {
      database = decided(ran(database, nightOf(number, past)).database, past, number);
    }
    const night = { ...nightOf(nights, past), killedAt: { call: 0, statements: 0 } };
    const [short, long] = [false, true].map((isLong) => ran(database, { ...night, isLong }));
    const said = (one: Ran | undefined) => ({
      seed,
      settled: sorted(one?.settled ?? []),
      sent: one?.sent,
      standings: one && standingsIn({ database: one.database, number: nights }),
      rows: one && rowsOf(one.database),
    });
    expect(said(short)).toEqual(said(long));
    const all = companiesAmong(rowsRead(database, REGISTER_QUERIES), nights);
    for (const key of new Set(KEY_OF.values()))
      expect({ seed, key, companies: standingsOfKey(database, key, nights) }).toEqual({
        seed,
        key,
        companies: sorted(all.filter(mayHaveKey(key))),
      });
    const { answers = [], claims = [], archive = [], decisions = [] } = database.rows;
    seen.doubts += answers.filter(({ kind }) => kind === 'doubt').length;
    seen.open += claims.filter(({ state }) => state === 'open').length;
    seen.archived += archive.length;
    seen.decisions += decisions.length;
    seen.sent += short?.sent.length ?? 0;
  }
  // Each kind of thing was there.
  expect({ seed: SEED, never: never() }).toEqual({ seed: SEED, never: [] });
});
