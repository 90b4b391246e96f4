// The files of an item: those of the service, and the evidence for an auditor of what was asked, when, and what it answered.
import type { IBinaryData, IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { name as packageName, version as packageVersion } from '../../../package.json';
import type { Task, TaskResult } from '../operations/shared/requestTask';
import { fileNotSaved } from '../service/failure';
import type { Attempts } from './state/attempts';
import type { EvidenceVerdict } from './state/itemState';

/** Passes files to n8n as they arrive, so that they need not stay in memory until the run ends. */
export async function keepFiles(
  context: IExecuteFunctions,
  { evidence }: Task,
  taskResult: TaskResult,
  attempts: Attempts,
): Promise<{ binary: IBinaryKeyData; evidenceOf?: EvidenceVerdict }> {
  const { file } = taskResult;
  if (!file && !evidence) return { binary: {} };
  const { receipt } = taskResult.interpret();
  try {
    const data = file && (await context.helpers.prepareBinaryData(file.bytes, file.name, file.contentType));
    return {
      binary: {
        ...(data ? { data } : {}),
        ...(evidence ? await keepEvidence(context, attempts, receipt) : {}),
      },
      ...(evidence ? { evidenceOf: receipt } : {}),
    };
  } catch (error) {
    throw fileNotSaved(error, receipt.id);
  }
}

const LIMITS =
  'This file proves what was asked and what the service answered at that time. The service does not say which version of which list it used. An answer without hits is not an approval of the business. The SHA-256 is that of the bytes as received; if the service repeated a secret of the credential, asterisks replace it in the reply here.';

/** Gives the evidence to n8n, as the binary data `evidence`; nothing where no reply came. Contains each of several requests. */
export async function keepEvidence(
  context: IExecuteFunctions,
  { allReplied }: Attempts,
  { outcome, reason }: EvidenceVerdict,
): Promise<IBinaryKeyData> {
  const exchanges = allReplied.flatMap(exchangeOf);
  const [first, ...others] = exchanges;
  if (!first) return {};
  return await store(context, {
    package: { name: packageName, version: packageVersion },
    environment: allReplied[0]?.environment ?? null,
    workflowId: context.getWorkflow().id ?? null,
    executionId: context.getExecutionId(),
    ...(others.length === 0 ? first : { screenings: exchanges }),
    outcome,
    reason,
    limits: LIMITS,
  });
}

/** The request and its reply; nothing where the reply is a file. */
function exchangeOf({ request, sentAt, answeredAt, reply, count }: Attempts['allReplied'][number]) {
  if (reply.kind !== 'text') return [];
  return [
    {
      request: { method: request.method, address: request.url, body: request.body ?? null },
      sentAt: sentAt.toISOString(),
      answeredAt: answeredAt.toISOString(),
      attempts: count,
      httpStatus: reply.status,
      reply: reply.text,
      replySha256: reply.sha256(),
    },
  ];
}

/** Writes the file again with another verdict: a reply about another company made this one doubtful. */
export async function correctEvidence(
  context: IExecuteFunctions,
  { evidence, ...others }: IBinaryKeyData,
  { outcome, reason }: EvidenceVerdict,
): Promise<IBinaryKeyData> {
  if (!evidence) return others;
  const written = evidenceSchema.parse(JSON.parse((await bytesOf(context, evidence)).toString()));
  return { ...others, ...(await store(context, { ...written, outcome, reason })) };
}

const evidenceSchema = z.record(z.string(), z.json());

async function store(
  context: IExecuteFunctions,
  evidence: z.infer<typeof evidenceSchema>,
): Promise<IBinaryKeyData> {
  const bytes = Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`);
  return { evidence: await context.helpers.prepareBinaryData(bytes, 'evidence.json', 'application/json') };
}

async function bytesOf({ helpers }: IExecuteFunctions, { id, data }: IBinaryData): Promise<Buffer> {
  return id ? await helpers.binaryToBuffer(await helpers.getBinaryStream(id)) : Buffer.from(data, 'base64');
}
