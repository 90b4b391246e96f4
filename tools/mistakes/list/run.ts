// A run: what is sent, what ends it, and what is told of it.
import { inFolder } from '../mistake';

export const RUN = inFolder('nodes/CompanyScreening/run', [
  {
    file: 'local',
    promise: 'An operation that takes every item together reads the parameters of the first one.',
    from: 'all.slice(0, 1)',
    to: 'all.slice(-1)',
  },
  {
    file: 'drainQueue',
    promise: 'Of the time that an item takes, the time in which places had nothing to do is no part.',
    from: '- this.idleMs / this.slots;',
    to: ';',
  },
  {
    file: 'drainQueue',
    promise: 'What was sent is counted once.',
    from: 'if (!underWay.wasSent(itemIndex)) countItem(progress, itemState);',
    to: 'countItem(progress, itemState);',
  },
  {
    file: 'register/messageEntries',
    promise: 'A message names the first changes of a company, and leaves none out between two that it names.',
    from: 'if (!fits) break;',
    to: 'if (!fits) continue;',
  },
  {
    file: 'register/messageEntries',
    promise: 'Each company has its first changes told before one with very many has all of its own.',
    from: 'fitting(changes.slice(0, NAMED_FIRST))',
    to: 'fitting(changes)',
  },
  {
    file: 'register/messageEntries',
    promise: 'A company of which nothing was named comes out again.',
    from: 'if (!isInMessage(entry)) return [];',
    to: 'if (!isInMessage(entry)) return reportEntries;',
  },
  {
    file: 'state/runContext',
    promise: "n8n's Retry pays for nothing again.",
    from: "context.getMode() === 'retry'",
    to: "context.getMode() === 'manual'",
  },
  {
    file: 'state/attempts',
    promise: 'Each name of a company has its own count of attempts.',
    from: '    this.replied = undefined;\n    this.count = 0;',
    to: '    this.replied = undefined;',
  },
  {
    file: 'state/runStop',
    promise: 'The first failure that ends a run is the one that is told.',
    from: 'if (!this.failure && stopsRun(this.context, error))',
    to: 'if (stopsRun(this.context, error))',
  },
  {
    file: 'taskSender',
    promise: 'A company whose first name was answered when the run stopped does not count as not sent.',
    from: 'if (error instanceof RunStopped && !isAfterOthers) {',
    to: 'if (error instanceof RunStopped) {',
  },
  {
    file: 'retryDecision',
    promise: 'An attempt that may have been charged is not forgotten when a later one is refused.',
    from: 'earlierMayBeDone ||= mayRepeat',
    to: 'earlierMayBeDone = mayRepeat',
  },
  {
    file: 'retryDecision',
    promise: 'A request that may have been charged is sent again only with Retry When Uncertain.',
    from: "(state === 'safe' || (state === 'uncertain' && retryUncertain))",
    to: "(state === 'safe' || state === 'uncertain' || retryUncertain)",
  },
  {
    file: 'sending',
    promise: 'An outage slows a run down for its pause only.',
    from: "if (reason === 'tooMany') this.pace.pauseAndSlow(ms);",
    to: "if (reason !== 'unavailable' || ms > 0) this.pace.pauseAndSlow(ms);",
  },
  {
    file: 'sending',
    promise: 'The evidence says when a request went out, not when it began to wait for its turn.',
    from: '          sentAt = new Date(time.epochMs());\n',
    to: '',
  },
  {
    file: 'state/itemState',
    promise: 'An error item of a screening that failed at the service says that it may be charged.',
    from: 'return failureMayBeCharged(error.details);',
    to: "return error.details.state === 'uncertain';",
  },
  {
    file: 'state/itemState',
    promise: 'A failure that the register remembers of an earlier run is none of what this run sent.',
    from: 'item.sent && item.remembered !== true && ',
    to: 'item.sent && ',
  },
  {
    file: 'state/itemState',
    promise: 'An error that nobody foresaw may be charged for if a request may have gone out.',
    from: 'return sent && !(error instanceof InvalidItem);',
    to: 'return !sent && !(error instanceof InvalidItem);',
  },
  {
    file: 'sending',
    promise: 'Nothing is sent after the run has ended while it waited for the register.',
    from: '      await this.ports.beforeSend();\n      // It may have waited for the register.\n      this.cancellation.throwIfCancelled();',
    to: '      await this.ports.beforeSend();',
  },
  {
    file: 'taskSender',
    promise: 'A company that stands in several rows is paid for once.',
    from: 'if (task.duplicateKey !== null) this.shared.set(task.duplicateKey, sentItem);\n    return await sentItem;',
    to: 'const returned = await sentItem;\n    if (task.duplicateKey !== null) this.shared.set(task.duplicateKey, sentItem);\n    return returned;',
  },
  {
    file: 'taskSender',
    promise: 'A company is screened under each of its names.',
    from: 'if (!task.others || task.others.length === 0) return taskResult;',
    to: 'if (!task.others || task.others.length <= 1) return taskResult;',
  },
  {
    file: 'state/outage',
    promise: 'A page of a gateway is no answer of the service.',
    from: "return isForeign || errorType === 'Fatal' ? 'unanswered' : 'answered';",
    to: "return errorType === 'Fatal' ? 'unanswered' : 'answered';",
  },
  {
    file: 'state/outage',
    promise: 'What may have been charged in an outage is counted, and nothing else.',
    from: "wasSent(item) && item.state === 'failed' && mayBeCharged(item.error, true)",
    to: "item.state === 'failed' && mayBeCharged(item.error, true)",
  },
  {
    file: 'state/outage',
    promise: 'A request that waited is timed from when it went out.',
    from: 'const sentAtMs = this.sentAtMs ?? this.time.monotonicMs();',
    to: 'const sentAtMs = this.time.monotonicMs();',
  },
  {
    file: 'state/outage',
    promise: 'A loop over the node begins no outage again each time.',
    from: 'nowMs - usedAtMs > ONE_HOUR_MS',
    to: 'nowMs - usedAtMs > ONE_HOUR_MS / 60_000',
  },
  {
    file: 'register/sentResult',
    promise: 'A company of several names is answered only if all of them were.',
    from: 'allReplied.length === names.length && replied',
    to: 'allReplied.length > 0 && replied',
  },
  {
    file: 'register/sentResult',
    promise: 'What may have been paid for is never told as not sent.',
    from: 'return mayBeCharged(itemState.error, attempts.askedAt !== undefined)',
    to: 'return mayBeCharged(itemState.error, replied !== undefined)',
  },
  {
    file: 'taskSender',
    promise: 'A row that shares the requests of another one is called as it calls its company itself.',
    from: 'const itemState = { ...shared, subject: task.subject };',
    to: 'const itemState = shared;',
  },
  {
    file: 'parameterChecks',
    promise:
      'An expression that takes nothing of the current item is refused, also behind one that does not count.',
    from: "const isClosed = saved.lastIndexOf('}}') > saved.lastIndexOf('{{');",
    to: "const isClosed = saved.includes('}}');",
  },
]);
