// The switch Keep in Register: what its parameters mean, and what is said when the register fails.
import { usesRegister } from '../../nodes/CompanyScreening/operations/shared/keepInRegister';
import {
  readRegisterSettings,
  registerFields,
} from '../../nodes/CompanyScreening/operations/screening/registerSettings';
import { RegisterFailure } from '../../nodes/CompanyScreening/register/port/tables';
import { tablesFull } from '../../nodes/CompanyScreening/run/register/preflight';
import { ofRegister, sendingStopped } from '../../nodes/CompanyScreening/run/register/registerFailure';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { parametersOf } from './builders';

const read = (registerSettings: Record<string, unknown>) =>
  readRegisterSettings(parametersOf({ keepInRegister: true, registerSettings }));

function complaintAbout(parameters: Record<string, unknown>): unknown {
  try {
    readRegisterSettings(parametersOf({ keepInRegister: true, ...parameters }));
  } catch (error) {
    if (error instanceof OperationFailure) return error.details;
    throw error;
  }
  return undefined;
}

const ofSettings = (registerSettings: Record<string, unknown>) => ({ registerSettings });
const DEFAULTS = {
  register: 'Screening register',
  batchSize: 100,
  tablesLimit: 209_715_200,
  screenAgain: null,
  screenAgainAfterDays: 0,
  acceptOtherNumbers: false,
  onlyThisRun: false,
  readers: [],
  deskAddress: '',
};
const A_UUID = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;

describe('the switch', () => {
  test('is off unless it is switched on', () => {
    expect(readRegisterSettings(parametersOf({}))).toBeUndefined();
    expect(readRegisterSettings(parametersOf({ keepInRegister: false }))).toBeUndefined();
  });

  test('keeps everything in one register, and pays for nothing again', () => {
    expect(read({})).toEqual({ ...DEFAULTS, runId: A_UUID });
  });

  test.each<[given: Record<string, unknown>, settings: object]>([
    [
      { ...{ register: '  Mine ', companiesToReturn: 'thisRun' }, batchSize: 10, dataTablesLimitMb: 3 },
      { register: 'Mine', batchSize: 10, tablesLimit: 3_145_728, onlyThisRun: true },
    ],
    [{ dataTablesLimitMb: 0 }, { tablesLimit: null }],
    [{ screenAgainAfterDays: 0 }, { screenAgain: null }],
    // Whole days are calendar dates, and fractions an age.
    [{ screenAgainAfterDays: 1 }, { screenAgain: { is: 'dates', dates: 1 }, screenAgainAfterDays: 1 }],
    [{ screenAgainAfterDays: 7 }, { screenAgain: { is: 'dates', dates: 7 }, screenAgainAfterDays: 7 }],
    [
      { screenAgainAfterDays: 36_500, companiesToReturn: 'all' },
      { screenAgain: { is: 'dates', dates: 36_500 }, screenAgainAfterDays: 36_500 },
    ],
    [
      { screenAgainAfterDays: 0.5 },
      { screenAgain: { is: 'age', ms: 43_200_000 }, screenAgainAfterDays: 0.5 },
    ],
    [
      { screenAgainAfterDays: 1.25 },
      { screenAgain: { is: 'age', ms: 108_000_000 }, screenAgainAfterDays: 1.25 },
    ],
    [{ deskAddress: 'https://n8n.example.com/desk' }, { deskAddress: 'https://n8n.example.com/desk' }],
    [{ deskAddress: 'http://n8n.local/form/desk' }, { deskAddress: 'http://n8n.local/form/desk' }],
    [{ deskAddress: '' }, {}],
    [{ companiesToReturn: 'notReported' }, { readers: ['default'] }],
    [{ companiesToReturn: 'notReported', reportedTo: ' Slack, e-mail ,' }, { readers: ['Slack', 'e-mail'] }],
    [{ reportedTo: 'Slack' }, {}],
  ])('with %j keeps the defaults but for %j', (given, settings) => {
    expect(read(given)).toEqual({ ...DEFAULTS, runId: A_UUID, ...settings });
  });

  const DAYS = 'a number from 0 to 36500';
  const DESK = 'empty, or an address like https://';
  test.each<[Record<string, unknown>, name: string, mustBe: string]>([
    [{ keepInRegister: 'yes' }, 'Keep in Register', 'on or off'],
    [ofSettings({ screenAgainAfterDays: -1 }), 'Screen Again After (Days)', DAYS],
    [ofSettings({ screenAgainAfterDays: 36_501 }), 'Screen Again After (Days)', DAYS],
    [ofSettings({ screenAgainAfterDays: '7' }), 'Screen Again After (Days)', DAYS],
    [ofSettings({ companiesToReturn: 'some' }), 'Companies to Return', 'all or thisRun or notReported'],
    [ofSettings({ batchSize: 9 }), 'Batch Size', ''],
    [ofSettings({ batchSize: 1001 }), 'Batch Size', ''],
    [ofSettings({ batchSize: 10.5 }), 'Batch Size', ''],
    [ofSettings({ dataTablesLimitMb: -1 }), 'Data Tables Limit (MB)', ''],
    [ofSettings({ dataTablesLimitMb: 1_000_001 }), 'Data Tables Limit (MB)', ''],
    [ofSettings({ dataTablesLimitMb: 1.5 }), 'Data Tables Limit (MB)', ''],
    [
      ofSettings({ companiesToReturn: 'notReported', reportedTo: ' , ' }),
      'Reported To',
      'one or several names, separated by commas',
    ],
    [ofSettings({ deskAddress: 'javascript:alert(1)' }), 'Review Desk Address', DESK],
    [ofSettings({ deskAddress: 'javascript:alert(1)//https://desk.example' }), 'Review Desk Address', DESK],
    [ofSettings({ deskAddress: 'desk' }), 'Review Desk Address', DESK],
    [ofSettings({ deskAddress: 'https://a b' }), 'Review Desk Address', DESK],
    [ofSettings({ deskAddress: 'https://x/"><b>' }), 'Review Desk Address', DESK],
    [ofSettings({ deskAddress: 'https://x|y' }), 'Review Desk Address', DESK],
    [ofSettings({ deskAddress: 7 }), 'Review Desk Address', DESK],
  ])('sends nothing with a value that it does not have: %j', (parameters, name, mustBe) => {
    expect(complaintAbout(parameters)).toMatchObject({
      ...{ state: 'unsendable', failsEveryItem: true, message: `${name} has an invalid value.` },
      advice: expect.stringContaining(mustBe) as string,
    });
  });

  test('has no settings that are none', () => {
    expect(complaintAbout({ registerSettings: 'x' })).toMatchObject({ state: 'unsendable' });
  });

  test.each([
    [{}, false],
    [{ keepInRegister: false }, false],
    [{ keepInRegister: true }, true],
  ])('in a saved node with %j, items may come from the register: %s', (parameters, expected) => {
    expect(usesRegister(parameters)).toBe(expected);
  });

  test('has its settings in one collection, by shown name in order', () => {
    const { options = [] } = registerFields.find(({ name }) => name === 'registerSettings') ?? {};
    expect(
      options.map((one) => ['displayName' in one && one.displayName, 'default' in one && one.default]),
    ).toEqual([
      ['Accept Other Numbers', false],
      ['Batch Size', 100],
      ['Companies to Return', 'all'],
      ['Data Tables Limit (MB)', 200],
      ['Register', 'Screening register'],
      ['Reported To', 'default'],
      ['Review Desk Address', ''],
      ['Screen Again After (Days)', 0],
    ]);
  });

  test('cannot change from item to item, and what belongs to it is shown with it only', () => {
    const [first, whileOff, ...others] = registerFields;
    expect(first).toMatchObject({ name: 'keepInRegister', default: false, noDataExpression: true });
    expect(whileOff?.displayOptions?.show).toEqual({ keepInRegister: [false] });
    expect(others.map(({ name, default: value }) => [name, value])).toEqual([
      ['registerNotice', ''],
      ['companyKey', ''],
      ['registerSettings', {}],
    ]);
    for (const { displayOptions } of others)
      expect(displayOptions?.show).toMatchObject({ keepInRegister: [true] });
  });
});

describe('a register that fails', () => {
  const known = new RegisterFailure('full', 'The tables are full.', 'Remove rows.');
  const nothingMore = (message: string, advice: string) => ({
    state: 'unsendable',
    sending: 'noMore',
    failsEveryItem: true,
    message,
    advice,
  });
  const SEE_DATABASE = 'Make sure that n8n can write to its database, and run the workflow again.';
  const detailsOf = (...failed: Parameters<typeof sendingStopped>) => sendingStopped(...failed).details;

  test('before anything was sent says so, and is no reason to hide a mistake of ours', () => {
    const failure = ofRegister(known);
    expect(failure instanceof OperationFailure && failure.details).toEqual({
      state: 'unsendable',
      failsEveryItem: true,
      message: 'The tables are full.',
      advice: 'Remove rows.',
    });
    const mistake = new TypeError('a mistake');
    expect(ofRegister(mistake)).toBe(mistake);
  });

  test('in mid-run sends nothing more', () => {
    expect(detailsOf({ is: 'notStored' }, known, 'Mine')).toEqual(
      nothingMore('The tables are full.', 'Remove rows.'),
    );
    expect(detailsOf({ is: 'notStored' }, new Error('x'), 'Mine')).toEqual(
      nothingMore('The register "Mine" could not be written.', SEE_DATABASE),
    );
  });

  test('since somebody changed it says which row, and what to do', () => {
    expect(detailsOf({ is: 'damaged', table: 'claims', id: 7 }, undefined, 'Mine')).toEqual(
      nothingMore(
        'A row of the data table "Mine claims" cannot be read (id 7), so nobody can tell which companies another run has sent.',
        "Somebody has changed that row. Put it back as it was. If you cannot: wait until no run is in progress, remove the row, and ask the service's support about what was sent at that time.",
      ),
    );
    expect(detailsOf({ is: 'damaged', table: 'archive', id: 7 }, undefined, 'Mine').message).toMatch(
      /^A row of the data table "Mine archive" was changed \(id 7\)/,
    );
    expect(detailsOf({ is: 'ownRowGone' }, undefined, 'Mine')).toEqual(
      nothingMore(
        'The row of this run is missing from the data table "Mine runs", or can no longer be read: somebody has emptied or changed the register.',
        'Restore the rows from a backup before you run the workflow again, or companies that have been paid for are sent again.',
      ),
    );
  });

  test('since the run was taken for dead says that nothing is paid for twice', () => {
    expect(detailsOf({ is: 'takenForDead' }, undefined, 'Mine')).toEqual(
      nothingMore(
        'This run stood still for more than two minutes, perhaps because its machine was asleep, and another run has taken it for dead.',
        'Run the workflow again: what was answered is in the register, and is neither sent nor paid for again. Keep the machine awake while a run goes on.',
      ),
    );
  });
});

describe('the room in the tables', () => {
  const megabyte = 1024 * 1024;
  const register = 'Mine';

  test('is enough as long as a fiftieth stays free for removals, and is not asked for without a limit', () => {
    const estimate = { stored: 48 * megabyte, added: megabyte };
    expect(tablesFull(estimate, { register, tablesLimit: 50 * megabyte })).toBeNull();
    expect(tablesFull(estimate, { register, tablesLimit: null })).toBeNull();
    const more = { ...estimate, added: megabyte + 1 };
    expect(tablesFull(more, { register, tablesLimit: 50 * megabyte })?.message).toContain(
      'would become too large',
    );
  });

  test('is too little above it: the run is not begun, and the error says how much it needs', () => {
    const tablesLimit = 1_500 * megabyte;
    const estimate = { stored: 1_500 * megabyte, added: megabyte + 1 };
    const refusal = tablesFull(estimate, { register, tablesLimit });
    expect(refusal?.details).toMatchObject({
      state: 'unsendable',
      failsEveryItem: true,
      advice: expect.stringMatching(/^Nothing was sent\. .*Data Tables Limit \(MB\)/) as string,
    });
    expect(refusal?.message).toBe(
      'The register "Mine" would become too large: it has about 1,500 MB, this run would add about 2 MB, and n8n allows 1,500 MB for all data tables together, of which 30 MB stay free for Prune and Forget Company.',
    );
  });
});
