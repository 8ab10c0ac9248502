import type { Every } from '../../calendar/period.ts';
import { choiceOf, nearest } from '../../config/choice.ts';
import { Failure, unknownWord } from '../../errors.ts';
import { isObject, type Json } from '../../json.ts';
import type { TakeName } from '../../rates/aggregate.ts';
import { readAmount } from '../../rates/amount.ts';
import type { RateRule } from '../../rates/rules.ts';

export type ToolAnswer = { readonly [name: string]: Json };

/** What the tools ask for, in the words of the command line. @throws Failure */
export interface Desk {
  convert(asked: ConvertArguments): Promise<ToolAnswer>;
  rates(asked: ViewArguments & { readonly day?: string }): Promise<ToolAnswer>;
  series(asked: SeriesArguments): Promise<ToolAnswer>;
  currencies(asked: { readonly word?: string }): Promise<ToolAnswer>;
  status(): Promise<ToolAnswer>;
}

export interface ConvertArguments {
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  readonly on?: string;
  readonly rate?: RateRule;
}

export interface ViewArguments {
  readonly base?: string;
  readonly symbols?: string;
}

export interface SeriesArguments extends ViewArguments {
  readonly start: string;
  readonly end?: string;
  readonly every?: Every;
  readonly take?: TakeName;
  readonly summary?: boolean;
}

export interface Argument {
  readonly type: 'text' | 'amount' | 'yes or no';
  readonly meaning: string;
  readonly required?: true;
  readonly choices?: readonly string[];
}

export type Arguments = Readonly<Record<string, Argument>>;

type RequiredOf<All extends Arguments> = {
  [Name in keyof All]: All[Name] extends { readonly required: true } ? Name : never;
}[keyof All];

type GivenArguments<All extends Arguments> = {
  readonly [Name in RequiredOf<All>]: ValueOf<All[Name]>;
} & {
  readonly [Name in Exclude<keyof All, RequiredOf<All>>]?: ValueOf<All[Name]>;
};

type ValueOf<One extends Argument> = One extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : One extends { readonly type: 'yes or no' }
    ? boolean
    : string;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: Arguments;
  /** @throws Failure */
  readonly answer: (given: unknown, desk: Desk) => Promise<ToolAnswer>;
}

interface Described<All extends Arguments> extends Omit<Tool, 'arguments' | 'answer'> {
  readonly arguments: All;
  readonly answer: (given: GivenArguments<All>, desk: Desk) => Promise<ToolAnswer>;
}

export function tool<const All extends Arguments>({ answer, ...described }: Described<All>): Tool {
  const { name, arguments: all } = described;
  return {
    ...described,
    answer: async (given, desk) => answer(read(name, all, given) as GivenArguments<All>, desk),
  };
}

/** As a client is told them. */
export function schemaOf({ arguments: all }: Tool) {
  const named = Object.entries(all);
  return {
    type: 'object' as const,
    properties: Object.fromEntries(named.map(([name, argument]) => [name, propertyOf(argument)])),
    required: named.flatMap(([name, { required }]) => (required ? name : [])),
    additionalProperties: false,
  };
}

function propertyOf({ type, meaning, choices }: Argument) {
  const types = { text: 'string', amount: ['string', 'number'], 'yes or no': 'boolean' };
  return { type: types[type], description: meaning, ...(choices && { enum: [...choices] }) };
}

/** @throws a usage error */
function read(tool: string, all: Arguments, given: unknown): Readonly<Record<string, unknown>> {
  const words = isObject(given) ? given : {};
  for (const name of Object.keys(words)) {
    if (Object.hasOwn(all, name)) continue;
    const names = Object.keys(all);
    const takes = names.length > 0 ? `it takes ${names.join(', ')}` : 'it takes none';
    throw unknownWord(
      'unexpected_argument',
      `${tool} has no argument ${JSON.stringify(name)}`,
      nearest(name, names),
      takes,
    );
  }
  const read = Object.entries(all).map(([name, argument]) => [name, readValue(name, argument, words[name])]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function readValue(name: string, { type, required, choices }: Argument, value: unknown) {
  if (value === undefined || value === null) {
    if (required) throw new Failure('missing_argument', `${name} is missing`);
    return undefined;
  }

  const kind = type === 'yes or no' ? 'boolean' : 'string';
  const isAmount = type === 'amount' && typeof value === 'number';
  if (typeof value !== kind && !isAmount) throw new Failure('bad_value', `${name} must be ${kinds[type]}`);
  if (choices) return choiceOf(String(value), choices, name);
  return type === 'amount' ? amountIn(String(value)) : value;
}

/** Of a command line, `100 USD` or `in` would be part of a sentence. */
function amountIn(text: string): string {
  if (readAmount(text).is !== 'unreadable') return text;
  throw new Failure('bad_amount', `${JSON.stringify(text)} is not an amount`, 'write it as 1234.50');
}

const kinds = { text: 'text', amount: 'text or a number', 'yes or no': 'true or false' } as const;
