// The name under which a file is saved.
import * as fc from 'fast-check';

import { saveAs } from '../../nodes/CompanyScreening/operations/annualReturns/getAnnualReturnsRequest';

const nameOf = (name: string | undefined, contentType = 'application/pdf') =>
  saveAs('https://service.example/files/1', { name, contentType }).replace(/^[0-9a-f]{12}_/, '');

test.each([
  ['report.pdf', 'report.pdf'],
  ['تقرير.pdf', 'تقرير.pdf'],
  ['../../etc/evil.pdf', 'evil.pdf'],
  ['..\\evil.pdf', 'evil.pdf'],
  ['.hidden', 'hidden'],
  ['a<?>b.pdf', 'a_b.pdf'],
  [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(183)}.pdf`],
  [`${'ق'.repeat(300)}.pdf`, `${'ق'.repeat(91)}.pdf`],
  [`${'😀'.repeat(9)}${'漢'.repeat(300)}.pdf`, `${'漢'.repeat(53)}.pdf`],
  [`${'q\u0301\u0323'.repeat(300)}.pdf`, `${'q\u0323\u0301'.repeat(36)}.pdf`],
  [`${'a'.repeat(300)}.${'b'.repeat(30)}`, 'a'.repeat(187)],
  [`${'a'.repeat(300)}.${'b'.repeat(19)}`, `${'a'.repeat(167)}.${'b'.repeat(19)}`],
  [`${'a'.repeat(300)}.${'b'.repeat(20)}`, 'a'.repeat(187)],
  [`${'a'.repeat(300)}.${'ق'.repeat(12)}`, 'a'.repeat(187)],
  ['re\u202Eport\u200Fa\u3164\u034F\uFE0F.pdf', 'reporta.pdf'],
])('%j is saved as %j', (given, expected) => {
  expect(nameOf(given)).toBe(expected);
});

test.each([
  ['application/pdf', 'annual-return.pdf'],
  ['APPLICATION/ZIP; charset=x', 'annual-return.zip'],
  ['application/vnd.something-long', 'annual-return.bin'],
  ['1/pdf', 'annual-return.bin'],
  ['not a kind: text/csv', 'annual-return.bin'],
  ['', 'annual-return.bin'],
])('without a name, the kind %j gives %j', (contentType, expected) => {
  for (const name of [undefined, '', '..', '. ']) expect(nameOf(name, contentType)).toBe(expected);
});

test('files of the same name from two addresses do not replace each other; the same address always has the same name', () => {
  const file = { name: 'report.pdf', contentType: 'application/pdf' };
  expect(saveAs('https://service.example/1', file)).not.toBe(saveAs('https://service.example/2', file));
  expect(saveAs('https://service.example/1', file)).toBe(saveAs('https://service.example/1', file));
});

test('no name leads out of a folder, or is too long for one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, contentType) => {
      const saved = saveAs('https://service.example/1', { name, contentType });
      expect(saved).toMatch(/^[0-9a-f]{12}_[^/\\\p{Control}:*?"<>|]+$/u);
      expect(saved).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u);
      expect(Buffer.byteLength(saved)).toBeLessThanOrEqual(200);
      expect(Buffer.from(saved).toString()).toBe(saved);
    }),
  );
});
