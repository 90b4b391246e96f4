// Register → items without a list: an annual returns request comes out as Request Annual Returns gives it out from the register.
import type { CompanySettlement } from '../../register/messages';
import { OperationFailure } from '../../service/failure';
import { newestAnswerOf } from '../../register/settled';
import { askedAtOf, recallSettled } from '../held';
import { IdOwners } from '../idOwners';
import type { OutputItem } from '../answer';
import { AcknowledgementReader } from './acknowledgement';
import { keptRequest } from './keptRequest';

export interface StoredRequest {
  key: string;
  /** When it was requested (ISO 8601). */
  time: string;
  item: OutputItem;
}

/** Undefined for what is no annual returns request, or is not known to be one. */
export function storedRequest(settled: CompanySettlement): StoredRequest | undefined {
  const answer = newestAnswerOf(settled);
  if (answer?.data.company.option !== 'AnnualReturns') return undefined;
  const { key: registrationNumber, environment } = answer.data.company;
  const time = askedAtOf(settled);
  const of = { key: registrationNumber, time };
  try {
    const kept = keptRequest(new AcknowledgementReader(registrationNumber, new IdOwners()));
    const { makeItems } = recallSettled(kept, settled, environment).decide();
    return { ...of, item: { outcome: 'requested', json: { ...makeItems()[0]?.json, problem: null } } };
  } catch (error) {
    const problem = error instanceof OperationFailure ? error.message : 'It cannot be read.';
    const empty = { registrationNumber, id: null, requestUri: null, status: null, environment };
    const json = { ...empty, remembered: true, requestedAt: time, problem };
    return { ...of, item: { outcome: 'error', json } };
  }
}
