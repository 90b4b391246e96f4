// A strict reader of JSON, written for the property test and for nothing else, so that the judge shares no code with
// what it judges: no key may come twice in an object, and numbers keep the text that they came as.

export type StrictValue =
  | { kind: 'object'; fields: Map<string, StrictValue> }
  | { kind: 'list'; entries: StrictValue[] }
  | { kind: 'text'; text: string }
  | { kind: 'number'; written: string }
  | { kind: 'boolean'; is: boolean }
  | { kind: 'null' };

/** The value, or undefined where the text is not exactly one JSON value. */
export function readStrictly(json: string): StrictValue | undefined {
  try {
    const reader = new Reader(json);
    const value = reader.value();
    return reader.isAtEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

const BLANK = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class Reader {
  private at = 0;

  constructor(private readonly json: string) {}

  value(): StrictValue {
    this.take(BLANK);
    const value = this.bareValue();
    this.take(BLANK);
    return value;
  }

  isAtEnd(): boolean {
    return this.at === this.json.length;
  }

  private bareValue(): StrictValue {
    const first = this.json[this.at];
    if (first === '{') return { kind: 'object', fields: this.fields() };
    if (first === '[') return { kind: 'list', entries: this.entries() };
    if (first === '"') return { kind: 'text', text: this.text() };
    const word = this.take(WORD);
    if (word === 'null') return { kind: 'null' };
    if (word !== undefined) return { kind: 'boolean', is: word === 'true' };
    const written = this.take(NUMBER);
    if (written === undefined) throw new NotJson();
    return { kind: 'number', written };
  }

  private fields(): Map<string, StrictValue> {
    const fields = new Map<string, StrictValue>();
    this.sequence('}', () => {
      this.take(BLANK);
      const key = this.text();
      this.take(BLANK);
      this.expect(':');
      if (fields.has(key)) throw new NotJson();
      fields.set(key, this.value());
    });
    return fields;
  }

  private entries(): StrictValue[] {
    const entries: StrictValue[] = [];
    this.sequence(']', () => entries.push(this.value()));
    return entries;
  }

  private sequence(end: string, part: () => void): void {
    this.at += 1;
    this.take(BLANK);
    if (this.json[this.at] !== end) {
      part();
      while (this.json[this.at] === ',') {
        this.at += 1;
        part();
      }
    }
    this.expect(end);
  }

  private text(): string {
    const written = this.take(TEXT);
    if (written === undefined) throw new NotJson();
    return written.slice(1, -1).replace(/\\(?:u(.{4})|(.))/g, (_all, code?: string, character = '') => {
      if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
      return ESCAPES[String(character)] ?? String(character);
    });
  }

  private expect(character: string): void {
    if (this.json[this.at] !== character) throw new NotJson();
    this.at += 1;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.json)?.[0];
    this.at += match?.length ?? 0;
    return match;
  }
}
