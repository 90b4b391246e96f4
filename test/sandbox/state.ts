// What a running sandbox knows and the control API changes: settings, faults and counters.
import type { AccessTokens } from './accessTokens';
import { Counters } from './counters';
import { FaultPlan } from './faults';
import type { Fault, Reset, SandboxSettings } from './protocol';

/** A sample of the interface shows this life of a token. */
const TOKEN_LIFE_SECONDS = 300;
const PENDING_SECONDS = 2;

export class State {
  counters = new Counters();
  faults = new FaultPlan();
  tokenLifeSeconds = TOKEN_LIFE_SECONDS;
  subscriptionKeyRejected = false;
  latencyMs = 0;
  annualReturnsPendingSeconds = PENDING_SECONDS;

  setFaults(faults: Fault[]): void {
    this.faults = new FaultPlan(faults);
  }

  setSettings(settings: SandboxSettings, tokens: AccessTokens): void {
    this.tokenLifeSeconds = settings.tokenLifeSeconds ?? this.tokenLifeSeconds;
    this.subscriptionKeyRejected = settings.rejectSubscriptionKey ?? this.subscriptionKeyRejected;
    this.latencyMs = settings.latencyMs ?? this.latencyMs;
    this.annualReturnsPendingSeconds =
      settings.annualReturnsPendingSeconds ?? this.annualReturnsPendingSeconds;
    tokens.clockSkewSeconds = settings.clockSkewSeconds ?? tokens.clockSkewSeconds;
    if (settings.revokeTokens) tokens.revokeAll();
  }

  /** Faults and counters start anew; the settings too when asked. Revoked tokens stay revoked. */
  reset({ settings = false }: Reset, tokens: AccessTokens): void {
    this.setFaults([]);
    this.counters = new Counters();
    if (!settings) return;
    const atStart = {
      rejectSubscriptionKey: false,
      latencyMs: 0,
      clockSkewSeconds: 0,
      annualReturnsPendingSeconds: PENDING_SECONDS,
    };
    this.setSettings({ tokenLifeSeconds: TOKEN_LIFE_SECONDS, ...atStart }, tokens);
  }
}
