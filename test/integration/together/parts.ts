// Loading n8n-core takes longer than most of the integration tests, and Jest loads it for each test file. So `npm test` runs them in
// a few parts, in each of which several files share it. Each still has a sandbox of its own.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..');
const PARTS = 3;

/** Runs every third file, from this one on. */
export function runPart(part: 0 | 1 | 2): void {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.test.ts'));
  const ofPart = files.sort().filter((_, index) => index % PARTS === part);
  for (const file of ofPart)
    describe(file, () => {
      jest.requireActual(join(FOLDER, file));
    });
}
