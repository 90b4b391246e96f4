// What can go wrong with the register's tables, in words a person can act on. Knows nothing of n8n's interfaces.

/** What the register cannot do, so that the rules can tell one from another. */
export type RegisterProblem =
  /** n8n takes no more rows. */
  | 'full'
  | 'diskFull'
  /** The database is held by something else, or has no connection left. */
  | 'busy'
  | 'unreachable'
  | 'readOnly'
  /** This n8n has no data tables, or has them switched off. */
  | 'notAvailable'
  /** The workflow's time is over, or it was stopped: n8n refuses every call from now on. */
  | 'stopped'
  /** The name that the user gave cannot be that of a register. */
  | 'name'
  /** Nobody has made a register of this name here, and it is only to be read. */
  | 'notThere'
  /** The workflow has had this register, and does not find it. */
  | 'lost'
  /** Tables of the register are missing beside others that have rows. */
  | 'incomplete'
  /** A table of this name belongs to somebody else, or its columns were changed. */
  | 'foreign'
  /** A row cannot be read on which others depend. */
  | 'damaged'
  /** A table was there when the run began, and is not any more. */
  | 'gone'
  | 'unexpected';

/** Problems that may be over in some seconds: the database is held for a moment, or is started again. */
const PASSING: ReadonlySet<RegisterProblem> = new Set(['busy', 'unreachable', 'unexpected']);

/** Whether it is worth waiting before the call is tried again. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof RegisterFailure) || PASSING.has(error.problem);
}

/** The register could not be read or written. A statement that failed may have been carried out all the same. */
export class RegisterFailure extends Error {
  override readonly name = 'RegisterFailure';

  constructor(
    readonly problem: RegisterProblem,
    /** What happened, in one sentence. */
    message: string,
    /** What to do. */
    readonly description: string,
  ) {
    super(message);
  }
}

/** A row of a claim, of a run or of the archive that cannot be read. */
export function damagedRow(register: string, { table, id }: { table: string; id: number }): RegisterFailure {
  if (table === 'archive') return damagedArchive(register, id);
  return new RegisterFailure(
    'damaged',
    `A row of the data table "${register} ${table}" cannot be read (id ${id}), so nobody can tell which companies another run has sent.`,
    'Somebody has changed that row. Put it back as it was. If you cannot: wait until no run is going, remove the row, and ask the support of the service about what was sent at that time.',
  );
}

function damagedArchive(register: string, id: number): RegisterFailure {
  return new RegisterFailure(
    'damaged',
    `A row of the data table "${register} archive" was changed (id ${id}), so nobody can tell which screening IDs the register has had.`,
    'Put it back as it was, from a backup if need be. If you cannot, remove the row: a screening whose ID it had is then no longer noticed if it comes again, and Get Many with Get set to History names the row as missing from then on.',
  );
}
