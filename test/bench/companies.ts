// The companies that every contender screens: one in ten has four hits, one in ten has one, the rest are clear.

/** Made-up names; those without a hit are all different. */
export function companyNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => nameOf(index));
}

/** The items that come out: one for each hit, one for each clear company. */
export function expectedItems(count: number): number {
  return Array.from({ length: count }, (_, index): number => (index % 10 === 0 ? 4 : 1)).reduce(
    (sum, items) => sum + items,
    0,
  );
}

function nameOf(index: number): string {
  if (index % 10 === 0) return 'Quillhaven Group';
  return index % 10 === 5 ? 'Gloomharbour Shipping Ltd' : `Plain Honest Bakery ${index + 1}`;
}
