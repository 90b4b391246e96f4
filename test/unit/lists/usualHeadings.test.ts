// Headings that people use, in many languages: a number that is not recognised would make each company another one.
import { readHeadings, wantedColumns, type MoreWanted } from '../../../nodes/CompanyScreening/lists/headings';
import {
  isUsualCompany,
  isUsualKey,
  USUAL_COMPANY_COLUMNS,
  USUAL_KEY_COLUMN,
} from '../../../nodes/CompanyScreening/lists/usualHeadings';
import { complaintIn } from './reading';

const ANY_KEY = { heading: USUAL_KEY_COLUMN, isRequired: false };
const read = (headings: string[], company = USUAL_COMPANY_COLUMNS, key = ANY_KEY, more: MoreWanted[] = []) =>
  readHeadings(headings, wantedColumns(company, key, more), 'list.csv');
const complaint = (...given: Parameters<typeof read>): string => complaintIn(() => read(...given));

// A heading for each word of each language.
test.each([
  ...['Customer No', 'Customer No.', 'CUSTOMER NUMBER', 'customer_id', 'CustomerNumber', 'Customer #'],
  ...['Customer №'],
  ...['Customer Nr', 'Customer Num', 'Customer Code', 'Customer Key', 'Customer Ref', 'Customer Reference'],
  ...['Client ID', 'Client-Nr.', 'client code'],
  ...['Kundennummer', 'Kunden-Nr.', 'KUNDEN NR', 'Kunden-No', 'Kunden-ID', 'Kundenkennung', 'Kundencode'],
  ...['Debitorennummer', 'Debitor-Nr.', 'Mandantennummer', 'Klienten-Nr.'],
  ...['Number client', 'Numéro client', 'Numero de client', 'N° client', 'Nº client', 'N°\u00a0Client'],
  ...['No. client'],
  ...['Nr client', 'Num. client', 'N client', 'ID client', 'Code client', 'Nro client', 'Réf. client'],
  ...['Référence client', 'Identifiant client', 'Identifiant du client'],
  ...['Number cliente', 'Número de cliente', 'Nº cliente', 'Nro. de Cliente', 'Nr. cliente', 'Núm. cliente'],
  ...['Código cliente', 'Codigo de cliente', 'Codice cliente', 'N. cliente', 'ID Cliente', 'Code cliente'],
  ...['Cód. cliente', 'Identificador de cliente', 'Número do cliente', 'Número del cliente', 'No. cliente'],
  ...['Cliente Number', 'Cliente Número', 'Cliente No.', 'Cliente Nr.', 'Cliente Núm.', 'Cliente N°'],
  ...['Cliente ID'],
  ...['Cliente Code', 'Cliente Nro.', 'Cliente Cód.'],
  ...['Klantnummer', 'Klant-nr', 'Klant no', 'Klant-ID', 'Klantcode', 'Klantennummer', 'Cliëntnummer'],
  ...['Cliëntennummer'],
  ...['Müşteri No', 'MÜŞTERİ NUMARASI', 'Müşteri Numara', 'Müşteri Kodu', 'Müşteri Kod', 'Müşteri ID'],
  ...['Numer klienta', 'Nr klienta', 'Kod klienta', 'ID klienta', 'Identyfikator klienta'],
  ...['Номер клиента', '№ клиента', 'Код клиента', 'ИД клиента', 'ID клиента', 'Идентификатор клиента'],
  ...['Номер заказчика', 'Клиент №', 'Клиентский номер'],
  ...['客户编号', '客戶編號', '客户号', '客戶號', '客户号码', '客戶號碼', '客户代码', '客戶代碼', '客户ID'],
  ...['顧客番号', '顧客コード', '顧客ID', '顧客No', '得意先番号', '得意先コード', '取引先番号'],
  ...['رقم العميل', 'رمز العميل', 'كود العميل', 'معرف العميل', 'رقم الزبون'],
  ...['شماره مشتری', 'شماره مشتري', 'کد مشتری', 'كد مشتري', 'شناسه مشتری'],
])('is a customer number: %s', (heading) => {
  expect(isUsualKey(heading)).toBe(true);
  expect(isUsualCompany(heading)).toBe(false);
  expect(read(['Company', heading])).toMatchObject({ company: 0, key: 1, chosen: [] });
});

test.each([
  ...['COMPANY:', 'company_name', 'Firm Name', 'Corporate Name', 'Business Name', 'Entity Name'],
  ...['Legal name'],
  ...['Legal Entity Name', 'Registered Name', 'Customer Name', 'Client Name', 'Organisation', 'Organization'],
  ...['Organisation name', 'Organization Name', 'Name of company', 'Name of the company'],
  ...['Company Legal Name'],
  ...['Legal Company Name', 'Registered Company Name'],
  ...['Firma', 'Firmenname', 'Kundenname', 'Unternehmensname', 'Gesellschaftsname', 'Firmierung'],
  ...['Unternehmen'],
  ...['Firmenbezeichnung', 'Gesellschaft', 'Name der Firma', 'Name des Unternehmens'],
  ...['Name der Gesellschaft'],
  ...['Name des Kunden'],
  ...['Raison sociale', 'RAISON SOCIALE', 'Dénomination', 'Dénomination sociale', 'Société', 'Societe'],
  ...['Entreprise'],
  ...['Nom société', 'Nom de société', 'Nom de la société', 'Nom entreprise', "Nom de l'entreprise"],
  ...['Nom client'],
  ...['Nom du client'],
  ...['Razón social', 'Razon Social', 'Denominación social', 'Empresa', 'Compañía', 'Sociedad'],
  ...['Nombre empresa', 'Nombre de empresa', 'Nombre de la empresa', 'Nombre de la compañía'],
  ...['Nombre cliente'],
  ...['Nombre de la sociedad', 'Nombre del cliente'],
  ...['Ragione sociale', 'Denominazione', 'Denominazione sociale', 'Azienda', 'Società', 'Impresa'],
  ...['Nome azienda', "Nome dell'azienda", 'Nome società', 'Nome della società', 'Nome impresa'],
  ...['Nome cliente'],
  ...['Nome del cliente'],
  ...['Razão social', 'Denominação social', 'Companhia', 'Sociedade', 'Nome empresa', 'Nome da empresa'],
  ...['Nome da companhia', 'Nome da sociedade', 'Nome do cliente'],
  ...['Bedrijf', 'Bedrijfsnaam', 'Onderneming', 'Vennootschap', 'Statutaire naam', 'Klantnaam'],
  ...['Naam bedrijf'],
  ...['Naam van het bedrijf', 'Naam onderneming', 'Naam vennootschap', 'Naam klant', 'Naam van de klant'],
  ...['Şirket adı', 'ŞİRKET ADI', 'Firma Adı', 'Müşteri Adı', 'Ticaret Ünvanı', 'Ticaret Unvanı', 'Şirket'],
  ...['Ünvan', 'Unvan', 'Ticari ünvan', 'Ticari unvan'],
  ...['Spółka', 'Spolka', 'Nazwa firmy', 'Nazwa spółki', 'Nazwa klienta', 'Nazwa przedsiębiorstwa'],
  ...['Компания', 'Организация', 'Фирма', 'Предприятие', 'Юридическое лицо', 'Юридическое название'],
  ...['Название компании', 'Наименование организации', 'Название фирмы', 'Наименование предприятия'],
  ...['Наименование клиента'],
  ...['公司名称', '公司名稱', '企业名称', '企業名稱', '单位名称', '單位名稱', '客户名称', '客戶名稱'],
  ...['公司', '公司名'],
  ...['企业', '企業', '会社', '会社名', '企業名', '法人名', '商号', '顧客名', '取引先名'],
  ...['الشركة', 'شركة', 'اسم الشركة', 'الاسم القانوني', 'الاسم التجاري', 'اسم العميل', 'اسم الزبون'],
  ...['شرکت', 'نام شرکت', 'نام حقوقی', 'نام مشتری', 'نام مشتري', 'نام شركت'],
])('is a company: %s', (heading) => {
  expect(isUsualCompany(heading)).toBe(true);
  expect(isUsualKey(heading)).toBe(false);
  expect(read([USUAL_KEY_COLUMN, heading])).toMatchObject({ company: 1, key: 0, chosen: [] });
});

test.each([
  ...['No', 'No.', 'ID', 'Nr', 'Number', 'Customer', 'Client', 'Kunde', 'Cliente', 'Account', '#', '', '°'],
])('may be something else, and is neither: %j', (heading) => {
  expect(isUsualKey(heading) || isUsualCompany(heading)).toBe(false);
  expect(read([heading, 'Company']).key).toBeUndefined();
});

test('a name that may be that of a person counts less than any heading of a company', () => {
  expect(read(['Name', 'Firma'])).toMatchObject({ company: 1, chosen: ['read: the column Firma, not Name'] });
  expect(read(['Name', 'Vorname']).company).toBe(0);
  expect(read(['Note', 'Firma'], ` ${USUAL_COMPANY_COLUMNS} `).company).toBe(1);
});

test('what is entered counts more than other usual headings, and both are said', () => {
  expect(read(['Legal name', 'Client ID', 'Company', 'customer no'])).toMatchObject({
    ...{ company: 2, key: 3 },
    chosen: ['read: the column Company, not Legal name', 'read: the column customer no, not Client ID'],
  });
});

test.each([
  ['a Cyrillic letter', 'C\u043empany'],
  ['a Cyrillic letter beside a full-width one', '\uff23\u043empany'],
  ['letters of several scripts', '\u0421\u043em\u0440\u0430n\u0443'],
  ['a letter of Greek that no other list has', '\u03f9ompany'],
  ['a variation selector', 'Company\ufe0f'],
  ['a filler of Korean', 'Company\u3164'],
  ['a zero', 'C0mpany'],
  ['letters turned around', '\u202eynapmoC'],
  ['the letters of another heading of companies', 'N\u0430me'],
])('a heading that is read as that of the companies stops: with %s', (_, heading) => {
  expect(complaint([heading, 'Note', 'Company'])).toMatch(
    /has two columns that may hold the companies: Company and /,
  );
});

test('a heading of other letters is another one', () => {
  expect(
    read(['Company', 'Companies', 'Compact', 'Компани', 'ＩＤ', '会社ＩＤ番号', 'Сoж2222']).company,
  ).toBe(0);
});

test('of two usual headings neither is taken', () => {
  expect(complaint(['Firma', 'Legal name'])).toBe(
    'list.csv has two columns that may hold the companies: Firma and Legal name. Enter the heading of the one that is meant as Company Column in this node, or remove the other from the list.',
  );
  expect(complaint(['Company', 'Client ID', 'Kunden-Nr.'])).toBe(
    'list.csv has two columns that may hold your own numbers: Client ID and Kunden-Nr.. Enter the heading of the one that is meant as Key Column in this node, or remove the other from the list.',
  );
  expect(complaint(['Firma', ' firma'])).toContain('two columns called firma');
});

test('what is read as something else is no number', () => {
  const more: MoreWanted[] = [
    { field: 'registrationNumber', option: 'Registration Number Column', headings: ['Client ID'] },
  ];
  expect(read(['Company', 'Client ID'], undefined, undefined, more).key).toBeUndefined();
  expect(read(['Company', 'Client ID', 'Kundennummer'], undefined, undefined, more)).toMatchObject({
    ...{ key: 2, chosen: [] },
  });
});

test('who enters a heading of their own, or none, means just that', () => {
  expect(complaint(['Firma'], 'Company')).toContain('No column of list.csv is called Company.');
  expect(complaint(['Company', 'Client ID'], undefined, { heading: 'Debtor', isRequired: true })).toContain(
    'No column of list.csv is called Debtor.',
  );
  expect(read(['Company', 'Client ID'], undefined, { heading: ' ', isRequired: false }).key).toBeUndefined();
});

test('a cell with a long text is no heading', () => {
  expect(isUsualKey(`Customer No${'\u0301'.repeat(100_000)}`)).toBe(false);
});
