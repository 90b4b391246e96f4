// What came over the wire becomes a text without secrets, or a file; bounded, and never taken for what it is not.
import { createHash } from 'node:crypto';

import {
  decodeBody,
  httpReplySchema,
  LargeReplies,
  readBody,
  REPLY_OPTIONS,
  RunTooLarge,
} from '../../nodes/CompanyScreening/transport/httpReply';
import { receiveReply } from '../../nodes/CompanyScreening/transport/receive';
import { ReplyDates } from '../../nodes/CompanyScreening/service/staleness';
import type { ServiceRequest } from '../../nodes/CompanyScreening/service/endpoints';

const NOW = Date.parse('2026-11-22T08:00:00Z');
const { signal } = new AbortController();
const asking = (maxFileMb?: number): ServiceRequest => ({
  method: 'GET',
  url: 'https://api.example.com/x',
  ...(maxFileMb === undefined ? {} : { maxFileMb }),
});
const receive = async (received: unknown, maxFileMb?: number, largeReplies = new LargeReplies()) =>
  await receiveReply(received, {
    mask: (text) => text.replaceAll('s3cret', '***'),
    signal,
    request: asking(maxFileMb),
    clock: { epochMs: () => NOW, monotonicMs: () => 0 },
    dates: new ReplyDates(),
    largeReplies,
    tokenDate: () => 0,
  });
const pdf = (changes: object = {}) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/pdf' },
  body: Buffer.from('%PDF-1.7 s3cret'),
  ...changes,
});
async function* streamOf(...pieces: unknown[]) {
  for (const piece of pieces) yield await Promise.resolve(piece);
}
const OF_GET = { method: 'GET', status: 200, isWhole: true, repliedAt: NOW, retryAfterMs: undefined };
const kindOf = async (received: unknown) => (await receive(received, 1)).kind;

describe('the large replies of a run', () => {
  const reply = (mb: number) => ({ statusCode: 200, headers: {}, body: Buffer.alloc(mb * 1e6, 'a') });

  test('may have 32 MB together, and small ones are not counted', async () => {
    const run = new LargeReplies();
    for (let count = 0; count < 40; count++) await receive(reply(1), undefined, run);
    await receive(reply(16), undefined, run);
    await receive(reply(16), undefined, run);
    await expect(receive(reply(1.1), undefined, run)).rejects.toThrow(RunTooLarge);
    await expect(receive(reply(1.1), undefined, run)).rejects.toThrow(RunTooLarge);
    expect(await receive(reply(1), undefined, run)).toMatchObject({ kind: 'text' });
  });

  test('count once, however many pieces they come in', async () => {
    const run = new LargeReplies();
    const body = () => streamOf(...Array.from({ length: 15 }, () => Buffer.alloc(1e6, 'a')));
    for (let count = 0; count < 2; count++) {
      const { kind } = await receive({ statusCode: 200, headers: {}, body: body() }, undefined, run);
      expect(kind).toBe('text');
    }
  });

  test('do not count those that were not read to their end, nor files', async () => {
    const run = new LargeReplies();
    for (let count = 0; count < 3; count++) {
      await expect(receive(reply(17), undefined, run)).rejects.toThrow('more than 16 MB');
      await receive(pdf({ body: Buffer.alloc(20e6, '%') }), 20, run);
    }
    await receive(reply(16), undefined, run);
    expect(await receive(reply(16), undefined, run)).toMatchObject({ kind: 'text' });
  });
});

describe('a text', () => {
  test('has no secret, and the hash of what really came', async () => {
    const reply = await receive({ statusCode: 200, headers: {}, body: '\uFEFF{"a":"s3cret"}' });
    expect(reply).toMatchObject({ kind: 'text', ...OF_GET, text: '{"a":"***"}' });
    const hash = createHash('sha256').update('\uFEFF{"a":"s3cret"}').digest('hex');
    expect(reply.kind === 'text' && reply.sha256()).toBe(hash);
  });

  test('tells when it was given, how long to wait, and whether it is a part', async () => {
    const reply = await receive({
      statusCode: 206,
      headers: { date: 'Sun, 22 Nov 2026 07:00:00 GMT', age: '60', 'retry-after': '7' },
      body: 'part',
    });
    const repliedAt = Date.parse('2026-11-22T07:01:00Z');
    expect(reply).toMatchObject({ status: 206, isWhole: false, repliedAt, retryAfterMs: 7000 });
  });

  test('in pieces, of bytes and of text, is one', async () => {
    const body = streamOf('über', Buffer.from(' '), new Uint8Array([0xc3]), new Uint8Array([0xa4]));
    expect(await receive({ statusCode: 200, headers: {}, body })).toMatchObject({ text: 'über ä' });
  });

  test('that is none, and headers that are none, read as empty', async () => {
    const empty = { kind: 'text', status: 204, text: '' };
    expect(await receive({ statusCode: 204, headers: null, body: 7 })).toMatchObject(empty);
    expect(await receive({ statusCode: 204, headers: {}, body: null })).toMatchObject(empty);
    const { repliedAt } = await receive({ statusCode: 200, headers: { date: 7, age: ['1'] } });
    expect(repliedAt).toBe(NOW);
  });

  test('may have 16 MB, and no more', async () => {
    const largest = Buffer.alloc(16_000_000, 'x');
    expect((await receive({ statusCode: 200, headers: {}, body: largest })).kind).toBe('text');
    const larger = receive({ statusCode: 200, headers: {}, body: Buffer.alloc(16_000_001, 'x') });
    const error = { name: 'ReplyTooLarge', message: 'The reply has more than 16 MB.' };
    await expect(larger).rejects.toMatchObject(error);
  });
});

describe('a file', () => {
  test('is given as it came, with its type, without secrets, and its name', async () => {
    const headers = {
      'content-type': 'application/pdf; of=s3cret',
      'content-disposition': 'attachment; filename="../list\\\\list.pdf"',
    };
    const bytes = Buffer.from('%PDF-1.7 s3cret');
    const file = { bytes, contentType: 'application/pdf; of=***', name: 'list.pdf' };
    expect(await receive(pdf({ headers }), 1)).toEqual({ kind: 'file', ...OF_GET, file });
  });

  test.each([
    ['none', undefined],
    ['one without a name', 'attachment'],
    ['one that is not as the standard says', 'attachment; filename='],
  ])('has no name if its disposition is %s', async (_, disposition) => {
    const headers = { 'content-type': 'application/pdf', 'content-disposition': disposition };
    const reply = await receive(pdf({ headers }), 1);
    expect(reply.kind === 'file' && reply.file.name).toBeUndefined();
  });

  test('may be as large as its request says, and no larger', async () => {
    const headers = { 'content-type': 'application/pdf' };
    expect(await kindOf(pdf({ headers, body: Buffer.alloc(1_000_000) }))).toBe('file');
    await expect(receive(pdf({ headers, body: Buffer.alloc(1_000_001) }), 1)).rejects.toThrow(
      'more than 1 MB',
    );
    const large = pdf({ headers, body: Buffer.alloc(17_000_000) });
    expect((await receive(large, 18)).kind).toBe('file');
    await expect(receive({ ...large, headers: {} }, 18)).rejects.toThrow('more than 16 MB');
  });

  test.each([
    ['of a type', pdf()],
    ['without a type, but with the beginning of a PDF', pdf({ headers: {} })],
    [
      'of XML',
      pdf({
        headers: { 'content-type': 'text/xml' },
        body: '<?xml version="1.0"?>\n<!-- a -->\n<ar:Return x="html">',
      }),
    ],
    ['of XML without a type', pdf({ headers: {}, body: '<?xml version="1.0"?><Return>' })],
    [
      'of XML without a declaration',
      pdf({ headers: { 'content-type': 'application/xml' }, body: '<Return/>' }),
    ],
    [
      'that begins like JSON and is none',
      pdf({ headers: { 'content-type': 'text/csv' }, body: '"a","b"\n1,2' }),
    ],
    [
      'that is attached, though it looks like a page',
      pdf({ headers: { 'content-type': 'text/html', 'content-disposition': ' Attachment' }, body: '<p>' }),
    ],
  ])('is one %s', async (_, received) => {
    expect(await kindOf(received)).toBe('file');
  });

  test.each([
    ['nothing', pdf({ body: '' })],
    ['without a type', pdf({ headers: {}, body: 'PDF' })],
    ['a page of XML', pdf({ headers: { 'content-type': 'application/xhtml+xml' }, body: '<?xml?><html>' })],
    ['a page of XML without a type', pdf({ headers: {}, body: '<?xml?><!DOCTYPE html><HTML>' })],
    [
      'an error of XML',
      pdf({ headers: { 'content-type': 'text/xml' }, body: '<?xml?><Error><Code>1</Code>' }),
    ],
    [
      'what only begins like XML, with as many comments as are looked at',
      pdf({ headers: {}, body: `<?xml version="1.0"?>${'<!---->'.repeat(140)}x` }),
    ],
    ['a fault of XML', pdf({ headers: { 'content-type': 'text/xml' }, body: '<s:Envelope><s:Body>' })],
    ['a piece of a page', pdf({ headers: {}, body: '<Return/>' })],
    ['JSON', pdf({ headers: { 'content-type': 'application/problem+JSON' } })],
    ['attached JSON', pdf({ headers: { 'content-type': 'text/json', 'content-disposition': 'attachment' } })],
    ['a page', pdf({ headers: { 'content-type': 'text/HTML' }, body: 'Welcome' })],
    ['a page that calls itself something else', pdf({ body: '\uFEFF \n<html>' })],
    ['JSON that calls itself a text', pdf({ headers: { 'content-type': 'text/plain' }, body: ' {"a":1}' })],
    ['a list that calls itself a text', pdf({ headers: { 'content-type': 'text/plain' }, body: '[1]' })],
    [
      'a text of JSON that calls itself a text',
      pdf({ headers: { 'content-type': 'text/plain' }, body: '"a"' }),
    ],
    [
      'inline',
      pdf({ headers: { 'content-type': 'text/html', 'content-disposition': 'inline; x=attachment' } }),
    ],
  ])('is none that is %s', async (_, received) => {
    expect(await kindOf(received)).toBe('text');
  });

  test.each(['html', 'ERROR', 'x:ErrorResponse', 'Exception', 'soap-env:Fault', 'problem'])(
    'is none that is of XML that begins with %s',
    async (root) => {
      const xml = pdf({ headers: { 'content-type': 'text/xml' }, body: `<?xml?><${root}>` });
      expect(await kindOf(xml)).toBe('text');
    },
  );

  test.each([
    ['..', undefined],
    ['a/..', undefined],
    ['list of s3cret.pdf', 'list of ***.pdf'],
    ['re\u202Efdp.exe\u200B.pdf', 'refdp.exe.pdf'],
    [`${'漢'.repeat(300)}.pdf`, `${'漢'.repeat(65)}.pdf`],
  ])('has a name that says what it is, without secrets: %j', async (given, name) => {
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(given)}`;
    const headers = { 'content-type': 'application/pdf', 'content-disposition': disposition };
    const reply = await receive(pdf({ headers }), 1);
    expect(reply.kind === 'file' && reply.file.name).toBe(name);
  });

  test('is none where none was asked for', async () => {
    expect((await receive(pdf())).kind).toBe('text');
  });
});

test.each([
  ['https://other.example:8443/x?y', 'other.example:8443'],
  ['/login', 'api.example.com'],
  ['//s3cret.example/', '***.example'],
  ['https://user:s3cret@other.example/', 'other.example'],
  [`https://${'a'.repeat(300)}.example/`, `${'a'.repeat(99)}…`],
  ['http://', undefined],
  [undefined, undefined],
])('a redirect to %j leads to the host %j', async (location, leadsTo) => {
  expect((await receive({ statusCode: 302, headers: { location }, body: '' })).leadsTo).toBe(leadsTo);
});

describe('a body', () => {
  test('is not read on once its time is over', async () => {
    const controller = new AbortController();
    const body = (async function* () {
      yield await Promise.resolve('a');
      controller.abort(new Error('over'));
      yield 'b';
    })();
    await expect(readBody(body, { maxMb: 1, signal: controller.signal })).rejects.toThrow('over');
  });

  test('is not read on once it is too large', async () => {
    let read = 0;
    const body = (async function* () {
      for (; read < 10; read++) yield await Promise.resolve(Buffer.alloc(600_000));
    })();
    await expect(readBody(body, { maxMb: 1, signal })).rejects.toThrow('The reply has more than 1 MB.');
    expect(read).toBe(1);
  });

  test('of something else than text and bytes is an error', async () => {
    await expect(readBody(streamOf({ a: 1 }), { maxMb: 1, signal })).rejects.toThrow();
  });

  test('has no mark in front of it, and keeps any other', () => {
    expect(decodeBody(Buffer.from('\uFEFFa\uFEFFb'))).toBe('a\uFEFFb');
    expect(decodeBody(Buffer.from('a\uFEFFb'))).toBe('a\uFEFFb');
  });
});

test('a reply is asked for whatever its status, piece by piece, and from nowhere else', () => {
  expect(REPLY_OPTIONS).toEqual({
    ...{ encoding: 'stream', disableFollowRedirect: true },
    ...{ returnFullResponse: true, ignoreHttpStatusErrors: true },
  });
});

test('a reply without a status is none', () => {
  expect(httpReplySchema.safeParse({ headers: {}, body: '' }).success).toBe(false);
  expect(httpReplySchema.safeParse({ statusCode: '200', headers: {}, body: '' }).success).toBe(false);
});

test.each(['attachment', ' attachment; filename="list.json"', 'ATTACHMENT'])(
  'JSON that comes as an attachment is a file: %s',
  async (disposition) => {
    const headers = { 'content-type': 'text/plain', 'content-disposition': disposition };
    expect(await kindOf({ statusCode: 200, headers, body: '{"a":1}' })).toBe('file');
    expect(
      await kindOf({ statusCode: 200, headers: { 'content-type': 'text/plain' }, body: '{"a":1}' }),
    ).toBe('text');
  },
);
