import { type Code, parseCode } from './code.ts';
import { codesNamed } from './names.ts';
import { folded } from './search.ts';
import { hundredthIn, type Unit, unitOf } from './units.ts';

/**
 * What people say for each: signs and words in capitals are as good as its code; others are names,
 * countries.
 */
const said: Readonly<Record<string, string>> = {
  USD: '$ US$ buck bucks greenback usa united-states america panama puerto-rico ecuador el-salvador guam timor marshall-islands micronesia palau',
  EUR: '€ eu europe eurozone germany france italy spain netherlands holland belgium austria ireland portugal finland greece luxembourg estonia latvia lithuania slovakia slovenia malta cyprus croatia bulgaria andorra monaco san-marino vatican kosovo montenegro martinique guadeloupe reunion',
  GBP: '£ UKP STG sterling quid uk britain united-kingdom great-britain england scotland wales northern-ireland',
  JPY: '¥ JP¥',
  CNY: '¥ CN¥ RMB yuan renminbi kuai china',
  CHF: 'SFR FR swissie switzerland liechtenstein',
  AUD: '$ A$ AU$ aussie kiribati nauru tuvalu',
  CAD: '$ CA$ loonie canada',
  HKD: '$ HK$',
  MXN: '$ MX$ mexico',
  NZD: '$ NZ$ kiwi cook-islands niue tokelau',
  SGD: '$ S$',
  TWD: '$ NT$ ntd',
  SEK: 'KR crown sweden',
  NOK: 'KR crown norway svalbard',
  DKK: 'KR crown denmark greenland faroe-islands',
  ISK: 'KR crown',
  INR: '₹ RS',
  PKR: 'RS',
  LKR: 'RS',
  NPR: 'RS',
  MUR: 'RS mauritius',
  SCR: 'RS seychelles',
  AED: 'uae dubai abu-dhabi',
  AFN: '؋ afghanistan',
  ARS: 'argentina',
  BBD: 'barbados',
  BRL: 'R$ brasil',
  BSD: 'bahamas',
  BTC: '₿ XBT',
  CDF: 'kinshasa drc congo',
  CVE: 'cabo-verde',
  CZK: 'KČ crown czechia czech-republic',
  DOP: 'dominican-republic',
  FKP: 'falklands',
  HNL: 'honduras',
  HUF: 'hungary',
  ILS: '₪ NIS palestine',
  KGS: 'kyrgyzstan',
  KMF: 'comoros',
  KRW: '₩',
  LAK: '₭ laos',
  LBP: 'lebanon',
  MAD: 'morocco western-sahara',
  MGA: 'madagascar',
  MKD: 'north-macedonia',
  MMK: 'burma',
  MOP: 'macau macao',
  MVR: 'maldives',
  MZN: 'mozambique',
  NGN: '₦',
  PAB: 'panama',
  PHP: '₱ philippines',
  PLN: 'ZŁ poland',
  RUB: '₽',
  SAR: 'saudi-arabia',
  SHP: 'saint-helena',
  SOS: 'somalia',
  SZL: 'swaziland eswatini',
  THB: '฿ thailand',
  TRY: '₺ tl turkey turkiye',
  UAH: '₴ ukraine',
  VND: '₫',
  XAF: 'cameroon chad gabon congo brazzaville equatorial-guinea central-african-republic',
  XCD: 'antigua dominica grenada anguilla montserrat saint-kitts saint-lucia saint-vincent st-kitts st-lucia st-vincent',
  XCG: 'curacao sint-maarten',
  XOF: 'benin burkina-faso ivory-coast cote-divoire guinea-bissau mali niger senegal togo',
  XPF: 'french-polynesia tahiti new-caledonia wallis',
};

const words = new Map(Object.entries(said).map(([code, text]) => [code as Code, text.split(' ')]));

const signOf = (text: string) => text.trim().normalize('NFKC').toUpperCase().replace(/\.$/, '');

/** The codes for which a sign or name may stand: if one, it is as good as the code. */
export function codesSaid(text: string): readonly Code[] {
  const sign = signOf(text);
  // an everyday name is not written in capitals here, a sign has none
  return sign === '' ? [] : codesWith((word) => word === sign);
}

/** As `codesSaid`, or as the names of currencies have it. */
export function codesMeant(text: string): readonly Code[] {
  const codes = codesSaid(text);
  return codes.length > 0 ? codes : codesNamed(text);
}

/** What signs stand for beside an amount, where they say less than alone. */
const beside: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $: 'ARS BBD BMD BND BSD BZD CLP COP CUC CUP CVE DOP FJD GYD JMD KYD LRD NAD NIO SBD SRD TTD UYU XCD ZWL',
    C$: 'CAD NIO',
    RD$: 'DOP',
    '£': 'EGP FKP GGP GIP IMP JEP LBP SDG SHP SSP SYP',
    '¥': 'CNH',
    '₩': 'KPW',
    FT: 'HUF',
    KM: 'BAM',
    LEI: 'RON',
    R: 'ZAR',
    RM: 'MYR',
    RP: 'IDR',
    'S/': 'PEN',
  }),
);

/** The codes that a sign or name in the cell of an amount may mean. */
export function codesBeside(text: string): readonly Code[] {
  const codes = beside.get(signOf(text))?.split(' ') as Code[] | undefined;
  return [...codesSaid(text), ...(codes ?? [])];
}

/** The hundredth or code that a text is or can only stand for, known or not. */
export function unitSaid(text: string): Unit | undefined {
  const [meant, ...others] = codesSaid(text);
  const code = others.length > 0 ? undefined : (meant ?? parseCode(text));
  return hundredthIn(text) ?? (code && unitOf(code));
}

/** The codes that a sign, an everyday name or a country leads to. */
export function codesCalled(text: string): readonly Code[] {
  const name = folded(text).trim().replace(/\s+/g, '-');
  return codesWith((word) => folded(word) === name);
}

/** What the code is called, as `folded` has it. */
export function namesFor(code: Code): readonly string[] {
  return words.get(code)?.map(folded) ?? [];
}

function codesWith(fits: (word: string) => boolean): readonly Code[] {
  return [...words].flatMap(([code, all]) => (all.some(fits) ? [code] : []));
}
