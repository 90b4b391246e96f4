// What goes wrong with the register, as the failure that ends the run.
import { RegisterFailure } from '../register/failure';
import type { Failure } from '../register/messages';
import { OperationFailure } from '../service/failure';

/** The register could not be opened: nothing was sent. */
export function notOpened(error: unknown): unknown {
  if (!(error instanceof RegisterFailure)) return error;
  const { message, description } = error;
  const start = description.startsWith('Nothing was sent.') ? '' : 'Nothing was sent. ';
  return failure(message, start + description);
}

/** The register failed in mid-run: nothing more is sent. */
export function notKept(why: Failure, cause: unknown, register: string): OperationFailure {
  const nothingMore = 'Nothing more was sent.';
  switch (why.is) {
    case 'notStored': {
      const { message, description } =
        cause instanceof RegisterFailure
          ? cause
          : { message: `The register "${register}" could not be written.`, description: '' };
      return failure(message, `${nothingMore} ${description}`.trim());
    }
    case 'damaged':
      return failure(
        `A row of the data table "${register} ${why.table}" cannot be read (id ${why.id}), so nobody can tell which companies another run has sent.`,
        `${nothingMore} Somebody has changed that row. Put it back as it was. If you cannot: wait until no run is going, remove the row, and ask the support of the service about what was sent at that time.`,
      );
    case 'ownRowGone':
      return failure(
        `The row of this run is gone from the data table "${register} runs": somebody has emptied the register.`,
        `${nothingMore} Put the rows back from a backup before you run the workflow again, or companies that have been paid for may be sent again.`,
      );
  }
}

/** No request may start, since the register does not take that this run lives. */
export function mayNotStart(register: string): OperationFailure {
  return failure(
    `The register "${register}" cannot be written, so nothing more is sent.`,
    'Nothing was sent for this company. See that n8n can write to its database, and run the workflow again.',
  );
}

function failure(message: string, description: string): OperationFailure {
  return new OperationFailure({ state: 'unsendable', endsRun: true, message, description });
}
