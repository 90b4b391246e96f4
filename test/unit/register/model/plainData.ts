// Copies and keys of plain data, with maps and sets in it. The model needs both a million times.
import type { Knowledge } from '../../../../nodes/CompanyScreening/register/facts/knowledge';
import type { RunState } from '../../../../nodes/CompanyScreening/register/protocol/state';

/** Copies what the protocol changes in place: its lists, maps and sets, but not the entries, which it only replaces. */
export function copyState(state: RunState): RunState {
  return {
    ...state,
    call: state.call && { ...state.call },
    nextStatements: [...state.nextStatements],
    answersWithoutResult: [...state.answersWithoutResult],
    concluded: [...state.concluded],
    screenedByOthers: [...state.screenedByOthers],
    unclaimed: [...state.unclaimed],
    waitingForPoll: [...state.waitingForPoll],
    underWay: [...state.underWay],
    results: [...state.results],
    known: copyKnown(state.known),
  };
}

function copyKnown({
  answers,
  companiesByKeyHash,
  companiesByScreeningId,
  claimsFetchedDone,
  claimsFetchedOpen,
  ...replaced
}: Knowledge): Knowledge {
  return {
    ...replaced,
    answers: new Map([...answers].map(([company, some]) => [company, [...some]])),
    companiesByKeyHash: new Map([...companiesByKeyHash].map(([key, companies]) => [key, new Set(companies)])),
    companiesByScreeningId: new Map(
      [...companiesByScreeningId].map(([id, companies]) => [id, new Set(companies)]),
    ),
    claimsFetchedDone: new Set(claimsFetchedDone),
    claimsFetchedOpen: new Set(claimsFetchedOpen),
  };
}

const numbers = new Map<string, number>();
let last = 0;
const known = new WeakMap<object, string>();

/** A key that two values share exactly if they are equal. An object that is keyed must not change any more. */
export function keyOf(value: unknown): string {
  // With its length, a text needs no escapes.
  if (typeof value === 'string') return `${value.length}'${value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const empty = keyOfEmpty(value);
  if (empty !== null) return empty;
  const before = known.get(value);
  if (before !== undefined) return before;
  const text = textOf(value);
  const number = numbers.get(text) ?? last++;
  numbers.set(text, number);
  const key = `#${number}`;
  known.set(value, key);
  return key;
}

/** Most lists are empty, each a new one: to remember them would take longer than to look. */
function keyOfEmpty(value: object): string | null {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : null;
  if (value instanceof Map) return value.size === 0 ? 'map' : null;
  return value instanceof Set && value.size === 0 ? 'set' : null;
}

/** Frees the memory of an exploration that is over. Keys of before and after are never equal. */
export function forgetKeys(): void {
  numbers.clear();
}

function textOf(value: object): string {
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value) text += `${keyOf(one)},`;
    return `[${text}`;
  }
  if (value instanceof Map) {
    for (const [key, one] of value) text += `${keyOf(key)}:${keyOf(one)},`;
    return `map ${text}`;
  }
  if (value instanceof Set) {
    for (const one of value) text += `${keyOf(one)},`;
    return `set ${text}`;
  }
  for (const [name, one] of Object.entries(value)) text += `${name}:${keyOf(one)},`;
  return `{${text}`;
}

const MAX_REMEMBERED = 20_000;

/** Results of a pure function, by all that they follow from. Equal results are one object, which has one key. */
export class Remembered<Result extends object> {
  private readonly results = new Map<string, Result>();

  of(from: readonly unknown[], calculate: () => Result): Result {
    const key = from.map(keyOf).join();
    const before = this.results.get(key);
    if (before) return before;
    // What is looked at next is close to what was looked at last: a full memory may be emptied.
    if (this.results.size === MAX_REMEMBERED) this.results.clear();
    const result = calculate();
    this.results.set(key, result);
    return result;
  }
}
