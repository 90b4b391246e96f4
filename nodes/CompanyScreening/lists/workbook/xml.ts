// XML, by a parser that refuses what is not well-formed.
import { SaxesParser, type SaxesOptions } from 'saxes';
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
  const path = [''];
  const within = () => path.at(-1) ?? '';
  const open = (name: string, attributes: Attributes) => {
    reader.open?.(name, attributes, within());
    if (path.push(name) > DEEPEST) throw new Error('Its elements lie too deep in each other.');
  };
  const close = () => {
    const name = path.pop() ?? '';
    reader.close?.(name, within());
  };
  const text = (given: string) => reader.text?.(given);
  if (prefixes) {
    const parser = new SaxesParser<{ xmlns: true; position: false }>({ xmlns: true, position: false });
    parser.on('opentag', (tag) => {
      const attributes = Object.values(tag.attributes).map((one): [string, string] => [
        commonName(one, prefixes),
        one.value,
      ]);
      open(commonName(tag, prefixes), Object.fromEntries(attributes));
    });
    parse(part, parser, { close, text });
  } else {
    const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
    parser.on('opentag', ({ name, attributes }) => {
      open(withoutPrefix(name), attributes);
    });
    parse(part, parser, { close, text });
  }
}

/**
 * The texts of elements by a name that each has as an attribute. Empty if there is no such part.
 *
 * @throws as `readXml` does
 */
export function textsByName(
  part: Part | undefined,
  { element, attribute }: Record<'attribute' | 'element', string>,
  prefixes?: Prefixes,
): Map<string, string> {
  const texts = new Map<string, string>();
  if (part === undefined) return texts;
  let current = '';
  const reader: XmlReader = {
    open(name, attributes) {
      if (name !== element) return;
      current = attributes[attribute] ?? '';
      texts.set(current, '');
    },
    text(text) {
      if (current !== '') texts.set(current, `${texts.get(current) ?? ''}${text}`);
    },
    close(name) {
      if (name === element) current = '';
    },
  };
  readXml(part, reader, prefixes);
  return texts;
}

function parse<Options extends SaxesOptions>(
  part: Part,
  parser: SaxesParser<Options>,
  { close, text }: { close: () => void; text: (given: string) => void },
): void {
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?(?:8|16)$|^us-ascii$/i.test(encoding)) throw new Error('The encoding is not known.');
  });
  parser.on('doctype', () => {
    throw new Error('There is a document type.');
  });
  parser.on('closetag', close);
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

/** With the prefix that its namespace is known by here. Another namespace may be called by one of these prefixes in the file. */
const commonName = ({ name, uri, local }: XmlName, prefixes: Prefixes): string =>
  uri === '' ? name : `${prefixes[uri] ?? uri}:${local}`;

type XmlName = Record<'local' | 'name' | 'uri', string>;

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
