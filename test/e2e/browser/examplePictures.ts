// The pictures of examples: their whole canvases, notes and all, as large as a reader needs to read the labels.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Takes those whose names are given, or all that the page of the examples shows. */
export async function examplePictures(editor: Editor, rest: N8nRest, names: string[]): Promise<void> {
  const page = await readFile(join(examplesFolder, 'README.md'), 'utf8');
  const shown = [...page.matchAll(/example-([\w-]+)\.png/g)].map(([, name = '']) => name);
  for (const name of names.length === 0 ? shown : names) await canvas(editor, rest, name);
}

async function canvas(editor: Editor, rest: N8nRest, name: string): Promise<void> {
  const workflow = await readExample(`${name}.json`);
  const page = await openWorkflow(editor, await rest.saveWorkflow(workflow));
  await page.setViewportSize({ width: WIDTH + BESIDE.width, height: WIDTH + BESIDE.height });
  await page.getByTestId('zoom-to-fit').click();
  await hideExtras(page);
  await page.waitForTimeout(1_000);
  const notes = await Promise.all((await page.getByTestId('sticky').all()).map(areaOf));
  const boxes = await Promise.all((await page.getByTestId('canvas-node').all()).map(areaOf));
  const withLabels = boxes.map((box) => ({ ...box, height: box.height + BELOW }));
  const margin = { left: 8, top: 8, right: 8, bottom: 8 };
  await take(page, `example-${name}`, around([...notes, ...withLabels], margin));
}
