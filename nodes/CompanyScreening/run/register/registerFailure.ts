// Failures of the register, each as the failure that ends the run.
import { damagedRow, RegisterFailure } from '../../register/port/tables';
import type { SendingStop } from '../../register/protocol/messages';
import { failedRun, type OperationFailure } from '../../service/failure';

/** A failure of the register's tables before anything was sent. Any other error stays as it is. */
export function ofRegister(error: unknown): unknown {
  if (!(error instanceof RegisterFailure)) return error;
  const { message, description } = error;
  return failedRun({ message, advice: description });
}

/** A failure of the register in mid-run: nothing more is sent. */
export function sendingStopped(why: SendingStop, cause: unknown, register: string): OperationFailure {
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
        `The row of this run is missing from the data table "${register} runs", or can no longer be read: somebody has emptied or changed the register.`,
        'Restore the rows from a backup before you run the workflow again, or companies that have been paid for are sent again.',
      );
    case 'takenForDead':
      return nothingMore(
        'This run stood still for more than two minutes, perhaps because its machine was asleep, and another run has taken it for dead.',
        'Run the workflow again: what was answered is in the register, and is neither sent nor paid for again. Keep the machine awake while a run goes on.',
      );
  }
}

const SEE_DATABASE = 'Make sure that n8n can write to its database, and run the workflow again.';

function nothingMore(message: string, advice: string): OperationFailure {
  return failedRun({ sending: 'noMore', message, advice });
}
