// Screens a company against the watchlist and writes the screening record of the interface. Simple and
// deterministic: the same request always has the same hits.
import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { type ScreeningBehaviour, screeningBehaviours } from './behaviours';
import type { Watchlist } from './watchlistSearch';

/** The screening request of the interface; a name of blanks alone is refused too. */
export const screeningRequestSchema = z.object({
  referenceId: z.string().nullish(),
  requesterId: z.string().nullish(),
  companyName: z.string().regex(/\S/),
  option: z.enum(['Pep', 'Aml', 'Both']),
});
export type ScreeningRequest = z.infer<typeof screeningRequestSchema>;

/** Its fields beside those that say who was asked for, and what was found. */
interface ScreeningRecord extends Record<string, unknown> {
  id: string;
  status: string;
}

/** The screening record for a request: ordinary, or odd where the name asks for it. */
export function screen(request: ScreeningRequest, watchlist: Watchlist): ScreeningRecord {
  const { behaviour, name } = readName(request.companyName);
  const hits = behaviour.withoutHits ? [] : watchlist.find(name, request.option);
  if (behaviour.atLeastOneHit && hits.length === 0) hits.push(...watchlist.entities.slice(0, 1));
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

const unknownError = {
  code: 'S0005',
  message: 'UNKNOWN_ERROR',
  description: 'Unknown error; try again later, then contact support',
  suggestion: ['Try again later', 'Contact support@screening.example'],
  type: 'Fatal',
};
