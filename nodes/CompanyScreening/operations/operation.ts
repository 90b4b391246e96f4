// What an operation is. Adding one adds a file beside this one and a line in index.ts.
import type { IBinaryKeyData, IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceRequest } from '../service/endpoints';
import type { Outcome } from '../service/outcome';
import type { ReplyFile, ServiceReply } from '../service/reply';
import type { ServiceSettings } from '../service/settings';
import type { RunOptions } from './options';

export interface Operation {
  /** How the operation appears in the node's Operation list. */
  choice: INodePropertyOptions & { value: string };
  /** Its parameters; shown for this operation only. */
  fields: INodeProperties[];
  /** The key that names an item of this operation in what comes out. */
  subjectKey: 'companyName' | 'registrationNumber' | 'requestUri';
  /** What an item is called, one and several, what is done with it, and what the service's id of that is called. */
  words: { one: string; several: string; done: string; receiptId: string };
  /** What became of the items that succeeded, in a few words. */
  summarise(results: TaskResult[]): string;
  /** Reads one item's parameters. Throws what n8n throws for an expression that fails. */
  prepare(parameter: ReadParameter, options: RunOptions): Task;
}

/** Gives the value of a parameter for one item, in n8n's `name` or `collection.name` notation. */
export type ReadParameter = (name: string) => unknown;

/** What is to be done for one item. */
export interface Task {
  /** Names the item in errors: the company or the number as given, and the reference id. */
  subject: { referenceId: string | null } & Partial<Record<Operation['subjectKey'], string>>;
  /** Equal for items that ask the service the very same; null where the item wants a request of its own. */
  duplicateKey: string | null;
  /** Item → request. Throws a ScreeningFailure for an item that cannot be sent. */
  toRequest(settings: ServiceSettings): ServiceRequest;
  /** Contract → items. Throws a ScreeningFailure for a reply that is no result. */
  toResult(reply: ServiceReply, asked: Asked): TaskResult;
}

/** How often a task has asked so far, and since when. */
export interface Asked {
  times: number;
  sinceMs: number;
}

export interface TaskResult {
  items: OutputItem[];
  /** What was paid for, so that it can be looked up even where the items are lost. */
  receipt: { id: string; outcome: OutputItem['outcome'] };
  /** Not the end of it: to be asked again after so many milliseconds. */
  askAgainAfterMs?: number;
}

export interface OutputItem {
  outcome: Outcome | 'requested';
  json: IDataObject;
  /** A file that came, until n8n keeps it in `binary`. */
  file?: ReplyFile;
  binary?: IBinaryKeyData;
}
