// Other Names, over HTTP: one company screened under several names. What is sent and paid for, and what comes out.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { z } from 'zod/v4';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, outcomesOf, screening, screeningOf, type Screening } from './attacks';
import { startNode } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const HIT = 'Gloomharbour Shipping Ltd';
const OTHER_HIT = 'Zorblax Arms Export';

type More = Screening & { output?: INodeParameters };
const withNames = ({ output = {}, parameters, ...more }: More = {}): Screening => ({
  ...more,
  parameters: { additionalFields: { otherNames: '={{ $json.others }}' }, output, ...parameters },
});
const screen = (companies: readonly unknown[], more: More = {}) =>
  screening(sandbox(), companies, withNames(more));
const paidFor = async () => screeningsByCompany(await sandbox().stats());
const requests = async () => (await sandbox().stats()).operations.screening.requests;

const MILL = { company: 'Quiet Mill', others: 'Honest Bakery; Old Mill Ltd' };
const MIXED = { company: 'Quiet Mill', others: `${HIT}; Old Mill Ltd; ${OTHER_HIT}` };

describe('with Keep in Register', () => {
  let tables: MemoryTables;
  beforeEach(() => {
    tables = new MemoryTables('sqlite');
  });
  const keep = (companies: readonly (IDataObject | string)[], more: More = {}) =>
    screen(companies, {
      register: tables,
      ...more,
      parameters: { keepInRegister: true, ...more.parameters },
    });
  const inRegister = async (records: string) =>
    jsons(await keep([{}], { parameters: { resource: 'register', operation: 'getFromRegister', records } }));
  /** A person has the company that has no answer sent again. */
  const sendAgain = async () => {
    const open = (await inRegister('openCases')).find(({ kind }) => kind === 'noAnswer');
    const parameters = {
      resource: 'register',
      operation: 'recordDecision',
      caseId: z.string().parse(open?.['caseId']),
      decision: 'sendAgain',
      reason: 'They say that it was lost',
      decidedBy: 'ann',
      decidedByAddress: 'ann@company.example',
    };
    expect(jsons(await keep([{}], { parameters }))).toMatchObject([{ outcome: 'decision' }]);
  };

  test('hits that were found before a later name failed stay for people until it was screened again', async () => {
    await sandbox().faults([{ on: 'screening', match: 'Old Mill', fault: { kind: 'resetAfter' } }]);
    await keep([MIXED]);
    await sandbox().faults([]);
    expect(await inRegister('hits')).toMatchObject([{ outcome: 'hit', name: HIT }]);
    expect(await inRegister('companies')).toMatchObject([{ outcome: 'hit', reason: 'noAnswer' }]);
    const open = await inRegister('openCases');
    expect(new Set(open.map(({ kind }) => kind))).toEqual(new Set(['hit', 'noAnswer']));
    const caseOf = (wanted: string) => open.find(({ kind }) => kind === wanted);
    expect(caseOf('hit')).toMatchObject({
      name: HIT,
      screenedName: HIT,
      nameMatch: 'same',
      numberMatch: 'unknown',
    });
    const company = { parameters: { output: { itemsPer: 'company' } } };
    expect(jsons(await keep([MIXED], company))).toMatchObject([
      { outcome: 'hit', reason: 'noAnswer', screenedNames: HIT, remembered: true },
    ]);

    await sendAgain();
    expect(outcomesOf(await keep([MIXED]))).toEqual(['hit', 'hit']);
    // Each name once more, as a person said.
    expect(await paidFor()).toEqual({ 'Quiet Mill': 2, [HIT]: 2, 'Old Mill Ltd': 2, [OTHER_HIT]: 1 });
    expect((await inRegister('openCases')).map(({ kind }) => kind)).toEqual(['hit', 'hit']);
  });

  test('a crash between two names: the company is never clear, and none of its names is sent again', async () => {
    await sandbox().faults([{ on: 'screening', match: 'Honest', fault: { kind: 'hang' } }]);
    // The run is killed: nothing that it would write reaches the tables any more.
    let isKilled = false;
    const killed = {
      run: (statements: Parameters<MemoryTables['run']>[0]) =>
        isKilled ? new Promise<never>(() => undefined) : tables.run(statements),
      runWithoutWaiting: () => undefined,
    };
    const { cancel } = startNode(screeningOf(sandbox(), [MILL], withNames({ register: killed })));
    while ((await requests()) < 2) await new Promise((resolve) => setImmediate(resolve));
    isKilled = true;
    cancel();
    await tables.run([
      { do: 'update', table: 'runs', where: [], match: 'all', set: { state: 'presumedDead' } },
    ]);
    await sandbox().faults([]);

    expect(outcomesOf(await keep([MILL]))).toEqual(['noAnswer']);
    expect(outcomesOf(await keep([MILL]))).toEqual(['noAnswer']);
    expect(await paidFor()).toEqual({ 'Quiet Mill': 1, 'Honest Bakery': 1 });
  });
});
