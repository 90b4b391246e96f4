// The circuit breaker: when requests of a run may start, and when none may any more, since no answers come. A pure function over
// events; `circuitBreaker.ts` waits and wakes for it.
//
//   closed ── a row without an answer ──► open ── a pause ──► trying ── an answer ──► closed
//                                          ▲                    │
//                                          └── no answer ───────┤
//                                                               └── no answer, the third time ──► ended
//
// Failures that cost nothing have no third time. They end the run when no answer has come for long enough.

/** How a request ended, as far as others depend on it. */
export type RequestEnd =
  /** With a reply of the service, whatever it says. */
  | 'answer'
  /** Without one. The service may have done the work, and charged for it. */
  | 'uncertain'
  /** Without one, and it cost nothing: nobody was there, or it was one too many. */
  | 'safe'
  /** It never went out. */
  | 'notSent';

/** Which of those that wait is taken. */
export type TryPlace = 'first' | 'last' | 'middle';

/** Where the place is among so many. */
export function indexAt(place: TryPlace, length: number): number {
  if (place === 'first') return 0;
  return Math.max(0, place === 'last' ? length - 1 : Math.floor(length / 2));
}

/** Times are milliseconds of a monotonic clock. */
export interface BreakerState {
  /** How many ends in a row without an answer open it: as many as may be under way may meet one passing failure. */
  readonly width: number;
  readonly circuit: Circuit;
  readonly answeredAtMs: number | null;
  /** What ended without an answer since the last one. */
  readonly failures: Failures | null;
}

type Circuit =
  | { readonly is: 'closed' }
  /** Nothing starts until then. */
  | (Tries & { readonly is: 'open'; readonly untilMs: number })
  /** One request is under way to see whether answers come again. */
  | (Tries & { readonly is: 'trying' })
  | { readonly is: 'ended' };

interface Tries {
  /** Since it opened. */
  readonly tries: number;
  /** Those that may have been charged. */
  readonly uncertainTries: number;
}

interface Failures {
  readonly uncertain: number;
  readonly safe: number;
  readonly sinceMs: number;
  readonly latestMs: number;
  /** From when the time counts after which failures that cost nothing end the run; null if there is none. */
  readonly safeSinceMs: number | null;
  /** What happened last, for people. */
  readonly problem: string;
}

export type BreakerEvent =
  /** A request wants to start. */
  | { is: 'asked'; atMs: number }
  | {
      is: 'ended';
      atMs: number;
      sentAtMs: number;
      how: RequestEnd;
      problem: string;
      /** Whether it was the request that tried. */
      isTry: boolean;
    };

export type BreakerCommand =
  | { do: 'start' }
  /** The one request that tries, with a company from this place of what may be sent. */
  | { do: 'try'; from: TryPlace }
  /** The request may ask again then, or when another one has ended. */
  | { do: 'wait'; untilMs: number }
  /** Nothing starts any more. */
  | { do: 'refuse' };

const MIN_WIDTH = 10;
// Together less than a minute and a half.
const PAUSES_MS = [5_000, 20_000, 60_000];
/** Companies that the service cannot digest may lie side by side: not one of them decides. */
const PLACES = ['middle', 'last', 'first'] as const;
const MAX_UNCERTAIN_TRIES = 3;
const TWO_MINUTES_MS = 2 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;

const CLOSED: Circuit = { is: 'closed' };
const ENDED: Circuit = { is: 'ended' };

/** @param concurrency how many requests are under way at once at most */
export function newBreaker(concurrency: number): BreakerState {
  return { width: Math.max(MIN_WIDTH, concurrency), circuit: CLOSED, answeredAtMs: null, failures: null };
}

/** What an event makes of the state. */
export function afterEvent(
  state: BreakerState,
  event: BreakerEvent,
): { state: BreakerState; command: BreakerCommand | null } {
  return event.is === 'asked' ? asked(state, event.atMs) : { state: ended(state, event), command: null };
}

function asked(state: BreakerState, nowMs: number): { state: BreakerState; command: BreakerCommand } {
  const { circuit } = state;
  switch (circuit.is) {
    case 'closed':
      return { state, command: { do: 'start' } };
    case 'ended':
      return { state, command: { do: 'refuse' } };
    case 'trying':
      return { state, command: { do: 'wait', untilMs: Infinity } };
    case 'open': {
      // The try comes first: the run may have had nothing to send when the time was up.
      if (nowMs >= circuit.untilMs) {
        const from = PLACES[circuit.tries % PLACES.length] ?? 'first';
        const trying = { ...circuit, is: 'trying', tries: circuit.tries + 1 } as const;
        return { state: { ...state, circuit: trying }, command: { do: 'try', from } };
      }
      const endsAtMs = timeIsUpAtMs(state);
      return nowMs >= endsAtMs
        ? { state: { ...state, circuit: ENDED }, command: { do: 'refuse' } }
        : { state, command: { do: 'wait', untilMs: Math.min(endsAtMs, circuit.untilMs) } };
    }
  }
}

type EndedRequest = Extract<BreakerEvent, { is: 'ended' }>;

function ended(state: BreakerState, event: EndedRequest): BreakerState {
  if (state.circuit.is === 'ended') return state;
  if (event.how === 'answer') return { ...state, circuit: CLOSED, answeredAtMs: event.atMs, failures: null };
  if (event.how === 'notSent') {
    const { circuit } = state;
    const isVain = event.isTry && circuit.is === 'trying';
    return isVain
      ? { ...state, circuit: { ...circuit, is: 'open', untilMs: event.atMs, tries: circuit.tries - 1 } }
      : state;
  }
  const failed = { ...state, failures: withFailure(state, event) };
  return { ...failed, circuit: circuitAfter(failed, event) };
}

function withFailure({ failures, answeredAtMs }: BreakerState, event: EndedRequest): Failures {
  const { how, atMs, sentAtMs, problem } = event;
  // What happened long ago is not this outage: a loop may have waited in between.
  const before = failures && sentAtMs - failures.latestMs < TEN_MINUTES_MS ? failures : null;
  const beganAtMs = Math.max(sentAtMs, answeredAtMs ?? sentAtMs);
  const { uncertain = 0, safe = 0 } = failures ?? {};
  return {
    uncertain: uncertain + (how === 'uncertain' ? 1 : 0),
    safe: safe + (how === 'safe' ? 1 : 0),
    sinceMs: before?.sinceMs ?? beganAtMs,
    latestMs: atMs,
    safeSinceMs: before?.safeSinceMs ?? (how === 'uncertain' ? null : beganAtMs),
    problem,
  };
}

function circuitAfter(state: BreakerState, { how, isTry, atMs }: EndedRequest): Circuit {
  const { circuit, failures, width } = state;
  if (how !== 'uncertain' && atMs >= timeIsUpAtMs(state)) return ENDED;
  const isRow = (failures?.uncertain ?? 0) >= width || (failures?.safe ?? 0) >= width;
  if (circuit.is === 'closed') return isRow ? opened({ tries: 0, uncertainTries: 0 }, atMs) : circuit;
  if (circuit.is !== 'trying' || !isTry) return circuit;
  const uncertainTries = circuit.uncertainTries + (how === 'uncertain' ? 1 : 0);
  return uncertainTries === MAX_UNCERTAIN_TRIES ? ENDED : opened({ ...circuit, uncertainTries }, atMs);
}

function opened({ tries, uncertainTries }: Tries, nowMs: number): Circuit {
  const pauseMs = PAUSES_MS[tries] ?? PAUSES_MS.at(-1) ?? 0;
  return { is: 'open', tries, uncertainTries, untilMs: nowMs + pauseMs };
}

/** Failures that cost nothing end the run ten minutes after the last answer; where there was none, two minutes after the first of them. */
function timeIsUpAtMs({ failures, answeredAtMs }: BreakerState): number {
  const sinceMs = failures?.safeSinceMs ?? null;
  return sinceMs === null ? Infinity : sinceMs + (answeredAtMs === null ? TWO_MINUTES_MS : TEN_MINUTES_MS);
}
