// The circuit breaker: when requests of a run may start, and when none may any more, since no answers come. A pure function over events;
// `circuitBreaker.ts` waits and wakes for it.
//
//   closed ── a row without an answer ──► open ── a pause ──► probing ─ an answer ──► closed
//                                          ▲                    │
//                                          └── no answer ───────┤
//                                                               └── no answer, the third time ──► ended
//
// Failures that cost nothing have no third time. They end the run when no answer has come for long enough.

/** The end of a request, as far as others depend on it. */
export type RequestEnd =
  /** A reply that says something of its own request. */
  | 'answered'
  /** No reply, or one of no working service: the page of a gateway, even if it refuses, or a fatal error. Here it counts as charged. */
  | 'unanswered'
  /** No answer, and no charge: the service could not be reached, or refused the request as one too many. */
  | 'notCharged'
  /** The request never went out. */
  | 'notSent';

/** The position in the queue from which a request is taken. */
export type QueuePosition = 'first' | 'last' | 'middle';

/** Gives the index of a position in a queue of this length. */
export function indexAt(position: QueuePosition, length: number): number {
  if (position === 'first') return 0;
  return Math.max(0, position === 'last' ? length - 1 : Math.floor(length / 2));
}

/** Times are milliseconds of a monotonic clock. */
export interface BreakerState {
  /** Requests in a row that end without an answer before the breaker opens. All that are under way may meet one passing failure. */
  readonly width: number;
  readonly circuit: Circuit;
  readonly answeredAtMs: number | null;
  /** Failures since the last answer. */
  readonly failures: Failures | null;
}

type Circuit =
  | { readonly is: 'closed' }
  /** Nothing starts until then. */
  | (Probes & { readonly is: 'open'; readonly untilMs: number })
  /** One request is under way to see whether answers come again. */
  | (Probes & { readonly is: 'probing' })
  | { readonly is: 'ended' };

interface Probes {
  /** Probes since the breaker opened. */
  readonly probes: number;
  /** Probes that may have been charged. */
  readonly unansweredProbes: number;
}

interface Failures {
  readonly unanswered: number;
  readonly notCharged: number;
  readonly sinceMs: number;
  readonly latestMs: number;
  /** Start of the time after which free failures end the run; null if there is none. */
  readonly freeSinceMs: number | null;
  /** The latest failure, for people. */
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
      /** The failure in a few words for people. */
      problem: string;
      /** True for the request that tried. */
      isProbe: boolean;
    };

export type BreakerCommand =
  | { do: 'start' }
  /** The request is a probe; its company comes from this position in the queue. */
  | { do: 'probe'; from: QueuePosition }
  /** The request may ask again then, or when another one has ended. */
  | { do: 'wait'; untilMs: number }
  /** Nothing starts any more. */
  | { do: 'refuse' };

const MIN_WIDTH = 10;
// The pauses together take less than a minute and a half.
const PAUSES_MS = [5_000, 20_000, 60_000];
/** Companies that the service cannot digest may lie side by side, so probes take them from different positions. */
const POSITIONS = ['middle', 'last', 'first'] as const;
const MAX_UNANSWERED_PROBES = 3;
const TWO_MINUTES_MS = 2 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;

const CLOSED: Circuit = { is: 'closed' };
const ENDED: Circuit = { is: 'ended' };

/** @param concurrency the most requests under way at once */
export function newBreaker(concurrency: number): BreakerState {
  return { width: Math.max(MIN_WIDTH, concurrency), circuit: CLOSED, answeredAtMs: null, failures: null };
}

/** Gives the state after an event, and the command for who asked. */
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
    case 'probing':
      return { state, command: { do: 'wait', untilMs: Infinity } };
    case 'open': {
      // Probes before it ends: the run may have had nothing to send when the time was up.
      if (nowMs >= circuit.untilMs) {
        const from = POSITIONS[circuit.probes % POSITIONS.length] ?? 'first';
        const probing = { ...circuit, is: 'probing', probes: circuit.probes + 1 } as const;
        return { state: { ...state, circuit: probing }, command: { do: 'probe', from } };
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
  if (event.how === 'answered')
    return { ...state, circuit: CLOSED, answeredAtMs: event.atMs, failures: null };
  if (event.how === 'notSent') {
    const { circuit } = state;
    const isVain = event.isProbe && circuit.is === 'probing';
    return isVain
      ? { ...state, circuit: { ...circuit, is: 'open', untilMs: event.atMs, probes: circuit.probes - 1 } }
      : state;
  }
  const failed = { ...state, failures: withFailure(state, event) };
  return { ...failed, circuit: circuitAfter(failed, event) };
}

function withFailure({ failures, answeredAtMs }: BreakerState, event: EndedRequest): Failures {
  const { how, atMs, sentAtMs, problem } = event;
  // A loop may have waited since a failure of long ago: its time is not this outage's, though it counts in the row.
  const before = failures && sentAtMs - failures.latestMs < TEN_MINUTES_MS ? failures : null;
  const beganAtMs = Math.max(sentAtMs, answeredAtMs ?? sentAtMs);
  const { unanswered = 0, notCharged = 0 } = failures ?? {};
  return {
    unanswered: unanswered + (how === 'unanswered' ? 1 : 0),
    notCharged: notCharged + (how === 'notCharged' ? 1 : 0),
    sinceMs: before?.sinceMs ?? beganAtMs,
    latestMs: atMs,
    freeSinceMs: before?.freeSinceMs ?? (how === 'unanswered' ? null : beganAtMs),
    problem,
  };
}

function circuitAfter(state: BreakerState, { how, isProbe, atMs }: EndedRequest): Circuit {
  const { circuit, failures, width } = state;
  if (how !== 'unanswered' && atMs >= timeIsUpAtMs(state)) return ENDED;
  const isStreak = (failures?.unanswered ?? 0) >= width || (failures?.notCharged ?? 0) >= width;
  if (circuit.is === 'closed') return isStreak ? opened({ probes: 0, unansweredProbes: 0 }, atMs) : circuit;
  if (circuit.is !== 'probing' || !isProbe) return circuit;
  const unansweredProbes = circuit.unansweredProbes + (how === 'unanswered' ? 1 : 0);
  return unansweredProbes === MAX_UNANSWERED_PROBES ? ENDED : opened({ ...circuit, unansweredProbes }, atMs);
}

function opened({ probes, unansweredProbes }: Probes, nowMs: number): Circuit {
  const pauseMs = PAUSES_MS[probes] ?? PAUSES_MS.at(-1) ?? 0;
  return { is: 'open', probes, unansweredProbes, untilMs: nowMs + pauseMs };
}

/** Free failures end the run ten minutes after the first of them; without any answer before, after two minutes. */
function timeIsUpAtMs({ failures, answeredAtMs }: BreakerState): number {
  const sinceMs = failures?.freeSinceMs ?? null;
  return sinceMs === null ? Infinity : sinceMs + (answeredAtMs === null ? TWO_MINUTES_MS : TEN_MINUTES_MS);
}
