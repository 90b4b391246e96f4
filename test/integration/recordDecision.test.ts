// Record Decision in the node: from the item of a hit to the mark on it, with forged values, and what comes out of Get Many.
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const register = () => Promise.resolve({ tables, isNew: false });
const run = (parameters: RunSetup['parameters'], items: IDataObject[] = [{}]) =>
  runNode({ credential: sandbox().credential, register, items, parameters: parameters ?? {} });
const screen = async (companies: readonly string[], parameters: RunSetup['parameters'] = {}) => {
  const screened = await run(
    { keepInRegister: true, ...parameters },
    companies.map((company) => ({ company })),
  );
  expect(screened.error?.message).toBeUndefined();
  return jsons(screened);
};
const inRegister = { resource: 'register', register: 'Screening register' };
const get = async (records: string, more: RunSetup['parameters'] = {}) => {
  const got = await run({ ...inRegister, operation: 'getFromRegister', records, ...more });
  expect(got.error).toBeUndefined();
  return jsons(got);
};

const ann = { decidedBy: '=ann', decidedByAddress: 'ann@company.example' };
const ben = { decidedBy: 'ben', decidedByAddress: 'ben@company.example' };
interface Word {
  caseId: unknown;
  decision: string;
  decidedBy: string;
  decidedByAddress: string;
  reason?: string;
}
const fields = ['caseId', 'decision', 'reason', 'decidedBy', 'decidedByAddress'];
/** What a person wrote comes as the field of an item, as from a form. */
const decide = (word: Word, more: RunSetup['parameters'] = {}) =>
  run(
    {
      ...inRegister,
      operation: 'recordDecision',
      ...Object.fromEntries(fields.map((name) => [name, `={{ $json.${name} }}`])),
      ...more,
    },
    [{ reason: 'Another company', ...word } as IDataObject],
  );

const textOf = (value: unknown) => z.string().parse(value);
const HIT = 'Gloomharbour Shipping Ltd';

test('a decision is on the item of the hit from then on, wherever it comes out, and the hit stays a hit', async () => {
  const [first] = await screen([HIT]);
  expect(first).toMatchObject({ outcome: 'hit', decision: null, decidedBy: null, decidedAt: null });
  const proposed = jsons(await decide({ caseId: first?.['caseId'], decision: 'falsePositive', ...ann }));
  expect(proposed).toMatchObject([
    { outcome: 'decision', standing: 'proposed', problem: null, decisions: 1 },
  ]);
  // A proposal alone is no decision.
  const [waiting] = await screen([HIT]);
  expect(waiting).toMatchObject({ outcome: 'hit', decision: null, remembered: true });

  await decide({ caseId: waiting?.['caseId'], decision: 'Confirm: it is a false positive', ...ben });
  const decided = {
    outcome: 'hit',
    decision: 'falsePositive',
    decidedBy: 'ann@company.example; ben@company.example',
    decidedAt: expect.stringMatching(/^\d{4}-/) as string,
  };
  expect(await screen([HIT])).toMatchObject([decided]);
  expect(await screen([HIT], { output: { content: 'raw' } })).toMatchObject([decided]);
  expect(await screen([HIT], { output: { itemsPer: 'company' } })).toMatchObject([decided]);
  expect(await get('hits')).toMatchObject([decided]);
  expect(await get('companies')).toMatchObject([decided]);
  expect(await get('openCases')).toEqual([]);
});

describe('where the newest decision was taken out of the table', () => {
  const decideNow = async (decision: string, by: typeof ann) => {
    const [hit] = await get('hits');
    const { error } = await decide({ caseId: hit?.['caseId'], decision, ...by });
    expect(error?.message).toBeUndefined();
  };
  const removed = async (decided: string) => {
    const where = [{ column: 'decided', is: 'equal', value: decided }] as const;
    await tables.run([{ do: 'delete', table: 'decisions', where, match: 'all' }]);
  };

  test('nothing counts that it took back, in any later run, until people decide again', async () => {
    await screen([HIT]);
    await decideNow('falsePositive', ann);
    await decideNow('confirm', ben);
    await decideNow('trueMatch', ann);
    expect(await screen([HIT])).toMatchObject([{ decision: 'trueMatch' }]);
    await removed('trueMatch');

    expect(await screen([HIT])).toMatchObject([{ outcome: 'hit', decision: null }]);
    expect(await screen([HIT])).toMatchObject([{ outcome: 'hit', decision: null }]);
    expect(await get('openCases')).toMatchObject([{ kind: 'hit', standing: 'open' }]);
    expect((await get('decisions')).map(({ outcome }) => outcome)).toContain('problem');

    await decideNow('falsePositive', ann);
    await decideNow('confirm', ben);
    expect(await screen([HIT])).toMatchObject([{ decision: 'falsePositive' }]);
    expect(await screen([HIT])).toMatchObject([{ decision: 'falsePositive' }]);
    // That a row is missing stays named.
    expect((await get('decisions')).map(({ outcome }) => outcome)).toContain('problem');
  });

  test('a cell of a run in which somebody wrote anything keeps nobody from deciding', async () => {
    await screen([HIT]);
    const set = { newestDecisions: `nothing ${'f'.repeat(64)}` };
    await tables.run([{ do: 'update', table: 'runs', where: [], match: 'all', set }]);
    await decideNow('falsePositive', ann);
    await decideNow('confirm', ben);
    expect(await screen([HIT])).toMatchObject([{ decision: 'falsePositive' }]);
  });
});

test('a company with an open hit does not look decided, whatever was decided about the others', async () => {
  await sandbox().watchlist({
    add: [{ name: 'Gloomharbour Shipping', sourceType: 'PEP', sourceId: 'VELM-PEP-09' }],
  });
  const hits = await screen([HIT]);
  expect(hits.length).toBeGreaterThan(1);
  await decide({ caseId: hits[0]?.['caseId'], decision: 'trueMatch', ...ann });
  expect(await screen([HIT], { output: { itemsPer: 'company' } })).toMatchObject([
    { outcome: 'hit', decision: null },
  ]);
  expect((await screen([HIT])).map(({ decision }) => decision)).toEqual([
    'trueMatch',
    ...hits.slice(1).map(() => null),
  ]);
});

test('a company without an answer is sent again when a person says so, and once', async () => {
  await sandbox().faults([{ on: 'screening', match: 'Quiet', fault: { kind: 'resetAfter' }, times: 1 }]);
  await runNode({
    credential: sandbox().credential,
    register,
    items: [{ company: 'Quiet Mill' }],
    onError: 'continueRegularOutput',
    parameters: { keepInRegister: true },
  });
  const [open] = await get('openCases');
  expect(open).toMatchObject({ kind: 'noAnswer', companyName: 'Quiet Mill', mayDecide: 'sendAgain; close' });
  await decide({ caseId: open?.['caseId'], decision: 'sendAgain', ...ann });
  expect(await get('openCases')).toEqual([]);
  expect(await screen(['Quiet Mill'])).toMatchObject([{ outcome: 'clear', remembered: false }]);
  expect(await screen(['Quiet Mill'])).toMatchObject([{ outcome: 'clear', remembered: true }]);
});

test('a company to review is sent again in the same way', async () => {
  const pending = { kind: 'record', patch: { status: 'Pending' } } as const;
  await sandbox().faults([{ on: 'screening', match: 'Quiet', fault: pending, times: 1 }]);
  const [item] = await screen(['Quiet Mill']);
  expect(item).toMatchObject({ outcome: 'review', reason: 'pending', decision: null });
  await decide({ caseId: item?.['caseId'], decision: 'sendAgain', ...ann });
  expect(await get('companies')).toMatchObject([{ outcome: 'review', decision: 'sendAgain' }]);
  expect(await screen(['Quiet Mill'])).toMatchObject([{ outcome: 'clear' }]);
});

test.each<[string, Partial<Word>, RegExp]>([
  [
    'an own proposal',
    { decidedBy: 'new-account', decidedByAddress: 'ANN@company.example' },
    /nobody confirms their own/,
  ],
  ['a decision that does not exist', { decision: 'clear' }, /^Decision has an invalid value/],
  ['a case that is none', { caseId: 'case1~x' }, /^Case ID has an invalid value/],
  ['no reason', { reason: ' \u200b. ' }, /^Reason has an invalid value/],
  ['a reason without an end', { reason: 'x'.repeat(2001) }, /^Reason has an invalid value/],
  ['nobody', { decidedBy: ' ' }, /^Decided By \(ID\) has an invalid value/],
  ['an address that is none', { decidedByAddress: 'ben' }, /^Decided By \(Address\) has an invalid value/],
])('%s is refused, and nothing is recorded', async (_, forged, sentence) => {
  const [first] = await screen([HIT]);
  await decide({ caseId: first?.['caseId'], decision: 'falsePositive', ...ann });
  const [waiting] = await screen([HIT]);
  const { error } = await decide({ caseId: waiting?.['caseId'], decision: 'confirm', ...ben, ...forged });
  expect(error?.message).toMatch(sentence);
  expect(await get('decisions')).toHaveLength(1);
});

const STRANGE = '<b onclick="x">"Ca$$h" & $\' Co</b>';

test('whatever a hit, a company or a person is called, it is text on the pages of a form', async () => {
  await sandbox().watchlist({ add: [{ name: STRANGE, sourceType: 'Sanction', sourceId: '<img src=x>' }] });
  const [first] = await screen([STRANGE]);
  expect(first).toMatchObject({ outcome: 'hit', name: STRANGE });
  const reason = '<script>alert(1)</script>';
  await decide({ caseId: first?.['caseId'], decision: 'falsePositive', ...ann, reason });
  const [page] = await get('worklist', { options: { notice: STRANGE } });
  const [one] = await get('openCases');
  for (const form of [page?.['form'], one?.['form']]) {
    const shown = z.array(z.looseObject({ html: z.string().optional() })).parse(JSON.parse(textOf(form)));
    const text = shown.map(({ html }) => html ?? '').join('');
    expect(text).not.toMatch(/<(b on|img|script|a )|\$/);
    expect(text).toContain('&#60;b onclick=&#34;x&#34;&#62;&#34;Ca&#36;&#36;h&#34; &#38; &#36;&#39; Co');
    expect(form).not.toContain('$');
  }
  expect(JSON.parse(textOf(one?.['form']))).toContainEqual(
    expect.objectContaining({ fieldType: 'hiddenField', fieldValue: one?.['caseId'] }),
  );
});

test('the worklist names the oldest first, and a line of it opens its case until somebody decides', async () => {
  await screen([HIT, 'Twin Anchor Trading']);
  const [page] = await get('worklist');
  const open = await get('openCases');
  expect(page).toMatchObject({ open: open.length, choosable: open.length });
  const label = textOf(open[0]?.['label']);
  expect(page?.['form']).toContain(label);
  const chosen = { filters: { case: label } };
  expect(await get('openCases', chosen)).toMatchObject([{ caseId: open[0]?.['caseId'] }]);
  await decide({ caseId: open[0]?.['caseId'], decision: 'falsePositive', ...ann });
  expect(await get('openCases', chosen)).toEqual([]);
  for (const notProposedBy of ['={{ "=ann" }}', ' ANN@company.example'])
    expect(await get('openCases', { filters: { notProposedBy } })).toHaveLength(open.length - 1);
  expect(await get('openCases', { filters: { notProposedBy: 'ben' } })).toHaveLength(open.length);
  expect(await get('openCases', { limit: 1 })).toHaveLength(1);
});

test('decisions come out in their order, and a row that was changed is named', async () => {
  const [first] = await screen([HIT]);
  await decide({ caseId: first?.['caseId'], decision: 'falsePositive', ...ann });
  const [waiting] = await screen([HIT]);
  await decide({ caseId: waiting?.['caseId'], decision: 'reject', ...ben });
  expect(await get('decisions')).toMatchObject([
    { decided: 'falsePositive', companyName: HIT, problem: null },
    { decided: 'reject', decidedByAddress: 'ben@company.example', problem: null },
  ]);
  expect(await get('decisions', { filters: { before: '2020-01-01' } })).toEqual([]);
  const where = [{ column: 'decided', is: 'equal', value: 'falsePositive' }] as const;
  await tables.run([{ do: 'update', table: 'decisions', where, match: 'all', set: { reason: 'x' } }]);
  expect(await get('decisions', { filters: { before: '2020-01-01' } })).toMatchObject([
    { outcome: 'problem', problem: expect.stringMatching(/^The row 1 of .* was changed/) as string },
  ]);
});

describe('a sample of decisions', () => {
  /** A sample of all months: by itself, it ends with the last one. */
  const ever = { filters: { before: '2099-01-01T00:00:00.000Z' } };
  const eve = { decidedBy: 'eve', decidedByAddress: 'eve@company.example' };
  const NEWS = { registerSettings: { companiesToReturn: 'notReported', reportedTo: 'mail' } };
  async function dismissedHit() {
    const [hit] = await screen([HIT]);
    await decide({ caseId: hit?.['caseId'], decision: 'falsePositive', ...ann });
    const [waiting] = await get('hits');
    await decide({ caseId: waiting?.['caseId'], decision: 'confirm', ...ben });
  }

  test('has what two people saw, and the same seed draws it again', async () => {
    await dismissedHit();
    expect(await get('sample')).toEqual([]);
    const [drawn, more] = await get('sample', { ...ever, options: { sampleSize: 5 } });
    expect(more).toBeUndefined();
    expect(drawn).toMatchObject({
      outcome: 'dismissal',
      population: 1,
      before: ever.filters.before,
      sampleSize: 1,
      proposedBy: 'ann@company.example',
      confirmedBy: 'ben@company.example',
      companyName: HIT,
      name: HIT,
      sourceId: 'VELM-SAN-01',
      environment: 'sandbox',
      checkedBy: null,
      problem: null,
    });
    const { seed, before } = drawn ?? {};
    expect(
      await get('sample', {
        filters: { before: textOf(before) },
        options: { sampleSize: 5, seed: textOf(seed) },
      }),
    ).toEqual([drawn]);
  });

  test('takes a remark of a third person, which changes nothing but the sample', async () => {
    await dismissedHit();
    const [told] = await screen([HIT], NEWS);
    await run({
      ...inRegister,
      operation: 'markAsReported',
      reportId: textOf(told?.['reportId']),
      reportedTo: 'mail',
    });
    const everything = async () => ({
      hits: await get('hits'),
      companies: await get('companies'),
      openCases: await get('openCases'),
      news: await screen([HIT], NEWS),
    });
    const before = await everything();
    const [drawn] = await get('sample', { ...ever, options: { seed: 's' } });
    const checked = { caseId: drawn?.['caseId'], decision: 'checked', reason: 'The address is another one' };
    expect((await decide({ ...checked, ...ben })).error?.message).toMatch(
      /^Nothing was recorded: nobody checks/,
    );
    expect(jsons(await decide({ ...checked, ...eve }))).toMatchObject([
      {
        decided: 'checked',
        remarkOn: drawn?.['decisionId'],
        standing: 'unchanged',
        message: expect.stringMatching(
          /^The remark of eve@company\.example on the decision of ben@company\.example \(confirm, .*It changes nothing\.$/,
        ) as string,
        decisions: 3,
      },
    ]);

    expect(await everything()).toEqual(before);
    expect(await get('sample', { ...ever, options: { seed: 's' } })).toMatchObject([
      {
        ...drawn,
        newestDecisions: expect.not.stringMatching(textOf(drawn?.['newestDecisions'])) as string,
        checkedBy: eve.decidedByAddress,
        checkedAt: expect.any(String) as string,
        remark: 'The address is another one',
      },
    ]);
    expect((await get('decisions')).at(-1)).toMatchObject({ decided: 'checked', problem: null });
  });

  test('is no way to decide, and a case takes no remark', async () => {
    await dismissedHit();
    const [drawn] = await get('sample', ever);
    const [hit] = await get('hits');
    const trueMatch = await decide({ caseId: drawn?.['caseId'], decision: 'trueMatch', ...eve });
    expect(trueMatch.error?.message).toMatch(/^Nothing was recorded: this is a decision of a sample/);
    const onCase = await decide({ caseId: hit?.['caseId'], decision: 'checked', ...eve });
    expect(onCase.error?.message).toMatch(/^Nothing was recorded: checked is a remark on a decision/);
    expect(await get('decisions')).toHaveLength(2);
  });
});
