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
});

const latin1 = (bytes: string) => Buffer.from(bytes, 'latin1');
const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => littleEndian(text).swap16();
const SHIFTED = 'Company\n\x1b$B3t<02q<R\x1b(B\n';
const UNCERTAIN = /cannot be read with certainty/;

test.each<[string, Buffer, text: string, chosen?: string]>([
  ['UTF-8 that was chosen is believed, whatever else it may be', Buffer.from('CAFɒS'), 'CAFɒS', 'utf-8'],
  ['shifts are read if ISO-2022-JP was chosen', latin1(SHIFTED), 'Company\n株式会社\n', 'iso-2022-jp'],
  ['a mark says which UTF-16 it is', bigEndian('\uFEFFCo'), 'Co'],
  ['a mark says which UTF-16 it is, the usual one', littleEndian('\uFEFFCo'), 'Co'],
  ['what was chosen says which UTF-16 it is', bigEndian('Co'), 'Co', 'utf-16be'],
  ['what was chosen says which UTF-16 it is, the usual one', littleEndian('Co'), 'Co', 'utf-16le'],
  ['a line break says which UTF-16 it is', bigEndian('Company\nØst\n'), 'Company\nØst\n'],
  ['a line break says which UTF-16 it is, the usual one', littleEndian('Company\nØst\n'), 'Company\nØst\n'],
  ['marks at the beginning are no part of the text', Buffer.from('\uFEFF\uFEFF\uFEFFA\uFEFFB'), 'A\uFEFFB'],
])('%s', (_, bytes, text, chosen = 'automatic') => {
  expect(decode(bytes, chosen)).toBe(text);
});

test.each<[string, Buffer, RegExp, chosen?: string]>([
  ['ASCII with shifts into another alphabet, as in ISO-2022-JP', latin1(SHIFTED), UNCERTAIN],
  ['one shift into another alphabet', Buffer.from('\x1b$B3t'), UNCERTAIN],
  ['one shift into half a line of another alphabet', Buffer.from('\x1b(I1'), UNCERTAIN],
  ['UTF-8 that may be something else', Buffer.from('CAFɒS'), UNCERTAIN],
  ['UTF-32', latin1('\xff\xfe\0\0C\0\0\0'), /UTF-32/],
  ['UTF-32 in the other order', latin1('\0\0\xfe\xff\0\0\0C'), /UTF-32/],
  ['UTF-16 that is cut in the middle of a letter', latin1('\xff\xfeC\0o'), /is not text in utf-16le/],
  ['UTF-16 without a line break', littleEndian('Øst'), /null bytes/],
  ['UTF-16 with a line break that is a letter in the other order', littleEndian('A\rB'), /null bytes/],
  ['bytes that are none of Windows-1252', latin1('A\x81B'), /is not text in windows-1252/, 'windows-1252'],
  ['bytes that are none of GB 18030', latin1('A\xff'), /is not text in gb18030/, 'gb18030'],
  [
    'an encoding that nobody knows',
    Buffer.from('A'),
    /^list\.csv was not read, since no encoding is called Latin-99\.$/,
    ' Latin-99 ',
  ],
])('%s stops', (_, bytes, said, chosen = 'automatic') => {
  expect(() => decode(bytes, chosen)).toThrow(said);
});

test.each(['', ' Automatic ', ' UTF-8 '])('an encoding may be called %j', (chosen) => {
  expect(decode(Buffer.from('Łódź'), chosen)).toBe('Łódź');
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
