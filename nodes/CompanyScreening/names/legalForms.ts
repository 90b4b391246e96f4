// Legal forms of companies, such as Ltd or GmbH, as people write them at the end or at the beginning of a name.

/**
 * Forms in Cyrillic and Greek letters, as companies write them, without points. They stand before a name or behind it, also beside a Latin
 * form. Not complete.
 */
const IN_THEIR_SCRIPT = [
  // Russia, Belarus
  ...['ООО', 'ОАО', 'ЗАО', 'ПАО', 'НАО', 'АО', 'ОДО', 'ИООО', 'СООО'],
  ...['УП', 'ЧУП', 'РУП', 'ИП', 'ФГУП', 'ГУП'],
  // Ukraine
  ...['ТОВ', 'АТ', 'ПАТ', 'ПрАТ', 'ВАТ', 'ЗАТ', 'ТДВ', 'ПП', 'ФОП', 'ДП'],
  // Kazakhstan, Kyrgyzstan, Uzbekistan, Mongolia
  ...['ТОО', 'ЖШС', 'АҚ', 'ЖК', 'ОсОО', 'ЖЧК', 'ААК', 'ЖАК', 'МЧЖ', 'ХХК', 'ХК'],
  // Bulgaria, Serbia, North Macedonia
  ...['ООД', 'ЕООД', 'ЕАД', 'АД', 'ЕТ', 'ДОО', 'ДООЕЛ'],
  // Greece, Cyprus
  ...['ΑΕ', 'ΕΠΕ', 'ΙΚΕ', 'ΟΕ', 'ΕΕ', 'ΑΒΕΕ', 'ΑΕΒΕ', 'ΑΕΕ', 'ΑΤΕ', 'ΜΕΠΕ', 'ΛΤΔ'],
];
const IN_SMALL_LETTERS = IN_THEIR_SCRIPT.map((form) => form.toLowerCase());
const FORMS_IN_THEIR_SCRIPT: ReadonlySet<string> = new Set(IN_SMALL_LETTERS);

/** True for a legal form in Cyrillic or Greek letters, whatever its case, with points or without. */
export const isFormInItsScript = (part: string): boolean =>
  FORMS_IN_THEIR_SCRIPT.has(part.replaceAll('.', '').toLowerCase());

/** Forms in small letters, without punctuation and spaces. Not complete: a form that is missing here stays in the name. */
const AT_THE_END = new Set(
  [
    ['ltd', 'limited', 'llc', 'llp', 'lp', 'plc', 'inc', 'incorporated', 'corp', 'corporation', 'co'],
    ['comp', 'limitedliabilitycompany', 'jointstockcompany', 'publicjointstockcompany'],
    ['company', 'coltd', 'ptyltd', 'pty', 'pvtltd', 'pvt', 'pteltd', 'pte', 'sdnbhd', 'bhd', 'fze', 'fzco'],
    ['fzllc', 'dmcc', 'wll', 'psc', 'pjsc', 'jsc', 'ojsc', 'cjsc', 'saoc', 'saog', 'kscc'],
    ['gmbh', 'gmbhcokg', 'ag', 'kg', 'ohg', 'ug', 'ev', 'eg', 'se', 'sa', 'sarl', 'sas', 'snc', 'sprl'],
    ['srl', 'spa', 'sl', 'slu', 'sadecv', 'sderldecv', 'ltda', 'eireli', 'lda', 'bv', 'nv', 'cv', 'vof'],
    ['oy', 'oyj', 'ab', 'as', 'asa', 'aps', 'hf', 'ehf', 'doo', 'dd', 'ad', 'ood', 'eood', 'kft', 'zrt'],
    ['nyrt', 'sro', 'spzoo', 'uab', 'sia', 'ou', 'oü', 'tbk', 'ltdsti', 'ltdşti', 'aş', 'sal'],
    ['شمم', 'شمل', 'شمك'],
    IN_SMALL_LETTERS,
    ['有限公司', '有限责任公司', '股份有限公司', '股份公司', '株式会社', '有限会社', '合同会社', '주식회사'],
  ].flat(),
);
const AT_THE_BEGINNING = new Set([
  ...IN_SMALL_LETTERS,
  ...['ooo', 'oao', 'zao', 'pao', 'llc', 'jsc', 'ojsc', 'cjsc', 'pjsc', 'pt', 'sia', 'uab', 'oü'],
  ...['limitedliabilitycompany', 'jointstockcompany', 'publicjointstockcompany'],
  ...['株式会社', '有限会社', '合同会社', '주식회사', 'شركة'],
]);
/** Forms written without a space before or behind them. A longer one comes before those that it ends with. */
const WITHOUT_A_SPACE = [
  ...['股份有限公司', '有限责任公司', '有限公司', '股份公司'],
  ...['株式会社', '有限会社', '合同会社'],
];
/** The words of the longest forms: "GmbH & Co. KG" and "S. de R.L. de C.V." */
const MAX_WORDS = 6;

/** The parts of a name. Joined again with spaces, they are the name. */
export interface NameParts {
  before: readonly string[];
  /** The name without its legal forms: never empty, unless the name is. */
  words: readonly string[];
  after: readonly string[];
}

/** Splits a name into its words and its legal form: the one at the end, or else the one at the beginning. */
export function partsOfName(name: string): NameParts {
  const words = name.split(' ').filter((word) => word !== '');
  const isForm = (part: readonly string[], forms: ReadonlySet<string>) =>
    forms.has(
      part
        .join('')
        .toLowerCase()
        .replaceAll(/[^\p{Letter}\p{Number}]/gu, ''),
    );
  const counts = Array.from({ length: Math.min(MAX_WORDS, words.length - 1) }, (_, index) => index + 1);
  const atTheEnd = counts.toReversed().find((count) => isForm(words.slice(-count), AT_THE_END));
  if (atTheEnd !== undefined) {
    const rest = partsOfName(words.slice(0, -atTheEnd).join(' '));
    const after = [...rest.after, ...words.slice(-atTheEnd)];
    return { ...rest, after };
  }
  const atTheBeginning =
    counts.toReversed().find((count) => isForm(words.slice(0, count), AT_THE_BEGINNING)) ?? 0;
  return { before: words.slice(0, atTheBeginning), words: words.slice(atTheBeginning), after: [] };
}

/** Gives the name without its legal form; the name itself if it has no known form. */
export function withoutLegalForm(name: string): string {
  const core = partsOfName(name)
    .words.join(' ')
    .replace(/(?<![\s,])[\s,]+$/u, '');
  const behind = WITHOUT_A_SPACE.find((form) => core.length > form.length && core.endsWith(form));
  if (behind !== undefined) return core.slice(0, -behind.length);
  const before = WITHOUT_A_SPACE.find((form) => core.length > form.length && core.startsWith(form));
  return before === undefined ? core : core.slice(before.length);
}
