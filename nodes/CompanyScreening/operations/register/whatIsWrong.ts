// "What Is Wrong" of Get Many: an item for each problem, none when all is well. That the tables cannot be read is a problem too.
import * as z from 'zod/v4';

import { InvalidItem } from '../../names/invalidItem';
import { quantity } from '../../names/plainText';
import { RegisterFailure } from '../../register/registerProblem';
import { problemsOf, type RegisterFinding } from '../../register/problems';
import { readReport } from '../../register/rows/reportRows';
import { readRunForPeople } from '../../register/rows/runRows';
import type { Tables } from '../../register/tables';
import type { LocalResult, ReadParameter } from '../operation';
import { requiredReaders } from '../keeping';
import { MAX_HOURS } from './getFromRegisterFields';

export const PROBLEM_KEYS = ['outcome', 'register', 'problem', 'explanation'] as const;

/** @param findRegister may fail: that is what comes out then */
export async function problemsIn(
  findRegister: () => Promise<Tables>,
  register: string,
  parameter: ReadParameter,
  nowMs: number,
): Promise<LocalResult> {
  const expected = readExpected(parameter, nowMs);
  const problems = await findRegister()
    .then(async (tables) => await tables.run(READING))
    .then(
      ([runRows = [], reportRows = []]) => {
        const runs = runRows.map(readRunForPeople);
        const damaged = runs.filter((run) => run === undefined).length;
        const reports = reportRows.flatMap((row) => readReport(row) ?? []);
        const found = problemsOf(
          runs.filter((run) => run !== undefined),
          reports,
          expected,
        );
        return [...(damaged > 0 ? [damagedRows(damaged)] : []), ...found];
      },
      (error: unknown) => [unreadableRegister(error)],
    );
  return {
    items: problems.map(({ problem, explanation }) => ({
      outcome: 'problem',
      json: { outcome: 'problem', register, problem, explanation },
    })),
    counts: [problems.length === 0 ? 'all is well' : quantity(problems.length, 'problem', 'problems')],
  };
}

const READING = [
  { do: 'read', table: 'runs', where: [], match: 'all' },
  { do: 'read', table: 'reports', where: [], match: 'all' },
] as const;

function damagedRows(count: number): ProblemText {
  return {
    problem: 'damagedRow',
    explanation: `${quantity(count, 'row', 'rows')} of the table of runs cannot be read. Find out who changed the tables of the register, and put them back from a backup.`,
  };
}

function unreadableRegister(error: unknown): ProblemText {
  const words =
    error instanceof RegisterFailure
      ? `${error.message} ${error.description}`
      : "n8n's data tables could not be read. See that n8n can reach its database.";
  return { problem: 'unreadable', explanation: words };
}

interface ProblemText {
  problem: RegisterFinding['problem'] | 'damagedRow' | 'unreadable';
  explanation: string;
}

const expectedSchema = z.object({
  hours: z.number().min(1).max(MAX_HOURS).default(26),
  control: z.boolean().default(true),
});

function readExpected(parameter: ReadParameter, nowMs: number) {
  const given = expectedSchema.safeParse({
    hours: parameter('expectedWithinHours') ?? undefined,
    control: parameter('controlExpected') ?? undefined,
  });
  if (!given.success) {
    throw new InvalidItem(
      'Expected Within (Hours) or Control Expected has an invalid value.',
      `Enter a number from 1 to ${MAX_HOURS}, and switch Control Expected on or off in this node.`,
    );
  }
  const names = parameter('readersToBeTold') ?? '';
  const readers = names === '' ? [] : requiredReaders(names);
  return { withinMs: given.data.hours * 3_600_000, control: given.data.control, readers, nowMs };
}
