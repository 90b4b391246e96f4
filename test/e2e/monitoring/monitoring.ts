// One real n8n for the workflows that watch, review and prove: the nightly one, its watchdog, the review desk.
import { z } from 'zod/v4';
import type { FakeClock } from '../../support/fakeClock';
import { addRows, addTable, removeTables } from '../../support/n8n/dataTables';
import type { Execution, Workflow } from '../../support/n8n/rest';
import { enterAddresses, nodeOf, startExamples, type Examples } from '../examples/exampleRuns';
import type { Outgoing } from '../outgoing';

const START = 'Every night at 2';
/** The list of the nightly workflow. */
export const TABLE = 'Monitored companies';
/** A name that is on the sandbox's watchlist. */
const controlName = 'Nebelwald Präzisions GmbH';

export interface Monitoring extends Pick<
  Examples,
  'rest' | 'url' | 'sandbox' | 'filesFolder' | 'killN8n' | 'saveCredential' | 'writeCompanies'
> {
  outgoing: Outgoing;
  /** Saves an example with its credentials chosen. Gives its id. */
  save: (file: string, edit?: (workflow: Workflow) => void) => Promise<string>;
  /** As it was at the start: no tables, an ordinary service, no messages. */
  reset: () => Promise<void>;
  /** Makes the list, of these companies. */
  monitor: (...names: string[]) => Promise<void>;
  /** Runs the nightly workflow once. */
  night: () => Promise<Execution>;
  /** Begins a night, and does not wait for it. */
  beginNight: () => Promise<void>;
  /** Runs the watchdog once. */
  watch: () => Promise<Execution>;
  stop: () => Promise<void>;
}

/**
 * Starts n8n, the sandbox service, and what takes the messages. The project must be built.
 * @param clock if nights are to be a day apart, as they are in the example; otherwise everybody is due every second
 */
export async function startMonitoring(clock?: FakeClock): Promise<Monitoring> {
  const examples = await startExamples(clock ? { env: clock.env } : { hasEditor: true });
  const { rest, sandbox, outgoing, url, filesFolder, killN8n, saveCredential, writeCompanies } = examples;
  // The watchdog does not believe nights in the sandbox.
  const credential = { ...sandbox.credential, environment: 'production' };
  await examples.saveCredential('companyScreeningApi', credential);
  const save: Monitoring['save'] = (file, edit = () => undefined) =>
    examples.save(file, (workflow) => {
      enterAddresses(workflow);
      edit(workflow);
    });
  const reset = async (): Promise<void> => {
    await removeTables(rest);
    await sandbox.reset({ settings: true });
    outgoing.refuse({});
    outgoing.emails();
    outgoing.slackMessages();
  };
  const nightly = await save('nightly-rescreening.json', (workflow) => {
    const { parameters } = nodeOf(workflow, 'Company Screening');
    if (!clock)
      parameters['registerSettings'] = {
        ...collectionOf(parameters['registerSettings']),
        screenAgainAfterDays: 0.000_000_1,
      };
    parameters['options'] = { ...collectionOf(parameters['options']), controlName };
  });
  const watchdog = await save('nightly-watchdog.json');
  return {
    rest,
    url,
    sandbox,
    filesFolder,
    killN8n,
    saveCredential,
    writeCompanies,
    outgoing,
    save,
    reset,
    monitor: async (...names) => {
      await addTable(rest, TABLE, ['companyKey', 'companyName', 'changedBy', 'changedAt']);
      const rows = names.map((companyName, index) => ({ companyKey: `P-${String(index + 1)}`, companyName }));
      await addRows(rest, TABLE, rows);
    },
    night: () => rest.run(nightly, START),
    beginNight: async () => {
      await rest.start(nightly, START);
    },
    watch: () => rest.run(watchdog, 'Every three hours'),
    stop: async () => {
      await examples.stop();
    },
  };
}

export const collectionOf = (collection: unknown) => z.record(z.string(), z.unknown()).parse(collection);
