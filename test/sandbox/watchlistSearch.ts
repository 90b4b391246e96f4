// The watchlist of a running sandbox: searched by name, and changed at a test's word.
import { watchlist as entitiesAtStart } from './watchlist';
import { type WatchlistChange, type WatchlistEntity, watchlistEntitySchema } from './watchlistSchema';

export class Watchlist {
  private readonly searchable: { entity: WatchlistEntity; names: string[] }[];

  constructor(readonly entities: readonly WatchlistEntity[] = entitiesAtStart) {
    this.searchable = entities.map((entity) => ({
      entity,
      names: [entity.name, entity.tlName, ...(entity.aliasNames ?? [])]
        .filter((name) => name !== null)
        .map(normalise),
    }));
  }

  /** The entities that go by this name, among those that the screening option asks for. */
  find(name: string, option: 'Pep' | 'Aml' | 'Both'): WatchlistEntity[] {
    const wanted = normalise(name);
    return this.searchable
      .filter(({ names }) => names.some((known) => isSameOrWithin(wanted, known)))
      .map(({ entity }) => entity)
      .filter(({ sourceType }) => option === 'Both' || (sourceType === 'PEP') === (option === 'Pep'));
  }

  /**
   * A watchlist with the change made.
   * @throws Error where a name is not on the list, or a field is none of an entity's
   */
  changed({ replace, remove = [], change = [], add = [] }: WatchlistChange): Watchlist {
    const listed = replace ?? this.entities;
    for (const name of [...remove, ...change.map((one) => one.name)]) {
      if (!listed.some((entity) => entity.name === name))
        throw new Error(`"${name}" is not on the watchlist.`);
    }
    const kept = listed
      .filter(({ name }) => !remove.includes(name))
      .map((entity) => {
        const changes = change.filter(({ name }) => name === entity.name).map(({ fields }) => fields);
        return changes.length === 0
          ? entity
          : watchlistEntitySchema.parse(Object.assign({}, entity, ...changes));
      });
    return new Watchlist([...kept, ...add]);
  }
}

// One word within a longer name says too little; two words in a row are a match.
function isSameOrWithin(a: string, b: string): boolean {
  if (a === b) return a !== '';
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return shorter.includes(' ') && ` ${longer} `.includes(` ${shorter} `);
}

// Words in lower case with one space between them; each Chinese character counts as a word.
function normalise(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(/\p{Script=Han}/gu, ' $& ')
    .trim()
    .replace(/\s+/gu, ' ');
}
