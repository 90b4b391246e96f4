// `npm run install:n8n`: which n8n is meant, and whether the node works in it.
import { judgeVersion, readOrder } from '../../tools/install/target';

const home = '/home/ada';

describe('which n8n is meant', () => {
  test.each([
    ['the home folder', [], {}, '/home/ada/.n8n'],
    ['the folder that n8n itself reads', [], { N8N_USER_FOLDER: '/srv/n8n' }, '/srv/n8n/.n8n'],
    ['the folder that is named', ['--folder', '/data'], { N8N_USER_FOLDER: '/srv/n8n' }, '/data/.n8n'],
    ['the folder .n8n itself', ['--folder', '/data/.n8n'], {}, '/data/.n8n'],
  ])('%s', (_, args, env, dataFolder) => {
    expect(readOrder(args, env, home)).toEqual({
      action: 'install',
      target: { kind: 'folder', dataFolder },
      file: undefined,
    });
  });

  test('a container by its name, to take the node out of', () => {
    expect(readOrder(['--remove', '--container', 'n8n-1'], {}, home)).toEqual({
      action: 'remove',
      target: { kind: 'container', name: 'n8n-1' },
      file: undefined,
    });
  });

  test('a file that npm pack made, for either place', () => {
    const file = '/home/ada/Downloads/n8n-nodes-company-screening-0.1.0.tgz';
    expect(readOrder(['--file', file], {}, home)).toMatchObject({ action: 'install', file });
    expect(readOrder(['--file', file, '--container', 'n8n-1'], {}, home)).toMatchObject({ file });
  });

  // npm would install any file, and docker would take the name for an option.
  test.each<[words: string, said: RegExp | string]>([
    ['--file /tmp/other-0.1.0.tgz', 'is not a packed node'],
    ['--file /tmp/n8n-nodes-company-screening.tgz', 'is not a packed node'],
    ['--file /tmp/n8n-nodes-company-screening-evil-0.1.0.tgz', 'is not a packed node'],
    ['--file /tmp/n8n-nodes-company-screening-0.1.0.zip', 'is not a packed node'],
    ['--file n8n-nodes-company-screening-0.1.0.tgz --remove', 'either --file or --remove'],
    ['--container=--privileged', 'is not the name of a container'],
    ['--container a --folder b', 'one place at a time'],
    ['--globally', /--globally[^]*--remove/],
  ])('%s is refused: %s', (words, said) => {
    expect(() => readOrder(words.split(' '), {}, home)).toThrow(said);
  });
});

describe('whether the node works in this n8n', () => {
  test.each(['1.122.9', '0.236.0'])('%s is too old: nothing is installed', (version) => {
    expect(() => judgeVersion(version)).toThrow('Update n8n first');
  });

  test.each([
    ['1.123.0', /Keep in Register needs 2\.41 or newer/],
    ['2.40.3', /Keep in Register needs 2\.41 or newer/],
    ['2.41.0', /^$/],
    ['2.41.1', /^$/],
    ['3.0.0', /^$/],
    ['10.2.1', /^$/],
    [undefined, /could not be determined/],
    ['', /could not be determined/],
    ['n8n', /could not be determined/],
  ])('of %p it says %s', (version, said) => {
    expect(judgeVersion(version)).toMatch(said);
  });
});
