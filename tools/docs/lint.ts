// `npm run lint:docs`: the texts agree with the program, and their links lead somewhere.
import { readPage } from './pages';
import { problemsOf } from './problems';
import { helpIfAsked } from '../../test/support/help';

helpIfAsked('npm run lint:docs  whether the guides agree with the program, and their links lead somewhere');

const problems = problemsOf(readPage);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`\nProblems in the texts: ${problems.length}.`);
  process.exitCode = 1;
}
