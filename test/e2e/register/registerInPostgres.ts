// The example of a register that is kept in Postgres: how it is set up, and its rows as another program reads them.
import { z } from 'zod/v4';
import { credentialName } from '../../support/examples';
import type { RunningPostgres } from '../../support/queue/postgres';
import { publishExample, textColumn, type RegisteredCompany } from '../../support/register';
import { credentialType } from '../../support/workflows';
import { hitsSchema, type RegisterKind } from './registerInN8n';

const companiesSchema: z.ZodType<RegisteredCompany[]> = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    state: z.string(),
    outcome: textColumn,
    previousOutcome: textColumn,
    referenceId: textColumn,
    problem: textColumn,
    totalHits: z.number().nullable(),
    environment: textColumn,
  }),
);

/** The register in this Postgres. */
export function registerIn(postgres: RunningPostgres): RegisterKind<RegisteredCompany> {
  const rows = async (select: string): Promise<unknown> =>
    JSON.parse(await postgres.run(`SELECT coalesce(json_agg(row), '[]') FROM (${select}) AS row`));
  return {
    publish: async (rest, credential, settings) => {
      const { host, port, user, password, database } = postgres;
      const name = credentialName('postgres');
      const data = { host, port, user, password, database };
      const id = await rest.saveCredential({ name, type: 'postgres', data });
      const credentials = { [credentialType]: credential, postgres: { id, name } };
      return publishExample(rest, 'screening-register-postgres.json', credentials, settings);
    },
    companies: async () =>
      companiesSchema.parse(
        await rows(`
          SELECT key, name, state, outcome, previous_outcome AS "previousOutcome", reference_id AS "referenceId",
                 problem, total_hits AS "totalHits", environment
            FROM screening_register ORDER BY id`),
      ),
    clear: async () => {
      await postgres.run('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    },
    hits: async () =>
      hitsSchema.parse(
        await rows(`
          SELECT key, reference_id AS "referenceId", company_name, name, hit_fingerprint FROM screened_hits ORDER BY id`),
      ),
  };
}
