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
   * @param colleague the same for somebody who sees a page and not this node; needed where a part of the advice is for them
   */
  constructor(
    message: string,
    readonly advice: string,
    readonly notDone = NOTHING_SENT,
    private readonly colleague: { message?: string; advice?: string } = {},
  ) {
    super(message);
  }

  /** What is wrong, and what somebody can do who cannot open this workflow. */
  get forColleagues(): string {
    const { message = this.message, advice = this.advice } = this.colleague;
    return `${message} ${FOR_BUILDERS.test(advice) ? ASK_BUILDER : advice}`;
  }
}

/** The end of what colleagues read where only the builder of the workflow can do something. */
export const ASK_BUILDER = 'Ask whoever set this up.';

/** Words of the editor, which a colleague does not see. */
const FOR_BUILDERS =
  /\b(?:node|options?|parameter|expression|credential|administrator|workflow|data table|n8n|N8N_\w+|Get Many|Screen Company|Key Column|Company Column|Company Name|Correct Sheet|Even With Open Cases|sendAgain|falsePositive|trueMatch|Case ID)\b/;

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
