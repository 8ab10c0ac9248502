export type Order = 'DMY' | 'MDY' | 'YMD';

interface Form {
  readonly order: Order;
  readonly form: RegExp;
  /** Says this only where all days are known to have this order. */
  readonly told?: true | undefined;
}

/** How a day can be written, without accents. A month may be a word. */
const forms: readonly Form[] = [
  { order: 'YMD', form: /^(?<year>\d{4})(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/ },
  { order: 'YMD', form: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/ },
  { order: 'YMD', form: /^(?<year>\d\d)(?<mark>[-/])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/ },
  { order: 'YMD', form: /^(?<year>\d\d)\.(?<month>\d\d?)\.(?<day>\d\d?)$/, told: true },
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

export type Parts = Readonly<Record<'year' | 'month' | 'day', string>>;

/** All that it may say; the calendar may not have it. */
export function partsOf(text: string) {
  return forms.flatMap(({ order, form, told }) => {
    const parts = form.exec(text)?.groups as Parts | undefined;
    return parts ? { order, told, parts } : [];
  });
}
