import { pricesIn } from './prices.ts';

const currency = /^(?!(TRUE|FALSE|NULL)$)[A-Z].{0,22}[A-Z0-9]$/;

export const beancount = pricesIn({
  limit: {
    words:
      'a Beancount currency begins with a letter, ends with a letter or digit, and is not TRUE, FALSE or NULL',
    allows: (code) => currency.test(code),
  },
  lines: (prices) =>
    prices.map(({ day, base, rate, quote }) => `${day} price ${base} ${rate} ${quote}\n`).join(''),
});
