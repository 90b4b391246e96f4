// Requests at once, their pace, their retries, and what ends them.
import { inFolder } from '../mistake';

export const FLOW_CONTROL = inFolder('nodes/CompanyScreening/flowControl', [
  {
    file: 'outageRules',
    promise: 'A loop that waits long between its requests stops sending in an outage as well.',
    from: 'const { unanswered = 0, notCharged = 0 } = failures ?? {};',
    to: 'const { unanswered = 0, notCharged = 0 } = before ?? {};',
  },
  {
    file: 'pace',
    promise:
      'After a second refusal a run comes back to the rate that was refused, and does not begin above it.',
    from: '(1 - (1 - KEPT_SHARE) * left ** 3)',
    to: '(1 + (1 - KEPT_SHARE) * left ** 3)',
  },
  {
    file: 'pace',
    promise: 'A search after a refusal doubles its rate in three seconds, and not in each of them.',
    from: 'const DOUBLES_AFTER_MS = 3000;',
    to: 'const DOUBLES_AFTER_MS = 300;',
  },
  {
    file: 'pace',
    promise: 'The time of a pause does not make the rest of the run faster.',
    from: 'slowedFrom = pausedUntil;',
    to: 'slowedFrom = now();',
  },
  {
    file: 'pace',
    promise: 'A slow run is never slowed down until it seems to hang.',
    from: 'Math.max(MIN_SLOW_START_PER_SECOND, SLOW_START_SHARE * rate)',
    to: 'Math.min(MIN_SLOW_START_PER_SECOND, SLOW_START_SHARE * rate)',
  },
  {
    file: 'outageRules',
    promise: 'One answer ends an outage: failures before it no longer count.',
    from: 'return { ...state, circuit: CLOSED, answeredAtMs: event.atMs, failures: null };',
    to: 'return { ...state, circuit: CLOSED, answeredAtMs: event.atMs };',
  },
  {
    file: 'outageRules',
    promise:
      'Three tries that may have been charged end the run, and failures that cost nothing do not count among them.',
    from: "circuit.unansweredProbes + (how === 'unanswered' ? 1 : 0);",
    to: 'circuit.unansweredProbes + 1;',
  },
  {
    file: 'outageRules',
    promise: 'A try that was never sent is no try: another company may take its place.',
    from: "is: 'open', untilMs: event.atMs, probes: circuit.probes - 1 }",
    to: "is: 'open', untilMs: event.atMs, probes: circuit.probes }",
  },
  {
    file: 'outageRules',
    promise: 'A run that never had an answer ends after two minutes, and one that had some after ten.',
    from: '(answeredAtMs === null ? TWO_MINUTES_MS : TEN_MINUTES_MS)',
    to: '(answeredAtMs === null ? TEN_MINUTES_MS : TWO_MINUTES_MS)',
  },
  {
    file: 'time',
    promise: 'No deadline ends early, however many share a timer.',
    from: 'clock.timeout(Math.min(Math.ceil(timeoutMs + sharedMs), MAX_TIMER_MS))',
    to: 'clock.timeout(Math.min(Math.ceil(timeoutMs), MAX_TIMER_MS))',
  },
  {
    file: 'time',
    promise: 'A wait that is longer than a timer can be set for is waited for in full.',
    from: 'leftMs > 0; leftMs -= MAX_TIMER_MS) {',
    to: 'leftMs > MAX_TIMER_MS; leftMs -= MAX_TIMER_MS) {',
  },
  {
    file: 'time',
    promise: 'What listens after the end is told at once.',
    from: 'if (this.isCancelled) listener();\n    else this.listeners.add(listener);',
    to: 'this.listeners.add(listener);',
  },
  {
    file: 'circuitBreaker',
    promise: 'A leave to try is good for one request, and not for what the same company sends later.',
    from: "=== 'probing' && permit === this.probe",
    to: "=== 'probing' && permit.isProbe",
  },
  {
    file: 'circuitBreaker',
    promise: 'A leave to try that waited for a slot is worth nothing once the run is over.',
    from: "(circuit.is === 'probing' && permit === this.probe)",
    to: 'permit === this.probe',
  },
  {
    file: 'circuitBreaker',
    promise: 'What never went out does not count as an answer of the service.',
    from: "how: 'notSent', problem: ''",
    to: "how: 'answered', problem: ''",
  },
  {
    file: 'pace',
    promise: 'Refusals that came together slow a run down once.',
    from: 'if (now() >= Math.max(pausedUntil, refusedAt + ONE_REFUSAL_MS))',
    to: 'if (now() >= refusedAt)',
  },
  {
    file: 'pace',
    promise: 'A shorter pause does not end a longer one that is under way.',
    from: 'pausedUntil = Math.max(pausedUntil, now() + ms);\n    },\n  };',
    to: 'pausedUntil = now() + ms;\n    },\n  };',
  },
  {
    file: 'pool',
    promise: 'A task that waits for another one gives up its place, and has one again before it goes on.',
    from: 'leave = await enter();\n      }',
    to: 'leave = () => undefined;\n      }',
  },
  {
    file: 'pool',
    promise: 'With one slot, an item that waits for the circuit breaker leaves it to the request that tries.',
    from: 'const { from, permit } = nextStart ? await nextStart() : AT_ONCE;\n      const leave = await enter();',
    to: 'const leave = await enter();\n      const { from, permit } = nextStart ? await nextStart() : AT_ONCE;',
  },
  {
    file: 'pool',
    promise: 'Results stand in the order of the items, whichever came first.',
    from: 'call.results[index] = result;',
    to: 'call.results.push(result);',
  },
  {
    file: 'retry',
    promise: 'Nothing is sent more often than Max Retries allows.',
    from: 'retries < options.maxRetries &&',
    to: 'retries <= options.maxRetries &&',
  },
  {
    file: 'retry',
    promise: 'No request is sent again before the time for which the service asked.',
    from: 'Math.max(\n        askedMs,',
    to: 'Math.min(\n        askedMs,',
  },
  {
    file: 'retry',
    promise: 'The others wait as well if the one that was refused gives up.',
    from: "      // The pause holds even if this task gives up: the others should not run into the same.\n      if (advice.reason !== 'failed')",
    to: "      if (advice.reason !== 'failed' && retries < options.maxRetries)",
  },
  {
    file: 'circuitBreaker',
    promise: 'Whoever waits after the first pause of an outage is woken as well.',
    from: '      if (this.wakesAtMs === atMs) this.wakesAtMs = Infinity;\n',
    to: '',
  },
  {
    file: 'outageRules',
    promise: 'An answer or a failure of long ago does not end a run in a loop at the first failure after it.',
    from: 'const beganAtMs = Math.max(sentAtMs, answeredAtMs ?? sentAtMs);',
    to: 'const beganAtMs = Math.min(sentAtMs, answeredAtMs ?? sentAtMs);',
  },
]);
