// Windows-1252 between bytes and characters. The TextDecoder of some versions of Node takes it for Latin-1.

/** The text of bytes in Windows-1252. The five bytes that it does not use become control characters. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin1.replaceAll(/[\x80-\x9f]/g, (character) => FROM_80.charAt(character.charCodeAt(0) - 0x80));
}

/** The bytes that Windows-1252, or Latin-1, reads as these characters, if there are such bytes. */
export function windows1252Bytes(characters: string): Uint8Array | undefined {
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < characters.length; index++) {
    const byte = BYTES.get(characters.charAt(index));
    if (byte === undefined) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const BYTES = new Map<string, number>();
for (let byte = 0x80; byte <= 0xff; byte++) BYTES.set(String.fromCharCode(byte), byte);
Array.from(FROM_80).forEach((character, index) => BYTES.set(character, 0x80 + index));
