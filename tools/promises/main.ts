// `npm run promises`: prints each promise to auditors, with the tests that prove it.
import { helpIfAsked } from '../../test/support/help';
import { readPage } from '../docs/pages';
import { promiseList } from './promises';

helpIfAsked(
  'npm run promises  each promise of docs/for-auditors.md, with the names of the tests that prove it',
);

console.log(promiseList(readPage));
