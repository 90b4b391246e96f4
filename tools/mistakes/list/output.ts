// Results of a run for n8n and people.
import { inFolder } from '../mistake';

export const OUTPUT = [
  ...inFolder('nodes/CompanyScreening/output', [
    {
      file: 'output',
      promise: 'A key never has one item that is clear and another that is not.',
      from: 'strictness(outcome) < strictness(other) ? outcome : other',
      to: 'strictness(outcome) > strictness(other) ? outcome : other',
    },
    {
      file: 'output',
      promise: 'What no output names goes to the last one.',
      from: 'outputs.at(indexFor(outcome))?.push(item);',
      to: 'outputs[indexFor(outcome)]?.push(item);',
    },
    {
      file: 'output',
      promise: 'Hits that were found before another name failed come out beside the error.',
      from: "return [...hits, { outcome: 'error', item: Object.assign(item, files) }];",
      to: "return [{ outcome: 'error', item: Object.assign(item, files) }];",
    },
    {
      file: 'errors',
      promise: 'An error item names no earlier requests of another item.',
      from: '  delete details.after;\n',
      to: '',
    },
    {
      file: 'stopError',
      promise: 'What may have been processed without an answer is told apart from what failed.',
      from: "if (isUnknown !== (outcome === 'unknown')) return [];",
      to: "if (isUnknown && outcome === 'unknown') return [];",
    },
    {
      file: 'stopError',
      promise: 'The error of a run counts everything that was not sent, also beyond what it lists.',
      from: 'notSentInAll: unsent.length',
      to: 'notSentInAll: notSent.length',
    },
    {
      file: 'runHint',
      promise: 'An answer of the sandbox is never taken for a real one.',
      from: "environment === 'sandbox' ? ' in the sandbox, not real results' : ''",
      to: "environment === null ? ' in the sandbox, not real results' : ''",
    },
    {
      file: 'presentation',
      promise: 'The names of fields are safe as well as their texts.',
      from: 'safeText(name, place),',
      to: 'name,',
    },
    {
      file: 'runHint',
      promise: 'A company is due at a time, and on a date.',
      from: "dueFrom.includes(':') ? 'at' : 'on'",
      to: "dueFrom.includes('T') ? 'at' : 'on'",
    },
    {
      file: 'summaryItem',
      promise: 'What was not processed is among the errors of the summary.',
      from: 'errors: failed + notProcessed,',
      to: 'errors: failed,',
    },
    {
      file: 'runMessages',
      promise: 'A list that is shorter by rows without a name is told as shorter.',
      from: 'const fewer = (companiesBefore ?? 0) - listLength(counts);',
      to: 'const fewer = (companiesBefore ?? 0) - counts.companies;',
    },
    {
      file: 'summaryItem',
      promise: 'Open cases are counted, and not companies without a verdict.',
      from: 'openCases: waitingCases.count,',
      to: 'openCases: withoutVerdict.length,',
    },
    {
      file: 'output',
      promise: 'The problem in a summary is that of the first company that failed.',
      from: "all.find(({ outcome }) => outcome === 'error')",
      to: "all.findLast(({ outcome }) => outcome === 'error')",
    },
  ]),
  ...inFolder('nodes/CompanyScreening/operations/workbook', [
    {
      file: 'pageLayout',
      promise: 'Columns that do not fit on a page side by side are not printed.',
      from: 'used += width;',
      to: 'used = Math.max(used, width);',
    },
    {
      file: 'ownFields',
      promise:
        'Every other name of a company is in the workbook, also where a column of the user has one of them.',
      from: 'return wanted.every((name) => found.has(name));',
      to: 'return wanted.some((name) => found.has(name));',
    },
    {
      file: 'itemCells',
      promise: 'A number of the user with more digits than a program shows has all of them in the workbook.',
      from: 'Math.abs(value) < 1e15',
      to: 'Math.abs(value) <= Number.MAX_SAFE_INTEGER',
    },
    {
      file: 'companyRows',
      promise: 'Of a company that was screened twice, the workbook has the hits of the latest screening.',
      from: 'timeOf(other) - timeOf(one)',
      to: 'timeOf(one) - timeOf(other)',
    },
    {
      file: 'workbookCompanies',
      promise: 'A workbook of past screenings in the sandbox says that they are not real.',
      from: '[history, runs, tested,',
      to: '[runs, tested,',
    },
    {
      file: 'givenItems',
      promise: 'A run whose message came in two parts counts once.',
      from: "kind === 'summaries' && Number(json['part'] ?? 1) !== 1",
      to: 'false',
    },
  ]),
];
