// Get Many of decisions and of open cases.
import * as z from 'zod/v4';

import { InvalidItem } from '../../names/invalidItem';
import { plainText, quantity, sentences } from '../../names/plainText';
import { replay } from '../../register/cases/cases';
import { readChain } from '../../register/decisions/remarks';
import type { Tables } from '../../register/port/tables';
import { DECISION_ITEM_KEYS, decisionItem, problemSentence, refusalOf } from '../desk/decisionWords';
import { entriesOf, entriesOfEachCase, entryItem, lastWordOf, worklistItem } from '../desk/openCaseItems';
import { casesIn, labelIn, namedBy } from '../desk/openCases';
import type { OutputItem } from '../shared/requestTask';
import type { LocalResult, ReadParameter } from '../shared/operation';
import { readItemOptions } from '../shared/options';
import { readRegister, type Filters } from '../shared/registerReading';
import { worklistOptions } from './getFromRegisterFields';

/** All decisions in their order, or those of some time. A row with a problem is there whatever the filters say. */
export async function decisionsIn(
  tables: Tables,
  register: string,
  { isWanted }: Filters,
): Promise<LocalResult> {
  const chain = await readChain(tables);
  const { decisions, problems, count } = chain;
  const without = new Map(
    replay(chain).withoutEffect.map(({ decision, why }) => {
      const { message, advice } = refusalOf(why);
      return [decision.decision, `${message} ${advice}`];
    }),
  );
  const broken = problems.map((problem): OutputItem => {
    const empty = Object.fromEntries(DECISION_ITEM_KEYS.map((key) => [key, null]));
    return {
      outcome: 'problem',
      json: { ...empty, outcome: 'problem', problem: problemSentence(problem, register) },
    };
  });
  const wanted = decisions.filter(({ companyKey, decidedAt }) =>
    isWanted({ key: companyKey, time: decidedAt }),
  );
  const items = wanted.map((one): OutputItem => {
    const why = without.get(one.decision);
    return {
      outcome: 'decision',
      json: decisionItem(one, why === undefined ? null : `It has no effect. ${why}`),
    };
  });
  return {
    items: [...items, ...broken],
    counts: [
      quantity(items.length, 'decision', 'decisions'),
      ...(items.length < count ? [`${count} in all`] : []),
      ...(broken.length > 0 ? [quantity(broken.length, 'problem', 'problems')] : []),
    ],
  };
}

/** n8n refuses to give a parameter that is not shown. @throws InvalidItem for a limit that cannot be used */
export function readPage(parameter: ReadParameter, records: 'openCases' | 'worklist') {
  const limit = z
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .safeParse(parameter('limit') ?? undefined);
  if (!limit.success)
    throw new InvalidItem('Limit has an invalid value.', 'It must be a whole number from 1 to 1000.');
  const { notice } = readItemOptions(worklistOptions, parameter('options'));
  return { records, limit: limit.data, notice: plainText(notice) };
}

/** The oldest first. */
export async function openCasesIn(
  tables: Tables,
  register: string,
  filters: Filters,
  { records, limit, notice, nowMs }: ReturnType<typeof readPage> & { nowMs: number },
): Promise<LocalResult> {
  const every = await readRegister(tables, register, nowMs, filters.companyKey);
  const { caseName, notProposedBy: person } = filters;
  const entries = entriesOf(every);
  const choices = [...entries, ...entries.flatMap(({ alone }) => alone)];
  const labelOf = labelIn(choices);
  const named = () => {
    const found = namedBy(choices, caseName);
    return found.length > 0 ? found : namedBy(entriesOfEachCase(every), caseName);
  };
  const all = (caseName === '' ? entries : named())
    .filter(({ key, since }) => filters.isWanted({ key, time: since }))
    .filter((one) => records === 'worklist' || !one.waitsForSomebodyElse(person));
  const shown = all.slice(0, limit);
  const more = casesIn(all) - casesIn(shown);
  const problems = every.chain.problems.map((one) => problemSentence(one, register));
  const counts = [
    quantity(casesIn(all), 'open case', 'open cases'),
    ...(more > 0 ? [`the ${casesIn(shown)} oldest of them given out`] : []),
    ...problems,
  ];
  if (records === 'worklist') {
    const said = sentences(notice, ...problems);
    const json = worklistItem(shown, { more, notice: said, person, nowMs, labelOf });
    return { items: [{ outcome: 'worklist', json }], counts };
  }
  // A named case was chosen; otherwise it is the next one.
  const lastWord = caseName === '' ? lastWordOf(every, person, casesIn(all)) : '';
  const said = { nowMs, notice: sentences(lastWord, ...problems) };
  const items = shown.map((one) => ({
    outcome: 'openCase',
    json: entryItem(one, { ...said, label: labelOf(one, nowMs) }),
  }));
  const nothing = caseName === '' ? lastWord || 'Nothing is open.' : NO_LONGER_OPEN;
  return { items, counts, ...(items.length === 0 ? { note: nothing } : {}) };
}

const NO_LONGER_OPEN =
  'This is no longer open: somebody has decided about it, or it has changed since the list was made.';
