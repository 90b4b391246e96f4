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

test.each([
  ...[
    'Customer No',
    'Customer No.',
    'CUSTOMER NUMBER',
    'customer_id',
    'CustomerNumber',
    'Customer #',
    'Customer №',
  ],
  ...['Client ID', 'Client-Nr.', 'client code', 'Kundennummer', 'Kunden-Nr.', 'KUNDEN NR', 'Debitorennummer'],
  ...[
    'Numéro client',
    'Numero de client',
    'N° client',
    'Nº client',
    'N°\u00a0Client',
    'Code client',
    'Réf. client',
  ],
  ...['Número de cliente', 'Nº cliente', 'Nro. de Cliente', 'Código cliente', 'Codice cliente', 'N. cliente'],
  ...['ID Cliente', 'Cód. cliente', 'Número do cliente', 'Klantnummer', 'Klant-nr', 'Cliëntnummer'],
  ...[
    'Müşteri No',
    'MÜŞTERİ NUMARASI',
    'Numer klienta',
    'Nr klienta',
    'Номер клиента',
    '№ клиента',
    'Код клиента',
  ],
  ...[
    '客户编号',
    '客戶編號',
    '客户代码',
    '顧客番号',
    '顧客コード',
    'رقم العميل',
    'شماره مشتری',
    'شماره مشتري',
  ],
])('is a customer number: %s', (heading) => {
  expect(isUsualKey(heading)).toBe(true);
  expect(isUsualCompany(heading)).toBe(false);
  expect(read(['Company', heading])).toMatchObject({ company: 0, key: 1, chosen: [] });
});

test.each([
  ...[
    'COMPANY:',
    'company_name',
    'Legal name',
    'Registered Name',
    'Customer Name',
    'Organisation',
    'Name of the company',
  ],
  ...[
    'Firma',
    'Firmenname',
    'Unternehmen',
    'Name der Firma',
    'Raison sociale',
    'RAISON SOCIALE',
    'Société',
    'Societe',
  ],
  ...[
    "Nom de l'entreprise",
    'Razón social',
    'Razon Social',
    'Empresa',
    'Nombre de la empresa',
    'Ragione sociale',
  ],
  ...[
    'Azienda',
    'Denominazione',
    'Razão social',
    'Bedrijfsnaam',
    'Şirket adı',
    'ŞİRKET ADI',
    'Ticaret Ünvanı',
  ],
  ...[
    'Nazwa firmy',
    'Spolka',
    'Компания',
    'Наименование организации',
    '公司名称',
    '会社名',
    'اسم الشركة',
    'نام شرکت',
  ],
])('is a company: %s', (heading) => {
  expect(isUsualCompany(heading)).toBe(true);
  expect(isUsualKey(heading)).toBe(false);
  expect(read([USUAL_KEY_COLUMN, heading])).toMatchObject({ company: 1, key: 0, chosen: [] });
});

test.each([
  'No',
  'No.',
  'ID',
  'Nr',
  'Number',
  'Customer',
  'Client',
  'Kunde',
  'Cliente',
  'Account',
  '#',
  '',
  '°',
])('may be something else, and is neither: %j', (heading) => {
  expect(isUsualKey(heading) || isUsualCompany(heading)).toBe(false);
  expect(read([heading, 'Company']).key).toBeUndefined();
});

test('a name that may be that of a person counts less than any heading of a company', () => {
  expect(read(['Name', 'Firma'])).toMatchObject({ company: 1, chosen: ['read: the column Firma, not Name'] });
  expect(read(['Name', 'Vorname']).company).toBe(0);
});

test('what is entered counts more than other usual headings, and both are said', () => {
  expect(read(['Legal name', 'Client ID', 'Company', 'customer no'])).toMatchObject({
    ...{ company: 2, key: 3 },
    chosen: ['read: the column Company, not Legal name', 'read: the column customer no, not Client ID'],
  });
});

test.each([
  ['a Cyrillic letter', 'C\u043empany'],
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
