// Replies to throw at the node: clear records told in other words, clear records spoiled, and anything at all.
import fc from 'fast-check';

/** What the service sends: any bytes at all. */
export interface Reply {
  status: number;
  contentType?: string;
  bytes: Buffer;
}

/** A field as it is written: key and value are JSON text. */
type Field = [key: string, value: string];

const clearRecord = (id: string): Field[] => [
  ['"id"', JSON.stringify(id)],
  ['"createdAt"', '"2031-01-01T00:00:00Z"'],
  ['"requesterId"', '"officer-7"'],
  ['"status"', '"Completed"'],
  ['"totalHits"', '0'],
  ['"option"', '"Both"'],
  ['"processedAt"', '"2031-01-01T00:00:01Z"'],
  ['"details"', '[]'],
  ['"isError"', 'false'],
  ['"errors"', '[]'],
];

const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });
const freshId = fc.uuid();

// The same values, said in another way that means the same to the letter.
const otherWords: Record<string, readonly string[]> = {
  '"status"': ['"Completed"', '"Successful"', String.raw`"\u0043ompleted"`],
  '"totalHits"': ['0', '-0', '0.0', '0e0', '0E+5', '-0.000e-3'],
  '"details"': ['[]', 'null', '[ ]'],
  '"errors"': ['[]', 'null'],
  '"option"': ['"Both"', '"both"', '"BOTH"', 'null'],
  '"requesterId"': ['"officer-7"', '"OFFICER-7"', 'null'],
  '"createdAt"': ['null', '"yesterday"', '7', '{}'],
};

const unknownFields = fc.constantFrom<Field>(
  ['"code"', 'null'],
  ['"extra"', '{"status":"Pending","isError":true,"details":[{}]}'],
  ['"list"', '[1,[2,{"a":[]}]]'],
  ['"__proto__"', '{"totalHits":1}'],
  ['"constructor"', '{}'],
  ['"toString"', '1'],
);

const escapedKey = (key: string): string =>
  key.replace(/\w/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The fields of a clear record: reordered, escaped, spaced and with fields nobody knows; clear all the same. */
const reworded: fc.Arbitrary<Field[]> = freshId.chain((id) =>
  fc
    .tuple(...clearRecord(id).map((field) => rewordedField(field)))
    .chain((fields) => fc.tuple(fc.constant(fields), fc.option(unknownFields, { nil: undefined })))
    .chain(([fields, extra]) => {
      const all = extra === undefined ? fields : [...fields, extra];
      return fc.shuffledSubarray(all, { minLength: all.length });
    }),
);

const rewordedField = ([key, value]: Field): fc.Arbitrary<Field> =>
  fc
    .tuple(fc.boolean(), fc.constantFrom(...(otherWords[key] ?? [value])))
    .map(([escape, said]): Field => [escape ? escapedKey(key) : key, said]);

const written = (fields: Field[]): fc.Arbitrary<string> =>
  fc.array(blank, { minLength: 5, maxLength: 5 }).map(([a = '', b = '', c = '', d = '', e = '']) => {
    const body = fields.map(([key, value]) => `${a}${key}${b}:${c}${value}${d}`).join(',');
    return `${e}{${body}}${a}`;
  });

/** A record that says clear, however it is written. */
export const clearReply: fc.Arbitrary<Reply> = reworded
  .chain(written)
  .map((json) => ({ status: 200, contentType: 'application/json', bytes: Buffer.from(json) }));

// Values that are not what they should be, or only look like it.
const spoiledValues: Record<string, readonly string[]> = {
  '"id"': ['""', '" "', 'null', '7', '["a"]', '"shared"', '"shared "', '"SHARED"'],
  '"status"': [
    '"completed"',
    '" Completed"',
    '"Completed\\u0000"',
    '"Pending"',
    '"Failed"',
    '"OnHold"',
    '["Completed"]',
    'null',
    'true',
    '""',
  ],
  '"totalHits"': [
    '"0"',
    'null',
    '1',
    '-1',
    '0.4',
    '1e-400',
    '1e400',
    '00',
    '[]',
    'false',
    '""',
    '2147483648',
  ],
  '"details"': ['[null]', '[{}]', '[[]]', '[0]', '{}', '{"length":0}', '""', '0', 'false', '[{"name":"X"}]'],
  '"isError"': ['true', '"false"', '0', 'null', '""', '[]', '"no"', 'False'],
  '"errors"': ['[{}]', '[null]', '{}', '""', 'false', '0', '[{"code":"S0005"}]', '{"code":"S0005"}', '["x"]'],
  '"option"': ['"Aml"', '"Pep"', '""', '7', '["Both"]', '"Both,Aml"', 'false'],
  '"requesterId"': ['"officer-8"', '""', '7', '["officer-7"]', '"officer-7x"', 'false'],
  '"code"': ['"S0005"', '7', '{}', 'true', '["S0005"]', '"0"'],
};

const spoiledField = fc
  .constantFrom(...Object.keys(spoiledValues))
  .chain((key) =>
    fc.tuple(fc.constant(key), fc.boolean(), fc.constantFrom(...(spoiledValues[key] ?? ['null']))),
  )
  .map(([key, escape, value]): { key: string; field: Field } => ({
    key,
    field: [escape ? escapedKey(key) : key, value],
  }));

// Of the field that is spoiled. A reply that names it twice is refused as a whole, so that shows little of the rules for a record.
const place = fc.oneof(
  { weight: 4, arbitrary: fc.constant('instead') },
  { weight: 1, arbitrary: fc.constantFrom('before', 'behind', 'leftOut') },
);

const spoiledFields: fc.Arbitrary<Field[]> = fc
  .tuple(reworded, fc.array(spoiledField, { minLength: 1, maxLength: 2 }), place)
  .map(([fields, spoiled, way]) => {
    const keys = spoiled.map(({ key }) => key);
    const others = spoiled.map(({ field }) => field);
    const kept = fields.filter(([key]) => !keys.some((one) => one === key || escapedKey(one) === key));
    if (way === 'instead') return [...kept, ...others];
    if (way === 'before') return [...others, ...fields];
    if (way === 'behind') return [...fields, ...others];
    return kept;
  });

const wrapped = (json: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    json,
    `[${json}]`,
    `{"data":${json}}`,
    `${json}${json}`,
    `${json},`,
    `${json}x`,
    `\uFEFF${json}`,
    `/* */${json}`,
    JSON.stringify(json),
    json.replace('}', ',}'),
    json.replaceAll('"', "'"),
    json.slice(0, -1),
    json.slice(1),
    json.replace('{', '{"status":"Pending",'),
  );

const spoiledJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: spoiledFields.chain(written) },
  { weight: 1, arbitrary: reworded.chain(written).chain(wrapped) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
);

// One byte of a clear reply goes, comes or changes.
const spoiledBytes: fc.Arbitrary<Buffer> = fc
  .tuple(reworded.chain(written), fc.nat(), fc.integer({ min: 0, max: 255 }), fc.nat(2))
  .map(([json, position, byte, way]) => {
    const bytes = [...Buffer.from(json)];
    const at = position % bytes.length;
    bytes.splice(at, way === 1 ? 0 : 1, ...(way === 0 ? [] : [byte]));
    return Buffer.from(bytes);
  });

/** Any reply: mostly near a clear one. A 401 and S0003 end a run, and are tested elsewhere. */
export const anyReply: fc.Arbitrary<Reply> = fc.record(
  {
    status: fc.oneof(
      { weight: 8, arbitrary: fc.constant(200) },
      { weight: 2, arbitrary: fc.constantFrom(201, 202, 203, 206, 400, 404, 409, 422, 500, 502) },
    ),
    contentType: fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'text/html',
      'application/octet-stream',
    ),
    bytes: fc.oneof(
      { weight: 6, arbitrary: spoiledJson.map((json) => Buffer.from(json)) },
      { weight: 2, arbitrary: spoiledBytes },
      // With a status that says something else.
      { weight: 1, arbitrary: clearReply.map(({ bytes }) => bytes) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    ),
  },
  { requiredKeys: ['status', 'bytes'] },
);
