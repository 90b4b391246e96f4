// One real n8n for the workflows that watch, review and prove: the nightly one, its watchdog, the review desk.
import type { FakeClock } from '../../support/fakeClock';
import { addRows, addTable, removeTables } from '../../support/n8n/dataTables';
import type { Workflow } from '../../support/n8n/rest';
import { change, enterAddresses, nodeOf, screenEveryTime, startExamples } from '../examples/exampleRuns';

const START = 'Every night at 2';
/** The list of the nightly workflow. */
export const TABLE = 'Monitored companies';
/** A name that is on the sandbox's watchlist. */
const controlName = 'Nebelwald Präzisions GmbH';

export type Monitoring = Awaited<ReturnType<typeof startMonitoring>>;

/**
 * Starts n8n, the sandbox service, and what takes the messages. The project must be built.
 * @param clock if nights are to be a day apart, as they are in the example; otherwise everybody is due every second
 */
export async function startMonitoring(clock?: FakeClock) {
  const examples = await startExamples(clock ? { env: clock.env } : { hasEditor: true });
  const { rest, sandbox, outgoing, url, filesFolder, killN8n, connect, writeCompanies } = examples;
  // The watchdog does not believe nights in the sandbox.
  await connect({ environment: 'production' });
  /** Saves an example with its credentials chosen. Gives its id. */
  const save = (file: string, edit: (workflow: Workflow) => void = () => undefined) =>
    examples.save(file, (workflow) => {
      enterAddresses(workflow);
      edit(workflow);
    });
  /** As it was at the start: no tables, an ordinary service, no messages. */
  const reset = async (): Promise<void> => {
    await removeTables(rest);
    await sandbox.reset({ settings: true });
    outgoing.refuse({});
    outgoing.emails();
    outgoing.slackMessages();
  };
  const nightly = await save('nightly-rescreening.json', (workflow) => {
    if (!clock) screenEveryTime(workflow);
    change(nodeOf(workflow, 'Company Screening'), 'options', { controlName });
  });
  const watchdog = await save('nightly-watchdog.json');
  return {
    rest,
    url,
    sandbox,
    filesFolder,
    killN8n,
    connect,
    writeCompanies,
    outgoing,
    save,
    reset,
    monitor: async (...names: string[]) => {
      await addTable(rest, TABLE, ['companyKey', 'companyName', 'changedBy', 'changedAt']);
      const rows = names.map((companyName, index) => ({ companyKey: `P-${String(index + 1)}`, companyName }));
      await addRows(rest, TABLE, rows);
    },
    night: () => rest.run(nightly, START),
    beginNight: async () => {
      await rest.start(nightly, START);
    },
    watch: () => rest.run(watchdog, 'Every three hours'),
    stop: examples.stop,
  };
}
