// An expression that gives nothing stops the run before anything is done, and so does one where the editor takes none; a cell that is empty
// does not.
import type { INode } from 'n8n-workflow';

import { readRunOptions } from '../../nodes/CompanyScreening/operations/shared/options';
import { readRegisterSettings } from '../../nodes/CompanyScreening/operations/screening/registerSettings';
import { screeningRunOptions } from '../../nodes/CompanyScreening/operations/screening/screenCompanyFields';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import type {
  LocalOperation,
  Operation,
  RequestOperation,
} from '../../nodes/CompanyScreening/operations/shared/operation';
import { createReport } from '../../nodes/CompanyScreening/operations/reports/createReport';
import { getFromRegister } from '../../nodes/CompanyScreening/operations/reports/getFromRegister';
import { pruneRegister } from '../../nodes/CompanyScreening/operations/upkeep/pruneRegister';
import { markAsReported } from '../../nodes/CompanyScreening/operations/upkeep/markAsReported';
import { recordDecision } from '../../nodes/CompanyScreening/operations/desk/recordDecision';
import { readCompanyList } from '../../nodes/CompanyScreening/operations/lists/readCompanyList';
import {
  refuseFixedExpressions,
  refuseSilence,
  refuseSilentItem,
} from '../../nodes/CompanyScreening/run/parameterChecks';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { aNode, failureOf, parametersOf } from './builders';

const KEPT = { keepInRegister: true, companyName: '={{ $json.name }}' };

/** What the run says of these parameters as they are saved, and of their values for each item; undefined if it goes on. */
function saidOf(
  saved: Record<string, unknown>,
  values: Record<string, unknown>[],
  operation: RequestOperation = screenCompany,
) {
  const node = {
    ...aNode(),
    parameters: JSON.parse(JSON.stringify(saved)) as ReturnType<typeof aNode>['parameters'],
  };
  const all = values.map((one) => parametersOf({ ...saved, companyName: 'A', ...one }));
  const refuse = () => {
    refuseSilence({ getNode: () => node }, operation, all);
  };
  try {
    refuse();
  } catch {
    return failureOf(refuse).message;
  }
  return undefined;
}

const KEY = '={{ $json.customerNo }}';
test.each<[string, unknown[], boolean]>([
  ['for every item', [undefined, undefined], true],
  ['for the only item', [undefined], false],
  ['for one of two', [undefined, 'P-1'], false],
  ['in any row, as a list without numbers has it', ['', ''], false],
  ['in any row, as a table has it', [null, null], false],
])('a Company Key that gives nothing %s', (_, keys, isRefused) => {
  const said = saidOf(
    { ...KEPT, companyKey: KEY },
    keys.map((companyKey) => ({ companyKey })),
  );
  const sentence = 'The expression in Company Key returns nothing for any item, so nothing was done.';
  expect(said).toBe(isRefused ? sentence : undefined);
});

test('what belongs to a register that is off is not asked for', () => {
  const saved = { keepInRegister: false, companyKey: KEY };
  expect(saidOf(saved, [{ companyKey: undefined }, { companyKey: undefined }])).toBeUndefined();
});

test.each([undefined, null])(
  'where a parameter holds for the run, %s is nothing, and is named',
  (nothing) => {
    const settings = { register: nothing, screenAgainAfterDays: 1 };
    const parameter = parametersOf({ ...KEPT, registerSettings: settings });
    expect(failureOf(() => readRegisterSettings(parameter)).message).toBe(
      'The expression in Register returns nothing for the first item, so nothing was done.',
    );
  },
);

test('an expression inside Additional Fields or Options is found, and named as people see it', () => {
  const additionalFields = { otherNames: '={{ $json.others }}', compareWith: { company: { country: KEY } } };
  const silent = { otherNames: undefined, compareWith: { company: { country: 'DE' } } };
  const saved = { companyName: 'A', additionalFields };
  expect(saidOf(saved, [{ additionalFields: silent }, { additionalFields: silent }])).toContain(
    'Other Names returns',
  );
  const spoken = { ...silent, otherNames: '' };
  expect(saidOf(saved, [{ additionalFields: silent }, { additionalFields: spoken }])).toBeUndefined();
  expect(saidOf(saved, [{ additionalFields: 'x' }, { additionalFields: null }])).toContain('returns nothing');
});

test('a list without the columns that hits are compared with is screened without them', () => {
  const saved = { companyName: 'A', additionalFields: { compareWith: { company: { country: KEY } } } };
  const silent = { additionalFields: { compareWith: { company: { country: undefined } } } };
  expect(saidOf(saved, [silent, silent])).toBeUndefined();
});

test('the numbers of annual returns are asked for in the same way', () => {
  const saved = { registrationNumber: KEY };
  const nothing = { registrationNumber: undefined };
  expect(saidOf(saved, [nothing, nothing], requestAnnualReturns)).toContain(
    'Registration Number returns nothing',
  );
});

test('an option of the run that gives nothing is no missing one: no limit goes without a word', () => {
  expect(readRunOptions(screeningRunOptions, {}).maxCompanies).toBe(0);
  const read = () => readRunOptions(screeningRunOptions, { maxCompanies: undefined });
  expect(failureOf(read).message).toBe(
    'The expression in Max Companies per Run returns nothing for the first item, so nothing was done.',
  );
});

describe('where the editor takes no expression', () => {
  const refuse = (operation: Operation, saved: object) => {
    const parameters = JSON.parse(JSON.stringify(saved)) as INode['parameters'];
    refuseFixedExpressions({ getNode: () => ({ ...aNode(), parameters }) }, operation);
  };

  test.each<[string, Operation, object]>([
    ['Keep in Register', screenCompany, { keepInRegister: '={{ $json.keep }}' }],
    ['Summary Item', screenCompany, { output: { summaryItem: '={{ true }}' } }],
    ['Alert Messages', screenCompany, { output: { alertMessages: '={{ true }}' } }],
    ['Outputs', screenCompany, { output: { outputs: '={{ "byOutcome" }}' } }],
    ['Output', screenCompany, { output: '={{ $json.output }}' }],
    ['Additional Fields', screenCompany, { additionalFields: '={{ $json }}' }],
    ['Also Screen the Latin Reading', screenCompany, { options: { alsoScreenLatinReading: '={{ true }}' } }],
    ['List From', readCompanyList, { listFrom: '={{ $json.from }}' }],
    ['Get', getFromRegister, { records: '={{ $json.what }}' }],
    ['Dry Run', pruneRegister, { dryRun: '={{ $json.dry }}' }],
  ])('that of an imported file is refused, and the run ends: %s', (name, operation, saved) => {
    // n8n takes the = away.
    for (const imported of [JSON.stringify(saved), JSON.stringify(saved).replaceAll('"={{', '"{{')])
      expect(
        failureOf(() => {
          refuse(operation, JSON.parse(imported) as object);
        }),
      ).toMatchObject({
        state: 'unsendable',
        failsEveryItem: true,
        message: `${name} has an invalid value: it cannot be an expression.`,
        description: `Nothing was sent. Set ${name} in this node.`,
      });
  });

  test('everything else may be one', () => {
    const saved = {
      companyName: KEY,
      keepInRegister: true,
      output: { outputs: 'byOutcome', content: KEY },
      additionalFields: { otherNames: KEY, compareWith: { company: { country: KEY } } },
      options: { maxCompanies: KEY },
    };
    expect(() => {
      refuse(screenCompany, saved);
    }).not.toThrow();
  });
});

/** What an operation that sends nothing says of a parameter that gives this. */
function saidLocally(
  operation: LocalOperation,
  saved: Record<string, unknown>,
  values: Record<string, unknown>,
) {
  const node = {
    ...aNode(),
    parameters: JSON.parse(JSON.stringify(saved)) as ReturnType<typeof aNode>['parameters'],
  };
  const refuse = () => {
    refuseSilentItem({ getNode: () => node }, operation, parametersOf(values));
  };
  try {
    refuse();
  } catch (error) {
    return error instanceof InvalidItem ? error.message : String(error);
  }
  return undefined;
}

test.each<[string, LocalOperation, Record<string, unknown>, string]>([
  [
    'readers',
    getFromRegister,
    { records: 'problems', options: { readersToBeTold: KEY } },
    'Readers to Be Told',
  ],
  [
    'workflows',
    getFromRegister,
    { records: 'problems', options: { workflowsToWatch: KEY } },
    'Workflows to Watch',
  ],
  ['a filter of Get Many', getFromRegister, { filters: { companyKey: KEY } }, 'Company Key'],
  ['a filter of a report', createReport, { filters: { from: KEY } }, 'From'],
  ['who may decide', recordDecision, { options: { onlyThesePeople: KEY } }, 'Only These People'],
  ['a sheet', readCompanyList, { options: { sheet: KEY } }, 'Sheet'],
])(
  'an expression that gives nothing is no empty one where that would let more through: %s',
  (_, operation, saved, name) => {
    expect(saidLocally(operation, saved, {})).toBe(
      `The expression in ${name} returns nothing, so nothing was done.`,
    );
    // A form has this for a field that nobody filled in.
    const [parameter = '', value] = Object.entries(saved).at(-1) ?? [];
    const isCollection = typeof value === 'object' && value !== null;
    for (const empty of ['', null]) {
      const given = isCollection ? Object.fromEntries(Object.keys(value).map((key) => [key, empty])) : empty;
      expect(saidLocally(operation, saved, { [parameter]: given })).toBeUndefined();
    }
  },
);

test('what is not shown, has no expression, or is refused with words of its own is not asked for', () => {
  expect(
    saidLocally(getFromRegister, { records: 'problems', filters: { companyKey: KEY } }, {}),
  ).toBeUndefined();
  expect(saidLocally(getFromRegister, { filters: {} }, {})).toBeUndefined();
  // The desk comes to a case by its own list, or from a decision about another one.
  for (const records of ['openCases', 'worklist'])
    expect(saidLocally(getFromRegister, { records, filters: { case: KEY } }, {})).toBeUndefined();
  expect(saidLocally(markAsReported, { reportId: KEY }, {})).toBeUndefined();
});
