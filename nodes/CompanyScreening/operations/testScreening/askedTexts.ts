// The screenings of a test: one for each text, whatever known names it is a spelling of, and what each of them was answered.
import { randomUUID } from 'node:crypto';

import type { ScreeningOption } from '../../service/contract';
import { screeningEndpoint } from '../../service/endpoints';
import { OperationFailure } from '../../service/failure';
import type { TestSending } from '../shared/operation';
import type { Inquiry } from '../shared/requestTask';
import { ScreeningReader, type Screening } from '../screening/screening';

/** One text as it was sent, and its answer once there is one. */
export interface AskedText {
  text: string;
  referenceId: string;
  inquiry: Inquiry;
  screening(): Screening | undefined;
}

/** @param how with which option, and for whom, all of them are screened */
export function askedTexts(
  texts: readonly string[],
  how: { option: ScreeningOption; requesterId: string },
): AskedText[] {
  const reader = new ScreeningReader();
  return [...new Set(texts)].map((text) => askedText(text, how, reader));
}

function askedText(
  text: string,
  how: { option: ScreeningOption; requesterId: string },
  reader: ScreeningReader,
): AskedText {
  const referenceId = randomUUID();
  const request = { companyName: text, referenceId, ...how };
  let screening: Screening | undefined;
  const inquiry: Inquiry = {
    subject: { name: text, referenceId },
    toRequest: (settings) => screeningEndpoint(settings, request),
    read(reply) {
      // That letters look alike says something of the name, and nothing of whether the service finds it.
      screening = reader.read(reply, { ...request, mayBeMissed: false });
      return { kind: 'answer', staleness: screening.staleness, decide: noReceipt };
    },
  };
  return { text, referenceId, inquiry, screening: () => screening };
}

/** A test has no receipt for each item: what was paid for is counted, and its items have the ids. */
function noReceipt(): never {
  throw new Error('The answers of a test are judged together.');
}

/** Why there is no answer, in words, and the service's id of the request if it is known. */
export function failureWords(sending: TestSending | undefined): {
  explanation: string;
  screeningId: string | null;
} {
  const error = sending?.is === 'answered' ? undefined : sending?.error;
  const details = error instanceof OperationFailure ? error.details : undefined;
  const { message, advice } = details ?? { message: error instanceof Error ? error.message : '' };
  const screeningId = details && 'receiptId' in details ? details.receiptId : null;
  const notSent = sending?.is === 'notSent' ? 'It was not sent.' : '';
  return { explanation: [notSent, message, advice].filter(Boolean).join(' '), screeningId };
}
