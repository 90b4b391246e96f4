// Runs a browser test so that it leaves a picture of what it ended with and, if it fails, a trace.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFolder } from '../../support/n8n/install';
import type { Editor } from './editor';

/** Where pictures and traces go; git does not keep them. */
const picturesFolder = join(projectFolder, '.screenshots');

/** The steps of a test; it gives the page to take the picture of. */
export type Steps = () => Promise<Page>;

/**
 * Runs the steps, takes a picture and closes every page. A failure leaves a picture and a trace, which
 * `npx playwright-core show-trace <file>` shows step by step.
 */
export async function withPicture({ context }: Editor, name: string, steps: Steps): Promise<void> {
  await mkdir(picturesFolder, { recursive: true });
  const file = join(picturesFolder, name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
  await context.tracing.startChunk({ title: name });
  try {
    const page = await steps();
    await page.screenshot({ path: `${file}.png` });
    await context.tracing.stopChunk();
  } catch (error) {
    await context
      .pages()
      .at(-1)
      ?.screenshot({ path: `${file}-failed.png` });
    await context.tracing.stopChunk({ path: `${file}-failed.zip` });
    throw error;
  } finally {
    for (const page of context.pages()) await page.close();
  }
}
