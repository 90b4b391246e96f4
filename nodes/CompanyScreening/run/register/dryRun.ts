// run/register/: a run over items that keeps its answers in a register: the seam between the run and register/protocol/. Of what is paid for,
// it decides only what a request came to (`sentResult`).
//
// The option Dry Run: what a run would send, and why it would not send the rest. Nothing is sent, claimed or stored.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Time } from '../../flowControl/time';
import { compact, earliest, latest, quantity, sentences } from '../../names/plainText';
import type { RequestOperation, RequestRun } from '../../operations/shared/operation';
import type { RegisterSettings, Task } from '../../operations/shared/requestTask';
import type { Tables } from '../../register/port/tables';
import { forecastOf } from '../../register/protocol/forecast';
import { forColleagues, type OperationFailure } from '../../service/failure';
import type { ServiceSettings } from '../../service/settings';
import type { PreparedItem } from '../state/workQueue';
import { calendarOf, type Calendar } from '../state/runContext';
import type { DryRunItem } from '../state/itemState';
import { checkList } from './preflight';
import { sendingStopped } from './registerFailure';
import { RegisterList } from './registerList';
import { runSettings } from './runSettings';

/** A forecast for the list. */
interface Forecast {
  companies: number;
  toSend: number;
  screenings: number;
  /** Times of the answers that would come from the register. */
  answeredAt: readonly string[];
  held: number;
  /** Held companies that an interrupted run left. */
  interrupted: number;
  /** Companies that may have been sent, and have no usable answer. */
  withoutAnswer: number;
  /** Companies among these that have none at all. */
  leftUnanswered: number;
  /** The reason why nothing would be sent; null if something would be. */
  wouldStop: OperationFailure | null;
}

export interface DryRunPorts {
  settings: () => Promise<ServiceSettings>;
  /** Gives the tables of a register; undefined if a run would make them. */
  lookForRegister: (context: IExecuteFunctions, register: string) => Promise<Tables | undefined>;
  time: Time;
}

/** The only item. @param items one for each input item @throws OperationFailure, RegisterFailure */
export async function dryRunItem(
  context: IExecuteFunctions,
  { nouns }: RequestOperation,
  { operationRun, items }: { operationRun: RequestRun; items: readonly PreparedItem[] },
  ports: DryRunPorts,
): Promise<DryRunItem> {
  const settings = await ports.settings();
  const { registerSettings, control, dryRun } = operationRun;
  const tasks = items.flatMap((item) => (item.state === 'ready' ? item.task : []));
  const forecast = registerSettings
    ? await forecastForPeople(
        context,
        registerSettings,
        { list: new RegisterList(items, settings), hasControl: control !== undefined },
        ports,
      )
    : plainForecast(tasks, dryRun?.refusal);
  const { companies, toSend, held, interrupted, withoutAnswer, leftUnanswered, wouldStop, answeredAt } =
    forecast;
  const problems = problemsOf(context, items);
  const isControlled = control !== undefined && toSend + held > 0;
  const facts = {
    rows: items.length,
    companies,
    toSend,
    screenings: forecast.screenings + (isControlled ? 1 : 0),
    known: answeredAt.length,
    oldestAnswer: earliest(answeredAt) || null,
    newestAnswer: latest(answeredAt) || null,
    held,
    interrupted,
    withoutAnswer,
    cannotBeScreened: problems.length,
    problems: problems.slice(0, PROBLEMS_SHOWN).join('\n') || null,
    register: registerSettings?.register ?? null,
    environment: settings.environment,
  };
  return {
    outcome: 'dryRun',
    explanation: sentences(
      sentenceOf({ ...facts, leftUnanswered }, nouns, calendarOf(context)),
      wouldStop && forColleagues(wouldStop),
      'Nothing was sent.',
    ),
    wouldStop: wouldStop?.message ?? null,
    ...facts,
  };
}

const PROBLEMS_SHOWN = 10;

function plainForecast(tasks: readonly Task[], refusal: OperationFailure | null = null): Forecast {
  const sent = [...new Map(tasks.map((task, index) => [task.duplicateKey ?? index, task])).values()];
  return {
    companies: sent.length,
    toSend: sent.length,
    screenings: sent.reduce((sum, { others = [] }) => sum + 1 + others.length, 0),
    answeredAt: [],
    held: 0,
    interrupted: 0,
    withoutAnswer: 0,
    leftUnanswered: 0,
    wouldStop: refusal,
  };
}

async function forecastForPeople(
  context: IExecuteFunctions,
  registerSettings: RegisterSettings,
  { list, hasControl }: { list: RegisterList; hasControl: boolean },
  { lookForRegister, time }: DryRunPorts,
): Promise<Forecast> {
  const tables = (await lookForRegister(context, registerSettings.register)) ?? NO_ROWS;
  const { screenAgain: again } = registerSettings;
  const due = again && { again, dateOf: calendarOf(context).dateOf };
  const settings = runSettings(context, registerSettings, { due, concurrency: 1, hasControl });
  const clock = { now: time.monotonicMs, wallClock: time.epochMs };
  const forecast = await forecastOf(tables, settings, list.wanted, clock);
  if (forecast.stop) throw sendingStopped(forecast.stop, undefined, registerSettings.register);
  const { concluded, toSend, held, interrupted, estimate } = forecast;
  const read = { list: forecast.list, requests: toSend.requests, estimate };
  const { refusal } = await checkList(context, registerSettings, tables, read);
  const withoutVerdict = concluded.flatMap((one) => (one.is === 'withoutVerdict' ? one : []));
  return {
    companies: list.wanted.length,
    toSend: toSend.companies,
    screenings: toSend.requests,
    answeredAt: concluded.flatMap((one) => (one.is === 'answer' ? one.answer.screenedAt : [])),
    held,
    interrupted,
    withoutAnswer: withoutVerdict.length,
    leftUnanswered: withoutVerdict.filter(({ doubt }) => doubt === 'noAnswer').length,
    wouldStop: refusal,
  };
}

/** The tables of a register that a run would make. */
const NO_ROWS: Pick<Tables, 'run'> = { run: (statements) => Promise.resolve(statements.map(() => [])) };

/** The row of each item that cannot be screened, and the reason. */
function problemsOf(context: IExecuteFunctions, items: readonly PreparedItem[]): string[] {
  const input = context.getInputData();
  return items.flatMap((item, index) => {
    if (item.state !== 'failed') return [];
    const row = input[index]?.json['row'];
    const place = typeof row === 'number' ? `Row ${row}` : `Item ${index + 1}`;
    const { error } = item;
    const why = error instanceof Error ? error.message : 'It cannot be used.';
    return [`${place}: ${why}`];
  });
}

type ShownCount = Exclude<keyof Forecast, 'answeredAt' | 'wouldStop'> | 'cannotBeScreened' | 'known';

function sentenceOf(
  facts: Record<ShownCount, number> &
    Record<'newestAnswer' | 'oldestAnswer', string | null> &
    Pick<ServiceSettings, 'environment'>,
  { one, several }: RequestOperation['nouns'],
  { timeOf, timeZone }: Calendar,
): string {
  const { companies, toSend, screenings, known, held, withoutAnswer, cannotBeScreened, environment } = facts;
  const { oldestAnswer, newestAnswer, interrupted, leftUnanswered: left } = facts;
  const [from, to] = [oldestAnswer, newestAnswer].map((at) => (at === null ? '' : timeOf(Date.parse(at))));
  const where = environment === 'sandbox' ? ' in the sandbox, not real results' : '';
  const parts = compact(
    `${toSend} would be sent${toSend === 0 ? '' : ` (${quantity(screenings, 'screening', 'screenings')})`}`,
    known > 0 &&
      `${known} known, answered ${from === to ? `at ${from ?? ''}` : `from ${from ?? ''} to ${to ?? ''}`} (${timeZone})`,
    held > interrupted &&
      `${held - interrupted} in progress in another run: a run waits for it, ten minutes at most`,
    left > 0 &&
      `${left} to review: an earlier run left no answer, and a person decides whether to send again`,
    withoutAnswer > left && `${withoutAnswer - left} to review, since there is no usable answer`,
    cannotBeScreened > 0 && `${quantity(cannotBeScreened, 'row', 'rows')} besides these cannot be screened`,
  );
  return sentences(
    `${quantity(companies, one, several)}${where}: ${parts.join('; ')}.`,
    interrupted > 0 &&
      `Another run was interrupted: ${quantity(interrupted, one, several)} of it may have been sent, and no answer is stored. A run may wait up to two minutes for them. Without an answer they come out to review, and are not sent again.`,
  );
}
