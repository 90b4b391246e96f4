// The results of a few companies as a page for a colleague, who looks one up in a form: what was found, in words, and every hit.
import type { IDataObject } from 'n8n-workflow';

import { plainText, grouped } from '../../names/plainText';
import { html, LINKS, table, toTheSecond, type Html } from '../shared/html';
import type { AlertedItem } from '../shared/operation';

/** Companies of a page. A longer list is for a workbook. */
const MOST_COMPANIES = 20;
const MOST_HITS = 50;

/** HTML; empty for a long list. @param given simplified items, in the order of the companies */
export function resultPage(given: readonly AlertedItem[]): string {
  const companies = grouped(given, ({ input }) => input);
  if (companies.size > MOST_COMPANIES) return '';
  const page = html`${[...companies.values()].map((items) => companyHtml(items.map(({ json }) => json)))}`;
  // n8n makes a line of each line break, between tags too.
  return page.html
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

function companyHtml(items: readonly IDataObject[]): Html {
  const [first = {}] = items;
  const outcome = STRICTEST.find((one) => items.some((item) => item['outcome'] === one)) ?? 'error';
  const hits = items.filter((item) => item['outcome'] === 'hit');
  const found = hits.length === 1 ? '1 entry on a watchlist' : `${hits.length} entries on watchlists`;
  const said = plainText(first['forColleagues']) || plainText(first['explanation']);
  const shown = hits.slice(0, MOST_HITS);
  const left = hits.length - shown.length;
  return html`<p>
      <b>${plainText(first['companyName']) || 'A row without a company'}: ${WORDS[outcome]}</b>
    </p>
    <p>${outcome === 'hit' ? `${found} may be this company. Compare with what you know.` : ''} ${said}</p>
    ${shown.map(hitHtml)} ${left > 0 ? html`<p>And ${left} more.</p>` : ''}
    ${table([
      ['Customer number', first['companyKey'] === first['companyName'] ? '' : first['companyKey']],
      ['Screened (UTC)', toTheSecond(plainText(first['screenedAt']))],
      ['Environment', first['environment'] === 'sandbox' ? 'Sandbox, not a real result' : ''],
      ['Screening ID', first['screeningId']],
      ['Reference ID', first['referenceId']],
    ])}`;
}

/** Any other outcome is no verdict either. */
const STRICTEST = ['hit', 'review', 'error', 'clear'] as const;
const WORDS: Record<(typeof STRICTEST)[number], string> = {
  hit: 'found on a watchlist',
  review: 'no verdict. It is not clear',
  error: 'not screened. It is not clear',
  clear: 'clear. The service found nothing',
};

function hitHtml(hit: IDataObject): Html {
  const rows = [
    ['Hit', plainText(hit['name']) || 'no name given'],
    ['Found under', hit['screenedName']],
    ['List', [hit['sourceType'], hit['sourceId']].map(plainText).filter(Boolean).join(', ')],
    ...HIT_ROWS.map(([name, field]) => [name, hit[field]] as const),
  ] as const;
  return table(rows, { withLinks: true });
}

type HitRows = readonly (readonly [name: string, field: string])[];

const PLACE_ROWS: HitRows = [
  ['Number', 'companyNumber'],
  ['Country', 'jurisdiction'],
  ['Address', 'address'],
];

export const WHO_ROWS: HitRows = [
  ['Kind', 'entityType'],
  ['PEP type', 'pepType'],
  ['Also known as', 'aliasNames'],
  ['Given names', 'aliasGivenNames'],
  ['In Latin letters', 'tlName'],
];

export const REMARK_ROWS: HitRows = [
  ['About the address', 'addressRemarks'],
  ['About the name', 'nameRemarks'],
  ['Sanctions', 'sanctionDetails'],
  ['Other information', 'otherInformation'],
  [LINKS, 'links'],
];

/** Everything that a list says of a hit, besides its name. */
export const HIT_ROWS: HitRows = [...PLACE_ROWS, ...WHO_ROWS, ...REMARK_ROWS];
