// Keep in Register for an annual returns request: what the register knows it by, and what comes out of what it holds.
import { casesAbout } from '../../register/decisions/cases';
import { OperationFailure, type FailureDetails } from '../../service/failure';
import type { KeptTask } from '../keptTask';
import { SEND_AGAIN, type AcknowledgementReader } from './acknowledgement';

/** A registration number is a company of its own to the register, whatever else is screened under it. */
export function keptRequest(reader: AcknowledgementReader): KeptTask {
  const { registrationNumber } = reader;
  return {
    company: { key: registrationNumber, names: [registrationNumber], option: 'AnnualReturns' },
    question: {},
    recall(held, environment) {
      const reply = held.replies.at(-1)?.reply;
      const { outcome, reason } = held.judge({ outcome: reply ? 'requested' : 'review', reason: null });
      const caseId = casesAbout(held.cases, 'company', '')[0]?.caseId;
      const isAnothers = reason === 'otherRequest';
      const answer = reply && reader.read(reply, environment, { ...held, isAnothers, caseId });
      // The id and the address of a request that could not be stored are all the more needed.
      if (answer && (outcome === 'requested' || isAnothers || reason === 'notStored')) return answer;
      throw inDoubt(reason, held.screenedAt, caseId);
    },
  };
}

function inDoubt(reason: string | null, askedAt: string, caseId: string | undefined): OperationFailure {
  const facts = doubtDetails(reason, askedAt === '' ? 'before' : `at ${askedAt}`);
  return new OperationFailure(caseId === undefined ? facts : { ...facts, caseId });
}

function doubtDetails(reason: string | null, when: string): FailureDetails {
  switch (reason) {
    case 'noAnswer':
      return {
        state: 'unresolved',
        receiptId: null,
        message: `Request Annual Returns: this number was sent ${when}, and no answer is in the register.`,
        explanation: 'It is not requested again by itself.',
        advice: SEND_AGAIN,
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
