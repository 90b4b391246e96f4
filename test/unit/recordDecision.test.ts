// Record Decision: who may decide what. A wrong one is refused before anything is stored, and nobody is told that it was.
import type { LocalResult } from '../../nodes/CompanyScreening/operations/shared/operation';
import { recordDecision } from '../../nodes/CompanyScreening/operations/desk/recordDecision';
import { caseIdOf, type Case } from '../../nodes/CompanyScreening/register/cases/cases';
import { everyCompany, REGISTER_QUERIES } from '../../nodes/CompanyScreening/register/companies/everyCompany';
import {
  RegisterFailure,
  type Statement,
  type StoredRow,
  type Tables,
} from '../../nodes/CompanyScreening/register/port/tables';
import type { Company } from '../../nodes/CompanyScreening/register/rows/identity';
import { answerRow, type IntactAnswer } from '../../nodes/CompanyScreening/register/rows/answerRows';
import { anAnswer, hit } from './register/anAnswer';
import { person as by } from './register/decisions/aDecision';
import { isInsert, MemoryTables, rowsOf, watched } from './register/memoryTables';
import { complaintOf, running } from './register/perform';
import { jsonsOf } from './builders';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const company: Company = {
  key: 'P-1',
  names: ['Alder', 'Alder Trading'],
  option: 'Both',
  environment: 'production',
  baseUrl: 'https://service.example',
};
const SAID_BEFORE = 'Nothing was recorded: this has changed since the page or item was made.';
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const answered = (by: Partial<IntactAnswer>, of = company) =>
  tables.insert('answers', answerRow(anAnswer(of, `m${of.key}`, { screening: '', ...by })));
const withHit = () => answered({ outcome: 'hit' });
const withoutVerdict = () => answered({ outcome: 'review', reason: 'pending' });

async function theCase(): Promise<Case> {
  const every = everyCompany(await tables.run(REGISTER_QUERIES), NOW);
  const [found] = 'companies' in every ? every.companies.flatMap(({ cases }) => cases) : [];
  if (!found) throw new Error('There is no case.');
  return found;
}
const stored = () => rowsOf(tables, 'decisions');

type More = Record<string, unknown> & { on?: Tables; context?: object };
/** By Ann, unless it says otherwise. */
async function decide({ on = tables, context = {}, ...parameters }: More = {}): Promise<LocalResult> {
  const caseId = 'caseId' in parameters ? undefined : (await theCase()).caseId;
  const all = { caseId, decision: 'falsePositive', reason: 'Looked at it', ...by('ann'), ...parameters };
  return await running(recordDecision, { tables: on, nowMs: NOW, context }).perform(all);
}
const jsonOf = (result: LocalResult) => jsonsOf(result)[0];

describe('Only These People', () => {
  test.each([
    '',
    ' ',
    undefined,
    'ben@company.example;ANN@company.example',
    'ben@company.example,ann@company.example',
    'ben@company.example\nann@company.example',
    ' , ann@company.example , ',
  ])('with %j, Ann may decide', async (onlyThesePeople) => {
    await withHit();
    const options = onlyThesePeople === undefined ? {} : { onlyThesePeople };
    expect((await decide({ options })).items).toHaveLength(1);
  });

  test.each(['ben@company.example', 'ann', 'id-of-ann', 'ann@company.example.net', ', ;'])(
    'with %j, Ann may not, and nothing is read or stored',
    async (onlyThesePeople) => {
      await withHit();
      const { caseId } = await theCase();
      const on = watched(tables, () => Promise.reject(new Error('read')));
      expect(await complaintOf(decide({ caseId, options: { onlyThesePeople }, on }))).toEqual([
        'Nothing was recorded: this person may not decide here.',
        'Ask whoever looks after this workflow to add the address to Only These People.',
      ]);
    },
  );
});

test('an agent may not decide, whoever it says that it is', async () => {
  await withHit();
  expect(await complaintOf(decide({ context: { isToolExecution: () => true } }))).toEqual([
    'An agent cannot record a decision.',
    'Decisions are taken by people who are signed in. Use a form, as the example "Review desk" does.',
  ]);
  expect(await stored()).toEqual([]);
  expect((await decide({ context: { isToolExecution: () => false } })).items).toHaveLength(1);
});

describe('what cannot be used is refused, with what it must be', () => {
  const ID = 'It must be the ID of a person, of at most 200 characters.';
  const ADDRESS = 'It must be an e-mail address.';
  const CASE = /^It must be the field caseId of an item of Get Many or Screen Company/;
  const long = (length: number) => 'x'.repeat(length);
  test.each<[string, Record<string, unknown>, string | RegExp]>([
    [
      'Decision',
      { decision: 'harmless' },
      'It must be one of checked, close, confirm, falsePositive, reject, sendAgain, trueMatch.',
    ],
    ['Decision', { decision: undefined }, /^It must be one of/],
    ['Case ID', { caseId: 'case1' }, CASE],
    ['Case ID', { caseId: undefined }, CASE],
    ['Reason', { reason: '' }, 'Say why, in words.'],
    ['Reason', { reason: ' .-! ' }, 'Say why, in words.'],
    ['Reason', { reason: long(2_001) }, 'It has 2001 characters; 2000 are allowed.'],
    ['Decided By (ID)', { decidedBy: ' ' }, ID],
    ['Decided By (ID)', { decidedBy: undefined }, ID],
    ['Decided By (ID)', { decidedBy: long(201) }, ID],
    ['Decided By (Address)', { decidedByAddress: '' }, ADDRESS],
    ['Decided By (Address)', { decidedByAddress: 'ann' }, ADDRESS],
    ['Decided By (Address)', { decidedByAddress: undefined }, ADDRESS],
  ])('%s of %j', async (name, parameters, advice) => {
    await withHit();
    const [message, said] = await complaintOf(decide(parameters));
    expect(message).toBe(`${name} has an invalid value. Nothing was recorded.`);
    expect(said).toMatch(advice);
    expect(await stored()).toEqual([]);
  });

  const domain = `@${Array.from({ length: 6 }, () => long(60)).join('.')}.example`;
  test.each([
    ['a reason of 2000 characters', { reason: long(2_000) }],
    ['a reason of one letter', { reason: 'é' }],
    ['a reason of one digit', { reason: '7' }],
    ['an ID of 200 characters', { decidedBy: long(200) }],
    ['an ID that is a number', { decidedBy: 7 }],
  ])('but not %s', async (_, parameters) => {
    await withHit();
    expect((await decide(parameters)).items).toHaveLength(1);
  });

  test('and so is an address of more than 320 characters', async () => {
    await withHit();
    const [message] = await complaintOf(decide({ decidedByAddress: `ann${domain}` }));
    expect(message).toContain('Decided By (Address)');
  });
});

describe('what is recorded', () => {
  test('is in the table, and comes out as an item with where the case stands now', async () => {
    await withHit();
    const { caseId } = await theCase();
    const decision = ' False positive: it is not this company ';
    const result = await decide({ caseId: ` ${caseId}\n`, decision, reason: ' Another country ' });
    const [row] = await stored();
    const said = {
      ...{ decided: 'falsePositive', reason: 'Another country', ...by('ann') },
      ...{ companyKey: 'P-1', companyName: 'Alder; Alder Trading', name: hit.name },
      ...{ decidedAt: '2026-03-01T12:00:00.000Z', hitFingerprint: hit.fingerprint },
    };
    expect(row).toMatchObject(said);
    const { decision: decisionId, seal }: Partial<StoredRow> = row ?? {};
    const json = {
      ...{ outcome: 'decision', ...said, remarkOn: null, decisionId, decisionHash: seal },
      ...{ problem: null, standing: 'proposed', newestDecisions: seal, decisions: 1, companies: 1 },
      message:
        'Alder; Alder Trading, hit Somebody: Proposed as a false positive by ann@company.example. It is open until a second, different person confirms that.',
    };
    const items = [{ outcome: 'decision', json }];
    expect(result).toEqual({ items, counts: ['falsePositive recorded'] });
  });

  test('about a company without a verdict may be paid for, so only Send Again has it sent', async () => {
    await withoutVerdict();
    expect(jsonOf(await decide({ decision: 'close' }))).toMatchObject({
      ...{ decided: 'close', standing: 'closed', name: null, hitFingerprint: null },
      message: expect.stringMatching(/^Alder; Alder Trading: Looked at and closed/) as string,
    });
    const again = await decide({ decision: 'sendAgain' });
    expect(again.counts).toEqual(['sendAgain recorded']);
    expect(jsonOf(again)).toMatchObject({ standing: 'sendAgain', decisions: 2 });
  });

  test.each([
    ['confirm', 'nothing waits for a second person here.'],
    ['sendAgain', 'only a company without a verdict is sent again.'],
    ['close', 'there is no decision to close.'],
  ])('about an open hit is never %s', async (decision, sentence) => {
    await withHit();
    const [message, advice] = await complaintOf(decide({ decision }));
    expect([message.includes(sentence), advice.length > 20]).toEqual([true, true]);
    expect(await stored()).toEqual([]);
  });

  test('needs a second person for a false positive', async () => {
    await withHit();
    await decide();
    const alone = decide({ decision: 'confirm', decidedBy: 'another account' });
    expect((await complaintOf(alone))[0]).toContain('nobody confirms their own decision');
    expect(jsonOf(await decide({ decision: 'confirm', ...by('ben') }))).toMatchObject({
      ...{ standing: 'falsePositive', decisions: 2 },
    });
  });

  test('is not what was decided about something else, or on a page of yesterday', async () => {
    await withHit();
    const { caseId } = await theCase();
    const nowhere = caseIdOf({ company: 'c'.repeat(64), claimId: 'm', fingerprint: '' }, []);
    await expect(decide({ caseId: nowhere })).rejects.toThrow(SAID_BEFORE);
    await decide();
    await expect(decide({ caseId, ...by('ben') })).rejects.toThrow('somebody has decided about this since');
  });
});

describe('where the tables are not what they were', () => {
  /** Something that happens before the row is inserted, instead of it or besides. */
  const inserting = (instead: (statements: readonly Statement[]) => Promise<unknown>): Tables => {
    let isFirst = true;
    return {
      run: async (statements) => {
        if (!isFirst || !isInsert(statements)) return await tables.run(statements);
        isFirst = false;
        await instead(statements);
        return [];
      },
      runWithoutWaiting: () => undefined,
    };
  };

  test('what somebody else decided at the same time is said, since neither knew of the other', async () => {
    await withHit();
    const on = inserting(async (statements) => {
      await decide({ decision: 'trueMatch', ...by('ben') });
      await decide({ decision: 'trueMatch', ...by('cem') });
      await decide({ decision: 'trueMatch', ...by('ben') });
      await tables.run(statements);
    });
    const item = jsonOf(await decide({ on })) ?? {};
    expect(item['newestDecisions']).toMatch(/^[0-9a-f]{64}; [0-9a-f]{64}$/);
    expect(item['message']).toMatch(
      /: True match, said by ben@company\.example\. At the same time, ben@company\.example decided trueMatch; neither knew of the other\. At the same time, cem@company\.example decided trueMatch; neither knew of the other\.$/,
    );
  });

  test('a case that is over by then is closed', async () => {
    await withHit();
    const on = inserting(async (statements) => {
      await tables.run(statements);
      await tables.remove('answers');
    });
    expect(jsonOf(await decide({ on }))).toMatchObject({
      ...{ standing: 'closed', message: 'Alder; Alder Trading, hit Somebody: It is over.' },
    });
  });

  test('rows of decisions that were changed are named with the next one', async () => {
    await withHit();
    await decide();
    await tables.change('decisions', { reason: 'x' });
    await answered({ outcome: 'hit' }, { ...company, key: 'P-2' });
    await tables.insert('decisions', { reason: 'forged' });
    const { problem } = jsonOf(await decide()) ?? {};
    expect(problem).toMatch(
      /^The row 1 of the data table "Screening register decisions" was changed, .* decide again\. The row 2 /,
    );
  });

  test.each<[string, () => Promise<void>, string, string | RegExp]>([
    [
      'is refused by the tables',
      () => Promise.reject(new RegisterFailure('full', 'The tables are full.', 'Make room.')),
      'Nothing was recorded. The tables are full.',
      'Make room.',
    ],
    [
      'is refused otherwise',
      () => Promise.reject(new Error('secret of the database')),
      'The decision was written to "Screening register decisions", and cannot be read back as it was written.',
      'Look at the newest rows of that data table before you decide again.',
    ],
    [
      'is not there afterwards',
      () => Promise.resolve(),
      'The decision was written to "Screening register decisions", and cannot be read back as it was written.',
      'Look at the newest rows of that data table before you decide again.',
    ],
  ])('a row that %s is not said to be recorded', async (_, instead, ...said) => {
    await withHit();
    expect(await complaintOf(decide({ on: inserting(instead) }))).toEqual(said);
  });

  test('a row of a claim that names nobody is named', async () => {
    await withHit();
    const { caseId } = await theCase();
    await tables.insert('claims', { mark: 'm' });
    expect((await complaintOf(decide({ caseId })))[0]).toContain(
      'A row of the data table "Screening register claims" cannot be read (id 1)',
    );
  });
});

test('workflows find it by its name, and errors by the register', () => {
  expect(recordDecision).toMatchObject({
    ...{ kind: 'local', resource: 'register', subjectKey: 'register' },
    choice: { value: 'recordDecision' },
    nouns: { one: 'decision', several: 'decisions' },
  });
  expect(recordDecision).toMatchObject({ options: [{}], output: [{}] });
  const output = { readIn: 'slack' };
  const { run } = running(recordDecision, { tables, nowMs: NOW }, output);
  expect(run.prepare(() => ' Screening register ', 0).subject).toEqual({
    ...{ name: 'Screening register', referenceId: null },
  });
  expect(run.readIn).toBe('slack');
});
