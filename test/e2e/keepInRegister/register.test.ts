// Keep in Register on SQLite, which n8n brings. What the register does with a table is the same on Postgres, which `../dataTables` proves of
// each of its statements, and `../queue` of two starts at once and of a kill.
import { annualReturnsTests } from './annualReturns';
import { useKeptRuns } from './keptRuns';
import { killTests } from './killed';
import { runTests } from './runs';

const kept = useKeptRuns();

runTests(kept);
killTests(kept);
annualReturnsTests(kept);
