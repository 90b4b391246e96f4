// Screens a company against the watchlist and writes the screening record of the interface. Simple and
// deterministic: the same request always has the same hits.
import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { type ScreeningBehaviour, screeningBehaviours } from './behaviours';
import { watchlist, type WatchlistEntity } from './watchlist';

/** The screening request of the interface; a name of blanks alone is refused too. */
export const screeningRequestSchema = z.object({
  referenceId: z.string().nullish(),
  requesterId: z.string().nullish(),
  companyName: z.string().regex(/\S/),
  option: z.enum(['Pep', 'Aml', 'Both']),
});
export type ScreeningRequest = z.infer<typeof screeningRequestSchema>;

/** The screening record for a request: ordinary, or odd where the name asks for it. */
export function screen(request: ScreeningRequest): Record<string, unknown> {
  const { behaviour, name } = readName(request.companyName);
  const hits = behaviour.withoutHits ? [] : findHits(name, request.option);
  if (behaviour.atLeastOneHit && hits.length === 0) hits.push(...watchlist.slice(0, 1));
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    createdAt: now,
    requesterId: request.requesterId ?? null,
    status: 'Completed',
    totalHits: hits.length + (behaviour.extraHits ?? 0),
    option: request.option,
    processedAt: now,
    details: hits,
    isError: false,
    errors: behaviour.reportsError ? [unknownError] : [],
    ...behaviour.fields,
  };
}

function readName(companyName: string): { behaviour: ScreeningBehaviour; name: string } {
  const name = companyName.trim();
  for (const [marker, behaviour] of Object.entries(screeningBehaviours)) {
    if (name.toLowerCase().startsWith(`${marker.toLowerCase()} `))
      return { behaviour, name: name.slice(marker.length) };
  }
  return { behaviour: { does: 'the ordinary' }, name };
}

function findHits(name: string, option: ScreeningRequest['option']): WatchlistEntity[] {
  const wanted = normalise(name);
  return searchable
    .filter(({ names }) => names.some((known) => isSameOrWithin(wanted, known)))
    .map(({ entity }) => entity)
    .filter(({ sourceType }) => option === 'Both' || (sourceType === 'PEP') === (option === 'Pep'));
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

const searchable = watchlist.map((entity) => ({
  entity,
  names: [entity.name, entity.tlName, ...(entity.aliasNames ?? [])]
    .filter((name) => name !== null)
    .map(normalise),
}));

const unknownError = {
  code: 'S0005',
  message: 'UNKNOWN_ERROR',
  description: 'Unknown error; try again later, then contact support',
  suggestion: ['Try again later', 'Contact support@screening.example'],
  type: 'Fatal',
};
