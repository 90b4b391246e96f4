// Record Decision in the node: from the item of a hit to the mark on it, with forged values, and what comes out of Get Many.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';

import { jsons } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);
const { get } = register;
const screen = async (companies: readonly string[], parameters: INodeParameters = {}) => {
  const screened = await register.keep(companies, parameters);
  expect(screened.flatMap(({ error }) => error ?? [])).toEqual([]);
  return screened;
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
const decide = (word: Word) =>
  register.run(
    {
      ...{ resource: 'register', register: 'Screening register', operation: 'recordDecision' },
      ...Object.fromEntries(fields.map((name) => [name, `={{ $json.${name} }}`])),
    },
    [{ reason: 'Another company', ...word } as IDataObject],
    { onError: 'stopWorkflow' },
  );

const textOf = (value: unknown) => z.string().parse(value);
const HIT = 'Gloomharbour Shipping Ltd';

test('equal hits are decided about together, and each of them is screened as a decided one from then on', async () => {
  const entry = (article: string) => ({
    ...{ name: 'MIDNIGHT MILL', sourceType: 'Sanction', sourceId: 'news' },
    links: [`https://news.example/${article}`],
  });
  const details = ['a', 'b', 'c'].map(entry);
  await sandbox().faults([
    { on: 'screening', match: 'Midnight', fault: { kind: 'record', patch: { totalHits: 3, details } } },
  ]);
  expect(await screen(['Midnight Mill'])).toHaveLength(3);
  const [all, another] = await get('openCases');
  expect(another).toBeUndefined();
  expect(all).toMatchObject({ kind: 'hit', companyName: 'Midnight Mill', name: 'MIDNIGHT MILL', hits: 3 });
  expect(await get('worklist')).toMatchObject([{ open: 3 }]);
  const decided = jsons(await decide({ caseId: all?.['caseId'], decision: 'falsePositive', ...ann }));
  expect(decided).toMatchObject([{ standing: 'proposed', decisions: 3 }]);
  const [waiting] = await get('openCases');
  await decide({ caseId: waiting?.['caseId'], decision: 'confirm', ...ben });
  expect(await get('openCases')).toEqual([]);
  expect((await get('decisions')).map(({ hitFingerprint }) => hitFingerprint)).toHaveLength(6);
  const again = await screen(['Midnight Mill'], { registerSettings: { screenAgainAfterDays: 1e-9 } });
  expect(again.map(({ outcome, decision }) => [outcome, decision])).toEqual(
    details.map(() => ['hit', 'falsePositive']),
  );
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

test('a remark of a third person changes nothing but the sample', async () => {
  await dismissedHit();
  const [told] = await screen([HIT], NEWS);
  const reportId = textOf(told?.['reportId']);
  await register.inRegister('markAsReported', { reportId, reportedTo: 'mail' });
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
