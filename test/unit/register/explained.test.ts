// What n8n and its databases say when they fail, and what a person reads. The texts were seen on n8n 2.41 or stand in the
// sources of SQLite and Postgres.
import { explained } from '../../../nodes/CompanyScreening/register/dataTables/dataTables';
import { RegisterFailure } from '../../../nodes/CompanyScreening/register/port/tables';

async function failureFor(text: string): Promise<RegisterFailure> {
  const failing = explained(() => Promise.reject(new Error(text)));
  const failure: unknown = await failing.catch((error: unknown) => error);
  if (failure instanceof RegisterFailure) return failure;
  throw new Error('It was not explained.');
}

test.each([
  [
    'full',
    'Validation error with data table request: Data table size limit exceeded: 200MB used, limit is 200MB',
  ],
  ['diskFull', 'SQLITE_FULL: database or disk is full'],
  ['diskFull', 'could not extend file "base/5/16400": No space left on device'],
  ['busy', 'SQLITE_BUSY: database is locked'],
  ['busy', 'timeout exceeded when trying to connect'],
  ['busy', 'sorry, too many clients already'],
  ['readOnly', 'SQLITE_READONLY: attempt to write a readonly database'],
  ['readOnly', 'permission denied for table data_table_user_x'],
  ['readOnly', 'cannot execute INSERT in a read-only transaction'],
  ['unreachable', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['unreachable', 'terminating connection due to administrator command'],
  ['unreachable', 'Connection terminated unexpectedly'],
  ['unreachable', 'Driver not Connected'],
  ['unreachable', 'Timed out after 30000ms waiting for database connection recovery'],
  ['unreachable', 'Query runner already released. Cannot run queries anymore.'],
  ['notAvailable', 'Attempted to use Data table node but the module is disabled'],
  ['notAvailable', 'Unrecognized node type: n8n-nodes-base.dataTable'],
  ['notAvailable', 'Could not get parameter'],
  ['stopped', 'The execution was cancelled because it timed out'],
  ['gone', "Data table with ID 'abc' could not be found in this project"],
  ['foreign', "Validation error with data table request: unknown column name 'mark'"],
  ['foreign', 'Filter validation failed: Column(s) "mark" do not exist in the selected table.'],
  ['unexpected', 'Something that nobody has seen yet'],
])('%s: %s', async (problem, text) => {
  const failure = await failureFor(text);
  expect(failure.problem).toBe(problem);
  expect(failure.message).toContain(text.slice(0, 40));
  expect(failure.description).not.toBe('');
});

test('an n8n that is too old for the register is told which one is needed', async () => {
  const { message, description } = await failureFor('Could not get parameter');
  expect(message).toBe(
    'The register needs the data tables of n8n 2.41 or newer, and this n8n does not have them: Could not get parameter',
  );
  expect(description).toContain('Update n8n to 2.41 or newer.');
});

test('a failure that is explained already stays as it is', async () => {
  const failure = new RegisterFailure('foreign', 'a', 'b');
  await expect(explained(() => Promise.reject(failure))).rejects.toBe(failure);
});
