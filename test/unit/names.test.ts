// One name, one thing: whoever looks for a name in nodes/ finds one thing, and whoever looks for a file finds one file.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import * as ts from 'typescript';

import { projectFolder } from '../support/n8n/install';

const sources = ['nodes', 'credentials'].flatMap((folder) =>
  readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path)),
);

function exportedNames(path: string): string[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(join(projectFolder, path), 'utf8'),
    ts.ScriptTarget.Latest,
  );
  return source.statements.flatMap((statement) => {
    // A second name for a thing, or a second place for its name.
    if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement))
      return [`${path}: export {} or export default`];
    const isExported =
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(source));
    return 'name' in statement ? [statement.name.getText(source)] : [];
  });
}

function twice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, place) => names.indexOf(name) !== place))].sort();
}

test('an exported name means one thing', () => {
  // The signatures of an overloaded function are one thing.
  const names = sources.flatMap((path) => [...new Set(exportedNames(path))]);
  expect(names.length).toBeGreaterThan(500);
  expect(twice(names)).toEqual([]);
  expect(names.filter((name) => name.includes(' '))).toEqual([]);
});

test('a file name means one file', () => {
  expect(twice(sources.map((path) => basename(path).toLowerCase()))).toEqual([]);
});
