// A small watchlist of fictional entities. Every name, place, list and address in it is invented; a likeness
// to anyone real is chance. Together they use every detail field, every source type and three scripts.

/** An entity of the watchlist: the detail object of the interface. */
export interface WatchlistEntity {
  aliasNames: string[] | null;
  aliasGivenNames: string[] | null;
  links: string[] | null;
  sourceType: string | null;
  address: string[] | null;
  addressRemarks: string[] | null;
  companyNumber: string[] | null;
  jurisdiction: string[] | null;
  entityType: string | null;
  pepType: string | null;
  name: string | null;
  nameRemarks: string[] | null;
  sourceId: string | null;
  sanctionDetails: string[] | null;
  otherInformation: string[] | null;
  tlName: string | null;
}

const entity = (known: Partial<WatchlistEntity> & { name: string }): WatchlistEntity => ({
  aliasNames: null,
  aliasGivenNames: null,
  links: null,
  sourceType: 'Other',
  address: null,
  addressRemarks: null,
  companyNumber: null,
  jurisdiction: null,
  entityType: 'ENTITY',
  pepType: null,
  nameRemarks: null,
  sourceId: null,
  sanctionDetails: null,
  otherInformation: null,
  tlName: null,
  ...known,
});

export const watchlist: readonly WatchlistEntity[] = [
  // Under sanctions
  entity({
    name: 'Gloomharbour Shipping Ltd',
    aliasNames: ['Gloomharbour Maritime', 'Gloom Harbour Lines'],
    aliasGivenNames: ['Gloomy'],
    links: ['https://gloomharbour.example/about', 'press@gloomharbour.example'],
    sourceType: 'Sanction',
    address: ['1 Nowhere Quay, Port Velm, Velmoria', 'Berth 13, Isle of Fret'],
    addressRemarks: ['Registered office', 'Seen there in spring'],
    companyNumber: ['VL-000113', 'FRT-77'],
    jurisdiction: ['Velmoria', 'Isle of Fret'],
    nameRemarks: ['Renamed twice'],
    sourceId: 'VELM-SAN-01',
    sanctionDetails: ['Assets frozen since 2031-02-03', 'Port calls forbidden'],
    otherInformation: ['Owns three ships that nobody has seen', 'Flag: Velmoria'],
  }),
  entity({
    name: 'Zorblax Arms Export',
    aliasNames: ['ZAX', 'Zorblax Export House'],
    sourceType: 'SANCTION',
    address: ['44 Cannon Row, Zorb City'],
    companyNumber: ['ZB 4410'],
    jurisdiction: ['Zorblaxia'],
    sourceId: 'ZORB-EMB-2',
    sanctionDetails: ['Arms embargo, schedule B'],
    otherInformation: [],
  }),
  entity({
    name: 'شركة سراب الخيال للتجارة',
    aliasNames: ['سراب الخيال', 'Sarab Trading House'],
    aliasGivenNames: [],
    sourceType: 'Sanction',
    address: ['شارع السراب 7، مدينة الوهم'],
    jurisdiction: ['Emirate of Wahm'],
    companyNumber: ['٠٠٧٧'],
    sourceId: 'WAHM-SAN-9',
    sanctionDetails: ['Funds frozen'],
    tlName: 'Sharikat Sarab al-Khayal lil-Tijara',
  }),
  entity({
    name: '幻海虚构贸易有限公司',
    aliasNames: ['幻海贸易', 'Huanhai Make-Believe Trading'],
    sourceType: 'SANCTION',
    address: ['幻海市虚构路8号'],
    jurisdiction: ['Huanhai'],
    entityType: 'UNKNOWN',
    sourceId: 'HUAN-SAN-3',
    sanctionDetails: ['Import ban'],
    tlName: 'Huanhai Xugou Maoyi Youxian Gongsi',
  }),
  entity({
    name: 'Nebelwald Präzisions GmbH',
    aliasNames: ['Nebelwald Praezision'],
    sourceType: 'Sanction',
    jurisdiction: ['Nebelland'],
    sourceId: 'NEB-DUAL-5',
    sanctionDetails: ['Dual-use licence withdrawn'],
    nameRemarks: ['Often written without the umlaut'],
  }),
  entity({
    name: 'Frostmere Gas & Ice',
    sourceType: 'Sanction',
    links: [],
    jurisdiction: ['Frostmere'],
    sourceId: 'FROST-SAN-1',
    sanctionDetails: ['Sectoral sanctions'],
    addressRemarks: ['No fixed address: the office drifts'],
  }),
  // Politically exposed
  entity({
    name: 'Velmoria State Pudding Works',
    aliasNames: ['VSPW'],
    links: ['https://pudding.velmoria.example'],
    sourceType: 'PEP',
    pepType: 'State-owned enterprise',
    jurisdiction: ['Velmoria'],
    companyNumber: ['VL-000001'],
    sourceId: 'VELM-PEP-04',
    otherInformation: ['Chaired by the Minister of Desserts'],
  }),
  entity({
    name: 'Fizzlewick & Daughters Holding',
    aliasNames: ['Fizzlewick Family Office'],
    aliasGivenNames: ['Ottoline', 'Barnabina'],
    sourceType: 'PEP',
    pepType: 'Family member of a head of government',
    jurisdiction: ['Grand Duchy of Sulk'],
    sourceId: 'SULK-PEP-11',
  }),
  entity({
    name: 'مؤسسة قمر الرمال الخيالية',
    sourceType: 'PEP',
    pepType: 'Owned by a member of parliament',
    jurisdiction: ['Emirate of Wahm'],
    sourceId: 'WAHM-PEP-2',
    tlName: "Mu'assasat Qamar al-Rimal al-Khayaliya",
  }),
  entity({
    name: '云梦龙须面集团',
    aliasNames: ['云梦集团'],
    sourceType: 'PEP',
    pepType: 'Provincial official on the board',
    jurisdiction: ['Yunmeng'],
    sourceId: 'YUN-PEP-6',
    tlName: 'Yunmeng Longxumian Jituan',
  }),
  entity({
    name: 'Sulk Grand Ducal Railways',
    sourceType: 'PEP',
    pepType: 'State-owned enterprise',
    entityType: 'UNKNOWN',
    jurisdiction: ['Grand Duchy of Sulk'],
    sourceId: 'SULK-PEP-12',
  }),
  // Criminal
  entity({
    name: 'Slipknuckle Casino Group',
    aliasNames: ['Slipknuckle Leisure'],
    sourceType: 'Criminal',
    address: ['Pier 0, Knuckle Bay'],
    jurisdiction: ['Knuckle Bay'],
    sourceId: 'KNB-CRIM-1',
    otherInformation: ['Convicted of laundering 40 million doubloons'],
  }),
  entity({
    name: 'Moonlight Ledger Accountants',
    sourceType: 'Criminal',
    links: ['https://court.knucklebay.example/case/17'],
    jurisdiction: ['Knuckle Bay'],
    sourceId: 'KNB-CRIM-2',
    otherInformation: ['Two sets of books'],
  }),
  entity({
    name: 'Counterfeit Cheese Cooperative',
    aliasNames: ['Triple C Dairy'],
    sourceType: 'Criminal',
    jurisdiction: ['Nebelland'],
    companyNumber: ['NB 3 33'],
    sourceId: 'NEB-CRIM-8',
  }),
  entity({
    name: '黑影假币印刷厂',
    sourceType: 'Criminal',
    jurisdiction: ['Huanhai'],
    sourceId: 'HUAN-CRIM-1',
    tlName: 'Heiying Jiabi Yinshuachang',
  }),
  // Everything else that a bank may want to know
  entity({
    name: 'Hollowreed Consulting',
    sourceType: 'Other',
    jurisdiction: ['Isle of Fret'],
    sourceId: 'FRET-NEWS-1',
    otherInformation: ['Adverse media: paid for advice that nobody gave'],
  }),
  entity({
    name: 'Pyramid of Sincere Friends',
    aliasNames: ['Sincere Friends Club'],
    sourceType: 'Other',
    entityType: 'UNKNOWN',
    sourceId: 'REG-WARN-2',
    otherInformation: ["Regulator's warning"],
  }),
  entity({
    name: 'مجموعة نجوم الوهم القابضة',
    sourceType: 'Other',
    jurisdiction: ['Emirate of Wahm'],
    sourceId: 'WAHM-NEWS-3',
    tlName: 'Majmuat Nujum al-Wahm al-Qabida',
  }),
  // One name on several lists
  entity({
    name: 'Quillhaven Group',
    aliasNames: ['Quillhaven Holdings'],
    sourceType: 'SANCTION',
    jurisdiction: ['Quillhaven'],
    companyNumber: ['QH-1'],
    sourceId: 'VELM-SAN-02',
    sanctionDetails: ['Listed for feather smuggling'],
  }),
  entity({
    name: 'Quillhaven Group Trading Arm',
    sourceType: 'Sanction',
    jurisdiction: ['Zorblaxia'],
    sourceId: 'ZORB-EMB-3',
    sanctionDetails: ['Listed with its parent'],
  }),
  entity({
    name: 'Quillhaven Group Pension Fund',
    sourceType: 'PEP',
    pepType: 'Trustee is a judge',
    jurisdiction: ['Quillhaven'],
    sourceId: 'QUIL-PEP-1',
  }),
  entity({
    name: 'Inkwell Partners',
    aliasNames: ['Quillhaven Group Ink Division'],
    sourceType: 'Criminal',
    jurisdiction: ['Quillhaven'],
    sourceId: 'QUIL-CRIM-1',
    otherInformation: ['Forged permits'],
  }),
  // The same short name in two countries
  entity({
    name: 'Thistledown Textiles',
    sourceType: 'PEP',
    pepType: 'Supplier of an army',
    jurisdiction: ['Nebelland'],
    sourceId: 'NEB-PEP-2',
  }),
  entity({
    name: 'Thistledown Textiles Overseas',
    aliasNames: ['Thistledown Textiles'],
    sourceType: 'Other',
    jurisdiction: ['Frostmere'],
    sourceId: 'FROST-NEWS-4',
    otherInformation: ['Adverse media: child-sized looms'],
  }),
  entity({
    name: 'Last Lantern Salvage',
    sourceType: 'Criminal',
    address: [],
    jurisdiction: [],
    sourceId: 'FRET-CRIM-5',
  }),
];
