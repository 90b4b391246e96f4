// Builds dist/: the node and the credential, each bundled with what it needs, the licences of that, and the files n8n shows. And .sandbox/: the service
// that the tests start dozens of times.
const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dirname } = require('node:path');

const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

require('tsx/cjs');
const { noticesOf } = require('./tools/build/notices.ts');

const entryPoints = [
  'nodes/CompanyScreening/CompanyScreening.node.ts',
  'credentials/CompanyScreeningApi.credentials.ts',
];

const clean = () => rm('dist', { recursive: true, force: true });

// n8n brings n8n-workflow; everything else goes into the bundle, since n8n Cloud forbids dependencies.
// Not minified, and with the letters of all languages as they are: a reviewer reads this file.
const bundle = async () => {
  const { outputFiles, metafile } = await build({
    entryPoints,
    outdir: 'dist',
    outbase: '.',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['n8n-workflow'],
    legalComments: 'inline',
    logLevel: 'warning',
    charset: 'utf8',
    metafile: true,
    write: false,
  });
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text.replaceAll(UNSEEN, escaped));
  }
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', noticesOf(bundledFiles(metafile)));
};

/** The files that the bundles hold code of; the bundler also lists those of which it needed nothing. */
const bundledFiles = ({ outputs }) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );

// Characters that nobody sees, or that make a line read in another order than it runs, stay escapes.
const UNSEEN = /[^\P{C}\n]/gu;
const escaped = (character) =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json', { encoding: false }).pipe(dest('dist/nodes'));

const sandbox = () =>
  build({
    entryPoints: ['test/sandbox/main.ts'],
    outfile: '.sandbox/main.js',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  });

exports.build = series(clean, parallel(bundle, icons, codex, sandbox));
