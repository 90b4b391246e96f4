// A run of Screen Company for unit tests. n8n is replaced by a small stand-in; the integration tests run the same code in n8n-core,
// over HTTP.
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import type { RequestOperation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { outputsOf } from '../../nodes/CompanyScreening/output/output';
import { PLAIN } from '../../nodes/CompanyScreening/output/presentation';
import type { Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { CircuitBreakers } from '../../nodes/CompanyScreening/run/state/outage';
import type { RegisterOpener } from '../../nodes/CompanyScreening/run/register/runSettings';
import { runItems, type RunPorts } from '../../nodes/CompanyScreening/run/run';
import type {
  IExecuteFunctions,
  IHttpRequestOptions,
  INodeParameters,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import * as z from 'zod/v4';

import { testTime } from '../support/testTime';
import { aCredential, aNode, aRecord } from './builders';

export interface Scenario {
  /** One for each item; an error stands for an expression that fails. */
  companies: Array<string | Error>;
  /** What the service answers to the attempt with this number, from 0, for this company. */
  answer?: (company: string, attempt: number) => unknown;
  /** What it answers if the screening with this id is asked for again. */
  details?: (screeningId: string) => unknown;
  options?: Record<string, unknown>;
  credential?: Record<string, unknown>;
  continueOnFail?: boolean;
  output?: Record<string, unknown>;
  registerSettings?: Record<string, unknown>;
  additionalFields?: Record<string, unknown>;
  diskIsFull?: boolean;
  mode?: WorkflowExecuteMode;
  cancelled?: AbortSignal;
  workflow?: { id?: string; name?: string };
  timeZone?: string;
  /** Further parameters of the node. */
  parameters?: Record<string, unknown>;
  /** Those that are another one for each item. */
  ofItems?: Record<string, (itemIndex: number) => unknown>;
}
export interface WireAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

// The day on which the records of these tests were created.
const date = 'Sat, 01 Mar 2025 08:00:03 GMT';
export const json = (body: unknown, statusCode = 200, headers = {}): WireAnswer => ({
  statusCode,
  headers: { date, ...headers },
  body: JSON.stringify(body),
});
export const clear = (company: string) => json(aRecord({ id: `id-${company}` }));
export const failedRecord = (company: string) =>
  json(aRecord({ id: `id-${company}`, status: 'Failed', isError: true }));
export const refusedKey = json({ code: 'S0003', message: 'INVALID_CREDENTIALS' }, 401);
export const timeout = Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });

const bodySchema = z.object({ companyName: z.string(), referenceId: z.string() });

/** n8n as far as a run uses it, and the requests that went through it. */
export function aContext({ companies, answer = clear, options = {}, credential = {}, ...more }: Scenario) {
  const sent: Array<{ companyName: string; referenceId: string }> = [];
  const asked: string[] = [];
  const filesKept: string[] = [];
  const lines: string[] = [];
  let credentialsRead = 0;
  const parameters: Record<string, unknown> = {
    companyName: '={{ $json.company }}',
    screeningOption: 'Both',
    registerSettings: more.registerSettings ?? {},
    output: more.output ?? {},
    additionalFields: more.additionalFields ?? {},
    options,
    ...more.parameters,
  };
  const { ofItems = {} } = more;
  const asSaved: INodeParameters = {};
  for (const name of Object.keys(ofItems)) asSaved[name] = '={{ $json.value }}';
  const { otherNames } = more.additionalFields ?? {};
  // Each company has its own.
  if (otherNames)
    asSaved['additionalFields'] = { ...more.additionalFields, otherNames: '={{ $json.others }}' };
  const fake = {
    getInputData: () => companies.map((_, row) => ({ json: { row } })),
    getNode: () => ({ ...aNode(), parameters: { ...parameters, ...asSaved } }),
    getNodeParameter: (name: string, itemIndex: number) => {
      const value =
        name === 'companyName' ? companies[itemIndex] : (ofItems[name]?.(itemIndex) ?? parameters[name]);
      if (value instanceof Error) throw value;
      return value;
    },
    continueOnFail: () => more.continueOnFail ?? false,
    isToolExecution: () => false,
    getMode: () => more.mode ?? 'manual',
    getExecutionCancelSignal: () => more.cancelled,
    getCredentials: async () => {
      credentialsRead += 1;
      const issued = { accessTokenServerDate: Date.parse(date) };
      return await Promise.resolve(aCredential({ ...issued, ...credential }));
    },
    getWorkflow: () => more.workflow ?? { id: 'workflow-1', name: 'Nightly' },
    getExecutionId: () => 'execution-1',
    getInputSourceData: () => ({ previousNode: 'The list' }),
    getTimezone: () => more.timeZone ?? 'Europe/Berlin',
    logger: { info: (line: string) => lines.push(line) },
    sendMessageToUI: () => undefined,
    helpers: {
      // n8n keeps small files in the item itself.
      prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string) => {
        if (more.diskIsFull) throw new Error('ENOSPC');
        filesKept.push(bytes.toString());
        return await Promise.resolve({ data: bytes.toString('base64'), fileName, mimeType });
      },
      httpRequestWithAuthentication: async (_: string, { method, url, body }: IHttpRequestOptions) => {
        if (method === 'GET') {
          const id = decodeURIComponent(url.split('/').at(-1) ?? '');
          asked.push(id);
          return await Promise.resolve(more.details?.(id));
        }
        const request = bodySchema.parse(body);
        const attempt = sent.filter(({ companyName }) => companyName === request.companyName).length;
        sent.push(request);
        const reply = await Promise.resolve(answer(request.companyName, attempt));
        if (reply instanceof Error) throw reply;
        return reply;
      },
    },
  };
  const context = fake as unknown as IExecuteFunctions;
  return { context, sent, asked, filesKept, lines, credentialsRead: () => credentialsRead };
}

/** A run in this time that keeps no answers. */
export const inTime = (time: RunPorts['time']): RunPorts => ({
  time,
  breakers: new CircuitBreakers(time),
  openRegister: () => Promise.reject(new Error('No register is expected.')),
  findRegister: () => Promise.reject(new Error('No register is expected.')),
  lookForRegister: () => Promise.reject(new Error('No register is expected.')),
});

export interface Screening extends Scenario {
  /** The tables of a register that keeps the answers. Without it, and without an opener, nothing is kept. */
  register?: Tables;
  openRegister?: RegisterOpener;
  time?: RunPorts['time'];
  operation?: RequestOperation;
}

/** A run in one output. @returns its items, the outcome or reason of each, what was sent, its notes, and what stopped it */
export async function screening({
  register,
  openRegister = register && (() => Promise.resolve({ tables: register, isNew: false })),
  time = testTime(),
  operation = screenCompany,
  parameters,
  ...scenario
}: Screening) {
  const keepInRegister = openRegister ? { keepInRegister: true } : {};
  const { context, ...seen } = aContext({ ...scenario, parameters: { ...keepInRegister, ...parameters } });
  const run = await runItems(context, operation, {
    ...inTime(time),
    ...(openRegister ? { openRegister } : {}),
  });
  const [given = []] = outputsOf(context, operation, run, { split: undefined, presentation: PLAIN });
  return {
    ...seen,
    context,
    run,
    given,
    items: given.map((item) => item.json),
    said: given.map((item) => item.json['reason'] ?? item.json['outcome']),
    names: seen.sent.map(({ companyName }) => companyName),
    notes: run.notes,
    stop: run.stoppedBy?.error,
  };
}
