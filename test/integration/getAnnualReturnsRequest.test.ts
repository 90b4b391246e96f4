import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { annualReturnFileName, annualReturnPdf } from '../sandbox/annualReturns';
import { until } from '../support/waiting';
import { jsons } from './attacks';
import { runNode, startNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';
import { useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();

async function request(numbers: string[]): Promise<string[]> {
  const run = await runNode({
    credential: sandbox().credential,
    parameters: { operation: 'requestAnnualReturns', registrationNumber: '={{ $json.number }}' },
    items: numbers.map((number) => ({ number })),
  });
  return jsons(run).map(({ requestUri }) => plainText(requestUri));
}

const setup = (uris: unknown[], options = {}) => ({
  time,
  credential: sandbox().credential,
  parameters: { operation: 'getAnnualReturnsRequest', requestUri: '={{ $json.uri }}', options },
  items: uris.map((uri) => ({ uri: uri as string })),
  onError: 'continueRegularOutput' as const,
});
const get = (uris: unknown[], options = {}) => runNode(setup(uris, options));
const asked = async () => (await sandbox().stats()).operations.requestState.requests;

test('a finished request keeps every field and its links as received; the same credential fetches the files', async () => {
  await sandbox().settings({ annualReturnsPendingSeconds: 0 });
  const [uri] = await request(['20000000000002']);
  const [state] = jsons(await get([uri]));

  const links = [2024, 2025].map((year) => ({
    name: annualReturnFileName('20000000000002', year),
    uri: `${String(uri)}/files/${year}`,
  }));
  expect(state).toMatchObject({ status: 'Successful', files: links });

  const files = await get(links.map((link) => link.uri));
  expect(jsons(files)).toMatchObject(
    links.map(({ uri: requestUri, name }) => ({
      ...{ outcome: 'files', requestUri, environment: 'sandbox' },
      saveAs: expect.stringMatching(new RegExp(`^[0-9a-f]{12}_${name}$`)) as string,
    })),
  );
  const contents = (files.outputs[0] ?? []).map(({ binary }) => binary?.['data']);
  expect(contents).toMatchObject(links.map(({ name }) => ({ fileName: name, mimeType: 'application/pdf' })));
  expect(contents.map((file) => Buffer.from(file?.data ?? '', 'base64'))).toEqual([
    annualReturnPdf('20000000000002', 2024),
    annualReturnPdf('20000000000002', 2025),
  ]);
});

test('a reply that is the file itself becomes binary data', async () => {
  await sandbox().settings({ annualReturnsPendingSeconds: 0 });
  const [uri] = await request(['10000000000620']);
  const { outputs } = await get([uri]);

  expect(outputs[0]?.[0]?.binary?.['data']).toMatchObject({
    fileName: annualReturnFileName('10000000000620', 2024),
    mimeType: 'application/pdf',
  });
});

test('a long 429 on one request ends the wait at once, leaves those that were asked before as they were, and says of none that nothing was sent', async () => {
  await sandbox().settings({ annualReturnsPendingSeconds: 60 });
  const numbers = ['20000000000021', '20000000000022', '20000000000023'];
  const uris = await request(numbers);
  const busy = { kind: 'status', status: 429, headers: { 'Retry-After': '3600' } } as const;
  const pending = { kind: 'record', patch: {} } as const;
  await sandbox().faults([
    { on: 'requestState', match: numbers[0] ?? '', times: 1, fault: pending },
    { on: 'requestState', match: numbers[0] ?? '', fault: busy },
  ]);
  const run = await get(uris, { waitForCompletion: true, pollIntervalSeconds: 1, maxWaitSeconds: 3600 });
  const [refused, ...others] = jsons(run);
  expect(refused).toMatchObject({ outcome: 'error', httpStatus: 429, requestUri: uris[0] });
  expect(refused?.['description']).toMatch(/asks you to wait 60 minutes.* Nothing more is sent in this run/);
  const asBefore = { outcome: 'pending', status: 'Pending', timedOut: true };
  expect(others).toMatchObject(uris.slice(1).map((requestUri) => ({ requestUri, ...asBefore })));
  for (const json of jsons(run)) expect(JSON.stringify(json)).not.toContain('Nothing was sent');
  // Requests that were under way beside the 429 may come too; the wait as a whole would be thousands.
  expect(await asked()).toBeLessThan(100);
});

test('a redirect at the address of a request is not followed, and names the host that it leads to', async () => {
  const [uri] = await request(['20000000000024']);
  const location = `https://files.example/a?key=${plainText(sandbox().credential.subscriptionKey)}`;
  await sandbox().faults([{ on: 'requestState', fault: { kind: 'redirect', location } }]);
  const [json] = jsons(await get([uri]));
  expect(json).toMatchObject({ outcome: 'error', httpStatus: 302, mayBeCharged: false });
  expect(json?.['description']).toMatch(/^It leads to files\.example\. Check the Request URI/);
});

test('stopping the execution stops the asking at once', async () => {
  await sandbox().settings({ annualReturnsPendingSeconds: 60 });
  const uris = await request(['20000000000012']);
  const run = startNode(setup(uris, { waitForCompletion: true, maxWaitSeconds: 86_400 }));
  await until('it was asked twice', async () => (await asked()) >= 2);
  run.cancel();
  await run.finished.catch(() => undefined);

  const before = await asked();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await asked()).toBe(before);
});
