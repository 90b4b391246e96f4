// A key that gets another name: two companies, of which each keeps what was found and decided. Wherever people look, they are told.
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import { jsons } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);

const HIT = 'Gloomharbour Shipping Ltd';
const BAKERY = 'Honest Bakery';

/** Screens a list of companies, all of them under the key P-1. */
async function night(names: string[]) {
  const done = await register.run(
    { keepInRegister: true, companyKey: 'P-1', output: { summaryItem: true } },
    names.map((company) => ({ company })),
  );
  const items = jsons(done);
  const { message } = z.object({ message: z.string() }).parse(items.at(-1));
  return { hint: done.hints[0], items: items.slice(0, -1), message };
}
const TODAY = new Date().toISOString().slice(0, 10);

test('a rename is told in its run, and the old name keeps its hits and cases and says what the key is called now', async () => {
  expect((await night([HIT])).hint).not.toContain('P-1');
  const renamed = await night([BAKERY]);
  expect(renamed.items).toMatchObject([{ outcome: 'clear', companyName: BAKERY, previousOutcome: null }]);
  expect(renamed.hint).toContain(
    `The Company Key "P-1" is called "${BAKERY}" now, and was called "${HIT}" before. What was found and decided under the old name stays with that name.`,
  );
  expect(renamed.message).toContain(
    `Company Keys with another name than before (1):\n• P-1: ${BAKERY}, before: ${HIT}`,
  );
  const calledNow = `since ${TODAY}: ${BAKERY}`;
  expect(await register.get('companies')).toMatchObject([
    { outcome: 'hit', companyName: HIT, calledNow },
    { outcome: 'clear', companyName: BAKERY, calledNow: null },
  ]);
  const [open, another] = await register.get('openCases');
  expect(another).toBeUndefined();
  expect(open).toMatchObject({ companyName: HIT, calledNow, standing: 'open' });
  for (const text of [open?.['message'], open?.['form']])
    expect(text).toContain(`This key has been called ${BAKERY} since ${TODAY}.`);

  const again = await night([BAKERY]);
  expect(again.hint).not.toContain('P-1');
  expect(again.message).not.toContain('P-1');
  expect(await register.get('companies')).toMatchObject([{ calledNow }, { calledNow: null }]);
});

test('a new name of a company begins anew, nothing of the old name is gone, and a name that comes back has what it had', async () => {
  const patched = (match: string, patch: IDataObject) =>
    sandbox().faults([{ on: 'screening', match, fault: { kind: 'record', patch } }]);
  /** Screens the company under the key P-1 once more, whatever the register has of it. */
  const itemsOf = async (company: string) => {
    const settings = { companyKey: 'P-1', registerSettings: { screenAgainAfterDays: 1e-9 } };
    const items = await register.keep([company], settings);
    return items.map((item) => [
      item['outcome'],
      item['companyName'],
      item['change'],
      item['previousOutcome'],
    ]);
  };
  await itemsOf(HIT);
  await patched('Honest', { status: 'Pending' });
  expect(await itemsOf(BAKERY)).toEqual([['review', BAKERY, null, null]]);
  await sandbox().faults([]);
  expect(await itemsOf(BAKERY)).toEqual([['clear', BAKERY, null, null]]);
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'known', 'hit']]);
  await patched('Gloom', { totalHits: 0, details: [] });
  expect(await itemsOf(HIT)).toEqual([
    ['clear', HIT, null, 'hit'],
    ['gone', HIT, 'gone', 'hit'],
  ]);
});
