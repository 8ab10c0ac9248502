/** Of tools that show rates. */
export const viewArguments = {
  base: { type: 'text', meaning: "the currency that the rates are relative to; else the source's own" },
  symbols: { type: 'text', meaning: 'only these currencies, separated by commas: EUR,GBP; else all' },
} as const;
