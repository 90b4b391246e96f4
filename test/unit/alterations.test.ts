// Alterations of a name: what each of them is, for names of many kinds and for any name at all.
import * as fc from 'fast-check';

import { alteredName, ALTERATIONS, type Alteration } from '../../nodes/CompanyScreening/names/alterations';
import { readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import { partsOfName, withoutLegalForm } from '../../nodes/CompanyScreening/names/legalForms';

describe('an alteration of a name', () => {
  test.each<[Alteration, string, string | undefined]>([
    ['capitals', 'Gloomharbour Shipping Ltd', 'GLOOMHARBOUR SHIPPING LTD'],
    ['capitals', 'Straße 7 GmbH', 'STRASSE 7 GMBH'],
    ['capitals', 'ZAX', undefined],
    ['capitals', 'شركة سراب الخيال للتجارة', undefined],
    ['wordOrder', 'Gloomharbour Shipping Ltd', 'Shipping Gloomharbour Ltd'],
    ['wordOrder', 'Zorblax Arms Export', 'Arms Export Zorblax'],
    ['wordOrder', 'Gloomharbour Ltd', 'Ltd Gloomharbour'],
    ['wordOrder', 'Gloomharbour', undefined],
    ['wordOrder', 'Duran Duran', undefined],
    ['withoutLegalForm', 'Gloomharbour Shipping Ltd', 'Gloomharbour Shipping'],
    ['withoutLegalForm', 'Gloomharbour Shipping Co., Ltd.', 'Gloomharbour Shipping'],
    ['withoutLegalForm', 'Nebelwald Präzisions GmbH & Co. KG', 'Nebelwald Präzisions'],
    ['withoutLegalForm', 'Łódź Stal Sp. z o.o.', 'Łódź Stal'],
    ['withoutLegalForm', 'Łódź Stal, Ltd', 'Łódź Stal'],
    ['withoutLegalForm', 'Łódź Stal,, Ltd', 'Łódź Stal'],
    ['withoutLegalForm', 'ООО Ромашка', 'Ромашка'],
    ['withoutLegalForm', '幻海虚构贸易有限公司', '幻海虚构贸易'],
    ['withoutLegalForm', 'SIA Ziemeļu Vējš', 'Ziemeļu Vējš'],
    ['withoutLegalForm', 'UAB "Pajūrio Prekyba"', '"Pajūrio Prekyba"'],
    ['withoutLegalForm', 'PT. Kapal Khayalan Tbk', 'Kapal Khayalan'],
    ['withoutLegalForm', 'PT Kapal Khayalan', 'Kapal Khayalan'],
    ['withoutLegalForm', '株式会社幻海商事', '幻海商事'],
    ['withoutLegalForm', '幻海商事株式会社', '幻海商事'],
    ['withoutLegalForm', '株式会社', undefined],
    ['withoutLegalForm', 'Limited Liability Company Romashka', 'Romashka'],
    ['withoutLegalForm', 'Romashka Limited Liability Company', 'Romashka'],
    ['withoutLegalForm', 'GLOOMHARBOUR SHIPPING COMP', 'GLOOMHARBOUR SHIPPING'],
    ['withoutLegalForm', 'Limited', undefined],
    ['withoutLegalForm', 'Ltd Co', 'Ltd'],
    ['withoutLegalForm', 'Frostmere Gas & Ice', undefined],
    ['withoutPunctuation', 'Frostmere Gas & Ice', 'FrostmereGasIce'],
    ['withoutPunctuation', 'A.B.C. Trading', 'ABCTrading'],
    ['withoutPunctuation', 'Zorblax', undefined],
    // Of a name that is a date without it, or nothing at all, there is none.
    ['withoutPunctuation', 'N U L L', undefined],
    ['letterLeftOut', '7', undefined],
    ['letterLeftOut', 'A', undefined],
    ['lettersSwapped', 'AB', undefined],
    ['lettersSwapped', 'Abbb', undefined],
    ['lettersSwapped', 'Abc', 'Acb'],
    ['withoutDiacritics', 'Nebelwald Präzisions GmbH', 'Nebelwald Prazisions GmbH'],
    ['withoutDiacritics', 'Łódź Stal', 'Lodz Stal'],
    ['withoutDiacritics', 'Børge & Søn ApS', 'Borge & Son ApS'],
    ['withoutDiacritics', 'ß æ œ ø ł đ ð þ ı Ltd', 'ss ae oe o l d d th i Ltd'],
    ['withoutDiacritics', 'ẞ Æ Œ Ø Ł Đ Ð Þ Ltd', 'SS AE OE O L D D TH Ltd'],
    // й and и are two letters.
    ['withoutDiacritics', 'Чайка', undefined],
    ['withoutDiacritics', 'Zorblax Arms Export', undefined],
  ])('%s of %s', (alteration, name, altered) => {
    expect(alteredName(name, alteration)).toBe(altered);
  });

  // A test of next year must be the same test: never change these.
  test.each<[Alteration, string, string]>([
    ['letterLeftOut', 'Gloomharbour Shipping Ltd', 'Gloomharbour Shippig Ltd'],
    ['letterLeftOut', 'Zorblax Arms Export', 'Zorblax Arms Expot'],
    ['letterLeftOut', '幻海虚构贸易有限公司', '幻海虚构贸易有公司'],
    ['lettersSwapped', 'Gloomharbour Shipping Ltd', 'Gloomharbour Shippnig Ltd'],
    ['lettersSwapped', 'Zorblax Arms Export', 'Zorblax Arsm Export'],
    ['lettersSwapped', 'شركة سراب الخيال للتجارة', 'شركة سراب الخايل للتجارة'],
  ])('an alteration of a name is always at the same place: %s of %s', (alteration, name, altered) => {
    expect(alteredName(name, alteration)).toBe(altered);
  });
});

// As companies write them. Of the forms in Cyrillic and Greek letters, people write some with points.
const AT_BOTH_ENDS = [
  ...[
    'ООО',
    'ОАО',
    'ЗАО',
    'ПАО',
    'НАО',
    'АО',
    'ОДО',
    'ИООО',
    'СООО',
    'УП',
    'ЧУП',
    'РУП',
    'ИП',
    'ФГУП',
    'ГУП',
  ],
  ...['ТОВ', 'АТ', 'ПАТ', 'ПрАТ', 'ВАТ', 'ЗАТ', 'ТДВ', 'ПП', 'ФОП', 'ДП'],
  ...['ТОО', 'ЖШС', 'АҚ', 'ЖК', 'ОсОО', 'ЖЧК', 'ААК', 'ЖАК', 'МЧЖ', 'ХХК', 'ХК'],
  ...['ООД', 'ЕООД', 'ЕАД', 'АД', 'ЕТ', 'ДОО', 'ДООЕЛ', 'д.о.о.'],
  ...['Α.Ε.', 'ΕΠΕ', 'Ι.Κ.Ε.', 'ΟΕ', 'Ε.Ε.', 'ΑΒΕΕ', 'Α.Ε.Β.Ε.', 'ΑΕΕ', 'ΑΤΕ', 'ΜΕΠΕ', 'ΛΤΔ'],
  ...[
    'LLC',
    'JSC',
    'OJSC',
    'CJSC',
    'PJSC',
    'SIA',
    'UAB',
    'OÜ',
    '株式会社',
    '有限会社',
    '合同会社',
    '주식회사',
  ],
  ...['Limited Liability Company', 'Joint Stock Company', 'Public Joint Stock Company'],
];
const AT_THE_END = [
  ...[
    'Ltd',
    'LTD.',
    'Limited',
    'LLP',
    'L.P.',
    'PLC',
    'Inc.',
    'Incorporated',
    'Corp.',
    'Corporation',
    'Co.',
    'Comp.',
  ],
  ...[
    'Company',
    'Co., Ltd.',
    'Co.,Ltd.',
    'Pty Ltd',
    'Pty.Ltd.',
    'Pty',
    'Pvt. Ltd.',
    'Pvt.Ltd.',
    'Pvt',
    'Pte Ltd',
  ],
  ...['Pte.Ltd.', 'PTE', 'Sdn. Bhd.', 'Bhd', 'FZE', 'FZCO', 'FZ-LLC', 'DMCC', 'W.L.L.', 'P.S.C.', 'S.A.O.C.'],
  ...[
    'SAOG',
    'K.S.C.C.',
    'GmbH',
    'GmbH & Co. KG',
    'AG',
    'KG',
    'OHG',
    'UG',
    'e.V.',
    'eG',
    'SE',
    'S.A.',
    'SARL',
  ],
  ...['SAS', 'S.n.c.', 'SPRL', 'S.r.l.', 'S.p.A.', 'S.L.'],
  ...[
    'S.L.U.',
    'S.A. de C.V.',
    'S. de R. L. de C.V.',
    'S. de R.L. de C.V.',
    'Ltda.',
    'EIRELI',
    'Lda',
    'B.V.',
    'N.V.',
    'C.V.',
    'V.O.F.',
  ],
  ...[
    'Oy',
    'Oyj',
    'AB',
    'AS',
    'A/S',
    'ASA',
    'ApS',
    'hf.',
    'ehf.',
    'd.o.o.',
    'd.d.',
    'a.d.',
    'OOD',
    'EOOD',
    'Kft.',
  ],
  ...['Zrt.', 'Nyrt.', 's.r.o.', 'Sp. z o.o.', 'OU', 'Tbk', 'Ltd. Sti.', 'Ltd. Şti.', 'A.Ş.', 'S.A.L.'],
  ...['ش.م.م', 'ش.م.ل', 'ش.م.ك', '有限公司', '有限责任公司', '股份有限公司', '股份公司'],
];
const AT_THE_BEGINNING = ['OOO', 'OAO', 'ZAO', 'PAO', 'PT', 'PT.', 'شركة'];

test.each([...AT_BOTH_ENDS, ...AT_THE_END])('a legal form at the end: %s', (form) => {
  const parts = { before: [], words: ['Nebelwald'], after: form.split(' ') };
  expect(partsOfName(`Nebelwald ${form}`)).toEqual(parts);
});

test.each([...AT_BOTH_ENDS, ...AT_THE_BEGINNING])('a legal form at the beginning: %s', (form) => {
  const parts = { before: form.split(' '), words: ['Nebelwald'], after: [] };
  expect(partsOfName(`${form} Nebelwald`)).toEqual(parts);
});

test.each(['股份有限公司', '有限责任公司', '株式会社', '有限公司', '有限会社', '合同会社', '股份公司'])(
  'a legal form without a space before or behind it: %s',
  (form) => {
    const names = [`幻海${form}`, `${form}幻海`, '株式会社'];
    expect(names.map(withoutLegalForm)).toEqual(['幻海', '幻海', '株式会社']);
  },
);

describe('whatever the name', () => {
  const words = fc.array(
    fc.oneof(
      fc.constantFrom(
        'Ltd',
        'Co.',
        'GmbH',
        '&',
        'Präzisions',
        'Łódź',
        'ООО',
        'Чайка',
        '有限公司',
        'الخيال',
        'O’Neill',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 }),
    ),
    { minLength: 1, maxLength: 6 },
  );
  const names = words
    .map((list) => list.join(' '))
    .filter((text) => isName(text))
    .map((text) => readCompanyName(text));
  const altered = fc.tuple(names, fc.constantFrom(...ALTERATIONS));
  const sorted = (text: string) => Array.from(text.normalize('NFC')).sort().join('');
  const letters = (text: string) => text.replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]/gu, '').normalize('NFC');
  const each = (alteration: Alteration, check: (name: string, result: string) => void) => {
    fc.assert(
      fc.property(names, (name) => {
        const result = alteredName(name, alteration);
        if (result !== undefined) check(name, result);
      }),
    );
  };

  test('an altered name is another text that can be screened, and the same each time', () => {
    fc.assert(
      fc.property(altered, ([name, alteration]) => {
        const result = alteredName(name, alteration);
        expect(alteredName(name, alteration)).toBe(result);
        if (result === undefined) return;
        expect(result).not.toBe(name);
        expect(readCompanyName(result)).toBe(result);
      }),
    );
  });

  test('in capitals, there is no small letter that has a capital, and the words are as many', () => {
    each('capitals', (name, result) => {
      expect(result).toBe(result.toUpperCase().normalize('NFC'));
      expect(result.split(' ')).toHaveLength(name.split(' ').length);
    });
  });

  test('another order has the same words', () => {
    each('wordOrder', (name, result) => {
      expect(result.split(' ').sort()).toEqual(name.split(' ').sort());
    });
  });

  test('without its legal form, a part of the name is left, and the parts are the name', () => {
    each('withoutLegalForm', (name, result) => {
      expect(name).toContain(result);
      expect(withoutLegalForm(name)).toContain(result);
    });
    fc.assert(
      fc.property(names, (name) => {
        const { before, words: core, after } = partsOfName(name);
        expect([...before, ...core, ...after].join(' ')).toBe(name);
        expect(core).not.toEqual([]);
      }),
    );
  });

  test('without punctuation and spaces, all letters and digits are left in their order', () => {
    each('withoutPunctuation', (name, result) => {
      expect(result).toBe(letters(name));
    });
  });

  test('one letter with its marks is left out, and not the first one', () => {
    each('letterLeftOut', (name, result) => {
      const count = (text: string) => text.match(/\p{Letter}/gu)?.length ?? 0;
      expect(count(result.normalize('NFD'))).toBeLessThan(count(name.normalize('NFD')));
      expect(Array.from(result)[0]).toBe(Array.from(name)[0]);
    });
  });

  test('two letters are swapped, and nothing else changes', () => {
    each('lettersSwapped', (name, result) => {
      expect(sorted(result)).toBe(sorted(name));
    });
  });

  test('without diacritics, no Latin or Greek letter has a mark', () => {
    each('withoutDiacritics', (_, result) => {
      expect(result.normalize('NFD')).not.toMatch(/[\p{Script=Latin}\p{Script=Greek}]\p{Mark}/u);
    });
  });

  function isName(text: string): boolean {
    try {
      return readCompanyName(text) !== '';
    } catch {
      return false;
    }
  }
});
