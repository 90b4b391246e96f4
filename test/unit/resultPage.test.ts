// The page of a few companies for a colleague: the outcome in words, every hit, and no markup of a stranger.
import type { IDataObject } from 'n8n-workflow';

import { HIT_ROWS, resultPage } from '../../nodes/CompanyScreening/operations/screening/resultPage';

const input = { company: 'Gloom' };
const pageOf = (...items: IDataObject[]) =>
  resultPage(items.map((json) => ({ json: { companyName: 'Gloom', ...json }, input })));
/** Each field of a hit, with its own name in it. */
const FILLED = Object.fromEntries(
  ['screenedName', ...HIT_ROWS.map(([, key]) => key)].map((key) => [key, key]),
);
const textOf = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('every hit of a company is shown with its list, place and links', () => {
  const page = pageOf(
    { outcome: 'hit', name: 'Gloom SA', sourceType: 'Sanction', sourceId: 'V-1', jurisdiction: 'Velmoria' },
    { ...FILLED, outcome: 'hit', name: 'Gloom AG', sourceType: 'PEP', links: 'https://list.example/1' },
  );
  expect(textOf(page)).toBe(
    'Gloom: found on a watchlist 2 entries on watchlists may be this company. Compare with what you know. Hit Gloom SA List Sanction, V-1 Country Velmoria Hit Gloom AG Found under screenedName List PEP Number companyNumber Country jurisdiction Address address Kind entityType PEP type pepType Also known as aliasNames Given names aliasGivenNames In Latin letters tlName About the address addressRemarks About the name nameRemarks Sanctions sanctionDetails Other information otherInformation Links https://list.example/1',
  );
  expect(page).toContain('<a href="https://list.example/1"');
});

test.each([
  ['clear', { outcome: 'clear' }, 'Gloom: clear. The service found nothing'],
  [
    'a review',
    { outcome: 'review', explanation: 'Still pending.' },
    'Gloom: no verdict. It is not clear Still pending.',
  ],
  [
    'an error',
    { outcome: 'error', error: 'X.', forColleagues: 'X. Ask.' },
    'Gloom: not screened. It is not clear X. Ask.',
  ],
  ['an outcome that nobody knows', { outcome: 'new' }, 'Gloom: not screened. It is not clear'],
  ['nothing', {}, 'Gloom: not screened. It is not clear'],
])('a company that is %s is called so', (_, item, said) => {
  expect(textOf(pageOf(item))).toBe(said);
});

test.each(['review', 'error'])(
  'beside a clear item, one that is a %s keeps the company from being clear',
  (outcome) => {
    expect(textOf(pageOf({ outcome: 'clear' }, { outcome }))).toContain('It is not clear');
  },
);

test('it says when, by which id, and that the sandbox is not real', () => {
  const page = pageOf({
    ...{ outcome: 'clear', companyKey: 'C-1', screenedAt: '2026-03-01T12:00:00.000Z' },
    ...{ environment: 'sandbox', screeningId: 's-1', referenceId: 'r-1' },
  });
  expect(textOf(page)).toContain(
    'Customer number C-1 Screened (UTC) 2026-03-01 12:00:00 Environment Sandbox, not a real result Screening ID s-1 Reference ID r-1',
  );
  expect(page).not.toContain('\n');
});

test('a name of a stranger is a text, and nothing that n8n evaluates', () => {
  const name = '<img src=x>\n{{ 1 }} A$&B';
  expect(pageOf({ outcome: 'hit', companyName: name, name })).not.toMatch(/<img|\{\{|\$|\n/);
});

test('of many hits fifty are shown, and a long list has no page', () => {
  const hits = Array.from({ length: 60 }, () => ({ outcome: 'hit', name: 'Gloom' }));
  expect(textOf(pageOf(...hits))).toContain('And 10 more.');
  const companies = (count: number) =>
    resultPage(Array.from({ length: count }, (_, at) => ({ json: { outcome: 'clear' }, input: { at } })));
  expect(companies(20)).not.toBe('');
  expect(companies(21)).toBe('');
});
