// What the demo shows people: its table, its file, its sentences for what can go wrong on their machine.
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod/v4';
import { companiesFile, exampleWorkflow, fileOf, nodes, readRows } from '../support/examples';
import { checkOwnNode } from '../support/n8n/install';
import { explain } from '../support/npm';
import { duration } from '../support/report';
import { attention, byCompany, explained, hitsCsv, missing, resultTable, totals } from '../../demo/results';

const rows = [
  { Company: 'Alpha', 'Customer No': '001' },
  { Company: '', 'Customer No': '' },
  { Company: 'بيتا', 'Customer No': '002' },
  { Company: '伽马', 'Customer No': '003' },
];
const item = (row: number, json: Record<string, unknown>) => ({ json, pairedItem: { item: row } });
const hit = (row: number, name: string) =>
  item(row, { outcome: 'hit', name, sourceType: 'PEP', screeningId: `id-${String(row)}` });

describe('the results', () => {
  test('a blank row is no company, and a company without an item is missing', () => {
    const results = byCompany(rows, [hit(0, 'a'), item(2, { outcome: 'clear' })]);
    expect(results.map(({ company }) => company)).toEqual(['Alpha', 'بيتا', '伽马']);
    expect(missing(results).map(({ company }) => company)).toEqual(['伽马']);
  });

  test('an item that does not say how it ended is never clear', () => {
    const results = byCompany(rows, [item(0, { error: 'it broke' })]);
    expect(totals(results)).toContain('0 clear, 0 to review, 1 failed');
    expect(attention(results)).toEqual(['Alpha: it broke']);
  });

  test('the table has one line for each company, with all its hits and outcomes', () => {
    const review = item(0, { outcome: 'review', reason: 'hitCountMismatch', screeningId: 'id-0' });
    const results = byCompany(rows, [hit(0, 'a'), hit(0, 'b'), review, item(2, { outcome: 'clear' })]);
    const lines = resultTable(results, (outcome) => outcome).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^1 +Alpha +hit \+ review +2 +PEP +id-0/);
    expect(lines[3]).toContain('MISSING');
    expect(totals(results)).toBe(
      '3 companies: 1 with hits (2 hits, 1 of these companies to review as well), 1 clear, 0 to review, 0 failed.',
    );
    expect(explained(results)).toMatch(/^In n8n they are 4 items: one for each hit \(2\).* \(2\)\.$/);
  });

  test('hits.csv keeps the columns of the row, opens as UTF-8, and runs no formula', () => {
    const csv = hitsCsv(rows, byCompany(rows, [hit(2, '=HYPERLINK("http://evil.example")'), hit(3, '+1')]));
    expect(csv.startsWith('\uFEFF')).toBe(true);
    const records = z.array(z.record(z.string(), z.string())).parse(parse(csv, { bom: true, columns: true }));
    expect(records.map((record) => record['Company'])).toEqual(['بيتا', '伽马']);
    expect(records.map((record) => record['Customer No'])).toEqual(['002', '003']);
    expect(records.map((record) => record['name']?.[0])).toEqual(["'", "'"]);
  });
});

describe('the example', () => {
  test('has 38 companies, one of them twice, and a blank line that is no row', async () => {
    const names = (await readRows(companiesFile)).map((row) => row['Company']);
    expect(names).toHaveLength(38);
    expect(new Set(names).size).toBe(37);
    expect(await readFile(companiesFile, 'utf8')).toMatch(/\n\n\S/);
  });

  test('is filled in with the credential and the file, and names no machine otherwise', async () => {
    const workflow = await exampleWorkflow({ id: 'c1', name: 'Mine' }, '/data/mine.csv');
    const node = (name: string) => workflow.nodes.find((candidate) => candidate.name === name);
    expect(fileOf(workflow)).toBe('/data/mine.csv');
    expect(node(nodes.screen)?.credentials).toEqual({ companyScreeningApi: { id: 'c1', name: 'Mine' } });
    expect(nodes.ends.every((name) => node(name) !== undefined)).toBe(true);
  });
});

describe('what can go wrong', () => {
  test.each([
    ['npm error code ENOSPC', /disk is full/],
    ['npm error code ENOTFOUND', /registry could not be reached/],
    [
      'prebuild-install WARN install ENOTFOUND\ngyp ERR! find Python Python is not set',
      /apt-get install -y python3 make g\+\+/,
    ],
    ['gyp ERR! stack Error: not found: make', /xcode-select/],
    [
      'gyp ERR! stack FetchError: request to https://nodejs.org failed, reason: getaddrinfo EAI_AGAIN',
      /network/,
    ],
    ['npm error code EUSAGE\nnpm error the lock does not fit', /npm failed: the lock does not fit/],
    ['', /npm failed: it gave no reason/],
  ])('npm that says %j is explained', (output, sentence) => {
    expect(explain(output, 'install.log')).toMatch(sentence);
    expect(explain(output, 'install.log')).toContain('install.log');
  });

  test('a Node that is too old is named, with the one that is needed', () => {
    expect(() => {
      checkOwnNode('20.18.3');
    }).toThrow('This needs Node.js 20.19 or newer; this is 20.18.3.');
    for (const version of ['20.19.0', '22.0.0', '24.1.0'])
      expect(() => {
        checkOwnNode(version);
      }).not.toThrow();
  });

  test('a time is written as a person says it', () => {
    expect([420, 12_400, 200_000].map(duration)).toEqual(['0.4 s', '12 s', '3 min 20 s']);
  });
});
