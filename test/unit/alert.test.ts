// The option Alert Messages: how urgent a company is, the lines that people read about it, and the messages that name it.
import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { alertMessages, alertOf } from '../../nodes/CompanyScreening/operations/screening/alert';
import { countsFor, onlyOne } from './builders';

const RUN = {
  counts: { ...countsFor([]), companies: 3, withHits: 1, clear: 2 },
  environment: 'production',
} as const;
const messagesFor = (...items: IDataObject[]) =>
  alertMessages(
    items.map((json) => ({ json, input: {} })),
    RUN,
  );
/** A field that is a text. */
const textIn = (item: IDataObject, field: string): string => {
  const text = item[field];
  if (typeof text !== 'string') throw new Error(`${field} is no text.`);
  return text;
};
/** What the only message says of its companies, under its heading. */
const told = (...items: IDataObject[]): string =>
  textIn(onlyOne(messagesFor(...items)), 'message')
    .split('\n\n')
    .slice(1)
    .join('\n\n');

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

const single = { outcome: 'hit', companyName: 'A', name: 'B' };
const gone = { ...company, outcome: 'gone', hitNames: undefined, name: 'Quillhaven', change: 'gone' };
const clearNow = { ...company, outcome: 'clear', change: 'gone' };
const different = { nameMatch: 'different', numberMatch: 'different', countryMatch: 'different' };

test.each<[urgency: string, item: IDataObject]>([
  ['normal', { ...company, sourceTypes: 'PEP' }],
  ['normal', { ...company, sourceTypes: 'Other' }],
  ['normal', { ...company, sourceTypes: 'PEP; Other' }],
  ['urgent', { ...company, sourceTypes: 'Sanction' }],
  ['urgent', { ...company, sourceTypes: 'Criminal' }],
  ['urgent', { ...company, sourceTypes: 'PEP; Sanction' }],
  ['urgent', { ...company, sourceTypes: 'Criminal; Other' }],
  ['urgent', { ...company, sourceTypes: 'Mystery' }],
  ['urgent', { ...company, sourceTypes: 'pep' }],
  ['urgent', { ...company, sourceTypes: '' }],
  ['urgent', { ...company, sourceTypes: null }],
  ['urgent', { ...company, sourceTypes: 7 }],
  // How a hit compares changes nothing about how urgent it is.
  ['urgent', { ...company, ...different }],
  ['normal', { ...company, sourceTypes: 'PEP', nameMatch: 'same' }],
  ['normal', { ...single, sourceType: 'PEP' }],
  ['urgent', { ...single, sourceType: 'Sanction' }],
  ['urgent', single],
  ['review', gone],
  ['review', clearNow],
  ['none', { companyName: 'A', outcome: 'clear' }],
  ['review', { companyName: 'A', outcome: 'review' }],
  ['review', { companyName: 'A', outcome: 'error' }],
  ['review', { companyName: 'A', outcome: 'gone' }],
  ['review', { companyName: 'A', outcome: undefined }],
  ['review', { companyName: 'A', outcome: ['clear'] }],
])('%s: an item that says %j', (urgency, item) => {
  expect(alertOf(item, {}).urgency).toBe(urgency);
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
  (by, said) => {
    expect(told({ ...company, ...by })).toBe(`• Quillhaven Group\n${said}\nScreening ID id-1`);
  },
);

const named = (count: number) => ({
  ...{ ...company, totalHits: count },
  hitNames: Array.from({ length: count }, (_, index) => `N${index + 1}`).join('; '),
});
const fullStops = { hitNames: 'Gloom Ltd.', screenedNames: 'Gloom & Co.', companyName: 'Gloom' };

test.each<[string, IDataObject, says: RegExp | string]>([
  [
    'names the company, its hits by source type, and the screening',
    company,
    '• Quillhaven Group\n1 hit (Sanction): Quillhaven.\nScreening ID id-1',
  ],
  [
    'does not tell as clear what is no longer listed',
    gone,
    '• Quillhaven Group\nNo longer listed: Quillhaven.\nScreening ID id-1',
  ],
  [
    'says of a clear company what is no longer listed',
    clearNow,
    /what was listed before is no longer listed/,
  ],
  ['makes no second full stop', { ...company, ...fullStops }, /^(?!.*\.\.).*Gloom Ltd\.\n/s],
  ['names ten hits', named(10), /10 hits \(Sanction\): N1; N2; N3; N4; N5; N6; N7; N8; N9; N10\.\n/],
  ['names ten of many hits, and counts the others', named(25), /N9; N10; and 15 more\.\n/],
  [
    'says why a person has to look at the record of a hit',
    { ...company, explanation: 'The counts differ.' },
    /\nA person has to look as well: The counts differ\.\nScreening ID id-1/,
  ],
  [
    'says of a company that failed why, what to do, and by which id it can be asked for',
    { outcome: 'error', companyName: 'A', error: 'It broke.', suggestion: 'Ask.', referenceId: 'r' },
    '• A\nIt broke.\nAsk.\nReference ID r',
  ],
  [
    'says of a company without a verdict why, and by which id it can be asked for',
    { outcome: 'review', companyName: 'A', explanation: 'Pending.', screeningId: 's' },
    '• A\nPending.\nScreening ID s',
  ],
  [
    'says of a row without a company that there is no verdict',
    { outcome: 'error' },
    '• A row without a company\nThere is no verdict.',
  ],
  [
    'says nothing of the name that it begins with',
    { ...company, screenedName: 'Quillhaven Group' },
    '• Quillhaven Group\n1 hit (Sanction): Quillhaven.\nScreening ID id-1',
  ],
])('a message %s', (_, item, says) => {
  if (typeof says === 'string') expect(told(item)).toBe(says);
  else expect(told(item)).toMatch(says);
});

test('no text of a stranger begins a line of its own', () => {
  const stranger = 'X\n\n• Clear Co\u2028\r\nClear.';
  const fields = { companyName: stranger, hitNames: stranger, sourceTypes: stranger, explanation: stranger };
  for (const outcome of ['hit', 'review', 'error']) {
    const text = told({ ...company, ...fields, outcome, error: stranger, suggestion: stranger });
    expect(text.match(/^•/gm)).toHaveLength(1);
  }
});

test('on Slack the message starts no markup', () => {
  const { slackMessage } = onlyOne(messagesFor({ ...company, companyName: '<!channel> A & B' }));
  expect(slackMessage).toContain('\n\n• &lt;!channel&gt; A &amp; B\n');
});

test.each([
  [
    { nameMatch: 'same', numberMatch: 'different', countryMatch: 'unknown' },
    'name same; number different; country unknown',
  ],
  [
    { nameMatches: 'same; unknown; same', numberMatches: 'different; different; different' },
    'name same for 2, unknown for 1; number different for 3',
  ],
])('a message says how the hits compare with the data of the user: %j', (matches, said) => {
  expect(told({ ...company, ...matches })).toContain(`Quillhaven.\nCompared with your data: ${said}.\n`);
});

test.each([
  [{ screenedName: 'Old Name Ltd' }, 'Found under another name of the company: Old Name Ltd.'],
  [{ screenedNames: 'Quillhaven Group; Old Name Ltd; Old Name Ltd' }, 'of the company: Old Name Ltd.'],
  [{ screenedNames: 'Old Name Ltd; ; Older Name Ltd' }, 'of the company: Old Name Ltd; Older Name Ltd.'],
])('a message says under which other name of the company its hits were found: %j', (names, said) => {
  expect(told({ ...company, ...names })).toContain(said);
});

test('each message says what it is about, and the totals of the list', () => {
  const messages = alertMessages(
    [
      { json: { outcome: 'error', companyName: 'A', error: 'It broke.' }, input: {} },
      { json: company, input: {} },
      { json: { outcome: 'clear', companyName: 'B' }, input: {} },
      { json: { ...company, sourceTypes: 'PEP' }, input: {} },
    ],
    { ...RUN, environment: 'sandbox' },
  );
  expect(messages.map(({ urgency, companies, subject }) => [urgency, companies, subject])).toEqual([
    ['urgent', 1, 'Sandbox, not real: Company screening: 1 with urgent hits'],
    ['normal', 1, 'Sandbox, not real: Company screening: 1 with hits that are not urgent'],
    ['review', 1, 'Sandbox, not real: Company screening: 1 to review'],
  ]);
  for (const message of messages) {
    expect(textIn(message, 'message').split('\n\n')[0]).toBe(
      `${textIn(message, 'subject')}\n3 companies on the list: 1 with hits, 2 clear, 0 without a verdict.`,
    );
  }
});

test('a list on which all is clear is one message too, so that silence is never good news', () => {
  expect(onlyOne(messagesFor({ outcome: 'clear', companyName: 'B' }))).toMatchObject({
    ...{ outcome: 'message', urgency: 'none', companies: 0, part: 1, parts: 1 },
    message:
      'Company screening: nothing to do\n3 companies on the list: 1 with hits, 2 clear, 0 without a verdict.',
  });
});

test('two customers of one name are two lines, and a customer that is listed twice is one', () => {
  const of = (companyKey: string | undefined, row: number) => ({
    json: { ...company, companyKey: 'Quillhaven Group' },
    input: { row, ...(companyKey === undefined ? {} : { companyKey }) },
  });
  const given = [of('007', 2), of('008', 3), of('007', 4), of(undefined, 5)];
  const lines = textIn(onlyOne(alertMessages(given, RUN)), 'message').match(/^•.*$/gm);
  expect(lines).toEqual([
    '• Quillhaven Group (No. 007, rows 2, 4)',
    '• Quillhaven Group (No. 008, row 3)',
    '• Quillhaven Group (row 5)',
  ]);
});

test('of many rows of a customer ten are named, and each once', () => {
  const given = [...Array(12).keys(), 1].map((row) => ({ json: company, input: { row } }));
  expect(textIn(onlyOne(alertMessages(given, RUN)), 'message')).toContain(
    '(rows 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more)',
  );
});

test('150 companies with ten hits each take three messages, and each is named in one of them', () => {
  const names = Array.from({ length: 150 }, (_, index) => `Company No ${index + 1}.`);
  const hitNames = Array.from({ length: 10 }, (_, index) => `${'A listed name & Sons '.repeat(2)}${index}`);
  const messages = messagesFor(
    ...names.map((companyName) => ({
      ...company,
      companyName,
      totalHits: 10,
      hitNames: hitNames.join('; '),
    })),
  );
  expect(messages.map(({ subject }) => subject)).toEqual(
    [1, 2, 3].map((part) => `Company screening: 150 with urgent hits (${part} of 3)`),
  );
  const named = messages.flatMap((message) => textIn(message, 'message').match(/(?<=^• ).*$/gm) ?? []);
  expect(named).toEqual(names);
});

test('no message is longer than Slack takes, whatever the texts are, and every company begins a line', () => {
  const long = fc.tuple(
    fc.constantFrom('&', '<', '𝒜', 'a', '\n•', '; '),
    fc.integer({ min: 0, max: 12_000 }),
  );
  const text = long.map(([sign, times]) => sign.repeat(times));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 12 }), (all) => {
      const messages = messagesFor(
        ...all.map(([companyName, hitNames, explanation], index) => ({
          ...company,
          ...{ companyName: `${index} ${companyName}`, hitNames, explanation },
        })),
      );
      for (const message of messages) expect(textIn(message, 'slackMessage').length).toBeLessThan(31_000);
      const named = messages.flatMap((message) => textIn(message, 'message').match(/^• \d+/gm) ?? []);
      expect(named).toEqual(all.map((_, index) => `• ${index}`));
    }),
    { numRuns: 50 },
  );
});
