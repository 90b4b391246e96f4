// The one way to call an item bad: it is thrown, wherever that turns out.

/** In place of what did not happen, where the message says it. */
export const SAID_ABOVE = '';

export const NOTHING_SENT = 'Nothing was sent for this item.';

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
