// The sheet Summary: what happened to the list, in a minute. It says so if the items leave something unknown.
import { SHEETS } from '../../names/ownWorkbook';
import { plainText, quantity, sentences } from '../../names/plainText';
import type { CellContent, SheetContent, TextLook } from '../../workbook/content';
import { answeredWords, countsSentence, unprovenWords, type CompanyCounts } from '../shared/companyCounts';
import {
  areOfSeveralTimes,
  differences,
  distinctTexts,
  environmentsOf,
  screenedBetween,
  type WorkbookCompanies,
} from './workbookCompanies';
import type { GivenItems } from './givenItems';
import { inWords, shownText } from './itemCells';
import type { VerdictItem } from './ownFields';
import { isOnlyProof, proofProblems, proofSentences } from './proof';
import { OUTCOMES, type ShownOutcome } from './shownFields';

export interface WorkbookMaking {
  workflow: string;
  execution: string;
  /** Epoch milliseconds. */
  madeAt: number;
  packageVersion: string;
}

type PageRow = readonly CellContent[];

export interface SummaryFacts {
  given: GivenItems;
  listed: WorkbookCompanies;
  /** The files from which the companies come. */
  lists: readonly string[];
  making: WorkbookMaking;
}

export function summarySheet({ given, listed, lists, making }: SummaryFacts): SheetContent {
  const { counts } = listed;
  const warning = sandboxWarning(given);
  const problems = given.problems.length;
  const page: PageRow[] = [
    [{ is: 'text', text: 'Company screening', look: 'title' }],
    ...(isOnlyProof(given) ? [] : [lead(countsSentence(counts))]),
    ...proofSentences(given).map(lead),
    ...(warning === '' ? [] : [across(warning, 'banner')]),
    ...differences(given.summaries, listed).map((sentence) => across(sentence, 'banner')),
    ...(problems === 0
      ? []
      : [across(`${quantity(problems, 'problem', 'problems')} in the register: see Problems`, 'banner')]),
    ...proofProblems(given).map((sentence) => across(sentence, 'banner')),
    ...(isOnlyProof(given)
      ? []
      : [
          ...section('What came out', outcomeRows(counts)),
          ...section('What was screened', screenedRows(given, listed, lists)),
        ]),
    ...section('Where this comes from', [
      row('Workflow', making.workflow),
      row('Execution', making.execution),
      [label('Workbook made at'), { is: 'time', at: making.madeAt }],
      row('Made with', 'Company Screening for n8n', `n8n-nodes-company-screening ${making.packageVersion}`),
    ]),
    ...(isOnlyProof(given)
      ? []
      : section('What clear means', [
          row('Clear means', 'Nothing was found', CLEAR_MEANS),
          row('Clear does not mean', 'Approved', CLEAR_DOES_NOT_MEAN),
        ])),
  ];
  return {
    name: SHEETS.summary,
    tab: warning === '' ? 'none' : 'magenta',
    isPage: true,
    columns: [
      { heading: '', width: 26 },
      { heading: '', width: 34 },
      { heading: '', width: 76 },
    ],
    rowCount: page.length,
    rowAt: (index) => page[index] ?? [],
  };
}

/** Empty if all results are real. */
export function sandboxWarning(given: GivenItems): string {
  const environments = environmentsOf(given);
  if (!environments.includes('sandbox')) return '';
  return environments.length === 1
    ? 'Sandbox: not real results'
    : 'Partly sandbox: some of these are not real results';
}

const CLEAR_MEANS =
  'The service said that it found no hit: for the name that was screened, in the lists that it searched, at the time of the screening.';
const CLEAR_DOES_NOT_MEAN =
  'It is not an approval of the business. Only this name was screened: another spelling may have a hit, and so may the owners of the company or its directors. The service does not say which version of its lists it used, and lists change every day.';

const NOT_KNOWN = 'not known';

const lead = (of: string): PageRow => [{ is: 'text', text: of, look: 'lead' }];

const label = (of: string): CellContent => ({ is: 'text', text: of, look: 'label' });

function row(name: string, value: number | string, note = ''): PageRow {
  const shown: CellContent = typeof value === 'number' ? { is: 'number', value } : shownText(value);
  return [label(name), shown, note === '' ? null : shownText(note)];
}

/** A line in its colour over the whole page. */
const across = (line: string, look: TextLook): PageRow => [
  { is: 'text', text: line, look },
  { is: 'text', text: '', look },
  { is: 'text', text: '', look },
];

const section = (title: string, rows: readonly PageRow[]): PageRow[] => [
  [],
  across(title, 'heading'),
  ...rows,
];

function outcomeRows(counts: CompanyCounts): PageRow[] {
  const { companies, rows, withHits, withHitsToReview, hits, toReview, failed, notProcessed, clear } = counts;
  const also =
    withHitsToReview > 0 &&
    `${withHitsToReview} of the ${withHits} also ${withHitsToReview === 1 ? 'needs' : 'need'} a look: To Review has ${withHitsToReview === 1 ? 'it' : 'them'} as well.`;
  return [
    row(
      'Companies',
      companies,
      rows === companies
        ? 'Each one is counted once, under its outcome.'
        : `In ${quantity(rows, 'row', 'rows')} of the list. Each company is counted once, under its outcome.`,
    ),
    outcomeRow('hit', withHits, sentences(`${quantity(hits, 'hit', 'hits')} in all.`, also)),
    outcomeRow('review', toReview, 'No verdict: a person has to look. They are not clear.'),
    outcomeRow('error', failed + notProcessed, 'No answer. They are not clear. Errors says what to do.'),
    outcomeRow('clear', clear, 'The service found nothing; see below what that means.'),
  ];
}

function outcomeRow(outcome: ShownOutcome, count: number, note: string): PageRow {
  const { group, colour } = OUTCOMES[outcome];
  return [{ is: 'text', text: group, look: colour }, { is: 'number', value: count }, shownText(note)];
}

function screenedRows(
  given: GivenItems,
  { companies, counts }: WorkbookCompanies,
  lists: readonly string[],
): PageRow[] {
  const { verdicts, runs, decisions } = given;
  const repeated = companies.filter(({ items }) => areOfSeveralTimes(items)).length;
  const { first, last } = screenedBetween(verdicts);
  const time = (name: string, at: number | null): PageRow =>
    at === null ? row(name, NOT_KNOWN) : [label(name), { is: 'time', at }];
  return [
    ...listRows(lists),
    time('First screened at', first),
    time('Last screened at', last),
    ...(repeated === 0 ? [] : [row('Screened several times', repeated, SEVERAL_TIMES)]),
    row('Lists asked', inList(verdicts, 'screeningOption')),
    row('Environment', inList(verdicts, 'environment')),
    row('Control', ...controlOf(given)),
    row('Register', ...registerOf(given, counts)),
    ...(runs.length === 0 ? [] : [row('Runs', runs.length)]),
    ...(decisions.length === 0 ? [] : [row('Decisions', decisions.length)]),
  ];
}

const inList = (items: readonly VerdictItem[], key: string): string =>
  distinctTexts(items, key).map(inWords).join(', ') || NOT_KNOWN;

function listRows(lists: readonly string[]): PageRow[] {
  if (lists.length > 0)
    return lists.map((list) => row('List', list, NOT_READ.test(list) ? NOT_SCREENED : ''));
  return [
    row(
      'List',
      NOT_KNOWN,
      'The items do not say from which file and sheet they come. Switch Include Input Fields on in Screen Company.',
    ),
  ];
}

const SEVERAL_TIMES =
  'For these companies, there are items of several screenings. Each company counts under the strictest of them: one that is clear now may be a hit here because of an older screening.';

const NOT_READ = /; not read: /;
const NOT_SCREENED = 'What was not read was not screened either.';

/** The control's result, if the run gave a Summary Item. */
function controlOf({ summaries, verdicts }: GivenItems): [string, string?] {
  const said = new Set(summaries.map(({ control }) => plainText(control)));
  const names = [...new Set(summaries.map(({ controlName }) => plainText(controlName)))].filter(Boolean);
  const name = ['The Control Name', ...names.map((one) => `"${one}"`)].join(' ');
  const hasFailed =
    said.has('failed') ||
    said.has('unanswered') ||
    verdicts.some(({ fields }) => fields['reason'] === 'controlFailed');
  if (hasFailed) return ['Not found', `${name} was not found, so ${unprovenWords()}.`];
  if (said.has('held')) return ['Found', `${name} was found, as it should be.`];
  if (said.has('notScreened')) return ['Not screened', `${name} was not screened, since nothing was sent.`];
  return said.has('none') ? ['None', 'No Control Name was entered.'] : [NOT_KNOWN];
}

function registerOf({ summaries, verdicts }: GivenItems, counts: CompanyCounts): [string, string?] {
  const names = [...new Set(summaries.map(({ register }) => plainText(register)))].filter(Boolean);
  if (names.length > 0 || verdicts.some(({ fields }) => 'remembered' in fields))
    return [names.join(', ') || 'Kept in a register', `${answeredWords(counts, 'screened in this run')}.`];
  return summaries.some(({ register }) => register === null)
    ? ['None', 'The answers are kept only here and in the execution.']
    : [NOT_KNOWN];
}
