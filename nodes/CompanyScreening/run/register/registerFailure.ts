// Failures of the register, as the failure that ends the run.
import { MEGABYTE } from '../../operations/shared/keeping';
import type { Keeping } from '../../operations/shared/registerTask';
import type { SizeEstimate } from '../../register/facts/size';
import { damagedRow, RegisterFailure } from '../../register/port/tables';
import type { SendingStop } from '../../register/protocol/messages';
import { OperationFailure } from '../../service/failure';

/** A failure of the register's tables before anything was sent. Any other error stays as it is. */
export function ofRegister(error: unknown): unknown {
  if (!(error instanceof RegisterFailure)) return error;
  const { message, description } = error;
  return new OperationFailure({ state: 'unsendable', endsRun: true, message, advice: description });
}

/** A failure of the register in mid-run: nothing more is sent. */
export function notStored(why: SendingStop, cause: unknown, register: string): OperationFailure {
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
  }
}

/**
 * The failure of a run whose answers would not fit into n8n's tables: it is not begun, rather than stopped in the middle. Null if there is room.
 */
export function tablesFull(
  { stored, added }: SizeEstimate,
  { register, tablesLimit }: Pick<Keeping, 'register' | 'tablesLimit'>,
): OperationFailure | null {
  if (tablesLimit === null || stored + added <= tablesLimit * (1 - KEPT_FREE)) return null;
  return new OperationFailure({
    state: 'unsendable',
    endsRun: true,
    message: `The register "${register}" would become too large: it has about ${megabytes(stored)} MB, this run would add about ${megabytes(added)} MB, and n8n allows ${megabytes(tablesLimit)} MB for all data tables together, of which ${megabytes(tablesLimit * KEPT_FREE)} MB stay free for Prune and Forget Company.`,
    advice:
      "Nothing was sent. Have n8n's administrator raise the limit (N8N_DATA_TABLES_MAX_SIZE_BYTES), and enter the new one in the option Data Tables Limit (MB) of this node. Or screen a part of the list.",
  });
}

/** A removal needs some room: it has to say what goes before it deletes anything. */
const KEPT_FREE = 0.02;

const megabytes = (bytes: number): string => Math.ceil(bytes / MEGABYTE).toLocaleString('en');

const SEE_DATABASE = 'Make sure that n8n can write to its database, and run the workflow again.';

function nothingMore(message: string, advice: string): OperationFailure {
  return new OperationFailure({ state: 'unsendable', sending: 'noMore', endsRun: true, message, advice });
}
