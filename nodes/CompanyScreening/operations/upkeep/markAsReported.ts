// "Mark as Reported": a reader was told what a run gave out. Until then it comes out again.
import { randomUUID } from 'node:crypto';

import { InvalidItem } from '../../names/invalidItem';
import { plainText } from '../../names/plainText';
import { equal, type Tables } from '../../register/port/tables';
import { readerHash, readReport, toldRow, type RunReport } from '../../register/rows/reportRows';
import { readReportPart, type ReportPart } from '../shared/requestTask';
import { requiredReaders } from '../shared/keepInRegister';
import { localCounts, type LocalOperation, type LocalResult, type ReadParameter } from '../shared/operation';
import { markAsReportedFields } from '../shared/registerOperationFields';

export const markAsReported: LocalOperation = {
  kind: 'local',
  resource: 'register',
  choice: {
    name: 'Mark as Reported',
    value: 'markAsReported',
    action: 'Mark results as reported',
    description: 'Record that a reader was told the results of a run, so that they do not come out again',
  },
  fields: markAsReportedFields,
  options: [],
  output: [],
  subjectKey: 'reportId',
  nouns: { one: 'item', several: 'items' },
  summarise: localCounts,
  forPeopleOnly: {
    message: 'An agent cannot mark anything as reported.',
    advice:
      'What is marked does not come out again, so a model could keep a hit from its readers. Put this operation behind the message in a workflow.',
  },

  begin({ findRegister, now }, _, all) {
    const done = new Set<string>();
    return {
      prepare(parameter) {
        const register = plainText(parameter('register'));
        const reportId = plainText(parameter('reportId'));
        return {
          subject: { name: reportId, referenceId: null },
          async perform() {
            const readers = requiredReaders(parameter('reportedTo'));
            const own = requiredReportPart(reportId);
            refuseLonePart(own, all);
            const report = own.reportId;
            const what = JSON.stringify([register, report, readers]);
            if (done.has(what)) return { items: [] };
            const tables = await findRegister(register);
            const marked = await mark(tables, { register, report, readers, nowMs: now() });
            done.add(what);
            return marked;
          },
        };
      },
    };
  },
};

interface Marking {
  register: string;
  report: string;
  readers: readonly string[];
  nowMs: number;
}

async function mark(tables: Tables, { register, report, readers, nowMs }: Marking): Promise<LocalResult> {
  const where = [equal('report', report)];
  const [found = []] = await tables.run([{ do: 'read', table: 'reports', where, match: 'all' }]);
  const rows = found.flatMap((row) => readReport(row) ?? []);
  const given = rows.filter((row) => row.kind === 'given');
  if (given.length === 0) throw unknownReport(register);
  const strangers = readers.filter(
    (reader) => !given.every(({ data }) => data.readers.includes(readerHash(reader))),
  );
  if (strangers.length > 0) throw notMadeFor(strangers, given);
  const toTell = readers.filter(
    (reader) => !rows.some((row) => row.kind === 'told' && row.reader === readerHash(reader)),
  );
  const at = new Date(nowMs).toISOString();
  if (toTell.length > 0) {
    const tells = given.some((row) => row.tells === 'companies') ? 'companies' : 'nothing';
    const told = toTell.map((reader) => toldRow({ report, at, uuid: randomUUID, tells }, reader));
    await tables.run([{ do: 'insert', table: 'reports', rows: told }]);
  }
  const json = {
    outcome: 'reported',
    register,
    reportId: report,
    reportedTo: readers.join(', '),
    companies: given.reduce((sum, { data }) => sum + data.companies.length, 0),
    alreadyReported: toTell.length === 0,
  };
  return { items: [{ outcome: 'reported', json }], counts: [`reported to ${readers.join(', ')}`] };
}

/** Requires all messages of a report: only together do they tell it. */
function refuseLonePart({ reportId, part, parts }: ReportPart, all: readonly ReadParameter[]): void {
  const given = all.map((parameter) => readReportPart(plainText(parameter('reportId'))));
  const came = new Set([part, ...given.flatMap((one) => (one?.reportId === reportId ? one.part : []))]);
  if (came.size >= parts) return;
  throw new InvalidItem(
    `Only ${came.size} of the ${parts} messages of this report were sent. Nothing was marked.`,
    'Find out why the others were not sent. The next run tells all of it again.',
  );
}

function requiredReportPart(value: string): ReportPart {
  const given = readReportPart(value);
  if (given) return given;
  throw new InvalidItem(
    value === '' ? 'There is no Report ID.' : 'The Report ID is not one that Screen Company gave out.',
    'Take the field "reportId" of the summary item, or of any item, of a Screen Company node with Companies to Return set to Only What Is Not Yet Reported.',
  );
}

/** Refuses other readers: the report may leave out what its own readers know. */
function notMadeFor(strangers: readonly string[], given: readonly RunReport[]): InvalidItem {
  return new InvalidItem(
    `This report was not made for ${strangers.join(', ')}. It was made for: ${given[0]?.reportedTo ?? ''}. Nothing was marked.`,
    'It leaves out what its own readers know, and that may be new to others. Enter the names as in Reported To of the Screen Company node that gave it out, or add the missing name there: the next run then gives out what that reader was not told.',
  );
}

function unknownReport(register: string): InvalidItem {
  return new InvalidItem(
    `The register "${register}" does not know this Report ID.`,
    'Choose the register of the Screen Company node that gave it out. If that node said that what it gave out could not be recorded, there is nothing to mark: it comes out again in the next run.',
  );
}
