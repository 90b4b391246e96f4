// "Prune": deletes what a register no longer has to keep. The rules are in register/removal/.
import { randomUUID } from 'node:crypto';

import { ONE_DAY_MS } from '../../flowControl/time';
import { InvalidItem, SAID_ABOVE } from '../../names/invalidItem';
import { betweenCommas, plainText, quantity } from '../../names/plainText';
import { damagedRow } from '../../register/port/tables';
import {
  nothingToPrune,
  prune,
  type PruneOrder,
  type PruneResult,
  type PrunePlan,
  type WaitingReader,
} from '../../register/removal/prune';
import { MEGABYTE } from '../shared/keepInRegister';
import type { LocalResult, ReadParameter } from '../shared/operation';
import { pruneFields, registerOperation } from '../shared/registerOperationFields';
import { readTime, TIME_FORMS } from '../shared/registerReading';
import { DELETED, DELETING_IS_FOR_PEOPLE, notRemoved, readDeleting } from './deletingWords';

export const pruneRegister = registerOperation(
  {
    choice: {
      name: 'Prune',
      value: 'prune',
      action: 'Prune register',
      description:
        'Delete what a register no longer has to keep: screenings, decisions and runs before a date. A dry run says first what would go.',
    },
    fields: pruneFields,
    nouns: { one: 'register', several: 'registers' },
    forPeopleOnly: DELETING_IS_FOR_PEOPLE,
  },
  ({ context, findRegister, now, sleep }) =>
    async (register, parameter) => {
      const order = readOrder(parameter, context.getTimezone(), now());
      const tables = await findRegister(register);
      const done = await prune(tables, order, { uuid: randomUUID, nowMs: now(), sleep });
      return pruneResult(done, register, order.before);
    },
);

/** Younger rows may be needed to see that a list has shrunk, or that nobody was told. */
const YOUNGEST_DAYS = 31;

function readOrder(parameter: ReadParameter, timezone: string, nowMs: number): PruneOrder {
  const beforeMs = readTime(parameter('before'), timezone);
  if (beforeMs === undefined || beforeMs === null)
    throw new InvalidItem('Before is not a date or a time. Nothing was deleted.', TIME_FORMS, SAID_ABOVE);
  if (beforeMs > nowMs - YOUNGEST_DAYS * ONE_DAY_MS)
    throw new InvalidItem(
      `Before is less than ${YOUNGEST_DAYS} days ago. Nothing was deleted.`,
      'Enter an earlier date: nothing from before it may still have to be kept. Many laws ask for five years.',
      SAID_ABOVE,
    );
  const givenUp = betweenCommas(plainText(parameter('readersToGiveUp')));
  return { before: new Date(beforeMs).toISOString(), givenUp, by: readDeleting(parameter) };
}

function pruneResult(done: PruneResult, register: string, before: string): LocalResult {
  if (done.is === 'damaged') throw damagedRow(register, done);
  if (done.is === 'runGoing' || done.is === 'tablesFull') throw notRemoved(done);
  const { plan } = done;
  const outcome = done.is === 'planned' ? 'dryRun' : 'pruned';
  const json = {
    ...{ outcome, register, before, oldest: plan.oldest || null, newest: plan.newest || null },
    ...{ screenings: plan.screenings, decisions: plan.decisions.length, runs: plan.runs.length },
    ...{ reports: plan.reports.length, megabytes: Math.round((plan.size / MEGABYTE) * 10) / 10 },
    waitingReaders: plan.waiting.map(waitingWords).join('; ') || null,
    message: messageOf(done.is, plan, before),
    ...(done.is === 'planned' || nothingToPrune(plan) ? {} : DELETED),
  };
  const counts = [
    `${quantity(plan.screenings, 'screening', 'screenings')} ${done.is === 'planned' ? 'would be deleted' : 'deleted'}`,
  ];
  return { items: [{ outcome, json }], counts };
}

function messageOf(is: 'planned' | 'pruned', plan: PrunePlan, before: string): string {
  const { oldest, newest, screenings, decisions, runs, waiting } = plan;
  const day = before.slice(0, 10);
  const span = oldest === '' ? '' : ` from ${oldest.slice(0, 10)} to ${newest.slice(0, 10)}`;
  const parts = [
    `${quantity(screenings, 'screening', 'screenings')}${span}`,
    quantity(decisions.length, 'decision', 'decisions'),
    quantity(runs.length, 'run', 'runs'),
  ].join(', ');
  const said =
    is === 'planned'
      ? `Nothing was deleted: this is a dry run. From before ${day}, this would be deleted: ${parts}.`
      : `From before ${day}, this was deleted: ${parts}. ${nothingToPrune(plan) ? 'There was nothing to delete.' : 'A sealed row of the archive says so.'}`;
  const stays = 'What a current verdict, an open case or an unreported change needs stays.';
  const held = waiting.map(
    (one) => ` ${waitingWords(one)}: mark it as reported, or enter the name under Readers to Give Up.`,
  );
  return `${said} ${stays}${held.join('')}`;
}

function waitingWords({ name, lastTold, answers }: WaitingReader): string {
  const told = lastTold === '' ? 'never told of anything' : `last told on ${lastTold.slice(0, 10)}`;
  return `${quantity(answers, 'answer stays', 'answers stay')} for the reader ${name}, ${told}`;
}
