// The report of a register: whatever a company, a hit or a person is called, it is text, and the page loads nothing.
import fc from 'fast-check';

import { html, table } from '../../nodes/CompanyScreening/operations/register/html';
import { reportHtml, type Report } from '../../nodes/CompanyScreening/operations/register/report';
import { aDecision, soundOf } from './register/decisions/aDecision';

const STRANGE = `<img src=x onerror=alert(1)> "Ca$$h" & $' $& $1 \`Co\` </style></td><script>alert(1)</script>`;
const report = (by: Partial<Report> = {}): Report => ({
  register: 'Screening register',
  madeAt: '2026-03-01T12:00:00.000Z',
  madeBy: 'Report, execution 7',
  limits: '',
  problems: [],
  runs: [],
  companies: [],
  decisions: [],
  allDecisions: 0,
  newestDecisions: [],
  ...by,
});
const company = (outcome: string, name: string) => ({
  item: {
    outcome,
    companyKey: 'P-1',
    companyName: name,
    screeningId: 'id-1',
    referenceId: 'ref-1',
    environment: 'production',
  },
  standing: '',
  own: { number: '', country: '', address: '' },
  hits: [],
  replies: ['a'.repeat(64)],
});

test('an empty register makes a whole page that says so', () => {
  const page = reportHtml(report());
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(page).toContain('there is none');
  expect(page).toContain('None was found.');
});

test('the page may load nothing, run nothing and send nothing', () => {
  const page = reportHtml(report());
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
  );
  expect(page).not.toMatch(/<(script|link|img|iframe|object|form)|\b(src|href|url)\b\s*[=(]/);
});

test('it names ids, hashes, decisions and what is wrong', () => {
  const decision = soundOf(aDecision('trueMatch'));
  const hit = { item: { name: 'Somebody', hitFingerprint: 'f'.repeat(64) }, standing: 'True match.' };
  const page = reportHtml(
    report({
      problems: ['The row 3 was changed.'],
      companies: [{ ...company('hit', 'Alder'), hits: [hit] }, company('clear', 'Birch')],
      decisions: [decision],
      allDecisions: 5,
      newestDecisions: [decision.seal],
      runs: [{ startedAt: '2026-03-01T00:00:00.000Z', companies: 2 }],
      limits: 'company key P-1',
    }),
  );
  for (const text of [
    'Alder',
    'Birch',
    'id-1',
    'ref-1',
    'a'.repeat(64),
    'f'.repeat(64),
    'Somebody',
    'True match.',
  ])
    expect(page).toContain(text);
  for (const text of [decision.seal, decision.reason, 'ann@company.example', 'The row 3 was changed.', '>5<'])
    expect(page).toContain(text);
  expect(page).toContain('company key P-1');
});

test('a company without a verdict never stands among the clear ones', () => {
  const outcomes = ['hit', 'review', 'error', 'gone', 'odd'];
  const page = reportHtml(
    report({ companies: outcomes.map((outcome) => company(outcome, `Co ${outcome}`)) }),
  );
  const [, clear = ''] = page.split('<h2>Clear companies</h2>');
  const [list = ''] = clear.split('<h2>');
  expect(list).toContain('There are none.');
  expect(page).not.toContain('sandbox: not real');
  const sandbox = {
    ...company('clear', 'Birch'),
    item: { ...company('clear', 'B').item, environment: 'sandbox' },
  };
  expect(reportHtml(report({ companies: [sandbox] }))).toContain('1 of these companies are from the sandbox');
});

test.each(['register', 'madeBy', 'limits'] as const)('the text %s is escaped, dollar signs too', (name) => {
  const page = reportHtml(report({ [name]: STRANGE }));
  expect(page).not.toMatch(/<img|<script/);
  expect(page).toContain(
    '&#60;img src=x onerror=alert(1)&#62; &#34;Ca&#36;&#36;h&#34; &#38; &#36;&#39; &#36;&#38; &#36;1 &#96;Co&#96; &#60;/style&#62;',
  );
});

test('whatever the texts are, the page has the same tags as with plain ones', () => {
  const tagsOf = (text: string) => {
    const decision = {
      ...soundOf(aDecision('falsePositive')),
      reason: text,
      name: text,
      decidedByAddress: text,
    };
    const one = {
      ...company('hit', text),
      standing: text,
      hits: [{ item: { name: text, address: text }, standing: text }],
    };
    const page = reportHtml(
      report({ problems: [text], companies: [one], decisions: [decision], runs: [{ startedBy: text }] }),
    );
    return page.match(/<[^>]*>/g)?.filter((tag) => !tag.startsWith('<meta')) ?? [];
  };
  const plain = tagsOf('x');
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom(STRANGE, '\0', "$'", '</td>')),
      (text) => {
        expect(tagsOf(text)).toEqual(plain);
      },
    ),
  );
});

test('a mark that turns the direction of writing is shown by its number', () => {
  expect(html`${'Acme \u202Edtl'} ${['\u200F', '\u2066']}`.html).toBe('Acme [U+202E]dtl [U+200F][U+2066]');
});

test('each hit says under which name it was found, and what compares with the data of the company', () => {
  const hit = {
    name: 'Somebody',
    screenedName: 'Alder Trading',
    numberMatch: 'different',
    countryMatch: 'same',
  };
  const page = reportHtml(
    report({
      companies: [
        {
          ...company('hit', 'Alder; Alder Trading'),
          own: { number: 'HRB 12', country: '', address: '' },
          hits: [{ item: hit, standing: '' }],
        },
      ],
    }),
  );
  for (const text of [
    'Alder Trading',
    'HRB 12',
    'name unknown; number different; country same; address unknown',
  ])
    expect(page).toContain(text);
  expect(page).not.toContain('Your address');
});

test('a row without a text is left out', () => {
  expect(
    table([
      ['Empty', ''],
      ['Nothing', null],
      ['Zero', 0],
    ]).html,
  ).toMatch(/Zero/);
  expect(
    table([
      ['Empty', ''],
      ['Nothing', null],
    ]).html,
  ).not.toMatch(/Empty|Nothing/);
  expect(html`${true}${null}${['<', html`<b>x</b>`]}`.html).toBe('true&#60;<b>x</b>');
});
