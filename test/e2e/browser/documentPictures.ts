// Takes the pictures of docs/screenshots: where on a page, how fine, and without what is beside the point.
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectFolder } from '../../support/n8n/install';
import { PlainError } from '../../support/report';

const folder = join(projectFolder, 'docs', 'screenshots');
const maximumBytes = 350_000;
/** How many pixels of a picture stand for one of the page, so that small letters can be read. */
export const pageScale = 2;

/** Part of a page, in CSS pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Makes more room for the output: drags what divides it from the parameters to the left. */
export async function widen(page: Page, pixels: number): Promise<void> {
  const { x, y, width, height } = await areaOf(page.getByTestId('panel-drag-button'));
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - pixels, y + height / 2, { steps: 5 });
  await page.mouse.up();
}

const extras = [
  'credential-edit-instance-ai-help-button',
  'node-error-view-instance-ai-button',
  'floating-nodes',
  'execute-workflow-button',
  'workflow-chat-button',
  'canvas-controls',
  'canvas-handle-plus-wrapper',
];

/** Takes away what n8n shows beside the thing that a picture is about. */
export async function hideExtras(page: Page): Promise<void> {
  const byId = extras.map((id) => `[data-test-id="${id}"]`);
  // The list of triggers beside "Execute workflow" has no name of its own.
  const selector = [...byId, 'div:has(> [data-test-id="execute-workflow-button"])'].join(', ');
  await page.addStyleTag({ content: `${selector} { display: none !important; }` });
}

/** Takes the picture and closes the page. */
export async function take(page: Page, name: string, clip: Area): Promise<void> {
  await picture(page, name, clip);
  await page.close();
}

/** Takes the picture of an element, or of its upper part, and closes the page. */
export async function takePart(
  page: Page,
  name: string,
  element: Locator,
  mostHeight = Infinity,
): Promise<void> {
  const area = await areaOf(element);
  const { width } = page.viewportSize() ?? area;
  const height = Math.min(area.height, mostHeight);
  // What lies below the window would not be drawn.
  await page.setViewportSize({
    width: Math.max(width, Math.ceil(area.x + area.width)),
    height: Math.ceil(area.y + height),
  });
  await take(page, name, { ...(await areaOf(element)), height });
}

/** Takes the picture, as fine as the window of the browser draws. */
async function picture(page: Page, name: string, clip: Area): Promise<void> {
  const path = join(folder, `${name}.png`);
  // A page of ours has nothing of n8n's, and may refuse styles.
  if (page.url() !== 'about:blank') await hideExtras(page);
  await page.mouse.move(2, 2);
  await page.waitForTimeout(800);
  await page.screenshot({ path, clip, scale: 'device', animations: 'disabled', caret: 'hide' });
  const { size } = await stat(path);
  console.log(`${relative(projectFolder, path)}  ${Math.round(size / 1000)} KB`);
  if (size > maximumBytes)
    throw new PlainError(`${name}.png has more than ${maximumBytes / 1000} KB. Crop it.`);
}

/** Where an element is on its page, once it is there. */
export async function areaOf(element: Locator): Promise<Area> {
  await element.waitFor();
  const area = await element.boundingBox();
  if (area === null) throw new Error('What the picture is to show is not on the page.');
  return area;
}

/** The area that holds all of these, with a margin. */
export function around(areas: Area[], margin: Record<'left' | 'top' | 'right' | 'bottom', number>): Area {
  const left = Math.min(...areas.map(({ x }) => x)) - margin.left;
  const top = Math.min(...areas.map(({ y }) => y)) - margin.top;
  const right = Math.max(...areas.map(({ x, width }) => x + width)) + margin.right;
  const bottom = Math.max(...areas.map(({ y, height }) => y + height)) + margin.bottom;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
