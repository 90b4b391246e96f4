// HTML from texts of strangers: the only place that puts a text between tags.
import { safeText } from '../../names/safeText';

/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

/** A template whose texts are escaped, whatever is in them; only what is HTML already stays. Lists are put together. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const texts = values.map(htmlText);
  // Not by replacing: a text may contain what a replacement would replace.
  return { html: parts.map((part, index) => part + (texts[index] ?? '')).join('') };
}

type HtmlValue = Html | boolean | number | string | null | readonly (Html | string)[];

function htmlText(value: HtmlValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return safeText(withoutTurns(String(value)), 'html');
  if ('html' in value) return value.html;
  return value.map(htmlText).join('');
}

/** A mark that turns the direction of writing could make a name look like another one: it is shown by its number. */
function withoutTurns(text: string): string {
  return text
    .replaceAll('\0', '\uFFFD')
    .replaceAll(
      /\p{Bidi_Control}/gu,
      (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

/** What a field of an item has to show, if that is a text. */
export const textField = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Rows of a name and a text; those without a text are left out. */
export function table(rows: readonly (readonly [string, unknown])[]): Html {
  const shown = rows.flatMap(([name, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return text === ''
      ? []
      : [
          html`<tr>
            <th>${name}</th>
            <td>${text}</td>
          </tr>`,
        ];
  });
  return html`<table>
    <tbody>
      ${shown}
    </tbody>
  </table>`;
}

/** Rows of cells under their headings. */
export function listOf(headings: readonly string[], rows: readonly Html[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${headings.map((name) => html`<th>${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
