// Shapes and text boxes that lie over the cells of a sheet of an .xlsx file.
import type { Part } from './archive';
import { checkCount, type MergedRange } from './workbookFile';
import { DRAWING } from './xlsxFormat';
import { elementsIn, elementsOf, textIn, type Element } from './xml';

/** Gives the cells under the shapes of a drawing. One that does not say where it ends may cover all that follows. */
export function shapesIn(drawing: Part): MergedRange[] {
  const ranges: MergedRange[] = [];
  const anchors = ['xdr:twoCellAnchor', 'xdr:oneCellAnchor', 'xdr:absoluteAnchor'];
  for (const anchor of elementsIn(drawing, DRAWING, anchors)) {
    const parts = new Map(elementsOf(anchor).map((one) => [one.name, one]));
    if (!SHAPES.some((name) => parts.has(name))) continue;
    const [from, to] = [cornerOf(parts.get('xdr:from')), cornerOf(parts.get('xdr:to'))];
    ranges.push({
      from: { row: from?.row ?? 0, column: from?.column ?? 0 },
      to: {
        // A shape that ends where a cell begins does not cover it.
        row: to ? to.row - (to.rowOffset > 0 ? 0 : 1) : Infinity,
        column: to ? to.column - (to.columnOffset > 0 ? 0 : 1) : Infinity,
      },
    });
    checkCount(ranges, MAX_RANGES);
  }
  return ranges;
}

const SHAPES = ['xdr:sp', 'xdr:grpSp', 'mc:AlternateContent'];

function cornerOf(corner: Element | undefined) {
  if (!corner) return undefined;
  const numbers = new Map(elementsOf(corner).map((one) => [one.name, Number(textIn(one))]));
  const numberOf = (name: string) => numbers.get(`xdr:${name}`) ?? 0;
  return {
    ...{ row: numberOf('row'), column: numberOf('col') },
    ...{ rowOffset: numberOf('rowOff'), columnOffset: numberOf('colOff') },
  };
}

// A bound, since each cell is looked for in each of them.
const MAX_RANGES = 1_000;
