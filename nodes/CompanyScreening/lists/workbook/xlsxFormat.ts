// The parts of an .xlsx file (ECMA-376, transitional and strict): how they belong together, and the elements in them, as far as they may be
// read.
import type { Archive, Part } from './archive';
import { checkCount, EVERYWHERE, type OddRange } from './ranges';
import { alike, elementsIn, elementsOf, leaf, places, textIn, unread } from './xml';
import type { Element, Places, XmlFormat } from './xml';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const STRICT = 'http://purl.oclc.org/ooxml';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const PREFIXES: XmlFormat['prefixes'] = new Map([
  ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', ''],
  [`${STRICT}/spreadsheetml/main`, ''],
  [`${OFFICE}/relationships`, 'r'],
  [`${STRICT}/officeDocument/relationships`, 'r'],
  [`${OFFICE}/custom-properties`, 'custom'],
  [`${STRICT}/officeDocument/customProperties`, 'custom'],
  [`${PACKAGE}/content-types`, 'types'],
  [`${PACKAGE}/relationships`, 'package'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.microsoft.com/office/spreadsheetml/2009/9/main', 'x14'],
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  ['http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing', 'xdr'],
  [`${STRICT}/drawingml/spreadsheetDrawing`, 'xdr'],
]);

const formatOf = (table: Record<string, Places>): XmlFormat => ({
  places: places(table),
  prefixes: PREFIXES,
  foreign: 'declared',
});

const CONTENT_TYPES = formatOf({
  'types:Types': places({ 'types:Default': leaf, 'types:Override': leaf }),
});

const RELATIONS = formatOf({ 'package:Relationships': places({ 'package:Relationship': leaf }) });

export const PROPERTIES = formatOf({
  'custom:Properties': places({ 'custom:property': places({ '*': leaf }) }, '*'),
});

export const WORKBOOK = formatOf({
  workbook: places(
    { workbookPr: unread, sheets: places({ sheet: unread }), calcPr: unread },
    'fileVersion fileSharing workbookProtection bookViews functionGroups externalReferences definedNames oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst',
  ),
});

export const XLSX_STYLES = formatOf({
  styleSheet: places(
    {
      numFmts: places({ numFmt: unread }),
      cellXfs: places({ xf: unread }),
      dxfs: places({ dxf: places({ numFmt: unread }, '*') }, '*'),
    },
    '*',
  ),
});

/** A text that may have parts in several formats. Phonetic texts, which stand above the letters, are no part of it. */
const text = places({ t: leaf, r: places({ t: leaf }, 'rPr') }, 'rPh phoneticPr');

export const SHARED_TEXTS = formatOf({ sst: places({ si: text }, 'extLst') });

const cell = places({ f: leaf, v: leaf, is: text }, 'extLst');

/** Conditional formats of a later version. One that has a format of numbers is refused. */
const x14Dxf = places({}, 'font fill border alignment protection extLst');
const x14Formats = places({
  'x14:conditionalFormatting': places({ 'x14:cfRule': places({ 'x14:dxf': x14Dxf }, '*') }, '*'),
});

export const SHEET = formatOf({
  worksheet: places(
    {
      cols: places({ col: unread }, '*'),
      sheetData: places({ row: places({ c: cell }, 'extLst') }),
      conditionalFormatting: places({ cfRule: unread }, '*'),
      extLst: places({ ext: places({ 'x14:conditionalFormattings': x14Formats }, '*') }, '*'),
      mergeCells: places({ mergeCell: unread }),
    },
    'sheetPr dimension sheetViews sheetFormatPr sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews phoneticPr dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing drawingHF legacyDrawing legacyDrawingHF picture oleObjects controls webPublishItems tableParts',
  ),
});

const SHAPES = ['xdr:sp', 'xdr:grpSp', 'mc:AlternateContent'];
const corner = places(alike(['xdr:col', 'xdr:row', 'xdr:colOff', 'xdr:rowOff'], leaf));
const anchor = places({ ...alike(['xdr:from', 'xdr:to'], corner), ...alike(SHAPES, unread) }, '*');
const anchors = alike(['xdr:twoCellAnchor', 'xdr:oneCellAnchor', 'xdr:absoluteAnchor'], anchor);

/** Shapes over a sheet. Pictures, charts and lines are none. */
const DRAWING = formatOf({
  'xdr:wsDr': places(
    {
      ...anchors,
      // All alternatives count: a program takes one of them, and nobody knows which.
      'mc:AlternateContent': places(alike(['mc:Choice', 'mc:Fallback'], places(anchors, '*'))),
    },
    '*',
  ),
});

/** True for an attribute that says so. */
export const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Gives the cells under the shapes of a drawing. One that does not say where it ends may cover all that follows. */
export function rangesUnderShapes(drawing: Part): OddRange[] {
  const ranges: OddRange[] = [];
  for (const anchor of elementsIn(drawing, DRAWING, Object.keys(anchors))) {
    const parts = new Map(elementsOf(anchor).map((one) => [one.name, one]));
    if (!SHAPES.some((name) => parts.has(name))) continue;
    const [from, to] = [cornerOf(parts.get('xdr:from')), cornerOf(parts.get('xdr:to'))];
    // A shape that ends where a cell begins does not cover it.
    const last = to && {
      row: to.row - (to.rowOffset > 0 ? 0 : 1),
      column: to.column - (to.columnOffset > 0 ? 0 : 1),
    };
    ranges.push({ from: from ?? { row: 0, column: 0 }, to: last ?? EVERYWHERE, because: 'shape' });
    checkCount(ranges);
  }
  return ranges;
}

function cornerOf(corner: Element | undefined) {
  if (!corner) return undefined;
  const numbers = new Map(elementsOf(corner).map((one) => [one.name, Number(textIn(one))]));
  const [row = 0, column = 0, rowOffset = 0, columnOffset = 0] = ['row', 'col', 'rowOff', 'colOff'].map(
    (name) => numbers.get(`xdr:${name}`),
  );
  return { row, column, rowOffset, columnOffset };
}

/** Beginnings of the type of a relation, before its last word. */
const RELATION_TYPES = [
  `${OFFICE}/relationships/`,
  `${STRICT}/officeDocument/relationships/`,
  'http://schemas.microsoft.com/office/2006/relationships/',
];

export interface RelatedPart {
  id: string;
  /** The last word of its type; empty for one that is not known. */
  type: string;
  path: string;
}

/** @param path of a part, or nothing for the whole package */
export function partsRelatedTo(path: string, archive: Archive): RelatedPart[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const parts = new Map<string, RelatedPart>();
  const relations = archive.smallPart(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (relations === undefined) return [];
  for (const { attributes } of elementsIn(relations, RELATIONS, ['package:Relationship'])) {
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
    if (mode === 'External') continue;
    if (parts.has(id)) throw new Error(`Two parts have the id ${id}.`);
    const base = RELATION_TYPES.find((one) => type.startsWith(one)) ?? type;
    parts.set(id, { id, type: type.slice(base.length), path: resolved(folder, target) });
  }
  return [...parts.values()];
}

/** Throws if there are two of that type: which one is meant cannot be known. */
export function pathOf(type: string, parts: readonly RelatedPart[]): string | undefined {
  const [part, other] = parts.filter((one) => one.type === type);
  if (other !== undefined) throw new Error(`There are two parts of the type ${type}.`);
  return part?.path;
}

/** The type that the package gives for that part, or for all parts with its ending. */
export function contentTypeOf(path: string, archive: Archive): string {
  let type = '';
  let ofEnding = '';
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const types = present('[Content_Types].xml', archive.smallPart('[Content_Types].xml'));
  for (const { name, attributes } of elementsIn(types, CONTENT_TYPES, ['types:Override', 'types:Default'])) {
    const { PartName: part = '', Extension: extension = '', ContentType: given = '' } = attributes;
    if (name === 'types:Override' && part.toLowerCase() === `/${path.toLowerCase()}`) type = given;
    if (name === 'types:Default' && extension.toLowerCase() === ending) ofEnding = given;
  }
  return type || ofEnding;
}

export function present(path: string, part: Part | undefined): Part {
  if (part === undefined) throw new Error(`There is no ${path}.`);
  return part;
}

/** The path of a part in the archive, from an address in the folder of another one. */
function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  return path.join('/');
}
