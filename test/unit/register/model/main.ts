// `npm run model`: explores every scenario to its end, then plants every mistake, and prints what it found. An argument: only the
// scenarios and mistakes with these words in their names.
import { explore, type Exploration } from './explore';
import { nothingExercised } from './exercised';
import { MISTAKES } from './mistakes';
import { ENDLESS, LARGE, SMALL } from './scenarios';
import { walk } from './walk';
import { Model } from './world';
import { helpIfAsked } from '../../../support/help';

helpIfAsked(`npm run model               every scenario to its end, and every planted mistake; minutes
npm run model -- 'a retry'   only the scenarios and mistakes with these words in their names`);

const MAX_WORLDS = 3_000_000;
const WALKS = 5_000;
const exercised = nothingExercised();
const all = { scenarios: 0, worlds: 0, steps: 0, ends: 0 };
const words = process.argv[2] ?? '';
const isWanted = (one: { name: string; kind?: string }) => nameOf(one).includes(words);
const nameOf = ({ name, kind = 'sqlite' }: { name: string; kind?: string }) => `${kind}, ${name}`;

for (const scenario of [...SMALL, ...LARGE].filter(isWanted)) {
  const { worlds, steps, ends, broken, isComplete } = explore(
    new Model(scenario, null, exercised),
    MAX_WORLDS,
    (soFar) => process.stderr.write(`${nameOf(scenario)}: ${soFar} states so far\n`),
  );
  all.scenarios += 1;
  all.worlds += worlds;
  all.steps += steps;
  all.ends += ends;
  const size = `${worlds} states, ${steps} steps, ${ends} ends`;
  report(`${nameOf(scenario)}: ${size}`, broken, isComplete ? '' : ', NOT explored to the end');
}

console.log(
  `${all.scenarios} scenarios: ${all.worlds} states, ${all.steps} steps, ${all.ends} ends, ${Math.round(performance.now() / 1_000)} s`,
);

const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
for (const scenario of ENDLESS.filter(isWanted)) {
  let steps = 0;
  for (let number = 0; number < WALKS; number++) {
    const walked = walk(new Model(scenario, null, exercised), seed + number);
    steps += walked.steps;
    if (walked.broken) report(`${nameOf(scenario)}, seed ${seed + number}`, walked.broken);
  }
  report(`${nameOf(scenario)}: ${WALKS} random walks from seed ${seed} on: ${steps} steps`, null);
}

for (const [what, times] of words === '' ? exercised : []) {
  console.log(`${what}: ${times} times`);
  if (times === 0) process.exitCode = 1;
}

for (const mistake of MISTAKES.filter(isWanted)) {
  const { broken, worlds } = explore(new Model(mistake.scenario, mistake), MAX_WORLDS);
  const found = broken
    ? `found after ${worlds} worlds: ${broken.promise} (${nameOf(mistake.scenario)})`
    : 'NOT FOUND';
  console.log(`planted: ${mistake.name}; ${found}`);
  if (!broken) process.exitCode = 1;
}

function report(what: string, broken: Exploration['broken'], limits = ''): void {
  console.log(`${what}${limits}: ${broken ? `BROKEN: ${broken.promise}` : 'all promises kept'}`);
  if (broken) console.log(`  ${broken.path.join('\n  ')}`);
  if (broken || limits) process.exitCode = 1;
}
