// Usual headings of a company's name and of a customer number, in the languages of comparison/compare.ts, Polish and Japanese. A heading
// that may well be something else is none of them: "No" counts the rows of many lists, and "Customer" may be either.
import { normalized } from '../names/plainText';

/** Defaults of Read Company List. The headings below are looked for only with them. */
export const USUAL_COMPANY_COLUMNS = 'Company, Company Name, Name';
export const USUAL_KEY_COLUMN = 'Customer No';

/** The remark on a list without such a number, although it was looked for. */
export const NO_KEYS = 'no customer number: known by name';

/** The heading to enter if no column is to be the customer number. */
export const NO_KEY_COLUMN = 'None: known by name';

export const isUsualCompany = (heading: string): boolean => COMPANIES.has(bare(heading));

export const isUsualKey = (heading: string): boolean => KEYS.has(bare(heading));

/** The letters and digits of a heading: neither case, accents nor punctuation make another one, and "N°" is "N". */
function bare(heading: string): string {
  // A quotation mark in a heading is one that the file does not close.
  if (heading.length > LONGEST || heading.includes('"')) return '';
  const plain = normalized(heading, 'NFKC').replaceAll('#', 'no').toLowerCase();
  return normalized(plain, 'NFD')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
    .replaceAll(/[ßıłيىكة]/gu, (letter) => SPELLED[letter] ?? letter);
}

/** UTF-16 units: no usual heading is as long. */
const LONGEST = 80;

/** Spellings of letters that have no accent to leave out. The Arabic ones have Persian twins on other keyboards. */
const SPELLED: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ı: 'i', ł: 'l' },
  ...{ ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه' },
};

const every = (firsts: string, seconds: string): string[] =>
  firsts.split('|').flatMap((first) => seconds.split('|').map((second) => first + second));

const COMPANIES: ReadonlySet<string> = new Set(
  [
    ...every('company|firm|corporate|business|entity|legal|legal entity|registered|customer|client', ' name'),
    ...every('organisation|organization', '| name'),
    ...['company', 'name of company', 'name of the company'],
    ...['company legal name', 'legal company name', 'registered company name'],
    ...every('Firmen|Kunden|Unternehmens|Gesellschafts', 'name'),
    ...['Firma', 'Firmierung', 'Firmenbezeichnung', 'Unternehmen', 'Gesellschaft'],
    ...['Name der Firma', 'Name des Unternehmens', 'Name der Gesellschaft', 'Name des Kunden'],
    ...['Raison sociale', 'Dénomination', 'Dénomination sociale', 'Société', 'Entreprise'],
    ...every('Nom ', "société|de société|de la société|entreprise|de l'entreprise|client|du client"),
    ...['Razón social', 'Denominación social', 'Empresa', 'Compañía', 'Sociedad'],
    ...every('Nombre ', 'empresa|de empresa|de la empresa|de la compañía|de la sociedad|cliente|del cliente'),
    ...['Ragione sociale', 'Denominazione', 'Denominazione sociale', 'Azienda', 'Società', 'Impresa'],
    ...every('Nome ', "azienda|dell'azienda|società|della società|impresa|cliente|del cliente"),
    ...['Razão social', 'Denominação social', 'Companhia', 'Sociedade'],
    ...every('Nome ', 'empresa|da empresa|da companhia|da sociedade|do cliente'),
    ...['Bedrijf', 'Bedrijfsnaam', 'Onderneming', 'Vennootschap', 'Statutaire naam', 'Klantnaam'],
    ...every('Naam ', 'bedrijf|van het bedrijf|onderneming|vennootschap|klant|van de klant'),
    ...every('Şirket|Firma|Müşteri|Ticaret', ' adı| ünvanı| unvanı'),
    ...['Şirket', 'Ünvan', 'Unvan', 'Ticari ünvan', 'Ticari unvan'],
    ...['Spółka', 'Nazwa firmy', 'Nazwa spółki', 'Nazwa klienta', 'Nazwa przedsiębiorstwa'],
    ...['Компания', 'Организация', 'Фирма', 'Предприятие', 'Юридическое лицо', 'Юридическое название'],
    ...every('Название|Наименование', ' компании| организации| фирмы| предприятия| клиента'),
    ...every('公司|企业|企業|单位|單位|客户|客戶', '名称|名稱'),
    ...['公司', '公司名', '企业', '企業'],
    ...['会社', '会社名', '企業名', '法人名', '商号', '顧客名', '取引先名'],
    ...['الشركة', 'شركة', 'اسم الشركة', 'الاسم القانوني', 'الاسم التجاري', 'اسم العميل', 'اسم الزبون'],
    ...['شرکت', 'نام شرکت', 'نام حقوقی', 'نام مشتری'],
  ].map(bare),
);

const NUMBER = 'number|numero|no|nr|num|n|id|code';

const KEYS: ReadonlySet<string> = new Set(
  [
    ...every('customer|client', ' number| no| nr| num| id| code| key| ref| reference'),
    ...every('Kunden|Mandanten|Klienten|Debitoren|Debitor', 'nummer|-Nr|-No|-ID|kennung|code'),
    ...every(`${NUMBER}|nro|ref|reference|identifiant`, ' client| de client| du client'),
    ...every(
      `${NUMBER}|nro|cod|codigo|codice|identificador`,
      ' cliente| de cliente| del cliente| do cliente',
    ),
    ...every('cliente ', `${NUMBER}|nro|cod`),
    ...every('Klant|Klanten|Cliënt|Cliënten', 'nummer|nr|no|id|code'),
    ...every('Müşteri ', 'numarası|numara|no|kodu|kod|id'),
    ...every('Numer|Nr|Kod|ID|Identyfikator', ' klienta'),
    ...every('Номер|№|Код|ИД|ID|Идентификатор', ' клиента| заказчика'),
    ...['Клиент №', 'Клиентский номер'],
    ...every('客户|客戶', '编号|編號|号|號|号码|號碼|代码|代碼|ID'),
    ...every('顧客|得意先|取引先', '番号|コード|ID|No'),
    ...every('رقم|رمز|كود|معرف', ' العميل| الزبون'),
    ...every('شماره|کد|شناسه', ' مشتری'),
  ].map(bare),
);
