// The phases of a run, and the events that it takes. Both tables are asserted at each entry: whatever is not in them is a mistake
// of ours.
//
//   entering ── checkingIds ──┐          each phase is a call of the register, for what its name says
//                             ▼
//   ┌──────── looking ◄──► fetching      a batch is claimed with one look and judged after it; what others
//   │            │                       have stored meanwhile is fetched
//   │        shrinking                   the claim is made smaller by what others hold
//   │            │
//   │       (it is sent)                 no call: the next batch may be claimed while the service answers
//   │            │
//   └──── checkingResults                its screening ids are looked for; its answers go with the next look
//
//   ending ── closing                    the row of the run says that it has ended; closed claims go. Whatever it has stored was
//                                        followed by a look. What nobody needs any more moves into the archive. If that fails, the
//                                        next run does it
//
// A run that was taken for dead begins again with entering. One whose calls fail for good has no phase more.
import type { Command, Event } from './messages';

export type RunPhase = keyof typeof NEXT_PHASES;

/** After each phase, those that may come next. */
const NEXT_PHASES = {
  new: ['entering'],
  entering: ['checkingIds', 'fetching', 'looking', 'entering', 'ending'],
  checkingIds: ['fetching', 'looking', 'entering', 'ending'],
  looking: ['looking', 'fetching', 'shrinking', 'checkingResults', 'entering', 'ending'],
  fetching: ['fetching', 'looking', 'shrinking', 'checkingResults', 'ending'],
  shrinking: ['looking', 'checkingResults', 'ending'],
  checkingResults: ['checkingResults', 'looking', 'entering', 'ending'],
  ending: ['closing'],
  closing: [],
} as const satisfies Record<string, readonly string[]>;

/** After each command, the events that may answer it. */
const NEXT_EVENTS = {
  nothing: ['begin'],
  call: ['rows', 'failed'],
  sleep: ['slept', 'stop'],
  confirm: ['confirmed', 'stop'],
  // A run that sends one batch after the other does not ask for more.
  send: ['more', 'results', 'stop'],
  // For one company that tries whether answers come again.
  wait: ['more', 'results', 'stop'],
  over: [],
} as const satisfies Record<Command['do'] | 'nothing', readonly Event['is'][]>;

export function checkPhase(before: RunPhase, next: RunPhase): void {
  const may: readonly RunPhase[] = NEXT_PHASES[before];
  if (!may.includes(next)) throw new Error(`The phase ${next} comes after ${before}.`);
}

export function checkEvent(commanded: keyof typeof NEXT_EVENTS, event: Event['is']): void {
  const may: readonly Event['is'][] = NEXT_EVENTS[commanded];
  if (!may.includes(event)) throw new Error(`The event ${event} comes after the command ${commanded}.`);
}
