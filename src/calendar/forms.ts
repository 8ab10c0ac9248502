export type Order = 'DMY' | 'MDY' | 'YMD';

interface DayForm {
  readonly order: Order;
  readonly form: RegExp;
  /** Only of days that are known to be written in this order. */
  readonly told?: true | undefined;
}

/** How a day can be written, without accents. A month may be a word. */
const forms: readonly DayForm[] = [
  { order: 'YMD', form: /^(?<year>\d{4})(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/ },
  { order: 'YMD', form: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/ },
  { order: 'YMD', form: /^(?<year>\d\d)(?<mark>[-/])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/ },
  { order: 'YMD', form: /^(?<year>\d\d)\.(?<month>\d\d?)\.(?<day>\d\d?)$/, told: true },
  { order: 'YMD', form: /^(?<year>\d{4})\. ?(?<month>\d\d?)\. ?(?<day>\d\d?)\.$/ },
  { order: 'DMY', form: /^(?<day>\d\d?)\. (?<month>\d\d?)\. (?<year>\d{4})$/ },
  { order: 'DMY', form: /^(?<day>\d\d?)(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<year>\d{4}|\d\d)$/ },
  // with points the day always comes first, otherwise that depends on the country
  { order: 'MDY', form: /^(?<month>\d\d?)(?<mark>[-/])(?<day>\d\d?)\k<mark>(?<year>\d{4}|\d\d)$/ },
  { order: 'MDY', form: /^(?<month>\d\d?)\.(?<day>\d\d?)\.(?<year>\d{4}|\d\d)$/, told: true },
  {
    order: 'DMY',
    form: /^(?<day>\d\d?)(?:st|nd|rd|th|er|o(?![a-z])|\.)?[ /-]?(?:de )?(?<month>[a-z]{3,})\.?,?[ /-]?(?:del? )?(?<year>\d{4}|\d\d)$/i,
  },
  {
    order: 'MDY',
    form: /^(?<month>[a-z]{3,})\.?[ /-]?(?<day>\d\d?)(?:st|nd|rd|th)?(?:, ?|[ /-])(?<year>\d{4}|\d\d)$/i,
  },
  { order: 'YMD', form: /^(?<year>\d{4})[ /-]?(?<month>[a-z]{3,})[ /-]?(?<day>\d\d?)$/i },
];

export interface Parts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

interface Reading extends Pick<DayForm, 'order' | 'told'> {
  readonly parts: Parts;
}

/** All that the text may say; the calendar may lack such a day. */
export function partsOf(text: string): Reading[] {
  return forms.flatMap(({ order, form, told }) => {
    const parts = form.exec(text)?.groups as Parts | undefined;
    return parts ? { order, told, parts } : [];
  });
}
