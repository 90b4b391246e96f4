// HTML from texts of strangers, and the page around it: the only place that puts a text between tags.
import { createHash } from 'node:crypto';

import { safeText } from '../../names/plainText';

/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

/** A template that escapes its texts, whatever is in them; HTML stays as it is. Lists are put together. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const texts = values.map(htmlText);
  // The parts are joined, since a text may contain what a replacement would replace.
  return { html: parts.map((part, index) => part + (texts[index] ?? '')).join('') };
}

type HtmlValue = Html | boolean | number | string | null | readonly (Html | string)[];

function htmlText(value: HtmlValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return safeText(withoutTurns(String(value)), 'html');
  if ('html' in value) return value.html;
  return value.map(htmlText).join('');
}

/** Shows a mark that turns the direction of writing by its number: it could make a name look like another one. */
function withoutTurns(text: string): string {
  return text
    .replaceAll('\0', '\uFFFD')
    .replaceAll(
      /\p{Bidi_Control}/gu,
      (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

/** The fields of a page as n8n's form takes them, without dollar signs, of which n8n replaces some. */
export const formJson = (fields: readonly object[]): string =>
  JSON.stringify(fields).replaceAll('$', String.raw`\u0024`);

export const textField = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The line of a table whose addresses can be clicked, where a person decides. */
export const LINKS = 'Links';

/** Makes a link of a web address, which shows where it leads; anything else stays a text. The opened site learns nothing of the page. */
function linksIn(text: string): Html {
  const parts = text
    .split('; ')
    .map((one) =>
      isWebAddress(one)
        ? html`<a href="${one}" target="_blank" rel="noopener noreferrer">${one}</a>`
        : html`${one}`,
    );
  return html`${parts.flatMap((one, index) => (index === 0 ? [one] : [html`; `, one]))}`;
}

/** An address with "@" in front of its host would lead elsewhere than it seems to. */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s@\\"'<>]+$/i.test(text) && !/[\p{Control}\p{Format}]/u.test(text) && URL.canParse(text);

/** Rows of a name and a text, without empty ones. @param withLinks not in a file that is kept: nothing in it leads elsewhere */
export function table(
  rows: readonly (readonly [string, unknown])[],
  { withLinks = false }: { withLinks?: boolean } = {},
): Html {
  const shown = rows.flatMap(([name, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return text === ''
      ? []
      : [
          html`<tr>
            <th>${name}</th>
            <td>${withLinks && name === LINKS ? linksIn(text) : text}</td>
          </tr>`,
        ];
  });
  return html`<table>
    <tbody>
      ${shown}
    </tbody>
  </table>`;
}

/** Rows below headings, each with a value for every heading. */
export function listOf(headings: readonly string[], rows: readonly (readonly unknown[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${headings.map((name) => html`<th>${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((value) => html`<td>${shownValue(value)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const shownValue = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : textField(value);

/** A field of n8n's form with a choice that has to be made. The only option is chosen already. */
export function radioField(fieldName: string, fieldLabel: string, options: readonly string[]): object {
  const [only, ...others] = options;
  return {
    ...{ fieldType: 'radio', fieldName, fieldLabel, requiredField: true },
    fieldOptions: { values: options.map((option) => ({ option })) },
    ...(others.length > 0 ? {} : { defaultValue: only }),
  };
}

/** Gives the time as 2026-03-01 12:00:00. */
export const toTheSecond = (time: string): string => time.slice(0, 19).replace('T', ' ');

/** A page of its own. It loads nothing, and nothing in it is carried out. */
export function htmlPage(title: string, body: Html): string {
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  // The policy and the style are ours, and have no text of a stranger in them.
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return `<!doctype html>\n<html lang="en"><head>${head}${html`<title>${title}</title>`.html}<style>${STYLE}</style></head><body>${body.html}</body></html>\n`;
}

const STYLE = `body { font: 11pt/1.45 system-ui, sans-serif; color: #111; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.6em } h2 { font-size: 1.25em; margin-top: 2em } h3 { font-size: 1.05em; margin: 1.6em 0 .4em }
table { border-collapse: collapse; width: 100%; margin: .4em 0 1em }
th, td { text-align: left; vertical-align: top; padding: 3px 8px; border-bottom: 1px solid #ccc; overflow-wrap: anywhere }
thead th { overflow-wrap: normal }
tbody th { width: 26%; font-weight: 600 }
tr, h2, h3 { break-inside: avoid; break-after: auto } h2, h3 { break-after: avoid }
@media print { body { margin: 0; max-width: none; font-size: 9pt } }`;
