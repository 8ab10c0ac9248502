import { type Day, parseDay } from '../calendar/day.ts';

export const dayOrders = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const;

export type DayOrder = (typeof dayOrders)[number];

const forms = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  'DD.MM.YYYY': /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
  'DD/MM/YYYY': /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?<year>\d{4})$/,
  'MM/DD/YYYY': /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/,
} as const;

export type DayForm = keyof typeof forms;

export const dayForms = Object.keys(forms) as readonly DayForm[];

type DayReadings = Readonly<Record<DayOrder, Day | undefined>>;

const noDay: DayReadings = { 'DD/MM/YYYY': undefined, 'MM/DD/YYYY': undefined };

/** A file of decades has some ten thousand days. */
const mostRemembered = 20_000;

export function dayReader(form: DayForm | undefined): (text: string) => DayReadings {
  const allowed = form ? [form] : dayForms;
  const known = new Map<string, DayReadings>();

  function under(order: DayOrder, text: string): Day | undefined {
    for (const form of allowed) {
      if (form !== order && dayOrders.includes(form as DayOrder)) continue;
      const { year, month, day } = forms[form].exec(text)?.groups ?? {};
      if (year && month && day) return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
    }
    return undefined;
  }

  return (text) => {
    const written = withoutTime(text.trim());
    if (written.length > 10) return noDay;
    const readings = known.get(written) ?? {
      'DD/MM/YYYY': under('DD/MM/YYYY', written),
      'MM/DD/YYYY': under('MM/DD/YYYY', written),
    };
    if (known.size >= mostRemembered) known.clear();
    known.set(written, readings);
    return readings;
  };
}

function withoutTime(text: string): string {
  if (text.length <= 10) return text;
  return /^([\d./-]{8,10})(?:T|\s+)\d{1,2}:?\d\d/.exec(text)?.[1] ?? text;
}
