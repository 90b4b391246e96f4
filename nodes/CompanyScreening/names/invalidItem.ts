// Items that cannot be used, and the unevaluated expressions that make them so.
import { showable } from './encodingDamage';

/** Leaves out what did not happen where the message says it already. */
export const SAID_ABOVE = { notDone: '' } as const;

const NOTHING_SENT = 'Nothing was sent for this item.';

/** Advice that somebody can follow who sees a list or a page, and not this node. Any other advice is for whoever builds the workflow. */
export interface CommonAdvice {
  forEveryone: string;
}

export const forEveryone = (advice: string): CommonAdvice => ({ forEveryone: advice });

/** An item that cannot be used as it is. Nothing is sent for it; the other items are not affected. */
export class InvalidItem extends Error {
  override readonly name = 'InvalidItem';
  readonly notDone: string;
  readonly advice: string;
  /** The problem, and advice for somebody who cannot open this workflow. */
  readonly forColleagues: string;

  /**
   * @param message what is wrong, as one sentence
   * @param advice what to do about it
   * @param more what did not happen because of it, as one sentence; and message and advice for somebody who does not see this node, where
   * they are different: without them only `forEveryone` advises such a person
   */
  constructor(
    message: string,
    advice: CommonAdvice | string,
    {
      notDone = NOTHING_SENT,
      ...colleague
    }: { notDone?: string; message?: string; advice?: string | undefined } = {},
  ) {
    super(message);
    this.notDone = notDone;
    const [builders, colleagues] =
      typeof advice === 'string' ? [advice, ASK_BUILDER] : [advice.forEveryone, advice.forEveryone];
    this.advice = builders;
    this.forColleagues = `${colleague.message ?? message} ${colleague.advice ?? colleagues}`;
  }
}

/** A problem of a list, with advice for everybody who has the list. */
export const listProblem = (message: string, advice: string): InvalidItem =>
  new InvalidItem(message, forEveryone(advice));

/** The end of what colleagues read where only the builder of the workflow can do something. */
export const ASK_BUILDER = 'Ask whoever set this up.';

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
    { notDone, advice: 'If the text is in your list, correct it there. If not, ask whoever set this up.' },
  );
}
