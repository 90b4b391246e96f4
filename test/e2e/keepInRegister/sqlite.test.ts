// Keep in Register on SQLite, which n8n brings.
import { databaseTests } from './databaseTests';

describe('Keep in Register on SQLite', () => {
  databaseTests('sqlite');
});
