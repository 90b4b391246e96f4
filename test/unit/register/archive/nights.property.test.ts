// Night after night on two registers, one of which closes its books and is pruned: whatever people see of one, they see of the other, but
// for the history that a prune says it takes. Companies are forgotten in both.
import { drawSeed, randomCases, randomNumbers } from '../../../support/random';
import { readArchive, repeatsIn } from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import { History } from './histories';
import { PlayedRegister } from './playedRegister';

const NIGHTS = 9;
/** Where every answer of the first nights was another one, nothing has left the table by then. */
const MAX_NIGHTS = 27;
const FIRST_SEED = drawSeed('NIGHTS_SEED');
const SEEDS = Array.from({ length: randomCases(2) }, (_, more) => FIRST_SEED + more);

test.each(SEEDS)(
  'a register that closes its books and is pruned says in every night what one says that is neither (NIGHTS_SEED=%s)',
  async (seed) => {
    const history = new History(randomNumbers(seed));
    const [closing, open] = [new PlayedRegister(true), new PlayedRegister(false)];
    let prunedBefore = '';
    const goesOn = (number: number) => number < NIGHTS || (closing.closed === 0 && number < MAX_NIGHTS);
    for (let number = 0; goesOn(number); number += 1) {
      const night = history.night(number);
      const [ofClosing, ofOpen] = [await closing.night(night), await open.night(night)];
      const isPruned = prunedBefore !== '' || ofClosing.wasPruned;
      expect({ number, seen: textOf(ofClosing.seen, isPruned) }).toEqual({
        number,
        seen: textOf(ofOpen.seen, isPruned),
      });
      // Of a time before it, a prune has taken what nobody needs today.
      if (ofClosing.wasPruned) prunedBefore = [prunedBefore, night.prunedBefore ?? ''].sort().at(-1) ?? '';
    }
    const [left, all] = [await closing.read('answers'), await open.read('answers')];
    expect(closing.closed).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(all.length);
    const present = new Set([...(await repeatsOf(closing)), ...left.map(({ answer }) => answer)]);
    const { screenings, problems } = await closing.history();
    const ever = await open.history();
    expect({ problems, ofOpen: ever.problems }).toEqual({ problems: [], ofOpen: [] });
    expect(screenings).toEqual(ever.screenings.filter(({ answer }) => present.has(answer)));
    const gone = ever.screenings.filter(({ answer }) => !present.has(answer));
    expect(gone.filter(({ screenedAt }) => screenedAt >= prunedBefore)).toEqual([]);
  },
);

/** The answers in the archive. */
async function repeatsOf(register: PlayedRegister): Promise<string[]> {
  const rows = (await register.read('archive')).map((row) => readArchive(row));
  const packs = rows.flatMap((row) => (row?.kind === 'pack' ? [row] : []));
  return packs.flatMap((pack) => (repeatsIn(pack) ?? []).map(({ answerId }) => answerId));
}

/**
 * As text, without what only says which repeats and decisions are still there.
 *
 * @param isPruned whether old answers are gone, and with them that a hit was listed before
 */
function textOf(seen: unknown, isPruned: boolean): string {
  const plain = (key: string, one: unknown): unknown => {
    if (['chain', 'previousAnswers', 'previousSeals', 'payload', 'seal'].includes(key)) return undefined;
    // The first screening under another name may be a repeat, which leaves.
    if (key === 'calledNow' && typeof one === 'object' && one !== null) return { ...one, since: '' };
    if (isPruned && one === 'listedAgain') return 'new';
    return one instanceof Map || one instanceof Set ? [...(one as Iterable<unknown>)] : one;
  };
  return JSON.stringify(seen, plain, 1);
}
