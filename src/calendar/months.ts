/**
 * The months in English, German, French, Spanish, Italian, Dutch and Portuguese, without accents; a line a
 * month, English first.
 */
const names = [
  'january januar janner jaenner janvier enero gennaio januari janeiro',
  'february februar feber fevrier febrero febbraio februari fevereiro',
  'march marz maerz mrz mars marzo maart mrt marco',
  'april avril abril aprile',
  'may mai mayo maggio mei maio',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho',
  'august aout agosto augustus',
  'september septembre septiembre setiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dicembre dezembro',
];

/**
 * Two digits, for a number or a name, of which three letters are enough; `00` if the text is no month, or may
 * be two.
 */
export function monthNumber(text: string): string {
  if (/^\d/.test(text)) return text.padStart(2, '0');
  const word = ` ${text.toLowerCase()}`;
  const isNamed = (line: string) => ` ${line}`.includes(word);
  const found = names.findIndex(isNamed);
  const isOne = names.findLastIndex(isNamed) === found;
  return String(isOne ? found + 1 : 0).padStart(2, '0');
}

export function unaccented(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
}
