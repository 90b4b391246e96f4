// Runs with every file of end-to-end tests: no test passes whose service got something else than what came out.
import { executionReaders } from '../support/n8n/rest';
import { mistakes, remember } from './whatTheServiceGot';

executionReaders.add(remember);

afterEach(async () => {
  expect(await mistakes()).toEqual([]);
});
