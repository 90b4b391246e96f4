// Licence texts of the packages in the bundle. MIT, ISC and BSD ask that their text goes with every copy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';

/** Licences that ask for nothing but their text. Apache-2.0 also asks for a file NOTICE, which nothing here collects. */
const MAY_BE_BUNDLED = ['0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Texts of packages that are published without one, from their repositories. */
const MISSING_TEXTS = join(__dirname, 'licences');

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string().optional() });

/**
 * The notices for a bundle.
 * @param files the files that are in the bundle, as the bundler lists them
 * @throws {Error} a package has no licence that may be bundled, or no text of it is known
 */
export function noticesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[1] ?? []));
  const notices = [...folders].map(noticeOf);
  return [HEADING, ...notices.sort()].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
}

const HEADING = 'The files of this package contain code of the packages below, each under its own licence.';

/** The innermost package that a file belongs to. */
const PACKAGE_FOLDER = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//;

function noticeOf(folder: string): string {
  const { name, version, license } = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  if (license === undefined || !MAY_BE_BUNDLED.includes(license))
    throw new Error(
      `The bundle contains ${name} ${version} (${folder}), whose licence is ${license ?? 'not stated'}. ` +
        `Only these may be bundled: ${MAY_BE_BUNDLED.join(', ')}.`,
    );
  return `${name} ${version} (${license})\n\n${textOf(folder, name).trim()}`;
}

function textOf(folder: string, name: string): string {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  const kept = join(MISSING_TEXTS, `${name.replace('/', '__')}.txt`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  throw new Error(`${name} (${folder}) is published without the text of its licence. Put it into ${kept}.`);
}
