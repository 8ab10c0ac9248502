import { choiceOf, nearest } from '../../config/choice.ts';
import { Failure, unknownWord } from '../../errors.ts';
import { isObject } from '../../json.ts';

/** One argument, as a JSON schema. */
interface Property {
  readonly type: 'string' | 'boolean' | readonly ['string', 'number'];
  readonly description: string;
  readonly enum?: readonly string[];
}

/** What a client is told of a tool. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/** Numbers become text. @throws a usage error */
export function readArguments(tool: ToolDescription, json: unknown): Readonly<Record<string, unknown>> {
  const { name, properties, required = [] } = tool;
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
  for (const [argument, property] of Object.entries(properties)) {
    const value = values[argument] ?? undefined;
    if (value !== undefined) read[argument] = readValue(argument, property, value);
    else if (required.includes(argument)) throw new Failure('missing_argument', `${argument} is missing`);
  }
  return read;
}

function readValue(name: string, { type, enum: choices }: Property, value: unknown): unknown {
  if (![type].flat().some((one) => one === typeof value)) {
    const kind = type === 'boolean' ? 'true or false' : type === 'string' ? 'text' : 'text or a number';
    throw new Failure('bad_value', `${name} must be ${kind}`);
  }
  if (choices) return choiceOf(String(value), choices, name);
  return type === 'boolean' ? value : String(value);
}
