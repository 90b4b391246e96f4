// Sections around a report: notes for people before they read it, and the history and removals after it.
import type { IDataObject } from 'n8n-workflow';

import { compact, plainText, quantity } from '../../names/plainText';
import { TEST } from '../../register/rows/testRows';
import { html, listOf, toTheSecond, type Html } from '../shared/html';

interface CoverFacts {
  companies: readonly IDataObject[];
  /** Companies of the whole register. */
  allCompanies: number;
  /** The newest first. */
  runs: readonly IDataObject[];
}

/** Says which companies the report has: a register may have several lists, and keeps companies that a list no longer has. */
export function coverNotes({ companies, allCompanies, runs }: CoverFacts): Html {
  const sandbox = companies.filter(({ environment }) => environment === 'sandbox').length;
  const which =
    companies.length === allCompanies
      ? 'This report has every company of the register, whichever list it is from.'
      : 'The register has other companies, too: this report has only those named above.';
  return html`${allCompanies === 0 ? '' : html`<p>${which}${latestList(runs)}</p>`}
  ${sandbox === 0 ? '' : html`<p><b>${notReal(companies, sandbox)}</b></p>`}`;
}

/** Says also what the other companies are: they might be taken for real results, and a company without an answer has none. */
function notReal(companies: readonly IDataObject[], sandbox: number): string {
  const production = companies.filter(({ environment }) => environment === 'production').length;
  const unknown = companies.length - sandbox - production;
  const others = compact(
    production > 0 && `${production} ${production === 1 ? 'is' : 'are'} from production`,
    unknown > 0 && `${unknown} ${unknown === 1 ? 'has' : 'have'} no answer that says from which of the two`,
  );
  const rest = others.length === 0 ? '' : ` ${others.join(', and ')}.`;
  if (sandbox === companies.length)
    return `${sandbox === 1 ? 'The company is' : `All ${sandbox} companies are`} from the sandbox: not real results.`;
  return `${sandbox} of these ${quantity(companies.length, 'company', 'companies')} ${sandbox === 1 ? 'is' : 'are'} from the sandbox: not real results.${rest}`;
}

function latestList(runs: readonly IDataObject[]): string {
  const latest = runs.find(({ kind }) => kind !== TEST);
  if (!latest) return '';
  const count = quantity(Number(latest['companies']), 'company', 'companies');
  return ` The list of the latest run, ${toTheSecond(plainText(latest['startedAt']))} (UTC), had ${count}.`;
}

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
  return html`<h2>Every screening</h2>
    ${listOfAll(COLUMNS, screenings)}`;
}

/** @param columns the heading of each, and the key or the value that it shows */
export function listOfAll<One>(
  columns: ReadonlyArray<readonly [heading: string, shown: keyof One | ((one: One) => unknown)]>,
  all: readonly One[],
): Html {
  if (all.length === 0) return html`<p>There are none.</p>`;
  const rows = all.map((one) =>
    columns.map(([, shown]) => (typeof shown === 'function' ? shown(one) : one[shown])),
  );
  return listOf(
    columns.map(([heading]) => heading),
    rows,
  );
}

/** @param sentences one for each deletion, the oldest first */
export function removalsSection(sentences: readonly string[]): Html {
  return sentences.length === 0
    ? html``
    : html`<h2>Deleted on purpose</h2>
        <ul>
          ${sentences.map((one) => html`<li>${one}</li>`)}
        </ul>`;
}
