// Long texts as messages. Slack cuts a message after 40,000 characters and still answers that all went well. It counts the text after `&`,
// `<` and `>` were escaped. So a text becomes several messages, none of which Slack cuts.
import { safeText } from './plainText';

/** Escaped characters of one message. The rest of Slack's 40,000 is for the heading, and for what a workflow puts around a message. */
const MESSAGE_ROOM = 30_000;

/** Escaped characters of one passage: a longer one ends with an ellipsis, so that it always fits. */
const PASSAGE_ROOM = 10_000;

/** Lines that stay together. Each message with passages of a title begins them with the title; '' for none. */
export interface Passage {
  title: string;
  text: string;
}

/** Puts the passages, in their order, into as few messages as possible. */
export function messageParts(passages: readonly Passage[]): Passage[][] {
  const parts: Passage[][] = [];
  let part: Passage[] = [];
  let room = 0;
  for (const { title, text } of passages) {
    const passage = { title, text: shortened(text) };
    const isTitled = part.at(-1)?.title === title;
    const length = escapedLength(passage.text) + (isTitled ? 0 : escapedLength(title));
    if (part.length === 0 || length > room) {
      part = [];
      parts.push(part);
      room = MESSAGE_ROOM - escapedLength(title) - escapedLength(passage.text);
    } else {
      room -= length;
    }
    part.push(passage);
  }
  return parts;
}

/** Gives " (2 of 3)", or nothing for a single message. */
export const partWords = (part: number, parts: number): string =>
  parts === 1 ? '' : ` (${part} of ${parts})`;

/** The longest text between two passages: an empty line and a bullet. */
const SEPARATION = 5;
const escapedLength = (text: string): number => safeText(text, 'slack').length + SEPARATION;

function shortened(text: string): string {
  if (escapedLength(text) <= PASSAGE_ROOM) return text;
  let room = PASSAGE_ROOM - escapedLength('…');
  let end = 0;
  for (const character of text) {
    room -= safeText(character, 'slack').length;
    if (room < 0) break;
    end += character.length;
  }
  return `${text.slice(0, end)}…`;
}
