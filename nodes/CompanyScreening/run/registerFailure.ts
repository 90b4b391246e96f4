// What goes wrong with the register, as the failure that ends the run.
import { damagedRow, RegisterFailure } from '../register/failure';
import type { Failure } from '../register/messages';
import { OperationFailure } from '../service/failure';

/** What the register's tables refused, before anything was sent. Any other error stays as it is. */
export function ofRegister(error: unknown): unknown {
  if (!(error instanceof RegisterFailure)) return error;
  const { message, description } = error;
  return new OperationFailure({ state: 'unsendable', endsRun: true, message, advice: description });
}

/** The register failed in mid-run: nothing more is sent. */
export function notKept(why: Failure, cause: unknown, register: string): OperationFailure {
  switch (why.is) {
    case 'notStored':
      return cause instanceof RegisterFailure
        ? nothingMore(cause.message, cause.description)
        : nothingMore(`The register "${register}" could not be written.`, SEE_DATABASE);
    case 'damaged': {
      const { message, description } = damagedRow(register, why);
      return nothingMore(message, description);
    }
    case 'ownRowGone':
      return nothingMore(
        `The row of this run is gone from the data table "${register} runs": somebody has emptied the register.`,
        'Put the rows back from a backup before you run the workflow again, or companies that have been paid for are sent again.',
      );
  }
}

/** No request may start, since the register does not take that this run lives. */
export function mayNotStart(register: string): OperationFailure {
  return nothingMore(`The register "${register}" cannot be written.`, SEE_DATABASE);
}

const SEE_DATABASE = 'See that n8n can write to its database, and run the workflow again.';

function nothingMore(message: string, advice: string): OperationFailure {
  return new OperationFailure({ state: 'unsendable', sending: 'noMore', endsRun: true, message, advice });
}
