import { type Code, rowsIn } from './code.ts';
import { fixedRateOf } from './replaced.ts';

// A line for each currency: code, decimals by ISO 4217 (of what the euro has replaced, by CLDR; - of metals,
// units of account and coins, which have no minor unit), name.

const listed = `
AED 2 United Arab Emirates Dirham
AFN 2 Afghan Afghani
ALL 2 Albanian Lek
AMD 2 Armenian Dram
ANG 2 Netherlands Antillean Guilder
AOA 2 Angolan Kwanza
ARS 2 Argentine Peso
AUD 2 Australian Dollar
AWG 2 Aruban Florin
AZN 2 Azerbaijani Manat
BAM 2 Bosnia-Herzegovina Convertible Mark
BBD 2 Barbadian Dollar
BDT 2 Bangladeshi Taka
BGN 2 Bulgarian Lev
BHD 3 Bahraini Dinar
BIF 0 Burundian Franc
BMD 2 Bermudan Dollar
BND 2 Brunei Dollar
BOB 2 Bolivian Boliviano
BRL 2 Brazilian Real
BSD 2 Bahamian Dollar
BTC - Bitcoin
BTN 2 Bhutanese Ngultrum
BWP 2 Botswanan Pula
BYN 2 Belarusian Ruble
BYR 0 Belarusian Ruble (2000–2016)
BZD 2 Belize Dollar
CAD 2 Canadian Dollar
CDF 2 Congolese Franc
CHF 2 Swiss Franc
CLF 4 Chilean Unit of Account (UF)
CLP 0 Chilean Peso
CNH 2 Chinese Yuan (offshore)
CNY 2 Chinese Yuan
COP 2 Colombian Peso
CRC 2 Costa Rican Colón
CUC 2 Cuban Convertible Peso
CUP 2 Cuban Peso
CVE 2 Cape Verdean Escudo
CZK 2 Czech Koruna
DJF 0 Djiboutian Franc
DKK 2 Danish Krone
DOP 2 Dominican Peso
DZD 2 Algerian Dinar
EEK 2 Estonian Kroon
EGP 2 Egyptian Pound
ERN 2 Eritrean Nakfa
ETB 2 Ethiopian Birr
EUR 2 Euro
FJD 2 Fijian Dollar
FKP 2 Falkland Islands Pound
GBP 2 British Pound
GEL 2 Georgian Lari
GGP 2 Guernsey Pound
GHS 2 Ghanaian Cedi
GIP 2 Gibraltar Pound
GMD 2 Gambian Dalasi
GNF 0 Guinean Franc
GTQ 2 Guatemalan Quetzal
GYD 2 Guyanaese Dollar
HKD 2 Hong Kong Dollar
HNL 2 Honduran Lempira
HRK 2 Croatian Kuna
HTG 2 Haitian Gourde
HUF 2 Hungarian Forint
IDR 2 Indonesian Rupiah
IEP 2 Irish Pound
ILS 2 Israeli New Shekel
IMP 2 Isle of Man Pound
INR 2 Indian Rupee
IQD 3 Iraqi Dinar
IRR 2 Iranian Rial
ISK 0 Icelandic Króna
JEP 2 Jersey Pound
JMD 2 Jamaican Dollar
JOD 3 Jordanian Dinar
JPY 0 Japanese Yen
KES 2 Kenyan Shilling
KGS 2 Kyrgyz Som
KHR 2 Cambodian Riel
KMF 0 Comorian Franc
KPW 2 North Korean Won
KRW 0 South Korean Won
KWD 3 Kuwaiti Dinar
KYD 2 Cayman Islands Dollar
KZT 2 Kazakhstani Tenge
LAK 2 Laotian Kip
LBP 2 Lebanese Pound
LKR 2 Sri Lankan Rupee
LRD 2 Liberian Dollar
LSL 2 Lesotho Loti
LTL 2 Lithuanian Litas
LVL 2 Latvian Lats
LYD 3 Libyan Dinar
MAD 2 Moroccan Dirham
MDL 2 Moldovan Leu
MGA 2 Malagasy Ariary
MKD 2 Macedonian Denar
MMK 2 Myanmar Kyat
MNT 2 Mongolian Tugrik
MOP 2 Macanese Pataca
MRO 2 Mauritanian Ouguiya (1973–2017)
MRU 2 Mauritanian Ouguiya
MTL 2 Maltese Lira
MUR 2 Mauritian Rupee
MVR 2 Maldivian Rufiyaa
MWK 2 Malawian Kwacha
MXN 2 Mexican Peso
MYR 2 Malaysian Ringgit
MZN 2 Mozambican Metical
NAD 2 Namibian Dollar
NGN 2 Nigerian Naira
NIO 2 Nicaraguan Córdoba
NOK 2 Norwegian Krone
NPR 2 Nepalese Rupee
NZD 2 New Zealand Dollar
OMR 3 Omani Rial
PAB 2 Panamanian Balboa
PEN 2 Peruvian Sol
PGK 2 Papua New Guinean Kina
PHP 2 Philippine Peso
PKR 2 Pakistani Rupee
PLN 2 Polish Zloty
PYG 0 Paraguayan Guarani
QAR 2 Qatari Riyal
RON 2 Romanian Leu
RSD 2 Serbian Dinar
RUB 2 Russian Ruble
RWF 0 Rwandan Franc
SAR 2 Saudi Riyal
SBD 2 Solomon Islands Dollar
SCR 2 Seychellois Rupee
SDG 2 Sudanese Pound
SEK 2 Swedish Krona
SGD 2 Singapore Dollar
SHP 2 St. Helena Pound
SKK 2 Slovak Koruna
SLE 2 Sierra Leonean Leone
SLL 2 Sierra Leonean Leone (1964–2022)
SOS 2 Somali Shilling
SRD 2 Surinamese Dollar
SSP 2 South Sudanese Pound
STD 2 São Tomé & Príncipe Dobra (1977–2017)
STN 2 São Tomé & Príncipe Dobra
SVC 2 Salvadoran Colón
SYP 2 Syrian Pound
SZL 2 Swazi Lilangeni
THB 2 Thai Baht
TJS 2 Tajikistani Somoni
TMT 2 Turkmenistani Manat
TND 3 Tunisian Dinar
TOP 2 Tongan Paʻanga
TRY 2 Turkish Lira
TTD 2 Trinidad & Tobago Dollar
TWD 2 New Taiwan Dollar
TZS 2 Tanzanian Shilling
UAH 2 Ukrainian Hryvnia
UGX 0 Ugandan Shilling
USD 2 US Dollar
UYU 2 Uruguayan Peso
UZS 2 Uzbekistani Som
VEF 2 Venezuelan Bolívar (2008–2018)
VES 2 Venezuelan Bolívar
VND 0 Vietnamese Dong
VUV 0 Vanuatu Vatu
WST 2 Samoan Tala
XAF 0 Central African CFA Franc
XAG - Silver
XAU - Gold
XCD 2 East Caribbean Dollar
XCG 2 Caribbean guilder
XCP - Copper
XDR - Special Drawing Rights
XOF 0 West African CFA Franc
XPD - Palladium
XPF 0 CFP Franc
XPT - Platinum
YER 2 Yemeni Rial
ZAR 2 South African Rand
ZMK 2 Zambian Kwacha (1968–2012)
ZMW 2 Zambian Kwacha
ZWD 2 Zimbabwean Dollar (1980–2008)
ZWG 2 Zimbabwean Gold
ZWL 2 Zimbabwean Dollar (2009–2024)
`;

/** Only `show_alternative` includes these. */
const alternative = `
DASH - Dash
DOGE - Dogecoin
ETH - Ether
LD - Linden Dollar
LTC - Litecoin
NMC - Namecoin
PPC - Peercoin
VEF_BLKMKT 2 Venezuelan Bolívar (black market)
VEF_DICOM 2 Venezuelan Bolívar (DICOM)
XMR - Monero
XRP - Ripple
`;

/** These ended before the service began: only banks have rates of them. */
const former = `
ATS 2 Austrian Schilling
BEF 0 Belgian Franc
CYP 2 Cypriot Pound
DEM 2 German Mark
ESP 0 Spanish Peseta
FIM 2 Finnish Markka
FRF 2 French Franc
GRD 2 Greek Drachma
ITL 0 Italian Lira
LUF 2 Luxembourgian Franc
NLG 2 Dutch Guilder
PTE 2 Portuguese Escudo
ROL 2 Romanian Leu (1952–2005)
SIT 2 Slovenian Tolar
TRL 2 Turkish Lira (1922–2004)
`;

/** Of those that ended otherwise than by the euro, unless their name has it. */
const lastYears: ReadonlyMap<string, number> = new Map([
  ['ANG', 2025],
  ['CUC', 2021],
]);

const namesIn = (table: string): ReadonlyMap<Code, string> =>
  new Map(rowsIn(table).map(([code, , ...words]) => [code as Code, words.join(' ')]));

export const currencyNames = namesIn(listed);

/** Currencies that only `show_alternative` includes. */
export const alternativeNames = namesIn(alternative);

const formerNames = namesIn(former);

const decimals: ReadonlyMap<Code, number> = new Map(
  [listed, alternative, former].flatMap(rowsIn).map(([code, digits]) => [code as Code, Number(digits)]),
);

/** Undefined if the currency has no minor unit. */
export function decimalsOf(code: Code): number | undefined {
  const count = decimals.get(code);
  return Number.isNaN(count) ? undefined : count;
}

/** Empty for a code that is none of a currency. */
export const shortNameOf = (code: Code): string =>
  currencyNames.get(code) ?? formerNames.get(code) ?? alternativeNames.get(code) ?? '';

/** With the last year of one that has ended. */
export function nameOf(code: Code): string {
  const { since } = fixedRateOf(code) ?? {};
  // until 2001 the euro had no notes and coins of its own
  const last = lastYears.get(code) ?? (since && Math.max(2001, Number(since.slice(0, 4)) - 1));
  return last ? `${shortNameOf(code)} (until ${last})` : shortNameOf(code);
}

/** Whether the code is or was one of a currency. */
export const isListed = (code: Code): boolean => decimals.has(code);

/** Only banks have rates of it. */
export const isFormer = (code: Code): boolean => formerNames.has(code);

export const hasEnded = (code: Code): boolean => /\d{4}\)$/.test(nameOf(code));

/** Of the most traded ones, for examples: the base itself would be 1. */
export const twoBeside = (base: string): string[] =>
  ['EUR', 'USD', 'GBP'].filter((code) => code !== base).slice(0, 2);
