// The pictures of all examples: their whole canvases, notes and all, as large as a reader needs to read the labels.
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { examplesFolder, readExample } from '../../support/examples';
import type { N8nRest } from '../../support/n8n/rest';
import { areaOf, around, hideExtras, take } from './documentPictures';
import { openWorkflow, type Editor } from './editor';

/** n8n fits a canvas into its window. A page shows pictures about this wide, so that a larger window gives smaller letters. */
const WIDTH = 1000;
/** Above the canvas is n8n's header, and beside it the sidebar. */
const BESIDE = { width: 100, height: 110 };

/** Where the label of a node is. */
const BELOW = 40;

/** Takes those whose names are given, or all. */
export async function examplePictures(editor: Editor, rest: N8nRest, names: string[] = []): Promise<void> {
  const files = (await readdir(examplesFolder)).filter((file) => file.endsWith('.json'));
  for (const file of files.filter((one) => names.length === 0 || names.includes(basename(one, '.json')))) {
    const workflow = await readExample(file);
    const page = await openWorkflow(editor, await rest.saveWorkflow(workflow));
    await page.setViewportSize({ width: WIDTH + BESIDE.width, height: WIDTH + BESIDE.height });
    await page.getByTestId('zoom-to-fit').click();
    await hideExtras(page);
    await page.waitForTimeout(1_000);
    const notes = await Promise.all((await page.getByTestId('sticky').all()).map(areaOf));
    const boxes = await Promise.all((await page.getByTestId('canvas-node').all()).map(areaOf));
    const withLabels = boxes.map((box) => ({ ...box, height: box.height + BELOW }));
    const margin = { left: 8, top: 8, right: 8, bottom: 8 };
    await take(page, `example-${basename(file, '.json')}`, around([...notes, ...withLabels], margin));
  }
}
