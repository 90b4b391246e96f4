// The charts of a report: every number is there as a text and as a bar, and nothing of it is a script or is loaded.
import fc from 'fast-check';

import { chartSvg, type Chart } from '../../nodes/CompanyScreening/operations/register/charts';

const chart = (values: Chart['columns'][number]['values'][], series = ['Open cases']): Chart => ({
  title: 'Open cases at the end of each month',
  series,
  columns: values.map((of, index) => ({
    name: `${2025 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
    values: of,
  })),
});
const barsIn = (svg: string) =>
  [...svg.matchAll(/<rect[^>]* y="([\d.]+)"[^>]*\sheight="([\d.]+)"[^>]*>\s*<text[^>]*>([\d.]+)</g)].map(
    ([, y, height, value]) => ({ y: Number(y), height: Number(height), value: Number(value) }),
  );
const textsIn = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

test('no month makes no chart', () => {
  expect(chartSvg(chart([])).html).toBe('');
});

test('each value is a bar as high as it says, and stands above it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5000 }), { minLength: 1, maxLength: 24 }), (values) => {
      const bars = barsIn(chartSvg(chart(values.map((value) => [value]))).html);
      expect(bars.map(({ value }) => value)).toEqual(values);
      const highest = Math.max(...values, 1);
      const scale = Math.max(...bars.map(({ height }) => height)) / highest;
      for (const { y, height, value } of bars) {
        expect(Math.abs(height - value * scale)).toBeLessThan(0.2);
        // On one ground, below the legend.
        expect(Math.abs(y + height - 190)).toBeLessThan(0.2);
        expect(y).toBeGreaterThanOrEqual(34);
      }
    }),
    { verbose: true },
  );
});

test('where nothing was decided there is no bar, and no zero', () => {
  const svg = chartSvg(
    chart(
      [
        [1.5, 3],
        [null, null],
      ],
      ['Half of them', 'Nine of ten'],
    ),
  ).html;
  expect(barsIn(svg).map(({ value }) => value)).toEqual([1.5, 3]);
  expect(textsIn(svg)).toEqual([
    ...['Half of them', 'Nine of ten', '0', '2', '4'],
    ...['1.5', '3', '2025-01', '2025-02'],
  ]);
});

test('the newest two years are shown, with the year where it begins', () => {
  const svg = chartSvg(chart(Array.from({ length: 30 }, (_, index) => [index]))).html;
  expect(barsIn(svg).map(({ value }) => value)).toEqual(Array.from({ length: 24 }, (_, index) => index + 6));
  expect(textsIn(svg)).toEqual(expect.arrayContaining(['2026', '2027', '07']));
});

test('it has a name for those who cannot see it, no script, and no style of its own', () => {
  const svg = chartSvg(chart([[1]])).html;
  expect(svg).toContain('<title>Open cases at the end of each month</title>');
  expect(svg).not.toMatch(/script|style|href|url\(|\son\w+=/i);
});
