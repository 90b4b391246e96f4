// The option Alert Fields: how urgent a company is, and the lines that people read about it.
import { alertFields } from '../../nodes/CompanyScreening/operations/screenCompany/alert';

const company = {
  outcome: 'hit',
  environment: 'production',
  companyName: 'Quillhaven Group',
  totalHits: 1,
  hitNames: 'Quillhaven',
  sourceTypes: 'Sanction',
  explanation: null,
  screeningId: 'id-1',
};

test.each([
  ['PEP', 'normal'],
  ['Other', 'normal'],
  ['PEP; Other', 'normal'],
  ['Sanction', 'urgent'],
  ['Criminal', 'urgent'],
  ['PEP; Sanction', 'urgent'],
  ['Criminal; Other', 'urgent'],
  ['Mystery', 'urgent'],
  ['pep', 'urgent'],
  ['', 'urgent'],
  [null, 'urgent'],
  [7, 'urgent'],
])('hits of the source types %j are %s', (sourceTypes, urgency) => {
  expect(alertFields({ ...company, sourceTypes }).urgency).toBe(urgency);
});

test('what is not listed any more is for a person, and not told as clear', () => {
  const gone = { ...company, outcome: 'gone', hitNames: undefined, name: 'Quillhaven', change: 'gone' };
  const { urgency, message } = alertFields(gone);
  expect(urgency).toBe('review');
  expect(message).toBe('• Quillhaven Group\nNot listed any more: Quillhaven.\nScreening ID id-1');
  const isClear = { ...company, outcome: 'clear', change: 'gone' };
  expect(alertFields(isClear)).toMatchObject({
    urgency: 'review',
    message: expect.stringContaining('what was listed before is not listed any more') as string,
  });
});

test('the source type of a single hit counts in the same way', () => {
  const hit = { outcome: 'hit', companyName: 'A', name: 'B' };
  expect(alertFields({ ...hit, sourceType: 'PEP' }).urgency).toBe('normal');
  expect(alertFields({ ...hit, sourceType: 'Sanction' }).urgency).toBe('urgent');
  expect(alertFields(hit).urgency).toBe('urgent');
});

test.each([
  ['clear', 'none'],
  ['review', 'review'],
  ['error', 'review'],
  ['gone', 'review'],
  [undefined, 'review'],
  [['clear'], 'review'],
])('an item with the outcome %j is %s', (outcome, urgency) => {
  expect(alertFields({ companyName: 'A', outcome }).urgency).toBe(urgency);
});

test('a message names the company, its hits by source type, and the screening', () => {
  expect(alertFields(company).message).toBe(
    '• Quillhaven Group\n1 hit (Sanction): Quillhaven.\nScreening ID id-1',
  );
});

test.each([
  [{ totalHits: 3, hitNames: 'A; B; C' }, '3 hits (Sanction): A; B; C.'],
  [{ totalHits: null, hitNames: 'A; B' }, 'hits (Sanction): A; B.'],
  [{ totalHits: 2, hitNames: 'A; B', name: 'A' }, '2 hits (Sanction): A; B.'],
  [{ totalHits: 5, hitNames: null, name: 'A' }, 'Hit (Sanction): A.'],
  [{ totalHits: 2, hitNames: null }, '2 hits (Sanction): no name given.'],
  [{ hitNames: '', sourceTypes: null }, '1 hit (source type not given): no name given.'],
  [
    { companyName: '\u0000 Quillhaven \t\n Group \u2028', hitNames: '\u0007A\r\n  B\u0085' },
    '1 hit (Sanction): A B.',
  ],
])(
  'an item of one hit says so, and one of a company says how many, as far as that is known: %j',
  (by, told) => {
    expect(alertFields({ ...company, ...by }).message).toBe(`• Quillhaven Group\n${told}\nScreening ID id-1`);
  },
);

test('what is clear is told in one word', () => {
  const clear = { outcome: 'clear', companyName: 'Quillhaven', screeningId: 'id-1' };
  expect(alertFields(clear).message).toBe('• Quillhaven\nClear.\nScreening ID id-1');
});

test('a name that ends with a full stop makes no second one', () => {
  const hit = { ...company, hitNames: 'Gloom Ltd.', screenedNames: 'Gloom & Co.', companyName: 'Gloom' };
  expect(alertFields(hit).message).toContain('Gloom Ltd.\n');
  expect(alertFields(hit).message).not.toContain('..');
});

test('a result of the sandbox says so', () => {
  expect(alertFields({ ...company, environment: 'sandbox' }).message).toMatch(
    /^• Quillhaven Group \(sandbox, not a real result\)\n/,
  );
});

test('of many hits ten are named, and the others are counted', () => {
  const named = (count: number) =>
    alertFields({
      ...company,
      totalHits: count,
      hitNames: Array.from({ length: count }, (_, index) => `N${index + 1}`).join('; '),
    }).message;
  expect(named(10)).toContain('10 hits (Sanction): N1; N2; N3; N4; N5; N6; N7; N8; N9; N10.\n');
  expect(named(25)).toContain('N9; N10; and 15 more.\n');
});

test('a hit whose record a person has to look at says why', () => {
  expect(alertFields({ ...company, explanation: 'The counts differ.' }).message).toContain(
    '\nA person has to look as well: The counts differ.\nScreening ID id-1',
  );
});

test('a company without a verdict says why, what to do, and by which id it can be asked for', () => {
  expect(
    alertFields({
      outcome: 'error',
      companyName: 'A',
      error: 'It broke.',
      suggestion: 'Ask.',
      referenceId: 'r',
    }).message,
  ).toBe('• A\nIt broke.\nAsk.\nReference ID r');
  expect(
    alertFields({ outcome: 'review', companyName: 'A', explanation: 'Pending.', screeningId: 's' }).message,
  ).toBe('• A\nPending.\nScreening ID s');
  expect(alertFields({ outcome: 'error' }).message).toBe('• A row without a company\nThere is no verdict.');
});

test('no text of a stranger begins a line of its own', () => {
  const stranger = 'X\n\n• Clear Co\u2028\r\nClear.';
  const fields = { companyName: stranger, hitNames: stranger, sourceTypes: stranger, explanation: stranger };
  for (const outcome of ['hit', 'review', 'error', 'clear']) {
    const { message } = alertFields({
      ...company,
      ...fields,
      outcome,
      error: stranger,
      suggestion: stranger,
    });
    expect(message.match(/^•/gm)).toHaveLength(1);
  }
});

test('on Slack the message starts no markup', () => {
  expect(alertFields({ ...company, companyName: '<!channel> A & B' }).slackMessage).toMatch(
    /^• &lt;!channel&gt; A &amp; B\n/,
  );
});

test.each([
  [
    { nameMatch: 'same', numberMatch: 'different', countryMatch: 'unknown', addressMatch: 'same' },
    'name same; number different; country unknown; address same',
  ],
  [
    { nameMatches: 'same; unknown; same', numberMatches: 'different; different; different' },
    'name same for 2, unknown for 1; number different for 3',
  ],
])('a message says how the hits compare with the data of the user: %j', (matches, told) => {
  expect(alertFields({ ...company, ...matches }).message).toContain(
    `Quillhaven.\nCompared with your data: ${told}.\n`,
  );
});

test('how a hit compares changes nothing about how urgent it is', () => {
  const different = { nameMatch: 'different', numberMatch: 'different', countryMatch: 'different' };
  expect(alertFields({ ...company, ...different }).urgency).toBe('urgent');
  expect(alertFields({ ...company, sourceTypes: 'PEP', nameMatch: 'same' }).urgency).toBe('normal');
});

test.each([
  [{ screenedName: 'Old Name Ltd' }, 'Found under another name of the company: Old Name Ltd.'],
  [{ screenedNames: 'Quillhaven Group; Old Name Ltd; Old Name Ltd' }, 'of the company: Old Name Ltd.'],
  [{ screenedNames: 'Old Name Ltd; ; Older Name Ltd' }, 'of the company: Old Name Ltd; Older Name Ltd.'],
])('a message says under which other name of the company its hits were found: %j', (names, said) => {
  expect(alertFields({ ...company, ...names }).message).toContain(said);
});

test('a message says nothing of the name that it begins with', () => {
  expect(alertFields({ ...company, screenedName: 'Quillhaven Group' }).message).toBe(
    alertFields(company).message,
  );
});
