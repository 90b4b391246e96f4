// Keep in Register for an annual returns request: what the register knows it by, and what comes out of what it holds.
import { OperationFailure, type FailureDetails } from '../../service/failure';
import type { KeptTask } from '../operation';
import { readAcknowledgement } from './acknowledgement';

/** A registration number is a company of its own to the register, whatever else is screened under it. */
export function keptRequest(registrationNumber: string): KeptTask {
  return {
    company: { key: registrationNumber, names: [registrationNumber], option: 'AnnualReturns' },
    question: {},
    recall(held, environment) {
      const newest = held.replies.at(-1);
      const answer = newest && readAcknowledgement(newest.reply, registrationNumber, environment, held);
      const { outcome, reason } = held.judge({ outcome: answer ? 'requested' : 'review', reason: null });
      // The id and the address of a request that could not be stored are all the more needed.
      if (answer && (outcome === 'requested' || reason === 'notStored')) return answer;
      throw inDoubt(reason, held.screenedAt);
    },
  };
}

function inDoubt(reason: string | null, askedAt: string): OperationFailure {
  return new OperationFailure(factsOf(reason, askedAt === '' ? 'before' : `at ${askedAt}`));
}

function factsOf(reason: string | null, when: string): FailureDetails {
  switch (reason) {
    case 'noAnswer':
      return {
        state: 'unresolved',
        receiptId: null,
        message: `Request Annual Returns: this number was sent ${when}, and no answer is in the register.`,
        explanation: 'It is not requested again by itself.',
        advice: 'To request it all the same, switch off Keep in Register for this number.',
      };
    case 'beingScreened':
      return {
        state: 'unsendable',
        message: 'Request Annual Returns: another run is requesting this number and has not finished.',
        advice: 'Run it again later: it will have the answer, and nothing is paid for twice.',
      };
    default:
      return {
        state: 'unresolved',
        receiptId: null,
        message: `Request Annual Returns: what the register holds of this number, sent ${when}, was changed or contradicts itself.`,
        advice: 'Find out who changed the tables of the register.',
      };
  }
}
