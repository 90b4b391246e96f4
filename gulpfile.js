// Builds dist/: the node and the credential, each bundled with what it needs, and the files n8n shows. And .sandbox/: the service
// that the tests start dozens of times.
const { rm } = require('node:fs/promises');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const entryPoints = [
  'nodes/CompanyScreening/CompanyScreening.node.ts',
  'credentials/CompanyScreeningApi.credentials.ts',
];

const clean = () => rm('dist', { recursive: true, force: true });

// n8n brings n8n-workflow; everything else goes into the bundle, since n8n Cloud forbids dependencies.
// Not minified: a reviewer reads this file.
const bundle = () =>
  build({
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
  });

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
