// The files of an item: what the service sent, and the evidence of what was asked and answered.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { name, version } from '../../package.json';
import type { Task, TaskResult } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { correctEvidence, keepEvidence, keepFiles } from '../../nodes/CompanyScreening/run/evidence';
import { OperationFailure } from '../../nodes/CompanyScreening/service/failure';
import { aReply } from './builders';
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

function attempts(changes: Partial<NonNullable<Attempts['replied']>> = {}): Attempts {
  const made = new Attempts();
  made.count = 3;
  made.replied = {
    ...{ environment: 'production', request: { method: 'GET', url: 'https://api.example.com/x' } },
    ...{ sentAt: new Date('2026-11-22T08:00:00Z'), answeredAt: new Date('2026-11-22T08:00:01Z') },
    reply: { ...aReply('the reply', 201, 'GET'), kind: 'text', text: 'the reply', sha256: () => 'abc' },
    ...changes,
  };
  return made;
}
const verdict = { outcome: 'hit', reason: 'pending' };
const ofFile = {
  ...{ package: { name, version }, environment: 'production', workflowId: 'workflow-1' },
  ...{ executionId: 'execution-1', ...verdict, limits: LIMITS },
};
const ofExchange = {
  request: { method: 'GET', address: 'https://api.example.com/x', body: null },
  ...{ sentAt: '2026-11-22T08:00:00.000Z', answeredAt: '2026-11-22T08:00:01.000Z' },
  ...{ httpStatus: 201, reply: 'the reply', replySha256: 'abc' },
};
const written = (changes: object = {}) => ({ ...ofFile, ...ofExchange, attempts: 3, ...changes });
const FIELDS =
  'package environment workflowId executionId request sentAt answeredAt attempts httpStatus reply replySha256 outcome reason limits';

describe('the evidence', () => {
  test('says all that is known, and is a file of JSON that people can read', async () => {
    const { context, kept, read } = aStore();
    const binary = await keepEvidence(context, attempts(), verdict);
    const data = kept[0]?.bytes.toString('base64');
    expect(binary).toEqual({ evidence: { data, fileName: 'evidence.json', mimeType: 'application/json' } });
    expect(read(0)).toEqual(written());
    expect(Object.keys(read(0) as object).join(' ')).toBe(FIELDS);
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
    both.replied = attempts().replied;
    await keepEvidence(context, both, verdict);
    const screenings = [3, 1].map((count) => ({ ...ofExchange, attempts: count }));
    expect(read(0)).toEqual({ ...ofFile, screenings });
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
    const doubted = { outcome: 'review', reason: 'otherRequest' };
    const corrected = await correctEvidence(context, { data, ...binary }, doubted);
    expect(read(1)).toEqual(written(doubted));
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
    interpret: () => ({ receipt, makeItems: () => [] }),
    ...changes,
  });
  const kept = (more: { evidence: boolean; file?: typeof file }, store = aStore()) =>
    keepFiles(store.context, task(more.evidence), answer(more.file && { file: more.file }), attempts());

  test('are none where there are none', async () => {
    expect(await kept({ evidence: false })).toEqual({ binary: {} });
  });

  test('are the one that the service sent', async () => {
    const data = Buffer.from('pdf').toString('base64');
    expect(await kept({ evidence: false, file })).toEqual({
      binary: { data: { data, fileName: 'list.pdf', mimeType: 'application/pdf' } },
    });
  });

  test('are the evidence, with what it says so far', async () => {
    const { binary, evidenceOf } = await kept({ evidence: true });
    expect(Object.keys(binary)).toEqual(['evidence']);
    expect(evidenceOf).toBe(receipt);
    expect(Object.keys((await kept({ evidence: true, file })).binary)).toEqual(['data', 'evidence']);
  });

  test('that cannot be kept are told with the id of what was paid for', async () => {
    const keeping = kept({ evidence: true }, aStore({ isFull: true }));
    await expect(keeping).rejects.toBeInstanceOf(OperationFailure);
    await expect(keeping).rejects.toMatchObject({ details: { state: 'staysUncertain', receiptId: 's-1' } });
  });
});
