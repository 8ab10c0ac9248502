import type { Code } from './code.ts';
import { fixedRateOf } from './replaced.ts';

type Names = Readonly<Record<string, string>>;

const names: Names = {
  AED: 'United Arab Emirates Dirham',
  AFN: 'Afghan Afghani',
  ALL: 'Albanian Lek',
  AMD: 'Armenian Dram',
  ANG: 'Netherlands Antillean Guilder',
  AOA: 'Angolan Kwanza',
  ARS: 'Argentine Peso',
  AUD: 'Australian Dollar',
  AWG: 'Aruban Florin',
  AZN: 'Azerbaijani Manat',
  BAM: 'Bosnia-Herzegovina Convertible Mark',
  BBD: 'Barbadian Dollar',
  BDT: 'Bangladeshi Taka',
  BGN: 'Bulgarian Lev',
  BHD: 'Bahraini Dinar',
  BIF: 'Burundian Franc',
  BMD: 'Bermudan Dollar',
  BND: 'Brunei Dollar',
  BOB: 'Bolivian Boliviano',
  BRL: 'Brazilian Real',
  BSD: 'Bahamian Dollar',
  BTC: 'Bitcoin',
  BTN: 'Bhutanese Ngultrum',
  BWP: 'Botswanan Pula',
  BYN: 'Belarusian Ruble',
  BYR: 'Belarusian Ruble (2000–2016)',
  BZD: 'Belize Dollar',
  CAD: 'Canadian Dollar',
  CDF: 'Congolese Franc',
  CHF: 'Swiss Franc',
  CLF: 'Chilean Unit of Account (UF)',
  CLP: 'Chilean Peso',
  CNH: 'Chinese Yuan (offshore)',
  CNY: 'Chinese Yuan',
  COP: 'Colombian Peso',
  CRC: 'Costa Rican Colón',
  CUC: 'Cuban Convertible Peso',
  CUP: 'Cuban Peso',
  CVE: 'Cape Verdean Escudo',
  CZK: 'Czech Koruna',
  DJF: 'Djiboutian Franc',
  DKK: 'Danish Krone',
  DOP: 'Dominican Peso',
  DZD: 'Algerian Dinar',
  EEK: 'Estonian Kroon',
  EGP: 'Egyptian Pound',
  ERN: 'Eritrean Nakfa',
  ETB: 'Ethiopian Birr',
  EUR: 'Euro',
  FJD: 'Fijian Dollar',
  FKP: 'Falkland Islands Pound',
  GBP: 'British Pound',
  GEL: 'Georgian Lari',
  GGP: 'Guernsey Pound',
  GHS: 'Ghanaian Cedi',
  GIP: 'Gibraltar Pound',
  GMD: 'Gambian Dalasi',
  GNF: 'Guinean Franc',
  GTQ: 'Guatemalan Quetzal',
  GYD: 'Guyanaese Dollar',
  HKD: 'Hong Kong Dollar',
  HNL: 'Honduran Lempira',
  HRK: 'Croatian Kuna',
  HTG: 'Haitian Gourde',
  HUF: 'Hungarian Forint',
  IDR: 'Indonesian Rupiah',
  IEP: 'Irish Pound',
  ILS: 'Israeli New Shekel',
  IMP: 'Isle of Man Pound',
  INR: 'Indian Rupee',
  IQD: 'Iraqi Dinar',
  IRR: 'Iranian Rial',
  ISK: 'Icelandic Króna',
  JEP: 'Jersey Pound',
  JMD: 'Jamaican Dollar',
  JOD: 'Jordanian Dinar',
  JPY: 'Japanese Yen',
  KES: 'Kenyan Shilling',
  KGS: 'Kyrgyz Som',
  KHR: 'Cambodian Riel',
  KMF: 'Comorian Franc',
  KPW: 'North Korean Won',
  KRW: 'South Korean Won',
  KWD: 'Kuwaiti Dinar',
  KYD: 'Cayman Islands Dollar',
  KZT: 'Kazakhstani Tenge',
  LAK: 'Laotian Kip',
  LBP: 'Lebanese Pound',
  LKR: 'Sri Lankan Rupee',
  LRD: 'Liberian Dollar',
  LSL: 'Lesotho Loti',
  LTL: 'Lithuanian Litas',
  LVL: 'Latvian Lats',
  LYD: 'Libyan Dinar',
  MAD: 'Moroccan Dirham',
  MDL: 'Moldovan Leu',
  MGA: 'Malagasy Ariary',
  MKD: 'Macedonian Denar',
  MMK: 'Myanmar Kyat',
  MNT: 'Mongolian Tugrik',
  MOP: 'Macanese Pataca',
  MRO: 'Mauritanian Ouguiya (1973–2017)',
  MRU: 'Mauritanian Ouguiya',
  MTL: 'Maltese Lira',
  MUR: 'Mauritian Rupee',
  MVR: 'Maldivian Rufiyaa',
  MWK: 'Malawian Kwacha',
  MXN: 'Mexican Peso',
  MYR: 'Malaysian Ringgit',
  MZN: 'Mozambican Metical',
  NAD: 'Namibian Dollar',
  NGN: 'Nigerian Naira',
  NIO: 'Nicaraguan Córdoba',
  NOK: 'Norwegian Krone',
  NPR: 'Nepalese Rupee',
  NZD: 'New Zealand Dollar',
  OMR: 'Omani Rial',
  PAB: 'Panamanian Balboa',
  PEN: 'Peruvian Sol',
  PGK: 'Papua New Guinean Kina',
  PHP: 'Philippine Peso',
  PKR: 'Pakistani Rupee',
  PLN: 'Polish Zloty',
  PYG: 'Paraguayan Guarani',
  QAR: 'Qatari Riyal',
  RON: 'Romanian Leu',
  RSD: 'Serbian Dinar',
  RUB: 'Russian Ruble',
  RWF: 'Rwandan Franc',
  SAR: 'Saudi Riyal',
  SBD: 'Solomon Islands Dollar',
  SCR: 'Seychellois Rupee',
  SDG: 'Sudanese Pound',
  SEK: 'Swedish Krona',
  SGD: 'Singapore Dollar',
  SHP: 'St. Helena Pound',
  SKK: 'Slovak Koruna',
  SLE: 'Sierra Leonean Leone',
  SLL: 'Sierra Leonean Leone (1964–2022)',
  SOS: 'Somali Shilling',
  SRD: 'Surinamese Dollar',
  SSP: 'South Sudanese Pound',
  STD: 'São Tomé & Príncipe Dobra (1977–2017)',
  STN: 'São Tomé & Príncipe Dobra',
  SVC: 'Salvadoran Colón',
  SYP: 'Syrian Pound',
  SZL: 'Swazi Lilangeni',
  THB: 'Thai Baht',
  TJS: 'Tajikistani Somoni',
  TMT: 'Turkmenistani Manat',
  TND: 'Tunisian Dinar',
  TOP: 'Tongan Paʻanga',
  TRY: 'Turkish Lira',
  TTD: 'Trinidad & Tobago Dollar',
  TWD: 'New Taiwan Dollar',
  TZS: 'Tanzanian Shilling',
  UAH: 'Ukrainian Hryvnia',
  UGX: 'Ugandan Shilling',
  USD: 'US Dollar',
  UYU: 'Uruguayan Peso',
  UZS: 'Uzbekistani Som',
  VEF: 'Venezuelan Bolívar (2008–2018)',
  VES: 'Venezuelan Bolívar',
  VND: 'Vietnamese Dong',
  VUV: 'Vanuatu Vatu',
  WST: 'Samoan Tala',
  XAF: 'Central African CFA Franc',
  XAG: 'Silver',
  XAU: 'Gold',
  XCD: 'East Caribbean Dollar',
  XCG: 'Caribbean guilder',
  XCP: 'Copper',
  XDR: 'Special Drawing Rights',
  XOF: 'West African CFA Franc',
  XPD: 'Palladium',
  XPF: 'CFP Franc',
  XPT: 'Platinum',
  YER: 'Yemeni Rial',
  ZAR: 'South African Rand',
  ZMK: 'Zambian Kwacha (1968–2012)',
  ZMW: 'Zambian Kwacha',
  ZWD: 'Zimbabwean Dollar (1980–2008)',
  ZWG: 'Zimbabwean Gold',
  ZWL: 'Zimbabwean Dollar (2009–2024)',
};

/** Of currencies that only `show_alternative` includes, sorted by code. */
const alternative: Names = {
  DASH: 'Dash',
  DOGE: 'Dogecoin',
  ETH: 'Ether',
  LD: 'Linden Dollar',
  LTC: 'Litecoin',
  NMC: 'Namecoin',
  PPC: 'Peercoin',
  VEF_BLKMKT: 'Venezuelan Bolívar (black market)',
  VEF_DICOM: 'Venezuelan Bolívar (DICOM)',
  XMR: 'Monero',
  XRP: 'Ripple',
};

/** Of currencies that the service has never had. */
const former: Names = {
  ATS: 'Austrian Schilling',
  BEF: 'Belgian Franc',
  CYP: 'Cypriot Pound',
  DEM: 'German Mark',
  ESP: 'Spanish Peseta',
  FIM: 'Finnish Markka',
  FRF: 'French Franc',
  GRD: 'Greek Drachma',
  ITL: 'Italian Lira',
  LUF: 'Luxembourgian Franc',
  NLG: 'Dutch Guilder',
  PTE: 'Portuguese Escudo',
  ROL: 'Romanian Leu (1952–2005)',
  SIT: 'Slovenian Tolar',
  TRL: 'Turkish Lira (1922–2004)',
};

/** Of those that have ended otherwise than by the euro, unless their name has them. */
const lastYears = new Map<string, number>([
  ['ANG', 2025],
  ['CUC', 2021],
]);

export const currencyNames: ReadonlyMap<Code, string> = named(names);

/** Currencies that only `show_alternative` includes. */
export const alternativeNames: ReadonlyMap<Code, string> = named(alternative);

/** Currencies that ended before the service began: only banks have rates of them. */
const formerNames = named(former);

function named(names: Readonly<Record<string, string>>): ReadonlyMap<Code, string> {
  return new Map(Object.entries(names) as [Code, string][]);
}

/** With the last year of one that has ended. */
export function nameOf(code: Code): string {
  const name = shortNameOf(code);
  const last = lastYears.get(code) ?? lastYearBeforeEuro(code);
  return last ? `${name} (until ${last})` : name;
}

/** Until 2001 the euro had no notes and coins of its own. */
function lastYearBeforeEuro(code: Code): number | undefined {
  const { since } = fixedRateOf(code) ?? {};
  return since && Math.max(2001, Number(since.slice(0, 4)) - 1);
}

export function shortNameOf(code: Code): string {
  return currencyNames.get(code) ?? formerNames.get(code) ?? alternativeNames.get(code) ?? '';
}

/** Whether the code is or was one of a currency. */
export const isListed = (code: Code): boolean => shortNameOf(code) !== '';

/** Only banks have rates of it. */
export const isFormer = (code: Code): boolean => formerNames.has(code);

export const hasEnded = (code: Code): boolean => /\d{4}\)$/.test(nameOf(code));

/** Of the most traded ones, for examples: the base itself would be 1. */
export const twoBeside = (base: string): string[] =>
  ['EUR', 'USD', 'GBP'].filter((code) => code !== base).slice(0, 2);
