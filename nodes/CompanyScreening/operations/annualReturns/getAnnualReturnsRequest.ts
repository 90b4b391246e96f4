// "Get Annual Returns Request": asks at the request URI for the status of an annual returns request, and for its files. The service's answer
// there is not documented, so it is passed on as it comes, beside its meaning.
import { createHash } from 'node:crypto';

import * as z from 'zod/v4';

import { InvalidItem } from '../../names/invalidItem';
import { normalized, plainText } from '../../names/plainText';
import {
  idIn,
  mayGoOn,
  REQUEST_EXPLANATIONS,
  STILL_PENDING,
  type AskedRequest,
  type StateVerdict,
} from '../../service/annualReturns';
import { fieldsOf } from '../../service/contract';
import { requestUriEndpoint } from '../../service/endpoints';
import { fileNameIn, shortFileName } from '../../service/fileName';
import { strictJson } from '../../service/json';
import { createMask, shownAddress, type Mask } from '../../service/masking';
import { replyText, type ReplyFile, type ServiceReply } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';
import { readSwitch } from '../shared/keepInRegister';
import type { RequestOperation } from '../shared/operation';
import { readItemOptions, readRunOptions } from '../shared/options';
import type { FollowUp, RequestProgress, Subject, Task, TaskResult, ItemResult } from '../shared/requestTask';
import { REQUEST_KEYS, requestFields, requestIds, STATE_KEYS } from './acknowledgement';
import { followUpRegisterOptions, getAnnualReturnsFields, waitingOptions } from './annualReturnsFields';
import { readState, type RequestState } from './requestState';

const requestUriSchema = z.string().trim().catch('');
const text = z.string().nullable().catch(null);
/** The request as the input item has it, if that comes from Request Annual Returns. */
const inputSchema = z
  .object({ id: text, registrationNumber: z.union([z.number().transform(String), text]) })
  .catch({ id: null, registrationNumber: null });

export const getAnnualReturnsRequest: RequestOperation = {
  kind: 'request',
  resource: 'annualReturns',
  choice: {
    name: 'Get Annual Returns Request',
    value: 'getAnnualReturnsRequest',
    action: 'Get annual returns request',
    description: 'Ask for the status of an annual returns request, and for its files',
  },
  fields: getAnnualReturnsFields,
  options: [waitingOptions],
  output: [],
  subjectKey: 'requestUri',
  itemKeys: () => [...REQUEST_KEYS, ...STATE_KEYS],
  ofItem: () => [['requestUri']],
  receiptKey: 'requestUri',
  nouns: { one: 'request', several: 'requests', done: 'answered' },
  summarise: (results) => ({
    counts: [
      `${having(results, 'files')} with files`,
      `${having(results, 'pending')} pending`,
      `${having(results, 'review')} to review`,
    ],
    next: [],
  }),

  begin(first) {
    const run = new AskedRun();
    const settings = readSwitch(first) && readRunOptions(followUpRegisterOptions, first('registerSettings'));
    return {
      ...(settings ? { followUp: { register: plainText(settings.register), found: () => run.found() } } : {}),
      prepare(parameter, input) {
        const typed = requestUriSchema.parse(parameter('requestUri'));
        const { id, registrationNumber } = inputSchema.parse(input);
        const asked = { id: idIn(id), registrationNumber };
        const subject = {
          get name() {
            return shownAddress(typed, run.mask);
          },
          ...{ typed, referenceId: null, also: asked },
        };
        return {
          subject,
          toTask() {
            const options = readItemOptions(waitingOptions, parameter('options'));
            if (typed === '') throw noRequestUri();
            return stateTask({ ...asked, run, subject, options });
          },
        };
      },
    };
  },
};

/** The state that the items of a run share. */
class AskedRun {
  /** Masks the credential's secrets, once it was read. */
  mask: Mask = (text) => text;
  private service: ServiceSettings | undefined;
  private readonly failed: { asked: AskedAddress; reply: ServiceReply }[] = [];

  know(settings: ServiceSettings): void {
    if (this.service === settings) return;
    this.service = settings;
    this.mask = createMask({ ...settings, accessTokens: [] });
  }

  /** @throws OperationFailure like `readState` */
  read(reply: ServiceReply, asked: AskedAddress): RequestState {
    return readState(reply, asked, () => this.failed.push({ asked, reply }));
  }

  found(): ReturnType<FollowUp['found']> {
    const { service } = this;
    const failures = this.failed.map(({ asked, reply }) => {
      const { name: requestUri, typed } = asked.subject;
      const saidId = idIn(fieldsOf(strictJson(replyText(reply)))['id']);
      const question = { requestUri, id: asked.id ?? '' };
      return { reply, question, saidId, ids: requestIds(asked.id, typed, service?.baseUrl ?? '') };
    });
    return { failures, service };
  }
}

const having = (results: readonly ItemResult[], outcome: string): number =>
  results.filter(({ receipt }) => receipt.outcome === outcome).length;

interface AskedAddress extends AskedRequest {
  run: AskedRun;
  subject: Subject & Required<Pick<Subject, 'typed'>>;
  options: z.infer<typeof waitingOptions>;
}

function stateTask(asked: AskedAddress): Task {
  const { run, subject, options } = asked;
  return {
    subject,
    duplicateKey: null,
    evidence: false,
    toRequest(settings) {
      run.know(settings);
      return requestUriEndpoint(settings, subject.typed, { maxFileMb: options.maxFileMb, mask: run.mask });
    },

    read(reply, history) {
      const state = run.read(reply, asked);
      if (!options.waitForCompletion || !mayGoOn(state.verdict, state.said))
        return resultOf(asked, state, history);
      const interim = resultOf(asked, state, history, { timedOut: true });
      const afterMs = waitBeforeNext(options, history, reply.retryAfterMs);
      return afterMs === undefined ? interim : { kind: 'askAgain', afterMs, interim };
    },
  };
}

function resultOf(
  asked: AskedAddress,
  state: RequestState,
  { environment }: RequestProgress,
  ended: { timedOut?: true } = {},
): TaskResult {
  const { verdict, said, file, staleness } = state;
  const { outcome, reason } = verdict;
  const received = fieldsOf(said.body);
  const ours = {
    registrationNumber: asked.registrationNumber ?? textIn(received['registrationNumber']),
    outcome,
    status: textIn(received['status']),
    id: reason === 'otherRequest' ? asked.id : (idIn(received['id']) ?? asked.id),
    requestUri: asked.subject.name,
    reason,
    explanation: explanationOf(verdict),
    environment,
  };
  const more = {
    ...(isBare(said.body) ? { reply: said.body } : {}),
    ...ended,
    ...(file ? { saveAs: saveAs(asked.subject.typed, file) } : {}),
  };
  return {
    kind: 'result',
    ...(file ? { file } : { staleness }),
    interpret: () => ({
      receipt: { id: asked.subject.name, outcome, reason, hits: 0 },
      makeItems: () => [{ outcome, json: requestFields(ours, received, more) }],
    }),
  };
}

function explanationOf({ outcome, reason }: StateVerdict): string | null {
  if (outcome === 'pending') return STILL_PENDING;
  return reason && REQUEST_EXPLANATIONS[reason];
}

/** True for a list, or a value without fields. */
const isBare = (body: unknown): boolean =>
  body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body));

const textIn = (value: unknown): string | null => text.parse(value);

function noRequestUri() {
  return new InvalidItem(
    'Request URI is empty.',
    'Either the service gave no address for this request (its requestUri is null), or the expression in Request URI names the wrong field.',
  );
}

/** The same for one address, and different for every other. Ends with the name that the service gave, if any. */
export function saveAs(
  address: string,
  { name = '', contentType }: Pick<ReplyFile, 'contentType' | 'name'>,
): string {
  const id = createHash('sha256').update(address).digest('hex').slice(0, 12);
  const given = normalized(fileNameIn(name) ?? '', 'NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}._ -]+/gu, '_')
    .replace(/^[._ ]+/, '');
  return shortFileName(`${id}_${given || `annual-return.${extensionOf(contentType)}`}`);
}

const extensionOf = (contentType: string): string =>
  /^[a-z]+\/([a-z0-9]{1,5})(?:;|$)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'bin';

const MAX_INTERVAL_SECONDS = 60;
const GROWTH = 1.5;

/**
 * Milliseconds to wait before asking again. Undefined when the time to wait is up, or will be before the service wants to be asked again.
 *
 * @param askedMs the least wait that the service asks for
 */
function waitBeforeNext(
  { maxWaitSeconds, pollIntervalSeconds }: Record<'maxWaitSeconds' | 'pollIntervalSeconds', number>,
  { times, sinceMs }: Pick<RequestProgress, 'sinceMs' | 'times'>,
  askedMs = 0,
): number | undefined {
  const leftMs = maxWaitSeconds * 1000 - sinceMs;
  if (leftMs <= 0 || askedMs > leftMs) return undefined;
  const longest = Math.max(pollIntervalSeconds, MAX_INTERVAL_SECONDS);
  const intervalMs = Math.min(longest, pollIntervalSeconds * GROWTH ** (times - 1)) * 1000;
  return Math.min(leftMs, Math.max(intervalMs, askedMs));
}
