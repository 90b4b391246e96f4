// An archive of which a part is damaged, or there twice, is not read by half.
import { strToU8, zipSync } from 'fflate';

import { openArchive } from '../../../nodes/CompanyScreening/lists/workbook/archive';
import { zip } from '../../support/workbookParts';

const partOf = (bytes: Buffer, path: string) => {
  const part = openArchive(bytes).part(path);
  return part && Buffer.concat([...part]).toString();
};
const DIRECTORY = 'PK\x01\x02';

test('a part is found whatever its capitals and separators', () => {
  const bytes = zip({ 'xl/One.xml': 'one', '\\xl\\two.xml': 'two' });
  expect(partOf(bytes, 'XL/one.XML')).toBe('one');
  expect(partOf(bytes, 'xl/two.xml')).toBe('two');
  expect(partOf(bytes, 'xl/three.xml')).toBeUndefined();
  expect(partOf(bytes, '/xl/ONE.xml')).toBe('one');
});

test('a part may be compressed, and a comment may stand at the end', () => {
  const packed = Buffer.from(zipSync({ a: strToU8('a'.repeat(5000)) }));
  packed.writeUInt16LE(30, packed.length - 2);
  expect(partOf(Buffer.concat([packed, Buffer.alloc(30)]), 'a')).toBe('a'.repeat(5000));
});

test('a long part comes in pieces', () => {
  const long = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => (index * index) % 251));
  for (const bytes of [zip({ a: long }), Buffer.from(zipSync({ a: long }))]) {
    const pieces = [...(openArchive(bytes).part('a') ?? [])];
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).equals(long)).toBe(true);
  }
});

test('no piece of a part is long, however little it is packed to', () => {
  const bytes = Buffer.from(zipSync({ a: new Uint8Array(50_000_000) }));
  const [first] = openArchive(bytes).part('a') ?? [];
  const lengths = Array.from(openArchive(bytes).part('a') ?? [], ({ length }) => length);
  expect([first?.length, Math.max(...lengths)]).toEqual([lengths[0], 16_384]);
});

test('a part can be read again', () => {
  const part = openArchive(zip({ a: 'letters' })).part('a') ?? [];
  expect([...part]).toEqual([...part]);
});

test.each([
  ['a part that is larger than the archive says is not unpacked further', 100, 0],
  ['a part that is smaller than the archive says is damaged', 5_000_001, 5_000_000],
])('%s', (_, size, read) => {
  const bytes = Buffer.from(zipSync({ a: new Uint8Array(5_000_000) }));
  const entry = bytes.indexOf(DIRECTORY, 0, 'latin1');
  bytes.writeUInt32LE(0, entry + 16);
  bytes.writeUInt32LE(size, entry + 24);
  let unpacked = 0;
  expect(() => {
    for (const piece of openArchive(bytes).part('a') ?? []) unpacked += piece.length;
  }).toThrow('A part is damaged.');
  expect(unpacked).toBe(read);
});

test('a part that is cut off, or not where the directory says, is not read', () => {
  const packed = Buffer.from(
    zipSync({ a: Buffer.from(Array.from({ length: 999 }, (_, index) => index % 251)) }),
  );
  const entry = packed.indexOf(DIRECTORY, 0, 'latin1');
  packed.writeUInt32LE(100, entry + 20);
  expect(() => partOf(packed, 'a')).toThrow();
  const moved = zip({ a: 'letters' });
  moved.writeUInt32LE(1, moved.indexOf(DIRECTORY, 0, 'latin1') + 42);
  expect(() => partOf(moved, 'a')).toThrow('A part is not in its place.');
});

test('a part whose bytes are not those that were written is not read; the others are', () => {
  const bytes = zip({ a: 'letters', b: 'others', c: '' });
  bytes.write('X', bytes.indexOf('letters'), 'latin1');
  expect(() => partOf(bytes, 'a')).toThrow('A part is damaged.');
  expect(partOf(bytes, 'b')).toBe('others');
  expect(partOf(bytes, 'c')).toBe('');
});

test('a part that cannot be unpacked keeps nobody from reading the others', () => {
  const bytes = Buffer.from(zipSync({ a: strToU8('a'.repeat(5000)), b: strToU8('b'.repeat(5000)) }));
  bytes.fill(0xff, bytes.indexOf('a') + 1, bytes.indexOf('PK', 4));
  expect(() => partOf(bytes, 'a')).toThrow();
  expect(partOf(bytes, 'b')).toBe('b'.repeat(5000));
});

test('a part may have notes of the program that packed it', () => {
  const extra = { 0x7855: new Uint8Array(300) };
  expect(partOf(Buffer.from(zipSync({ a: [strToU8('letters'), { extra }] })), 'a')).toBe('letters');
});

test('a part without a sum is read', () => {
  const bytes = zip({ a: 'letters' });
  bytes.writeUInt32LE(0, bytes.indexOf(DIRECTORY, 0, 'latin1') + 16);
  expect(partOf(bytes, 'a')).toBe('letters');
});

test('two parts of one name are not read', () => {
  expect(() => openArchive(zip({ 'a/b': '1', 'A\\b': '2' }))).toThrow('Two parts have the same name.');
});

test('parts that are too large together are not unpacked', () => {
  const bytes = zip({ a: 'letters', b: 'letters' });
  const first = bytes.indexOf(DIRECTORY, 0, 'latin1');
  bytes.writeUInt32LE(2 ** 29 - 7, first + 24);
  expect(() => openArchive(bytes)).not.toThrow();
  bytes.writeUInt32LE(2 ** 29 - 6, first + 24);
  expect(() => openArchive(bytes)).toThrow('The parts are too large.');
});

test('a part that says what is in the archive is not as large as a list', () => {
  const bytes = zip({ a: 'letters' });
  const entry = bytes.indexOf(DIRECTORY, 0, 'latin1');
  const small = () => [...(openArchive(bytes).smallPart('A') ?? [])];
  expect(Buffer.concat(small()).toString()).toBe('letters');
  expect(openArchive(bytes).smallPart('b')).toBeUndefined();
  bytes.writeUInt32LE(2 ** 25, entry + 24);
  expect(small).toThrow('A part is damaged.');
  bytes.writeUInt32LE(2 ** 25 + 1, entry + 24);
  expect(small).toThrow('A part is too large.');
});

test('a directory that is damaged is not believed', () => {
  const bytes = zip({ a: 'letters', b: 'letters' });
  const second = bytes.lastIndexOf(DIRECTORY, undefined, 'latin1');
  bytes.write('XX', second, 'latin1');
  expect(() => openArchive(bytes)).toThrow();
  expect(() => openArchive(bytes.subarray(0, 30))).toThrow();
});

test('it is known whether a part needs a password', () => {
  const bytes = zip({ a: 'letters', b: 'letters' });
  expect(openArchive(bytes).isProtected).toBe(false);
  bytes.writeUInt16LE(0x809, bytes.lastIndexOf(DIRECTORY, undefined, 'latin1') + 8);
  expect(openArchive(bytes).isProtected).toBe(true);
});
