// The register's rules, in every order of the statements of several runs. `npm run model` explores larger worlds.
import { explore } from './model/explore';
import { MISTAKES } from './model/mistakes';
import { SMALL } from './model/scenarios';
import { Model } from './model/world';

const MAX_WORLDS = 100_000;

test.each(SMALL.map((scenario) => [`${scenario.name} (${scenario.kind})`, scenario] as const))(
  '%s: every order of the statements keeps every promise',
  (_, scenario) => {
    const { worlds, ends, broken } = explore(new Model(scenario), MAX_WORLDS);
    expect(broken).toBeNull();
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
