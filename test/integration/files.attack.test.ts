// Attacks on the files: what comes from a request URI is a file only if it is neither an answer nor an error.
import { jsons } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

describe('a reply at a request URI', () => {
  const get = () =>
    runNode({
      credential: sandbox().credential,
      onError: 'continueRegularOutput',
      parameters: {
        operation: 'getAnnualReturnsRequest',
        requestUri: '/verify-business/api/business/requests/1',
        options: { maxRetries: 0 },
      },
      items: [{}],
    });
  const answering = (contentType: string | undefined, body: string, status = 200) =>
    sandbox().faults([
      {
        on: 'requestState',
        fault: { kind: 'raw', status, body, ...(contentType === undefined ? {} : { contentType }) },
      },
    ]);

  test.each(['text/plain', 'text/plain; charset=utf-8', 'application/octet-stream', undefined])(
    'that is JSON is no file, though it is called %s',
    async (contentType) => {
      await answering(contentType, ' {"id":"1","status":"Pending"}\n');
      const run = await get();

      expect(jsons(run)).toMatchObject([{ id: '1', status: 'Pending' }]);
      expect(run.outputs[0]?.[0]?.binary).toBeUndefined();
    },
  );

  test.each([
    ['application/xml', '<?xml version="1.0"?><error><message>Gateway error</message></error>'],
    ['text/xml', '<error/>'],
    ['application/problem+xml', '<problem/>'],
    ['text/plain', '<!DOCTYPE html><html><body>Gateway error</body></html>'],
    ['application/octet-stream', '\uFEFF  <html><body>Gateway error</body></html>'],
    ['application/pdf', '<html><body>Sign in</body></html>'],
  ])('that is a page or an error is no file (%s: %s)', async (contentType, body) => {
    await answering(contentType, body);
    const run = await get();

    expect(jsons(run)).toMatchObject([{ outcome: 'error', httpStatus: 200 }]);
    expect(run.outputs[0]?.[0]?.binary).toBeUndefined();
  });

  test.each([
    ['application/pdf', '%PDF-1.4\nthe rest'],
    ['application/zip', 'PK\u0003\u0004the rest'],
    ['text/csv', 'year,file\n2024,1\n'],
  ])('that is a file is one (%s)', async (contentType, body) => {
    await answering(contentType, body);
    const run = await get();

    expect(run.outputs[0]?.[0]?.binary?.['data']?.mimeType).toBe(contentType);
  });

  test('that says Failed, though it is called text, is an error', async () => {
    await answering('text/plain', '{"id":"1","status":"Failed","code":"S0001"}');

    expect(jsons(await get())).toMatchObject([{ outcome: 'error', errorCode: 'S0001' }]);
  });
});
