// Bytes become text only where no other reading of them makes sense.
import iconv from 'iconv-lite';

import { decodeText } from '../../../nodes/CompanyScreening/lists/decode';

const decode = (bytes: Buffer, chosen = 'automatic') => decodeText(bytes, chosen, 'list.csv');

describe('what is certainly Western European is read as Windows-1252', () => {
  test.each([
    ['German', 'Präzision Müller & Söhne Größe Straße'],
    ['French', 'Société Générale, L’Oréal, Cœur de Noël, « Déjà vu »'],
    ['Spanish', 'Peña Ibáñez, Compañía Lingüística'],
    ['Portuguese', 'Construções e Irmãos, Fundação São João, AÇÃO'],
    ['Nordic', 'Sjöängen Åkeri, Blåbærgrød, Työä'],
    ['Italian', 'Città di Caffè'],
    ['Irish', 'O’Neill'],
  ])('%s', (_language, text) => {
    expect(decode(iconv.encode(text, 'windows-1252'))).toBe(text);
  });
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
      expect(() => decode(bytes)).toThrow(/cannot be read with certainty/);
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

  test('that the bytes cannot be in stops', () => {
    expect(() => decode(Buffer.from([0x41, 0x81, 0x42]), 'windows-1252')).toThrow(
      /is not text in windows-1252/,
    );
    expect(() => decode(Buffer.from([0x41, 0xff]), 'gb18030')).toThrow(/is not text in gb18030/);
  });
});
