// Only What Is Not Yet Reported, and Mark as Reported, over HTTP: nothing is missed, and nothing is told twice without need.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { testTime, type TestTime } from '../support/testTime';
import { jsons } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);
/** Nights that are a day apart; undefined: in real time. */
let time: TestTime | undefined;
beforeEach(() => {
  time = undefined;
});

const HIT = 'Gloomharbour Shipping Ltd';
const LIST = [HIT, 'Honest Bakery'];
/** One night: everything is due, and the summary comes last. */
async function night(companies: readonly string[] = LIST) {
  const all = await register.keep(
    companies,
    {
      registerSettings: { screenAgainAfterDays: 1e-9, companiesToReturn: 'notReported' },
      output: { summaryItem: true },
    },
    time ? { time } : {},
  );
  const summary = all.at(-1) ?? {};
  const items = all.filter(({ outcome }) => outcome !== 'summary');
  return { summary, items, told: items.map(({ outcome, change }) => change ?? outcome) };
}
const mark = async ({ reportId }: IDataObject) =>
  jsons(
    await register.inRegister('markAsReported', {
      reportId: z.string().parse(reportId),
      reportedTo: 'default',
    }),
  );

test('of a company with more hits than a message has room for, each is named in one of the next messages, and none twice', async () => {
  const details = Array.from({ length: 900 }, (_, number) => ({ name: `Name ${number}`, sourceType: 'PEP' }));
  const patch = { totalHits: details.length, details };
  await sandbox().faults([{ on: 'screening', match: 'Honest', fault: { kind: 'record', patch } }]);
  const namedIn = ({ message }: IDataObject) => JSON.stringify(message).match(/(?<=Bakery: )Name \d+/g) ?? [];
  const named: string[] = [];
  for (let time = 0; time < 3; time++) {
    const { summary } = await night(LIST);
    named.push(...namedIn(summary));
    if (time === 0) expect(summary['message']).toMatch(/Honest Bakery: \d+ more hits, in the next message/);
    await mark(summary);
  }
  expect(new Set(named).size).toBe(900);
  expect(named).toHaveLength(900);
  expect((await night(LIST)).items).toEqual([]);
});

test('a company that is taken off the list before its hit was told is named once more', async () => {
  time = testTime();
  const nextNight = (companies: string[]) => {
    time?.later(24 * 3_600);
    return night(companies);
  };
  await night([HIT, 'Honest Bakery', 'Old Mill']);
  const left = await nextNight(['Honest Bakery']);
  expect(left.summary['subject']).toContain('1 found earlier and not reported yet');
  expect(left.summary['message']).toContain(
    `Found earlier, not reported yet, and not on this list now (1 company):\n• ${HIT}: ${HIT} (Sanction)`,
  );
  expect(left.summary['message']).not.toContain('Old Mill');
  // That message is lost as well.
  const again = await nextNight(['Honest Bakery']);
  expect(again.summary['message']).toContain(`• ${HIT}: ${HIT} (Sanction)`);
  await mark(again.summary);
  expect((await nextNight(['Honest Bakery'])).summary['subject']).toBe(
    'Sandbox, not real: Company screening: nothing new',
  );
  // On the list again, it has nothing new.
  expect((await nextNight([HIT])).items).toEqual([]);
});
