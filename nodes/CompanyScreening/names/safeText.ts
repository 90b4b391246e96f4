// Texts that are read elsewhere: what comes from a list or from the service starts no formula, no markup and no new line there.

/** Where a text is to be read. */
export type TextPlace = 'email' | 'html' | 'slack' | 'spreadsheet';

/** One text, safe for where it is read. */
export function safeText(text: string, place: TextPlace): string {
  return SAFE[place](text);
}

/**
 * A sentence of ours that quotes a stranger, without a tag: n8n shows sentences as HTML, on the last page of a form for example, and there a
 * heading of a list would be a link or a picture.
 */
export const withoutTags = (sentence: string): string => sentence.replaceAll(/<(?=[a-z/!?])/gi, '‹');

const SAFE: Readonly<Record<TextPlace, (text: string) => string>> = {
  // Slack asks for these three (Formatting text for app surfaces).
  slack: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  // The dollar sign too: a template that a text is put into may replace $1 and $&. And n8n evaluates what stands between {{ and }} in the
  // HTML of a form, also where an expression has put it there.
  html: (text) => text.replaceAll(/[&<>"'`${]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  email: (text) => text.replaceAll(/[\p{Control}\u2028\u2029]+/gu, ' '),
  spreadsheet: withoutFormula,
};

// n8n writes a cell without quotation marks, and a program that separates lists by another sign makes several cells of it. So
// a formula may begin behind every such sign, and blanks and quotation marks in front of it do not count. The full-width signs
// begin one in Japanese programs.
const FORMULA = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\n\v\f\r\u0085\u061B\u2028\u2029])[\s"\p{Control}]*)/gu;

/** With an apostrophe in front of each sign that would begin a formula, whatever separates the cells. */
function withoutFormula(text: string): string {
  return text.replaceAll(FORMULA, "'");
}
