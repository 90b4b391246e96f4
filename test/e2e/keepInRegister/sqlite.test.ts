// Keep in Register on SQLite, which n8n brings.
import { databaseTests } from './databaseTests';
import { registerTests } from './registerTests';

describe('Keep in Register on SQLite', () => {
  registerTests(databaseTests('sqlite'));
});
