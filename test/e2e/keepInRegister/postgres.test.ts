// Keep in Register on Postgres.
import { databaseTests } from './databaseTests';

describe('Keep in Register on Postgres', () => {
  databaseTests('postgres');
});
