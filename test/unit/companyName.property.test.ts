// Company names, whatever the text: nothing invisible is sent, and nothing visible is lost.
import * as fc from 'fast-check';

import { readCompanyName } from '../../nodes/CompanyScreening/names/companyName';
import { mixesScripts } from '../../nodes/CompanyScreening/names/lookAlikes';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { randomCases } from '../support/random';

describe('whatever the text', () => {
  // Each of them by itself.
  const odd = fc.constantFrom(
    ...Array.from(
      '\u200b\u200c\u200d\u00ad\u202e\u070f\u180e\u0600\0\ufeff\u0308 \u00a0\u0085\t\ufe0f\u3164',
    ),
    ...Array.from('\u0627\u0645\u0915\u094d\u1820\u0710uA\u00c5\u212b\ufffd\ud800'),
    ...Array.from('\uac00\u1100\u1161#!暗\u{1d406}\u0f73\u0f71'),
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.array(odd, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  const NEEDED_JOINER =
    /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]\p{Mark}*)[\u200c\u200d](?=\S)/gu;

  /** The name that would be sent, if any. */
  const sendings = (given: string) => {
    try {
      return [readCompanyName(given)];
    } catch (error) {
      if (error instanceof InvalidItem) return [];
      throw error;
    }
  };

  test('what is sent holds nothing invisible but needed joiners, and is in NFC', () => {
    fc.assert(
      fc.property(texts, (given) => {
        for (const sent of sendings(given)) {
          expect(sent.replaceAll(NEEDED_JOINER, '')).not.toMatch(
            /[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\p{Surrogate}\ufffd]/u,
          );
          expect(sent.normalize('NFC')).toBe(sent);
          expect(sent).toMatch(/[\p{Letter}\p{Number}]/u);
          expect(sent).not.toMatch(/^\s|\s$|\s\s|[^\S ]/u);
        }
      }),
      { numRuns: randomCases(600) },
    );
  });

  test('to normalise it twice changes nothing', () => {
    fc.assert(
      fc.property(texts, (given) => {
        for (const sent of sendings(given)) expect(readCompanyName(sent)).toBe(sent);
      }),
      { numRuns: randomCases(600) },
    );
  });

  test('what can be seen is kept, whatever invisible stands in between', () => {
    const visible = fc.constantFrom('a', 'Z', '7', 'ж', 'ا', '暗', '&', '-', '\u{20000}');
    const invisible = fc.constantFrom('', '', '\u200b', '\u202e', '\ufeff', '\0', '\u2060', '\u180e');
    fc.assert(
      fc.property(fc.array(fc.tuple(invisible, visible)), invisible, (pairs, last) => {
        const seen = pairs.map(([, character]) => character).join('');
        const given = pairs.flat().join('') + last;
        expect(sendings(given)).toEqual(/[\p{Letter}\p{Number}]/u.test(seen) ? [seen] : []);
      }),
    );
  });

  test('Latin and Cyrillic in one word are never clear', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{1,8}$/),
        fc.stringMatching(/^[а-я]{1,8}$/),
        fc.stringMatching(/^[a-zа-я0-9]{0,8}$/),
        (latin, cyrillic, rest) => {
          expect(mixesScripts(`Harbour ${latin}${cyrillic}${rest} Ltd`)).toBe(true);
        },
      ),
    );
  });
});
