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

  test.each([
    'other-0.1.0.tgz',
    'n8n-nodes-company-screening.tgz',
    'n8n-nodes-company-screening-evil-0.1.0.tgz',
    'n8n-nodes-company-screening-0.1.0.zip',
  ])('a file with the name %s is refused: npm would install anything', (name) => {
    expect(() => readOrder(['--file', `/tmp/${name}`], {}, home)).toThrow('is not a packed node');
  });

  test('a file that is to be taken out is refused', () => {
    const file = 'n8n-nodes-company-screening-0.1.0.tgz';
    expect(() => readOrder(['--file', file, '--remove'], {}, home)).toThrow('either --file or --remove');
  });

  test('a name that would be an option of docker is refused', () => {
    expect(() => readOrder(['--container=--privileged'], {}, home)).toThrow('is not the name of a container');
  });

  test('two places at once are refused', () => {
    expect(() => readOrder(['--container', 'a', '--folder', 'b'], {}, home)).toThrow('one place at a time');
  });

  test('an option that does not exist is refused, with those that do', () => {
    expect(() => readOrder(['--globally'], {}, home)).toThrow(/--globally[^]*--remove/);
  });
});

describe('whether the node works in this n8n', () => {
  test.each(['1.122.9', '0.236.0'])('%s is too old: nothing is installed', (version) => {
    expect(() => judgeVersion(version)).toThrow('Update n8n first');
  });

  test.each(['1.123.0', '2.40.3'])('%s has no register', (version) => {
    expect(judgeVersion(version)).toContain('Keep in Register needs 2.41 or newer');
  });

  test.each(['2.41.0', '2.41.1', '3.0.0', '10.2.1'])('%s has everything', (version) => {
    expect(judgeVersion(version)).toBe('');
  });

  test.each([undefined, '', 'n8n'])(
    '%p: says that the version is not known, and what is needed',
    (version) => {
      expect(judgeVersion(version)).toContain('could not be determined');
    },
  );
});
