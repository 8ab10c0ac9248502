/**
 * The months in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish and Czech, without
 * accents; a line a month, English first.
 */
const names = [
  'january januar janner jaenner janvier enero gennaio januari janeiro styczen stycznia leden ledna',
  'february februar feber fevrier febrero febbraio februari fevereiro luty lutego unor unora',
  'march marz maerz mrz mars marzo maart mrt marco marzec marca brezen brezna',
  'april avril abril aprile kwiecien kwietnia duben dubna',
  'may mai mayo maggio mei maio maj maja kveten kvetna',
  'june juni juin junio giugno junho czerwiec czerwca cerven cervna cvn',
  'july juli juillet julio luglio julho lipiec lipca cervenec cervence cvc',
  'august aout agosto augustus sierpien sierpnia srpen srpna',
  'september septembre septiembre setiembre settembre setembro wrzesien wrzesnia zari',
  'october oktober octobre octubre ottobre outubro pazdziernik pazdziernika rijen rijna',
  'november novembre noviembre novembro listopad listopada listopadu',
  'december dezember decembre diciembre dicembre dezembro grudzien grudnia prosinec prosince',
];

/** The weekdays in the first seven of these languages, a line a language. */
const weekdays = [
  'sunday monday tuesday wednesday thursday friday saturday',
  'sonntag montag dienstag mittwoch donnerstag freitag samstag sonnabend',
  'dimanche lundi mardi mercredi jeudi vendredi samedi',
  'domingo lunes martes miercoles jueves viernes sabado',
  'domenica lunedi martedi mercoledi giovedi venerdi sabato',
  'zondag maandag dinsdag woensdag donderdag vrijdag zaterdag',
  'domingo segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado',
].join(' ');

/**
 * Two digits, for a number or a name, of which three letters are enough; `00` if the text is no month, or may
 * be two.
 */
export function monthNumber(text: string): string {
  if (/^\d/.test(text)) return text.padStart(2, '0');
  const word = ` ${text.toLowerCase()}`;
  const whole = names.findIndex((line) => ` ${line} `.includes(`${word} `));
  if (whole >= 0) return String(whole + 1).padStart(2, '0');

  const isNamed = (line: string) => ` ${line}`.includes(word);
  const found = names.findIndex(isNamed);
  const isOne = names.findLastIndex(isNamed) === found;
  return String(isOne ? found + 1 : 0).padStart(2, '0');
}

/** What follows a weekday, of whose name two letters are enough; undefined if there is none. */
export function afterWeekday(text: string): string | undefined {
  const [, word = '', rest] = /^([a-z][a-z-]+)[.,]*\s+(.*)$/i.exec(text) ?? [];
  return ` ${weekdays}`.includes(` ${word.toLowerCase()}`) ? rest : undefined;
}

export function unaccented(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
}
