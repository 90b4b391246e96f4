// Wherever a number of open cases is said, it is the same: Get Figures, Create Report, Get Open Cases, the worklist, and the receipt of a
// run over the whole list.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { LocalOperation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { createReport } from '../../nodes/CompanyScreening/operations/reports/createReport';
import { getFromRegister } from '../../nodes/CompanyScreening/operations/reports/getFromRegister';
import type { Case } from '../../nodes/CompanyScreening/register/cases/cases';
import { knownHit } from '../../nodes/CompanyScreening/operations/screening/items';
import { everyCompany, REGISTER_QUERIES } from '../../nodes/CompanyScreening/register/companies/everyCompany';
import { companyHash } from '../../nodes/CompanyScreening/register/rows/identity';
import { beginRun } from '../../nodes/CompanyScreening/register/protocol/register';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { claimRow } from '../../nodes/CompanyScreening/register/rows/claimRows';
import type { StoredRow } from '../../nodes/CompanyScreening/register/port/tables';
import type { Hit } from '../../nodes/CompanyScreening/service/contract';
import { waitingCases } from '../../nodes/CompanyScreening/run/register/registerCounts';
import { drawSeed, randomCases } from '../support/random';
import { portsOn, settingsWith, wanted } from './register/aList';
import { aCompany, anAnswer } from './register/anAnswer';
import { answerTo } from './register/answerTo';
import { aRun, runRow } from './register/aRun';
import { added, person } from './register/decisions/aDecision';
import { linesOf } from './register/linesOf';
import { MemoryTables } from './register/memoryTables';
import { aDesk, aPlaceForFiles } from './desk';
import { aHit, aRecordWithHits, aReply, jsonsOf } from './builders';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const NOW = Date.parse('2026-01-20T00:00:00.000Z');
const COMPANIES = Array.from({ length: 6 }, (_, index) => aCompany(`Company ${index}`));

/** Of each company in turn, what became of it; a killed run left those that are `killed`, by the number of the run. */
const fate = fc.oneof(
  fc.record({
    is: fc.constant('hits' as const),
    hits: fc.integer({ min: 1, max: 3 }),
    decided: fc.array(
      fc.record({
        hit: fc.nat({ max: 2 }),
        as: fc.constantFrom('falsePositive' as const, 'confirm' as const, 'trueMatch' as const),
        who: fc.constantFrom('ann' as const, 'ben' as const),
      }),
      { maxLength: 4 },
    ),
    isGone: fc.boolean(),
    areEqual: fc.boolean(),
  }),
  fc.record({ is: fc.constantFrom('clear' as const, 'pending' as const, 'noAnswer' as const) }),
  fc.record({ is: fc.constant('killed' as const), run: fc.nat({ max: 1 }) }),
);
type Fate = typeof fate extends fc.Arbitrary<infer One> ? One : never;

async function registerOf(fates: readonly Fate[]): Promise<MemoryTables> {
  const tables = new MemoryTables('sqlite');
  const insert = (table: 'answers' | 'claims' | 'decisions' | 'runs', rows: Omit<StoredRow, 'id'>[]) =>
    rows.length === 0 ? [] : tables.run([{ do: 'insert', table, rows }]);
  const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString();
  await insert('runs', [
    runRow(aRun({ runId: 'night', state: 'ended', startedAt: at(0), endedAt: at(1) })),
    ...['killed0', 'killed1'].map((run) =>
      runRow(aRun({ runId: run, state: 'presumedDead', startedAt: at(0), endedAt: '' })),
    ),
  ]);
  for (const [index, one] of fates.entries()) {
    const company = COMPANIES[index] ?? aCompany('');
    const answered = (mark: string, by: Parameters<typeof anAnswer>[2], hits: readonly Hit[] = []) => {
      const all = { screening: '', screenedAt: at(index), ...by };
      return hits.length === 0
        ? anAnswer(company, mark, all)
        : answerTo(company, mark, [aReply(aRecordWithHits([...hits]))], { ...all, hits });
    };
    if (one.is === 'killed') {
      const ids = { companies: [companyHash(company)], referenceIds: {}, requests: {}, claimedAt: at(index) };
      await insert('claims', [claimRow({ claimId: `lost${index}`, runId: `killed${one.run}`, ...ids })]);
    } else if (one.is === 'hits') {
      const hits = Array.from('abc'.slice(0, one.hits), (letter) =>
        aHit({ links: [letter], ...(one.areEqual ? {} : { name: letter }) }),
      );
      const first = answered(`m${index}`, { outcome: 'hit' }, hits);
      await insert('answers', [answerRow(first)]);
      for (const { hit: place, as, who } of one.decided) {
        const named = hits[place] && knownHit(hits[place]).fingerprint;
        const about = (await casesOf(tables)).find(
          ({ company: of, fingerprint }) => of === companyHash(company) && fingerprint === named,
        );
        if (!about) continue;
        const decisions =
          (await tables.run([{ do: 'read', table: 'decisions', where: [], match: 'all' }]))[0] ?? [];
        const words = {
          company: about.company,
          mark: about.claimId,
          hitFingerprint: about.fingerprint,
          decidedAt: at(30 + index),
        };
        const { id: _, ...row } = added(decisions, as, { ...words, ...person(who) }).at(-1) ?? { id: 0 };
        await insert('decisions', [row]);
      }
      if (one.isGone)
        await insert('answers', [
          answerRow(
            answered(`later${index}`, {
              outcome: 'clear',
              screenedAt: at(60 + index),
              previousAnswers: [first.answerId],
            }),
          ),
        ]);
    } else {
      const by = {
        clear: { outcome: 'clear' as const },
        pending: { outcome: 'review' as const, reason: 'pending' as const },
        noAnswer: { kind: 'unanswered' as const, outcome: 'error' as const, reason: '' as const },
      }[one.is];
      await insert('answers', [answerRow(answered(`m${index}`, by))]);
    }
  }
  return tables;
}

async function casesOf(tables: MemoryTables): Promise<Case[]> {
  const every = everyCompany(await tables.run(REGISTER_QUERIES), NOW);
  if (!('companies' in every)) throw new Error('A row cannot be read.');
  return every.companies.flatMap(({ cases }) => cases);
}

/** What the operation gives out, and its file. */
async function perform(tables: MemoryTables, operation: LocalOperation, parameters: IDataObject) {
  const { context, files } = aPlaceForFiles();
  const all = { filters: {}, binaryPropertyName: 'report', options: {}, limit: 1000, ...parameters };
  const result = await aDesk(() => ({ tables, nowMs: NOW, context })).perform(operation, all);
  return { items: jsonsOf(result), file: String(files[0]) };
}

/** What a run that screens nothing of this list, since everything is known, says of it. */
async function receiptOf(tables: MemoryTables): Promise<number> {
  const cases: Case[] = [];
  const ports = portsOn(tables, { now: () => NOW, wallClock: () => NOW });
  const list = COMPANIES.map(wanted);
  const known = new Set((await casesOf(tables)).map(({ company }) => company));
  const run = await beginRun(
    ports,
    settingsWith(10),
    list.filter(({ hash }) => known.has(hash)),
  );
  const { concluded } = await run.first();
  for (const one of concluded) if (one.is !== 'notCharged') cases.push(...one.cases);
  return waitingCases(cases, run.claimsLeftOpen, NOW).count;
}

const SEED = drawSeed('REGISTER_SEED');

test('figures, report, desk, worklist and receipt say the same number of open cases', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: COMPANIES.length }), async (fates) => {
      const tables = await registerOf(fates);
      const figures = await perform(tables, getFromRegister, { records: 'figures' });
      const open = await perform(tables, getFromRegister, { records: 'openCases' });
      const [worklist] = (await perform(tables, getFromRegister, { records: 'worklist' })).items;
      const { file } = await perform(tables, createReport, {});
      const lines = linesOf(file);
      const [, inReport] = (lines[lines.indexOf('## Months') + 2] ?? '').split(' | ');
      const counts = {
        figures: z.number().parse(figures.items.at(-1)?.['openAtEnd']),
        report: Number(inReport),
        desk: open.items.reduce((sum, { hits }) => sum + z.number().parse(hits ?? 1), 0),
        worklist: z.number().parse(worklist?.['open']),
        receipt: await receiptOf(tables),
      };
      expect(counts).toEqual({
        ...{ figures: counts.desk, report: counts.desk, desk: counts.desk },
        ...{ worklist: counts.desk, receipt: counts.desk },
      });
    }),
    { seed: SEED, numRuns: randomCases(25) },
  );
});
