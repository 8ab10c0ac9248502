import { expect, test } from 'vitest';
import { addDays, type Day, eachDay, isWeekend } from '../../src/calendar/day.ts';
import { Agent } from '../support/agent.ts';
import { bankScene, ratesOn } from '../support/bank.ts';
import { bankOfItaly } from '../support/bank-of-italy.ts';
import { bankOfPoland, midsOn } from '../support/bank-of-poland.ts';
import { randomFrom } from '../support/random.ts';
import type { Machine, Result } from '../support/ratebook.ts';
import type { Run } from '../support/scene.ts';
import { inWhole, isWhole, seed } from '../support/whole.ts';

const now = '2024-06-10T20:00:00Z';
const [first, last] = ['2023-12-04', '2024-06-09'] as [Day, Day];

/** As the banks announced them for that time, weekends aside. */
const holidaysOfEuro = ['2023-12-25', '2023-12-26', '2024-01-01', '2024-03-29', '2024-04-01', '2024-05-01'];
const holidaysOfPoland = [
  ...['2023-12-25', '2023-12-26', '2024-01-01', '2024-04-01', '2024-05-01', '2024-05-03', '2024-05-30'],
];

/** On which the bank should have published, and has not: a Friday, and one before holidays. */
const unpublished = ['2024-02-09', '2024-03-28'];

/** What each way of asking says of a day; undefined: there is no rate. */
interface Said {
  readonly rate_date: string;
  readonly rate: string;
  readonly converted: string;
  readonly rule: string;
}

type Place = { readonly machine: Machine; readonly run: Run };

interface Bank {
  readonly open: (publishes: (day: Day) => boolean) => Promise<Place>;
  readonly holidays: readonly string[];
  readonly pair: readonly [from: string, to: string];
  /** As published. */
  readonly rateOn: (day: Day) => string;
}

const banks: Readonly<Record<string, Bank>> = {
  ecb: {
    open: async (publishes) => {
      const days = [...eachDay(addDays(first, -14), last)].filter(publishes);
      return bankScene(Object.fromEntries(days.map((day) => [day, ratesOn(day)])));
    },
    holidays: holidaysOfEuro,
    pair: ['EUR', 'USD'],
    rateOn: (day) => ratesOn(day).USD,
  },
  bdi: {
    open: async (publishes) => {
      const place = await bankOfItaly();
      place.bank.publishes = publishes;
      return place;
    },
    holidays: holidaysOfEuro,
    pair: ['EUR', 'USD'],
    rateOn: (day) => ratesOn(day).USD,
  },
  nbp: {
    open: async (publishes) => {
      const place = await bankOfPoland();
      Object.assign(place.bank, { publishes, last });
      return place;
    },
    holidays: holidaysOfPoland,
    pair: ['USD', 'PLN'],
    rateOn: (day) => `${midsOn(day).USD}`,
  },
};

/** The rate of the last day up to this one that is no weekend or holiday, if the bank has published it. */
function lookedUp(day: Day, { holidays, rateOn }: Bank): Said | undefined {
  let counts = day;
  while (isWeekend(counts) || holidays.includes(counts)) counts = addDays(counts, -1);
  if (unpublished.includes(counts)) return undefined;
  const rate = Number(rateOn(counts));
  const cents = Math.floor((Math.round(rate * 1e5) + 5) / 10);
  const rule = counts === day ? 'day' : 'last-published';
  return { rate_date: counts, rate: `${rate}`, converted: (cents / 100).toFixed(2), rule };
}

async function byConvert(day: Day, { pair: [from, to] }: Bank, { run }: Place): Promise<Said | undefined> {
  const { code, stdout } = await run(['convert', '100', from, to, '--on', day, '-f', 'ndjson', '-q'], { now });
  expect([day, code]).toEqual([day, stdout ? 0 : 3]);
  return stdout ? saidBy(JSON.parse(stdout)) : undefined;
}

const saidBy = ({ date, rate, converted, rule }: Record<string, string | number>): Said => ({
  rate_date: `${date}`,
  rate: `${rate}`,
  converted: Number(converted).toFixed(2),
  rule: `${rule}`,
});

async function byAnnotate(days: readonly Day[], { pair: [from, to] }: Bank, { run }: Place) {
  const stdin = ['Day,Sum', ...days.map((day) => `${day},100`), ''].join('\n');
  const words = ['annotate', '-', '--date', 'Day', '--amount', 'Sum', '--from', from, '--to', to, '--receipts', '-q'];
  const result = await run(words, { now, stdin });
  return { result, rows: rowsOf(result) };
}

function rowsOf({ stdout }: Result): readonly (Said | undefined)[] {
  const [head = '', ...lines] = stdout.trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const of = (name: string) => cells[names.indexOf(name)] ?? '';
    const said = { rate_date: of('rate_date'), rate: of('rate'), converted: of('converted'), rule: of('rule') };
    return said.rate ? said : undefined;
  });
}

test.each(Object.entries(banks))(
  'on days of every kind, convert, annotate and mcp say what the published days say of %s',
  async (_name, bank) => {
    const random = randomFrom(seed);
    const all = [...eachDay(first, last)];
    const some = Array.from({ length: inWhole(30, 2) }, () => all[Math.floor(random() * all.length)] as Day);
    const near = [...bank.holidays, ...unpublished].flatMap((day) => [day as Day, addDays(day as Day, 1)]);
    const others = near.filter((_, at) => isWhole || at % 3 === 0);
    const days = [...new Set([...some, ...others, '2024-02-11' as Day, '2024-04-01' as Day])].sort();
    const expected = days.map((day) => lookedUp(day, bank));
    expect(new Set(expected.map((said) => said?.rule))).toEqual(new Set(['day', 'last-published', undefined]));

    const publishes = (day: Day) => !isWeekend(day) && !bank.holidays.includes(day) && !unpublished.includes(day);
    const place = await bank.open(publishes);
    const { result, rows } = await byAnnotate(days, bank, place);
    expect([result.code, rows]).toEqual([3, expected]);

    const agent = await Agent.start(place.machine, [], { now });
    const [from, to] = bank.pair;
    for (const [at, day] of days.entries()) {
      expect([day, await byConvert(day, bank, place)]).toEqual([day, expected[at]]);
      const { conversions: [made] = [] } = await agent.call('convert', { amount: 100, from, to, on: day });
      expect([day, made && saidBy(made)]).toEqual([day, expected[at]]);
    }
    await agent.end();
  },
  300_000,
);
