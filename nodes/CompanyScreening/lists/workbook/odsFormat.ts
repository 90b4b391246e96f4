// What stands where in the parts of an .ods file (OpenDocument 1.2 and 1.3), as far as it may be read.
import { places, type Places, type XmlFormat } from './xml';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';

const PREFIXES: XmlFormat['prefixes'] = new Map([
  ...['office', 'table', 'text', 'style', 'meta', 'manifest', 'dr3d', 'form', 'script', 'presentation'].map(
    (name): [string, string] => [`${ODF}:${name}:1.0`, name],
  ),
  [`${ODF}:drawing:1.0`, 'draw'],
  [`${ODF}:datastyle:1.0`, 'number'],
  ['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0', 'calcext'],
]);

const formatOf = (table: Record<string, Places>): XmlFormat => ({
  places: places(table),
  prefixes: PREFIXES,
  foreign: 'skipped',
});

const unread = places({}, '*');

/** Tables that have themselves among what may stand in them. */
function nested(names: readonly string[], read: Record<string, Places>, notRead = '') {
  const table = new Map(places(read, notRead));
  for (const name of names) table.set(name, table);
  return table;
}

/** Of what is not known in a cell, no program says what it shows. */
const any = nested(['*'], {});

// LibreOffice leaves out texts in each other, except for a link in a span.
const LETTERS = { 'text:s': unread, 'text:tab': unread, 'text:line-break': unread, '*': any };
const UNSEEN =
  'text:bookmark text:bookmark-start text:bookmark-end text:soft-page-break office:annotation office:annotation-end';
const link = places({ '*': any }, UNSEEN);
const texts = places(
  {
    'text:span': places({ 'text:a': link, ...LETTERS }, UNSEEN),
    'text:a': link,
    'text:ruby': places({ 'text:ruby-base': link, '*': any }, 'text:ruby-text'),
    ...LETTERS,
  },
  UNSEEN,
);

const cell = places(
  { 'text:p': texts, '*': any },
  'office:annotation table:cell-range-source table:detective draw:a draw:caption draw:circle draw:connector draw:control draw:custom-shape draw:ellipse draw:frame draw:g draw:line draw:measure draw:path draw:polygon draw:polyline draw:rect draw:regular-polygon dr3d:scene',
);
const row = places({ 'table:table-cell': cell, 'table:covered-table-cell': cell });
const rows = nested(
  ['table:table-row-group', 'table:table-rows', 'table:table-header-rows'],
  { 'table:table-row': row },
  'text:soft-page-break',
);
const columns = nested(['table:table-column-group', 'table:table-columns', 'table:table-header-columns'], {
  'table:table-column': unread,
});
const BESIDE_ROWS =
  'text:soft-page-break table:title table:desc table:table-source table:scenario table:shapes table:named-expressions table:dde-links table:table-protection office:dde-source office:forms office:event-listeners calcext:sparkline-groups';
const conditions = places(
  { 'calcext:conditional-format': places({ 'calcext:condition': unread }, '*') },
  '*',
);
const table: Places = new Map([
  ...columns,
  ...rows,
  ...places({ 'calcext:conditional-formats': conditions }, BESIDE_ROWS),
]);

const numbers = places(
  {
    'number:text': any,
    'number:currency-symbol': any,
    'number:number': any,
    'number:text-content': unread,
    'style:map': unread,
    '*': unread,
  },
  'style:text-properties',
);
const styles = places(
  {
    'style:style': places({ 'style:table-properties': unread, 'style:map': unread }, '*'),
    'style:default-style': unread,
    'number:number-style': numbers,
    'number:currency-style': numbers,
    'number:percentage-style': numbers,
    'number:text-style': numbers,
    'number:boolean-style': numbers,
    'number:date-style': numbers,
    'number:time-style': numbers,
  },
  '*',
);

export const ODS_STYLES = formatOf({
  'office:document-styles': places({ 'office:styles': styles, 'office:automatic-styles': styles }, '*'),
});

export const CONTENT = formatOf({
  'office:document-content': places(
    {
      'office:automatic-styles': styles,
      'office:body': places({
        'office:spreadsheet': places(
          { 'table:table': table },
          'table:calculation-settings table:content-validations table:label-ranges table:tracked-changes table:named-expressions table:database-ranges table:data-pilot-tables table:consolidation table:dde-links text:variable-decls text:sequence-decls text:user-field-decls text:dde-connection-decls text:alphabetical-index-auto-mark-file office:forms calcext:data-mappings',
        ),
      }),
    },
    'office:scripts office:font-face-decls',
  ),
});

export const META = {
  ...formatOf({
    'office:document-meta': places({ 'office:meta': places({ 'meta:user-defined': unread }, '*') }, '*'),
  }),
  element: 'meta:user-defined',
  attribute: 'meta:name',
};

export const MANIFEST = formatOf({
  'manifest:manifest': places(
    { 'manifest:file-entry': places({ 'manifest:encryption-data': unread }, '*') },
    '*',
  ),
});
