// The pictures of what people get: the workbook, the mail of a night, the desk, the report. Taken in an n8n of their own, which
// has a list, a mail server, and a night that has run.
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { addRows } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import { nodes, setFile } from '../../support/examples';
import { printInLibreOffice } from '../../support/libreOffice';
import { until } from '../../support/waiting';
import { nodeUnderTest } from '../../support/workflows';
import { setParameters } from '../examples/exampleRuns';
import { decide, openDesk, openThe } from '../monitoring/deskSteps';
import { startMonitoring, type Monitoring } from '../monitoring/monitoring';
import { pageScale, takePart } from './documentPictures';
import { openEditor, type Editor } from './editor';
import { pagesPicture } from './pagesPicture';

const LIST = [
  { 'Customer No': '00101', Company: 'Gloomharbour Shipping Ltd' },
  { 'Customer No': '00102', Company: 'Willowbrook Bakery Ltd' },
  { 'Customer No': '00103', Company: 'Quillhaven Group' },
  { 'Customer No': '00104', Company: 'Pending Partners' },
  { 'Customer No': '00105', Company: 'شركة سراب الخيال للتجارة' },
  { 'Customer No': '00106', Company: 'Buttercup & Bramble Gardens' },
  { 'Customer No': '00107', Company: 'Honest Mill Ltd' },
];
const CHANGES = 'Gloomharbour Shipping Ltd';
const BECOMES_LISTED = 'Willowbrook Bakery Ltd';
const receiptSchema = z.object({ subject: z.string(), htmlMessage: z.string() });

export async function resultPictures(): Promise<void> {
  const monitoring = await startMonitoring();
  try {
    const editor = await openEditor(monitoring.url, owner, { width: 1000, height: 1100, scale: pageScale });
    try {
      await workbook(editor, monitoring);
      await nights(editor, monitoring);
      await desk(editor, monitoring);
      await report(editor, monitoring);
    } finally {
      await editor.close();
    }
  } finally {
    await monitoring.stop();
  }
}

async function workbook(editor: Editor, monitoring: Monitoring): Promise<void> {
  const { rest, save, connect, writeCompanies, filesFolder } = monitoring;
  // The name of the file then says that the results are not real.
  await connect();
  const list = await writeCompanies(LIST);
  const results = join(filesFolder, 'screened');
  await mkdir(results);
  const id = await save('spreadsheet-to-spreadsheet.json', (workflow) => {
    setFile(workflow, list);
  });
  await rest.run(id, nodes.start);
  const file = (await readdir(results)).find((name) => name.endsWith('.xlsx'));
  if (file === undefined) throw new Error('The workbook was not saved.');
  const pages = await printInLibreOffice(await readFile(join(results, file)), 200);
  const pageOf = (sheet: string) => {
    const found = pages.find(({ text }) => text.trimStart().startsWith(sheet));
    if (found === undefined) throw new Error(`No page begins with ${sheet}.`);
    return found;
  };
  const page = await editor.context.newPage();
  await page.setViewportSize({ width: 1240, height: 800 });
  await page.setContent(
    pagesPicture(file, [
      { page: pageOf('Summary'), height: 282 },
      { page: pageOf('Hits'), height: 205 },
    ]),
  );
  await takePart(page, 'results-workbook', page.locator('main'));
}

async function nights(editor: Editor, { rest, sandbox, night }: Monitoring): Promise<void> {
  // The form makes the table; here it is made by the night itself.
  await night();
  const listed = LIST.map((row) => ({ companyKey: row['Customer No'], companyName: row.Company }));
  await addRows(rest, 'Monitored companies', listed);
  await night();
  await sandbox.watchlist({
    add: [{ name: BECOMES_LISTED, sourceType: 'Sanction', sourceId: 'VELM-SAN-77' }],
    change: [{ name: CHANGES, fields: { sanctionDetails: ['Insurance forbidden'] } }],
  });
  const [receipt] = (await night()).output(nodeUnderTest, 3);
  const { subject, htmlMessage } = receiptSchema.parse(receipt?.json);
  const page = await editor.context.newPage();
  await page.setViewportSize({ width: 720, height: 900 });
  await page.setContent(
    `<main style="font: 15px/1.5 system-ui, sans-serif; padding: 16px 20px; max-width: 680px">
       <p style="margin: 0 0 12px; padding-bottom: 12px; border-bottom: 1px solid #ddd; font-size: 17px; font-weight: 600">${subject}</p>
       ${htmlMessage}
     </main>`,
  );
  await takePart(page, 'night-email', page.locator('main'));
}

async function desk(editor: Editor, { rest, save }: Monitoring): Promise<void> {
  await rest.activateWorkflow(await save('review-desk.json'));
  // n8n serves the form a moment after it has published the workflow.
  await until('the desk was there', async () => {
    const page = await editor.open('/form/review-desk');
    const text = await page.locator('body').innerText();
    await page.close();
    return !text.includes('Problem loading form') || text;
  });
  const one = await openDesk(editor);
  await openThe(one, CHANGES);
  await takePart(one, 'review-desk', one.locator('.card').first());
  const another = await openDesk(editor);
  await openThe(another, CHANGES);
  await decide(another, 'True match: it is this company', 'The same company number and address');
  await another.getByText('Your last decision').waitFor();
  await another.close();
}

async function report(editor: Editor, { rest, save, filesFolder }: Monitoring): Promise<void> {
  const id = await save('evidence-report.json', (workflow) => {
    for (const { name, type, parameters } of workflow.nodes)
      if (type === 'n8n-nodes-base.readWriteFile')
        setParameters(workflow, name, {
          fileName: z.string().parse(parameters['fileName']).replace(/.*\//, `=${filesFolder}/`),
        });
  });
  await rest.run(id, 'Start');
  const file = (await readdir(filesFolder)).find((name) => name.endsWith('.html'));
  if (file === undefined) throw new Error('The report was not saved.');
  const page = await editor.context.newPage();
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.setContent(await readFile(join(filesFolder, file), 'utf8'));
  await takePart(page, 'evidence-report', page.locator('body'), 981);
}
