// What goes wrong with the register, as the failure that ends the run.
import { RegisterFailure } from '../register/failure';
import type { Failure } from '../register/messages';
import { OperationFailure } from '../service/failure';

/** The register could not be opened: nothing was sent. */
export function notOpened(error: unknown): unknown {
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
    case 'damaged':
      return nothingMore(
        `A row of the data table "${register} ${why.table}" cannot be read (id ${why.id}), so nobody can tell which companies another run has sent.`,
        'Somebody has changed that row. Put it back as it was. If you cannot: wait until no run is going, remove the row, and ask the support of the service about what was sent at that time.',
      );
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
