// The register's rules, in every order of the statements of several runs. `npm run model` explores larger worlds.
import { explore } from './model/explore';
import { nothingExercised } from './model/exercised';
import { MISTAKES } from './model/mistakes';
import { ENDLESS, SMALL } from './model/scenarios';
import { walk } from './model/walk';
import { Model } from './model/world';

const MAX_WORLDS = 100_000;

test.each(SMALL.map((scenario) => [`${scenario.name} (${scenario.kind})`, scenario] as const))(
  '%s: every order of the statements keeps every promise',
  (_, scenario) => {
    const { worlds, ends, broken, isComplete } = explore(new Model(scenario), MAX_WORLDS);
    expect(broken).toBeNull();
    expect(isComplete).toBe(true);
    expect(worlds).toBeGreaterThan(ends);
    expect(ends).toBeGreaterThan(0);
  },
);

test.each(MISTAKES.map((mistake) => [mistake.name, mistake] as const))(
  'the model finds what breaks if %s',
  (_, mistake) => {
    expect(explore(new Model(mistake.scenario, mistake), MAX_WORLDS).broken).not.toBeNull();
  },
);

// A walk that broke a promise is walked again with `MODEL_SEED=… npx jest model`.
const SEED = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test.each(ENDLESS.map((scenario) => [scenario.name, scenario.kind, scenario] as const))(
  `random walks through %s keep every promise (%s, seed ${SEED})`,
  (_, __, scenario) => {
    const model = new Model(scenario);
    for (let number = 0; number < 60; number++) {
      const { broken } = walk(model, SEED + number);
      expect({ seed: SEED + number, broken }).toEqual({ seed: SEED + number, broken: null });
    }
  },
);

test('walks through all scenarios ask for every rule, and come to every outcome', () => {
  const exercised = nothingExercised();
  for (const scenario of [...SMALL, ...ENDLESS]) {
    const model = new Model(scenario, null, exercised);
    for (let seed = 1; seed <= 30; seed++) walk(model, seed);
  }
  // A call that fails for good at one moment is rare: of that scenario, every order is taken.
  for (const scenario of SMALL.filter(({ name }) => name === 'a store that fails for good'))
    explore(new Model(scenario, null, exercised), MAX_WORLDS);
  const never = [...exercised].flatMap(([what, times]) => (times === 0 ? [what] : []));
  expect(never).toEqual([]);
});
