// Lists that are not UTF-8: those of Western Europe are read, and those of their neighbours never are as if they were.
import iconv from 'iconv-lite';

import { decodeText } from '../../../nodes/CompanyScreening/lists/decode';
import { otherReading } from '../../../nodes/CompanyScreening/lists/decode';
import { complaintOf } from '../builders';

const read = (encoding: string, ...names: string[]) =>
  decodeText(iconv.encode(['Company', ...names, ''].join('\n'), encoding), 'automatic', 'list.csv');

test.each([
  ['Première Vision', 'Crème'],
  ['Hermès', 'Crème'],
  ['Café à la Une'],
  ['Banque', 'Crèche du Nord'],
  ['Bibliothèque'],
  ['Caffè Milano'],
  ['Città Nuova'],
  ['Compañía'],
  ['Peña'],
  ['Ibáñez'],
  ['Martínez'],
  ['Fernández'],
  ['São João'],
  ['Mãe'],
  ['Construções'],
  ['Françoise'],
  ['Noël'],
  ['Château'],
  ['Fête', 'Hermès'],
  ['Jørgensen'],
  ['Højbjerg'],
  ['Værft'],
  ['Åkeri'],
  ['Gård & Skov', 'Værft'],
  ['Malmö', 'Müller', 'Straße'],
  ['“Quoted” Ltd'],
  ['„Quoted“ GmbH, ‘3M’'],
  ['McDonald’s', 'Jones’ Bar'],
  ['O’Neill', 'Jones’ Bar'],
  // Another reading of the first is a word, and none of the second is.
  ['Crème', 'Kæïk'],
  ['Rçzekne', 'Škoda'],
])('what no neighbour can have is read as Windows-1252: %s', (...names) => {
  expect(read('windows-1252', ...names)).toBe(['Company', ...names, ''].join('\n'));
});

const NEIGHBOURS: Record<string, string[]> = {
  'windows-1250':
    'České dráhy|Pekařství Němec|Kovošrot|Krčma|Čtyřlístek|Dům kávy|Břeclav|Loď|Plzeň|Říčany|Piekarnia Jęczmień|Poznań|Ćma|Święto|Koń|Erdő Kft|Gyűjtő|Fűszer|Băncă|Fabrică|Târgu|Petrović|Čačak|Voće|Električna|Večer|Kŕdeľ|Stĺp|Vĺčie|Hŕba'.split(
      '|',
    ),
  'windows-1257':
    'Rīgas|Rēzekne|Māris|Jūrmala|Kaķis|Ķekava|Ģimene|Ozoliņš|Eglīte|Teātris|Klaipėdos nafta|Kauno grūdai|Panevėžys|Siųsta|Įmonė|Įranga|Neįgalus|Lėktuvas|Ūkis|Miškų|Čia|Tęsinys|Bendrovę|Įdėklas|Upė|Namą|Koźła|Gołdap'.split(
      '|',
    ),
};

describe.each(Object.entries(NEIGHBOURS))('%s', (encoding, names) => {
  test.each(names)('is never read as Windows-1252: %s', (name) => {
    expect(() => read(encoding, 'Acme Ltd', name)).toThrow(/^The letters of list\.csv can/);
  });
});

test.each([
  [
    'windows-1252',
    'Crème Ltd',
    '"Crème Ltd" in Western European (Windows-1252), or as "Crčme Ltd" in Central European (Windows-1250).',
  ],
  [
    'windows-1252',
    'Crè',
    '"Crè" in Western European (Windows-1252), or as "Crč" in Central European (Windows-1250).',
  ],
  [
    'windows-1252',
    ' Crème ',
    '"Crème" in Western European (Windows-1252), or as "Crčme" in Central European (Windows-1250).',
  ],
  [
    'windows-1257',
    'Rēzekne',
    '"Rçzekne" in Western European (Windows-1252), or as "Rēzekne" in Baltic (Windows-1257).',
  ],
  [
    'windows-1252',
    'Jones’ Bar',
    '"Jones’ Bar" in Western European (Windows-1252), or as "Jonesí Bar" in Macintosh.',
  ],
])(
  'a list that can be read in two ways stops, and names both with a sample: %s, %s',
  (encoding, name, said) => {
    expect(complaintOf(() => read(encoding, 'Acme Ltd', `7;"${name}";x`))).toMatchObject({
      message: `The letters of list.csv can be read in two ways: as ${said}`,
      description: expect.stringContaining(
        'Choose the right one as Encoding in the options of this node',
      ) as string,
    });
  },
);

// Each combination of letters of which a neighbour has other ones.
test.each([
  ...Array.from('bcdfglmnprstvz', (letter) =>
    Array.from('àèò', (end) => `Ma${letter}${letter}${end}`),
  ).flat(),
  ...['à', 'Frère', 'Frères', 'Siège', 'Nièce', 'Lumière', 'Procès', 'Chèque', 'Crèche'],
  ...Array.from('aeiouáéíóú', (vowel) => `Cañ${vowel}s`),
  ...['São', 'Põe', 'Mãe', 'Bjørn', 'Fløj', 'Nøye', 'Hær', 'Sæd', 'Læge', 'Hæve'],
])('no neighbour has: %s', (name) => {
  expect(otherReading(iconv.encode(name, 'windows-1252'), name)).toBeUndefined();
});

test.each([
  ...['Società', 'Åh', 'Blå', 'Où', 'Août'],
  ...Array.from('aeiourlsvj', (letter) => `Bå${letter}h`),
])('Central Europe has no: %s', (name) => {
  expect(otherReading(iconv.encode(name, 'windows-1252'), name)?.name ?? '').not.toMatch(/Central/);
});

test.each([
  ...Array.from('bcdfglmnprstvz', (letter) => Array.from('ìù', (end) => `Ma${letter}${letter}${end}`)).flat(),
  ...'França Garçon Março Onça Noël Raphaël Château Fête Fême Bohême Hête Même'.split(' '),
  ...['Mête', 'Møller', 'Grønt', 'Søk', 'Sæl', 'Læk'],
  ...Array.from('bcdfghjklmnprstvz', (letter) => `Ma${letter}ánez`),
  ...Array.from('bcdgmnrt', (letter) => `Maná${letter}ez`),
  ...Array.from('bcdfghjklmnpqrstvwxz', (letter) => [`Ma${letter}ínez`, `Maní${letter}ez`]).flat(),
])('the Baltic states have no: %s', (name) => {
  expect(otherReading(iconv.encode(name, 'windows-1252'), name)?.name ?? '').not.toMatch(/Baltic/);
});

// Each letter beside one that only this language has.
test.each([
  ['Czech', 'windows-1250', 'áčďéěíňóřšťúůýž', 'ř'],
  ['Slovak', 'windows-1250', 'áäčďéíĺľňóôŕšťúýž', 'ľ'],
  ['Polish', 'windows-1250', 'ąćęłńóśźż', 'ą'],
  ['Hungarian', 'windows-1250', 'áéíóöőúüű', 'ő'],
  ['Romanian', 'windows-1250', 'ăâîşţ', 'ţ'],
  ['Croatian', 'windows-1250', 'čćđšž', 'đ'],
  ['Lithuanian', 'windows-1257', 'ąčęėįšųūž', 'ė'],
  ['Latvian', 'windows-1257', 'āčēģīķļņšūž', 'ā'],
  ['Polish in the Baltic states', 'windows-1257', 'ąćęłńóśźż', 'ł'],
])('the letters of %s may be meant', (_, page, letters, own) => {
  const readings = Array.from(letters, (letter) => {
    const bytes = iconv.encode(`U${letter}hu${own}h`, page);
    return otherReading(bytes, iconv.decode(bytes, 'windows-1252')) === undefined ? letter : '';
  });
  expect(readings.join('')).toBe('');
});

test.each(['Băncă', 'Kovačević'])('the language decides which neighbour it may be: %s', (name) => {
  expect(() => read('windows-1250', name)).toThrow(/ in Central European \(Windows-1250\)\.$/);
});

test('a word with the same letters in both readings decides nothing', () => {
  expect(() => read('windows-1252', 'Crème', 'Straße')).toThrow(/ can be read in two ways: as "Crème" /);
});

test('a byte for which a code page has no letter rules it out', () => {
  const readingOf = (text: string) => otherReading(iconv.encode(text, 'windows-1252'), text)?.name;
  expect(readingOf('Rçzekne')).toBe('Baltic (Windows-1257)');
  expect(readingOf('Rçzekne ¡')).toBeUndefined();
});

test('letters that all of them have are read', () => {
  for (const encoding of ['windows-1250', 'windows-1252'])
    expect(read(encoding, 'Dóm Ödön')).toContain('Dóm Ödön');
  for (const encoding of ['windows-1257', 'windows-1252'])
    expect(read(encoding, 'Pärnu Kohv')).toContain('Pärnu Kohv');
});
