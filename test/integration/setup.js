// n8n-core would log every error that a test provokes, and share its settings with the n8n of whoever runs the tests.
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const userFolder = mkdtempSync(join(tmpdir(), 'company-screening-n8n-core-'));
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_USER_FOLDER = userFolder;

afterAll(async () => {
  const { stopSandbox } = require('./sandbox');
  await stopSandbox();
  rmSync(userFolder, { recursive: true, force: true });
});
