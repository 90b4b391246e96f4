// The report of a register as one HTML file that a person can print. Pure; every text in it is escaped, and it loads nothing.
import type { IDataObject } from 'n8n-workflow';

import type { Decision } from '../../register/rows/decisionRows';
import { TEST } from '../../register/rows/testRows';
import { DECIDED_WORDS, comparedText } from '../desk/decisionWords';
import { REMARK_ROWS, WHO_ROWS } from '../screening/resultPage';
import { html, htmlPage, table, textField, toTheSecond, type Html } from '../shared/html';
import { inDays, type MonthFigures } from './figures';
import { coverNotes, historySection, listOfAll, removalsSection } from './reportSections';

export interface Report {
  register: string;
  /** ISO 8601. */
  madeAt: string;
  /** The workflow and the execution. */
  madeBy: string;
  /** The limits of the filters, in words; empty if there are none. */
  limits: string;
  problems: readonly string[];
  /** Months of the whole register, the oldest first. */
  months: readonly MonthFigures[];
  /** The newest first, as Get Many gives them. */
  runs: readonly IDataObject[];
  companies: readonly ReportedCompany[];
  /** Companies of the whole register, whatever the filters say. */
  allCompanies: number;
  /** Screenings that pass the filters, as Get Many gives them; null if they were not asked for. */
  history: readonly IDataObject[] | null;
  /** Deletions on purpose, in a sentence each. */
  removals: readonly string[];
  /** The decisions in their order. */
  decisions: readonly Decision[];
  /** Decisions that count as one with an earlier one, by their ids. */
  recordedTwice: ReadonlyMap<string, Decision>;
  /** Decisions of the whole register, whatever the filters say. */
  allDecisions: number;
  newestDecisions: readonly string[];
}

export interface ReportedCompany {
  /** The item as Get Many gives it. */
  item: IDataObject;
  /** The decision about a missing verdict; empty if there is none. */
  standing: string;
  /** The user's data about it when it was screened; empty if nothing was entered. */
  own: Record<'country' | 'number', string>;
  hits: readonly ReportedHit[];
  /** SHA-256 of each reply that counts, as it was received. */
  replies: readonly string[];
}

interface ReportedHit {
  item: IDataObject;
  standing: string;
}

export function reportHtml(report: Report): string {
  const { register, companies, problems } = report;
  const outcomes = companies.map(({ item }) => item['outcome']);
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  const body = html`<h1>Screening report</h1>
    ${table([
      ['Register', register],
      ['Made at (UTC)', report.madeAt],
      ['Made by', report.madeBy],
      ['Only', report.limits],
      ['Companies in this report', companies.length],
      ['Companies in the register', report.allCompanies],
      ['With hits', count('hit')],
      ['Clear', count('clear')],
      ['To review, without a verdict', count('review')],
      ['Failed', count('error')],
      ['Decisions in the register', report.allDecisions],
      ['Hash of the newest decision', report.newestDecisions.join(', ') || 'there is none'],
    ])}
    ${coverNotes({ ...report, companies: companies.map(({ item }) => item) })}
    <h2>Problems</h2>
    ${
      problems.length === 0
        ? html`<p>None was found.</p>`
        : html`<ul>
            ${problems.map((one) => html`<li>${one}</li>`)}
          </ul>`
    }
    ${monthsSection(report.months)}
    <h2>Companies with hits or without a verdict</h2>
    ${companies.filter(({ item }) => item['outcome'] !== 'clear').map(companySection)}
    <h2>Clear companies</h2>
    ${listOfAll(
      CLEAR_COLUMNS,
      companies.filter(({ item }) => item['outcome'] === 'clear'),
    )}
    ${historySection(report.history)}
    <h2>Decisions</h2>
    ${decisionTable(report)}
    <h2>Runs</h2>
    ${listOfAll(
      RUN_COLUMNS,
      report.runs.filter(({ kind }) => kind !== TEST),
    )}
    <h2>Tests of the screening</h2>
    ${listOfAll(
      TEST_COLUMNS,
      report.runs.filter(({ kind }) => kind === TEST),
    )}
    ${removalsSection(report.removals)}
    <h2>What this report does not prove</h2>
    <p>
      The service does not say which version of which list it used. Whoever may edit the data tables of n8n,
      and computes their hashes again, can change what is reported here. Keep the report where nobody can
      change it, and compare the number of decisions and the hash of the newest one with those of earlier
      reports.
    </p>`;
  return htmlPage(`Screening report: ${register}`, body);
}

/** Empty before the first run. */
function monthsSection(months: readonly MonthFigures[]): Html {
  if (months.length === 0) return html``;
  return html`<h2>Months</h2>
    ${listOfAll(MONTH_COLUMNS, months)}
    <p>Months are of the whole register. Get Many with Get set to Figures has more of each month.</p>`;
}

const MONTH_COLUMNS = [
  ['Month', ({ month }: MonthFigures) => month.name],
  ['Open cases at its end', ({ open }: MonthFigures) => open.count ?? 'not counted'],
  [
    'Days from a hit to its decision: half within',
    ({ decisions }: MonthFigures) => inDays(decisions.medianDays) ?? 'none decided',
  ],
  [
    'Nine of ten within',
    ({ decisions }: MonthFigures) => inDays(decisions.ninetyPercentDays) ?? 'none decided',
  ],
] as const;

const idRows = ({ item, replies }: ReportedCompany): (readonly [string, unknown])[] => [
  ['Screened at (UTC)', item['screenedAt']],
  ['Environment', item['environment']],
  ['Screening Option', item['screeningOption']],
  ['Screening ID', item['screeningId']],
  ['Reference ID', item['referenceId']],
  ['SHA-256 of the reply', replies.join(', ')],
];

function companySection(company: ReportedCompany): Html {
  const { item, standing, own, hits } = company;
  const rows = table([
    ['Called now', item['calledNow']],
    ['Outcome', item['outcome']],
    ['Reason', item['reason']],
    ['Why', item['explanation']],
    ['Decided', standing],
    ['Your number', own.number],
    ['Your country', own.country],
    ...idRows(company),
  ]);
  return html`<h3>${reportedName(item)}</h3>
    ${rows}${hits.map(hitTable)}`;
}

function reportedName({ companyKey, companyName }: { companyKey?: unknown; companyName?: unknown }): string {
  const [key, name] = [textField(companyKey), textField(companyName)];
  if (name === '') return 'A company that is not known';
  return key === name ? name : `${key} ${name}`;
}

function nowCalled(item: IDataObject): string {
  const calledNow = textField(item['calledNow']);
  return calledNow === '' ? reportedName(item) : `${reportedName(item)} (called now, ${calledNow})`;
}

const HIT_ROWS = [
  ['List', 'sourceId'],
  ['Source type', 'sourceType'],
  ...WHO_ROWS,
  ['Jurisdiction', 'jurisdiction'],
  ['Company number', 'companyNumber'],
  ['Address', 'address'],
  ...REMARK_ROWS,
  ['Fingerprint', 'hitFingerprint'],
] as const;

function hitTable({ item, standing }: ReportedHit): Html {
  return table([
    ['Hit', textField(item['name']) || 'no name given'],
    ['Found under your name', item['screenedName']],
    ['Compared with your data', comparedText(item)],
    ['Decision', standing],
    ...HIT_ROWS.map(([name, key]) => [name, item[key]] as const),
  ]);
}

const CLEAR_COLUMNS = [
  ['Company', ({ item }: ReportedCompany) => nowCalled(item)],
  ['Environment', ({ item }: ReportedCompany) => item['environment']],
  ['Screening Option', ({ item }: ReportedCompany) => item['screeningOption']],
  ['Screened at (UTC)', ({ item }: ReportedCompany) => item['screenedAt']],
  ['Screening ID', ({ item }: ReportedCompany) => item['screeningId']],
  ['Reference ID', ({ item }: ReportedCompany) => item['referenceId']],
  ['SHA-256 of the reply', ({ replies }: ReportedCompany) => replies.join(', ')],
] as const;

function decisionTable({ decisions, recordedTwice }: Report): Html {
  const twice = ({ decision }: Decision) =>
    recordedTwice.has(decision) ? ' (recorded twice, counts once)' : '';
  return listOfAll(
    [
      ['When (UTC)', ({ decidedAt }) => toTheSecond(decidedAt)],
      ['Who', ({ decidedBy, decidedByAddress }) => `${decidedByAddress} (${decidedBy})`],
      ['What', (one) => `${DECIDED_WORDS[one.decided]}${twice(one)}`],
      ['Company', reportedName],
      ['Hit', 'name'],
      ['Why', 'reason'],
      ['Hash', 'seal'],
    ],
    decisions,
  );
}

/** The columns of runs, and of tests, which are no runs of a list. */
const BEGIN_AND_END = [
  ['Began (UTC)', ({ startedAt }: IDataObject) => toTheSecond(textField(startedAt))],
  ['Ended (UTC)', ({ endedAt }: IDataObject) => toTheSecond(textField(endedAt))],
] as const;
const RUN_COLUMNS = [
  ...BEGIN_AND_END,
  ['State', 'state'],
  ['Started by', 'startedBy'],
  ['Companies', 'companies'],
  ['Screened now', 'screenedNow'],
  ['From earlier', 'remembered'],
  ['With hits', 'withHits'],
  ['Clear', 'clear'],
  ['To review', 'reviews'],
  ['Failed', 'errors'],
] as const;

const TEST_COLUMNS = [
  ...BEGIN_AND_END,
  ['Started by', 'startedBy'],
  ['Environment', 'environment'],
  ['Known names', 'names'],
  ['Found', 'found'],
  ['Missed', 'missed'],
  ['Without an answer', 'noAnswer'],
  ['Missed, and found by an earlier test', 'noLongerFound'],
  ['Made-up name found', 'madeUpFound'],
] as const;
