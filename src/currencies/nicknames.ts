import {
  type Code,
  hundredthIn,
  hundredthInWords,
  isHundredth,
  parseCode,
  tableOf,
  type Unit,
  unitOf,
} from './code.ts';
import { currencyNames, nameOf, shortNameOf } from './names.ts';
import { replacedCodes } from './replaced.ts';

/**
 * Nicknames of each currency: signs and words in capitals are as good as its code; others are names,
 * countries.
 */
const nicknames = tableOf(`
USD $ US$ buck bucks greenback usa united-states america panama puerto-rico ecuador el-salvador guam timor marshall-islands micronesia palau
EUR € eu europe eurozone germany france italy spain netherlands holland belgium austria ireland portugal finland greece luxembourg estonia latvia lithuania slovakia slovenia malta cyprus croatia bulgaria andorra monaco san-marino vatican kosovo montenegro martinique guadeloupe reunion
GBP £ UKP STG sterling quid uk britain united-kingdom great-britain england scotland wales northern-ireland
JPY ¥ JP¥
CNY ¥ CN¥ RMB yuan renminbi kuai china
CHF SFR FR swissie switzerland liechtenstein
AUD $ A$ AU$ aussie kiribati nauru tuvalu
CAD $ CA$ loonie canada
HKD $ HK$
MXN $ MX$ mexico
NZD $ NZ$ kiwi cook-islands niue tokelau
SGD $ S$
TWD $ NT$ ntd
SEK KR crown sweden
NOK KR crown norway svalbard
DKK KR crown denmark greenland faroe-islands
ISK KR crown
INR ₹ RS
PKR RS
LKR RS
NPR RS
MUR RS mauritius
SCR RS seychelles
AED uae dubai abu-dhabi
AFN ؋ afghanistan
ARS argentina
BBD barbados
BRL R$ brasil
BSD bahamas
BTC ₿ XBT
CDF kinshasa drc congo
CVE cabo-verde
CZK KČ crown czechia czech-republic
DOP dominican-republic
FKP falklands
HNL honduras
HUF hungary
ILS ₪ NIS palestine
KGS kyrgyzstan
KMF comoros
KRW ₩
LAK ₭ laos
LBP lebanon
MAD morocco western-sahara
MGA madagascar
MKD north-macedonia
MMK burma
MOP macau macao
MVR maldives
MZN mozambique
NGN ₦
PAB panama
PHP ₱ philippines
PLN ZŁ poland
RUB ₽
SAR saudi-arabia
SHP saint-helena
SOS somalia
SZL swaziland eswatini
THB ฿ thailand
TRY ₺ tl turkey turkiye
UAH ₴ ukraine
VND ₫
XAF cameroon chad gabon congo brazzaville equatorial-guinea central-african-republic
XCD antigua dominica grenada anguilla montserrat saint-kitts saint-lucia saint-vincent st-kitts st-lucia st-vincent
XCG curacao sint-maarten
XOF benin burkina-faso ivory-coast cote-divoire guinea-bissau mali niger senegal togo
XPF french-polynesia tahiti new-caledonia wallis
`);

/** The codes of signs beside an amount, where these mean less than alone. */
const signsBesideAmounts = tableOf<string>(`
$ ARS BBD BMD BND BSD BZD CLP COP CUC CUP CVE DOP FJD GYD JMD KYD LRD NAD NIO SBD SRD TTD UYU XCD ZWL
C$ CAD NIO
RD$ DOP
£ EGP FKP GGP GIP IMP JEP LBP SDG SHP SSP SYP
¥ CNH
₩ KPW
FT HUF
KM BAM
LEI RON
R ZAR
RM MYR
RP IDR
S/ PEN
`);

const signOf = (text: string) => text.trim().normalize('NFKC').toUpperCase().replace(/\.$/, '');

function codesWith(fits: (words: string) => boolean): readonly Code[] {
  const codes: Code[] = [];
  for (const [code, words] of nicknames) if (fits(words)) codes.push(code);
  return codes;
}

/** The codes for which a sign or name may stand: if one, it is as good as the code. */
export function codesOfSign(text: string): readonly Code[] {
  const sign = signOf(text);
  // most lines have no such text, which takes no time to see
  return codesWith((words) => words.includes(sign) && words.split(' ').includes(sign));
}

/** As `codesOfSign`, or as the names of currencies have it. */
export function codesOfText(text: string): readonly Code[] {
  const codes = codesOfSign(text);
  return codes.length > 0 ? codes : codesOfName(text);
}

/** The codes that a sign or name in the cell of an amount may mean. */
export const codesBesideAmount = (text: string): readonly Code[] => [
  ...codesOfSign(text),
  ...(signsBesideAmounts.get(signOf(text))?.split(' ') ?? []).flatMap((code) => parseCode(code) ?? []),
];

/** The hundredth or code that a text is or can only stand for, known or not. */
export function unitOfSign(text: string): Unit | undefined {
  const [code = parseCode(text), ...others] = codesOfSign(text);
  return hundredthIn(text) ?? (code && others.length === 0 ? unitOf(code) : undefined);
}

/** GnuCash: `CURRENCY::EUR`; Kraken: `EUR.HOLD`, `EUR.M`, `ZEUR`, `XXBT`. */
const aroundCode = /^CURRENCY::?(?=[A-Z]{3,4}$)|(?<=^[A-Z]{3,4})\.(?:HOLD|[A-Z])$|^[XZ](?=[A-Z]{3}$)/;

/**
 * The unit that a cell is for, if it is known, and a note where the cell does not have its sign or code.
 * @param isListed whether there is such a currency, known or not
 */
export function unitInCell(
  text: string,
  isKnown: (code: Code) => boolean,
  isListed: (code: Code) => boolean,
): { readonly unit: Unit; readonly note?: string | undefined } | undefined {
  const name = text.trim();
  const written = unitOfSign(name);
  // RUR was taken out of use for a code of the same worth
  const cleaned = unitOfSign(name.replace(/^RUR$/i, 'RUB').replace(aroundCode, ''));
  const [named, other] = codesOfText(name).map(unitOf);
  const only = other ? undefined : named;
  const listed = [written, cleaned, only].find((each) => each && isListed(each.code));
  const unit = [listed, written].find((each) => each && isKnown(each.code));
  if (!unit) return undefined;
  if (isHundredth(unit)) return { unit, note: hundredthInWords(unit) };
  return { unit, note: unit === written ? undefined : `${name} is ${unit.name}` };
}

/** The codes that a sign, an everyday name or a country leads to. */
export function codesOfNickname(text: string): readonly Code[] {
  const name = folded(text).trim().replace(/\s+/g, '-');
  return codesWith((words) => folded(words).split(' ').includes(name));
}

/** The name of the code, as `folded` writes it: `swiss-franc`. */
export const nicknamesOf = (code: Code): readonly string[] =>
  folded(nicknames.get(code) ?? '')
    .split(' ')
    .filter(Boolean);

export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’ʻ]/gu, '')
    .toLowerCase();
}

/** The most traded first; the others follow by their codes. */
const traded =
  'USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED TRY ' +
  'HUF CLP SAR PHP MYR COP RUB RON';

/**
 * Other words for names of the list, with - for a blank; one word also at the end of a name: `Danish kroner`.
 */
const otherWords = tableOf<string>(`
american-dollar us-dollar
buck dollar
crown krona krone koruna
deutsche-mark german-mark
franken franc
koruny koruna
kroner krone
kronor krona
kronur krona
lei leu
leva lev
lire italian-lira
pound-sterling british-pound
pounds-sterling british-pound
reais real
renminbi yuan
rouble ruble
schweizer-franken swiss-franc
sterling british-pound
zlotych zloty
`);

/** Names of living currencies that as often mean ones which the euro has replaced. */
const shared: ReadonlySet<string> = new Set(['escudo', 'franc', 'guilder', 'koruna', 'koruny', 'mark']);

const keyOf = (text: string) =>
  folded(text)
    .replaceAll('ł', 'l')
    .replace(/[\s.-]+/g, ' ')
    .trim();

const namesByCode = (codes: Iterable<Code>) =>
  Array.from(codes, (code) => [code, keyOf(shortNameOf(code))] as const);

/** Of a name as a whole, otherwise of all names that end so. */
function codesAmong(names: ReturnType<typeof namesByCode>, name: string): readonly Code[] {
  const whole = names.filter(([, each]) => each === name);
  const found = whole.length > 0 ? whole : names.filter(([, each]) => each.endsWith(` ${name}`));
  return found.map(([code]) => code);
}

/**
 * The living currencies that have this name, or one that ends with it, singular or plural, the most traded
 * first; those that the euro has replaced where no living one has it, or both may be meant. If there is one,
 * the name is as good as its code.
 */
export function codesOfName(text: string): readonly Code[] {
  const name = keyOf(text);
  if (name.length < 3) return [];

  // not one that has ended, or that only what is in brackets distinguishes from another
  const living = namesByCode([...currencyNames.keys()].filter((code) => !nameOf(code).endsWith(')')));
  const replaced = namesByCode(replacedCodes);
  for (const one of [name, name.replace(/s$/, ''), name.replace(/es$/, '')]) {
    const last = one.lastIndexOf(' ') + 1;
    const ends = otherWords
      .get(one.slice(last))
      ?.split(' ')
      .map((end) => one.slice(0, last) + end);
    const names = otherWords.get(one.replaceAll(' ', '-'))?.split(' ') ?? ends ?? [one];
    const codes = names.map(keyOf).flatMap((each) => {
      const found = codesAmong(living, each);
      return found.length > 0 && !shared.has(one) ? found : [...found, ...codesAmong(replaced, each)];
    });
    if (codes.length > 0) return codes.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
  return [];
}

function rankOf(code: Code) {
  const at = traded.indexOf(code);
  return at < 0 ? traded.length : at;
}
