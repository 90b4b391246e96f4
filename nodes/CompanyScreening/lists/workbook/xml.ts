// XML by its namespaces and its places: a table says what a format has where. The parser refuses what is not well-formed.
import { SaxesParser } from 'saxes';

import type { Part } from './archive';
import { unknownElement, type WorkbookProblem } from './workbookProblem';

export type Attributes = Partial<Record<string, string>>;

/**
 * The elements that may stand in another one, each with those that may stand in it; null for one of which nothing is read. `*` stands for
 * all that are not named.
 */
export type Places = ReadonlyMap<string, Places | null>;

/** Makes a table of places, with more names of which nothing is read. */
export const places = (read: Record<string, Places | null>, notRead = ''): Places =>
  new Map([
    ...Object.entries(read),
    ...notRead.split(' ').flatMap((name): Array<[string, null]> => (name === '' ? [] : [[name, null]])),
  ]);

/** An element in which nothing may stand, and one of which nothing is read but its attributes. */
export const leaf = places({});
export const unread = places({}, '*');

export const alike = (names: readonly string[], inner: Places): Record<string, Places> =>
  Object.fromEntries(names.map((name) => [name, inner]));

export interface XmlFormat {
  places: Places;
  /** The prefixes that elements and attributes have in `places`, by their namespaces; an element has none for an empty one. */
  prefixes: ReadonlyMap<string, string>;
  /** The elements of other namespaces that are left out with what is in them: all, or those of which the document says so. */
  foreign: 'declared' | 'skipped';
}

export interface Element {
  /** Its name in the table of places. */
  name: string;
  attributes: Attributes;
  /** The elements in it that have a place, and its texts, in their order. */
  nodes: ReadonlyArray<Element | string>;
}

export const elementsOf = ({ nodes }: Element): Element[] => nodes.filter((node) => typeof node !== 'string');

export function textIn({ nodes }: Element): string {
  let text = '';
  for (const node of nodes) text += typeof node === 'string' ? node : textIn(node);
  return text;
}

/**
 * Gives what is found in the elements of these names, in the order in which they end. Reads the part no further than that is taken. Throws
 * for XML that is not well-formed, for a document type, for letters that are neither in UTF-8 nor in UTF-16, and an unknown element.
 *
 * @param find asked as soon as an element ends, since elements that wait would take time
 * @param opened the name of elements that are given where they begin, without what is in them
 */
export function* foundInXml<Found>(
  part: Part,
  format: XmlFormat,
  names: readonly string[],
  find: (element: Element) => Iterable<Found>,
  opened = '',
): Generator<Found> {
  const found: Found[] = [];
  const parser = parserFor(
    new Walk(format, new Set(names), opened, (element) => {
      for (const one of find(element)) found.push(one);
    }),
  );
  for (const piece of lettersOf(part)) {
    try {
      parser.write(piece);
    } finally {
      // Everything before a mistake is given: it may be all that is asked for.
      yield* found.splice(0);
    }
  }
  parser.close();
}

/** Gives the elements themselves. */
export const elementsIn = (part: Part, format: XmlFormat, names: readonly string[], opened = '') =>
  foundInXml(part, format, names, (element) => [element], opened);

function parserFor(walk: Walk) {
  // The parser's own namespaces would take three times as long.
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?(?:8|16)$|^us-ascii$/i.test(encoding)) throw new Error('The encoding is not known.');
  });
  parser.on('doctype', () => {
    throw new Error('There is a document type.');
  });
  parser.on('attribute', walk.attribute);
  parser.on('opentag', walk.open);
  parser.on('closetag', walk.close);
  parser.on('text', walk.text);
  parser.on('cdata', walk.text);
  return parser;
}

const CHOICES = new Set(['mc:Choice', 'mc:Fallback']);

// A list needs ten or so. A small file that is unpacked to millions would take all memory.
const DEEPEST = 250;
// A row has some ten thousand cells. Millions in one element would take all memory too.
const MOST_NODES = 1_000_000;

/** The meaning of prefixes in an element that declares them, and in what is in it. */
interface Scope {
  namespaces: ReadonlyMap<string, string>;
  /** The namespaces that a program leaves out if it does not know them. */
  ignorable: ReadonlySet<string>;
  /** Names in the table of places, by the names in the document. */
  elements: Map<string, string>;
  attributes: Map<string, string>;
}

const scopeOf = (namespaces: Scope['namespaces'], ignorable: Scope['ignorable']): Scope => ({
  namespaces,
  ignorable,
  elements: new Map(),
  attributes: new Map(),
});

interface OpenElement extends Element {
  nodes: Array<Element | string>;
  /** The places of the elements that may stand in it. */
  places: Places;
  /** True if what is in it is given as well. */
  isWhole: boolean;
}

/** The way through the elements of a document, along its table of places. */
class Walk {
  private readonly around: OpenElement[] = [];
  private here: OpenElement;
  private readonly scopes: Scope[] = [];
  private scope = scopeOf(new Map([['xml', 'xml']]), new Set());
  /** Prefixes among the attributes of the next element: those of most cells have no prefix, and declare none. */
  private prefixes: 'declared' | 'none' | 'used' = 'none';
  private nodes = 0;
  /** The place where the unread part began, and the elements that must not be in it. */
  private skipped: { depth: number; isRefused: (name: string, depth: number) => boolean } | undefined;

  constructor(
    private readonly format: XmlFormat,
    private readonly wanted: ReadonlySet<string>,
    private readonly opened: string,
    private readonly give: (element: Element) => void,
  ) {
    this.here = { name: 'the document', attributes: {}, nodes: [], places: format.places, isWhole: false };
  }

  readonly attribute = ({ name }: { name: string }): void => {
    if (name === 'xmlns' || name.startsWith('xmlns:')) this.prefixes = 'declared';
    else if (this.prefixes === 'none' && name.includes(':')) this.prefixes = 'used';
  };

  readonly open = ({ name: given, attributes }: { name: string; attributes: Attributes }): void => {
    this.scopes.push(this.scope);
    if (this.scopes.length > DEEPEST) throw new Error('Its elements lie too deep in each other.');
    if (this.prefixes === 'declared') this.declare(attributes);
    const named = this.prefixes === 'none' ? attributes : this.namedAttributes(attributes);
    this.prefixes = 'none';
    const name = this.scope.elements.get(given) ?? this.elementName(given);
    if (this.skipped === undefined) this.goTo(name, given, named);
    else if (this.skipped.isRefused(name, this.scopes.length - this.skipped.depth)) throw this.unknown(given);
  };

  readonly text = (text: string): void => {
    if (this.here.isWhole && !this.skipped) this.add(text);
  };

  readonly close = (): void => {
    if (this.skipped === undefined) {
      const element = this.here;
      this.here = this.around.pop() ?? element;
      if (this.here.isWhole) this.add(element);
      else if (element.isWhole) this.give(element);
    } else if (this.skipped.depth === this.scopes.length) this.skipped = undefined;
    this.scope = this.scopes.pop() ?? this.scope;
  };

  private add(node: Element | string): void {
    this.here.nodes.push(node);
    this.nodes += 1;
    if (this.nodes > MOST_NODES) throw new Error('There is too much in an element.');
  }

  private goTo(name: string, given: string, attributes: Attributes): void {
    const inner = this.here.places.get(name);
    const any = this.here.places.get('*');
    if (inner) this.enter(name, inner, attributes);
    else if (inner === null) this.skip();
    else if (name === 'mc:AlternateContent') this.skipChoices(given);
    else if (any) this.enter('*', any, attributes);
    else if (any === null) this.skip();
    else if (this.isLeftOut(name)) this.skip((other) => !other.startsWith('{'));
    else throw this.unknown(given);
  }

  private enter(name: string, inner: Places, attributes: Attributes): void {
    if (!this.here.isWhole) this.nodes = 0;
    const isWhole = this.here.isWhole || this.wanted.has(name);
    this.around.push(this.here);
    this.here = { name, attributes, nodes: [], places: inner, isWhole };
    if (name === this.opened) this.give(this.here);
  }

  /** Skips alternatives, of which a program takes one: elements that count here must not be in them. */
  private skipChoices(given: string): void {
    const { places: around } = this.here;
    // Some programs lose what follows choices that are deeper than where honest programs write them.
    if (this.around.length > 1) throw this.unknown(given);
    this.skip((name, depth) => (depth === 1 ? !CHOICES.has(name) : depth === 2 && Boolean(around.get(name))));
  }

  private skip(isRefused: (name: string, depth: number) => boolean = () => false): void {
    this.skipped = { depth: this.scopes.length, isRefused };
  }

  private isLeftOut(name: string): boolean {
    const [, uri] = /^\{(.+)\}/s.exec(name) ?? [];
    return uri !== undefined && (this.format.foreign === 'skipped' || this.scope.ignorable.has(uri));
  }

  private unknown(given: string): WorkbookProblem {
    return unknownElement(`${given} in ${this.here.name}`);
  }

  private declare(attributes: Attributes): void {
    const declared = Object.entries(attributes).flatMap(([name, value = '']): Array<[string, string]> => {
      const [declares, prefix = ''] = /^xmlns(?::(.+))?$/s.exec(name) ?? [];
      return declares === undefined ? [] : [[prefix, value]];
    });
    const { namespaces, ignorable } = this.scope;
    this.scope = scopeOf(new Map([...namespaces, ...declared]), ignorable);
  }

  private namedAttributes(attributes: Attributes): Attributes {
    const named: Attributes = {};
    for (const name in attributes)
      named[this.scope.attributes.get(name) ?? this.attributeName(name)] = attributes[name];
    const other = ['mc:MustUnderstand', 'mc:ProcessContent'].find((name) => named[name] !== undefined);
    if (other !== undefined) throw this.unknown(other);
    const { 'mc:Ignorable': ignored } = named;
    const { namespaces, ignorable } = this.scope;
    if (ignored !== undefined) {
      const more = ignored.split(/\s+/).map((prefix) => namespaces.get(prefix) ?? '');
      this.scope = scopeOf(namespaces, new Set([...ignorable, ...more]));
    }
    return named;
  }

  private elementName(given: string): string {
    const name = this.commonName(given, this.scope.namespaces.get('')).replace(/^:/, '');
    this.scope.elements.set(given, name);
    return name;
  }

  private attributeName(given: string): string {
    const isOwn = !given.includes(':') || given.startsWith('xmlns:');
    const name = isOwn ? given : this.commonName(given, undefined);
    this.scope.attributes.set(given, name);
    return name;
  }

  /** @param uri of a name without a prefix */
  private commonName(given: string, uri = ''): string {
    const [prefix, local, more] = given.includes(':') ? given.split(':') : [undefined, given];
    const namespace = prefix === undefined ? uri : this.scope.namespaces.get(prefix);
    if (namespace === undefined || !local || prefix === '' || more !== undefined)
      throw new Error('A prefix is not known.');
    const common = this.format.prefixes.get(namespace);
    return common === undefined ? `{${namespace}}${local}` : `${common}:${local}`;
  }
}

function* lettersOf(part: Part): Generator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for (const piece of part) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

/** UTF-8 has neither of these bytes anywhere: they are the beginning of a byte order mark. */
const encodingOf = ([first]: Uint8Array): string =>
  first === 0xff ? 'utf-16le' : first === 0xfe ? 'utf-16be' : 'utf-8';
