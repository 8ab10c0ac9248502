import { type Every, everyNames } from '../../calendar/period.ts';
import { choiceOf } from '../../config/values.ts';
import { Failure, unknownWord } from '../../errors.ts';
import { isObject, type JsonText } from '../../json.ts';
import { type TakeName, takeNames } from '../../rates/aggregate.ts';
import { readAmount } from '../../rates/amount.ts';
import { type RateRule, rateRuleNames } from '../../rates/rules.ts';
import { openStore } from '../../run/days.ts';
import { resolveAuto, startRun } from '../../run/run.ts';
import { nearest } from '../../words.ts';
import { convert } from '../convert/convert.ts';
import { currencies } from '../currencies.ts';
import { historical, latest, series } from '../rates/rates.ts';
import { call, reporterOf, type Session, type ToolAnswer } from './call.ts';

type TextArgument = 'amount' | 'from' | 'to' | 'on' | 'day' | 'base' | 'symbols' | 'start' | 'end' | 'word';

/** Those of all tools. */
interface ToolArguments extends Readonly<Partial<Record<TextArgument, string>>> {
  readonly rate?: RateRule;
  readonly every?: Every;
  readonly take?: TakeName;
  readonly summary?: true;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The meaning of each argument. */
  readonly properties: { readonly [name in keyof ToolArguments]: string };
  readonly required?: readonly string[];
  /** Runs the command that a person would type. @throws Failure */
  readonly run: (values: ToolArguments, session: Session) => Promise<ToolAnswer>;
}

/** Of arguments that are not any text, as in a JSON schema. */
const schemas: Readonly<Record<string, { type?: string | readonly string[]; enum?: readonly string[] }>> = {
  amount: { type: ['string', 'number'] },
  rate: { enum: rateRuleNames },
  every: { enum: everyNames },
  take: { enum: takeNames },
  summary: { type: 'boolean' },
};

/** The description of a tool for a client. */
export const listed = ({ name, title, description, properties, required = [] }: Tool) => ({
  name,
  title,
  description,
  inputSchema: {
    type: 'object' as const,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, text]) => [
        name,
        { type: 'string', description: text, ...schemas[name] } as object as Record<string, never>,
      ]),
    ),
    required: [...required],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
});

/** Of tools that show rates. */
const viewProperties = {
  base: "the currency that the rates are relative to; else the source's own",
  symbols: 'only these currencies, separated by commas: EUR,GBP; else all',
};

/** Rates of days or periods. */
const mostRows = 400;

const leftOut =
  `More than ${mostRows} rates, so this is their summary. For the rates themselves: a shorter range, fewer ` +
  'symbols or every month; a file of all of them is written by ratebook series START END -o FILE.csv';

export const tools: readonly Tool[] = [
  {
    name: 'convert',
    title: 'Convert an amount',
    description:
      "An amount in other currencies, at the newest rate or a day's, with a receipt: the rate, its day, its " +
      'source, whether it is derived, and the odd days that it rests on.',
    properties: {
      amount: '250, 1,234.50, 1.234,50, -5',
      from: 'its currency, a code or a name: EUR',
      to: 'one or more others, separated by commas: USD,CHF',
      on: 'a day in UTC: 2024-01-17, yesterday, 17 Jan 2024; else the newest',
      rate: 'which rate counts; else that of the day, on a closed day of the source the last published',
    },
    required: ['amount', 'from', 'to'],
    async run({ amount = '', from = '', to = '', ...more }, session) {
      // of a command line, `100 USD` or `in` would be part of a sentence
      if (readAmount(amount).length === 0)
        throw new Failure('bad_amount', `${JSON.stringify(amount)} is not an amount`, 'write it as 1234.50');
      const { json, missingCurrencies, rest } = await call(session, (app, options) =>
        convert([amount, from, [to]], { ...options, ...more }, app),
      );
      const missing = missingCurrencies.length > 0 && { missing: missingCurrencies };
      return { conversions: json, ...missing, ...rest };
    },
  },
  {
    name: 'rates',
    title: 'Rates of a day',
    description: 'The rates of a day, or the newest ones: what one unit of the base costs in each currency.',
    properties: {
      day: 'in UTC: 2024-01-17, yesterday, 17 Jan 2024; else the newest',
      ...viewProperties,
    },
    async run({ day, ...view }, session) {
      const { json, rest } = await call(session, (app, options) =>
        day === undefined
          ? latest({ ...options, ...view }, app)
          : historical([day], { ...options, ...view }, app),
      );
      return { day: json, ...rest };
    },
  },
  {
    name: 'series',
    title: 'Rates of a range',
    description:
      'The rates of every day of a range, or one figure per week, month, quarter or year, or a summary (first, ' +
      `last, low, high, mean) of each currency. More than ${mostRows} rates are answered by their summary.`,
    properties: {
      start:
        'a day, month or year, both ends included: 2024-01-17, 2024-01, 2024; or 30d, last-month, 2024-Q1',
      end: 'likewise; without it, start is the whole range',
      ...viewProperties,
      every: 'one figure per period instead of one rate per day',
      take: 'with every: which figure of the days; else mean',
      summary: 'a summary of each currency instead of its rates',
    },
    required: ['start'],
    run: answerSeries,
  },
  {
    name: 'currencies',
    title: 'Find currencies',
    description: 'Codes, names and decimals of currencies, and the first and last stored day of each.',
    properties: {
      word: 'a code, a name, a country or a part of one; else all',
    },
    async run({ word }, session) {
      const words = word === undefined ? [] : [word];
      const { json, rest } = await call(session, (app, options) => currencies(words, options, app));
      return { currencies: json, ...rest };
    },
  },
  {
    name: 'status',
    title: 'Source and budget',
    description:
      'The source, its newest stored day, how many requests of the quota may be spent in a UTC ' +
      'day (agent_budget) and how many were spent today.',
    properties: {},
    async run(_, session) {
      const { host, serving, agents } = session;
      const started = startRun({ host, reporter: reporterOf(session) }, serving);
      const run = await resolveAuto(started, serving, async () => []);
      return {
        source: run.source.folder,
        newest: openStore(run).days().at(-1) ?? null,
        agent_budget: run.settings.agent_budget.value,
        spent_today: await agents.spent(),
      };
    },
  },
];

async function answerSeries(values: ToolArguments, session: Session): Promise<ToolAnswer> {
  const { start = '', end, ...view } = values;
  if (view.every && view.summary)
    throw new Failure('options_conflict', 'every and summary cannot be used together');
  const { json, base, rest } = await call(session, (app, options) =>
    series([start, end], { ...options, ...view }, app),
  );
  if (view.summary) return { base, summary: json, ...rest };
  if (rowsIn(json) <= mostRows) return { [view.every ? 'periods' : 'series']: json, ...rest };
  const { every: _, take: __, ...range } = values;
  return { ...(await answerSeries({ ...range, summary: true }, session)), left_out: leftOut };
}

/** Of `rates` of a series, or of the rates of each period. */
function rowsIn({ text }: JsonText) {
  const { rates, periods } = JSON.parse(text);
  let rows = 0;
  for (const one of Object.values<{ rates?: object }>(rates ?? periods))
    rows += Object.keys(one.rates ?? one).length;
  return rows;
}

/** Numbers become text. @throws a usage error */
export function readArguments({ name, properties, required = [] }: Tool, json: unknown): ToolArguments {
  const values = isObject(json) ? json : {};
  const names = Object.keys(properties);
  const unknown = Object.keys(values).find((word) => !names.includes(word));
  if (unknown !== undefined)
    throw unknownWord(
      'unexpected_argument',
      `${name} has no argument ${JSON.stringify(unknown)}`,
      nearest(unknown, names),
      names.length > 0 ? `it takes ${names.join(', ')}` : 'it takes none',
    );

  const read: Record<string, unknown> = {};
  for (const argument of names) {
    const value = values[argument] ?? undefined;
    const { type = 'string', enum: words } = schemas[argument] ?? {};
    if ((value === undefined || value === '') && required.includes(argument))
      throw new Failure('missing_argument', `${argument} is missing`);
    if (value === undefined) continue;
    if (![type].flat().includes(typeof value)) {
      const kind = type === 'boolean' ? 'true or false' : type === 'string' ? 'text' : 'text or a number';
      throw new Failure('bad_value', `${argument} must be ${kind}`);
    }
    const text = String(value);
    read[argument] = words ? choiceOf(text, words, argument) : type === 'boolean' ? value : text;
  }
  return read;
}
