// A company under several names: one screening for each, and one verdict over all of them; and what else holds for a run of Screen
// Company: duplicates, its maximum, odd parameters and the Control Name.
import type {
  RequestSpec,
  Task,
  TaskResult,
  ItemResult,
} from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { hitFingerprint } from '../../nodes/CompanyScreening/service/hitFingerprint';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import {
  aCredential,
  aHit,
  answerOf,
  aRecord,
  aRecordWithHits,
  aReply,
  complaintOf,
  concluded,
  failureOf,
  parametersOf,
  sendable,
  taskOf,
} from './builders';

const settings = readSettings(aCredential());
const valuesWith = (
  parameters: Record<string, unknown> = {},
  additionalFields: Record<string, unknown> = {},
) => ({
  companyName: 'Alder Ltd',
  screeningOption: 'Both',
  output: { itemsPer: 'hit', content: 'simplified' },
  options: {},
  ...parameters,
  additionalFields: { referenceId: 'ref-1', otherNames: 'Birch Ltd; Cedar Ltd', ...additionalFields },
});
const company = (parameters?: Record<string, unknown>, additionalFields?: Record<string, unknown>) =>
  sendable(taskOf(screenCompany, valuesWith(parameters, additionalFields)));

/** What the answers to all of its names mean, in their order. */
function answerTo(task: Task, records: unknown[]): TaskResult {
  const answer = task.readAll?.(
    records.map((record) => aReply(record)),
    'production',
  );
  if (!answer) throw new Error('Each company can be read as a whole.');
  return answer;
}
const othersOf = ({ others }: Task): readonly RequestSpec[] => others ?? [];

const resultFor = (
  records: unknown[],
  parameters?: Record<string, unknown>,
  additional?: Record<string, unknown>,
): ItemResult => concluded(answerTo(company(parameters, additional), records));
const jsonOf = ({ items }: ItemResult) => items.map(({ json }) => json);

const BIRCH = '38ad8f16-c6a1-887d-929c-5b3028e07b9a';
const CEDAR = '779f48f5-8440-877a-bfdd-9f2157b15503';
const hit = aHit({ name: 'Gloomharbour' });
const other = aHit({ name: 'Undertow' });
const records = [
  aRecordWithHits([hit], { id: 's-1', processedAt: '2025-03-01T08:00:02Z' }),
  aRecord({ id: 's-2', status: 'Successful', processedAt: '2025-03-01T08:00:02Z' }),
  aRecordWithHits([hit, other], {
    ...{ id: 's-3', requesterId: 'me' },
    ...{ createdAt: '2025-03-01T08:00:04Z', processedAt: '2025-03-01T08:00:05Z' },
  }),
];

const IN_REGISTER = { keepInRegister: true, registerSettings: { register: 'Screening register' } };

describe('each name', () => {
  test('is a request of its own, with a reference id that follows from the first one', () => {
    const task = company({ screeningOption: 'Aml' }, { requesterId: ' me ' });
    expect([task, ...othersOf(task)].map((one) => one.toRequest(settings).body)).toEqual([
      { companyName: 'Alder Ltd', option: 'Aml', referenceId: 'ref-1', requesterId: 'me' },
      { companyName: 'Birch Ltd', option: 'Aml', referenceId: BIRCH, requesterId: 'me' },
      { companyName: 'Cedar Ltd', option: 'Aml', referenceId: CEDAR, requesterId: 'me' },
    ]);
    expect(task.subject).toMatchObject({ name: 'Alder Ltd', referenceId: 'ref-1' });
    expect(othersOf(task).map((one) => one.subject)).toEqual([
      { name: 'Birch Ltd', referenceId: BIRCH },
      { name: 'Cedar Ltd', referenceId: CEDAR },
    ]);
  });

  // Written down, since a retry on another day has to send the same. Each of them has one of the four variants.
  test.each([
    ['Birch Ltd', BIRCH],
    ['Cedar Ltd', CEDAR],
    ['Dogwood', '69f7df92-77f9-8c17-acdb-49ecb84a3c24'],
    ['Elm', '06ccdd11-4056-8de9-a7d3-16a674c1861c'],
  ])('has the same reference id on every day: %s', (name, referenceId) => {
    const [one] = othersOf(company({}, { otherNames: name }));
    expect(one?.subject.referenceId).toBe(referenceId);
  });

  test.each([
    ['a name that a watchlist may miss', 'Birсh', {}, { outcome: 'review', reason: 'mixedScripts' }],
    ['a name that it cannot miss', 'Birch', {}, { outcome: 'clear', reason: null }],
    [
      'a name that reads as Latin, whose reading is screened as well',
      '',
      { companyName: 'АСМЕ', options: { alsoScreenLatinReading: true } },
      { outcome: 'clear', reason: null, parts: [{ name: 'АСМЕ' }, { name: 'ACME' }] },
    ],
  ])('has a say in whether the company is clear: %s', (_, otherNames, parameters, receipt) => {
    const clear = [aRecord({ id: '1' }), aRecord({ id: '2' })];
    expect(resultFor(clear, parameters, { otherNames }).receipt).toMatchObject(receipt);
  });
});

const clearOnes = ['s-1', 's-2', 's-3'].map((id) => aRecord({ id }));
const otherNames = ['Birch Ltd', 'Cedar Ltd'];
const screenings = records.map(({ details, ...screening }, index) => {
  expect(details).toBeDefined();
  const screenedName = ['Alder Ltd', ...otherNames][index];
  return { screenedName, referenceId: ['ref-1', BIRCH, CEDAR][index], screening };
});
const ofAlder = { companyName: 'Alder Ltd', screenedName: 'Alder Ltd', screeningId: 's-1' };
const ofCedar = { companyName: 'Alder Ltd', screenedName: 'Cedar Ltd', screeningId: 's-3' };
const ALL_IDS = { screeningId: 's-1; s-2; s-3', referenceId: `ref-1; ${BIRCH}; ${CEDAR}` };
const perCompany = { output: { itemsPer: 'company' } };

test.each<[string, { records: unknown[]; parameters?: object; fields?: object }, items: object[]]>([
  [
    'of hits say under which name each was found, with the ids of its own screening',
    { records },
    [
      {
        ...{ outcome: 'hit', name: 'Gloomharbour', ...ofAlder, referenceId: 'ref-1', totalHits: 1 },
        ...{ environment: 'production', otherNames: 'Birch Ltd; Cedar Ltd' },
      },
      { outcome: 'hit', name: 'Gloomharbour', ...ofCedar, referenceId: CEDAR, totalHits: 2 },
      { outcome: 'hit', name: 'Undertow', ...ofCedar, referenceId: CEDAR, requesterId: 'me' },
    ],
  ],
  [
    'of a clear company is about all of its screenings',
    { records: clearOnes.map((one, index) => (index === 1 ? { ...one, status: 'Successful' } : one)) },
    [
      {
        ...{ outcome: 'clear', screenedName: null, otherNames: 'Birch Ltd; Cedar Ltd', ...ALL_IDS },
        ...{ status: 'Completed; Successful', totalHits: 0, screeningOption: 'Both' },
        createdAt: '2025-03-01T08:00:00Z',
      },
    ],
  ],
  [
    'say each of the options that the records name',
    { records: clearOnes.map((one, index) => (index === 1 ? { ...one, option: 'both' } : one)) },
    [{ screeningOption: 'Both; both' }],
  ],
  [
    'of a whole company join what its screenings say',
    { records, parameters: perCompany },
    [
      {
        ...{ outcome: 'hit', reason: null, hitNames: 'Gloomharbour; Gloomharbour; Undertow', totalHits: 3 },
        ...{ screenedNames: 'Alder Ltd; Cedar Ltd; Cedar Ltd', otherNames: 'Birch Ltd; Cedar Ltd' },
        ...{ ...ALL_IDS, status: 'Completed; Successful', screeningOption: 'Both', requesterId: 'me' },
        createdAt: '2025-03-01T08:00:00Z; 2025-03-01T08:00:04Z',
        processedAt: '2025-03-01T08:00:02Z; 2025-03-01T08:00:05Z',
      },
    ],
  ],
  [
    'of a whole company with one name say nothing of names',
    { records: [aRecord()], parameters: perCompany, fields: { otherNames: '' } },
    [{ outcome: 'clear', otherNames: null, screenedNames: null }],
  ],
  [
    'that are raw have each screening as it was received',
    { records, parameters: { output: { content: 'raw' } } },
    [
      { hit, otherNames, screenedName: 'Alder Ltd', screenings: [screenings[0]] },
      { hit, otherNames, screenedName: 'Cedar Ltd', screenings: [screenings[2]] },
      { hit: other, otherNames, screenedName: 'Cedar Ltd', screenings: [screenings[2]] },
    ],
  ],
  [
    'of a whole company that are raw have lists',
    { records, parameters: { output: { itemsPer: 'company', content: 'raw' } } },
    [
      {
        ...{ hits: [hit, hit, other], hitFingerprints: [hit, hit, other].map(hitFingerprint) },
        ...{ screenedNames: ['Alder Ltd', 'Cedar Ltd', 'Cedar Ltd'], otherNames, screenings },
        screening: { id: 's-1' },
      },
    ],
  ],
  [
    'compare each hit with every name',
    {
      records: [
        ...[aRecord({ id: '1' }), aRecord({ id: '3' })],
        aRecordWithHits([aHit({ name: 'CEDAR LTD', aliasNames: [] })], { id: '2' }),
      ],
      fields: { compareWith: { company: { registrationNumber: '', country: '', address: '' } } },
    },
    [{ nameMatch: 'same' }],
  ],
])('items %s', (_, { records: received, parameters = {}, fields = {} }, items) => {
  expect(jsonOf(resultFor(received, { ...parameters }, { ...fields }))).toMatchObject(items);
});

test('what was paid for is listed for each name, and nothing of it for a company with one name', () => {
  expect(resultFor(records).receipt).toEqual({
    id: 's-1; s-2; s-3',
    outcome: 'hit',
    reason: null,
    hits: 3,
    parts: [
      { name: 'Alder Ltd', referenceId: 'ref-1', id: 's-1', outcome: 'hit' },
      { name: 'Birch Ltd', referenceId: BIRCH, id: 's-2', outcome: 'clear' },
      { name: 'Cedar Ltd', referenceId: CEDAR, id: 's-3', outcome: 'hit' },
    ],
  });
  expect(resultFor([aRecord({ id: 's-1' })], {}, { otherNames: '' }).receipt).not.toHaveProperty('parts');
});

test('whether the service gives old answers is told by the last one', () => {
  const old = aRecord({ id: 's-2', createdAt: '2020-01-01T00:00:00Z', processedAt: '2020-01-01T00:00:00Z' });
  const two = company({}, { otherNames: 'Birch Ltd' });
  expect(answerTo(two, [aRecord({ id: 's-1' }), old]).staleness).not.toBeNull();
  expect(answerTo(two, [old, aRecord({ id: 's-1' })]).staleness).toBeNull();
});

test('the hits that are known, and their number, are there before the run is over', () => {
  const answer = answerTo(company(), records);
  expect(answer.hits).toBe(3);
  expect(answer.knownHits?.()).toEqual([
    { fingerprint: hitFingerprint(hit), sourceId: 'list-7', sourceType: 'Sanction', name: 'Gloomharbour' },
    { fingerprint: hitFingerprint(hit), sourceId: 'list-7', sourceType: 'Sanction', name: 'Gloomharbour' },
    { fingerprint: hitFingerprint(other), sourceId: 'list-7', sourceType: 'Sanction', name: 'Undertow' },
  ]);
  const [odd] = answerTo(company(), [aRecord({ totalHits: 1, details: [null] })]).knownHits?.() ?? [];
  expect(odd).toEqual({ fingerprint: hitFingerprint(null), sourceId: '', sourceType: '', name: '' });
});

/** A run of items with these parameters, under the options of the first. */
const begin = (items: Array<Record<string, unknown>>, options: object) => {
  const all = items.map((item) => parametersOf({ ...valuesWith({ options }), ...item }));
  return { all, run: screenCompany.begin(all[0] ?? parametersOf({}), all) };
};

test('duplicates are one company with its names in any order, and send what the first one sends', () => {
  const named = (companyName: string, names: string) => ({
    ...{ companyName, additionalFields: { otherNames: names } },
  });
  const { all, run } = begin(
    [named('Alder Ltd', 'Birch Ltd'), named('Birch Ltd', 'Alder Ltd'), named('Birch Ltd', 'Cedar Ltd')],
    { screenDuplicatesOnce: true },
  );
  const [first, second, third] = all.map((one) => sendable(run.prepare(one)));
  expect(second?.duplicateKey).toBe(first?.duplicateKey);
  expect(third?.duplicateKey).not.toBe(first?.duplicateKey);
  const bodies = (task: typeof first) =>
    task && [task, ...othersOf(task)].map((one) => one.toRequest(settings).body);
  expect(bodies(second)).toEqual(bodies(first));
  expect(second?.subject).toMatchObject({ name: 'Birch Ltd', referenceId: first?.subject.referenceId });
  expect(third?.subject.referenceId).not.toBe(first?.subject.referenceId);
});

describe('the maximum of a run', () => {
  const beginWith = (maxCompanies: number, items: Array<Record<string, unknown>>) =>
    begin(items, { maxCompanies }).run;

  test.each([
    ['each name', 'Two', 6],
    ['the names of an item that cannot be screened as one', '#REF!', 4],
  ])('counts %s', (_, companyName, count) => {
    const items = [{ companyName: 'One' }, { companyName }];
    expect(() => beginWith(count, items)).not.toThrow();
    expect(() => beginWith(0, items)).not.toThrow();
    const { message, advice, failsEveryItem } = failureOf(() => beginWith(count - 1, items));
    expect(message).toBe(
      `The list has ${count} screenings (each name is one), and Max Companies per Run is ${count - 1}.`,
    );
    expect(advice).toMatch(/raise Max Companies per Run/);
    expect(failsEveryItem).toBe(true);
  });

  test('of a run that keeps answers is for what would be sent', () => {
    const { registerSettings } = beginWith(2, [IN_REGISTER, IN_REGISTER, IN_REGISTER]);
    expect(registerSettings?.refusalOf(2)).toBeNull();
    expect(registerSettings?.refusalOf(3)?.details.message).toBe(
      'The list has 3 screenings that would be sent (each name is one), and Max Companies per Run is 2.',
    );
    expect(beginWith(0, [IN_REGISTER]).registerSettings?.refusalOf(1_000_000)).toBeNull();
  });
});

describe('what an expression gives', () => {
  test.each([
    ['referenceId', [], 'Reference ID is neither text nor a number.', /one is then created/],
    ['referenceId', true, 'Reference ID is neither text nor a number.', /leave it empty/],
    ['requesterId', {}, 'Requester ID is neither text nor a number.', /none is then sent/],
  ])('is refused as %s if it is %j', (field, value, message, todo) => {
    const problem = complaintOf(() => company({}, { [field]: value }));
    expect(problem.message).toBe(message);
    expect(problem.description).toMatch(todo);
  });

  const key = (companyKey: string) => ({ ...IN_REGISTER, companyKey });
  test.each([
    [{}, { referenceId: 'x'.repeat(1_001) }, 'Reference ID has more than 1000 characters.'],
    [{}, { requesterId: 'x'.repeat(1_001) }, 'Requester ID has more than 1000 characters.'],
    [key('x'.repeat(1_001)), {}, 'Company Key has more than 1000 characters.'],
    [key('{{ $json.no }}'), {}, 'Company Key'],
    [key('x'.repeat(1_000)), { requesterId: 'x'.repeat(1_000) }, null],
  ])('is refused where it is a whole file, or no value at all: %#', (parameters, additional, said) => {
    const screen = () => company(parameters, additional);
    if (said === null) expect(screen).not.toThrow();
    else expect(complaintOf(screen).message).toContain(said);
  });

  test.each([
    [{ output: { itemsPer: 'hits' } }, 'Items has an invalid value.', 'It must be company or hit.'],
    [
      { output: { content: 'flat' } },
      'Content has an invalid value.',
      'It must be raw or selectedFields or simplified.',
    ],
    [
      { screeningOption: 'aml' },
      'Screening Option is not one of Both, Aml and Pep.',
      'Choose one of them in this node, or correct the expression in Screening Option.',
    ],
  ])('is refused where a choice is not on the list: %j', (parameters, message, todo) => {
    const problem = complaintOf(() => company(parameters));
    expect(problem.message).toBe(message);
    expect(problem.description).toContain(todo);
  });

  test('is read again for each item', () => {
    const run = screenCompany.begin(parametersOf(valuesWith()), []);
    const bodyOf = (additional: Record<string, unknown>, parameters = {}) =>
      sendable(run.prepare(parametersOf(valuesWith(parameters, additional)))).toRequest(settings).body;
    expect(bodyOf({ requesterId: 'one' })).toMatchObject({ requesterId: 'one', option: 'Both' });
    expect(bodyOf({ requesterId: 'two' }, { screeningOption: 'Pep' })).toMatchObject({
      requesterId: 'two',
      option: 'Pep',
    });
  });
});

describe('the Control Name', () => {
  const beginRun = (options: Record<string, unknown>, parameters = {}) =>
    screenCompany.begin(
      parametersOf({ ...valuesWith({ options }), additionalFields: { requesterId: ' me ' }, ...parameters }),
      [],
    );
  const controlOf = (controlName: string, parameters = {}) => {
    const run = beginRun({ controlName }, parameters);
    const { control } = run;
    if (!control) throw new Error('There is a control.');
    const { task, result, note } = control;
    const answer = (record: unknown) =>
      answerOf({ subject: task.subject, toTask: () => task }, aReply(record));
    const said = () => [result(), note()];
    return { prepare: run.prepare.bind(run), task, result, said, answer };
  };
  const bodyOf = (controlName: string, parameters: object) =>
    controlOf(controlName, parameters).task.toRequest(settings).body;
  const clearOf = (run: Pick<ReturnType<typeof beginRun>, 'prepare'>) => {
    const task = sendable(run.prepare(parametersOf({ ...valuesWith(), additionalFields: {} })));
    return concluded(answerTo(task, [aRecord({ id: 'of-alder' })])).receipt;
  };

  test('is screened like the companies of the run, before them', () => {
    expect(bodyOf(' Gloomharbour ', { screeningOption: 'Pep' })).toEqual({
      companyName: 'Gloomharbour',
      option: 'Pep',
      referenceId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      requesterId: 'me',
    });
    const { task } = controlOf('Gloomharbour');
    expect([task.others, task.duplicateKey, task.evidence]).toEqual([[], null, false]);
    expect(bodyOf('A', { screeningOption: '=odd' })).toMatchObject({ option: 'Both' });
    for (const additionalFields of [7, { requesterId: {} }])
      expect(bodyOf('A', { additionalFields })).not.toHaveProperty('requesterId');
  });

  test('that is a hit lets a company be clear, and is noted', () => {
    const control = controlOf('Gloomharbour');
    control.answer(aRecordWithHits([hit], { id: 'c-\n\u202e1' }));
    expect(clearOf(control)).toMatchObject({ outcome: 'clear', reason: null });
    expect(control.said()).toEqual([
      'held',
      'The Control Name "Gloomharbour" is a hit, as it should be (screening ID c- 1).',
    ]);
  });

  test.each([
    ['is clear', aRecord({ id: 'c-1' })],
    ['is a hit to review as well', aRecordWithHits([hit], { id: 'c-1', totalHits: 9 })],
    ['has the id of a company', aRecordWithHits([hit], { id: 'of-alder' })],
  ])('that %s lets no company be clear', (_, record) => {
    const control = controlOf('Gloomharbour');
    control.answer(record);
    clearOf(control);
    expect(clearOf(control).outcome).toBe('review');
    expect(control.said()).toEqual([
      'failed',
      `The Control Name "Gloomharbour" was not found as it should be (screening ID ${record.id}), so no company that this run screened is clear.`,
    ]);
  });

  test('of a run that keeps answers makes no report, unless only news are to come out', () => {
    const reportOf = (registerSettings: Record<string, unknown>) =>
      beginRun({ controlName: 'Gloomharbour' }, { keepInRegister: true, registerSettings }).registerSettings
        ?.report;
    expect(reportOf({ register: 'Screening register' })).toBeUndefined();
    expect(reportOf({ companiesToReturn: 'notReported', reportedTo: 'Slack' })).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      readers: ['Slack'],
      makesMessage: false,
    });
  });

  test('that was not answered lets no company be clear', () => {
    const control = controlOf('Gloomharbour');
    expect(control.result()).toBe('notScreened');
    control.task.toRequest(settings);
    expect(clearOf(control)).toMatchObject({ outcome: 'review', reason: 'controlFailed' });
    expect(control.said()).toEqual([
      'unanswered',
      'The Control Name "Gloomharbour" got no answer, so no company that this run screened is clear.',
    ]);
  });

  test('is refused if it cannot be screened, even if it is empty', () => {
    for (const controlName of ['', '#REF!'])
      expect(failureOf(() => beginRun({ controlName }))).toMatchObject({
        ...{ state: 'unsendable', failsEveryItem: true },
        message: 'The option Control Name cannot be screened.',
        explanation: expect.stringMatching(/^Control Name /) as string,
        advice: expect.stringMatching(/listed, or remove the option/) as string,
      });
    expect(beginRun({})).not.toHaveProperty('control');
    expect(beginRun({})).not.toHaveProperty('notes');
  });
});

describe('the columns of a run', () => {
  const keysOf = (parameters: Parameters<typeof screenCompany.itemKeys>[0]) =>
    new Set(screenCompany.itemKeys(parameters));
  const columnsOf = (parameters: Parameters<typeof screenCompany.itemKeys>[0]) =>
    screenCompany.presentation?.columns(parameters);
  const OF_HITS = ['hitNumber', 'name'];
  const OF_COMPANIES = ['hitNames', 'sourceTypes'];

  test('are ours whatever was added, but for the key that a plain run hands on from its list', () => {
    const plain = keysOf({});
    for (const key of [...OF_HITS, ...OF_COMPANIES, 'screenedName', 'nameMatches', 'change', 'input'])
      expect(plain).toContain(key);
    expect(plain).not.toContain('companyKey');
    for (const key of plain) expect(key).toMatch(/^[a-zA-Z]+$/);
    expect(keysOf({ keepInRegister: true })).toEqual(new Set([...plain, 'companyKey']));
  });

  const compared = { otherNames: '', compareWith: {} };
  test.each([
    [
      'are those of hits',
      { additionalFields: compared },
      [...OF_HITS, 'screenedName', 'nameMatch'],
      [...OF_COMPANIES, 'screenedNames', 'nameMatches', 'change'],
    ],
    [
      'are those of companies',
      { output: { itemsPer: 'company' }, additionalFields: compared, keepInRegister: true },
      [...OF_COMPANIES, 'screenedNames', 'nameMatches', 'change'],
      [...OF_HITS, 'screenedName', 'nameMatch'],
    ],
  ])('%s', (_, parameters, there, notThere) => {
    const keys = columnsOf(parameters)?.keys ?? [];
    expect(keys).toEqual(expect.arrayContaining(there));
    expect(keys.filter((key) => notThere.includes(key))).toEqual([]);
  });

  test('are the chosen ones with those that every item has, and none for raw items or where nobody knows', () => {
    const of = (content: string, fields: string | string[]) => columnsOf({ output: { content, fields } });
    expect(of('simplified', ['name'])).not.toHaveProperty('chosen');
    expect(of('selectedFields', ['name'])?.chosen).toEqual(
      new Set(['outcome', 'reason', 'companyName', 'totalHits', 'screeningId', 'name']),
    );
    expect(of('selectedFields', '={{ $json.fields }}')).toBeUndefined();
    expect(of('raw', ['name'])).toBeUndefined();
  });

  test('of raw items may hold lists', () => {
    expect(screenCompany.nestsInput?.({ output: { content: 'raw' } })).toBe(true);
    expect(screenCompany.nestsInput?.({ output: { content: 'simplified' } })).toBe(false);
  });
});

test('the names on which workflows and messages depend', () => {
  const { kind, resource, choice, subjectKey, receiptKey, nouns, options, output } = screenCompany;
  expect({ kind, resource, value: choice.value, subjectKey, receiptKey, nouns }).toEqual({
    kind: 'request',
    resource: 'company',
    value: 'screenCompany',
    subjectKey: 'companyName',
    receiptKey: 'screeningId',
    nouns: { one: 'company', several: 'companies', done: 'screened' },
  });
  expect(options).toHaveLength(2);
  expect(output).toHaveLength(2);
});

const ALDER_TWICE = ['Alder Ltd', 'Alder Ltd'];
const BOTH_CLEAR = ['clear', 'clear'];
const BOTH_DOUBTED = ['review', 'review'];

test.each<[string, ids: string[], names: string[], parameters: object[], outcomes: string[]]>([
  [
    'the same in capitals and with white space leaves neither of two companies clear',
    ['ab-1', ' AB-1 '],
    ['Alder Ltd', 'Birch Ltd'],
    [{}, {}],
    BOTH_DOUBTED,
  ],
  ['another one lets both be clear', ['ab-1', 'ab-2'], ['Alder Ltd', 'Birch Ltd'], [{}, {}], BOTH_CLEAR],
  ['the same one lets one company be clear twice', ['ab-1', 'ab-1'], ALDER_TWICE, [{}, {}], BOTH_CLEAR],
  [
    'the same one under another key in the register leaves neither clear, whatever the name',
    ['1', '1'],
    ALDER_TWICE,
    [
      { ...IN_REGISTER, companyKey: 'P-1' },
      { ...IN_REGISTER, companyKey: 'P-2' },
    ],
    BOTH_DOUBTED,
  ],
  [
    'the same one under one key in the register lets both be clear',
    ['1', '1'],
    ALDER_TWICE,
    [
      { ...IN_REGISTER, companyKey: 'P-1' },
      { ...IN_REGISTER, companyKey: 'P-1' },
    ],
    BOTH_CLEAR,
  ],
  [
    'the same one under another option leaves neither clear',
    ['1', '1'],
    ALDER_TWICE,
    [{}, { screeningOption: 'Pep' }],
    BOTH_DOUBTED,
  ],
])('of two screening ids, %s', (_, ids, names, parameters, outcomes) => {
  const all = parameters.map((one, index) =>
    parametersOf({ ...valuesWith(), additionalFields: {}, companyName: names[index], ...one }),
  );
  const [first = parametersOf({})] = all;
  const run = screenCompany.begin(first, all);
  const answers = all.map((one, index) =>
    answerTo(sendable(run.prepare(one)), [aRecord({ id: ids[index] ?? '' })]),
  );
  expect(answers.map((answer) => concluded(answer).receipt.outcome)).toEqual(outcomes);
});
