// The files of an item: what the service sent, and the evidence of what was asked and answered.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { name, version } from '../../package.json';
import type { TaskResult } from '../../nodes/CompanyScreening/operations/shared/taskResult';
import type { Task } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { correctEvidence, keepEvidence, keepFiles } from '../../nodes/CompanyScreening/run/evidence';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { Attempts } from '../../nodes/CompanyScreening/run/state/attempts';

const LIMITS =
  'This file proves what was asked and what the service answered at that time. The service does not say which version of which list it used. An answer without hits is not an approval of the business. The SHA-256 is that of the bytes as received; if the service repeated a secret of the credential, asterisks replace it in the reply here.';

/** n8n as far as it keeps files: in the item, or in a place of its own. */
function aStore({ apart = false, isFull = false, isSaved = true } = {}) {
  const kept: { bytes: Buffer; fileName: string; mimeType: string }[] = [];
  const context = {
    getWorkflow: () => (isSaved ? { id: 'workflow-1' } : {}),
    getExecutionId: () => 'execution-1',
    helpers: {
      prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string): Promise<IBinaryData> => {
        await Promise.resolve();
        if (isFull) throw new Error('ENOSPC');
        kept.push({ bytes, fileName, mimeType });
        return apart
          ? { data: 'database', id: String(kept.length - 1), fileName, mimeType }
          : { data: bytes.toString('base64'), fileName, mimeType };
      },
      getBinaryStream: async (id: string) => await Promise.resolve(Readable.from([kept[Number(id)]?.bytes])),
      binaryToBuffer: async (stream: Readable) => await buffer(stream),
    },
  };
  return {
    context: context as unknown as IExecuteFunctions,
    kept,
    read: (index: number) => JSON.parse(String(kept[index]?.bytes)) as unknown,
  };
}

function attempts(changes: Partial<NonNullable<Attempts['answered']>> = {}): Attempts {
  const made = new Attempts();
  made.count = 3;
  made.answered = {
    environment: 'production',
    request: { method: 'GET', url: 'https://api.example.com/x' },
    sentAt: new Date('2026-11-22T08:00:00Z'),
    answeredAt: new Date('2026-11-22T08:00:01Z'),
    reply: {
      kind: 'text',
      method: 'GET',
      status: 201,
      isWhole: true,
      repliedAt: 0,
      text: 'the reply',
      sha256: () => 'abc',
    },
    ...changes,
  };
  return made;
}
const verdict = { outcome: 'hit', reason: 'pending' };
const written = (changes: object = {}) => ({
  package: { name, version },
  environment: 'production',
  workflowId: 'workflow-1',
  executionId: 'execution-1',
  request: { method: 'GET', address: 'https://api.example.com/x', body: null },
  sentAt: '2026-11-22T08:00:00.000Z',
  answeredAt: '2026-11-22T08:00:01.000Z',
  attempts: 3,
  httpStatus: 201,
  reply: 'the reply',
  replySha256: 'abc',
  outcome: 'hit',
  reason: 'pending',
  limits: LIMITS,
  ...changes,
});

describe('the evidence', () => {
  test('says all that is known, and is a file of JSON that people can read', async () => {
    const { context, kept, read } = aStore();
    const binary = await keepEvidence(context, attempts(), verdict);
    expect(binary).toEqual({
      evidence: {
        data: kept[0]?.bytes.toString('base64'),
        fileName: 'evidence.json',
        mimeType: 'application/json',
      },
    });
    expect(read(0)).toEqual(written());
    expect(Object.keys(read(0) as object)).toEqual(Object.keys(written()));
    expect(String(kept[0]?.bytes)).toMatch(/^\{\n {2}"package"[^]*\}\n$/);
  });

  test('has the body that was sent, and does without a workflow that was never saved', async () => {
    const { context, read } = aStore({ isSaved: false });
    const request = { method: 'GET', url: 'https://api.example.com/x', body: { a: 'b' } } as const;
    await keepEvidence(context, attempts({ request }), verdict);
    expect(read(0)).toMatchObject({ workflowId: null, request: { body: { a: 'b' } } });
  });

  test('has each request of a company with several names, in their order', async () => {
    const { context, read } = aStore();
    const both = attempts();
    both.beginNext();
    both.count = 1;
    both.answered = attempts().answered;
    await keepEvidence(context, both, verdict);
    const {
      request,
      sentAt,
      answeredAt,
      httpStatus,
      reply,
      replySha256,
      attempts: count,
      ...about
    } = written();
    const exchange = { request, sentAt, answeredAt, httpStatus, reply, replySha256 };
    expect(read(0)).toEqual({
      ...about,
      screenings: [
        { ...exchange, attempts: count },
        { ...exchange, attempts: 1 },
      ],
    });
  });

  test('is not there where no reply came, or a file', async () => {
    const { context, kept } = aStore();
    expect(await keepEvidence(context, new Attempts(), verdict)).toEqual({});
    const file = { bytes: Buffer.from('x'), contentType: 'a/b', name: undefined };
    const reply = { kind: 'file', file, method: 'GET', status: 200, isWhole: true, repliedAt: 0 } as const;
    expect(await keepEvidence(context, attempts({ reply }), verdict)).toEqual({});
    expect(kept).toEqual([]);
  });
});

describe.each([
  ['in the item', false],
  ['in a place of its own', true],
])('the evidence that n8n keeps %s', (_, apart) => {
  test('is written again with another verdict, and the other files stay', async () => {
    const { context, kept, read } = aStore({ apart });
    const binary = await keepEvidence(context, attempts(), verdict);
    const data: IBinaryData = { data: 'x', mimeType: 'a/b' };
    const corrected = await correctEvidence(
      context,
      { data, ...binary },
      { outcome: 'review', reason: 'otherRequest' },
    );
    expect(read(1)).toEqual(written({ outcome: 'review', reason: 'otherRequest' }));
    expect(corrected['data']).toBe(data);
    expect(corrected['evidence']).toMatchObject({ fileName: 'evidence.json' });
    expect(corrected['evidence']).not.toEqual(binary['evidence']);
    expect(kept).toHaveLength(2);
  });
});

test('evidence that is not there is not written', async () => {
  const { context, kept } = aStore();
  expect(await correctEvidence(context, {}, verdict)).toEqual({});
  expect(kept).toEqual([]);
});

describe('the files of an item', () => {
  const task = (evidence: boolean): Task => ({
    subject: { name: 'A', referenceId: null },
    duplicateKey: null,
    evidence,
    toRequest: () => ({ method: 'GET', url: '' }),
    read: () => answer(),
  });
  const receipt = { id: 's-1', outcome: 'hit', reason: 'pending', hits: 1 } as const;
  const file = { bytes: Buffer.from('pdf'), contentType: 'application/pdf', name: 'list.pdf' };
  const answer = (changes: Partial<TaskResult> = {}): TaskResult => ({
    kind: 'result',
    decide: () => ({ receipt, makeItems: () => [] }),
    ...changes,
  });
  const kept = async (more: { evidence: boolean; file?: typeof file }, store = aStore()) =>
    await keepFiles(
      store.context,
      task(more.evidence),
      answer(more.file ? { file: more.file } : {}),
      attempts(),
    );

  test('are none where there are none', async () => {
    expect(await kept({ evidence: false })).toEqual({ binary: {} });
  });

  test('are the one that the service sent', async () => {
    expect(await kept({ evidence: false, file })).toEqual({
      binary: {
        data: {
          data: Buffer.from('pdf').toString('base64'),
          fileName: 'list.pdf',
          mimeType: 'application/pdf',
        },
      },
    });
  });

  test('are the evidence, with what it says so far', async () => {
    const { binary, evidenceOf } = await kept({ evidence: true });
    expect(Object.keys(binary)).toEqual(['evidence']);
    expect(evidenceOf).toBe(receipt);
    expect(Object.keys((await kept({ evidence: true, file })).binary)).toEqual(['data', 'evidence']);
  });

  test('that cannot be kept are told with the id of what was paid for', async () => {
    const error: unknown = await kept({ evidence: true }, aStore({ isFull: true })).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(OperationFailure);
    expect(error).toMatchObject({ details: { state: 'unresolved', receiptId: 's-1' } });
  });
});
