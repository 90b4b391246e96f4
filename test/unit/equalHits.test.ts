// Equal hits are one choice at the desk, and a row for each of them in the register. No hit is decided about that nobody saw.
import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { knownHit } from '../../nodes/CompanyScreening/operations/screening/items';
import type { Case } from '../../nodes/CompanyScreening/register/cases/cases';
import { equalHits, hitsCaseId, readHitsCaseId } from '../../nodes/CompanyScreening/register/cases/equalHits';
import { equal, RegisterFailure, type Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { answerRow } from '../../nodes/CompanyScreening/register/rows/answerRows';
import type { Hit } from '../../nodes/CompanyScreening/service/contract';
import { aHit, aRecordWithHits, aReply, jsonsOf } from './builders';
import { aDesk } from './desk';
import { aCompany, anAnswer } from './register/anAnswer';
import { answerTo } from './register/answerTo';
import { aDecision, soundOf } from './register/decisions/aDecision';
import { MemoryTables, rowsOf, watched } from './register/memoryTables';

const NOW = Date.parse('2026-03-11T12:00:00.000Z');
let tables: MemoryTables;
beforeEach(async () => {
  tables = new MemoryTables('sqlite');
  await screened('first', [adverse('a'), adverse('b'), adverse('c')]);
});

/** Found in an article of its own. */
const adverse = (article: string, changes: Partial<Hit> = {}) =>
  aHit({ links: [`https://news.example/${article}`], ...changes });

const screened = (mark: string, hits: Hit[], previousAnswers: string[] = []) => {
  const reply = aReply(aRecordWithHits(hits, { companyName: 'Alder', referenceId: 'ref' }));
  const answer = answerTo(aCompany('Alder'), mark, [reply], {
    ...{ outcome: 'hit', previousAnswers, hits, ownData: { registrationNumber: 'V-100' } },
    screenedAt: previousAnswers.length === 0 ? '2026-03-01T12:00:00.000Z' : '2026-03-09T12:00:00.000Z',
  });
  return tables.insert('answers', answerRow(answer));
};

const { get: getMany, open, decide: decideAt } = aDesk(() => ({ tables, nowMs: NOW }));
const get = async (...asked: Parameters<typeof getMany>) => jsonsOf(await getMany(...asked));
const decide = async (...how: Parameters<typeof decideAt>) => jsonsOf(await decideAt(...how));
const rows = () => rowsOf(tables, 'decisions');
const theOnly = async () => {
  const [one, another] = await open();
  if (!one || another) throw new Error('There is not one entry.');
  return one;
};
const hitsOpen = async () => (await open()).map(({ hits, standing }) => [hits, standing]);
const fingerprints = (...articles: string[]) =>
  articles.map((article) => knownHit(adverse(article)).fingerprint);

describe('which hits are equal', () => {
  const hit = (by: object = {}) => ({
    hit: { fingerprint: 'f', name: 'Gloom', sourceId: 'list', sourceType: 'SANCTION', ...by },
  });
  const about = (by: Partial<Case> = {}): { about: Case } => ({
    about: {
      ...{ company: 'c', about: 'hit', standing: { is: 'open' }, unansweredRequest: null, ...hit() },
      ...{ caseId: `case ${(count += 1)}`, claimId: 'm', fingerprint: 'f', since: '', last: [], ...by },
    },
  });
  let count = 0;
  const proposed = (by: Parameters<typeof aDecision>[1] = {}): Partial<Case> => ({
    standing: { is: 'proposed', proposals: [soundOf(aDecision('falsePositive', by))] },
  });
  const sizes = (all: { about: Case }[], looksOf: (one: { about: Case }) => string | null = () => '') =>
    equalHits(all, looksOf).map(({ length }) => length);

  test.each<[what: string, one: Partial<Case>, other: Partial<Case>, areEqual: boolean]>([
    ['those with another claim', {}, { claimId: 'later' }, true],
    ['those with another fingerprint', {}, hit({ fingerprint: 'g', sourceType: 'Sanction' }), true],
    ['those that one person proposed for one reason', proposed(), proposed(), true],
    ['not those with another company', {}, { company: 'd' }, false],
    ['not those with another listed name', {}, hit({ name: 'gloom' }), false],
    ['not those with another source', {}, hit({ sourceId: 'list 2' }), false],
    ['not those with another kind of source', {}, hit({ sourceType: 'PEP' }), false],
    ['not those with another standing', {}, proposed(), false],
    ['not those that somebody else proposed', proposed(), proposed({ decidedBy: 'ben' }), false],
    ['not those of another address', proposed(), proposed({ decidedByAddress: 'ben@x.example' }), false],
    ['not those proposed for another reason', proposed(), proposed({ reason: 'Dissolved' }), false],
    ['not those without a name', hit({ name: '' }), hit({ name: '' }), false],
    ['not those that are gone', { about: 'goneHit' }, { about: 'goneHit' }, false],
    ['not what is no hit', { about: 'company', hit: null }, { about: 'company', hit: null }, false],
  ])('%s', (_, one, other, areEqual) => {
    expect(sizes([about(one), about(other)])).toEqual(areEqual ? [2] : [1, 1]);
  });

  test('not those that compare in another way, or cannot be shown', () => {
    const looks = ['x', 'y', 'x'];
    const all = looks.map(() => about());
    expect(sizes(all, (one) => looks[all.indexOf(one)] ?? '')).toEqual([2, 1]);
    expect(sizes(all, () => null)).toEqual([1, 1, 1]);
  });

  test('equal hits are decided about twenty at a time at most, each in its place', () => {
    const all = Array.from({ length: 22 }, () => about());
    const other = about({ company: 'd' });
    const groups = equalHits([...all.slice(0, 1), other, ...all.slice(1)], () => '');
    expect(groups).toEqual([all.slice(0, 20), [other], all.slice(20)]);
  });

  test('an id that was cut off or typed names none', () => {
    const id = hitsCaseId([{ ...about().about, company: 'c'.repeat(64) }, about().about]);
    expect(readHitsCaseId(id)).toMatchObject({ company: 'c'.repeat(64), hits: { length: 2 } });
    for (const wrong of [
      id.slice(1),
      id.slice(0, -1),
      id.replace('~c', '~d'),
      id.replace(/\.[0-9a-f]{16}/, ''),
    ])
      expect(readHitsCaseId(wrong)).toBeUndefined();
  });
});

describe('at the desk', () => {
  test('equal hits are one row, one choice and one page with the data of each; every hit counts', async () => {
    const [list] = await get('worklist');
    expect(list).toMatchObject({ open: 3, choosable: 3, message: '3 open.' });
    expect(plainText(list?.['page']).match(/<tr>/g)).toHaveLength(2);
    expect(list?.['page']).toContain('Gloomharbour Shipping (3 hits)');
    const one = await theOnly();
    expect(one).toMatchObject({
      ...{ hits: 3, companies: 1, standing: 'open', mayDecide: 'falsePositive; trueMatch' },
      label: 'Alder → Gloomharbour Shipping, Sanction list-7, 3 hits, 10 days',
      hitFingerprint: expect.stringMatching(/^[0-9a-f]{64}(; [0-9a-f]{64}){2}$/) as string,
      message: expect.stringMatching(/^3 hits of the same company, .* recorded for each of them\./) as string,
    });
    for (const shown of ['Hit 1 of 3', 'Hit 3 of 3', 'news.example/a', 'news.example/b', 'news.example/c'])
      expect(one['form']).toContain(shown);
    // What they have in common stands once, above them.
    expect(plainText(one['form'])).toMatch(
      /^(?:(?!Asset freeze).)*Asset freeze(?:(?!Asset freeze).)*Hit 1 of 3/,
    );
    expect(await open({ filters: { case: one['label'] } })).toEqual([one]);
  });

  test('one of them can be chosen by itself', async () => {
    const [list] = await get('worklist');
    const labels = [...plainText(list?.['form']).matchAll(/"option":"([^"]*)"/g)].map(([, label]) => label);
    expect(labels[0]).toBe(list?.['first']);
    expect(labels.slice(1).map((label) => label?.replace(/[abc]\)/, ')'))).toEqual(
      [1, 2, 3].map(
        (n) =>
          `Alder → Gloomharbour Shipping, Sanction list-7, only hit ${n} of 3 (Links: https://news.example/), 10 days`,
      ),
    );
    expect(new Set(labels).size).toBe(4);
    const [second, more] = await open({ filters: { case: labels[2] } });
    expect(more).toBeUndefined();
    expect(second).toMatchObject({ hits: 1, message: 'It is open.' });
    const [article] = /news\.example\/./.exec(plainText(second?.['form'])) ?? [];
    await decide(second?.['caseId'], 'trueMatch');
    expect(await hitsOpen()).toEqual([[2, 'open']]);
    expect((await theOnly())['form']).not.toContain(`href=\\"https://${article}`);
  });

  test('hits whose own data cannot be read are not decided about together, and a choice says which one it is', async () => {
    await tables.remove('answers');
    const answer = anAnswer(aCompany('Alder'), 'first', { screening: '', outcome: 'hit' });
    answer.data.hits = ['a', 'b'].map((one) => knownHit(adverse(one)));
    await tables.insert('answers', answerRow(answer));
    const all = await open();
    expect(all.map(({ hits, label }) => [hits, label])).toEqual([
      [1, expect.stringMatching(/^Alder → Gloomharbour Shipping, Sanction list-7, 1 of 2, \d+ days?$/)],
      [1, expect.stringMatching(/^Alder → Gloomharbour Shipping, Sanction list-7, 2 of 2, \d+ days?$/)],
    ]);
    for (const one of all) expect(await open({ filters: { case: one['label'] } })).toEqual([one]);
    // Which one is meant is no longer certain.
    await decide(all[0]?.['caseId'], 'trueMatch');
    expect(await open({ filters: { case: all[1]?.['label'] } })).toEqual([]);
  });

  test('hits of the same words are told apart by what the list says of each', async () => {
    await screened('next', [adverse('a', { name: null }), adverse('b', { name: null })], ['first.0']);
    const [one, other] = await open();
    expect([one?.['label'], other?.['label']].sort()).toEqual([
      'Alder – a hit, Sanction list-7, Links: https://news.example/a, 2 days',
      'Alder – a hit, Sanction list-7, Links: https://news.example/b, 2 days',
    ]);
    await decide(one?.['caseId'], 'trueMatch');
    expect(await open({ filters: { case: one?.['label'] } })).toEqual([]);
    expect(await open({ filters: { case: other?.['label'] } })).toMatchObject([
      { caseId: other?.['caseId'], label: 'Alder – a hit, Sanction list-7, 2 days' },
    ]);
  });

  test('a hit that compares in another way stays by itself, and is found by its words', async () => {
    await screened(
      'next',
      [...['a', 'b'].map((one) => adverse(one)), adverse('d', { companyNumber: ['V-999'] })],
      ['first.0'],
    );
    const all = await open();
    expect(all.map(({ hits, numberMatch }) => [hits, numberMatch])).toEqual([
      [2, 'same'],
      [1, 'different'],
    ]);
    expect(all[1]?.['label']).toBe('Alder → Gloomharbour Shipping, Sanction list-7, 2 days');
    expect(await open({ filters: { case: all[1]?.['label'] } })).toMatchObject([
      { numberMatch: 'different' },
    ]);
  });
});

describe('what is recorded', () => {
  test('one decision about equal hits is a row for each fingerprint, in one insert and one chain, and a second person confirms all', async () => {
    const inserts: number[] = [];
    const on = watched(tables, (statements) => {
      for (const one of statements) if (one.do === 'insert') inserts.push(one.rows.length);
    });
    const [said] = await decide((await theOnly())['caseId'], 'falsePositive', 'ann', on);
    expect(said).toMatchObject({
      ...{ outcome: 'decision', standing: 'proposed', companies: 1, decisions: 3, decisionId: null },
      message:
        'Alder, 3 hits Gloomharbour Shipping: Proposed as a false positive by ann@company.example. It is open until a second, different person confirms that.',
    });
    expect(inserts).toEqual([3]);
    const stored = await rows();
    expect(new Set(stored.map(({ decision }) => decision)).size).toBe(3);
    expect(stored.map(({ hitFingerprint }) => hitFingerprint).sort()).toEqual(
      fingerprints('a', 'b', 'c').sort(),
    );
    expect(stored.map(({ previousSeals }) => JSON.parse(String(previousSeals)) as unknown)).toEqual([
      [],
      [stored[0]?.['seal']],
      [stored[1]?.['seal']],
    ]);
    expect(await hitsOpen()).toEqual([[3, 'proposed']]);
    expect((await theOnly())['form']).toContain('Gloomharbour Shipping (3 hits)</td>');
    const [forAnn] = await get('worklist', { filters: { notProposedBy: 'ann' } });
    expect(forAnn).toMatchObject({ open: 3, choosable: 0 });
    const { caseId } = await theOnly();
    await expect(decide(caseId, 'confirm')).rejects.toThrow('nobody confirms their own decision');
    expect(await rows()).toHaveLength(3);
    expect(await decide(caseId, 'confirm', 'ben')).toMatchObject([
      { standing: 'falsePositive', decisions: 6 },
    ]);
    expect(await open()).toEqual([]);
    expect(await get('hits')).toMatchObject([1, 2, 3].map(() => ({ decision: 'falsePositive' })));
  });

  test('a decision about equal hits that is sent twice is refused the second time', async () => {
    const { caseId } = await theOnly();
    await decide(caseId, 'trueMatch');
    await expect(decide(caseId, 'trueMatch')).rejects.toThrow('somebody has decided about these hits');
    expect(await rows()).toHaveLength(3);
  });

  test('a decision about equal hits that is none for a hit records nothing', async () => {
    const { caseId } = await theOnly();
    await expect(decide(caseId, 'sendAgain')).rejects.toThrow('this is a hit');
    await expect(decide(caseId, 'confirm')).rejects.toThrow('nothing waits for a second person');
    expect(await rows()).toEqual([]);
  });

  test('a decision about equal hits leaves out a hit that came later', async () => {
    const { caseId } = await theOnly();
    await screened(
      'next',
      ['a', 'b', 'c', 'd'].map((one) => adverse(one)),
      ['first.0'],
    );
    expect(await decide(caseId, 'trueMatch')).toMatchObject([{ decisions: 3 }]);
    expect(await theOnly()).toMatchObject({ hits: 1, hitFingerprint: fingerprints('d')[0] });
  });

  test('a decision about equal hits leaves out one that changed, and one that somebody decided about, and says so', async () => {
    const { caseId } = await theOnly();
    const alone = (await get('hits')).find(({ hitFingerprint }) => hitFingerprint === fingerprints('b')[0]);
    await decide(alone?.['caseId'], 'trueMatch', 'ben');
    await screened(
      'next',
      [adverse('a'), adverse('b'), adverse('c', { otherInformation: ['New'] })],
      ['first.0'],
    );
    const [said] = await decide(caseId, 'falsePositive');
    expect(said?.['message']).toMatch(
      /^Alder, hit Gloomharbour Shipping: Proposed .* Nothing was recorded about 2 other hits on the page: somebody has decided about them since, or they have changed\.$/,
    );
    expect((await rows()).map(({ hitFingerprint }) => hitFingerprint)).toEqual(fingerprints('b', 'a'));
    expect(await hitsOpen()).toEqual([
      [1, 'proposed'],
      [1, 'open'],
    ]);
  });

  test('a decision about equal hits leaves out a true match that is no longer listed meanwhile', async () => {
    await decide((await theOnly())['caseId'], 'trueMatch');
    const [, second] = await get('hits');
    for (const hit of await get('hits')) await decide(hit['caseId'], 'falsePositive', 'ben');
    const { caseId, hits, standing } = await theOnly();
    expect([hits, standing]).toEqual([3, 'disputed']);
    const left = ['a', 'b', 'c'].filter((one) => fingerprints(one)[0] !== second?.['hitFingerprint']);
    await screened(
      'next',
      left.map((one) => adverse(one)),
      ['first.0'],
    );
    expect(await decide(caseId, 'confirm', 'cem')).toMatchObject([
      { message: expect.stringContaining('Nothing was recorded about 1 other hit on the page') as string },
    ]);
    expect(await open()).toMatchObject([{ kind: 'noLongerListed' }]);
  });
});

test('after a kill between the rows, what has no row is open, and the same page completes it', async () => {
  await decide((await theOnly())['caseId'], 'falsePositive');
  const { caseId } = await theOnly();
  const dead = new RegisterFailure('unexpected', 'It is dead.', 'Nothing helps.');
  let isDead = false;
  const on: Tables = {
    run: async (statements) => {
      if (isDead) throw dead;
      const cut = statements.map((one) =>
        one.do === 'insert' ? { ...one, rows: one.rows.slice(0, 1) } : one,
      );
      isDead = statements.some((one) => one.do === 'insert');
      const found = await tables.run(cut);
      return isDead ? await Promise.reject(dead) : found;
    },
    runWithoutWaiting: () => undefined,
  };
  await expect(decide(caseId, 'confirm', 'ben', on)).rejects.toThrow('It is dead.');
  expect(await rows()).toHaveLength(4);
  expect(await hitsOpen()).toEqual([[2, 'proposed']]);
  expect(await decide(caseId, 'confirm', 'ben')).toMatchObject([{ standing: 'falsePositive', decisions: 6 }]);
  expect(await open()).toEqual([]);
});

test.each(['edited', 'gone'])('when one of the rows is %s, its hit is open again', async (how) => {
  await decide((await theOnly())['caseId'], 'falsePositive');
  await decide((await theOnly())['caseId'], 'confirm', 'ben');
  const row = (await rows())[4];
  const where = equal('decision', String(row?.['decision']));
  await (how === 'gone'
    ? tables.remove('decisions', where)
    : tables.change('decisions', { reason: 'x' }, where));
  const waiting = (await open()).flatMap(({ hitFingerprint }) => plainText(hitFingerprint).split('; '));
  expect(waiting).toContain(row?.['hitFingerprint']);
});
