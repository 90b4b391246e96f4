// Runs with every file of end-to-end tests: no test passes whose service got something else than what came out.
import { executionReaders } from '../support/n8n/rest';
import { mistakes, remember } from './whatTheServiceGot';

// What waits has a deadline of its own; this one is for a machine with much else to do.
jest.setTimeout(5 * 60_000);

executionReaders.add(remember);

afterEach(async () => {
  expect(await mistakes()).toEqual([]);
});
