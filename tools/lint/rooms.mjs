// The rule that arrows between rooms go down: what the files of each room may import. eslint.config.mjs has the rooms.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * @param root the folder of the project
 * @param rooms from the lowest to the highest, each with its `name`, where its files are (`at`, of two rooms the later one), the other
 * `rooms` that it may import, and the `packages`, as regular expressions
 * @throws Error if a room may import one that is not below it
 */
export function roomsRule(root, rooms) {
  for (const [index, { name, rooms: below }] of rooms.entries()) {
    const upward = below.find((other) => !rooms.slice(0, index).some((lower) => lower.name === other));
    if (upward) throw new Error(`${name} may import ${upward}, which is no room below it.`);
  }
  const roomAt = (path) => rooms.findLast(({ at }) => at.test(path));

  /** The room of a file that is imported, or the name of the package. */
  const targetOf = (importer, source) => {
    if (!source.startsWith('.')) return source;
    const path = relative(root, join(dirname(importer), source));
    const file = [`${path}.ts`, `${path}/index.ts`].find((name) => existsSync(join(root, name))) ?? path;
    return roomAt(file)?.name ?? file;
  };

  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: {
        noRoom: '{{path}} is in no room: add one for it in eslint.config.mjs, above those that it imports.',
        notBelow: 'The files of {{room}} may import each other and: {{allowed}}. They import {{target}}.',
        notFixed: 'Name what is imported, so that it can be seen in which room it is.',
      },
    },
    create(context) {
      const path = relative(root, context.filename);
      const room = roomAt(path);
      if (!room) {
        return {
          Program: (node) => {
            context.report({ node, messageId: 'noRoom', data: { path } });
          },
        };
      }
      const { name, rooms: below, packages } = room;
      const check = (node, source) => {
        if (typeof source?.value !== 'string') {
          context.report({ node, messageId: 'notFixed' });
          return;
        }
        const target = targetOf(context.filename, source.value);
        if (target === name || below.includes(target)) return;
        if (packages.some((allowed) => new RegExp(`^${allowed}$`).test(target))) return;
        const allowed = [...below, ...packages].join(', ') || 'nothing';
        context.report({ node, messageId: 'notBelow', data: { room: name, target, allowed } });
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
