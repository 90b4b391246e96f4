// `npm run model`: explores every scenario to its end, then plants every mistake, and prints what it found. An argument: only the
// scenarios with these words in their names.
import { explore } from './explore';
import { MISTAKES } from './mistakes';
import { LARGE, SMALL } from './scenarios';
import { Model } from './world';

const MAX_WORLDS = 20_000_000;
const words = process.argv[2] ?? '';
const scenarios = [...SMALL, ...LARGE].filter(({ name, kind }) => `${kind} ${name}`.includes(words));

for (const scenario of scenarios) {
  const { worlds, steps, ends, broken } = explore(new Model(scenario), MAX_WORLDS);
  const found = broken ? `BROKEN: ${broken.promise}\n  ${broken.path.join('\n  ')}` : 'all promises kept';
  console.log(`${scenario.kind}, ${scenario.name}: ${worlds} states, ${steps} steps, ${ends} ends, ${found}`);
  if (broken) process.exitCode = 1;
}
for (const mistake of MISTAKES) {
  const { broken, worlds } = explore(new Model(mistake.scenario, mistake), MAX_WORLDS);
  const found = broken
    ? `found after ${worlds} worlds: ${broken.promise} (${mistake.scenario.kind}, ${mistake.scenario.name})`
    : 'NOT FOUND';
  console.log(`planted: ${mistake.name}; ${found}`);
  if (!broken) process.exitCode = 1;
}
