// Repeats in columns: the rest of answers that said nothing new. A pack is JSON, deflated, as base64, so that a table can hold it.
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate/browser';
import * as z from 'zod/v4';

import { mark } from './cells';
import type { Company } from './identity';

/** An answer that says the same as an earlier one of its company, which has the common content. */
export interface PackedRepeat {
  answerId: string;
  runId: string;
  /** The answer that it repeats. */
  originalId: string;
  /** ISO 8601. */
  screenedAt: string;
  service: Pick<Company, 'baseUrl' | 'environment'>;
  /** An id for each name of the company that has one, as the service gave them. */
  screeningIds: readonly string[];
  /** Null where it follows from the run and the company. */
  referenceId: string | null;
}

export const REPEATS_IN_A_PACK = 1_000;

/** The repeats as one text; those of one batch beside each other make it shorter. */
export function packRepeats(repeats: readonly PackedRepeat[]): string {
  const bytes = deflateSync(strToU8(JSON.stringify(columnsOf(repeats))), { level: 9 });
  return btoa(strFromU8(bytes, true));
}

/** Undefined for a text that is no pack. */
export function unpackRepeats(text: string): PackedRepeat[] | undefined {
  try {
    const json: unknown = JSON.parse(strFromU8(inflateSync(strToU8(atob(text), true))));
    return repeatsOf(packSchema.parse(json));
  } catch {
    return undefined;
  }
}

/** A number stands for a text with a canonical form: the place in a batch, or the milliseconds since the repeat before. */
const numberOrText = z.union([z.number(), z.string()]);
const idSchema = z.object({ mark: z.array(z.int()), place: z.array(numberOrText) });
const packSchema = z.object({
  /** The dictionaries of the columns that point into them. */
  marks: z.array(mark),
  runs: z.array(mark),
  services: z.array(z.object({ environment: z.enum(['production', 'sandbox']), baseUrl: z.string() })),
  answer: idSchema,
  original: idSchema,
  run: z.array(z.int()),
  service: z.array(z.int()),
  screenedAt: z.array(numberOrText),
  /** The number of ids of each repeat, and all of them: the digits of the UUIDs one after the other, or a text. */
  ids: z.array(z.int()),
  uuids: z.string().regex(/^[0-9a-f]*$/),
  otherIds: z.record(z.string(), z.string()),
  /** Ids by the place in the pack. */
  referenceIds: z.record(z.string(), z.string()),
});
type Pack = z.infer<typeof packSchema>;

function columnsOf(repeats: readonly PackedRepeat[]): Pack {
  const marks = new Dictionary();
  const runs = new Dictionary();
  const services = new Dictionary();
  const ids = repeats.flatMap(({ screeningIds }) => screeningIds);
  const idsOf = (answers: readonly string[]) => {
    const parts = answers.map(partsOf);
    return { mark: parts.map((one) => marks.placeOf(one.mark)), place: parts.map(({ place }) => place) };
  };
  return {
    answer: idsOf(repeats.map(({ answerId }) => answerId)),
    original: idsOf(repeats.map(({ originalId }) => originalId)),
    run: repeats.map(({ runId }) => runs.placeOf(runId)),
    service: repeats.map(({ service: { environment, baseUrl } }) =>
      services.placeOf(JSON.stringify({ environment, baseUrl })),
    ),
    screenedAt: timesSince(repeats.map(({ screenedAt }) => screenedAt)),
    ids: repeats.map(({ screeningIds }) => screeningIds.length),
    uuids: ids.filter(isUuid).map(digitsOf).join(''),
    otherIds: numbered(ids.map((id) => (isUuid(id) ? null : id))),
    referenceIds: numbered(repeats.map(({ referenceId }) => referenceId)),
    marks: marks.texts,
    runs: runs.texts,
    services: services.texts.map((text) => serviceSchema.parse(JSON.parse(text))),
  };
}
const serviceSchema = packSchema.shape.services.element;

/** @throws where the columns do not fit each other */
function repeatsOf(pack: Pack): PackedRepeat[] {
  const { marks, runs, services } = pack;
  const times = timesFrom(pack.screenedAt);
  const idOf = ({ mark: places, place }: Pack['answer'], index: number) =>
    `${at(marks, at(places, index))}.${at(place, index)}`;
  let uuidsRead = 0;
  let idsRead = 0;
  const nextId = () => {
    const other = pack.otherIds[idsRead++];
    if (other !== undefined) return other;
    return uuidFrom(pack.uuids.slice(uuidsRead, (uuidsRead += UUID_DIGITS)));
  };
  return pack.ids.map((count, index) => ({
    answerId: idOf(pack.answer, index),
    originalId: idOf(pack.original, index),
    runId: at(runs, at(pack.run, index)),
    screenedAt: at(times, index),
    service: at(services, at(pack.service, index)),
    screeningIds: Array.from({ length: count }, nextId),
    referenceId: pack.referenceIds[index] ?? null,
  }));
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error('The columns of a pack do not fit each other.');
  return found;
}

/** Texts that come again and again, each once. */
class Dictionary {
  readonly texts: string[] = [];
  private readonly places = new Map<string, number>();

  placeOf(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.places.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/** An answer's id is the mark of its batch and a place in it. */
function partsOf(answerId: string): { mark: string; place: number | string } {
  const dot = answerId.lastIndexOf('.');
  const place = answerId.slice(dot + 1);
  const number = Number(place);
  return { mark: answerId.slice(0, dot), place: String(number) === place ? number : place };
}

function timesSince(times: readonly string[]): (number | string)[] {
  let beforeMs = 0;
  return times.map((time) => {
    const ms = Date.parse(time);
    if (Number.isNaN(ms) || new Date(ms).toISOString() !== time) return time;
    const since = ms - beforeMs;
    beforeMs = ms;
    return since;
  });
}

function timesFrom(column: readonly (number | string)[]): string[] {
  let ms = 0;
  return column.map((cell) => (typeof cell === 'string' ? cell : new Date((ms += cell)).toISOString()));
}

const UUID_DIGITS = 32;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isUuid = (id: string): boolean => UUID.test(id);
const digitsOf = (uuid: string): string => uuid.replaceAll('-', '');

function uuidFrom(digits: string): string {
  if (digits.length !== UUID_DIGITS) throw new Error('A pack has fewer ids than it says.');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)];
  return [...parts, digits.slice(20)].join('-');
}

function numbered(texts: readonly (string | null)[]): Record<string, string> {
  return Object.fromEntries(
    texts.flatMap((text, place): [string, string][] => (text === null ? [] : [[String(place), text]])),
  );
}
