// What is written down of a run that gives out what was not told: Mark as Reported says of it that it was.
import { randomUUID } from 'node:crypto';

import type { Keeping } from '../../operations/shared/keptTask';
import { givenRows, type GivenCompany } from '../../register/rows/reportRows';
import { nothingToTell } from '../../register/rows/runRows';
import type { Statement } from '../../register/port/tables';
import { givenByMessage, leftByMessage, type Tidings } from './tidings';

/**
 * Empty if everything comes out.
 *
 * @param about whose list it was, which run, and when
 * @param owed of each company what has to be named in a report, whatever is told
 * @param over runs of whose answers everything untold is in these rows: only then nobody looks at them again
 */
export function reportStatements(
  asked: Keeping['report'],
  tidings: readonly Tidings[],
  { uuid = randomUUID, ...about }: { list: string; run: string; at: string; uuid?: () => string },
  { owed, over }: { owed: readonly GivenCompany[]; over: readonly string[] } = { owed: [], over: [] },
): Statement[] {
  if (!asked) return [];
  const { id: report, readers, byMessage } = asked;
  const rowsOf = { readers, uuid, ...about };
  const given = tidings.flatMap((one) => (byMessage ? givenByMessage(one) : one.given));
  const named = new Set(given.map(nameOf));
  const left = [...(byMessage ? tidings.flatMap(leftByMessage) : []), ...owed].filter(
    (one) => !named.has(nameOf(one)),
  );
  // Nobody can mark a report that nobody knows.
  const rowsOfLeft = left.length === 0 ? [] : givenRows({ report: uuid(), ...rowsOf }, left);
  const rows = [...givenRows({ report, ...rowsOf }, given), ...rowsOfLeft];
  return [{ do: 'insert', table: 'reports', rows }, ...nothingToTell(over)];
}

const nameOf = ({ company, answer }: GivenCompany): string => `${company} ${answer}`;
