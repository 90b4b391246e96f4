// What the unit tests are made of: valid values, each with the changes that a test is about.
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { CompanyCounts } from '../../nodes/CompanyScreening/operations/shared/companyCounts';
import type {
  ItemToSend,
  LocalItem,
  LocalResult,
  LocalTools,
  ReadParameter,
  RequestOperation,
} from '../../nodes/CompanyScreening/operations/shared/operation';
import type {
  ReplyResult,
  RequestProgress,
  StoredVerdict,
  Task,
  TaskResult,
  ItemResult,
} from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { NO_CHANGES } from '../../nodes/CompanyScreening/register/facts/history';
import type { Hit, ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { OperationFailure, type FailureDetails } from '../../nodes/CompanyScreening/service/failure';
import type { VerdictFacts } from '../../nodes/CompanyScreening/service/outcome';
import type { ServiceReply } from '../../nodes/CompanyScreening/service/reply';
import { descriptionOf, toNodeError } from '../../nodes/CompanyScreening/output/errors';
import type { ItemState } from '../../nodes/CompanyScreening/run/state/itemState';
import { countRun } from '../../nodes/CompanyScreening/run/state/runCounts';
import { nodeType } from '../support/workflows';

/** An entry of `details`, as a sample of the service shows one. */
export function aHit(changes: Partial<Hit> = {}): Hit {
  return {
    aliasNames: ['Gloomharbour Lines', 'GH Shipping'],
    aliasGivenNames: [],
    links: ['https://gloomharbour.example', 'office@gloomharbour.example'],
    sourceType: 'SANCTION',
    address: ['1 Quay Street, Velmoria'],
    addressRemarks: null,
    companyNumber: ['V-100', 'V-200'],
    jurisdiction: ['Velmoria'],
    entityType: 'ENTITY',
    pepType: null,
    name: 'Gloomharbour Shipping',
    nameRemarks: [],
    sourceId: 'list-7',
    sanctionDetails: ['Asset freeze'],
    otherInformation: ['Vessel owner'],
    tlName: 'Gloomharbour',
    ...changes,
  };
}

/** A record of a finished screening without hits. */
export function aRecord(changes: Partial<ScreeningRecord> = {}): ScreeningRecord {
  return {
    id: '7b0f3c3e-5a53-4c92-9a35-0b8a7f7d1c11',
    createdAt: '2025-03-01T08:00:00Z',
    requesterId: null,
    status: 'Completed',
    totalHits: 0,
    option: 'Both',
    processedAt: '2025-03-01T08:00:02Z',
    details: [],
    isError: false,
    errors: [],
    ...changes,
  };
}

/** A record with these hits, counted as the service counts them. */
export function aRecordWithHits(hits: Hit[], changes: Partial<ScreeningRecord> = {}): ScreeningRecord {
  return aRecord({ details: hits, totalHits: hits.length, ...changes });
}

/** The question that `aRecord` answers. */
export function aQuestion(changes: Partial<VerdictFacts> = {}): VerdictFacts {
  return {
    option: 'Both',
    requesterId: '',
    referenceId: 'case-1',
    companyName: 'Alder Ltd',
    watchlistMayMissName: false,
    idIsShared: false,
    controlFailed: false,
    isWhole: true,
    repliedAt: Date.parse('2025-03-01T08:00:03Z'),
    ...changes,
  };
}

/** The decrypted fields of a credential that a person filled in. */
export function aCredential(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    environment: 'sandbox',
    baseUrl: 'https://api.example.com',
    authUrl: 'https://login.example.com',
    realm: 'companies',
    clientId: 'officer',
    clientSecret: 'demo-client-secret',
    subscriptionKey: 'demo-subscription-key',
    subscriptionKeyIn: 'header',
    ...changes,
  };
}

/** A reply over the wire; text is sent as it is, anything else as JSON. */
export function aReply(body: unknown, status = 200, method: ServiceReply['method'] = 'POST'): ServiceReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const repliedAt = Date.parse('2025-03-01T08:00:03Z');
  return { kind: 'text', method, status, isWhole: true, repliedAt, text, sha256: () => '' };
}

/** Reads parameters as n8n gives them for one item. */
export function parametersOf(values: Record<string, unknown>): ReadParameter {
  return (name) => values[name];
}

/** A node as a workflow holds it. */
export function aNode(): INode {
  return {
    id: 'node-1',
    name: 'Company Screening',
    type: nodeType,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  };
}

/** The details of the OperationFailure that the action must end in, with their description as people read it. */
export function failureOf(action: () => unknown): FailureDetails & { description: string } {
  try {
    action();
  } catch (error) {
    if (!(error instanceof OperationFailure)) throw error;
    return { ...error.details, description: descriptionOf(error.details, undefined) };
  }
  throw new Error('No failure came.');
}

/** What is said about an item that the action must find invalid, as the node's error says it. */
export function complaintOf(action: () => unknown): { message: string; description: string } {
  try {
    action();
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error;
    const { message, description } = toNodeError(error, { node: aNode(), itemIndex: 0, subject: undefined });
    return { message, description: description ?? '' };
  }
  throw new Error('The item is valid.');
}

/** What an operation makes of one item, the only one of its run. */
export function taskOf(operation: RequestOperation, parameters: Record<string, unknown>): ItemToSend {
  const read = parametersOf(parameters);
  return operation.begin(read, [read]).prepare(read);
}

/** The task, which must be one that can be sent. */
export function sendable(item: ItemToSend): Task {
  return item.toTask();
}

/** What a task makes of a reply; to its first request unless told otherwise. */
export function answerOf(
  task: ItemToSend,
  reply: ServiceReply,
  asked: Partial<RequestProgress> = {},
): ReplyResult {
  return sendable(task).read(reply, {
    times: 1,
    sinceMs: 0,
    environment: 'sandbox',
    baseUrl: 'https://api.example.com',
    ...asked,
  });
}

/** What an answer means, with its items. */
export function concluded(answer: TaskResult): ItemResult {
  const { receipt, makeItems } = answer.interpret();
  return { receipt, items: makeItems() };
}

/** What stands at the end of a run for a task whose only request got this reply. */
export function resultOf(task: ItemToSend, reply: ServiceReply): ItemResult {
  const answer = answerOf(task, reply);
  if (answer.kind === 'askAgain') throw new Error('The task is to be asked again.');
  return concluded(answer);
}

/** What the register holds of a company or a number; nothing came, and nothing is doubted. */
export const aStoredVerdict = (changes: Partial<StoredVerdict> = {}): StoredVerdict => ({
  ...{ replies: [], registerVerdict: (said) => said, cases: [], changes: NO_CHANGES },
  ...{ news: { is: 'notAsked' }, remembered: true, referenceId: '', screenedAt: '2026-01-01T00:00:00.000Z' },
  ...changes,
});

/** The counts of a run in which each of these is an item. @param found what was found for items that failed after that */
export function countsFor(results: readonly ItemResult[], found: readonly ItemResult[] = []): CompanyCounts {
  const subject = { name: 'A', referenceId: null };
  const done = results.map((result): ItemState => ({ state: 'done', subject, result, binary: {} }));
  const failed = found.map((one): ItemState => ({
    state: 'failed',
    subject,
    error: new Error('It broke.'),
    sent: true,
    binary: {},
    partialResult: one,
  }));
  return countRun({ items: [...done, ...failed] });
}

/** What the items of a result say. */
export const jsonsOf = ({ items }: Pick<LocalResult, 'items'>) => items.map(({ json }) => json);

/** The only one of them. @throws if there are none, or more */
export function onlyOne<One>(all: readonly One[]): One {
  const [one, ...others] = all;
  if (one === undefined || others.length > 0) throw new Error(`There are ${all.length}, and not one.`);
  return one;
}

/** What an operation gets that sends nothing. @param more what differs: no register is expected, and no time has passed since 1970 */
export const localTools = (context: object, more: Partial<LocalTools> = {}): LocalTools => ({
  context: context as IExecuteFunctions,
  findRegister: () => Promise.reject(new Error('No register is expected.')),
  now: () => 0,
  sleep: () => Promise.resolve(),
  ...more,
});

/** What an item comes to, or as what it is refused. */
export async function performed(item: LocalItem): Promise<LocalResult> {
  try {
    return await item.perform();
  } catch (error) {
    const instead = error instanceof InvalidItem ? item.refused?.(error) : error;
    if (typeof instead === 'object' && instead !== null && 'items' in instead) return instead as LocalResult;
    throw instead;
  }
}
