// The list of a run that keeps its answers: each company once, with the items that ask for it. The result of a company goes to each of its items.
import type { StoredVerdict, RegisterTask, Task } from '../../operations/shared/requestTask';
import { taskResultOf, referenceIdOf, verdictOnPartialHits } from '../../operations/shared/storedVerdict';
import type { CompanyResult } from '../../register/companies/companyResult';
import type { SentResult } from '../../register/protocol/messages';
import {
  companyHash,
  type Company,
  type CompanyHash,
  type ListedCompany,
} from '../../register/rows/identity';
import type { ServiceReply } from '../../service/reply';
import type { ReplyAge } from '../../service/staleness';
import type { ServiceSettings } from '../../service/settings';
import type { SentItem, ConcludedItem, PreparedItem, QueuedItem } from '../state/workQueue';
import type { UnfinishedItem } from '../state/itemState';
import { sentResult } from './sentResult';

interface ListEntry {
  company: Company;
  /** The task of the first item of the company, which is sent for all of them. */
  task: Task;
  registerTask: RegisterTask;
  items: { itemIndex: number; task: Task }[];
  /** The result of its request, once that was sent. */
  sentItem?: SentItem;
}

export class RegisterList {
  private readonly entries = new Map<CompanyHash, ListEntry>();
  private readonly ofItem = new Map<number, CompanyHash>();
  /** The replies of companies whose answers were not old when they were stored. */
  private readonly storedAsNew = new Map<CompanyHash, readonly ServiceReply[]>();
  /** The replies of companies that came back last, and are not stored yet. */
  private latest = new Map<CompanyHash, readonly ServiceReply[]>();
  private age: ReplyAge | undefined;

  constructor(
    items: readonly PreparedItem[],
    private readonly service: Pick<ServiceSettings, 'baseUrl' | 'environment'>,
  ) {
    for (const [itemIndex, item] of items.entries())
      if (item.state === 'ready') this.add(itemIndex, item.task);
  }

  get environment(): ServiceSettings['environment'] {
    return this.service.environment;
  }

  get companies(): Company[] {
    return [...this.entries.values()].map(({ company }) => company);
  }

  companyOf(itemIndex: number): CompanyHash | undefined {
    return this.ofItem.get(itemIndex);
  }

  has(company: CompanyHash): boolean {
    return this.entries.has(company);
  }

  get wanted(): ListedCompany[] {
    return [...this.entries].map(([hash, { company, task }]) => ({
      hash,
      company,
      referenceId: task.subject.referenceId ?? '',
    }));
  }

  /** The items to send for these companies. */
  queued(companies: readonly CompanyHash[]): QueuedItem[] {
    return companies.flatMap((hash) => {
      const [first] = this.entries.get(hash)?.items ?? [];
      return first
        ? [{ itemIndex: first.itemIndex, prepare: () => ({ state: 'ready', task: first.task }) as const }]
        : [];
    });
  }

  /** Takes the items that have come back. @returns their results, in the same order */
  cameBack(sent: readonly QueuedItem[], items: readonly SentItem[]): SentResult[] {
    for (const [hash, replies] of this.latest) this.storedAsNew.set(hash, replies);
    this.latest = new Map();
    return sent.flatMap(({ itemIndex }, index) => {
      const hash = this.ofItem.get(itemIndex) ?? '';
      const entry = this.entries.get(hash);
      const sentItem = items[index];
      if (!entry || !sentItem) return [];
      entry.sentItem = sentItem;
      const replies = sentItem.attempts.allReplied.map(({ reply }) => reply);
      if (!replies.some(isOld)) this.latest.set(hash, replies);
      this.age = replies.at(-1)?.age ?? this.age;
      return [sentResult(hash, entry.registerTask, sentItem)];
    });
  }

  /** The companies whose stored answers have turned out to be old since this was last asked. */
  foundOld(): CompanyHash[] {
    if (!this.age?.anyCameToBeOld()) return [];
    const found = [...this.storedAsNew].flatMap(([hash, replies]) => (replies.some(isOld) ? hash : []));
    for (const hash of found) this.storedAsNew.delete(hash);
    return found;
  }

  conclude(result: CompanyResult): ConcludedItem[] {
    const entry = this.entries.get(result.company);
    if (!entry) return [];
    return entry.items.map(({ itemIndex, task }) => ({
      itemIndex,
      itemState: this.itemStateOf(result, task, entry),
    }));
  }

  private add(itemIndex: number, task: Task): void {
    const { registerTask } = task;
    if (!registerTask) throw new Error('A run that keeps its answers has a task that cannot be kept.');
    const { environment, baseUrl } = this.service;
    const company = { ...registerTask.company, environment, baseUrl };
    const hash = companyHash(company);
    const entry = this.entries.get(hash) ?? { company, registerTask, task, items: [] };
    this.entries.set(hash, entry);
    entry.items.push({ itemIndex, task });
    this.ofItem.set(itemIndex, hash);
  }

  private itemStateOf(result: CompanyResult, task: Task, entry: ListEntry): UnfinishedItem {
    const sent = entry.sentItem?.itemState;
    // The failure comes out in the run in which it happened.
    if (sent?.state === 'failed') {
      const cases = result.is === 'withoutVerdict' ? result.cases : [];
      return failedState(sent, task, { ...entry, cases }, this.environment);
    }
    if (result.is === 'notCharged') return notSentItem(task);
    const fresh = sent?.state === 'answered' ? sent : undefined;
    const own = fresh && entry.sentItem?.attempts.allReplied.map(({ reply }) => reply);
    const subject = { ...task.subject, referenceId: referenceIdOf(result) || null };
    try {
      const { registerTask } = task;
      if (!registerTask) throw new Error('The task cannot be kept.');
      const taskResult = taskResultOf(registerTask, result, this.environment, own);
      const { binary = {}, evidenceOf } = fresh ?? {};
      return { state: 'answered', subject, taskResult, binary, ...(evidenceOf ? { evidenceOf } : {}) };
    } catch (error) {
      const remembered = result.is === 'answer' && result.remembered;
      return { state: 'failed', subject, error, sent: true, remembered, binary: {} };
    }
  }
}

const isOld = ({ age }: ServiceReply): boolean => Boolean(age?.oldDate());

/** Items whose parameters could not be used. */
export const itemsNotReady = (items: readonly PreparedItem[]): ConcludedItem[] =>
  items.flatMap((itemState, itemIndex) => (itemState.state === 'ready' ? [] : [{ itemIndex, itemState }]));

/** All other items, if none was sent. */
export const itemsNotSent = (items: readonly PreparedItem[]): ConcludedItem[] =>
  items.flatMap((item, itemIndex) =>
    item.state === 'ready' ? [{ itemIndex, itemState: notSentItem(item.task) }] : [],
  );

function notSentItem({ subject }: Task): UnfinishedItem {
  return { state: 'notSent', subject };
}

type FailedState = Extract<UnfinishedItem, { state: 'failed' }>;

/** Gives the hits under names that were answered before another one failed, as this item wants them, and as new ones. */
function failedState(
  itemState: FailedState,
  { registerTask }: Task,
  entry: ListEntry & Pick<StoredVerdict, 'cases'>,
  environment: ServiceSettings['environment'],
): FailedState {
  const answered = entry.sentItem?.attempts.answeredBefore ?? [];
  const [first] = answered;
  if (!itemState.partialResult || !registerTask || !first) return itemState;
  const verdict = verdictOnPartialHits(
    answered.map(({ reply }) => reply),
    entry.registerTask,
    {
      cases: entry.cases,
      referenceId: entry.task.subject.referenceId ?? '',
      screenedAt: first.answeredAt.toISOString(),
    },
  );
  return { ...itemState, partialResult: registerTask.resultFromStored(verdict, environment) };
}
