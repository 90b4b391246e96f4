// XML, by a parser that refuses what is not well-formed.
import { SaxesParser } from 'saxes';
import type { Part } from './archive';

export type Attributes = Partial<Record<string, string>>;

export interface XmlReader {
  /** @param within the name of the element around it */
  open?(name: string, attributes: Attributes, within: string): void;
  text?(text: string): void;
  close?(name: string, within: string): void;
}

/** What the prefixes are called here, by their namespaces. */
export type Prefixes = Readonly<Partial<Record<string, string>>>;

/**
 * Reads a part from its beginning to its end. Throws for XML that is not well-formed, for a document type, and for letters that are
 * neither in UTF-8 nor in UTF-16.
 *
 * @param prefixes without them, elements are called by their names without prefixes, and attributes as they are written
 */
export function readXml(part: Part, reader: XmlReader, prefixes?: Prefixes): void {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const names = prefixes ? new CommonNames(prefixes) : undefined;
  const path = [''];
  const within = () => path.at(-1) ?? '';
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?(?:8|16)$|^us-ascii$/i.test(encoding)) throw new Error('The encoding is not known.');
  });
  parser.on('doctype', () => {
    throw new Error('There is a document type.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    names?.declare(attributes);
    const common = names ? names.of(name) : withoutPrefix(name);
    reader.open?.(common, names ? names.ofAll(attributes) : attributes, within());
    if (path.push(common) > DEEPEST) throw new Error('Its elements lie too deep in each other.');
  });
  parser.on('closetag', () => {
    const name = path.pop() ?? '';
    reader.close?.(name, within());
  });
  const text = (given: string) => reader.text?.(given);
  parser.on('text', text);
  parser.on('cdata', text);
  for (const piece of textOf(part)) parser.write(piece);
  parser.close();
}

// A list needs ten or so. A small file that is unpacked to millions would take all memory.
const DEEPEST = 250;

/** The attribute of that name, whatever its prefix. */
export const attributeIn = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => withoutPrefix(key) === name)?.[1];

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Names with the prefixes that they are known by here, whatever the prefixes of the file are. */
class CommonNames {
  private readonly declared = new Map<string, string>();
  private readonly known = new Map<string, string>();

  constructor(private readonly prefixes: Prefixes) {}

  declare(attributes: Attributes): void {
    for (const [name, uri = ''] of Object.entries(attributes)) {
      const [, prefix] = /^xmlns(?::(.*))?$/.exec(name) ?? [undefined, undefined];
      if (!name.startsWith('xmlns')) continue;
      this.declared.set(prefix ?? '', uri);
      this.known.clear();
    }
  }

  of(name: string): string {
    const known = this.known.get(name) ?? this.find(name);
    this.known.set(name, known);
    return known;
  }

  ofAll(attributes: Attributes): Attributes {
    return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [this.of(name), value]));
  }

  private find(name: string): string {
    const colon = name.indexOf(':');
    const uri = this.declared.get(name.slice(0, Math.max(0, colon))) ?? '';
    const prefix = this.prefixes[uri];
    return prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`;
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

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
