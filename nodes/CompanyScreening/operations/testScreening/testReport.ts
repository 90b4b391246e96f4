// The document of a test: one HTML page that a person can print and keep, with what was missed first. Pure; every text is escaped.
import { knownHit } from '../screening/simplified';
import { html, htmlPage, listOf, table, toTheSecond, type Html } from '../shared/html';
import {
  countsBy,
  isByItsListOnly,
  isFoundNow,
  isNoLongerFound,
  type TestedScreening,
  type TestResult,
} from './results';
import { comparedSentence, listName, paidSentence, spellingName } from './testItems';

/** @param madeBy the workflow and the execution */
export function testHtml(tested: TestedScreening, madeBy: string): string {
  const { figures, environment, problems } = tested;
  const results = tested.byName.flat();
  const having = (outcome: string) => results.filter(({ judgement }) => judgement.outcome === outcome);
  const body = html`<h1>Test of the screening</h1>
    ${sandboxNote(environment)}
    ${table([
      ['Began (UTC)', toTheSecond(tested.startedAt)],
      ['Ended (UTC)', toTheSecond(tested.endedAt)],
      ['Made by', madeBy],
      ['Environment', environment],
      ['Screening Option', tested.option],
      ['Known names', figures.names],
      ['Found', figures.found],
      ['Found by its list only', results.filter(isByItsListOnly).length],
      ['Missed', figures.missed],
      ['Without an answer', figures.noAnswer],
      ['Missed, and found by an earlier test', figures.noLongerFound],
      ['Made-up name', madeUpText(tested)],
      ['Paid for', paidSentence(tested)],
      ['Earlier test', comparedSentence(tested)],
      ['Register', tested.register ?? 'the test is not kept in one'],
    ])}
    ${section('What is wrong', problems)}
    <h2>What was missed</h2>
    ${resultTable(having('missed'))}
    <h2>What has no answer</h2>
    ${resultTable(having('noAnswer'))}
    <h2>What is different from earlier tests</h2>
    <h3>Missed now, and found by an earlier test</h3>
    ${resultTable(results.filter(isNoLongerFound))}
    <h3>Found now, and missed by the last test</h3>
    ${resultTable(results.filter(isFoundNow))}
    <p>${newCount(results)} were in no earlier test, or had no answer there.</p>
    <h2>By list</h2>
    ${countTable('List', results, listName)}
    <h2>By spelling</h2>
    ${countTable('Spelling', results, spellingName)}
    <h2>What was found</h2>
    ${resultTable(having('found'))}
    <h2>What this proves</h2>
    <p>
      The service was asked for these names, in these spellings, at this time. The test says what it answered.
      It does not say that the service finds other names or other spellings, that its lists are complete, or
      that a hit was handled. The spellings follow from the names by fixed rules, so the same list of names is
      the same test next year.
    </p>`;
  return htmlPage(`Test of the screening, ${tested.startedAt.slice(0, 10)}`, body);
}

function sandboxNote(environment: TestedScreening['environment']): Html {
  return environment === 'sandbox'
    ? html`<p><b>This test was made in the sandbox: not real results.</b></p>`
    : html``;
}

function madeUpText({ madeUp: { name, screeningId }, figures: { madeUpFound } }: TestedScreening): string {
  const said =
    madeUpFound === null
      ? 'no answer that says so'
      : madeUpFound
        ? 'found, which is wrong'
        : 'not found, as it should be';
  return `${name}: ${said}${screeningId === null ? '' : ` (screening id ${screeningId})`}`;
}

function section(title: string, sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``;
  return html`<h2>${title}</h2>
    <ul>
      ${sentences.map((one) => html`<li>${one}</li>`)}
    </ul>`;
}

const newCount = (results: readonly TestResult[]): string => {
  const count = results.filter(({ earlier }) => earlier === undefined).length;
  return `${count} of ${results.length} spellings`;
};

const HEADINGS = ['Known name', 'Screened as', 'Before', 'What the service said', 'IDs'];

function resultTable(results: readonly TestResult[]): Html {
  if (results.length === 0) return html`<p>There is nothing.</p>`;
  return listOf(
    HEADINGS,
    results.map(
      (result) =>
        html`<tr>
          ${cellsOf(result).map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    ),
  );
}

function cellsOf(result: TestResult): string[] {
  const { known, spelled, judgement, screeningId, referenceId, mayBeCharged, earlier } = result;
  const about = [known.list, known.expectedId && `must find ${known.expectedId}`].filter(Boolean).join(', ');
  const hits = judgement.hits.map(knownHit).map(({ name, sourceId }) => `${name} (${sourceId})`);
  return [
    about === '' ? known.name : `${known.name} (${about})`,
    `${spelled.text} (${spellingName(result)})`,
    earlier?.last ?? '',
    [...hits, judgement.explanation].filter(Boolean).join('; '),
    [
      screeningId && `screening ${screeningId}`,
      referenceId && `reference ${referenceId}`,
      mayBeCharged && 'may have been charged',
    ]
      .filter(Boolean)
      .join(', '),
  ];
}

function countTable(
  heading: string,
  results: readonly TestResult[],
  valueOf: (result: TestResult) => string,
): Html {
  const rows = countsBy(results, valueOf).map(
    ({ of, found, missed, noAnswer }) =>
      html`<tr>
        ${[of, found, missed, noAnswer].map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  );
  return listOf([heading, 'Found', 'Missed', 'Without an answer'], rows);
}
