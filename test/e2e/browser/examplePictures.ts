// The pictures of examples in the guides: their canvases, notes and all.
import { readExample } from '../../support/examples';
import type { N8nRest } from '../../support/n8n/rest';
import { areaOf, around, hideExtras, take } from './documentPictures';
import { openWorkflow, type Editor } from './editor';

/** The examples, and how much room their canvases need. */
const EXAMPLES = {
  'register-from-a-list': { width: 1360, height: 860 },
  'fan-out-over-workers': { width: 1360, height: 1160 },
  'form-for-colleagues': { width: 1360, height: 700 },
  'email-with-a-list': { width: 1360, height: 1100 },
  'nightly-rescreening': { width: 1500, height: 1160 },
  'nightly-watchdog': { width: 1200, height: 860 },
  'crm-webhook': { width: 1200, height: 760 },
  'screen-one-company': { width: 1360, height: 860 },
};

/** Takes them of all examples, or of those that are named. */
export async function examplePictures(
  editor: Editor,
  rest: N8nRest,
  names?: readonly string[],
): Promise<void> {
  for (const [name, room] of Object.entries(EXAMPLES)) {
    if (names && !names.includes(name)) continue;
    const page = await openWorkflow(editor, await rest.saveWorkflow(await readExample(`${name}.json`)));
    await page.setViewportSize(room);
    await page.getByTestId('zoom-to-fit').click();
    await hideExtras(page);
    await page.waitForTimeout(1_000);
    const notes = await Promise.all((await page.getByTestId('sticky').all()).map(areaOf));
    await take(page, `example-${name}`, around(notes, { left: 10, top: 10, right: 10, bottom: 10 }));
  }
}
