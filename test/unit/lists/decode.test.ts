// Bytes become text only where no other reading of them makes sense.
import iconv from 'iconv-lite';

import { decodeText } from '../../../nodes/CompanyScreening/lists/decode';

const decode = (bytes: Buffer, chosen = 'automatic') => decodeText(bytes, chosen, 'list.csv');

test.each([
  ['German', 'Präzision Müller & Söhne Größe Straße'],
  ['French', 'Société Générale, L’Oréal, Cœur de Noël, « Déjà vu »'],
  ['Spanish', 'Peña Ibáñez, Compañía Lingüística'],
  ['Portuguese', 'Construções e Irmãos, Fundação São João, AÇÃO'],
  ['Nordic', 'Sjöängen Åkeri, Blåbærgrød, Työä'],
  ['Italian', 'Città di Caffè'],
  ['Irish', 'O’Neill'],
])('what is certainly Western European is read as Windows-1252: %s', (_language, text) => {
  expect(decode(iconv.encode(text, 'windows-1252'))).toBe(text);
});

describe('what may be something else stops', () => {
  test.each([
    [
      'macintosh',
      ['Café', 'Müller', 'Señor', 'El País', 'García', 'L’Oréal', 'Straße', 'École', 'McDonald’s'],
    ],
    ['windows-1250', ['Spółka', 'Łódź', 'Dvořák a synové', 'Žluťoučký']],
    ['windows-1251', ['ООО Ромашка', 'АО', 'ИП Иванов']],
    ['windows-1253', ['Ναυτιλία', 'Gloomharbour ΑΕ']],
    ['windows-1254', ['İstanbul', 'Şirketi', 'Doğan']],
    ['windows-1255', ['חברה', 'בע"מ']],
    ['windows-1256', ['شركة', 'بن']],
    ['windows-1257', ['Ąžuolas', 'Šiauliai']],
    ['windows-1258', ['Công ty Đông Á']],
    ['windows-874', ['บริษัท']],
    ['gb18030', ['幻海虚构贸易有限公司', '联通']],
    ['big5', ['幻海貿易']],
    ['shift_jis', ['株式会社', 'ソニー']],
    ['euc-kr', ['주식회사']],
    ['koi8-r', ['Ромашка']],
  ])('%s', (encoding, names) => {
    for (const name of names) {
      const bytes = iconv.encode(`Company;Country\n${name};X\n`, encoding);
      expect(() => decode(bytes)).toThrow(/^The letters of list\.csv can(?:not)? be read/);
    }
  });

  test('ASCII with shifts into another alphabet, as in ISO-2022-JP', () => {
    const bytes = Buffer.from('Company\n\x1b$B3t<02q<R\x1b(B\n', 'latin1');
    expect(() => decode(bytes)).toThrow(/cannot be read with certainty/);
    expect(decode(bytes, 'iso-2022-jp')).toBe('Company\n株式会社\n');
  });

  test('UTF-32', () => {
    expect(() => decode(Buffer.from('\xff\xfe\0\0C\0\0\0', 'latin1'))).toThrow(/UTF-32/);
  });

  test('UTF-16 that is cut in the middle of a letter', () => {
    expect(() => decode(Buffer.from('\xff\xfeC\0o', 'latin1'))).toThrow(/is not text in utf-16le/);
  });
});

describe('a chosen encoding', () => {
  test.each([
    ['windows-1250', 'Žižka Łódź'],
    ['windows-1251', 'Ромашка'],
    ['windows-1252', 'é ü ß ’ “ €'],
    ['windows-1253', 'Ελλάς'],
    ['windows-1254', 'Doğan İş'],
    ['windows-1256', 'شركة'],
    ['windows-1257', 'Ąžuolas'],
    ['gb18030', '幻海贸易'],
    ['big5', '幻海貿易'],
    ['shift_jis', '株式会社'],
    ['euc-kr', '주식회사'],
    ['macintosh', 'Señor Müller'],
  ])('%s is read as its programs wrote it', (encoding, text) => {
    expect(decode(iconv.encode(text, encoding), encoding)).toBe(text);
  });

  test('of UTF-8 is believed, whatever else valid UTF-8 may be', () => {
    expect(decode(Buffer.from('CAFɒS'), 'utf-8')).toBe('CAFɒS');
    expect(() => decode(Buffer.from('CAFɒS'))).toThrow(/cannot be read with certainty/);
  });

  test('that the bytes cannot be in stops', () => {
    expect(() => decode(Buffer.from([0x41, 0x81, 0x42]), 'windows-1252')).toThrow(
      /is not text in windows-1252/,
    );
    expect(() => decode(Buffer.from([0x41, 0xff]), 'gb18030')).toThrow(/is not text in gb18030/);
  });
});

describe('UTF-16 and UTF-32', () => {
  const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

  test('a mark says which UTF-16 it is', () => {
    expect(decode(bigEndian('\uFEFFCo'))).toBe('Co');
    expect(decode(littleEndian('\uFEFFCo'))).toBe('Co');
  });

  test('what was chosen says which UTF-16 it is', () => {
    expect(decode(bigEndian('Co'), 'utf-16be')).toBe('Co');
    expect(decode(littleEndian('Co'), 'utf-16le')).toBe('Co');
  });

  test('a line break says which UTF-16 it is', () => {
    expect(decode(bigEndian('Company\nØst\n'))).toBe('Company\nØst\n');
    expect(decode(littleEndian('Company\nØst\n'))).toBe('Company\nØst\n');
  });

  test.each([
    ['no line break', 'Øst'],
    ['a line break that is a letter in the other order', 'A\rB'],
  ])('%s does not say it', (_what, text) => {
    expect(() => decode(littleEndian(text))).toThrow(/null bytes/);
  });

  test('UTF-32 in either order is not read', () => {
    expect(() => decode(Buffer.from('\0\0\xfe\xff\0\0\0C', 'latin1'))).toThrow(/UTF-32/);
  });
});

test('the marks at the beginning are no part of the text', () => {
  expect(decode(Buffer.from('\uFEFF\uFEFF\uFEFFCompany\uFEFFA'))).toBe('Company\uFEFFA');
});

test.each(['', ' Automatic ', ' UTF-8 '])('an encoding may be called %j', (chosen) => {
  expect(decode(Buffer.from('Łódź'), chosen)).toBe('Łódź');
});

test.each(['\x1b$B3t', '\x1b(I1'])('one shift into another alphabet is enough to stop: %j', (text) => {
  expect(() => decode(Buffer.from(text))).toThrow(/cannot be read with certainty/);
});

test.each([
  ['cannot be read with certainty', 'caf\xC9', 'automatic', /choose its encoding .* windows-1256/],
  ['can be read in two ways', 'Cr\xE8me', 'automatic', /^Choose the right one as Encoding in the options/],
  ['has null bytes', 'A\0B', 'automatic', /xlsx.* If it is text in UTF-16, choose that/],
  ['is damaged', 'A\x81', 'windows-1252', /^Choose another Encoding/],
  ['has an encoding that nobody knows', 'A', ' latin-99 ', /^Correct Encoding/],
])('the failure of a file that %s says what to do', (_what, text, chosen, advice) => {
  expect(() => decode(Buffer.from(text, 'latin1'), chosen)).toThrow(
    expect.objectContaining({ advice: expect.stringMatching(advice) as string }) as Error,
  );
});

test('an encoding that nobody knows is named as it was written, without spaces', () => {
  expect(() => decode(Buffer.from('A'), ' Latin-99 ')).toThrow(
    'list.csv was not read, since no encoding is called Latin-99.',
  );
});
