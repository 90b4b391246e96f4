// Tells which rows of a list, or items of a workbook, are about one company: by its key and its name, with the environment and the option, and
// never by a set of columns. The run and the workbook of its items count alike, since both ask here.
import { grouped } from '../../names/plainText';
import { cleanText, companyNameOf } from '../../names/companyName';
import { InvalidItem } from '../../names/invalidItem';

/** The company as a row names it; null for missing parts. */
export interface NamedCompany {
  name: string;
  key: string | null;
  environment: string | null;
  option: string | null;
}

/** Undefined for a text that no company can be screened under. */
export function companyNameIn(given: unknown): string | undefined {
  const name = companyNameOf(given);
  return name instanceof InvalidItem ? undefined : name;
}

/** The name is the key where there is no other. */
export function keyUnlessName(name: string, key: unknown): string {
  const text = cleanText(key);
  return text === name ? '' : text;
}

/**
 * Gives rows of the same company equal numbers. A row that names none is a company of its own. A row with missing parts counts for every
 * company that it may be about: these are one, so that no verdict of one hides what may be said of it.
 */
export function companyNumbers(rows: readonly (NamedCompany | undefined)[]): number[] {
  const byName = new Map<string, Map<string, { about: NamedCompany; rows: number[] }>>();
  const numbers = rows.map((_, row) => row);
  for (const [row, about] of rows.entries()) {
    if (!about) continue;
    const groups = byName.get(about.name) ?? new Map<string, { about: NamedCompany; rows: number[] }>();
    byName.set(about.name, groups);
    const text = JSON.stringify([about.key, about.environment, about.option]);
    const group = groups.get(text) ?? { about, rows: [] };
    groups.set(text, group);
    group.rows.push(row);
  }
  for (const groups of byName.values())
    for (const company of joined([...groups.values()]))
      for (const { rows: same } of company) for (const row of same) numbers[row] = company[0]?.rows[0] ?? row;
  return numbers;
}

/**
 * Joins the groups that may be about one company. Groups with the same missing parts are compared with others by the common parts, so that a name
 * with 100,000 keys needs no comparison of each with each.
 */
function joined<Group extends { about: NamedCompany }>(groups: readonly Group[]): Group[][] {
  const byWhatTheySay = grouped(groups, ({ about }) => saidBy(about).join());
  if (byWhatTheySay.size === 1) return groups.map((group) => [group]);
  const company = new Map(groups.map((group) => [group, [group]]));
  const join = (one: Group, other: Group) => {
    const [these, those] = [company.get(one) ?? [one], company.get(other) ?? [other]];
    if (these === those) return;
    const [more, fewer] = these.length < those.length ? [those, these] : [these, those];
    for (const group of fewer) {
      more.push(group);
      company.set(group, more);
    }
  };
  const kinds = [...byWhatTheySay.values()];
  for (const [index, these] of kinds.entries())
    for (const those of kinds.slice(index + 1)) {
      const both = saidBy(these[0]?.about).filter((what) => saidBy(those[0]?.about).includes(what));
      const textOf = ({ about }: Group) => JSON.stringify(both.map((what) => about[what]));
      const found = grouped(those, textOf);
      for (const one of these) for (const other of found.get(textOf(one)) ?? []) join(one, other);
    }
  return [...new Set(groups.map((group) => company.get(group) ?? [group]))];
}

const DIFFERENCES = ['key', 'environment', 'option'] as const;

const saidBy = (about: NamedCompany | undefined) =>
  DIFFERENCES.filter((what) => about && about[what] !== null);
