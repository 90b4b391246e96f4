// A company under several names: one screening for each, and one verdict over all of them; and what else holds for a run of Screen
// Company: duplicates, its maximum, odd parameters and the Control Name.
import type { TaskResult, ItemResult } from '../../nodes/CompanyScreening/operations/shared/taskResult';
import type { RequestSpec, Task } from '../../nodes/CompanyScreening/operations/shared/requestTask';
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
  aRecordWithHits([hit, other], { id: 's-3', processedAt: '2025-03-01T08:00:05Z', requesterId: 'me' }),
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

  test('that a watchlist may miss keeps the company from being clear', () => {
    const clear = [aRecord({ id: '1' }), aRecord({ id: '2' })];
    const verdictWith = (otherNames: string) => resultFor(clear, {}, { otherNames }).receipt;
    expect(verdictWith('Birch')).toMatchObject({ outcome: 'clear', reason: null });
    expect(verdictWith('Birсh')).toMatchObject({ outcome: 'review', reason: 'mixedScripts' });
  });

  test('that reads as Latin lets the company be clear once its reading is screened as well', () => {
    const clear = [aRecord({ id: '1' }), aRecord({ id: '2' })];
    const parameters = { companyName: 'АСМЕ', options: { alsoScreenLatinReading: true } };
    const { receipt } = resultFor(clear, parameters, { otherNames: '' });
    expect(receipt.parts?.map(({ name }) => name)).toEqual(['АСМЕ', 'ACME']);
    expect(receipt).toMatchObject({ outcome: 'clear', reason: null });
  });
});

describe('the items', () => {
  test('of hits say under which name each was found, with the ids of its own screening', () => {
    expect(jsonOf(resultFor(records))).toMatchObject([
      {
        outcome: 'hit',
        name: 'Gloomharbour',
        companyName: 'Alder Ltd',
        screenedName: 'Alder Ltd',
        screeningId: 's-1',
        referenceId: 'ref-1',
        totalHits: 1,
        environment: 'production',
        otherNames: 'Birch Ltd; Cedar Ltd',
      },
      {
        outcome: 'hit',
        name: 'Gloomharbour',
        companyName: 'Alder Ltd',
        screenedName: 'Cedar Ltd',
        screeningId: 's-3',
        referenceId: CEDAR,
        totalHits: 2,
      },
      {
        outcome: 'hit',
        name: 'Undertow',
        screenedName: 'Cedar Ltd',
        screeningId: 's-3',
        referenceId: CEDAR,
        requesterId: 'me',
      },
    ]);
  });

  test('of a clear company is about all of its screenings', () => {
    const clear = [
      aRecord({ id: 's-1' }),
      aRecord({ id: 's-2', status: 'Successful' }),
      aRecord({ id: 's-3' }),
    ];
    expect(jsonOf(resultFor(clear))).toMatchObject([
      {
        outcome: 'clear',
        screenedName: null,
        otherNames: 'Birch Ltd; Cedar Ltd',
        screeningId: 's-1; s-2; s-3',
        referenceId: `ref-1; ${BIRCH}; ${CEDAR}`,
        status: 'Completed; Successful',
        totalHits: 0,
        screeningOption: 'Both',
        createdAt: '2025-03-01T08:00:00Z',
      },
    ]);
  });

  test('say each of the options that the records name', () => {
    const named = ['Both', 'both', 'Both'].map((option, index) => aRecord({ id: `s-${index}`, option }));
    expect(jsonOf(resultFor(named))).toMatchObject([{ screeningOption: 'Both; both' }]);
  });

  test('of a whole company join what its screenings say', () => {
    expect(jsonOf(resultFor(records, { output: { itemsPer: 'company' } }))).toMatchObject([
      {
        outcome: 'hit',
        reason: null,
        hitNames: 'Gloomharbour; Gloomharbour; Undertow',
        screenedNames: 'Alder Ltd; Cedar Ltd; Cedar Ltd',
        otherNames: 'Birch Ltd; Cedar Ltd',
        totalHits: 3,
        screeningId: 's-1; s-2; s-3',
        referenceId: `ref-1; ${BIRCH}; ${CEDAR}`,
        status: 'Completed; Successful',
        screeningOption: 'Both',
        requesterId: 'me',
        createdAt: '2025-03-01T08:00:00Z',
        processedAt: '2025-03-01T08:00:02Z; 2025-03-01T08:00:05Z',
      },
    ]);
    const [clear] = jsonOf(resultFor([aRecord()], { output: { itemsPer: 'company' } }, { otherNames: '' }));
    expect(clear).toMatchObject({ outcome: 'clear', otherNames: null, screenedNames: null });
  });

  test('that are raw have lists, and each screening as it was received', () => {
    const screenings = records.map(({ details, ...screening }, index) => {
      expect(details).toBeDefined();
      return {
        screenedName: ['Alder Ltd', 'Birch Ltd', 'Cedar Ltd'][index],
        referenceId: ['ref-1', BIRCH, CEDAR][index],
        screening,
      };
    });
    const otherNames = ['Birch Ltd', 'Cedar Ltd'];
    expect(jsonOf(resultFor(records, { output: { itemsPer: 'company', content: 'raw' } }))).toMatchObject([
      {
        hits: [hit, hit, other],
        hitFingerprints: [hit, hit, other].map(hitFingerprint),
        screenedNames: ['Alder Ltd', 'Cedar Ltd', 'Cedar Ltd'],
        otherNames,
        screenings,
        screening: { id: 's-1' },
      },
    ]);
    expect(jsonOf(resultFor(records, { output: { content: 'raw' } }))).toMatchObject([
      { hit, otherNames, screenedName: 'Alder Ltd', screenings: [screenings[0]] },
      { hit, otherNames, screenedName: 'Cedar Ltd', screenings: [screenings[2]] },
      { hit: other, otherNames, screenedName: 'Cedar Ltd', screenings: [screenings[2]] },
    ]);
  });

  test('compare each hit with every name', () => {
    const compareWith = { company: { registrationNumber: '', country: '', address: '' } };
    const named = [
      aRecord({ id: '1' }),
      aRecordWithHits([aHit({ name: 'BIRCH LTD', aliasNames: [] })], { id: '2' }),
      aRecord({ id: '3' }),
    ];
    expect(jsonOf(resultFor(named, {}, { compareWith }))).toMatchObject([{ nameMatch: 'same' }]);
  });
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

describe('duplicates', () => {
  const run = (items: Array<Record<string, unknown>>, options = { screenDuplicatesOnce: true }) => {
    const all = items.map((item) => parametersOf({ ...valuesWith({ options }), ...item }));
    const [first] = all;
    if (!first) throw new Error('There is an item.');
    const run = screenCompany.begin(first, all);
    return all.map((one) => sendable(run.prepare(one)));
  };
  const named = (companyName: string, otherNames: string) => ({
    companyName,
    additionalFields: { otherNames },
  });

  test('are one company with its names in any order, and send what the first one sends', () => {
    const [first, second, third] = run([
      named('Alder Ltd', 'Birch Ltd'),
      named('Birch Ltd', 'Alder Ltd'),
      named('Birch Ltd', 'Cedar Ltd'),
    ]);
    expect(second?.duplicateKey).toBe(first?.duplicateKey);
    expect(third?.duplicateKey).not.toBe(first?.duplicateKey);
    const bodies = (task: typeof first) =>
      task && [task, ...othersOf(task)].map((one) => one.toRequest(settings).body);
    expect(bodies(second)).toEqual(bodies(first));
    expect(second?.subject).toMatchObject({ name: 'Birch Ltd', referenceId: first?.subject.referenceId });
    expect(third?.subject.referenceId).not.toBe(first?.subject.referenceId);
  });
});

describe('the maximum of a run', () => {
  const begin = (maxCompanies: number, items: Array<Record<string, unknown>>) => {
    const all = items.map((item) => parametersOf({ ...valuesWith({ options: { maxCompanies } }), ...item }));
    const [first] = all;
    if (!first) throw new Error('There is an item.');
    return screenCompany.begin(first, all);
  };

  test.each([
    ['each name', 'Two', 6],
    ['the names of an item that cannot be screened as one', '#REF!', 4],
  ])('counts %s', (_, companyName, screenings) => {
    const items = [{ companyName: 'One' }, { companyName }];
    expect(() => begin(screenings, items)).not.toThrow();
    expect(() => begin(0, items)).not.toThrow();
    const { message, advice, failsEveryItem } = failureOf(() => begin(screenings - 1, items));
    expect(message).toBe(
      `The list has ${screenings} screenings (each name is one), and Max Companies per Run is ${screenings - 1}.`,
    );
    expect(advice).toMatch(/raise Max Companies per Run/);
    expect(failsEveryItem).toBe(true);
  });

  test('of a run that keeps answers is for what would be sent', () => {
    const { registerSettings } = begin(2, [IN_REGISTER, IN_REGISTER, IN_REGISTER]);
    expect(registerSettings?.refusalOf(2)).toBeNull();
    expect(registerSettings?.refusalOf(3)?.details.message).toBe(
      'The list has 3 screenings that would be sent (each name is one), and Max Companies per Run is 2.',
    );
    expect(begin(0, [IN_REGISTER]).registerSettings?.refusalOf(1_000_000)).toBeNull();
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
  const begin = (options: Record<string, unknown>, parameters = {}) =>
    screenCompany.begin(
      parametersOf({ ...valuesWith({ options }), additionalFields: { requesterId: ' me ' }, ...parameters }),
      [],
    );
  const controlOf = (options: Record<string, unknown>, parameters = {}) => {
    const begun = begin(options, parameters);
    const { control } = begun;
    if (!control) throw new Error('There is a control.');
    const { task, result, note } = control;
    const answer = (record: unknown) =>
      answerOf({ subject: task.subject, toTask: () => task }, aReply(record));
    return {
      prepare: begun.prepare.bind(begun),
      keeping: begun.registerSettings,
      task,
      result,
      note,
      answer,
    };
  };
  const clearOf = (run: Pick<ReturnType<typeof begin>, 'prepare'>) => {
    const task = sendable(run.prepare(parametersOf({ ...valuesWith(), additionalFields: {} })));
    return concluded(answerTo(task, [aRecord({ id: 'of-alder' })])).receipt;
  };

  test('is screened like the companies of the run, before them', () => {
    const { task } = controlOf({ controlName: ' Gloomharbour ' }, { screeningOption: 'Pep' });
    expect(task.toRequest(settings).body).toEqual({
      companyName: 'Gloomharbour',
      option: 'Pep',
      referenceId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      requesterId: 'me',
    });
    expect([task.others, task.duplicateKey, task.evidence]).toEqual([[], null, false]);
    expect(
      controlOf({ controlName: 'A' }, { screeningOption: '=odd' }).task.toRequest(settings).body,
    ).toMatchObject({ option: 'Both' });
    expect(
      controlOf({ controlName: 'A' }, { additionalFields: 7 }).task.toRequest(settings).body,
    ).not.toHaveProperty('requesterId');
    expect(
      controlOf({ controlName: 'A' }, { additionalFields: { requesterId: {} } }).task.toRequest(settings)
        .body,
    ).not.toHaveProperty('requesterId');
  });

  test('that is a hit lets a company be clear, and is noted', () => {
    const control = controlOf({ controlName: 'Gloomharbour' });
    control.answer(aRecordWithHits([hit], { id: 'c-\n\u202e1' }));
    expect(clearOf(control)).toMatchObject({ outcome: 'clear', reason: null });
    expect([control.result(), control.note()]).toEqual([
      'held',
      'The Control Name "Gloomharbour" is a hit, as it should be (screening ID c- 1).',
    ]);
  });

  test.each([
    ['is clear', aRecord({ id: 'c-1' })],
    ['is a hit to review as well', aRecordWithHits([hit], { id: 'c-1', totalHits: 9 })],
    ['has the id of a company', aRecordWithHits([hit], { id: 'of-alder' })],
  ])('that %s lets no company be clear', (_, record) => {
    const control = controlOf({ controlName: 'Gloomharbour' });
    control.answer(record);
    clearOf(control);
    expect(clearOf(control).outcome).toBe('review');
    expect([control.result(), control.note()]).toEqual([
      'failed',
      `The Control Name "Gloomharbour" was not found as it should be (screening ID ${record.id}), so no company that this run screened is clear.`,
    ]);
  });

  test('of a run that keeps answers makes no report, unless only news are to come out', () => {
    const reportOf = (registerSettings: Record<string, unknown>) =>
      begin({ controlName: 'Gloomharbour' }, { keepInRegister: true, registerSettings }).registerSettings
        ?.report;
    expect(reportOf({ register: 'Screening register' })).toBeUndefined();
    expect(reportOf({ companiesToReturn: 'notReported', reportedTo: 'Slack' })).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      readers: ['Slack'],
      makesMessage: false,
    });
  });

  test('that was not answered lets no company be clear', () => {
    const control = controlOf({ controlName: 'Gloomharbour' });
    expect(control.result()).toBe('notScreened');
    control.task.toRequest(settings);
    expect(clearOf(control)).toMatchObject({ outcome: 'review', reason: 'controlFailed' });
    expect([control.result(), control.note()]).toEqual([
      'unanswered',
      'The Control Name "Gloomharbour" got no answer, so no company that this run screened is clear.',
    ]);
  });

  test('is refused if it cannot be screened, even if it is empty', () => {
    for (const controlName of ['', '#REF!']) {
      expect(failureOf(() => begin({ controlName }))).toMatchObject({
        state: 'unsendable',
        failsEveryItem: true,
        message: 'The option Control Name cannot be screened.',
        explanation: expect.stringMatching(/^Control Name /) as string,
        advice: expect.stringMatching(/listed, or remove the option/) as string,
      });
    }
    expect(begin({})).not.toHaveProperty('control');
    expect(begin({})).not.toHaveProperty('notes');
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

  test('are those of hits or of companies', () => {
    const perHit = columnsOf({ additionalFields: { otherNames: '', compareWith: {} } })?.keys;
    expect(perHit).toEqual(expect.arrayContaining([...OF_HITS, 'screenedName', 'nameMatch']));
    for (const key of [...OF_COMPANIES, 'screenedNames', 'nameMatches', 'change'])
      expect(perHit).not.toContain(key);
    const additionalFields = { otherNames: '', compareWith: {} };
    const perCompany = columnsOf({
      output: { itemsPer: 'company' },
      additionalFields,
      keepInRegister: true,
    })?.keys;
    expect(perCompany).toEqual(
      expect.arrayContaining([...OF_COMPANIES, 'screenedNames', 'nameMatches', 'change']),
    );
    for (const key of [...OF_HITS, 'screenedName', 'nameMatch']) expect(perCompany).not.toContain(key);
  });

  test('are the chosen ones with those that every item has, and none for raw items or where nobody knows', () => {
    expect(columnsOf({ output: { content: 'simplified', fields: ['name'] } })).not.toHaveProperty('chosen');
    expect(columnsOf({ output: { content: 'selectedFields', fields: ['name'] } })?.chosen).toEqual(
      new Set(['outcome', 'reason', 'companyName', 'totalHits', 'screeningId', 'name']),
    );
    expect(
      columnsOf({ output: { content: 'selectedFields', fields: '={{ $json.fields }}' } }),
    ).toBeUndefined();
    expect(columnsOf({ output: { content: 'raw', fields: ['name'] } })).toBeUndefined();
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
