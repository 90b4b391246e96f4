// Items that cannot be used, and the unevaluated expressions that make them so.
import { showable } from './encodingDamage';

/** Stands for `notDone` where the message says it already. */
export const SAID_ABOVE = '';

const NOTHING_SENT = 'Nothing was sent for this item.';

/** An item that cannot be used as it is. Nothing is sent for it; the other items are not affected. */
export class InvalidItem extends Error {
  override readonly name = 'InvalidItem';

  /**
   * @param message what is wrong, as one sentence
   * @param advice what to do about it
   * @param notDone what did not happen because of it, as one sentence
   */
  constructor(
    message: string,
    readonly advice: string,
    readonly notDone = NOTHING_SENT,
  ) {
    super(message);
  }
}

// Expressions: {{ $json.company }}, $json.company, $('List').first(), $fromAI('company')
// A bracket right behind a dollar sign is in honest names: Cash$(UK) Ltd.
const EXPRESSION = /\{\{|\$(?:json|input|node)\b|\$(?:binary|data|items?)[.[(]|\$\(\s*['"`‘’“”]|\$fromAI\(/;
// Placeholders: {company}, ${company}, <company>. Only as the whole text, since a name may have a word in braces. {"name":"Acme"} is
// something else.
const PLACEHOLDER = /^(?:[$#]?\{[^{}":]*\}|<[^<>]*>|<<[^<>]*>>)$/;
// Headings in signs: [company], %company%, @name. Some companies are called [word] or %word%, but none has a heading's word there.
const HEADING_IN_SIGNS =
  /^[^\p{Letter}\p{Number}]+(?:company(?:[ _-]?name)?|name)[^\p{Letter}\p{Number}]*$/iu;

/** @throws InvalidItem as `unevaluatedIn` gives it */
export function refuseUnevaluated(text: string, field: string, notDone = NOTHING_SENT): void {
  const found = unevaluatedIn(text, field, notDone);
  if (found) throw found;
}

/** @param field what the error calls it */
export function unevaluatedIn(text: string, field: string, notDone = NOTHING_SENT): InvalidItem | undefined {
  if (![EXPRESSION, PLACEHOLDER, HEADING_IN_SIGNS].some((pattern) => pattern.test(text))) return undefined;
  return new InvalidItem(
    `${field} is "${showable(text.slice(0, 1000))}": an expression, or a placeholder, that was not replaced by a value.`,
    `In this node, set ${field} to Expression, and drag the column onto it. If the text is in your list, correct the step that produced the list.`,
    notDone,
  );
}
