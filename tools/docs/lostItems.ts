// No item falls out of an example: every way that an item can take leads somewhere.
import { basename } from 'node:path';
import { z } from 'zod/v4';
import { exampleFiles, isNote, type Read } from './pages';

const BY_EMAIL =
  'by e-mail only: the list of a file is screened every night, and an e-mail that failed comes the next night';

/** Nodes that drop items, each with the reason why nothing is lost by it, and the test that shows it. */
const DROPPING: Readonly<Record<string, { reason: string; file: string; test: string }>> = {
  'nightly-rescreening.json: Company Screening': {
    reason:
      'The receipt names every company that has something new, and counts the others. Whoever has no verdict is a case of the review desk.',
    file: 'test/e2e/monitoring/nights.test.ts',
    test: 'the first night tells each hit once, and the watchdog is silent',
  },
  'nightly-rescreening.json: Rows and who': {
    reason: 'There is always one who uploads.',
    file: 'test/e2e/monitoring/nights.test.ts',
    test: 'a list is uploaded by somebody who is signed in, and each row says who and when; one that cannot be read changes nothing',
  },
  'alert-on-hits.json: Urgent, and not all sent': {
    reason: 'If every message was sent, nothing is to be sent again.',
    file: 'test/e2e/examples/alerts.ts',
    test: 'a Slack that fails keeps no e-mail back; every urgent message goes by e-mail, and the execution fails',
  },
  'nightly-rescreening.json: Told on Slack': {
    reason:
      'A part of the receipt that was not sent has no partner, and Mark as Reported refuses a lone part.',
    file: 'test/e2e/monitoring/nights.test.ts',
    test: 'a hit that could not be told is told the next night; such nights end as failed',
  },
  'night-by-email.json: Company Screening': {
    reason: 'As in the nightly example: the receipt names what is new, and counts the others.',
    file: 'test/e2e/monitoring/nights.test.ts',
    test: BY_EMAIL,
  },
  'night-by-email.json: Told by e-mail': {
    reason: 'As Told on Slack.',
    file: 'test/e2e/monitoring/nights.test.ts',
    test: BY_EMAIL,
  },
  'look-up-a-company.json: Company Screening': {
    reason: 'The page of the summary item shows the company, whatever its outcome is.',
    file: 'test/e2e/examples/colleaguePages.ts',
    test: 'a colleague sees every hit of a company, and nobody pays twice on one day',
  },
  'monthly-figures.json: Both files': {
    reason: 'One workbook and one report.',
    file: 'test/e2e/monitoring/nights.test.ts',
    test: 'once a month, figures and a sample as a workbook, and the report as a page, go out in one e-mail',
  },
  'email-with-a-list.json: From the colleague': {
    reason: 'Nothing of a mail from somebody else is screened or answered.',
    file: 'test/e2e/examples/emails.ts',
    test: 'a sender that only looks like the colleague gets nothing screened and nothing answered',
  },
  'email-with-a-list.json: Mail and workbook': {
    reason: 'One mail, since each has an execution of its own, and its workbook.',
    file: 'test/e2e/examples/emails.ts',
    test: 'mails that come together are answered each by its own results, and one that fails keeps no other back',
  },
  'spreadsheet-to-spreadsheet.json: List and workbook': {
    reason: 'One workbook, which has all lists; the lists themselves are on the disk by then.',
    file: 'test/e2e/examples/fileResults.ts',
    test: 'of several lists each has a copy under its own name, and the next run takes none of them for a list',
  },
};

const conditionsSchema = z.object({ conditions: z.array(z.looseObject({ leftValue: z.unknown() })) });
const nodeSchema = z.looseObject({
  name: z.string(),
  type: z.string(),
  onError: z.string().optional(),
  parameters: z.looseObject({
    mode: z.string().optional(),
    joinMode: z.string().optional(),
    fieldToSplitOut: z.string().optional(),
    conditions: conditionsSchema.optional(),
    rules: z
      .object({ values: z.array(z.looseObject({ conditions: conditionsSchema.optional() })) })
      .optional(),
    options: z.looseObject({ fallbackOutput: z.union([z.string(), z.number()]).optional() }).optional(),
    output: z
      .looseObject({
        outputs: z.string().optional(),
        alertMessages: z.boolean().optional(),
        summaryItem: z.boolean().optional(),
      })
      .optional(),
  }),
});
type Node = z.infer<typeof nodeSchema>;
const exampleSchema = z.object({
  nodes: z.array(nodeSchema),
  connections: z.record(
    z.string(),
    z.object({
      main: z.array(z.array(z.object({ node: z.string() })).nullable()).default([]),
    }),
  ),
});
type Example = z.infer<typeof exampleSchema>;

export function lostItemProblems(read: Read): string[] {
  const dropping = new Set<string>();
  const found = exampleFiles.flatMap((file) => {
    const example = exampleSchema.parse(JSON.parse(read(file)));
    return example.nodes
      .filter((node) => !isNote(node))
      .flatMap((node) => {
        const problems = [...openOutputs(example, node), ...uncheckedField(example, node), ...starving(node)];
        if (!drops(example, node)) return problems.map((problem) => `${file}: ${problem}`);
        const place = `${basename(file)}: ${node.name}`;
        dropping.add(place);
        if (!Object.hasOwn(DROPPING, place))
          problems.push(
            `"${node.name}" drops items. Use another node, or list it in tools/docs/lostItems.ts with its test.`,
          );
        return problems.map((problem) => `${file}: ${problem}`);
      });
  });
  return [
    ...found,
    ...Object.entries(DROPPING).flatMap(([place, { file, test }]) => [
      ...(dropping.has(place) ? [] : [`tools/docs/lostItems.ts: no node drops items any more: ${place}.`]),
      ...(read(file).includes(`'${test}'`)
        ? []
        : [`tools/docs/lostItems.ts: ${file} has no test '${test}'.`]),
    ]),
  ];
}

/** The outputs of an IF, a Switch, a screening by outcome, and of errors, that lead nowhere. */
function openOutputs(example: Example, node: Node): string[] {
  const isOpen = (output: number) => nextOf(example, node.name, output).length === 0;
  const names = outputsOf(node);
  const problems = names.flatMap((name, output) =>
    mustLead(node, name) && isOpen(output) ? [`the output "${name}" of "${node.name}" leads nowhere.`] : [],
  );
  if (node.onError === 'continueErrorOutput' && isOpen(names.length))
    problems.push(`the error output of "${node.name}" leads nowhere.`);
  if (isNamed(node, 'switch') && node.parameters.options?.fallbackOutput === undefined)
    problems.push(`"${node.name}" has no fallback output.`);
  return problems;
}

const isNamed = ({ type }: Node, name: string): boolean => type.endsWith(`.${name}`);

/**
 * True for an output that must lead somewhere. Messages of a screening name all of its companies, so its other outputs may be open beside them.
 * So may they beside a summary.
 */
function mustLead(node: Node, output: string): boolean {
  if (isNamed(node, 'if') || isNamed(node, 'switch')) return true;
  if (hasMessages(node) || hasReceipt(node)) return ['Messages', 'Summary'].includes(output);
  return isSplit(node);
}

const isSplit = ({ parameters: { output } }: Node): boolean => output?.outputs === 'byOutcome';
const hasMessages = ({ parameters: { output } }: Node): boolean => output?.alertMessages === true;
const hasReceipt = ({ parameters: { output } }: Node): boolean => output?.summaryItem === true;

/** Its outputs, without the one for errors. */
function outputsOf(node: Node): string[] {
  const { rules, options } = node.parameters;
  if (isNamed(node, 'if')) return ['true', 'false'];
  if (isNamed(node, 'switch')) {
    const numbered = (rules?.values ?? []).map((_, index) => String(index));
    return options?.fallbackOutput === 'extra' ? [...numbered, 'fallback'] : numbered;
  }
  if (isNamed(node, 'splitInBatches')) return ['done', 'loop'];
  if (!isSplit(node)) return ['main'];
  const added = [hasMessages(node) ? ['Messages'] : [], hasReceipt(node) ? ['Summary'] : []];
  return ['Hits', 'Clear', 'Review', ...added.flat()];
}

const nextOf = ({ connections }: Example, name: string, output: number): string[] =>
  (connections[name]?.main[output] ?? []).map(({ node }) => node);

/** A Split Out without its field gives nothing, and says nothing. */
function uncheckedField(example: Example, node: Node): string[] {
  const { fieldToSplitOut = 'its field' } = node.parameters;
  if (!isNamed(node, 'splitOut')) return [];
  const isChecked = example.nodes.some((before) =>
    outputsOf(before).some(
      (_, output) =>
        nextOf(example, before.name, output).includes(node.name) && checks(before, output, fieldToSplitOut),
    ),
  );
  return isChecked
    ? []
    : [`"${node.name}" comes right behind no IF or Switch that looks at ${fieldToSplitOut}.`];
}

function checks({ parameters: { conditions, rules } }: Node, output: number, field: string): boolean {
  const asked = rules ? rules.values[output]?.conditions : output === 0 ? conditions : undefined;
  return asked?.conditions.some(({ leftValue }) => fieldsIn(leftValue).includes(`$json.${field}`)) === true;
}

const fieldsIn = (expression: unknown): string[] => String(expression).split(/[^\w$.]+/);

/** A Merge that waits for both of its inputs; meanwhile no Merge behind it runs, and the execution is green. */
const starving = (node: Node): string[] =>
  isNamed(node, 'merge') && node.parameters.mode === 'chooseBranch'
    ? [`"${node.name}" waits for ever if one of its inputs gets nothing. Use another mode of Merge.`]
    : [];

const DROPPING_NODES = ['filter', 'limit', 'removeDuplicates'];

const drops = (example: Example, node: Node): boolean =>
  DROPPING_NODES.some((name) => isNamed(node, name)) || isDroppingMerge(node) || isOnlySummed(example, node);

/** A screening of which only the summary leads somewhere. */
const isOnlySummed = (example: Example, node: Node): boolean =>
  isSplit(node) &&
  hasReceipt(node) &&
  outputsOf(node).some((_, output) => nextOf(example, node.name, output).length === 0);

/** Drops some or all items of one side that have no partner on the other. */
function isDroppingMerge(node: Node): boolean {
  const { mode, joinMode } = node.parameters;
  if (!isNamed(node, 'merge') || mode === 'append' || mode === 'chooseBranch') return false;
  return joinMode !== 'keepEverything';
}
