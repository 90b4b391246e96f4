// What speaks against a run of a list that is kept, before anything is sent: the run itself asks, and its dry run.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Keeping } from '../../operations/shared/keptTask';
import type { ListKnowledge } from '../../register/companies/otherKeys';
import type { SizeEstimate } from '../../register/facts/room';
import type { Tables } from '../../register/port/tables';
import { checkNumbers, type NumbersChecked } from './lostNumbers';
import { lackOfRoom } from './registerFailure';

interface ReadList {
  list: ListKnowledge;
  /** Screenings or requests that would be sent. */
  requests: number;
  estimate: SizeEstimate;
}

/** @throws RegisterFailure if the tables cannot be read */
export async function checkList(
  context: IExecuteFunctions,
  keeping: Keeping,
  tables: Pick<Tables, 'run'>,
  { list, requests, estimate }: ReadList,
): Promise<NumbersChecked> {
  const { refusal, knownByName } = await checkNumbers(context, keeping, tables, list);
  return { refusal: refusal ?? keeping.refusalOf(requests) ?? lackOfRoom(estimate, keeping), knownByName };
}
