// A list that was screened with Keep in Register, as one log for the history checker: what the service got, what the register keeps, and
// what came out.
import * as z from 'zod/v4';

import { readAnswers, screeningHashesOf } from '../../nodes/CompanyScreening/register/rows/answerRows';
import type { PaidScreening } from '../sandbox/client';
import { brokenPromises, type History, type PaidRequest } from '../support/history';
import type { TableRow } from '../support/n8n/dataTables';
import type { Execution } from '../support/n8n/rest';
import { nodeUnderTest } from '../support/workflows';
import { verdictOfTheService } from './manyCompanies';

export interface ScreenedList {
  /** With One Item per Company. */
  listed: readonly string[];
  /** One execution, or those of the parts of the list. */
  executions: readonly Execution[];
  /** Everything that the service was asked for. */
  paid: readonly PaidScreening[];
  /** The rows of the answers in the register. */
  rows: readonly TableRow[];
}

/** What is wrong, a sentence each; a company without an answer is not. Nobody was to be paid for twice. */
export function brokenIn({ listed, executions, paid, rows }: ScreenedList): string[] {
  const items = executions.flatMap(itemsOf);
  const [unanswered, told] = [items.filter(hasNoAnswer), items.filter((item) => !hasNoAnswer(item))];
  const { kept, open } = keptIn(rows);
  return brokenPromises({
    paid: paid.filter(({ companyName }) => listed.includes(companyName)).map(requestOf),
    kept,
    open: [
      ...open,
      ...unanswered.map(({ companyName, referenceId }) => ({ company: companyName, reference: referenceId })),
    ],
    told: told.map(({ companyName, outcome, referenceId }) => ({
      ...{ run: 'this one', company: companyName, names: [companyName], reference: referenceId, outcome },
      ...{ answer: null, isInDoubt: false, isOfFailedControl: false },
    })),
    ended: [{ run: 'this one', listed, cameOut: items.map(({ companyName }) => companyName), after: [] }],
  });
}

/** The companies that came out without an answer, since they may have been sent. */
export const withoutAnswer = (executions: readonly Execution[]): string[] =>
  executions
    .flatMap(itemsOf)
    .filter(hasNoAnswer)
    .map(({ companyName }) => companyName);

const itemSchema = z.object({
  companyName: z.string(),
  outcome: z.enum(['clear', 'hit', 'review']),
  reason: z.string().nullable(),
  referenceId: z.string(),
});
type Item = z.infer<typeof itemSchema>;

/** Of a list, each as the node gave it. */
export const itemsOf = (execution: Execution): Item[] =>
  [0, 1, 2]
    .flatMap((output) => execution.output(nodeUnderTest, output))
    .map(({ json }) => itemSchema.parse(json));

const hasNoAnswer = ({ reason }: Item): boolean => reason === 'noAnswer';

const requestOf = ({ companyName, referenceId }: PaidScreening): PaidRequest => ({
  company: companyName,
  name: companyName,
  reference: referenceId,
  said: verdictOfTheService(companyName),
});

/** @throws where a row is not as it was written */
function keptIn(rows: readonly TableRow[]): Required<Pick<History, 'kept' | 'open'>> {
  const answers = rows
    .flatMap((row) => readAnswers({ ...row, id: Number(row['id']) }))
    .map((answer) => {
      if (answer.kind === 'damaged') throw new Error(`The answer ${answer.answerId} is damaged.`);
      const { data, runId } = answer;
      const of = { company: data.company.names[0], reference: data.referenceId };
      const screenings = screeningHashesOf(answer);
      return {
        kind: answer.kind,
        id: answer.answerId,
        run: runId,
        ...of,
        hasHits: data.hits.length > 0,
        screenings,
      };
    });
  return {
    kept: answers.filter(({ kind }) => kind === 'answer'),
    open: answers.filter(({ kind }) => kind === 'unanswered'),
  };
}
