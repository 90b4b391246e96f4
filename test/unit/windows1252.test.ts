// Windows-1252, both ways: every byte from 0x80 on is a character, and back. UTF-8 that was read as other code pages.
import iconv from 'iconv-lite';

import {
  decodeWindows1252,
  hasEncodingDamage,
  windows1252Bytes,
} from '../../nodes/CompanyScreening/names/encodingDamage';

test.each([
  ['ASCII', [0x41, 0x7f, 0x20], 'A\x7f '],
  ['letters', [0xe9, 0xc4, 0xff, 0xa0], 'éÄÿ\u00a0'],
  ['what Latin-1 has as control characters', [0x80, 0x8a, 0x93, 0x99, 0x9f], '€Š“™Ÿ'],
  ['bytes without a character', [0x81, 0x8d, 0x8f, 0x90, 0x9d], '\x81\x8d\x8f\x90\x9d'],
])('reads %s', (_, bytes, text) => {
  expect(decodeWindows1252(Uint8Array.from(bytes))).toBe(text);
});

test('reads every byte as other programs do', () => {
  const bytes = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);
  const read = decodeWindows1252(bytes).replaceAll(/[\x80-\x9f]/g, '\uFFFD');
  expect(read).toBe(iconv.decode(Buffer.from(bytes), 'windows-1252'));
});

test('reads a part of a larger buffer', () => {
  expect(decodeWindows1252(Uint8Array.from([0x41, 0xe9, 0x80, 0x42]).subarray(1, 3))).toBe('é€');
});

test.each([
  ['letters', 'éÄÿ\u00a0', [0xe9, 0xc4, 0xff, 0xa0]],
  ['what Latin-1 has as control characters', '€Š“™Ÿ', [0x80, 0x8a, 0x93, 0x99, 0x9f]],
  ['control characters, as Latin-1 reads them', '\x80\x9f', [0x80, 0x9f]],
  ['nothing', '', []],
])('gives the bytes of %s', (_, text, bytes) => {
  expect(windows1252Bytes(text)).toEqual(Uint8Array.from(bytes));
});

test('has no bytes for other characters', () => {
  expect(windows1252Bytes('éł')).toBeUndefined();
  expect(windows1252Bytes('密')).toBeUndefined();
});

// Three of each letter of the alphabet, written in UTF-8.
test.each([
  ['windows-1251', 'Cyrillic', 0x0400, 0x047f],
  ['windows-1256', 'Arabic', 0x0600, 0x067f],
  ['windows-1253', 'Greek', 0x0380, 0x03ff],
  ['cp437', 'all letters of two bytes', 0x0080, 0x07ff],
  ['macintosh', 'Latin', 0x00c0, 0x00ff],
])('UTF-8 that was read as %s is damage: %s', (page, _, first, last) => {
  const letters = Array.from({ length: last - first + 1 }, (__, index) => String.fromCharCode(first + index));
  const misread = letters.map((letter) => iconv.decode(Buffer.from(letter.repeat(3)), page));
  expect(misread.filter((text) => !hasEncodingDamage(text))).toEqual([]);
});
