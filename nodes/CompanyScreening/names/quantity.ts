/** A count in words: "1 hit", "2 hits". */
export const quantity = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
