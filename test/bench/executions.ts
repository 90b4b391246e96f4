// Runs a workflow and reads what n8n itself measured. While it runs, n8n is only asked for the state: asking for
// the whole execution, as the other client does, would cost n8n time and memory that count in the measurement.
import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import { parse as unflatten } from 'flatted';
import { z } from 'zod/v4';
import { pause } from '../support/processes';
import type { Owner } from '../support/n8n/rest';

/** What n8n noted about one node's run. */
export interface NodeTiming {
  executionTimeMs: number;
  /** Epoch milliseconds. */
  endedAtMs: number;
  /** The number of items at each output. */
  items: number[];
}

/** Talks to one n8n, signed in. */
export class Executions {
  private constructor(private readonly http: AxiosInstance) {}

  static async signIn(url: string, { email, password }: Owner): Promise<Executions> {
    // An n8n that is busy for seconds closes a connection that was kept just when it is used again.
    const httpAgent = new Agent({ keepAlive: false });
    const base = { baseURL: `${url}/rest`, proxy: false as const, httpAgent };
    const { headers } = await axios.post('/login', { emailOrLdapLoginId: email, password }, base);
    const cookies = z.array(z.string()).parse(headers['set-cookie']);
    const cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ');
    return new Executions(axios.create({ ...base, headers: { cookie } }));
  }

  /** Starts a workflow and waits until it has ended; gives the id of the execution. */
  async run(workflowId: string, trigger: string, signal: AbortSignal): Promise<string> {
    const start = { triggerToStartFrom: { name: trigger } };
    const { executionId } = await this.read(
      this.http.post(`/workflows/${workflowId}/run`, start),
      z.object({ executionId: z.string() }),
    );
    const params = { filter: JSON.stringify({ workflowId }), limit: 1 };
    for (;;) {
      signal.throwIfAborted();
      await pause(askEveryMs);
      // An n8n that is busy says for a moment that its database is not ready.
      const reply = await this.http.get('/executions', { params, validateStatus: isAnswer });
      if (reply.status === 503) continue;
      const { results } = await this.read(Promise.resolve(reply), listSchema);
      const status = results.find(({ id }) => id === executionId)?.status ?? 'new';
      if (status === 'success') return executionId;
      if (ended.has(status)) throw new Error(`The workflow ended with the state "${status}".`);
    }
  }

  /** What n8n noted about the nodes of an execution, by their names. */
  async timings(executionId: string): Promise<Map<string, NodeTiming>> {
    const { data } = await this.read(
      this.http.get(`/executions/${executionId}`),
      z.object({ data: z.string() }),
    );
    const { resultData } = runSchema.parse(unflatten(data));
    return new Map(
      Object.entries(resultData.runData).map(([node, runs]) => [
        node,
        {
          executionTimeMs: runs.reduce((sum, { executionTime }) => sum + executionTime, 0),
          endedAtMs: Math.max(...runs.map(({ startTime, executionTime }) => startTime + executionTime)),
          items: (runs[0]?.data.main ?? []).map((items) => items?.length ?? 0),
        },
      ]),
    );
  }

  /** How large all data tables are together, as n8n counts them for its limit. */
  async tablesBytes(): Promise<number> {
    // n8n counts at most every five seconds.
    await pause(5_500);
    const sizes = z.object({ totalBytes: z.number() });
    return (await this.read(this.http.get('/data-tables-global/limits'), sizes)).totalBytes;
  }

  private async read<T>(reply: Promise<{ data: unknown }>, schema: z.ZodType<T>): Promise<T> {
    return z.object({ data: schema }).parse((await reply).data).data;
  }
}

// Each question costs n8n some milliseconds of its own.
const askEveryMs = 1_000;
const isAnswer = (status: number): boolean => status === 200 || status === 503;
const ended = new Set(['error', 'crashed', 'canceled']);
const listSchema = z.object({ results: z.array(z.object({ id: z.string(), status: z.string() })) });
const runSchema = z.object({
  resultData: z.object({
    runData: z.record(
      z.string(),
      z.array(
        z.object({
          startTime: z.number(),
          executionTime: z.number(),
          data: z.object({ main: z.array(z.array(z.unknown()).nullable()) }),
        }),
      ),
    ),
  }),
});
