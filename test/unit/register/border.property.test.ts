// Random registers that nobody has edited, and a list that is read once as a short one and once as a long one: the length of a list decides
// how it reads, and nothing that comes out, is sent or stays.
import {
  everyCompany,
  REGISTER_QUERIES,
  relatedQueries,
  companyKeyQueries,
  rowsOfBothCalls,
} from '../../../nodes/CompanyScreening/register/companies/everyCompany';
import type { CompanyHash, ListedCompany } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { CompanyResult } from '../../../nodes/CompanyScreening/register/companies/companyResult';
import type { SentResult, RunSettings } from '../../../nodes/CompanyScreening/register/protocol/messages';
import { RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import { decisionId } from '../../../nodes/CompanyScreening/register/rows/decisionRows';
import { readerHash } from '../../../nodes/CompanyScreening/register/rows/reportRows';
import { equal, TABLE_NAMES, type StoredRow } from '../../../nodes/CompanyScreening/register/port/tables';
import { drawSeed, randomCases, randomNumbers } from '../../support/random';
import { aCompany } from './anAnswer';
import { clockAt, screened, settingsWith, wanted } from './aList';
import { aDecision } from './decisions/aDecision';
import { MemoryTables, rowsOf } from './memoryTables';
import { aHit, resultOf } from './night';
import { killedBetween } from './playedNights';

const DAY_MS = 24 * 60 * 60 * 1000;
const BEAT_MS = 10_000;
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
  /** It is killed after so many statements that change something. */
  killedAfter: number;
  number: number;
}

afterEach(() => {
  jest.restoreAllMocks();
});

/** Carries out a run on a copy of the tables, until it is over or killed. */
async function ran(before: MemoryTables, night: Night) {
  const tables = before.copy();
  const { settings, results, isLong, killedAfter, failsAfter, number, list } = night;
  jest.spyOn(RULES, 'isLongList').mockReturnValue(isLong);
  jest.spyOn(RULES, 'isWorthArchiving').mockImplementation((repeats) => repeats > 0);
  let [uuids, answers] = [0, 0];
  const answer = ({ hash }: ListedCompany): SentResult => {
    answers += 1;
    const result = results.get(hash) ?? { is: 'notCharged', company: hash };
    const isInDoubt = answers > failsAfter && result.is === 'answered' && result.outcome === 'clear';
    return isInDoubt ? { ...result, outcome: 'review', reason: 'controlFailed' } : result;
  };
  const ports = {
    ...clockAt(START_MS + number * DAY_MS),
    uuid: () => `run${number}-${uuids++}`,
    controlFailed: () => answers > failsAfter,
    // Beats do not come.
    sleep: (ms: number) => (ms === BEAT_MS ? new Promise<never>(() => undefined) : Promise.resolve(true)),
  };
  const probes = ['middle', 'last'] as const;
  const on = killedBetween(tables, killedAfter);
  const done = await screened(on, list, { settings, ports, answer, companyMs: 0, probes });
  return { tables, settled: done.settled, sent: done.sent.flat().map(({ hash }) => hash) };
}

interface Past {
  random: () => number;
  /** Every screening id that the service has given. */
  ids: string[];
}

function nightOf(number: number, { random, ids }: Past): Night {
  const isRare = (share: number) => random() < share;
  const at = new Date(START_MS + number * DAY_MS).toISOString();
  const idOf = () => {
    const old = ids[Math.floor(random() * ids.length)];
    const id = isRare(0.3) && old !== undefined ? old : `id ${number} ${ids.length}`;
    ids.push(id);
    return id;
  };
  const answerOf = (one: ListedCompany): SentResult => {
    if (isRare(0.05)) return { is: 'notCharged', company: one.hash };
    const ofNames = one.company.names.map(idOf);
    if (!isRare(0.07)) {
      const letters = ['', '', '', '', 'a', 'ab', '?'][Math.floor(random() * 7)] ?? '';
      return resultOf(one, letters, { at, ids: ofNames });
    }
    const found = { found: { hits: [aHit('a')], payload: null }, screeningIds: ofNames.slice(0, 1) };
    return { ...resultOf(one, '!', { at, ids: [] }), ...(ofNames.length > 1 ? found : {}) };
  };
  const ms = Math.floor(random() * 3) * DAY_MS - DAY_MS / 2;
  return {
    number,
    list: COMPANIES.filter(() => !isRare(0.25)),
    results: new Map(COMPANIES.map((one) => [one.hash, answerOf(one)])),
    settings: settingsWith(1 + Math.floor(random() * 5), {
      due: isRare(0.3) ? null : { again: { is: 'age', ms }, dateOf: String },
      nodeHash: 'node',
      readers: isRare(0.5) ? [readerHash('Slack')] : [],
    }),
    isLong: isRare(0.5),
    failsAfter: isRare(0.2) ? Math.floor(random() * 8) : Infinity,
    killedAfter: isRare(0.35) ? Math.floor(random() * 40) : Infinity,
  };
}

/** A person says `sendAgain` about something that was asked for. */
async function decide(tables: MemoryTables, { random }: Past, number: number): Promise<void> {
  const answers = (await rowsOf(tables, 'answers')).filter(({ kind }) => kind !== 'doubt');
  const asked = [
    ...answers.map(({ company, mark }) => [String(company), String(mark)] as const),
    ...(await rowsOf(tables, 'claims')).flatMap(({ mark, companies }) =>
      COMPANIES.filter(({ hash }) => String(companies).includes(hash)).map(
        ({ hash }) => [hash, String(mark)] as const,
      ),
    ),
  ];
  const about = asked[Math.floor(random() * asked.length)];
  if (!about || random() < 0.6) return;
  const [company, claimId] = about;
  const decidedAt = new Date(START_MS + number * DAY_MS).toISOString();
  const by = { company, claimId, hitFingerprint: '', decision: decisionId(company, claimId), decidedAt };
  await tables.insert('decisions', aDecision('sendAgain', by));
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

function companiesAmong(found: readonly (readonly StoredRow[])[], number: number) {
  const every = everyCompany(found, START_MS + number * DAY_MS);
  if (!('companies' in every)) throw new Error(`A row of ${every.table} cannot be read.`);
  return every.companies;
}

const KEY_OF = new Map(COMPANIES.map(({ hash, company }) => [hash, company.key]));

/** Of a company that was never answered, nobody knows the key: whichever is asked for, it may be that one. */
const mayHaveKey = (key: string) => (one: CompanyResult) =>
  one.is === 'withoutVerdict' && one.answers.length === 0 ? true : KEY_OF.get(one.company) === key;

/** The companies under a key, as somebody learns of them who reads no other rows than he must. */
async function standingsOfKey(tables: MemoryTables, key: string, number: number) {
  const first = await tables.run(companyKeyQueries(key));
  const rows = rowsOfBothCalls(first, await tables.run(relatedQueries(first)));
  return sorted(companiesAmong(rows, number).filter(mayHaveKey(key)));
}

/** Without the archive and without repeats: a long list knows those of other companies as well, and closes the books for them. */
const rowsLeft = (tables: MemoryTables) =>
  Promise.all(
    TABLE_NAMES.filter((name) => name !== 'archive').map(async (name) =>
      (await rowsOf(tables, name))
        .filter(({ repeatMark }) => (repeatMark ?? '') === '')
        .map((row) => JSON.stringify({ ...row, id: 0 }))
        .sort(),
    ),
  );

const SEED = drawSeed('REGISTER_SEED');
const REGISTERS = randomCases(5);
/** Each kind of thing is in every fourth register or in more of them. */
const MAX_REGISTERS = 10 * REGISTERS;

test(`of at least ${REGISTERS} random registers, a short list and a long one say the same, send the same and leave the same, and a key says what the whole register says`, async () => {
  const seen = { doubts: 0, open: 0, archived: 0, decisions: 0, sent: 0 };
  const never = () => Object.entries(seen).filter(([, count]) => count === 0);
  const isEnough = (register: number) => register >= (never().length > 0 ? MAX_REGISTERS : REGISTERS);
  for (let register = 0; !isEnough(register); register++) {
    const seed = SEED + register;
    const past: Past = { random: randomNumbers(seed), ids: [] };
    let tables = new MemoryTables(past.random() < 0.5 ? 'sqlite' : 'postgres');
    const nights = 2 + Math.floor(past.random() * 7);
    for (let number = 0; number < nights; number++) {
      ({ tables } = await ran(tables, nightOf(number, past)));
      await decide(tables, past, number);
    }
    const night = { ...nightOf(nights, past), killedAfter: Infinity };
    const saidBy = async (isLong: boolean) => {
      const one = await ran(tables, { ...night, isLong });
      const standings = sorted(companiesAmong(await one.tables.run(REGISTER_QUERIES), nights));
      const rows = await rowsLeft(one.tables);
      return { seed, settled: sorted(one.settled), sent: one.sent, standings, rows };
    };
    const short = await saidBy(false);
    expect(short).toEqual(await saidBy(true));
    const all = companiesAmong(await tables.run(REGISTER_QUERIES), nights);
    for (const key of new Set(KEY_OF.values()))
      expect({ seed, key, companies: await standingsOfKey(tables, key, nights) }).toEqual({
        ...{ seed, key, companies: sorted(all.filter(mayHaveKey(key))) },
      });
    seen.doubts += (await rowsOf(tables, 'answers', equal('kind', 'doubt'))).length;
    seen.open += (await rowsOf(tables, 'claims', equal('state', 'open'))).length;
    seen.archived += (await rowsOf(tables, 'archive')).length;
    seen.decisions += (await rowsOf(tables, 'decisions')).length;
    seen.sent += short.sent.length;
  }
  // Each kind of thing was there.
  expect({ seed: SEED, never: never() }).toEqual({ seed: SEED, never: [] });
});
