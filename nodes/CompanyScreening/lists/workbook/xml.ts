// Elements and attributes of the small parts of XML in a workbook. Cell values are read by n8n's own reader.

export type Attributes = Partial<Record<string, string>>;

/** The attributes of each element of that name, with or without a prefix. */
export function elements(xml: string, name: string): Attributes[] {
  const element = new RegExp(`<(?:[\\w-]+:)?${name}(?=[\\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'g');
  return Array.from(xml.matchAll(element), ([, text = '']) => attributes(text));
}

export function attributes(text: string): Attributes {
  const pairs = text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(
    Array.from(pairs, ([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]),
  );
}

const NAMED: Attributes = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string) =>
  text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
