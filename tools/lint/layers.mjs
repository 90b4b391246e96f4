// The rule that imports go down from layer to layer: what the files of each layer may import. eslint.config.mjs has the layers.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * @param root the folder of the project
 * @param layers from the lowest to the highest, each with its `name`, where its files are (`at`), the layers `below` it that it may
 * import, and the `packages`, as regular expressions
 * @throws Error if a layer may import one that is not below it
 */
export function layersRule(root, layers) {
  for (const [index, { name, below }] of layers.entries()) {
    const upward = below.find((other) => !layers.slice(0, index).some((lower) => lower.name === other));
    if (upward) throw new Error(`${name} may import ${upward}, which is no layer below it.`);
  }
  const layerAt = (path) => layers.find(({ at }) => at.test(path));

  /** The layer of a file that is imported, or the name of the package. */
  const targetOf = (importer, source) => {
    if (!source.startsWith('.')) return source;
    const path = relative(root, join(dirname(importer), source));
    const file = [`${path}.ts`, `${path}/index.ts`].find((name) => existsSync(join(root, name))) ?? path;
    return layerAt(file)?.name ?? file;
  };

  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: {
        noLayer: '{{path}} is in no layer: add one for it in eslint.config.mjs, above those that it imports.',
        notBelow: 'The files of {{layer}} may import each other and: {{allowed}}. They import {{target}}.',
        notFixed: 'Name what is imported, so that it can be seen in which layer it is.',
      },
    },
    create(context) {
      const path = relative(root, context.filename);
      const layer = layerAt(path);
      if (!layer) {
        return {
          Program: (node) => {
            context.report({ node, messageId: 'noLayer', data: { path } });
          },
        };
      }
      const { name, below, packages } = layer;
      const check = (node, source) => {
        if (typeof source?.value !== 'string') {
          context.report({ node, messageId: 'notFixed' });
          return;
        }
        const target = targetOf(context.filename, source.value);
        if (target === name || below.includes(target)) return;
        if (packages.some((allowed) => new RegExp(`^${allowed}$`).test(target))) return;
        const allowed = [...below, ...packages].join(', ') || 'nothing';
        context.report({ node, messageId: 'notBelow', data: { layer: name, target, allowed } });
      };
      return {
        ImportDeclaration: (node) => check(node, node.source),
        ExportAllDeclaration: (node) => check(node, node.source),
        ExportNamedDeclaration: (node) => node.source && check(node, node.source),
        ImportExpression: (node) => check(node, node.source),
        TSImportType: (node) => check(node, node.source),
        'CallExpression[callee.name="require"]': (node) => check(node, node.arguments[0]),
      };
    },
  };
}
