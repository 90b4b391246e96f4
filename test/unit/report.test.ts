// The report of a register: whatever a company, a hit or a person is called, it is text, and the page loads nothing.
import { createHash } from 'node:crypto';

import fc from 'fast-check';

import { runFigures } from '../../nodes/CompanyScreening/register/watch/runFigures';
import { decisionFigures } from '../../nodes/CompanyScreening/register/cases/decisionFigures';
import { html, table } from '../../nodes/CompanyScreening/operations/shared/html';
import {
  reportHtml,
  type Report,
  type ReportedCompany,
} from '../../nodes/CompanyScreening/operations/reports/report';
import { linesOf } from './register/linesOf';
import { aDecision, person, soundOf } from './register/decisions/aDecision';

const STRANGE = `<img src=x onerror=alert(1)> "Ca$$h" & $' $& $1 \`Co\` </style></td><script>alert(1)</script>`;
const report = (by: Partial<Report> = {}): Report => ({
  register: 'Screening register',
  madeAt: '2026-03-01T12:00:00.000Z',
  madeBy: 'Report, execution 7',
  limits: '',
  problems: [],
  months: [],
  runs: [],
  companies: [],
  allCompanies: 0,
  history: null,
  removals: [],
  decisions: [],
  recordedTwice: new Map(),
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
  own: { number: '', country: '' },
  hits: [],
  replies: ['a'.repeat(64)],
});

const CLOSING = [
  '## What this report does not prove',
  'The service does not say which version of which list it used. Whoever may edit the data tables of n8n, and computes their hashes again, can change what is reported here. Keep the report where nobody can change it, and compare the number of decisions and the hash of the newest one with those of earlier reports.',
];

test('an empty register makes a whole page that says so', () => {
  const page = reportHtml(report());
  expect(page).toMatch(
    /^<!doctype html>\n<html lang="en"><head><meta charset="utf-8">.*<title>Screening report: Screening register<\/title>.*<\/body><\/html>\n$/s,
  );
  expect(linesOf(page)).toEqual([
    '# Screening report',
    'Register | Screening register',
    'Made at (UTC) | 2026-03-01T12:00:00.000Z',
    'Made by | Report, execution 7',
    'Companies in this report | 0',
    'Companies in the register | 0',
    'With hits | 0',
    'Clear | 0',
    'To review, without a verdict | 0',
    'Failed | 0',
    'Decisions in the register | 0',
    'Hash of the newest decision | there is none',
    '## Problems',
    'None was found.',
    '## Companies with hits or without a verdict',
    '## Clear companies',
    'There are none.',
    '## Decisions',
    'There are none.',
    '## Runs',
    'There are none.',
    '## Tests of the screening',
    'There are none.',
    ...CLOSING,
  ]);
});

test('a whole report has the companies, hits, decisions, runs and problems of a register', () => {
  const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(64));
  const own = { number: 'HRB 12', country: 'DE' };
  const seen = { environment: 'production', screenedAt: '2026-02-28T23:00:00.000Z', screeningOption: 'Both' };
  const companies: ReportedCompany[] = [
    {
      item: {
        ...seen,
        ...{ outcome: 'hit', companyKey: 'P-1', companyName: 'Alder', screeningId: 'id-1' },
        ...{ referenceId: 'ref-1', explanation: 'Completed with 2 hits.' },
      },
      standing: '',
      own,
      hits: [
        {
          item: {
            ...{ name: 'ALDER LTD', screenedName: 'Alder', sourceId: 'list-7', sourceType: 'Sanction' },
            ...{ nameMatch: 'similar', numberMatch: 'same', countryMatch: 'same' },
            ...{ entityType: 'ENTITY', pepType: 'None', aliasNames: 'Alder Lines', aliasGivenNames: 'Al' },
            ...{ tlName: 'Alder Latin', jurisdiction: 'Velmoria', companyNumber: 'V-100' },
            ...{ address: '1 Quay Street', addressRemarks: 'closed', nameRemarks: 'old name' },
            ...{ sanctionDetails: 'Asset freeze', otherInformation: 'Vessels', links: 'alder.example' },
            hitFingerprint: 'f'.repeat(64),
          },
          standing: 'It is open.',
        },
        { item: {}, standing: '' },
      ],
      replies: [first ?? '', second ?? ''],
    },
    {
      ...company('review', 'Birch'),
      item: {
        ...{ ...seen, environment: 'sandbox' },
        ...{ outcome: 'review', reason: 'noAnswer', explanation: 'No answer came.', companyKey: 'Birch' },
        ...{ companyName: 'Birch', screeningId: null, referenceId: 'ref-2' },
      },
      standing: 'Nobody has decided about it.',
      replies: [],
    },
    {
      ...company('error', 'Cedar'),
      item: { outcome: 'error', companyName: 'Cedar', screeningOption: 'PEP' },
    },
    {
      ...company('review', ''),
      item: { outcome: 'review', companyKey: null, companyName: null },
      replies: [],
    },
    {
      ...company('clear', 'Dogwood'),
      item: { ...company('clear', 'Dogwood').item, ...seen, environment: 'sandbox' },
      replies: [first ?? '', third ?? ''],
    },
    { ...company('clear', 'Elm'), item: { outcome: 'clear', companyName: 'Elm' }, replies: [] },
  ];
  const decisions = [
    { ...soundOf(aDecision('falsePositive')), seal: second ?? '' },
    { ...soundOf(aDecision('sendAgain', person('ben'))), seal: third ?? '', name: '' },
    { ...soundOf(aDecision('close')), seal: first ?? '', companyKey: '', companyName: '', name: '' },
  ];
  const times = { startedAt: '2026-02-28T22:00:00.123Z', endedAt: '2026-02-28T23:59:59.999Z' };
  const numbers = {
    companies: 6,
    screenedNow: 5,
    remembered: 1,
    withHits: 1,
    clear: 2,
    reviews: 2,
    errors: 1,
  };
  const page = reportHtml(
    report({
      ...{ limits: 'company key P-1', problems: ['The row 3 was changed.', 'The row 4 is missing.'] },
      ...{
        companies,
        allCompanies: 9,
        decisions,
        allDecisions: 5,
        newestDecisions: [second ?? '', third ?? ''],
      },
      runs: [
        { ...times, ...numbers, state: 'ended', startedBy: 'Nightly, execution 3', run: 'not shown' },
        { startedAt: '2026-02-27T22:00:00.000Z', endedAt: null, state: 'going', companies: 0 },
      ],
    }),
  );
  expect(linesOf(page)).toEqual([
    '# Screening report',
    'Register | Screening register',
    'Made at (UTC) | 2026-03-01T12:00:00.000Z',
    'Made by | Report, execution 7',
    'Only | company key P-1',
    'Companies in this report | 6',
    'Companies in the register | 9',
    'With hits | 1',
    'Clear | 2',
    'To review, without a verdict | 2',
    'Failed | 1',
    'Decisions in the register | 5',
    `Hash of the newest decision | ${second}, ${third}`,
    'The register has other companies, too: this report has only those named above. The list of the latest run, 2026-02-28 22:00:00 (UTC), had 6 companies.',
    '2 of these 6 companies are from the sandbox: not real results. 1 is from production, and 3 have no answer that says from which of the two.',
    '## Problems',
    'The row 3 was changed.',
    'The row 4 is missing.',
    '## Companies with hits or without a verdict',
    '### P-1 Alder',
    'Outcome | hit',
    'Why | Completed with 2 hits.',
    'Your number | HRB 12',
    'Your country | DE',
    'Screened at (UTC) | 2026-02-28T23:00:00.000Z',
    'Environment | production',
    'Screening Option | Both',
    'Screening ID | id-1',
    'Reference ID | ref-1',
    `SHA-256 of the reply | ${first}, ${second}`,
    'Hit | ALDER LTD',
    'Found under your name | Alder',
    'Compared with your data | name similar; number same; country same',
    'Decision | It is open.',
    'List | list-7',
    'Source type | Sanction',
    'Kind | ENTITY',
    'PEP type | None',
    'Also known as | Alder Lines',
    'Given names | Al',
    'In Latin letters | Alder Latin',
    'Jurisdiction | Velmoria',
    'Company number | V-100',
    'Address | 1 Quay Street',
    'About the address | closed',
    'About the name | old name',
    'Sanctions | Asset freeze',
    'Other information | Vessels',
    'Links | alder.example',
    `Fingerprint | ${'f'.repeat(64)}`,
    'Hit | no name given',
    'Compared with your data | name unknown; number unknown; country unknown',
    '### Birch',
    'Outcome | review',
    'Reason | noAnswer',
    'Why | No answer came.',
    'Decided | Nobody has decided about it.',
    'Screened at (UTC) | 2026-02-28T23:00:00.000Z',
    'Environment | sandbox',
    'Screening Option | Both',
    'Reference ID | ref-2',
    '### Cedar',
    'Outcome | error',
    'Screening Option | PEP',
    `SHA-256 of the reply | ${'a'.repeat(64)}`,
    '### A company that is not known',
    'Outcome | review',
    '## Clear companies',
    'Company | Environment | Screening Option | Screened at (UTC) | Screening ID | Reference ID | SHA-256 of the reply',
    `P-1 Dogwood | sandbox | Both | 2026-02-28T23:00:00.000Z | id-1 | ref-1 | ${first}, ${third}`,
    'Elm | | | | | |',
    '## Decisions',
    'When (UTC) | Who | What | Company | Hit | Why | Hash',
    `2026-03-01 12:00:00 | ann@company.example (id-of-ann) | false positive | P-1 Alder | Somebody | Another company of that name | ${second}`,
    `2026-03-01 12:00:00 | ben@company.example (id-of-ben) | send again | P-1 Alder | | Another company of that name | ${third}`,
    `2026-03-01 12:00:00 | ann@company.example (id-of-ann) | close | A company that is not known | | Another company of that name | ${first}`,
    '## Runs',
    'Began (UTC) | Ended (UTC) | State | Started by | Companies | Screened now | From earlier | With hits | Clear | To review | Failed',
    '2026-02-28 22:00:00 | 2026-02-28 23:59:59 | ended | Nightly, execution 3 | 6 | 5 | 1 | 1 | 2 | 2 | 1',
    '2026-02-27 22:00:00 | | going | | 0 | | | | | |',
    '## Tests of the screening',
    'There are none.',
    ...CLOSING,
  ]);
});

test('the cover says that the register may have more than the latest list, tests of the screening aside', () => {
  const runs = [
    { kind: 'test', startedAt: '2026-02-28T23:00:00.000Z', companies: 0 },
    { kind: '', startedAt: '2026-02-28T22:00:00.000Z', companies: 1 },
    { kind: '', startedAt: '2026-02-27T22:00:00.000Z', companies: 7 },
  ];
  const companies = [company('clear', 'Alder'), company('clear', 'Birch')];
  const every = 'This report has every company of the register, whichever list it is from.';
  expect(linesOf(reportHtml(report({ companies, allCompanies: 2 })))).toContain(every);
  expect(linesOf(reportHtml(report({ companies, allCompanies: 2, runs })))).toContain(
    `${every} The list of the latest run, 2026-02-28 22:00:00 (UTC), had 1 company.`,
  );
});

test('the page may load nothing, run nothing and send nothing', () => {
  const page = reportHtml(report());
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
  );
  // No other style than its own.
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(page) ?? [];
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(page).not.toMatch(/<(script|link|img|iframe|object|form)|\b(src|href|url)\b\s*[=(]/);
});

test('on paper no row is cut in two, and a long hash breaks instead of being cut off', () => {
  expect(reportHtml(report())).toMatch(
    /<style>.*th, td \{[^}]*overflow-wrap: anywhere.*tr, h2, h3 \{ break-inside: avoid.*@media print/s,
  );
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
  expect(reportHtml(report({ companies: [sandbox] }))).toContain(
    'The company is from the sandbox: not real results.<',
  );
  const of = (environment: string | null) => ({ ...sandbox, item: { ...sandbox.item, environment } });
  expect(
    reportHtml(report({ companies: [sandbox, of('production'), of('production'), of(null)] })),
  ).toContain(
    '1 of these 4 companies is from the sandbox: not real results. 2 are from production, and 1 has no answer that says from which of the two.',
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
      report({
        ...{ register: text, madeBy: text, limits: text, problems: [text] },
        ...{ companies: [one], decisions: [decision], runs: [{ startedBy: text }] },
      }),
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
  expect(html`${'\u061C'}`.html).toBe('[U+061C]');
});

test('a text that a page cannot have is shown as unknown', () => {
  expect(html`${'a\0b'}`.html).toBe('a\uFFFDb');
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

test('a table says of each month what was open, and how long people took', () => {
  const month = (name: string, open: number, days: number | null) => ({
    ...{ month: { name, startMs: 0, endMs: 1, isFinished: true }, tests: [], environments: [] },
    runs: runFigures([], { late: new Set<string>(), nowMs: 0 }),
    decisions: { ...decisionFigures([]), medianDays: days, ninetyPercentDays: days && days * 2 },
    open: { count: open, since: [] },
  });
  const page = reportHtml(report({ months: [month('2026-02', 7, null), month('2026-03', 5, 1.25)] }));
  const lines = linesOf(page);
  expect(
    lines.slice(lines.indexOf('## Months'), lines.indexOf('## Companies with hits or without a verdict')),
  ).toEqual([
    '## Months',
    'Month | Open cases at its end | Days from a hit to its decision: half within | Nine of ten within',
    '2026-02 | 7 | none decided | none decided',
    '2026-03 | 5 | 1.3 | 2.5',
    'Months are of the whole register. Get Many with Get set to Figures has more of each month.',
  ]);
  expect(linesOf(reportHtml(report({ months: [] })))).not.toContain('## Months');
});

test('every screening and what was deleted on purpose have sections of their own', () => {
  const screening = {
    ...{ screenedAt: '2026-01-01T02:00:00.000Z', companyName: STRANGE, companyKey: 'P-1' },
    ...{ environment: 'production', screeningOption: 'Both', outcome: 'review', reason: 'pending' },
    ...{ hitNames: '', screeningId: 'id-1', referenceId: 'ref-1', run: 'run-1', inArchive: true },
  };
  const page = reportHtml(report({ history: [screening], removals: ['A company was forgotten.'] }));
  const lines = linesOf(page);
  expect(page).not.toContain('<img');
  expect(lines.slice(lines.indexOf('## Every screening'), lines.indexOf('## Decisions'))).toEqual([
    '## Every screening',
    'Screened at (UTC) | Company | Key | Environment | Option | Outcome | Reason | Hits | Screening ID | Reference ID | Run',
    `2026-01-01T02:00:00.000Z | ${STRANGE} | P-1 | production | Both | review | pending | | id-1 | ref-1 | run-1`,
  ]);
  expect(lines.slice(lines.indexOf('## Deleted on purpose'), -2)).toEqual([
    '## Deleted on purpose',
    'A company was forgotten.',
  ]);
  expect(linesOf(reportHtml(report({ history: [] })))).toEqual(
    expect.arrayContaining(['## Every screening', 'There are none.']),
  );
});

test('a test of the screening is no run of the list', () => {
  const tested = {
    ...{ kind: 'test', startedAt: '2026-03-01T01:00:00.000Z', endedAt: '2026-03-01T01:01:00.000Z' },
    ...{ startedBy: 'Yearly, execution 3 (trigger)', environment: 'production', names: 2, found: 1 },
    ...{ missed: 2, noAnswer: 0, noLongerFound: 2, madeUpFound: false },
  };
  const lines = linesOf(reportHtml(report({ runs: [tested] })));
  expect(lines.slice(lines.indexOf('## Runs'), -CLOSING.length)).toEqual([
    ...['## Runs', 'There are none.', '## Tests of the screening'],
    'Began (UTC) | Ended (UTC) | Started by | Environment | Known names | Found | Missed | Without an answer | Missed, and found by an earlier test | Made-up name found',
    '2026-03-01 01:00:00 | 2026-03-01 01:01:00 | Yearly, execution 3 (trigger) | production | 2 | 1 | 2 | 0 | 2 | false',
  ]);
});
