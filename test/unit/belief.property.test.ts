// What a reader believes who has read every message that was told: the state of the register. Over random nights in which names are
// listed, changed and taken off, companies come, go and are renamed, requests fail or get no answer, and messages are lost.
import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { summaryOf } from '../../nodes/CompanyScreening/output/summaryItem';
import { toldRow } from '../../nodes/CompanyScreening/register/rows/reportRows';
import { drawSeed, randomCases } from '../support/random';
import { testTime } from '../support/testTime';
import { aHit, aRecord, aRecordWithHits, onlyOne } from './builders';
import { MemoryTables } from './register/memoryTables';
import { json, screening } from './screeningRuns';

const COMPANIES = ['Alder', 'Birch', 'Cedar'];
const ENTRIES = ['Foo', 'Bar'];

interface Night {
  listed: string[];
  /** Of each company, its entries on the watchlist, and how often they have changed. */
  watchlist: Record<string, { names: string[]; version: number }>;
  /** What goes wrong for a company. */
  troubles: Record<string, 'none' | 'pending' | 'refused' | 'timeout'>;
  /** Those that have their other name in this list, under the same key. */
  renamed: string[];
  isLost: boolean;
}

/** As the list of this night has it. */
const nameIn = ({ renamed }: Night, company: string) => (renamed.includes(company) ? `${company}s` : company);

const entries = fc.record({ names: fc.subarray(ENTRIES), version: fc.integer({ min: 1, max: 2 }) });
const ofEach = <Value>(value: fc.Arbitrary<Value>) => fc.record({ Alder: value, Birch: value, Cedar: value });
const nights = fc.array(
  fc.record<Night>({
    listed: fc.subarray(COMPANIES, { minLength: 1 }),
    watchlist: ofEach(entries),
    troubles: ofEach(fc.constantFrom('none', 'none', 'none', 'none', 'pending', 'refused', 'timeout')),
    renamed: fc.subarray(COMPANIES),
    isLost: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

class Reader {
  /** As "Alder: Foo". */
  readonly believes = new Set<string>();
  /** Who has no verdict by the last message, whatever was found before. */
  inDoubt: string[] = [];

  /** What is no longer listed goes first: an entry may have gone and come back, with other fields, between two messages. */
  read(message: string): void {
    const gone: string[] = [];
    const here: string[] = [];
    this.inDoubt = [];
    let title = '';
    for (const line of message.split('\n')) {
      if (line.endsWith(':')) title = line;
      const hit = /^• (\w+: \w+) \(/.exec(line)?.[1];
      const isGone = title.startsWith('Hits that are no longer listed') || line.endsWith('no longer listed');
      if (hit !== undefined) (isGone ? gone : here).push(hit);
      const lacking =
        /^(With hits, and to review|Without a verdict)/.test(title) && /^• (\w+(?:, \w+)*): /.exec(line)?.[1];
      // Several for the same reason stand in one line.
      if (lacking) this.inDoubt.push(...lacking.split(', '));
    }
    for (const hit of gone) this.believes.delete(hit);
    for (const hit of here) this.believes.add(hit);
  }
}

async function screen(
  tables: MemoryTables,
  time: ReturnType<typeof testTime>,
  night: Night,
): Promise<{ message: string; reportId: string }> {
  const answer = (name: string) => {
    const id = randomUUID();
    const company = name.replace(/s$/, '');
    const { names = [], version = 1 } = night.watchlist[company] ?? {};
    const hits = names.map((name) => aHit({ name, nameRemarks: [`version ${version}`] }));
    const trouble = night.troubles[company];
    if (trouble === 'timeout') return Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
    if (trouble === 'refused') return json({ message: 'no' }, 400);
    if (trouble === 'pending') return json(aRecord({ id, status: 'Pending' }));
    return json(hits.length > 0 ? aRecordWithHits(hits, { id }) : aRecord({ id }));
  };
  const { run } = await screening({
    register: tables,
    time,
    companies: night.listed.map((company) => nameIn(night, company)),
    ofItems: { companyKey: (item) => night.listed[item] },
    answer,
    continueOnFail: true,
    parameters: {
      registerSettings: { screenAgainAfterDays: 0.001, companiesToReturn: 'notReported' },
      output: { summaryItem: true },
    },
    options: { maxRetries: 0 },
  });
  const { message = '', reportId } = onlyOne(summaryOf(screenCompany, run, undefined));
  return { message, reportId: reportId ?? '' };
}

const SEED = drawSeed('NIGHTS_SEED');

test('whoever has read every message that was told knows what the register knows of the list', async () => {
  await fc.assert(
    fc.asyncProperty(nights, async (random) => {
      const tables = new MemoryTables('sqlite');
      const time = testTime();
      const reader = new Reader();
      const [last] = random.slice(-1);
      if (!last) return;
      // What may have been paid for is not sent again, and has no verdict until a person decides.
      const unanswered = new Set<string>();
      /** Of each name that was ever listed, what it had when it was last screened. */
      const found = new Map<string, string[]>();
      // In the end, everything that can be told is.
      const calm: Night = { ...last, isLost: false, troubles: {} };
      for (const night of [...random, calm]) {
        time.later(24 * 3_600);
        const { message, reportId } = await screen(tables, time, night);
        for (const company of night.listed) {
          const name = nameIn(night, company);
          if (night.troubles[company] === 'timeout') unanswered.add(name);
          const entries = night.watchlist[company]?.names ?? [];
          if ((night.troubles[company] ?? 'none') === 'none')
            found.set(
              name,
              entries.map((entry) => `${name}: ${entry}`),
            );
        }
        if (night.isLost) continue;
        reader.read(message);
        const row = toldRow(
          { report: reportId, at: new Date(time.epochMs()).toISOString(), uuid: randomUUID },
          'default',
        );
        await tables.run([{ do: 'insert', table: 'reports', rows: [row] }]);
      }
      const names = last.listed.map((company) => nameIn(last, company));
      expect(reader.inDoubt.sort()).toEqual(names.filter((name) => unanswered.has(name)).sort());
      const isAnswered = (hit: string) => !unanswered.has(hit.split(':')[0] ?? '');
      const known = [...found.values()].flat();
      expect([...reader.believes].filter(isAnswered).sort()).toEqual(known.filter(isAnswered).sort());
    }),
    { numRuns: randomCases(15), seed: SEED },
  );
});
