// A small client of the interface that n8n's own editor uses: enough to set n8n up, run a workflow and read it.
import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import { parse as unflatten } from 'flatted';
import { z } from 'zod/v4';
import { until, untilFound } from '../waiting';

export interface Owner {
  email: string;
  password: string;
}

/** A workflow as n8n saves and exports it; anything else that it holds is kept. */
export const workflowSchema = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  nodes: z.array(
    z.looseObject({
      name: z.string(),
      type: z.string(),
      typeVersion: z.number(),
      parameters: z.record(z.string(), z.unknown()),
      credentials: z
        .record(z.string(), z.object({ id: z.string().nullable().optional(), name: z.string() }))
        .optional(),
    }),
  ),
  connections: z.record(z.string(), z.unknown()),
  nodeGroups: z.array(z.looseObject({ name: z.string(), nodeIds: z.array(z.string()) })).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  pinData: z.record(z.string(), z.array(z.object({ json: z.record(z.string(), z.unknown()) }))).optional(),
});
export type Workflow = z.infer<typeof workflowSchema>;

const itemSchema = z.looseObject({
  json: z.record(z.string(), z.unknown()),
  pairedItem: z.unknown().optional(),
  error: z.unknown().optional(),
  binary: z.record(z.string(), z.looseObject({ id: z.string().optional() })).optional(),
});
export type Item = z.infer<typeof itemSchema>;

const errorSchema = z.looseObject({
  message: z.string(),
  description: z.string().nullish(),
  name: z.string().optional(),
});
/** An error as n8n stores it with an execution. */
type StoredError = z.infer<typeof errorSchema>;

const nodeRunSchema = z.looseObject({
  executionStatus: z.string().optional(),
  // `main` is missing where a node served another one, as a tool serves an agent.
  data: z.looseObject({ main: z.array(z.array(itemSchema).nullable()).default([]) }).optional(),
  error: errorSchema.optional(),
  hints: z.array(z.looseObject({ message: z.string() })).optional(),
});

const runSchema = z.looseObject({
  resultData: z.looseObject({
    runData: z.record(z.string(), z.array(nodeRunSchema)).default({}),
    error: errorSchema.optional(),
    lastNodeExecuted: z.string().optional(),
  }),
});

/** The result of an execution: how it ended, its error, and what each node gave. */
export interface Execution {
  id: string;
  status: string;
  error: StoredError | undefined;
  lastNode: string | undefined;
  /** The items of one output of a node, of all its runs; none if it did not run. */
  output: (node: string, index?: number) => Item[];
  /** The lines n8n shows above a node's output. */
  hints: (node: string) => string[];
}

/** Takes each execution that a test, the demo or the bench reads when it has ended. */
export const executionReaders = new Set<(execution: Execution) => void>();

/** The answer of a credential test, as the editor shows it. */
const testResultSchema = z.object({ status: z.string(), message: z.string().optional() });
type CredentialTestResult = z.infer<typeof testResultSchema>;

export interface NewCredential {
  name: string;
  type: string;
  data: Record<string, unknown>;
}

export class N8nError extends Error {
  constructor(
    what: string,
    readonly status: number,
    message: string,
  ) {
    super(`n8n refused to ${what} (${String(status)}): ${message}`);
  }
}

const idSchema = z.object({ id: z.string(), name: z.string() });

/** A query for those in whose name the name stands. */
const named = (name: string): string => new URLSearchParams({ filter: JSON.stringify({ name }) }).toString();

const endedStates = new Set(['success', 'error', 'crashed', 'canceled']);

// A list for which no states are named comes from two queries at once, which can both miss an execution that begins to wait.
const everyState = ['new', 'running', 'waiting', ...endedStates];

export function isEnded({ status }: ExecutionSummary): boolean {
  return endedStates.has(status);
}

/** Waits until there are so many executions, and all have ended. */
export async function untilAllEnded(
  executions: () => Promise<ExecutionSummary[]>,
  count: number,
  patience: Pick<WaitOptions, 'withinMs'>,
): Promise<ExecutionSummary[]> {
  let all: ExecutionSummary[] = [];
  const haveEnded = async (): Promise<boolean | string> => {
    all = await executions();
    return (all.length >= count && all.every(isEnded)) || `They are ${JSON.stringify(all)}.`;
  };
  await until(`${String(count)} executions had ended`, haveEnded, patience);
  return all;
}

/** Talks to one n8n, signed in as its owner. */
export class N8nRest {
  private readonly http: AxiosInstance;
  private cookie = '';

  constructor(url: string) {
    this.http = axios.create({
      baseURL: `${url}/rest`,
      proxy: false,
      // A busy n8n closes a connection in the moment in which it is used again.
      httpAgent: new Agent({ keepAlive: false }),
      timeout: 60_000,
      validateStatus: () => true,
    });
  }

  /** Signs in; a new n8n does not know its owner, who is set up then. */
  async signIn({ email, password }: Owner): Promise<void> {
    const signIn = (): Promise<unknown> =>
      this.send('sign in', 'post', '/login', z.unknown(), { emailOrLdapLoginId: email, password });
    await signIn().catch(async (error: unknown) => {
      if (!(error instanceof N8nError && error.status === 401)) throw error;
      const data = { email, password, firstName: 'Demo', lastName: 'Owner' };
      await this.send('set up its owner', 'post', '/owner/setup', z.unknown(), data);
      await signIn();
    });
  }

  /** Creates a credential, or gives the one of this name and type the new values. Returns its id. */
  async saveCredential(credential: NewCredential): Promise<string> {
    const list = z.array(idSchema.extend({ type: z.string() }));
    const path = `/credentials?${named(credential.name)}`;
    const known = (await this.send('list credentials', 'get', path, list)).find(
      ({ name, type }) => name === credential.name && type === credential.type,
    );
    const saved =
      known === undefined
        ? await this.send('create a credential', 'post', '/credentials', idSchema, credential)
        : await this.send('change a credential', 'patch', `/credentials/${known.id}`, idSchema, credential);
    return saved.id;
  }

  /** Tests a saved credential as the editor's form does. */
  testCredential(id: string, { name, type, data }: NewCredential): Promise<CredentialTestResult> {
    const credentials = { id, name, type, data };
    return this.send('test a credential', 'post', '/credentials/test', testResultSchema, { credentials });
  }

  /** Creates a workflow, or replaces the one of this name. Returns its id. */
  async saveWorkflow(workflow: Workflow): Promise<string> {
    const list = z.array(idSchema.extend({ isArchived: z.boolean().default(false) }));
    const path = `/workflows?${named(workflow.name)}`;
    const known = (await this.send('list workflows', 'get', path, list)).find(
      ({ name, isArchived }) => name === workflow.name && !isArchived,
    );
    const { name, description, nodes, nodeGroups, connections, settings = {}, pinData = {} } = workflow;
    const data = { name, description, nodes, nodeGroups, connections, settings, pinData };
    const saved =
      known === undefined
        ? await this.send('create a workflow', 'post', '/workflows', idSchema, data)
        : await this.send('change a workflow', 'patch', `/workflows/${known.id}`, idSchema, data);
    return saved.id;
  }

  /** Puts a saved workflow into production: its webhooks answer and its schedule runs. */
  async activateWorkflow(workflowId: string): Promise<void> {
    const version = z.object({ versionId: z.string() });
    const saved = await this.send('show a workflow', 'get', `/workflows/${workflowId}`, version);
    await this.send('activate a workflow', 'post', `/workflows/${workflowId}/activate`, z.unknown(), saved);
    // n8n answers before it has published it; until then other workflows cannot call it.
    const path = `/workflows/${workflowId}/publication-status`;
    await until(`workflow ${workflowId} was published`, async () => {
      const { status } = await this.send('show a publication', 'get', path, z.object({ status: z.string() }));
      return status !== 'in_progress';
    });
  }

  /** Runs a saved workflow from its manual trigger and waits until it has ended. */
  async run(workflowId: string, trigger: string, options: WaitOptions = {}): Promise<Execution> {
    return this.untilEnded(await this.start(workflowId, trigger), options);
  }

  /** Starts a saved workflow from its manual trigger. Returns the id of the execution. */
  async start(workflowId: string, trigger: string): Promise<string> {
    const start = { triggerToStartFrom: { name: trigger } };
    const reply = z.object({ executionId: z.string() });
    const path = `/workflows/${workflowId}/run`;
    const { executionId } = await this.send('run a workflow', 'post', path, reply, start);
    return executionId;
  }

  /**
   * Starts a failed execution again at the node that failed, as the button Retry does, and waits until it has ended.
   * @param loadWorkflow with the workflow as it is saved now, and not as it was then
   */
  async retry(executionId: string, loadWorkflow = false): Promise<Execution> {
    const before = await this.executionsOf(await this.workflowOf(executionId));
    const path = `/executions/${executionId}/retry`;
    await this.send('retry an execution', 'post', path, z.unknown(), { loadWorkflow });
    const known = new Set(before.map(({ id }) => id));
    const after = await this.executionsOf(await this.workflowOf(executionId));
    const started = after.find(({ id, mode }) => mode === 'retry' && !known.has(id));
    if (started === undefined) throw new Error(`n8n started no retry of execution ${executionId}.`);
    return this.untilEnded(started.id);
  }

  /** Waits until an execution has ended, and returns its result. */
  async untilEnded(executionId: string, options: WaitOptions = {}): Promise<Execution> {
    const execution = readExecution(executionId, await this.until(executionId, endedStates, options));
    for (const read of executionReaders) read(execution);
    return execution;
  }

  /** Waits until an execution waits for a person, or for a time, and returns its result so far. @throws when it ends without */
  async untilWaiting(executionId: string, options: WaitOptions = {}): Promise<Execution> {
    const found = await this.until(executionId, new Set([...endedStates, 'waiting']), options);
    if (found.status !== 'waiting') throw new Error(`The workflow did not wait; it is ${found.status}.`);
    return readExecution(executionId, found);
  }

  private async until(
    executionId: string,
    states: Set<string>,
    { withinMs = 120_000, signal }: WaitOptions,
  ): Promise<z.infer<typeof executionSchema>> {
    const look = async (): Promise<z.infer<typeof executionSchema> | undefined> => {
      const execution = await this.sendExecution(executionId);
      return execution && states.has(execution.status) ? execution : undefined;
    };
    return untilFound(`execution ${executionId} was ${[...states].join(' or ')}`, look, { withinMs, signal });
  }

  /** The latest executions of a workflow (at most 100), oldest first, without their results. */
  async executionsOf(workflowId: string): Promise<ExecutionSummary[]> {
    const filter = { workflowId, status: everyState };
    const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: '100' });
    const page = z.object({ results: z.array(executionSummarySchema) });
    const { results } = await this.send('list executions', 'get', `/executions?${query.toString()}`, page);
    return results.sort((a, b) => Number(a.id) - Number(b.id));
  }

  private async workflowOf(executionId: string): Promise<string> {
    const execution = z.object({ workflowId: z.string() });
    return (await this.send('show an execution', 'get', `/executions/${executionId}`, execution)).workflowId;
  }

  /** The custom data of an execution, by which people search for it. */
  async customDataOf(executionId: string): Promise<Record<string, string>> {
    const execution = z.object({ customData: z.record(z.string(), z.string()) });
    const path = `/executions/${executionId}`;
    return (await this.send('show an execution', 'get', path, execution)).customData;
  }

  /** Stops a running execution, as the button in the editor does. */
  async stopExecution(executionId: string): Promise<void> {
    await this.send('stop an execution', 'post', `/executions/${executionId}/stop`, z.unknown());
  }

  /** The bytes of binary data, as the editor shows them. */
  async binaryData(id: string): Promise<Buffer> {
    const reply = await this.http.get<unknown>('/binary-data', {
      params: { id, action: 'download' },
      headers: { cookie: this.cookie },
      responseType: 'arraybuffer',
    });
    if (reply.status !== 200) throw new N8nError('give binary data', reply.status, 'no reason given');
    return z.instanceof(Buffer).parse(reply.data);
  }

  // Some versions of n8n say that an execution has ended a moment before they have stored what came out, and others fail when asked in that
  // moment.
  private async sendExecution(id: string): Promise<z.infer<typeof executionSchema> | undefined> {
    try {
      const execution = await this.send('show an execution', 'get', `/executions/${id}`, executionSchema);
      return execution.data === undefined || unflatten(execution.data) !== undefined ? execution : undefined;
    } catch (error) {
      // 503: its database was away, and n8n needs a moment to notice that it is back.
      if (error instanceof N8nError && [500, 503].includes(error.status)) return undefined;
      throw error;
    }
  }

  /** Sends one request of n8n's own editor. @throws {N8nError} when n8n answers with an error */
  async send<T>(
    what: string,
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    schema: z.ZodType<T>,
    data?: unknown,
  ): Promise<T> {
    const headers = this.cookie === '' ? {} : { cookie: this.cookie };
    const {
      status,
      data: body,
      headers: answered,
    } = await this.http.request<unknown>({ method, url: path, data, headers });
    if (status >= 400) {
      const { message } = z.object({ message: z.string() }).catch({ message: 'no reason given' }).parse(body);
      throw new N8nError(what, status, message);
    }
    const cookies = z.array(z.string()).catch([]).parse(answered['set-cookie']);
    if (cookies.length > 0) this.cookie = cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
    return z.object({ data: schema }).parse(body).data;
  }
}

export interface WaitOptions {
  withinMs?: number;
  signal?: AbortSignal | undefined;
}

// `mode` says what started it: a person (`manual`), a trigger, or another workflow (`integrated`).
const executionSummarySchema = z.object({
  id: z.string(),
  status: z.string(),
  mode: z.string(),
  createdAt: z.coerce.date(),
});
/** An execution as a list shows it. */
export type ExecutionSummary = z.infer<typeof executionSummarySchema>;

const executionSchema = z.looseObject({ status: z.string(), data: z.string().optional() });

function readExecution(id: string, { status, data }: z.infer<typeof executionSchema>): Execution {
  const { resultData } = runSchema.parse(data === undefined ? { resultData: {} } : unflatten(data));
  const runsOf = (node: string): z.infer<typeof nodeRunSchema>[] => resultData.runData[node] ?? [];
  return {
    id,
    status,
    error: resultData.error,
    lastNode: resultData.lastNodeExecuted,
    output: (node, index = 0) => runsOf(node).flatMap(({ data: given }) => given?.main[index] ?? []),
    hints: (node) => runsOf(node).flatMap(({ hints }) => (hints ?? []).map(({ message }) => message)),
  };
}
