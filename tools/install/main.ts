// `npm run install:n8n`: builds and packs the node, and installs it into the n8n that is there; `-- --file` installs one that somebody
// packed, and `-- --remove` takes it out again.
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as packageJson from '../../package.json';
import { projectFolder } from '../../test/support/n8n/install';
import { packProject } from '../../test/support/n8n/pack';
import { runNpm } from '../../test/support/npm';
import { PlainError } from '../../test/support/report';
import { placeOf, type InstallPlace } from './places';
import { HELP, judgeVersion, readOrder } from './target';

const say = (text: string): void => {
  if (text !== '') process.stdout.write(`${text}\n`);
};

async function main(): Promise<void> {
  const { action, target, file } = readOrder(process.argv.slice(2), process.env, homedir());
  if (action === 'help') {
    say(HELP);
    return;
  }
  const place = await placeOf(target);
  if (action === 'remove') {
    await place.remove(packageJson.name);
    say(`The node was removed from ${place.name}. ${place.restart}`);
    return;
  }
  say(judgeVersion(await place.version()));
  if (file === undefined) await installFromHere(place);
  else await place.install(file);
  say(`The node is installed in ${place.name}. ${place.restart}`);
  say('Then import examples/form-for-colleagues.json into a new workflow: ⋯ > Import > From file.');
}

async function installFromHere(place: InstallPlace): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'company-screening-install-'));
  try {
    await runNpm(['run', 'build'], { cwd: projectFolder, logFile: join(folder, 'build.log') });
    const tarball = await packProject(folder);
    await place.install(tarball.path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof PlainError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
