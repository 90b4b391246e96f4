// Jest loads everything again for each test file, n8n-core or n8n-workflow too, which often takes longer than its tests. So `npm test`
// runs the files in a few parts; those of a part share what is loaded.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Runs each nth test file in a folder of `test/`, from the one with the number `part` on. The model of the register runs alone. */
export function runPart(part: number, n: number, folder: 'integration' | 'unit'): void {
  const path = join(__dirname, '..', folder);
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && !/^register.model/.test(name),
  );
  for (const file of files.sort().filter((_, index) => index % n === part))
    describe(file, () => {
      jest.requireActual(join(path, file));
    });
}
