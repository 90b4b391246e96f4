// The files of an item: what the service sent, and the evidence of what was asked and answered.
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { keepEvidence, type Verdict } from './evidence';
import type { Answer, Task } from '../operations/operation';
import type { Attempts } from './sending';
import { fileNotKept } from '../service/failure';

/** Passes files to n8n as they arrive, so that they need not stay in memory until the run ends. */
export async function keepFiles(
  context: IExecuteFunctions,
  { evidence }: Task,
  answer: Answer,
  attempts: Attempts,
): Promise<{ binary: IBinaryKeyData; evidenceOf?: Verdict }> {
  const { file } = answer;
  if (!file && !evidence) return { binary: {} };
  const { receipt } = answer.decide();
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
    throw fileNotKept(error, receipt.id);
  }
}
