// A run that keeps its answers, and what is counted of any run.
import { inFolder } from '../mistake';

export const RUN_OF_REGISTER = inFolder('nodes/CompanyScreening', [
  {
    file: 'register/protocol/storing',
    promise: 'What came back is stored for the companies that it is about, whichever part is first.',
    from: 'results[index]?.company === company',
    to: 'results[index]?.company !== company',
    tests: ['register/underWay'],
  },
  {
    file: 'run/register/registerQueue',
    promise: 'Nothing more is sent once the register could not be read or written.',
    from: 'this.isCancelled || this.failure !== undefined)\n',
    to: 'this.isCancelled)\n',
  },
  {
    file: 'run/register/registerQueue',
    promise: 'The waits of a run are counted from the first of them.',
    from: '(this.waitsSinceMs ??= time.monotonicMs())',
    to: '(this.waitsSinceMs = time.monotonicMs())',
  },
  {
    file: 'run/register/registerList',
    promise: 'A reply that shows later to be old makes the answers that were stored doubtful.',
    from: 'for (const [hash, replies] of this.latest) this.storedAsNew.set(hash, replies);\n    this.latest = new Map();',
    to: 'this.latest = new Map();\n    for (const [hash, replies] of this.latest) this.storedAsNew.set(hash, replies);',
  },
  {
    file: 'run/register/registerList',
    promise: 'A company in several rows comes out in each of them.',
    from: 'return entry.items.map(({ itemIndex, task }) => (',
    to: 'return entry.items.slice(0, 1).map(({ itemIndex, task }) => (',
  },
  {
    file: 'run/register/runSettings',
    promise: 'A wait of a minute is told in seconds, and one of two minutes in minutes.',
    from: '`${Math.round(ms / 60_000)} minutes`',
    to: '`${Math.round(ms / 1_000)} minutes`',
  },
  {
    file: 'run/register/messageEntries',
    promise: 'A company without a verdict that no report names has to be named in one.',
    from: 'return hits !== undefined && this.isCoveredBefore(company);',
    to: 'return hits !== undefined || this.isCoveredBefore(company);',
  },
  {
    file: 'run/register/registerCounts',
    promise: 'The oldest answer is the one that is told.',
    from: 'screenedAt < this.oldest ?',
    to: 'screenedAt > this.oldest ?',
  },
  {
    file: 'run/register/registerCounts',
    promise: 'The earliest date on which an answer is due is the one that is told.',
    from: 'dueFrom: earliest(times) || null,',
    to: 'dueFrom: times.toSorted().at(-1) ?? null,',
  },
  {
    file: 'run/evidence',
    promise: 'The evidence says the verdict that the items say in the end.',
    from: '{ ...written, outcome, reason }',
    to: '{ outcome, reason, ...written }',
  },
  {
    file: 'run/taskSender',
    promise: 'Evidence whose reason has changed is written again.',
    from: '(evidenceOf.outcome !== outcome || evidenceOf.reason !== reason)',
    to: 'evidenceOf.outcome !== outcome',
  },
  {
    file: 'run/state/runCounts',
    promise: 'A company with hits that is to be looked at as well has no verdict.',
    from: 'withHits - withHitsToReview + clear + done',
    to: 'withHits + clear + done',
  },
  {
    file: 'run/state/runCounts',
    promise: 'What is remembered was not paid for in this run.',
    from: 'const paidFor = remembered ? [] : idsOf(receipt);',
    to: 'const paidFor = idsOf(receipt);',
  },
  {
    file: 'run/run',
    promise: 'Rows of one name with keys of their own are several companies.',
    from: 'key === undefined ? null : keyUnlessName(name, key)',
    to: 'key === undefined ? null : null',
  },
  {
    file: 'run/state/runContext',
    promise: 'A date is that of the time zone of the workflow.',
    from: 'tryToParseDateTime(new Date(epochMs), timeZone)',
    to: "tryToParseDateTime(new Date(epochMs), 'UTC')",
  },
  {
    file: 'run/parameterChecks',
    promise: 'A column that was renamed stops the run, and an empty cell does not.',
    from: 'all.every((parameter) => valueAt(parameter(name), path) === undefined)',
    to: 'all.every((parameter) => (valueAt(parameter(name), path) ?? null) === null)',
  },
  {
    file: 'run/parameterChecks',
    promise:
      'The switch Keep in Register is no expression: whether answers are kept is certain before anything is sent.',
    from: "if (type === 'boolean') return typeof saved !== 'boolean';",
    to: "if (type === 'boolean') return false;",
  },
  {
    file: 'run/parameterChecks',
    promise: 'A switch in a collection on which the columns depend is no expression.',
    from: 'isUnfixed(field, saved) ? [] : partOf(field, saved)',
    to: 'isUnfixed(field, saved) ? [] : undefined',
  },
  {
    file: 'run/parameterChecks',
    promise: 'A node that n8n gave to an agent under a type of its own is that of an agent.',
    from: 'TOOL_TYPE.test(context.getNode().type) ||',
    to: 'TOOL_TYPE.test(context.getNode().type) &&',
  },
  {
    file: 'run/register/registerCounts',
    promise: 'What was remembered has been counted by the run that screened it.',
    from: "result.is !== 'answer' || result.remembered",
    to: "result.is !== 'answer'",
  },
  {
    file: 'run/state/outage',
    promise: 'People read since when the service has not answered first.',
    from: 'Math.min(this.sinceMs ?? begunAtMs, begunAtMs)',
    to: 'Math.max(this.sinceMs ?? begunAtMs, begunAtMs)',
  },
  {
    file: 'run/progress',
    promise: 'The expected end is that of what is left.',
    from: '/ done) * (itemCount - done)',
    to: '/ done) * itemCount',
  },
  {
    file: 'run/register/preflight',
    promise: 'New branches of companies that stand in the list under their numbers do not stop it.',
    from: ' && !list.companies.has(hash)',
    to: '',
  },
  {
    file: 'run/register/preflight',
    promise: 'A run that fits into the tables exactly is begun.',
    from: 'stored + added <= tablesLimit',
    to: 'stored + added < tablesLimit',
  },
  {
    file: 'run/register/registerCounts',
    promise: 'The case that has waited longest is told.',
    from: 'const oldest = earliest(open.map(({ since }) => since).filter(Boolean));',
    to: "const oldest = open.map(({ since }) => since).toSorted().at(-1) ?? '';",
  },
  {
    file: 'run/register/messageEntries',
    promise: 'What a message has no room for is told in the next one.',
    from: '(makesMessage ? givenByMessage(one) : one.reportEntries)',
    to: 'one.reportEntries',
  },
  {
    file: 'run/testing',
    promise: 'What a test has paid for comes out, also where a failure ended it.',
    from: 'if (stop.by && !sendings.some(mayBePaidFor)) throw stop.by.error;',
    to: 'if (stop.by) throw stop.by.error;',
  },
]);
