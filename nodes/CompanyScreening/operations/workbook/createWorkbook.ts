// "Create Workbook": one workbook of all items.
import type { IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { version as packageVersion } from '../../../../package.json';
import { cleanText } from '../../names/companyName';
import { plainText, withoutTags } from '../../names/plainText';
import { cutAt, LONGEST_FILE_NAME } from '../../service/fileName';
import { writeWorkbook } from '../../workbook/writeWorkbook';
import { countsSentence } from '../shared/companyCounts';
import { localCounts, type LocalOperation, type LocalResult } from '../shared/operation';
import { switchOption, textOption } from '../shared/optionKinds';
import { outputFileField, readItemOptions, readOutputField } from '../shared/options';
import { differences, environmentsOf, type WorkbookCompanies } from './workbookCompanies';
import { readGiven, type GivenItems } from './givenItems';
import { isOnlyProof, proofProblems, proofSentences } from './proof';
import { screeningWorkbook } from './screeningWorkbook';
import { sandboxWarning, type WorkbookMaking } from './summarySheet';

/** Options of the whole workbook. */
const createWorkbookOptions = z.object({
  fileName: textOption({
    displayName: 'File Name',
    placeholder: 'e.g. screened.xlsx',
    description:
      'Name of the workbook. If empty, it has the environment, the day in UTC and the number of the execution. The ending .xlsx is added.',
  }),
  oneSheet: switchOption({
    displayName: 'One Sheet',
    description:
      'Whether to put hits, companies to review, clear companies and errors into one sheet, Results, instead of a sheet for each. Summary and Companies stay.',
  }),
});

export const createWorkbook: LocalOperation = {
  kind: 'local',
  resource: 'company',
  choice: {
    name: 'Create Workbook',
    value: 'createWorkbook',
    action: 'Create workbook of results',
    description: 'Make one Excel workbook of all items, to hand over. Nothing is sent to the service.',
  },
  fields: [outputFileField('data')],
  options: [createWorkbookOptions],
  output: [],
  subjectKey: 'fileName',
  nouns: { one: 'workbook', several: 'workbooks' },
  takesEveryItem: 'together',
  summarise: localCounts,

  begin: ({ context, now }) => ({
    prepare: (parameter) => ({
      subject: { name: 'The workbook', referenceId: null },
      async perform() {
        const field = readOutputField(parameter('binaryPropertyName'), 'data');
        const { fileName, oneSheet } = readItemOptions(createWorkbookOptions, parameter('options'));
        const given = readGiven(context.getInputData().map(({ json }) => json));
        const making = {
          workflow: context.getWorkflow().name ?? 'a workflow without a name',
          execution: context.getExecutionId(),
          madeAt: now(),
          packageVersion,
        };
        const { content, listed } = screeningWorkbook(given, { making, oneSheet });
        const name = fileNameOf(plainText(fileName), given, making);
        return await workbookFile(context, { field, name, given, listed }, writeWorkbook(content));
      },
    }),
  }),
};

/** Gives "screened_sandbox_2026-11-24_execution-12.xlsx", for example, so that no file takes the place of another. */
function fileNameOf(wanted: string, given: GivenItems, { madeAt, execution }: WorkbookMaking): string {
  // Signs that a folder or a program could misunderstand. A sign that turns the direction of writing may show ".exe" as something else.
  const name = cleanText(wanted).replaceAll(/[\p{Control}/\\:*?"<>|]/gu, '_');
  if (name !== '') return withEnding(name.replace(/\.xlsx$/i, ''), /\.xlsx$/i.exec(name)?.[0] ?? '.xlsx');
  const about = isOnlyProof(given) ? 'screening-proof' : 'screened';
  const day = new Date(madeAt).toISOString().slice(0, 10);
  const parts = [about, ...environmentsOf(given), day, `execution-${execution}`];
  return withEnding(parts.join('_').replaceAll(/[^\w.-]/g, '_'), '.xlsx');
}

const withEnding = (name: string, ending: string): string =>
  cutAt(LONGEST_FILE_NAME - Buffer.byteLength(ending), name).trimEnd() + ending;

interface MadeWorkbook {
  field: string;
  name: string;
  given: GivenItems;
  listed: WorkbookCompanies;
}

async function workbookFile(
  context: IExecuteFunctions,
  { field, name, given, listed }: MadeWorkbook,
  pieces: readonly Uint8Array[],
): Promise<LocalResult> {
  const file = await context.helpers.prepareBinaryData(Buffer.concat(pieces), name, MIME_TYPE);
  const { counts } = listed;
  const warning = sandboxWarning(given);
  const sentences = [...(isOnlyProof(given) ? [] : [countsSentence(counts)]), ...proofSentences(given)];
  const differs = differences(given.summaries, listed);
  const { problem, forColleagues } = firstProblem(given);
  const json = {
    outcome: 'workbook',
    fileName: name,
    explanation: [...sentences, ...(warning === '' ? [] : [`${warning}.`])].join(' '),
    environment: environmentsOf(given).join('; ') || null,
    companies: counts.companies,
    companiesWithHits: counts.withHits,
    companiesWithHitsToReview: counts.withHitsToReview,
    hits: counts.hits,
    clear: counts.clear,
    review: counts.toReview,
    errors: counts.failed + counts.notProcessed,
    problem: problem ?? (proofProblems(given).join(' ') || null),
    forColleagues: forColleagues ?? (proofProblems(given).join(' ') || null),
  };
  return {
    items: [{ outcome: 'workbook', json }],
    binary: { [field]: file },
    counts: [sentences.join(' ').replace(/\.$/, '')],
    ...(differs.length === 0 ? {} : { note: differs.join(' ') }),
  };
}

const MIME_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function firstProblem({ verdicts }: GivenItems): { problem: string | null; forColleagues: string | null } {
  const failed = verdicts.find(({ outcome }) => outcome === 'error');
  if (!failed) return { problem: null, forColleagues: null };
  const { companyName, scope, error, explanation, description, forColleagues } = failed.fields;
  const name = scope === 'run' ? '' : plainText(companyName);
  const about = name && `Without an answer: "${name}".`;
  const happened = plainText(error) || plainText(explanation);
  const said = (...sentences: string[]) =>
    withoutTags([about, ...sentences].filter(Boolean).join(' ')) || null;
  return {
    problem: said(happened, plainText(description)),
    forColleagues: said(plainText(forColleagues) || happened),
  };
}
