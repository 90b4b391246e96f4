// The list of a run that keeps its answers: each company once, with the items that ask for it. What is settled of a company is said to
// each of its items.
import { recallSettled, referenceIdOf } from '../../operations/shared/held';
import type { Holding } from '../../operations/shared/holding';
import type { KeptTask } from '../../operations/shared/keptTask';
import type { Task } from '../../operations/shared/requestTask';
import { NO_CHANGES } from '../../register/facts/changes';
import {
  companyHash,
  type Company,
  type CompanyHash,
  type ListedCompany,
} from '../../register/rows/identity';
import type { Settlement } from '../../register/companies/companyResult';
import type { CompanyResult } from '../../register/protocol/messages';
import type { ServiceReply } from '../../service/reply';
import type { ReplyAge } from '../../service/replyAge';
import type { ServiceSettings } from '../../service/settings';
import type { ItemSettlement, ItemReturn, PreparedItem, QueuedItem } from '../books';
import type { UnfinishedItem } from '../itemState';
import { companyResult } from './keptResult';

/** Of a company: the task of the first of its items, which is sent for all of them. */
export interface KeptEntry {
  kept: KeptTask;
  task: Task;
}

/** A company of the list. */
interface ListEntry extends KeptEntry {
  company: Company;
  items: { itemIndex: number; task: Task }[];
  /** Once it has been sent. */
  cameBack?: ItemReturn;
}

export class KeptList {
  private readonly entries = new Map<CompanyHash, ListEntry>();
  /** By the number of the item. */
  private readonly ofItem = new Map<number, CompanyHash>();
  /** The replies of companies whose answers were not old when they were stored. */
  private readonly storedAsNew = new Map<CompanyHash, readonly ServiceReply[]>();
  /** The same of those that came back last, and are not stored yet. */
  private latest = new Map<CompanyHash, readonly ServiceReply[]>();
  /** Of any reply. */
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

  entryOf(company: CompanyHash): KeptEntry | undefined {
    return this.entries.get(company);
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
        ? [{ itemIndex: first.itemIndex, open: () => ({ state: 'ready', task: first.task }) as const }]
        : [];
    });
  }

  /** What became of them, in the same order. */
  takeBack(companies: readonly CompanyHash[], items: readonly ItemReturn[]): CompanyResult[] {
    for (const [hash, replies] of this.latest) this.storedAsNew.set(hash, replies);
    this.latest = new Map();
    return companies.flatMap((hash, index) => {
      const entry = this.entries.get(hash);
      const cameBack = items[index];
      if (!entry || !cameBack) return [];
      entry.cameBack = cameBack;
      const replies = cameBack.attempts.allAnswered.map(({ reply }) => reply);
      if (!replies.some(isOld)) this.latest.set(hash, replies);
      this.age = replies.at(-1)?.age ?? this.age;
      return [companyResult(hash, entry.kept, cameBack)];
    });
  }

  /** The companies whose answers are stored, and of which it is known only since this was asked before that they are old. */
  foundOld(): CompanyHash[] {
    if (!this.age?.anyCameToBeOld()) return [];
    const found = [...this.storedAsNew].flatMap(([hash, replies]) => (replies.some(isOld) ? hash : []));
    for (const hash of found) this.storedAsNew.delete(hash);
    return found;
  }

  settle(settled: Settlement): ItemSettlement[] {
    const entry = this.entries.get(settled.company);
    if (!entry) return [];
    return entry.items.map(({ itemIndex, task }) => ({ itemIndex, step: this.stepOf(settled, task, entry) }));
  }

  private add(itemIndex: number, task: Task): void {
    const { kept } = task;
    if (!kept) throw new Error('A run that keeps its answers has a task that cannot be kept.');
    const { environment, baseUrl } = this.service;
    const company = { ...kept.company, environment, baseUrl };
    const hash = companyHash(company);
    const entry = this.entries.get(hash) ?? { company, kept, task, items: [] };
    this.entries.set(hash, entry);
    entry.items.push({ itemIndex, task });
    this.ofItem.set(itemIndex, hash);
  }

  private stepOf(settled: Settlement, task: Task, entry: ListEntry): UnfinishedItem {
    const sent = entry.cameBack?.step;
    // In the run in which it happened, the failure comes out.
    if (sent?.state === 'failed') {
      const cases = settled.is === 'withoutVerdict' ? settled.cases : [];
      return failedStep(sent, task, { ...entry, cases }, this.environment);
    }
    if (settled.is === 'notSent') return notSentItem(task);
    const fresh = sent?.state === 'answered' ? sent : undefined;
    const own = fresh && entry.cameBack?.attempts.allAnswered.map(({ reply }) => reply);
    const subject = { ...task.subject, referenceId: referenceIdOf(settled) || null };
    try {
      const { kept } = task;
      if (!kept) throw new Error('The task cannot be kept.');
      const answer = recallSettled(kept, settled, this.environment, own);
      const { binary = {}, evidenceOf } = fresh ?? {};
      return { state: 'answered', subject, answer, binary, ...(evidenceOf ? { evidenceOf } : {}) };
    } catch (error) {
      const remembered = settled.is === 'answer' && settled.remembered;
      return { state: 'failed', subject, error, sent: true, remembered, binary: {} };
    }
  }
}

const isOld = ({ age }: ServiceReply): boolean => Boolean(age?.oldDate());

/** Items whose parameters could not be used. */
export const unopenedOf = (items: readonly PreparedItem[]): ItemSettlement[] =>
  items.flatMap((step, itemIndex) => (step.state === 'ready' ? [] : [{ itemIndex, step }]));

/** All others, where none was sent. */
export const unsentOf = (items: readonly PreparedItem[]): ItemSettlement[] =>
  items.flatMap((item, itemIndex) =>
    item.state === 'ready' ? [{ itemIndex, step: notSentItem(item.task) }] : [],
  );

function notSentItem({ subject }: Task): UnfinishedItem {
  return { state: 'notSent', subject };
}

type FailedStep = Extract<UnfinishedItem, { state: 'failed' }>;

/** Of several names, some were answered before one failed: their hits come out, as this item wants them, and as new ones. */
function failedStep(
  step: FailedStep,
  { kept }: Task,
  entry: ListEntry & Pick<Holding, 'cases'>,
  environment: ServiceSettings['environment'],
): FailedStep {
  const answered = entry.cameBack?.attempts.earlier ?? [];
  const [first] = answered;
  if (!step.found || !kept || !first) return step;
  const { question, company } = entry.kept;
  const referenceId = entry.task.subject.referenceId ?? '';
  const found = kept.recall(
    {
      replies: answered.flatMap(({ reply }, place) => {
        const name = company.names[place];
        return name === undefined ? [] : { reply, name, place, question, referenceId };
      }),
      judge: ({ reason }) => ({ outcome: 'review', reason }),
      changes: NO_CHANGES,
      cases: entry.cases,
      news: { is: 'notAsked' },
      remembered: false,
      referenceId,
      screenedAt: first.answeredAt.toISOString(),
    },
    environment,
  );
  return { ...step, found };
}
