// The words under a failure's message: what else is known, and what to do. All of them are put together here.
import { MAX_RETRY_AFTER_MS } from '../batch/retry';
import type { InvalidItem } from '../names/invalidItem';
import type { Subject } from '../operations/shared/requestTask';
import { mayBeCharged, type EarlierRequests, type FailureDetails, type Sending } from '../service/failure';

/** Empty if there is nothing to say. `subject` is the item's, if its parameters could be read. */
export function descriptionOf(details: FailureDetails, subject: Subject | undefined): string {
  const { state, retryAfterMs } = details;
  const sending = details.sending ?? (state === 'unsendable' ? 'never' : undefined);
  return sentences(
    sending && SENDING[sending],
    details.explanation,
    retryAfterMs !== undefined && waitSentence(retryAfterMs),
    details.advice,
    (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS &&
      'Nothing more is sent in this run: run the items without a result again after that time.',
    details.after && earlierSentence(details.after),
    (details.after ?? { mayBeCharged: mayBeCharged(details) }).mayBeCharged &&
      unansweredSentence(details.after ?? subject),
  );
}

function earlierSentence({ name, answered }: EarlierRequests): string {
  const before = answered.map(({ name: other, id }) => `"${other}"${id === '' ? '' : ` (id ${id})`}`);
  return `This happened with the name "${name}". Screened and paid for before that: ${before.join(', ')}. If the company is sent again, all its names are.`;
}

const SENDING: Readonly<Record<Sending, string>> = {
  never: 'Nothing was sent.',
  noMore: 'Nothing more was sent.',
  stoppedBefore: 'Nothing was sent for this item: the run had stopped before its turn.',
  earlierUnanswered: 'An earlier attempt had no clear answer; this is the result of the last one.',
};

/** The same for an item that could not be sent as it is. */
export function descriptionOfInvalid({ notDone, advice }: InvalidItem): string {
  return sentences(notDone, advice);
}

/** The parts that there are, one after the other. */
export function sentences(...parts: Array<string | null | undefined | false>): string {
  return parts.filter(Boolean).join(' ');
}

/** About a wait that was asked for, in milliseconds. */
function waitSentence(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `It asks to wait ${seconds} s.`;
  return seconds < 7200
    ? `It asks to wait ${Math.ceil(seconds / 60)} minutes.`
    : `It asks to wait ${Math.ceil(seconds / 3600)} hours.`;
}

function unansweredSentence(subject: Pick<Subject, 'referenceId'> | undefined): string {
  const reference = subject?.referenceId ? ` and quote the reference id ${subject.referenceId}` : '';
  return `The service may have done the work anyway and charged for it. Before you send it again, ask its support about this request${reference}.`;
}
