// Changes that no test notices because they change nothing that anybody could notice: by a rule, or by a line in `explained.txt`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Change {
  file: string;
  line: number;
  /** Code before it in its line, and the line before that. */
  before: string;
  lineBefore: string;
  from: string;
  to: string;
  noticed: boolean;
  /** True if it was only noticed because a test took too long, which on a busy machine may mean nothing. */
  tookTooLong: boolean;
}

/** True if a rule says why the change makes no difference. */
export function isExplainedByRule(change: Change): boolean {
  return RULES.some((rule) => rule(change));
}

const SHOWN =
  /\b(?:action|description|displayName|hint|name|addOptionalFieldButtonText|placeholder|subtitle|value):\s*$/;
const EMPTY = ["''", '[]', '{}'];

const RULES: ((change: Change) => boolean)[] = [
  // n8n shows the text in the editor, in the place where it stands.
  ({ before, lineBefore, to }) =>
    to === '""' && (SHOWN.test(before) || (before.trim() === '' && SHOWN.test(lineBefore))),
  // A default for a value that is always there: the compiler asks for it.
  ({ before, from, to }) => before.endsWith('?? ') && EMPTY.includes(from) && to.includes('Stryker was here'),
  // An optional chain on a value that is always there.
  ({ from, to }) => Array.from(from.matchAll(/\?\./g)).some(({ index }) => without(from, index) === to),
  // All errors while a workbook is read give people the same sentence.
  ({ file, before, to }) =>
    file.includes('/lists/workbook/') && before.endsWith('new Error(') && ['""', '``'].includes(to),
];

const without = (text: string, index: number): string => `${text.slice(0, index)}.${text.slice(index + 2)}`;

/** A line of `explained.txt`. */
export interface Explanation {
  file: string;
  from: string;
  to: string;
  why: string;
}

/** @throws Error for a line that says nothing of a change */
export function readExplanations(): Explanation[] {
  const [, ...parts] = readFileSync(join(__dirname, 'explained.txt'), 'utf8').trimEnd().split('\n\n');
  return parts.flatMap((part) => {
    const [file = '', ...lines] = part.split('\n');
    return lines.map((line) => {
      const [, from, to, why] = /^ {2}(.+?) → (.*?) — (.+)$/.exec(line) ?? [];
      if (from === undefined || to === undefined || why === undefined)
        throw new Error(`explained.txt: what does this line explain? ${line}`);
      return { file, from: from.replaceAll('⏎', '\n'), to: to.replaceAll('⏎', '\n'), why };
    });
  });
}
