// Keep in Register for an annual returns request: how the register knows it, and the items of what the register holds.
import { sentences } from '../../names/plainText';
import { casesAbout } from '../../register/cases/cases';
import { newestAnswerOf, type ScreenedResult } from '../../register/companies/companyResult';
import { REQUEST_EXPLANATIONS, type RequestReason } from '../../service/annualReturns';
import { OperationFailure } from '../../service/failure';
import type { ServiceReply } from '../../service/reply';
import {
  type NamedReply,
  type StoredVerdict,
  type RegisterTask,
  IdOwners,
  type TaskResult,
} from '../shared/requestTask';
import { askedAtOf, taskResultOf } from '../shared/storedVerdict';
import { AcknowledgementReader, receiptOf, requestFields, type Acknowledgement } from './acknowledgement';
import { failedAtAddress } from './requestState';

/** Advice on how to request a number again that the register holds. */
const SEND_AGAIN =
  'To request it anyway, record the decision sendAgain about it (resource Register, Record Decision). Get Many > Open Cases has its caseId.';

/** Makes a registration number a company of its own to the register, whatever else is screened under it. */
export function registerTaskOf(reader: AcknowledgementReader): RegisterTask {
  const { registrationNumber } = reader;
  return {
    company: { key: registrationNumber, names: [registrationNumber], option: 'AnnualReturns' },
    question: {},
    resultFromStored(stored, environment): TaskResult {
      const acknowledgement = storedAcknowledgement(reader, stored);
      return {
        kind: 'result',
        interpret: () => {
          const verdict = verdictOn(reader, acknowledgement, stored);
          const { remembered, screenedAt } = stored;
          const kept = { remembered, requestedAt: screenedAt || null, caseId: caseIdOf(stored) ?? null };
          const said = { ...verdict, explanation: explanationOf(verdict.reason, stored), environment };
          const receipt = acknowledgement
            ? receiptOf(acknowledgement, verdict)
            : { id: '', ...verdict, hits: 0 };
          return {
            receipt: { ...receipt, remembered },
            makeItems: () => [
              { outcome: verdict.outcome, json: reader.fieldsOf(acknowledgement, said, kept) },
            ],
          };
        },
      };
    },
  };
}

/** Undefined without a reply. @throws OperationFailure if the service reported that the request failed */
function storedAcknowledgement(
  reader: AcknowledgementReader,
  stored: StoredVerdict,
): Acknowledgement | undefined {
  const { reply, question = {} } = stored.replies.at(-1) ?? {};
  try {
    // A GET reply came from its address later.
    if (reply?.method === 'GET') throw failedLater(reply, question);
    return reply && reader.acknowledgementIn(reply);
  } catch (error) {
    throw error instanceof OperationFailure && error.details.state === 'failedAtService'
      ? failedBefore(error, stored)
      : error;
  }
}

function failedLater(reply: ServiceReply, { id, requestUri }: NamedReply['question']): OperationFailure {
  const { details } = failedAtAddress(reply, id || null);
  return new OperationFailure({ ...details, ...(requestUri ? { requestUri } : {}) });
}

function verdictOn(
  reader: AcknowledgementReader,
  acknowledgement: Acknowledgement | undefined,
  stored: StoredVerdict,
): { outcome: 'requested' | 'review'; reason: string | null } {
  if (!acknowledgement) return { outcome: 'review', reason: stored.registerVerdict(NOTHING_SAID).reason };
  const said = reader.verdictOn(acknowledgement);
  const { outcome, reason } = stored.registerVerdict(said);
  // The reason that comes with a request anyway does not change its outcome.
  if (reason === said.reason) return said;
  return { outcome: outcome === 'requested' ? outcome : 'review', reason };
}

const NOTHING_SAID = { outcome: 'review', reason: null } as const;

const caseIdOf = ({ cases }: StoredVerdict): string | undefined =>
  casesAbout(cases, 'company', '')[0]?.caseId;

/** Says that the failure is not news, and how it goes on. */
function failedBefore({ details }: OperationFailure, stored: StoredVerdict): OperationFailure {
  const caseId = caseIdOf(stored);
  const about = caseId === undefined ? details : { ...details, caseId };
  if (!stored.remembered) return new OperationFailure(about);
  return new OperationFailure({
    ...about,
    explanation: `It was requested ${whenOf(stored)}, and is not requested again automatically.`,
    advice: sentences(details.suggestion, SEND_AGAIN),
  });
}

const whenOf = ({ screenedAt }: StoredVerdict): string => (screenedAt === '' ? 'before' : `at ${screenedAt}`);

function explanationOf(reason: string | null, stored: StoredVerdict): string | null {
  if (reason === null) return null;
  const when = whenOf(stored);
  switch (reason) {
    case 'noAnswer':
      return `This number was requested ${when}, but no answer came or could be kept. The service may have charged for it, so it is not requested again automatically. Ask its support. ${SEND_AGAIN}`;
    case 'beingScreened':
      return 'Another run is requesting this number and has not finished. Run it again later: it will have the answer, and nothing is paid for twice.';
    case 'notStored':
      return 'The service accepted the request, but that could not be kept in the register. Keep the ID and the requestUri. Later runs do not request the number again automatically.';
    case 'damagedRow':
    case 'contradiction':
      return `What the register has about this number, requested ${when}, was changed or contradicts itself. Find out who changed the tables of the register. ${SEND_AGAIN}`;
    default:
      return isRequestReason(reason) ? `${REQUEST_EXPLANATIONS[reason]} ${SEND_AGAIN}` : null;
  }
}

const isRequestReason = (reason: string): reason is RequestReason =>
  Object.hasOwn(REQUEST_EXPLANATIONS, reason);

/** Undefined for a company that has, or may have, no annual returns request. */
export function storedRequest(result: ScreenedResult) {
  const answer = newestAnswerOf(result);
  if (answer?.data.company.option !== 'AnnualReturns') return undefined;
  const { key: registrationNumber, environment } = answer.data.company;
  const time = askedAtOf(result);
  const of = { key: registrationNumber, time };
  try {
    const kept = registerTaskOf(new AcknowledgementReader(registrationNumber, new IdOwners()));
    const [item] = taskResultOf(kept, result, environment).interpret().makeItems();
    return item && { ...of, item };
  } catch (error) {
    const details = error instanceof OperationFailure ? error.details : undefined;
    const fields = {
      ...{ registrationNumber, outcome: 'error', environment, reason: null },
      status: null,
      id: answer.data.screeningId || null,
      requestUri: details?.requestUri ?? null,
      explanation: sentences(details?.message ?? 'It cannot be read.', details?.advice),
    };
    const caseId = casesAbout(result.cases, 'company', '')[0]?.caseId ?? null;
    const json = requestFields(fields, {}, { remembered: true, requestedAt: time, caseId });
    return { ...of, item: { outcome: 'error', json } };
  }
}
