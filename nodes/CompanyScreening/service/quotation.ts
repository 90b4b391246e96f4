// What an error quotes of the service, for people to read: one line, however much a gateway sends. The secrets are masked before anything
// reads a reply (transport/receive.ts), so nothing is cut that still has one.

const LONGEST = 500;
/** What the service calls an error, or a host. */
const LONGEST_NAME = 100;
// More than a line of white space is not looked through.
const LOOKED_AT = 10_000;

/** The text on one line of at most 500 characters, without signs that turn the line around. */
export const quotation = (text: string): string => inOneLine(text, LONGEST);

/** The same for a code or a name: at most 100 characters. */
export const quotedName = (text: string): string => inOneLine(text, LONGEST_NAME);

function inOneLine(text: string, longest: number): string {
  const line = text
    .slice(0, LOOKED_AT)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Control}]+/gu, ' ')
    .trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
