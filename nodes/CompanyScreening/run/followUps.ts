// Screenings that the service had not finished, asked for again by their ids. Nothing that goes wrong here takes away what is known: the
// screening then stands as Pending.
import type { WaitOutside } from '../batch/pool';
import type { Clock } from '../batch/time';
import { quantity } from '../names/plainText';
import type { Answer } from '../operations/answer';
import type { Inquiry } from '../operations/requestTask';
import type { ServiceRequest } from '../service/endpoints';
import { namesAsMany } from '../register/pendingAnswers';
import { OperationFailure } from '../service/failure';
import { Attempts, type AnsweredRequest } from './attempts';
import type { Sender } from './sending';

/** An answer, or that the screening has failed. */
type LaterReading = { answered: AnsweredRequest } & (
  | { answer: Answer; failure?: never }
  | { answer?: never; failure: OperationFailure }
);

const MAX_FAILED = 10;

/** The follow-ups of one run. */
export class FollowUps {
  private finished = 0;
  private pending = 0;
  /** How many could not be asked for, by what went wrong. */
  private readonly failed = new Map<string, number>();
  /** What went wrong with everything that was asked: a key is refused, or an address answers nothing and would hold up the run. */
  private givenUpFor: string | undefined;

  constructor(
    private readonly run: {
      sender: Pick<Sender, 'ask' | 'settings' | 'wait'>;
      clock: Pick<Clock, 'monotonicMs'>;
    },
  ) {}

  /**
   * Asks until the service has finished, or the time to wait is up. Gives the last answer, and writes down in `attempts` how it came.
   *
   * @throws OperationFailure if the service reports that the screening failed
   */
  async follow(
    inquiry: Inquiry,
    first: Answer,
    attempts: Attempts,
    waitOutside: WaitOutside,
  ): Promise<Answer> {
    const { sender, clock } = this.run;
    const { details } = inquiry;
    const { pendingId } = first;
    if (!details || pendingId === undefined) return first;
    const request = details.toRequest(await sender.settings(), pendingId);
    if (!request || this.isGivenUp()) return first;
    const startedAt = clock.monotonicMs();
    let answer = first;
    let isAsked = false;
    for (let times = 1; answer.pendingId !== undefined; times++) {
      const waitMs = details.waitMs({ times, sinceMs: clock.monotonicMs() - startedAt });
      if (waitMs === undefined) break;
      await waitOutside(sender.wait(waitMs));
      const next = await this.ask(inquiry, request);
      if (!next) return answer;
      isAsked = true;
      if (!namesAsMany(next.answer?.hits ?? 0, answer.hits ?? 0)) break;
      const before = attempts.answered;
      attempts.answered = { ...next.answered, ...(before ? { screening: before.screening ?? before } : {}) };
      if (next.failure) throw next.failure;
      answer = next.answer;
    }
    if (answer.pendingId === undefined) this.finished += 1;
    else if (isAsked) this.pending += 1;
    return answer;
  }

  /** Once, for a screening of an earlier run. Gives how it was answered; undefined if it could not be asked for. */
  async askOnce(inquiry: Inquiry, request: ServiceRequest): Promise<AnsweredRequest | undefined> {
    const asked = await this.ask(inquiry, request);
    if (!asked) return undefined;
    if (asked.answer?.pendingId === undefined) this.finished += 1;
    else this.pending += 1;
    return asked.answered;
  }

  /** Counts a screening that is not asked for, since what became of the others would become of it. */
  private isGivenUp(): boolean {
    if (this.givenUpFor !== undefined) this.count(this.givenUpFor);
    return this.givenUpFor !== undefined;
  }

  /** Undefined if it could not be asked for. */
  private async ask(inquiry: Inquiry, request: ServiceRequest): Promise<LaterReading | undefined> {
    if (this.isGivenUp()) return undefined;
    const attempts = new Attempts();
    const question = { ...inquiry, toRequest: () => request };
    const came = await this.run.sender
      .ask(question, { times: 1, sinceMs: 0 }, attempts)
      .catch((error: unknown) => {
        if (!(error instanceof OperationFailure)) return undefined;
        if (error.details.state === 'failedAtService') return error;
        // It ends no run either: what every company would meet, the next screening meets by itself.
        this.fail(error);
        return undefined;
      });
    const { answered } = attempts;
    if (!came || !answered) return undefined;
    if (came instanceof OperationFailure) return { answered, failure: came };
    return came.kind === 'answer' ? { answered, answer: came } : undefined;
  }

  private fail({ message, details }: OperationFailure): void {
    this.count(message);
    const failed = [...this.failed.values()].reduce((sum, count) => sum + count, 0);
    const answersNothing = this.finished + this.pending === 0 && failed >= MAX_FAILED;
    if (details.endsRun || answersNothing) this.givenUpFor = message;
  }

  private count(message: string): void {
    this.failed.set(message, (this.failed.get(message) ?? 0) + 1);
  }

  /** What came of them, as sentences. */
  notes(): string[] {
    const { finished, pending, failed } = this;
    const asked = finished + pending;
    const isStill = quantity(pending, 'is still Pending', 'are still Pending');
    return [
      ...(asked === 0
        ? []
        : [
            `${quantity(asked, 'Pending screening was', 'Pending screenings were')} asked for again by ID, which is no new screening: ${quantity(finished, 'has an answer', 'have an answer')} now${pending === 0 ? '' : `, ${isStill}`}.`,
          ]),
      ...[...failed].map(
        ([message, count]) =>
          `${quantity(count, 'Pending screening', 'Pending screenings')} could not be asked for again by ID, so the Pending answer stands as it was. ${message} If that goes on, check Screening Details Path in the credential.`,
      ),
    ];
  }
}
