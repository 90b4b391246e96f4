// "Get Many" of the register: its companies, their hits, or its runs, as items. Nothing is sent, and nothing is changed.
import * as z from 'zod/v4';

import { InvalidItem } from '../../names/invalidItem';
import { quantity } from '../../names/plainText';
import type { Tables } from '../../register/port/tables';
import { storedRequest } from '../annualReturns/storedRequest';
import { storedCompany, unreadableCompany } from '../screening/storedCompany';
import type { OutputItem } from '../shared/requestTask';
import { formJson, html } from '../shared/html';
import type { LocalResult, ReadParameter } from '../shared/operation';
import { choiceOption } from '../shared/optionKinds';
import { readRunOptions, textOutput } from '../shared/options';
import { registerOperation } from '../shared/registerOperationFields';
import { readRegister, readFilters, type Filters } from '../shared/registerReading';
import { figuresIn, monthStart, readNightsWithin } from './figures';
import { decisionsIn, openCasesIn, readPage } from './getDecisions';
import {
  getFromRegisterFields,
  problemOptions,
  RECORD_CHOICES,
  sampleOptions,
  worklistOptions,
} from './getFromRegisterFields';
import { historyIn, runsIn } from './getHistory';
import { readDrawing, sampleIn } from './sample';
import { problemsIn } from './whatIsWrong';

/** Options of a whole run. A workflow that goes on from nothing needs an item for that: the one that n8n would add has no field at all. */
const emptyOutput = z.object({
  nothingFound: choiceOption(
    {
      displayName: 'When Nothing Is Found',
      initial: 'returnNothing',
      description: 'What to return if the register has no such records',
    },
    [
      { name: 'Return an Item That Says So', value: 'returnItem' },
      { name: 'Return Nothing', value: 'returnNothing' },
    ],
  ),
});
/** A page of n8n's forms, as a case has one, where there is no case: names of strangers may be in the note. */
function nothingFoundItem({ note }: LocalResult): OutputItem {
  if (note === undefined) return { outcome: 'nothing', json: { found: false } };
  const page = { fieldType: 'html', elementName: 'message', html: html`<p>${note}</p>`.html };
  return { outcome: 'nothing', json: { found: false, message: note, form: formJson([page]) } };
}

export const getFromRegister = registerOperation(
  {
    choice: {
      name: 'Get Many',
      value: 'getFromRegister',
      action: 'Get companies or hits or runs from register',
      description:
        'Get the companies, hits, runs, decisions or figures of each month that a register has. Nothing is sent to the service.',
    },
    fields: getFromRegisterFields,
    options: [problemOptions, sampleOptions, worklistOptions],
    output: [textOutput, emptyOutput],
    nouns: { one: 'register', several: 'registers' },
    // A silent filter would let everything through, and a silent option leave something unwatched. Open cases are exempt: a form comes to one by
    // several ways, each with other fields, and showing more of them hides nothing.
    neverSilent: ({ records }) => {
      if (records === 'openCases' || records === 'worklist') return [];
      return [records === 'problems' ? 'options' : 'filters'];
    },
  },
  ({ context, findRegister, now }, first) => {
    const { nothingFound } = readRunOptions(emptyOutput, first('output'));
    const timezone = context.getTimezone();
    return async (register, parameter) => {
      const found = await recordsIn(() => findRegister(register), register, parameter, {
        timezone,
        nowMs: now(),
      });
      const isEmpty = found.items.length === 0 && nothingFound === 'returnItem';
      return isEmpty ? { ...found, items: [nothingFoundItem(found)] } : found;
    };
  },
);

const RECORDS = RECORD_CHOICES.map(({ value }) => value).sort();
const recordsSchema = z.enum(RECORDS).default('companies');

function readRecords(parameter: ReadParameter): z.infer<typeof recordsSchema> {
  const records = recordsSchema.safeParse(parameter('records') ?? undefined);
  if (records.success) return records.data;
  throw new InvalidItem(
    `Get is not one of ${RECORDS.slice(0, -1).join(', ')} and ${RECORDS.at(-1)}.`,
    'Choose one of them in this node.',
  );
}

async function recordsIn(
  find: () => Promise<Tables>,
  register: string,
  parameter: ReadParameter,
  { timezone, nowMs }: { timezone: string; nowMs: number },
): Promise<LocalResult> {
  const records = readRecords(parameter);
  const filters = readFilters(parameter('filters'), timezone);
  if (records === 'problems') return await problemsIn(find, register, parameter, nowMs);
  const tables = await find();
  switch (records) {
    case 'runs':
      return await runsIn(tables, register, filters);
    case 'figures':
      return await figuresIn(tables, register, filters, {
        withinMs: readNightsWithin(parameter),
        timezone,
        nowMs,
      });
    case 'sample':
      return await sampleIn(tables, register, filters, readDrawing(parameter, monthStart(nowMs, timezone)));
    case 'decisions':
      return await decisionsIn(tables, register, filters);
    case 'history':
      return await historyIn(tables, register, filters);
    case 'openCases':
    case 'worklist':
      return await openCasesIn(tables, register, filters, { ...readPage(parameter, records), nowMs });
    default:
      return await companiesIn(tables, register, filters, { records, nowMs });
  }
}

/** @throws RegisterFailure if a row on which the others depend cannot be read */
async function companiesIn(
  tables: Tables,
  register: string,
  filters: Filters,
  { records, nowMs }: { records: 'annualReturns' | 'companies' | 'hits'; nowMs: number },
): Promise<LocalResult> {
  const every = await readRegister(tables, register, nowMs, filters.companyKey);
  if (records === 'annualReturns') {
    const requests = every.companies.flatMap((one) => storedRequest(one) ?? []).filter(filters.isWanted);
    const items = requests.map(({ item }) => item);
    // A changed row, or a request that was never answered, may be among them.
    const unknown = every.companies.filter((one) => one.is === 'withoutVerdict' && one.answers.length === 0);
    const toReview = unknown.length + every.unreadable.length;
    const having = countsOf(items);
    return countedResult(items, [
      quantity(items.length, 'annual returns request', 'annual returns requests'),
      ...(having('review') > 0 ? [`${having('review')} to review`] : []),
      ...(having('error') > 0 ? [`${having('error')} failed`] : []),
      ...(toReview > 0 ? [`${toReview} to review that may be others: choose Companies`] : []),
    ]);
  }
  const screened = every.companies.flatMap((one) => storedCompany(one) ?? []);
  const found = [...screened, ...every.unreadable.map(unreadableCompany)].filter(filters.isWanted);
  if (records === 'hits') {
    const hits = found.flatMap((company) => company.hits());
    const having = countsOf(found.map(({ item }) => item));
    const [toReview, failed] = [having('review'), having('error')];
    return countedResult(hits, [
      quantity(hits.length, 'hit', 'hits'),
      ...(toReview > 0 ? [quantity(toReview, 'company to review', 'companies to review')] : []),
      ...(failed > 0 ? [`${quantity(failed, 'company', 'companies')} failed`] : []),
    ]);
  }
  const items = found.map(({ item }) => item).filter(({ outcome }) => filters.hasOutcome(outcome));
  const having = countsOf(items);
  return countedResult(items, [
    quantity(items.length, 'company', 'companies'),
    `${having('hit')} with hits`,
    `${having('clear')} clear`,
    `${having('review')} to review`,
    `${having('error')} failed`,
  ]);
}

const countsOf = (items: readonly OutputItem[]) => (wanted: string) =>
  items.filter(({ outcome }) => outcome === wanted).length;

/** Counts items of the sandbox apart, so that nobody takes one for a real result. */
function countedResult(items: OutputItem[], counts: string[]): LocalResult {
  const ofSandbox = items.filter(({ json }) => json['environment'] === 'sandbox').length;
  const notReal = ofSandbox === 0 ? [] : [`${ofSandbox} of them from the sandbox, not real results`];
  return { items, counts: [...counts, ...notReal] };
}
