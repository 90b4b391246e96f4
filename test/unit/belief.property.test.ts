// What a reader believes who has read every message that was told: the state of the register. Over random nights in which names are
// listed, changed and taken off, companies come and go, requests fail, and messages are lost.
import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import { screenCompany } from '../../nodes/CompanyScreening/operations/screenCompany/screenCompany';
import { summaryOf } from '../../nodes/CompanyScreening/output/summaryItem';
import { toldRow } from '../../nodes/CompanyScreening/register/rows/reportRows';
import { runItems } from '../../nodes/CompanyScreening/run/run';
import { testTime } from '../support/testTime';
import { aHit, aRecord, aRecordWithHits } from './builders';
import { MemoryTables } from './register/memoryTables';
import { aContext, json } from './screeningRuns';

const COMPANIES = ['Alder', 'Birch', 'Cedar'];
const ENTRIES = ['Foo', 'Bar'];

interface Night {
  listed: string[];
  /** Of each company, its entries on the watchlist, and how often they have changed. */
  watchlist: Record<string, { names: string[]; version: number }>;
  /** What goes wrong for a company. */
  troubles: Record<string, 'none' | 'pending' | 'refused'>;
  isLost: boolean;
}

const entries = fc.record({ names: fc.subarray(ENTRIES), version: fc.integer({ min: 1, max: 2 }) });
const ofEach = <Value>(value: fc.Arbitrary<Value>) => fc.record({ Alder: value, Birch: value, Cedar: value });
const nights = fc.array(
  fc.record<Night>({
    listed: fc.subarray(COMPANIES, { minLength: 1 }),
    watchlist: ofEach(entries),
    troubles: ofEach(fc.constantFrom('none', 'none', 'none', 'pending', 'refused')),
    isLost: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

class Reader {
  /** As "Alder: Foo". */
  readonly believes = new Set<string>();

  /** What is not listed any more goes first: an entry may have gone and come back, with other fields, between two messages. */
  read(message: string): void {
    const gone: string[] = [];
    const here: string[] = [];
    let section = here;
    for (const line of message.split('\n')) {
      if (/^(New hits|Hits that|With hits|Without)/.test(line))
        section = line.startsWith('Hits that are not listed') ? gone : here;
      const hit = /^• (\w+: \w+) \(/.exec(line)?.[1];
      if (hit !== undefined) section.push(hit);
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
  const answer = (company: string) => {
    const id = randomUUID();
    const { names = [], version = 1 } = night.watchlist[company] ?? {};
    const hits = names.map((name) => aHit({ name, nameRemarks: [`version ${version}`] }));
    const trouble = night.troubles[company];
    if (trouble === 'refused') return json({ message: 'no' }, 400);
    if (trouble === 'pending') return json(aRecord({ id, status: 'Pending' }));
    return json(hits.length > 0 ? aRecordWithHits(hits, { id }) : aRecord({ id }));
  };
  const { context } = aContext({
    companies: night.listed,
    answer,
    continueOnFail: true,
    parameters: {
      keepInRegister: true,
      companyKey: '',
      registerSettings: { screenAgainAfterDays: 0.001, companiesToReturn: 'notReported' },
      output: { summaryItem: true },
    },
    options: { maxRetries: 0 },
  });
  const openRegister = () => Promise.resolve({ tables, isNew: false });
  const run = await runItems(context, screenCompany, { time, openRegister });
  const { message = '', reportId } = summaryOf(screenCompany, run, undefined);
  return { message, reportId: reportId ?? '' };
}

test('whoever has read every message that was told knows what the register knows of the list', async () => {
  await fc.assert(
    fc.asyncProperty(nights, async (random) => {
      const tables = new MemoryTables('sqlite');
      const time = testTime();
      const reader = new Reader();
      const [last] = random.slice(-1);
      if (!last) return;
      // In the end, everything that can be told is.
      const calm: Night = { ...last, isLost: false, troubles: {} };
      for (const night of [...random, calm]) {
        time.later(24 * 3_600);
        const { message, reportId } = await screen(tables, time, night);
        if (night.isLost) continue;
        reader.read(message);
        const row = toldRow(
          { report: reportId, at: new Date(time.epochMs()).toISOString(), uuid: randomUUID },
          'default',
        );
        await tables.run([{ do: 'insert', table: 'reports', rows: [row] }]);
      }
      const believed = [...reader.believes].filter((hit) => last.listed.some((name) => hit.startsWith(name)));
      const listed = last.listed.flatMap((name) =>
        (last.watchlist[name]?.names ?? []).map((entry) => `${name}: ${entry}`),
      );
      expect(believed.sort()).toEqual(listed.sort());
    }),
    { numRuns: 40 },
  );
});
