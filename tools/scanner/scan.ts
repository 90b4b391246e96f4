// `npm run scan`: the scanner that n8n verifies packages with, on the sources and on the tarball that npm would publish.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { ensureInstalled } from '../../test/support/lockedInstall';
import { projectFolder } from '../../test/support/n8n/install';
import { packProject } from '../../test/support/n8n/pack';
import { PlainError, reportTo } from '../../test/support/report';
import { helpIfAsked } from '../../test/support/help';

const report = reportTo(process.stdout);

type AnalyzePackage = (folder: string, filePatterns: string[]) => Promise<unknown>;

const scannerSchema = z.looseObject({
  analyzePackage: z.custom<AnalyzePackage>((value) => typeof value === 'function'),
  SOURCE_FILE_PATTERNS: z.array(z.string()),
});

const resultSchema = z.discriminatedUnion('passed', [
  z.object({ passed: z.literal(true), message: z.string().optional() }),
  z.object({ passed: z.literal(false), message: z.string(), details: z.string().optional() }),
]);

// The files of a tarball that n8n's review gives the scanner.
const tarballFilePatterns = ['**/*.js', 'package.json'];

async function main(): Promise<void> {
  helpIfAsked(
    "npm run scan  n8n's package scanner, on the sources and on the tarball that npm would publish",
  );
  const { analyzePackage, SOURCE_FILE_PATTERNS } = await loadScanner();
  const scan = async (what: string, folder: string, patterns: string[]): Promise<void> => {
    const result = resultSchema.parse(await analyzePackage(folder, patterns));
    // A message says that it found no files to look at.
    if (!result.passed || result.message !== undefined)
      throw new PlainError(`n8n's scanner refuses the ${what}: ${explain(result)}`);
    report.line(`n8n's scanner: the ${what} passed.`);
  };
  await scan('sources', projectFolder, SOURCE_FILE_PATTERNS);
  await withUnpackedTarball((folder) => scan('tarball', folder, tarballFilePatterns));
}

async function loadScanner(): Promise<z.infer<typeof scannerSchema>> {
  const folder = await ensureInstalled(
    {
      from: __dirname,
      into: join(projectFolder, '.tools'),
      name: 'scanner',
      title: "Installing n8n's scanner",
    },
    report,
  );
  const script = join(folder, 'node_modules', '@n8n', 'scan-community-package', 'scanner', 'scanner.mjs');
  return scannerSchema.parse(await import(script));
}

async function withUnpackedTarball(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'company-screening-scan-'));
  try {
    const { path } = await packProject(folder);
    execFileSync('tar', ['-xzf', path, '-C', folder]);
    await work(join(folder, 'package'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function explain(result: z.infer<typeof resultSchema>): string {
  if (result.passed) return result.message ?? 'no reason given';
  return [result.message, result.details ?? ''].join('\n');
}

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof PlainError ? error.message : error);
});
