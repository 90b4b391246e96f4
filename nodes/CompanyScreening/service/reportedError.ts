// The errors that the service reports by a code, in the words of an operation's catalog (docs/design/service.md, Errors).
import * as z from 'zod/v4';

import { reportedErrorSchema, type ReportedError } from './contract';
import type { ErrorCatalog } from './errorCatalogs';
import { quotation } from './quotation';
import { OperationFailure, type ReportedWords } from './failure';

/** What a reply belongs to: the operation's shown name and its error catalog. */
export interface ReplyContext {
  operation: string;
  catalog: ErrorCatalog;
}

export interface DescribedError extends ReportedWords {
  message: string;
  /** What to do, or what else the service says. */
  advice: string;
  /** Every other item would be refused for the same reason. */
  endsRun: boolean;
}

/** The words of the catalog for an error that the service reported. An unknown code is shown as received. */
export function describeReportedError(reported: ReportedError, catalog: ErrorCatalog): DescribedError {
  const code = reported.code ?? '';
  const entry = Object.hasOwn(catalog, code) ? catalog[code] : undefined;
  if (entry) {
    return {
      message: `${entry.description} (${code} ${entry.name})`,
      advice: entry.suggestion,
      errorCode: code,
      errorName: entry.name,
      errorType: entry.type,
      suggestion: entry.suggestion,
      endsRun: entry.type === 'Authentication',
    };
  }
  const { message, description, type } = reported;
  const suggestion = quotation([reported.suggestion].flat().filter(Boolean).join(' '));
  const label = quotation([code, message].filter(Boolean).join(' '));
  return {
    message:
      label === ''
        ? 'The service reported an error without a code.'
        : `The service reported the error ${label}.`,
    advice: quotation([description, suggestion].filter(Boolean).join(' ')),
    ...(code ? { errorCode: code } : {}),
    ...(message ? { errorName: message } : {}),
    ...(type ? { errorType: type } : {}),
    ...(suggestion ? { suggestion } : {}),
    endsRun: false,
  };
}

const isFatal = ({ errorType }: DescribedError): boolean => errorType === 'Fatal';

/** A person reads them. */
const MAX_ERRORS = 20;

/** A request that the service accepted, but whose status is Failed or whose record only reports errors. */
export function reportedFailure(
  { operation, catalog }: ReplyContext,
  { what, id, idName, errors, httpStatus }: TakenRequest,
): OperationFailure {
  const described = z
    .array(reportedErrorSchema.catch({}))
    .parse(errors.slice(0, MAX_ERRORS))
    .map((error) => describeReportedError(error, catalog))
    // What failed at the service says more than what it made of the rest, and counts as an outage.
    .toSorted((one, other) => Number(isFatal(other)) - Number(isFatal(one)));
  const [first, ...others] = described;
  return new OperationFailure({
    ...first,
    state: 'failedAtService',
    receiptId: id,
    message: `${operation}: ${what} ${first?.message ?? 'The service gave no reason.'}`,
    advice: [
      first?.advice || "Try again later. If the problem persists, contact the service's support.",
      quotation(others.map(({ message }) => `Also: ${message}`).join(' ')),
      ...(id === null ? [] : [`The service knows the request by the ${idName} ${quotation(id)}.`]),
    ]
      .filter(Boolean)
      .join(' '),
    endsRun: described.some(({ endsRun }) => endsRun),
    httpStatus,
  });
}

export interface TakenRequest {
  /** What failed, as a sentence. */
  what: string;
  /** The service's id of the request, if known, and what people call it. */
  id: string | null;
  idName: string;
  /** The errors as received. */
  errors: unknown[];
  httpStatus: number;
}
