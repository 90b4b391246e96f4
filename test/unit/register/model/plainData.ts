// Copies and keys of plain data, with maps and sets in it. The model needs both a million times.
import type { Knowledge } from '../../../../nodes/CompanyScreening/register/knowledge';
import type { RunState } from '../../../../nodes/CompanyScreening/register/protocol/state';

/** Copies what the protocol changes in place: its lists, maps and sets, but not the entries, which it only replaces. */
export function copyState(state: RunState): RunState {
  const { call, pending, storing, settled, takenUp, todo, waiting, underWay, results, known } = state;
  return {
    ...state,
    call: call && { ...call },
    pending: [...pending],
    storing: [...storing],
    settled: [...settled],
    takenUp: [...takenUp],
    todo: [...todo],
    waiting: [...waiting],
    underWay: [...underWay],
    results: [...results],
    known: copyKnown(known),
  };
}

function copyKnown({
  answers,
  keys,
  decided,
  screenings,
  absorbed,
  lost,
  ...replaced
}: Knowledge): Knowledge {
  return {
    ...replaced,
    answers: new Map([...answers].map(([company, some]) => [company, [...some]])),
    keys: new Map([...keys].map(([key, companies]) => [key, new Set(companies)])),
    decided: new Map([...decided].map(([company, marks]) => [company, new Set(marks)])),
    screenings: new Map([...screenings].map(([id, companies]) => [id, new Set(companies)])),
    absorbed: new Set(absorbed),
    lost: new Set(lost),
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
  const before = known.get(value);
  if (before !== undefined) return before;
  const text = textOf(value);
  const number = numbers.get(text) ?? last++;
  numbers.set(text, number);
  const key = `#${number}`;
  known.set(value, key);
  return key;
}

/** Frees the memory of an exploration that is over. Keys of before and after are never equal. */
export function forgetKeys(): void {
  numbers.clear();
}

function textOf(value: object): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (value instanceof Map)
    return `map ${[...value].map(([key, one]) => `${keyOf(key)}:${keyOf(one)}`).join()}`;
  if (value instanceof Set) return `set ${[...value].map(keyOf).join()}`;
  return `{${Object.entries(value)
    .map(([name, one]) => `${name}:${keyOf(one)}`)
    .join()}}`;
}
