// The parts of an .xlsx file that belong together, and what each of them is.
import type { Archive, Part } from './archive';
import { CONTENT_TYPES, OFFICE, RELATIONS, STRICT } from './xlsxFormat';
import { elementsIn } from './xml';

/** Beginnings of the type of a relation, before its last word. */
const RELATION_TYPES = [
  `${OFFICE}/relationships/`,
  `${STRICT}/officeDocument/relationships/`,
  'http://schemas.microsoft.com/office/2006/relationships/',
];

export interface RelatedPart {
  id: string;
  /** The last word of its type; empty for one that is not known. */
  type: string;
  path: string;
}

/** @param path of a part, or nothing for the whole package */
export function partsRelatedTo(path: string, archive: Archive): RelatedPart[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const parts = new Map<string, RelatedPart>();
  const relations = archive.smallPart(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (relations === undefined) return [];
  for (const { attributes } of elementsIn(relations, RELATIONS, ['package:Relationship'])) {
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
    if (mode === 'External') continue;
    if (parts.has(id)) throw new Error(`Two parts have the id ${id}.`);
    const base = RELATION_TYPES.find((one) => type.startsWith(one)) ?? type;
    parts.set(id, { id, type: type.slice(base.length), path: resolved(folder, target) });
  }
  return [...parts.values()];
}

/** Throws if there are two of that type: which one is meant cannot be known. */
export function pathOf(type: string, parts: readonly RelatedPart[]): string | undefined {
  const [part, other] = parts.filter((one) => one.type === type);
  if (other !== undefined) throw new Error(`There are two parts of the type ${type}.`);
  return part?.path;
}

/** The type that the package gives for that part, or for all parts with its ending. */
export function contentTypeOf(path: string, archive: Archive): string {
  let type = '';
  let ofEnding = '';
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const types = present('[Content_Types].xml', archive.smallPart('[Content_Types].xml'));
  for (const { name, attributes } of elementsIn(types, CONTENT_TYPES, ['types:Override', 'types:Default'])) {
    const { PartName: part = '', Extension: extension = '', ContentType: given = '' } = attributes;
    if (name === 'types:Override' && part.toLowerCase() === `/${path.toLowerCase()}`) type = given;
    if (name === 'types:Default' && extension.toLowerCase() === ending) ofEnding = given;
  }
  return type || ofEnding;
}

export function present(path: string, part: Part | undefined): Part {
  if (part === undefined) throw new Error(`There is no ${path}.`);
  return part;
}

/** The path of a part in the archive, from an address in the folder of another one. */
function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  return path.join('/');
}
