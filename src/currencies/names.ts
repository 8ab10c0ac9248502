import { type Code, tableOf, type Unit } from './code.ts';
import { fixedRateOf } from './replaced.ts';

/** The name of each currency by its code. */
export const currencyNames = tableOf(`
AED United Arab Emirates Dirham
AFN Afghan Afghani
ALL Albanian Lek
AMD Armenian Dram
ANG Netherlands Antillean Guilder
AOA Angolan Kwanza
ARS Argentine Peso
AUD Australian Dollar
AWG Aruban Florin
AZN Azerbaijani Manat
BAM Bosnia-Herzegovina Convertible Mark
BBD Barbadian Dollar
BDT Bangladeshi Taka
BGN Bulgarian Lev
BHD Bahraini Dinar
BIF Burundian Franc
BMD Bermudan Dollar
BND Brunei Dollar
BOB Bolivian Boliviano
BRL Brazilian Real
BSD Bahamian Dollar
BTC Bitcoin
BTN Bhutanese Ngultrum
BWP Botswanan Pula
BYN Belarusian Ruble
BYR Belarusian Ruble (2000–2016)
BZD Belize Dollar
CAD Canadian Dollar
CDF Congolese Franc
CHF Swiss Franc
CLF Chilean Unit of Account (UF)
CLP Chilean Peso
CNH Chinese Yuan (offshore)
CNY Chinese Yuan
COP Colombian Peso
CRC Costa Rican Colón
CUC Cuban Convertible Peso
CUP Cuban Peso
CVE Cape Verdean Escudo
CZK Czech Koruna
DJF Djiboutian Franc
DKK Danish Krone
DOP Dominican Peso
DZD Algerian Dinar
EEK Estonian Kroon
EGP Egyptian Pound
ERN Eritrean Nakfa
ETB Ethiopian Birr
EUR Euro
FJD Fijian Dollar
FKP Falkland Islands Pound
GBP British Pound
GEL Georgian Lari
GGP Guernsey Pound
GHS Ghanaian Cedi
GIP Gibraltar Pound
GMD Gambian Dalasi
GNF Guinean Franc
GTQ Guatemalan Quetzal
GYD Guyanaese Dollar
HKD Hong Kong Dollar
HNL Honduran Lempira
HRK Croatian Kuna
HTG Haitian Gourde
HUF Hungarian Forint
IDR Indonesian Rupiah
IEP Irish Pound
ILS Israeli New Shekel
IMP Isle of Man Pound
INR Indian Rupee
IQD Iraqi Dinar
IRR Iranian Rial
ISK Icelandic Króna
JEP Jersey Pound
JMD Jamaican Dollar
JOD Jordanian Dinar
JPY Japanese Yen
KES Kenyan Shilling
KGS Kyrgyz Som
KHR Cambodian Riel
KMF Comorian Franc
KPW North Korean Won
KRW South Korean Won
KWD Kuwaiti Dinar
KYD Cayman Islands Dollar
KZT Kazakhstani Tenge
LAK Laotian Kip
LBP Lebanese Pound
LKR Sri Lankan Rupee
LRD Liberian Dollar
LSL Lesotho Loti
LTL Lithuanian Litas
LVL Latvian Lats
LYD Libyan Dinar
MAD Moroccan Dirham
MDL Moldovan Leu
MGA Malagasy Ariary
MKD Macedonian Denar
MMK Myanmar Kyat
MNT Mongolian Tugrik
MOP Macanese Pataca
MRO Mauritanian Ouguiya (1973–2017)
MRU Mauritanian Ouguiya
MTL Maltese Lira
MUR Mauritian Rupee
MVR Maldivian Rufiyaa
MWK Malawian Kwacha
MXN Mexican Peso
MYR Malaysian Ringgit
MZN Mozambican Metical
NAD Namibian Dollar
NGN Nigerian Naira
NIO Nicaraguan Córdoba
NOK Norwegian Krone
NPR Nepalese Rupee
NZD New Zealand Dollar
OMR Omani Rial
PAB Panamanian Balboa
PEN Peruvian Sol
PGK Papua New Guinean Kina
PHP Philippine Peso
PKR Pakistani Rupee
PLN Polish Zloty
PYG Paraguayan Guarani
QAR Qatari Riyal
RON Romanian Leu
RSD Serbian Dinar
RUB Russian Ruble
RWF Rwandan Franc
SAR Saudi Riyal
SBD Solomon Islands Dollar
SCR Seychellois Rupee
SDG Sudanese Pound
SEK Swedish Krona
SGD Singapore Dollar
SHP St. Helena Pound
SKK Slovak Koruna
SLE Sierra Leonean Leone
SLL Sierra Leonean Leone (1964–2022)
SOS Somali Shilling
SRD Surinamese Dollar
SSP South Sudanese Pound
STD São Tomé & Príncipe Dobra (1977–2017)
STN São Tomé & Príncipe Dobra
SVC Salvadoran Colón
SYP Syrian Pound
SZL Swazi Lilangeni
THB Thai Baht
TJS Tajikistani Somoni
TMT Turkmenistani Manat
TND Tunisian Dinar
TOP Tongan Paʻanga
TRY Turkish Lira
TTD Trinidad & Tobago Dollar
TWD New Taiwan Dollar
TZS Tanzanian Shilling
UAH Ukrainian Hryvnia
UGX Ugandan Shilling
USD US Dollar
UYU Uruguayan Peso
UZS Uzbekistani Som
VEF Venezuelan Bolívar (2008–2018)
VES Venezuelan Bolívar
VND Vietnamese Dong
VUV Vanuatu Vatu
WST Samoan Tala
XAF Central African CFA Franc
XAG Silver
XAU Gold
XCD East Caribbean Dollar
XCG Caribbean guilder
XCP Copper
XDR Special Drawing Rights
XOF West African CFA Franc
XPD Palladium
XPF CFP Franc
XPT Platinum
YER Yemeni Rial
ZAR South African Rand
ZMK Zambian Kwacha (1968–2012)
ZMW Zambian Kwacha
ZWD Zimbabwean Dollar (1980–2008)
ZWG Zimbabwean Gold
ZWL Zimbabwean Dollar (2009–2024)
`);

/** Currencies that only `show_alternative` includes. */
export const alternativeNames = tableOf(`
DASH Dash
DOGE Dogecoin
ETH Ether
LD Linden Dollar
LTC Litecoin
NMC Namecoin
PPC Peercoin
VEF_BLKMKT Venezuelan Bolívar (black market)
VEF_DICOM Venezuelan Bolívar (DICOM)
XMR Monero
XRP Ripple
`);

/** These ended before the service began: only banks have rates of them. */
const formerNames = tableOf(`
ATS Austrian Schilling
BEF Belgian Franc
CYP Cypriot Pound
DEM German Mark
ESP Spanish Peseta
FIM Finnish Markka
FRF French Franc
GRD Greek Drachma
ITL Italian Lira
LUF Luxembourgian Franc
NLG Dutch Guilder
PTE Portuguese Escudo
ROL Romanian Leu (1952–2005)
SIT Slovenian Tolar
TRL Turkish Lira (1922–2004)
`);

/**
 * Decimals by ISO 4217, where they are not 2; of what the euro has replaced, by CLDR. Metals, units of
 * account and coins have no minor unit.
 */
const otherDecimals = tableOf(`
0 BEF BIF BYR CLP DJF ESP GNF ISK ITL JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF
3 BHD IQD JOD KWD LYD OMR TND
4 CLF
none BTC DASH DOGE ETH LD LTC NMC PPC XAG XAU XCP XDR XMR XPD XPT XRP
`);

/** Of those that ended otherwise than by the euro, unless their name has it. */
const lastYears: ReadonlyMap<string, number> = new Map([
  ['ANG', 2025],
  ['CUC', 2021],
]);

/** Undefined if the currency has no minor unit. */
export function decimalsOf(code: Code): number | undefined {
  if (!isListed(code)) return undefined;
  for (const [decimals, codes] of otherDecimals)
    if (codes.split(' ').includes(code)) return decimals === 'none' ? undefined : Number(decimals);
  return 2;
}

/** Pence are quoted to the hundredth; undefined if the currency has no minor unit. */
export const minorDecimals = ({ code, inOne }: Unit) => (inOne > 1 ? 2 : decimalsOf(code));

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
export const isListed = (code: Code): boolean => shortNameOf(code) !== '';

/** Only banks have rates of it. */
export const isFormer = (code: Code): boolean => formerNames.has(code);

export const hasEnded = (code: Code): boolean => /\d{4}\)$/.test(nameOf(code));

/** Of the most traded ones, for examples: the base itself would be 1. */
export const twoBeside = (base: string): string[] =>
  ['EUR', 'USD', 'GBP'].filter((code) => code !== base).slice(0, 2);
