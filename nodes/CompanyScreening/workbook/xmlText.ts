// Text → XML. The only place that puts a text between tags.

/** The most that a cell can hold (Excel's limit). */
const MOST_CHARACTERS = 32_767;

/** The text of a cell, such that every program reads it as it is; what XML or a cell cannot hold is seen to be missing. */
export function xmlOfCell(text: string): string {
  if (PLAIN.test(text) && text.length <= MOST_CHARACTERS) return text;
  const whole = text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '');
  return xmlText(fitting(whole).replaceAll(ESCAPE, '_x005F_'));
}

/** Text as it stands in an attribute or between tags. */
export function xmlText(text: string): string {
  return text.replaceAll(NOT_XML, '\uFFFD').replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Programs read `_x0041_` as "A": its first sign is written as such an escape, so that it stays what it is. */
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Most texts are. */
const PLAIN = /^[ -!#-%'-;=?-^`-~]*$/;

/** Nobody sees them, and a name without them is screened as the same name. */
const CONTROLS = /(?![\t\n])[\0-\u001F]/g;

/** What XML 1.0 has no way to write, and halves of characters. */
const NOT_XML = /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function fitting(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const end = ` [cut: ${text.length} characters, more than a cell can hold]`;
  return text.slice(0, MOST_CHARACTERS - end.length) + end;
}
