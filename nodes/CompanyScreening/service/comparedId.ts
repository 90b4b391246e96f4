// When two ids of the service are the same one, however they are written.

const UUID = /^(?:urn)?(?:uuid)?([\da-f]{32})$/;

/** An id as it is compared: a UUID is the same in capitals, in braces, without hyphens, and as a URN. */
export function comparedId(id: string): string {
  const written = id
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();
  return UUID.exec(written.replaceAll(/[^\da-z]/g, ''))?.[1] ?? written;
}
