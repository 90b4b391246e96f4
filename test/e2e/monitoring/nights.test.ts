// The list that is screened every night, and its watchdog, in one real n8n: what is told on each channel, and when the alarm comes.
import { DateTime } from 'luxon';
import { changeRows, readTable, removeTable, renameTable } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import { until } from '../../support/waiting';
import { sheetsOf } from '../../support/workbook';
import { openEditor, type Editor } from '../browser/editor';
import { screenEveryTime, setParameters, timezone } from '../examples/exampleRuns';
import { withPicture } from '../browser/pictures';
import { story } from '../story';
import { bytesOf } from '../outgoing';
import { openForm } from './deskSteps';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMonitoring, TABLE, type Monitoring } from './monitoring';

const HIT = 'Gloomharbour Shipping Ltd';
const BECOMES_LISTED = 'Willowbrook Bakery Ltd';
const nothingNew = 'Nothing new was found.';

let monitoring: Monitoring;

beforeAll(async () => {
  monitoring = await startMonitoring();
});

afterAll(() => monitoring.stop());

/** Runs a night, and gives its messages. @param failed what its execution ends with */
async function night(failed?: string): Promise<string[]> {
  const execution = await monitoring.night();
  if (failed === undefined) expect(execution.error).toBeUndefined();
  else expect(execution.error?.message).toContain(failed);
  return monitoring.outgoing.slackMessages();
}

/** The explanations that came on both ways; none if all is well. */
async function alarms(): Promise<string[]> {
  const { status, error } = await monitoring.watch();
  const { outgoing } = monitoring;
  const slack = outgoing.slackMessages();
  const emails = outgoing.emails().map(({ text = '' }) => text.trimEnd());
  expect(slack).toEqual(emails.map((text) => `Alarm: company screening\n${text}`));
  expect([status, error?.message]).toEqual(emails.length > 0 ? ['error', emails[0]] : ['success', undefined]);
  // One alarm says all problems.
  expect(emails.length).toBeLessThanOrEqual(1);
  return emails.flatMap((text) => text.split('\n\n'));
}

story('night after night: what is told on Slack, and what the watchdog says', (step) => {
  step('without a night, the watchdog raises the alarm on both ways', async () => {
    await monitoring.reset();
    expect(await alarms()).toEqual([expect.stringContaining('There is no register "Screening register"')]);
  });

  step('if one way of the alarm fails, the other is still tried', async () => {
    const { outgoing, watch } = monitoring;
    outgoing.refuse({ slack: '' });
    expect(await watch()).toMatchObject({ status: 'error', lastNode: 'End as failed' });
    expect([outgoing.slackMessages().length, outgoing.emails().length]).toEqual([0, 1]);
    outgoing.refuse({ email: '' });
    expect(await watch()).toMatchObject({ status: 'error', lastNode: 'End as failed' });
    expect([outgoing.slackMessages().length, outgoing.emails().length]).toEqual([1, 0]);
    outgoing.refuse({});
  });

  step('the first night tells each hit once, and the watchdog is silent', async () => {
    await monitoring.monitor(HIT, BECOMES_LISTED);
    const [message, ...others] = await night();
    expect(others).toEqual([]);
    expect(message).toContain('1 with hits, 1 clear, 0 without a verdict.');
    expect(message).toContain('The Control Name was found');
    expect(message).toContain('New hits (1):');
    expect(message).toContain(HIT);
    expect(await alarms()).toEqual([]);
  });

  step('what was told is not told again, and the receipt comes all the same', async () => {
    expect(await night()).toEqual([expect.stringContaining(nothingNew)]);
  });

  step('a hit that could not be told is told the next night; such nights end as failed', async () => {
    const { outgoing, sandbox } = monitoring;
    await sandbox.watchlist({
      add: [{ name: BECOMES_LISTED, sourceType: 'Sanction', sourceId: 'VELM-SAN-77' }],
    });
    const notSent = 'The message was not sent: Slack error response: "internal_error"';
    outgoing.refuse({ slack: '' });
    expect(await night(notSent)).toEqual([]);
    expect(await night(notSent)).toEqual([]);
    outgoing.refuse({});
    expect(await night()).toEqual([expect.stringContaining(`New hits (1):\n• ${BECOMES_LISTED}`)]);
    expect(await night()).toEqual([expect.stringContaining(nothingNew)]);
  });

  step(
    'a night on which the service says "clear" to everybody clears nobody, and tells nothing as gone',
    async () => {
      const { sandbox } = monitoring;
      const patch = { totalHits: 0, details: [], status: 'Completed' };
      await sandbox.faults([{ on: 'screening', fault: { kind: 'record', patch } }]);
      const [message] = await night();
      expect(message).toContain('0 with hits, 0 clear, 2 without a verdict');
      expect(message).toContain(
        'The Control Name was not found, so no company that this run screened is clear',
      );
      expect(message).not.toContain('no longer listed');
      await sandbox.faults([]);
      expect(await night()).toEqual([expect.stringContaining(nothingNew)]);
    },
  );

  step('a hit that goes is told as gone', async () => {
    await monitoring.sandbox.watchlist({ remove: [BECOMES_LISTED] });
    const [message] = await night();
    expect(message).toContain(`Hits that are no longer listed (1):\n• ${BECOMES_LISTED}`);
  });

  step(
    'n8n is killed in the middle of a night: nothing is paid for twice, nobody is clear, and what was told stays told',
    async () => {
      const { beginNight, killN8n, rest, sandbox } = monitoring;
      const before = (await sandbox.paid(0)).length;
      await sandbox.faults([{ on: 'screening', match: 'Willowbrook', fault: { kind: 'hang' } }]);
      await beginNight();
      // The control and the other company.
      const isInTheMiddle = async () => (await sandbox.paid(before)).length >= 2;
      await until('the night was under way', isInTheMiddle, { everyMs: 20 });
      await killN8n();
      await sandbox.faults([]);
      // The next night comes a day later: nobody waits for a run that was silent for so long.
      const yesterday = new Date(Date.now() - 25 * 60 * 60_000).toISOString();
      const going = { column: 'state', value: 'going' };
      await changeRows(rest, 'Screening register runs', going, { beatAt: yesterday });
      const [message] = await night();
      // The hit of the night before is still one.
      expect(message).toContain(
        '1 with hits, 0 clear, 1 without a verdict. 1 of the 1 with hits to review as well.',
      );
      expect(message).toContain(`${HIT}: no answer`);
      expect(message).not.toContain('New hits');
      expect(message).toContain('The Control Name was not screened either.');
      const paid = (await sandbox.paid(before)).map(({ companyName }) => companyName);
      expect(paid.filter((name) => name === HIT)).toHaveLength(1);
      expect(paid.filter((name) => name === BECOMES_LISTED).length).toBeLessThanOrEqual(1);
    },
  );

  step('a list that was lost raises the alarm', async () => {
    await removeTable(monitoring.rest, TABLE);
    const [message] = await night();
    expect(message).toContain(
      'The list is empty: "Companies to screen" gave nothing, so nothing was screened.',
    );
    expect(message).toContain('Check the list: it has 2 fewer than in the run before, which had 2.');
    expect(message).not.toContain('without a verdict');
    // For a day, also of the night on which nobody had a verdict.
    expect(await alarms()).toEqual([
      expect.stringContaining('got no verdict on any company'),
      expect.stringContaining('got no verdict on any company'),
      expect.stringContaining('had no company that could be screened'),
      expect.stringContaining('had 0 companies, and 2 in the run before'),
    ]);
  });

  step('a table that is gone raises the alarm', async () => {
    await renameTable(monitoring.rest, 'Screening register runs', 'Somewhere else');
    expect(await alarms()).toEqual([expect.stringContaining('"Screening register runs"')]);
  });
});

test('of a list that is longer than a night allows nothing is sent, and the receipt says so', async () => {
  const { sandbox } = monitoring;
  await monitoring.reset();
  await monitoring.monitor(...Array.from({ length: 1_001 }, (_, at) => `Mill ${at} Ltd`));
  const [message] = await night();
  expect(message).toContain('1001 companies that would be sent, and Max Companies per Run is 1000');
  expect((await sandbox.stats()).screenings).toEqual([]);
});

test('each morning, the companies of a register go into a table of one’s own, and n8n writes down when', async () => {
  const { rest, sandbox, save } = monitoring;
  await monitoring.reset();
  await monitoring.monitor(HIT, 'Quiet Harbour Ltd');
  await night();
  const paid = (await sandbox.paid(0)).length;
  const id = await save('register-to-a-table.json');
  for (let morning = 1; morning <= 2; morning += 1) {
    const ran = await rest.run(id, 'Every morning');
    expect([ran.status, ran.error?.message]).toEqual(['success', undefined]);
    const rows = await readTable(rest, 'Company verdicts');
    expect(rows).toHaveLength(2 * morning);
    expect(rows.slice(-2)).toMatchObject([
      { companyKey: 'P-1', companyName: HIT, outcome: 'hit', reason: null, totalHits: 1 },
      { companyKey: 'P-2', companyName: 'Quiet Harbour Ltd', outcome: 'clear', totalHits: 0 },
    ]);
    expect(rows.every(({ createdAt, screenedAt }) => Boolean(createdAt) && Boolean(screenedAt))).toBe(true);
  }
  expect(await sandbox.paid(0)).toHaveLength(paid);
  await removeTable(rest, 'Company verdicts');
});

test('once a month, figures and a sample as a workbook, and the report as a page, go out in one e-mail', async () => {
  const { outgoing, rest, sandbox, save } = monitoring;
  await monitoring.reset();
  await monitoring.monitor(HIT, BECOMES_LISTED);
  await night();

  const monthly = await save('monthly-figures.json');
  const paid = (await sandbox.paid(0)).length;
  const sent = async () => {
    outgoing.emails();
    const ran = await rest.run(monthly, 'Every month');
    expect([ran.status, ran.error?.message]).toEqual(['success', undefined]);
    const [email, ...others] = outgoing.emails();
    expect(others).toEqual([]);
    return email;
  };
  const { text: early } = (await sent()) ?? {};
  expect(early).toMatch(/^Figures: no month of them is finished yet\./);
  expect(early).not.toMatch(/night|screened|hit/);

  // What was this month becomes one of before.
  const lastMonth = DateTime.now().setZone(timezone).minus({ months: 1 }).set({ day: 15 });
  const before = lastMonth.toJSDate().toISOString();
  const ofLastMonth = { startedAt: before, beatAt: before, endedAt: before };
  await changeRows(rest, 'Screening register runs', { column: 'state', value: 'ended' }, ofLastMonth);
  const email = await sent();
  const month = lastMonth.toFormat('yyyy-MM');
  expect(email?.text).toMatch(new RegExp(`^${month}: .*2 companies screened, 1 new hit\\. 0 hits decided; `));
  expect(email?.text).not.toContain('so far');
  const [workbook, page] = email?.attachments ?? [];
  expect(workbook?.filename).toMatch(/^screening-proof_.*\.xlsx$/);
  expect(page?.filename).toMatch(/^screening-report-.*\.html$/);
  // The two screenings, and the control.
  const { Figures } = sheetsOf(bytesOf(workbook));
  expect(Figures?.[0]).toMatchObject({
    ...{ Month: month, 'Companies screened': '2' },
    ...{ 'Screenings paid for': '3', 'New hits': '1' },
  });
  expect(bytesOf(page).toString()).toContain('Open cases at its end');
  expect(await sandbox.paid(paid)).toEqual([]);
});

test('a list is uploaded by somebody who is signed in, and each row says who and when; one that cannot be read changes nothing', async () => {
  const { rest, save, url } = monitoring;
  await monitoring.reset();
  await rest.activateWorkflow(await save('nightly-rescreening.json'));
  const ann: Editor = await openEditor(url, owner);
  await ann.context.tracing.start({ snapshots: true });
  const upload = (list: string, said: string) =>
    withPicture(ann, said, async () => {
      const page = await openForm(ann, '/form/monitored-companies', 'Add these companies');
      const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Add these companies' }).click();
      await page.getByText(said).waitFor();
      return page;
    });
  try {
    await upload('Customer No,Company,user\nF1,First Ferry,Mallory\n', 'list.csv; 1 company');
    await upload(
      'Customer No,Company,Country,Registration Number\nF1,Second Ferry,Velmoria,007\nF2,"Ferry; and Sons",,\n',
      'list.csv; 2 companies',
    );
    // Without numbers, and a second time: no row takes the place of another, and none is there twice.
    for (let time = 0; time < 2; time++)
      await upload('Company\nNo Number Ltd\nNone Either Ltd\n', 'The companies are in the data table');
    await upload('Customer No,Company\nF3,"Open\nF4,Four\n', 'Nothing was added');
    // A column that is not there keeps what is stored; one that is there, and empty, empties it.
    await upload(
      'Customer No,Company,Registration Number\nF1,Second Ferry,\n',
      'The companies are in the data table',
    );
    const many = Array.from({ length: 1_001 }, (_, index) => `Company ${index}\n`).join('');
    await upload(
      `Company\n${many}`,
      'There are 1001 rows in list.csv, and 1000 at most are taken. Split the list, or ask whoever set this up.',
    );
  } finally {
    await ann.close();
  }
  const rows = await readTable(rest, TABLE);
  expect(rows.map(({ companyKey, companyName, changedBy }) => [companyKey, companyName, changedBy])).toEqual([
    ['F1', 'First Ferry', owner.email],
    // Another name is another company, and no upload takes one off the list.
    ['F1', 'Second Ferry', owner.email],
    ['F2', 'Ferry; and Sons', owner.email],
    [null, 'No Number Ltd', owner.email],
    [null, 'None Either Ltd', owner.email],
  ]);
  expect(rows[1]).toMatchObject({ country: 'Velmoria', registrationNumber: null });
  expect(rows[0]).toMatchObject({ country: null, listFile: 'list.csv; 1 company', row: 2 });
  for (const { changedAt } of rows) expect(Date.parse(String(changedAt))).not.toBeNaN();
});

test('by e-mail only: the list of a file is screened every night, and an e-mail that failed comes the next night', async () => {
  const { outgoing, rest, save, filesFolder } = monitoring;
  await monitoring.reset();
  const file = join(filesFolder, 'companies.csv');
  const id = await save('night-by-email.json', (workflow) => {
    setParameters(workflow, 'Your list', { fileSelector: file });
    screenEveryTime(workflow);
    setParameters(workflow, 'Company Screening', { options: {} });
  });
  const emailOf = async () => {
    const { error } = await rest.run(id, 'Every night at 2');
    const emails = outgoing.emails();
    expect(emails.length).toBeLessThanOrEqual(1);
    return { subject: emails[0]?.subject, html: emails[0]?.html, error: error?.message };
  };
  // Nothing is silent, not even a file that is not there, or is no list.
  const unread = 'Company screening: the list was not read, nothing was screened';
  expect(await emailOf()).toMatchObject({
    subject: unread,
    html: expect.stringContaining('There is no file') as string,
  });
  await writeFile(file, 'Town\nAldersea\n');
  expect(await emailOf()).toMatchObject({
    ...{ subject: unread, error: undefined },
    html: expect.stringContaining('No column of companies.csv is called') as string,
  });
  await writeFile(file, `Customer No,Company\n001,${HIT}\n002,Quiet Harbour Ltd\n`);
  outgoing.refuse({ email: '' });
  expect((await emailOf()).error).toContain('The message was not sent');
  outgoing.refuse({});
  const html = expect.stringContaining(HIT) as string;
  const told = { subject: 'Company screening: 1 new', html, error: undefined };
  expect(await emailOf()).toEqual(told);
  expect((await emailOf()).html).toContain(nothingNew);
  await rm(file);
});
