// Attacks on the purse: no screening is lost after it was paid for, and none is paid for twice.
import { until } from '../support/waiting';
import { jsons, listedIn, screening, sentTo, wordsOf } from './attacks';
import { screeningsByCompany, useSandbox } from './sandbox';
import { deadlineOfRequest, useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();
const AWAY = { location: '/elsewhere' };
const WRAPPED = JSON.stringify({ data: [{ id: 'paid-1', status: 'Completed', totalHits: 0 }] });
const companies = (count: number) => Array.from({ length: count }, (_, index) => `Company ${index}`);

test('a run that stops lists every request in progress, with the reference ids that the service received', async () => {
  await sandbox().faults([{ on: 'screening', fault: { kind: 'hang' } }]);
  const running = screening(sandbox(), companies(5), {
    time,
    onError: 'stopWorkflow',
    parameters: { options: { concurrency: 5 } },
  });
  await until('all five are there', async () => (await sandbox().summary()).screeningsDone === 5);
  deadlineOfRequest(time, 0).pass();
  // The others are waited for.
  for (const number of [1, 2, 3, 4]) deadlineOfRequest(time, number).pass();
  const { error } = await running;

  const sent = await sentTo(sandbox());
  expect(sent).toHaveLength(5);
  const unknown = listedIn(error).filter(({ entry }) => entry['outcome'] === 'unknown');
  expect(unknown.map(({ entry }) => [entry['companyName'], entry['referenceId']]).sort()).toEqual(
    sent.map(({ companyName, referenceId }) => [companyName, referenceId]).sort(),
  );
});

test('what is answered after the stop is listed as screened, with its screening id', async () => {
  await sandbox().faults([
    { on: 'screening', match: 'Company 0', fault: { kind: 'html' } },
    { on: 'screening', match: 'Company 1', fault: { kind: 'latency', ms: 500 } },
  ]);
  const { error } = await screening(sandbox(), companies(2), {
    onError: 'stopWorkflow',
    parameters: { options: { concurrency: 2 } },
  });

  const screeningId = expect.stringMatching(/\S/) as string;
  const paid = { companyName: 'Company 1', outcome: 'clear', screeningId };
  expect(listedIn(error).map(({ entry }) => entry)).toContainEqual(expect.objectContaining(paid));
});

test('a 401 that contains a record is not sent again, and its screening id is reported', async () => {
  const id = '7b0f3c3e-5a53-4c92-9a35-0b8a7f7d1c11';
  const record = { id, status: 'Completed', totalHits: 0, isError: false, details: [], errors: [] };
  const fault = { kind: 'raw', status: 401, body: JSON.stringify(record), work: true } as const;
  await sandbox().faults([{ on: 'screening', fault }]);
  const { outputs } = await screening(sandbox(), ['Alder Ltd'], { onError: 'continueRegularOutput' });

  expect(screeningsByCompany(await sandbox().stats())).toEqual({ 'Alder Ltd': 1 });
  expect(outputs[0]?.map(({ json }) => [json['outcome'], json['screeningId']])).toEqual([['error', id]]);
});

test('each error item says whether its company may be charged, as the service counts it', async () => {
  await sandbox().faults([
    { on: 'screening', match: 'Lost', fault: { kind: 'resetAfter' } },
    { on: 'screening', match: 'Half', fault: { kind: 'truncated' } },
    { on: 'screening', match: 'Failed', fault: { kind: 'record', patch: { status: 'Failed' } } },
    { on: 'screening', match: 'Refused', fault: { kind: 'status', status: 400 } },
    { on: 'screening', match: 'Moved', fault: { kind: 'raw', status: 302, headers: AWAY, work: true } },
    { on: 'screening', match: 'Elsewhere', fault: { kind: 'status', status: 307, headers: AWAY } },
    { on: 'screening', match: 'Wrapped', fault: { kind: 'raw', status: 503, body: WRAPPED, work: true } },
  ]);
  const names = ['Lost', 'Half', 'Failed', 'Refused', 'Moved', 'Elsewhere', 'Wrapped', ''];
  const items = jsons(await screening(sandbox(), names));

  const screened = screeningsByCompany(await sandbox().stats());
  expect(items.map(({ companyName, mayBeCharged }) => [companyName, mayBeCharged])).toEqual(
    names.map((name) => [name, screened[name] === 1]),
  );
  expect(Object.keys(screened)).toHaveLength(5);
});

test('an attempt that was refused does not undo an earlier one that may have been charged', async () => {
  await sandbox().faults([
    { on: 'screening', times: 1, fault: { kind: 'resetAfter' } },
    { on: 'screening', fault: { kind: 'status', status: 400 } },
  ]);
  const [item] = jsons(
    await screening(sandbox(), ['Alder Ltd'], { parameters: { options: { retryUncertain: true } } }),
  );

  expect(item).toMatchObject({ outcome: 'error', httpStatus: 400, mayBeCharged: true });
  expect(wordsOf(item)).toMatch(/earlier attempt had no clear answer.*may have done the work/s);
});
