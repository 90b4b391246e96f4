// operations/reports/: what a register holds, for people: Get Many and Create Report. Nothing is sent to the service, and nothing is changed.
//
// "Create Report": the content of a register as one file that a person can print and keep.
import type { IExecuteFunctions } from 'n8n-workflow';

import { plainText, quantity } from '../../names/plainText';
import { casesAbout } from '../../register/cases/cases';
import type { CompanyNow } from '../../register/companies/everyCompany';
import type { Tables } from '../../register/port/tables';
import { standingSentence, ownTexts } from '../desk/decisionWords';
import { storedCustomerFacts } from '../screening/compared';
import { comparedCompany, unreadableCompany } from '../screening/storedCompany';
import type { LocalResult } from '../shared/operation';
import { readOutputField } from '../shared/options';
import { createReportFields, registerOperation } from '../shared/registerOperationFields';
import { readRegister, readFilters, type Filters } from '../shared/registerReading';
import { storedReplies } from '../shared/storedVerdict';
import { removalSentence } from '../upkeep/deletingWords';
import { monthlyFigures } from './figures';
import { screeningsIn, itemsOfRuns } from './getHistory';
import { reportHtml, type Report, type ReportedCompany } from './report';
import { problemSentences } from './whatIsWrong';

/** Two years: enough to see a trend on one page. */
const MONTHS_SHOWN = 24;

export const createReport = registerOperation(
  {
    choice: {
      name: 'Create Report',
      value: 'createReport',
      action: 'Create report of register',
      description:
        'Make one HTML file to print and keep: companies, hits, decisions, runs, IDs and the SHA-256 of the replies',
    },
    fields: createReportFields,
    nouns: { one: 'report', several: 'reports' },
    neverSilent: () => ['filters'],
  },
  ({ context, findRegister, now }) => {
    const timezone = context.getTimezone();
    return async (register, parameter) => {
      const field = readOutputField(parameter('binaryPropertyName'), 'report');
      const filters = readFilters(parameter('filters'), timezone);
      const tables = await findRegister(register);
      const madeBy = `${context.getWorkflow().name ?? 'a workflow'}, execution ${context.getExecutionId()}`;
      const withHistory = parameter('includeHistory') === true;
      const facts = { register, madeBy, timezone, withHistory, nowMs: now() };
      return await reportFile(context, field, await reportContent(tables, filters, facts));
    };
  },
);

interface ReportFacts {
  register: string;
  madeBy: string;
  timezone: string;
  withHistory: boolean;
  nowMs: number;
}

/** @throws RegisterFailure if a row on which the others depend cannot be read */
async function reportContent(
  tables: Tables,
  filters: Filters,
  { nowMs, timezone, withHistory, ...facts }: ReportFacts,
): Promise<Report> {
  const { register } = facts;
  const every = await readRegister(tables, register, nowMs);
  const { chain, unreadable, found } = every;
  const companies = every.companies.flatMap((result): ReportedCompany[] => {
    const stored = comparedCompany(result);
    if (!stored || !filters.isWanted(stored)) return [];
    return [reportedCompany(result, stored)];
  });
  const rowsUnreadable = unreadable.map((): ReportedCompany => {
    const { item } = unreadableCompany();
    return { item: item.json, standing: '', own: ownTexts(storedCustomerFacts()), hits: [], replies: [] };
  });
  const history = withHistory ? await screeningsIn(tables, register, filters) : null;
  const runs = itemsOfRuns(found[0] ?? [], register, filters);
  return {
    ...facts,
    limits: filters.inWords,
    madeAt: new Date(nowMs).toISOString(),
    problems: [
      ...(await problemSentences(tables, register, every, { nowMs, isOfAll: filters.companyKey === '' })),
      ...(history?.problems ?? []),
    ],
    history: history && history.items.map(({ json }) => json),
    removals: every.removals.map(removalSentence),
    months: monthlyFigures(every, filters, { withinMs: Infinity, timezone, nowMs, last: MONTHS_SHOWN }),
    runs: runs.map(({ json }) => json),
    companies: [...companies, ...rowsUnreadable],
    allCompanies: every.companies.length + unreadable.length,
    decisions: chain.decisions.filter(({ companyKey, decidedAt }) =>
      filters.isWanted({ key: companyKey, time: decidedAt }),
    ),
    recordedTwice: chain.recordedTwice,
    allDecisions: chain.count,
    newestDecisions: chain.newest,
  };
}

function reportedCompany(
  result: CompanyNow,
  { item, own, hits }: NonNullable<ReturnType<typeof comparedCompany>>,
): ReportedCompany {
  const sentenceOf = (about: 'company' | 'hit', fingerprint: string) =>
    casesAbout(result.cases, about, fingerprint).map(standingSentence).join(' ');
  const answers = result.is === 'answer' ? [result.answer] : result.answers;
  return {
    item: item.json,
    standing: sentenceOf('company', ''),
    own: ownTexts(own),
    hits: hits().map(({ json }) => ({
      item: json,
      standing: sentenceOf('hit', plainText(json['hitFingerprint'])),
    })),
    replies: [...answers, ...result.earlier].flatMap(
      ({ data }) => storedReplies(data.payload)?.replies.map((reply) => reply.sha256()) ?? [],
    ),
  };
}

async function reportFile(context: IExecuteFunctions, field: string, report: Report): Promise<LocalResult> {
  const fileName = `screening-report-${report.madeAt.slice(0, 19).replaceAll(':', '-')}.html`;
  const bytes = Buffer.from(reportHtml(report));
  const file = await context.helpers.prepareBinaryData(bytes, fileName, 'text/html');
  const { companies, decisions, problems } = report;
  const json = {
    outcome: 'report',
    fileName,
    companies: companies.length,
    hits: companies.reduce((sum, { hits }) => sum + hits.length, 0),
    decisions: report.allDecisions,
    newestDecisions: report.newestDecisions.join('; '),
    problems: problems.length,
    problem: problems.join(' ') || null,
  };
  return {
    items: [{ outcome: 'report', json }],
    binary: { [field]: file },
    counts: [
      quantity(companies.length, 'company', 'companies'),
      quantity(decisions.length, 'decision', 'decisions'),
      ...(problems.length > 0 ? [quantity(problems.length, 'problem', 'problems')] : []),
    ],
  };
}
