// `npm run install:n8n`: packs the node, which must be built, and installs it into the n8n that is there; `-- --remove` takes it out again.
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as packageJson from '../../package.json';
import { packProject } from '../../test/support/n8n/pack';
import { PlainError } from '../../test/support/report';
import { placeOf } from './places';
import { HELP, judgeVersion, readOrder } from './target';

const say = (text: string): void => {
  if (text !== '') process.stdout.write(`${text}\n`);
};

async function main(): Promise<void> {
  const { action, target } = readOrder(process.argv.slice(2), process.env, homedir());
  if (action === 'help') {
    say(HELP);
    return;
  }
  const place = await placeOf(target);
  if (action === 'remove') {
    await place.remove(packageJson.name);
    say(`The node was taken out of ${place.name}. ${place.restart}`);
    return;
  }
  say(judgeVersion(await place.version()));
  const folder = await mkdtemp(join(tmpdir(), 'company-screening-install-'));
  try {
    const tarball = await packProject(folder);
    await place.install(tarball.path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  say(`The node is installed in ${place.name}. ${place.restart}`);
  say('Then import examples/form-for-colleagues.json into a new workflow: ⋯ > Import > From file.');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof PlainError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
