// XML by its namespaces and its places: what a format has where, a table says. The parser refuses what is not well-formed.
import { SaxesParser } from 'saxes';
import type { Part } from './archive';

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

export interface XmlFormat {
  places: Places;
  /** The prefixes that elements and attributes have in `places`, by their namespaces; an element has none for an empty one. */
  prefixes: ReadonlyMap<string, string>;
  /** The elements of other namespaces that are left out with what is in them: all, or those of which the document says so. */
  foreign: 'declared' | 'skipped';
}

/** Is told of the elements that have a place, by their names there. */
export interface XmlReader {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** An element that stands where its format has none, and in which there may be something to see. */
export class UnknownElement extends Error {}

/**
 * Reads a part from its beginning to its end. Throws for XML that is not well-formed, for a document type, for letters that are
 * neither in UTF-8 nor in UTF-16, and an UnknownElement.
 */
export function readXml(part: Part, format: XmlFormat, reader: XmlReader): void {
  Array.from(foundInXml(part, format, reader, []));
}

/**
 * Gives what the reader finds, and reads the part no further than that is taken.
 *
 * @param found where the reader puts it; it is taken out of there
 */
export function* foundInXml<Found>(
  part: Part,
  format: XmlFormat,
  reader: XmlReader,
  found: Found[],
): Generator<Found> {
  const parser = parserFor(format, reader);
  for (const piece of textOf(part)) {
    try {
      parser.write(piece);
    } finally {
      // What stands before a mistake may be all that is asked for.
      yield* found.splice(0);
    }
  }
  parser.close();
}

function parserFor(format: XmlFormat, reader: XmlReader) {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const walk = new Walk(format, reader);
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?(?:8|16)$|^us-ascii$/i.test(encoding)) throw new Error('The encoding is not known.');
  });
  parser.on('doctype', () => {
    throw new Error('There is a document type.');
  });
  parser.on('attribute', ({ name }) => {
    walk.attribute(name);
  });
  parser.on('opentag', ({ name, attributes }) => {
    walk.open(name, attributes);
  });
  parser.on('closetag', () => {
    walk.close();
  });
  const onText = (text: string) => {
    walk.text(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  return parser;
}

const CHOICES = new Set(['mc:Choice', 'mc:Fallback']);

// A list needs ten or so. A small file that is unpacked to millions would take all memory.
const DEEPEST = 250;

/** What prefixes mean in an element that says so, and in what is in it. */
interface Scope {
  depth: number;
  namespaces: ReadonlyMap<string, string>;
  /** The namespaces that a program leaves out if it does not know them. */
  ignorable: ReadonlySet<string>;
  /** Names in the table of places, by the names in the document. */
  elements: Map<string, string>;
  attributes: Map<string, string>;
}

const scopeAt = (depth: number, namespaces: Scope['namespaces'], ignorable: Scope['ignorable']): Scope => ({
  depth,
  namespaces,
  ignorable,
  elements: new Map(),
  attributes: new Map(),
});

/** The way through the elements of a document, along its table of places. */
class Walk {
  private readonly names = ['the document'];
  private readonly scopes: Scope[] = [];
  private readonly around: Places[] = [];
  private here: Places;
  private scope = scopeAt(0, new Map([['xml', 'xml']]), new Set());
  private depth = 0;
  /** What there is among the attributes of the next element: those of most cells have no prefix, and declare none. */
  private prefixes: 'declared' | 'none' | 'used' = 'none';
  /** Where what is not read began, and which elements must not be in it. */
  private skipped: { depth: number; isRefused: (name: string, depth: number) => boolean } | undefined;

  constructor(
    private readonly format: XmlFormat,
    private readonly reader: XmlReader,
  ) {
    this.here = format.places;
  }

  attribute(name: string): void {
    if (name === 'xmlns' || name.startsWith('xmlns:')) this.prefixes = 'declared';
    else if (this.prefixes === 'none' && name.includes(':')) this.prefixes = 'used';
  }

  open(given: string, attributes: Attributes): void {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Error('Its elements lie too deep in each other.');
    if (this.prefixes === 'declared') this.declare(attributes);
    const named = this.prefixes === 'none' ? attributes : this.namedAttributes(attributes);
    this.prefixes = 'none';
    const name = this.scope.elements.get(given) ?? this.elementName(given);
    if (this.skipped) {
      if (this.skipped.isRefused(name, this.depth - this.skipped.depth)) throw this.unknown(given);
      return;
    }
    const inner = this.here.get(name);
    if (inner) this.enter(name, inner, named);
    else if (inner === null) this.skip();
    else this.openOther(given, name, named);
  }

  text(text: string): void {
    if (!this.skipped) this.reader.text?.(text);
  }

  close(): void {
    if (this.scope.depth === this.depth) this.scope = this.scopes.pop() ?? this.scope;
    if (this.skipped === undefined) {
      this.here = this.around.pop() ?? this.here;
      const name = this.names.pop() ?? '';
      this.reader.close?.(name);
    } else if (this.skipped.depth === this.depth) this.skipped = undefined;
    this.depth -= 1;
  }

  private enter(name: string, inner: Places, attributes: Attributes): void {
    this.around.push(this.here);
    this.names.push(name);
    this.here = inner;
    this.reader.open?.(name, attributes);
  }

  private openOther(given: string, name: string, attributes: Attributes): void {
    const { here } = this;
    const any = here.get('*');
    // A program takes one of the choices: what counts here must not be in them. Deeper than where honest programs write them, some lose
    // what follows.
    if (name === 'mc:AlternateContent' && this.names.length > 2) throw this.unknown(given);
    if (name === 'mc:AlternateContent')
      this.skip((inner, depth) =>
        depth === 1 ? !CHOICES.has(inner) : depth === 2 && Boolean(here.get(inner)),
      );
    else if (any) this.enter('*', any, attributes);
    else if (any === null) this.skip();
    else if (this.isLeftOut(name)) this.skip((inner) => !inner.startsWith('{'));
    else throw this.unknown(given);
  }

  private skip(isRefused: (name: string, depth: number) => boolean = () => false): void {
    this.skipped = { depth: this.depth, isRefused };
  }

  private isLeftOut(name: string): boolean {
    const [, uri] = /^\{(.+)\}/s.exec(name) ?? [];
    return uri !== undefined && (this.format.foreign === 'skipped' || this.scope.ignorable.has(uri));
  }

  private unknown(given: string): UnknownElement {
    return new UnknownElement(`${given} in ${this.names.at(-1) ?? ''}`);
  }

  private namedAttributes(attributes: Attributes): Attributes {
    const named: Attributes = {};
    for (const name in attributes)
      named[this.scope.attributes.get(name) ?? this.attributeName(name)] = attributes[name];
    const { 'mc:Ignorable': ignored } = named;
    if (ignored !== undefined) this.leaveOut(ignored);
    const other = ['mc:MustUnderstand', 'mc:ProcessContent'].find((name) => named[name] !== undefined);
    if (other !== undefined) throw this.unknown(other);
    return named;
  }

  private declare(attributes: Attributes): void {
    const declared = Object.entries(attributes).flatMap(([name, value = '']): Array<[string, string]> => {
      const [declares, prefix = ''] = /^xmlns(?::(.+))?$/s.exec(name) ?? [];
      return declares === undefined ? [] : [[prefix, value]];
    });
    this.scopes.push(this.scope);
    const { namespaces, ignorable } = this.scope;
    this.scope = scopeAt(this.depth, new Map([...namespaces, ...declared]), ignorable);
  }

  private leaveOut(prefixes: string): void {
    const { depth, namespaces, ignorable } = this.scope;
    const more = prefixes.split(/\s+/).map((prefix) => namespaces.get(prefix) ?? '');
    if (depth < this.depth) this.scopes.push(this.scope);
    this.scope = scopeAt(this.depth, namespaces, new Set([...ignorable, ...more]));
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

function* textOf(part: Part): Generator<string> {
  let decoder: ReturnType<typeof decoderFor> | undefined;
  for (const piece of part) {
    decoder ??= decoderFor(piece);
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

/** @param beginning of a part */
const decoderFor = (beginning: Uint8Array) => new TextDecoder(encodingOf(beginning), { fatal: true });

/** UTF-8 has neither of these bytes anywhere: they are the beginning of a byte order mark. */
function encodingOf([first]: Uint8Array): string {
  if (first === 0xff) return 'utf-16le';
  return first === 0xfe ? 'utf-16be' : 'utf-8';
}
