// What a page says of a hit, line by line: the name of a line, and the field of the hit's item. A page puts its own lines between them.

type HitRows = readonly (readonly [name: string, field: string])[];

/** Who or what is listed. */
export const WHO_ROWS: HitRows = [
  ['Kind', 'entityType'],
  ['PEP type', 'pepType'],
  ['Also known as', 'aliasNames'],
  ['Given names', 'aliasGivenNames'],
  ['In Latin letters', 'tlName'],
];

/** What else the list says. */
export const REMARK_ROWS: HitRows = [
  ['About the address', 'addressRemarks'],
  ['About the name', 'nameRemarks'],
  ['Sanctions', 'sanctionDetails'],
  ['Other information', 'otherInformation'],
  ['Links', 'links'],
];
