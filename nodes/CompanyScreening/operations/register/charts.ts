// Charts of a report, as SVG: bars for each month, with their numbers. No script, and nothing that a page would load.
import { html, type Html } from './html';

/** What is shown of one month. */
interface ChartColumn {
  /** 2026-03 */
  name: string;
  /** One for each series; null if there is nothing to show. */
  values: readonly (number | null)[];
}

export interface Chart {
  title: string;
  /** One or two. */
  series: readonly string[];
  /** The oldest first; the newest ones are shown. */
  columns: readonly ChartColumn[];
}

export const MAX_COLUMNS = 24;
const WIDTH = 720;
const HEIGHT = 220;
const TOP = 34;
const BOTTOM = 30;
const LEFT = 44;
/** A single month is no wall. */
const MAX_STEP = 90;
/** Also apart in grey, on paper. */
const COLOURS = ['#1f4e79', '#9dbcd9'];

/** Pure. Empty if there is no month. */
export function chartSvg({ title, series, columns }: Chart): Html {
  const shown = columns.slice(-MAX_COLUMNS);
  if (shown.length === 0) return html``;
  const top = topOf(shown.flatMap(({ values }) => values.flatMap((value) => value ?? [])));
  const yOf = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const step = Math.min(MAX_STEP, (WIDTH - LEFT) / shown.length);
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    width="${WIDTH}"
    height="${HEIGHT}"
    role="img"
    font-size="11"
    fill="#111111"
  >
    <title>${title}</title>
    ${series.length < 2 ? [] : series.map(legend)} ${[0, top / 2, top].map((value) => gridLine(value, yOf))}
    ${shown.map((column, index) => columnBars(column, { left: LEFT + index * step, step, yOf }))}
  </svg>`;
}

/** A number of two digits and zeros at the most, of which the half is a whole number. */
function topOf(values: readonly number[]): number {
  const highest = values.reduce((one, other) => Math.max(one, other), 0);
  let unit = 2;
  while (unit * 10 < highest) unit *= 10;
  return Math.max(unit, Math.ceil(highest / unit) * unit);
}

function legend(name: string, index: number): Html {
  const left = LEFT + index * 180;
  return html`<rect x="${left}" y="4" width="10" height="10" fill="${colourOf(index)}" /><text
      x="${left + 15}"
      y="13"
      >${name}</text
    >`;
}

function gridLine(value: number, yOf: (value: number) => number): Html {
  const y = rounded(yOf(value));
  return html`<line x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}" stroke="#cccccc" /><text
      x="${LEFT - 6}"
      y="${y + 4}"
      text-anchor="end"
      >${value}</text
    >`;
}

interface ColumnPlace {
  left: number;
  step: number;
  yOf: (value: number) => number;
}

function columnBars({ name, values }: ChartColumn, { left, step, yOf }: ColumnPlace): Html {
  const width = (step * 0.8) / values.length;
  const bars = values.map((value, index) => {
    if (value === null) return html``;
    const [x, y] = [left + step * 0.1 + index * width, yOf(value)];
    return html`<rect
        x="${rounded(x)}"
        y="${rounded(y)}"
        width="${rounded(width)}"
        height="${rounded(HEIGHT - BOTTOM - y)}"
        fill="${colourOf(index)}"
      /><text x="${rounded(x + width / 2)}" y="${rounded(y - 4)}" text-anchor="middle">${value}</text>`;
  });
  const label = html`<text x="${rounded(left + step / 2)}" y="${HEIGHT - 10}" text-anchor="middle"
    >${labelOf(name, step)}</text
  >`;
  return html`${bars}${label}`;
}

/** 2026-03, or 03 where that has no room, with the year in January. */
function labelOf(name: string, step: number): string {
  if (step >= 48) return name;
  const [year = '', month = ''] = name.split('-');
  return month === '01' ? year : month;
}

const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? '';
const rounded = (value: number): number => Math.round(value * 10) / 10;
