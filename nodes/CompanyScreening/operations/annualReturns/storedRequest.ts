// Register → items without a list: an annual returns request comes out as Request Annual Returns gives it out from the register.
import { casesAbout } from '../../register/cases/cases';
import type { CompanySettlement } from '../../register/companies/companyResult';
import { newestAnswerOf } from '../../register/companies/settled';
import { OperationFailure } from '../../service/failure';
import type { OutputItem } from '../shared/answer';
import { askedAtOf, recallSettled } from '../shared/held';
import { IdOwners } from '../shared/idOwners';
import { AcknowledgementReader } from './acknowledgement';
import { keptRequest } from './keptRequest';
import { requestFields } from './requestItem';

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
    const [item] = recallSettled(kept, settled, environment).decide().makeItems();
    return item && { ...of, item };
  } catch (error) {
    const details = error instanceof OperationFailure ? error.details : undefined;
    const fields = {
      ...{ registrationNumber, outcome: 'error', environment, reason: null },
      status: null,
      id: answer.data.screeningId || null,
      requestUri: details?.requestUri ?? null,
      explanation: [details?.message ?? 'It cannot be read.', details?.advice].filter(Boolean).join(' '),
    };
    const caseId = casesAbout(settled.cases, 'company', '')[0]?.caseId ?? null;
    const json = requestFields(fields, {}, { remembered: true, requestedAt: time, caseId });
    return { ...of, item: { outcome: 'error', json } };
  }
}
