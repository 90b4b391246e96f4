// What people are told of the books of a run, once it is over.

/** What the sentences are made of. */
interface NotedFacts {
  register: string;
  /** The register was made by this run. */
  isNew: boolean;
  /** What the run gives out can be marked as reported. */
  isWrittenDown: boolean;
  /** The Company Keys that stand for several companies. */
  severalKeys: readonly string[];
  /** For other runs. */
  waitedMs: number;
}

export function keptNotes({ register, isNew, isWrittenDown, severalKeys, waitedMs }: NotedFacts): string[] {
  return [
    ...(isNew ? [`The register "${register}" was made: its tables are under Data tables in this n8n.`] : []),
    ...(isWrittenDown ? [] : [NOT_WRITTEN_DOWN]),
    ...(severalKeys.length === 0 ? [] : [severalSentence(severalKeys)]),
    ...(waitedMs < WORTH_TELLING_MS ? [] : [waitedSentence(waitedMs)]),
  ];
}

const NOT_WRITTEN_DOWN =
  'What this run gives out could not be written down, so it cannot be marked as reported, and comes out again in the next run.';

const WORTH_TELLING_MS = 5_000;

function waitedSentence(ms: number): string {
  const time = ms < 90_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
  return `This run waited ${time} for another one that was screening some of these companies, or had been killed while it did.`;
}

const KEYS_SHOWN = 3;

function severalSentence(keys: readonly string[]): string {
  const shown = keys
    .slice(0, KEYS_SHOWN)
    .map((key) => `"${key.slice(0, 50)}"`)
    .join(', ');
  const more = keys.length > KEYS_SHOWN ? ` and ${keys.length - KEYS_SHOWN} more` : '';
  return keys.length === 1
    ? `The Company Key ${shown} stands for several companies, because it comes with different names or options. Each is screened on its own.`
    : `The Company Keys ${shown}${more} stand for several companies each, because they come with different names or options. Each is screened on its own.`;
}
