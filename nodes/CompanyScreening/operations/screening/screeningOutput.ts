// Output of Screen Company: what an item is, which fields it has, and how many outputs there are.
import * as z from 'zod/v4';

import { KEYS_ALWAYS_SELECTED, keysOfItem } from '../../names/itemKeys';
import { quantity } from '../../names/plainText';
import type { ItemResult } from '../shared/requestTask';
import type { CompanyCounts } from '../shared/companyCounts';
import { outputsOption } from '../shared/derivedFields';
import type { RunSummary, SplitOutputs } from '../shared/operation';
import { choiceOption, choicesOption, switchOption } from '../shared/optionKinds';

export const screeningOutputs: SplitOutputs = [
  { name: 'Hits', outcomes: ['hit'] },
  { name: 'Clear', outcomes: ['clear'] },
  { name: 'Review', outcomes: ['review'] },
];

/** Options that are read before there are items, from the node as it is saved. */
export const screeningPresentation = z.object({
  alertMessages: switchOption({
    displayName: 'Alert Messages',
    noDataExpression: true,
    description:
      'Whether to add items with messages about all companies that are not clear, for Slack ("slackMessage") and e-mail ("message"). The field "urgency" is urgent, normal, review, or none if all are clear. With three outputs they go to an output of their own, "Messages". Only with Content set to Simplified.',
  }),
  keysTogether: switchOption({
    displayName: 'Companies of One Key Together',
    noDataExpression: true,
    description:
      'Whether all companies with one Company Key go to the same of three outputs: to Hits if one of them has hits, else to Review unless all of them are clear. So a key in Clear has only clear companies. Only with Keep in Register.',
  }),
  outputs: outputsOption(screeningOutputs),
  sameColumns: switchOption({
    displayName: 'Same Columns for All Items',
    noDataExpression: true,
    description:
      'Whether every item, errors too, has the same fields in the same order, for a sheet: the company, the outcome, why, the fields of the input, then the rest. A field of the input that only has the company again is left out. With Content set to Selected Fields, only those, and of an error what went wrong, what to do, and whether it may have been charged. Not with Raw.',
  }),
  summaryItem: switchOption({
    displayName: 'Summary Item',
    noDataExpression: true,
    description:
      'Whether to add a last item, with the outcome "summary" and how many companies had hits, were clear or are to review. With three outputs it goes to an output of its own, "Summary".',
  }),
});

const ALL_KEYS = { matches: true, names: true, register: true };

/** Options of each item. */
export const screeningItemOutput = z.object({
  content: choiceOption(
    {
      displayName: 'Content',
      initial: 'simplified',
      description:
        'What each item contains. The field "outcome" is "clear" only if the service found nothing, "hit" if it found an entry on a watchlist, "review" if there is no verdict and a person must look (a review is not clear), and "error" if the screening failed (an error is not clear).',
    },
    [
      { name: 'Raw', value: 'raw', description: 'The hits and the screening as the service sent them' },
      {
        name: 'Selected Fields',
        value: 'selectedFields',
        description: 'Only the fields that you choose, and always the outcome',
      },
      { name: 'Simplified', value: 'simplified', description: 'Flat fields, ready for a spreadsheet' },
    ],
  ),
  evidence: switchOption({
    displayName: 'Evidence File',
    description:
      'Whether to add a file to each item (binary data "evidence") with what was asked and when, what the service answered, and the SHA-256 of the answer',
  }),
  fields: choicesOption(
    {
      displayName: 'Fields',
      displayOptions: { show: { content: ['selectedFields'] } },
      description:
        'Which fields to return in addition to outcome, reason, company name, total hits and screening ID. Company Key, Remembered and Screened At are there if answers are kept in the register, those that end with Match or Matches with Compare With, and Other Names, Screened Name and Screened Names with Other Names.',
    },
    [...new Set([...keysOfItem('hit', ALL_KEYS), ...keysOfItem('company', ALL_KEYS)])]
      .filter((key) => !KEYS_ALWAYS_SELECTED.has(key))
      .map((key) => ({ name: shownName(key), value: key })),
  ),
  itemsPer: choiceOption(
    {
      displayName: 'Items',
      initial: 'hit',
      description: 'How many items to return for each company',
    },
    [
      {
        name: 'One Item per Company',
        value: 'company',
        description: 'Every company is one item, with its hits together',
      },
      {
        name: 'One Item per Hit',
        value: 'hit',
        description: 'Each hit is an item; a company without hits is one item too',
      },
    ],
  ),
  noHits: choiceOption(
    {
      displayName: 'When There Are No Hits',
      description: 'What to return for a company that is clear',
    },
    [
      { name: 'Return an Item That Says Clear', value: 'returnItem' },
      { name: 'Return Nothing', value: 'returnNothing' },
    ],
  ),
});

/** A key as a person reads it: "screeningId" as "Screening ID". */
function shownName(key: string): string {
  const words = key
    .replaceAll(/([A-Z])/g, ' $1')
    .replace(/\bId\b/, 'ID')
    .replace(/\btl\b/, 'TL')
    .replace(/\bpep\b/, 'PEP');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The counts in words. A company of several kinds counts once; its other kinds stand beside it. */
export function screeningSummary(results: ItemResult[], all: CompanyCounts): RunSummary {
  const { withHits, withHitsToReview, hits, clear, toReview } = all;
  const details = [
    quantity(hits, 'hit', 'hits'),
    ...(withHitsToReview === 0 ? [] : [`${withHitsToReview} of these companies to review as well`]),
  ];
  return {
    counts: [
      ...nameCounts(results, all),
      `${withHits} with hits (${details.join('; ')})`,
      `${clear} clear`,
      `${toReview} to review`,
    ],
    next: [],
  };
}

/** The number of screenings, with Other Names. */
function nameCounts(results: ItemResult[], { screenings }: CompanyCounts): string[] {
  const isOfSeveral = results.some(
    ({ receipt }) => receipt.parts && receipt.id !== '' && !receipt.remembered,
  );
  return isOfSeveral ? [`${quantity(screenings, 'screening', 'screenings')}, since each name is one`] : [];
}
