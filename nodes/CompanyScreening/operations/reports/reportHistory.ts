// Two sections of the report: every screening of a company or of a period, and what was deleted on purpose.
import type { IDataObject } from 'n8n-workflow';

import { html, listOf, textField, type Html } from '../shared/html';

const COLUMNS = [
  ['Screened at (UTC)', 'screenedAt'],
  ['Company', 'companyName'],
  ['Key', 'companyKey'],
  ['Environment', 'environment'],
  ['Option', 'screeningOption'],
  ['Outcome', 'outcome'],
  ['Reason', 'reason'],
  ['Hits', 'hitNames'],
  ['Screening ID', 'screeningId'],
  ['Reference ID', 'referenceId'],
  ['Run', 'run'],
] as const;

/** @param screenings as Get Many gives them, the oldest first; null if they are not wanted */
export function historySection(screenings: readonly IDataObject[] | null): Html {
  if (screenings === null) return html``;
  const rows = screenings.map(
    (one) =>
      html`<tr>
        ${COLUMNS.map(([, key]) => html`<td>${textField(one[key])}</td>`)}
      </tr>`,
  );
  const headings = COLUMNS.map(([name]) => name);
  return html`<h2>Every screening</h2>
    ${rows.length === 0 ? html`<p>There are none.</p>` : listOf(headings, rows)}`;
}

/** @param sentences one for each time that something was deleted, the oldest first */
export function removalsSection(sentences: readonly string[]): Html {
  return sentences.length === 0
    ? html``
    : html`<h2>Deleted on purpose</h2>
        <ul>
          ${sentences.map((one) => html`<li>${one}</li>`)}
        </ul>`;
}
