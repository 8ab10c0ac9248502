import { type Code, parseCode } from './code.ts';
import { currencyNames, hasEnded, nameOf, shortNameOf } from './names.ts';
import { replacedCodes } from './replaced.ts';
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
  return sign === '' ? [] : codesCalledSo((word) => word === sign);
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
  return codesCalledSo((word) => folded(word) === name);
}

/** What the code is called, as `folded` has it. */
export function namesFor(code: Code): readonly string[] {
  return words.get(code)?.map(folded) ?? [];
}

function codesCalledSo(fits: (word: string) => boolean): readonly Code[] {
  return [...words].flatMap(([code, all]) => (all.some(fits) ? [code] : []));
}

/** The most traded first; the others follow by their codes. */
const traded =
  'USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED TRY ' +
  'HUF CLP SAR PHP MYR COP RUB RON';

/** What else people say for the names of the list; for one word also at the end of a longer name. */
const alike: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'american dollar': ['us dollar'],
    buck: ['dollar'],
    crown: ['krona', 'krone', 'koruna'],
    'deutsche mark': ['german mark'],
    franken: ['franc'],
    koruny: ['koruna'],
    kroner: ['krone'],
    kronor: ['krona'],
    kronur: ['krona'],
    lei: ['leu'],
    leva: ['lev'],
    lire: ['italian lira'],
    'pound sterling': ['british pound'],
    'pounds sterling': ['british pound'],
    reais: ['real'],
    renminbi: ['yuan'],
    rouble: ['ruble'],
    'schweizer franken': ['swiss franc'],
    sterling: ['british pound'],
    zlotych: ['zloty'],
  }),
);

/** Names of living currencies that as often mean ones which the euro has replaced. */
const shared: ReadonlySet<string> = new Set(['escudo', 'franc', 'guilder', 'koruna', 'koruny', 'mark']);

/**
 * The living currencies that have this name, or one that ends with it, singular or plural, the most traded
 * first; those that the euro has replaced where no living one has it, or both may be meant. If there is one,
 * the name is as good as its code.
 */
export function codesNamed(text: string): readonly Code[] {
  const name = keyOf(text);
  if (name.length < 3) return [];

  for (const one of singularsOf(name)) {
    const codes = inOtherWords(one).flatMap((name) => codesWith(name, shared.has(one)));
    if (codes.length > 0) return codes.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
  return [];
}

const keyOf = (text: string) =>
  folded(text)
    .replaceAll('ł', 'l')
    .replace(/[\s.-]+/g, ' ')
    .trim();

const singularsOf = (name: string) => [name, name.replace(/s$/, ''), name.replace(/es$/, '')];

/** Also where the last word alone is said otherwise: `Danish kroner`. */
function inOtherWords(name: string): readonly string[] {
  const last = name.lastIndexOf(' ') + 1;
  const ends = alike.get(name.slice(last))?.map((end) => name.slice(0, last) + end);
  return alike.get(name) ?? ends ?? [name];
}

/** Of a name as a whole, otherwise of all names that end so. */
function codesWith(name: string, isShared: boolean): readonly Code[] {
  const found = codesAmong(living, name);
  if (found.length > 0 && !isShared) return found;
  return [...found, ...codesAmong(replaced, name)];
}

function codesAmong(names: readonly Named[], name: string): readonly Code[] {
  const whole = names.filter(([, each]) => each === name);
  const found = whole.length > 0 ? whole : names.filter(([, each]) => each.endsWith(` ${name}`));
  return found.map(([code]) => code);
}

type Named = readonly [code: Code, name: string];

/** A name with more in brackets is told from another by that alone. */
const living: readonly Named[] = [...currencyNames.keys()]
  .filter((code) => !hasEnded(code) && !nameOf(code).endsWith(')'))
  .map((code) => [code, keyOf(nameOf(code))]);

const replaced = replacedCodes.map((code): Named => [code, keyOf(shortNameOf(code))]);

function rankOf(code: Code): number {
  const at = traded.indexOf(code);
  return at < 0 ? traded.length : at;
}

export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’ʻ]/gu, '')
    .toLowerCase();
}

interface Names {
  /** What people say: `swiss-franc`. */
  readonly names: readonly string[];
  /** Of such a name, a word has a whole part, or begins one. */
  readonly by: 'part' | 'beginning';
}

/** Each word is in one of the texts, or is found in a name. */
export function matches(words: readonly string[], texts: readonly string[], said?: Names): boolean {
  const searched = texts.map(folded);
  const parts = said?.names.map((name) => `-${name}-`) ?? [];
  const end = said?.by === 'part' ? '-' : '';
  const isIn = (word: string) => searched.some((text) => text.includes(word));
  const isSaid = (word: string) => parts.some((name) => name.includes(`-${word}${end}`));
  return words.map(folded).every((word) => isIn(word) || isSaid(word));
}
