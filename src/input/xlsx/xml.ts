import { TextDecoder } from 'node:util';
import sax from 'sax';
import { Failure } from '../../errors.ts';
import { asUtf8 } from '../csv/text.ts';
import { damaged } from './cell.ts';

const mostDepth = 100;

/** Bytes from the end of one opening tag to that of the next, which the parser keeps. */
const longest = 1_000_000;

/** Names are without the prefixes of their namespaces. */
export interface XmlHandler {
  readonly opened: (name: string, attributes: Attributes) => void;
  readonly closed?: (name: string) => void;
  readonly text?: (text: string) => void;
}

export type Attributes = Readonly<Record<string, string>>;

/** Hands over what XML has, and stops after each piece. @throws Failure if it is no whole XML, or hostile */
export async function* readXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  let length = 0;
  const parser = parserFor({
    ...handler,
    opened(name, attributes) {
      length = 0;
      handler.opened(name, attributes);
    },
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });

  try {
    for await (const piece of asUtf8(pieces, damaged)) {
      length += piece.length;
      if (length > longest) throw damaged();
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof Failure ? error : damaged();
  }
}

/** For a part of which little is kept. */
export async function visitXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(pieces, handler));
}

const options = { strictEntities: true, position: false };

function parserFor({ opened, closed, text }: XmlHandler) {
  const parser = sax.parser(true, options);
  let depth = 0;

  parser.onerror = () => {
    throw damaged();
  };
  parser.ondoctype = () => {
    throw damaged('a workbook with a DOCTYPE, which none needs');
  };
  parser.onprocessinginstruction = ({ name, body }) => {
    const [, encoding = 'utf-8'] = /\bencoding\s*=\s*["']([^"']*)/.exec(body) ?? [];
    if (name === 'xml' && !/^(?:utf-?(?:8|16)|us-ascii)$/i.test(encoding)) throw damaged();
  };

  parser.onopentag = ({ name, attributes }) => {
    if (++depth > mostDepth) throw damaged();
    opened(localName(name), attributes as Attributes);
  };
  parser.onclosetag = (name) => {
    depth--;
    closed?.(localName(name));
  };
  parser.ontext = (piece) => text?.(piece);
  parser.oncdata = (piece) => text?.(piece);
  return parser;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** That of an attribute under whatever prefix. */
export function prefixed(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

export const isTrue = (text: string | undefined) => text === '1' || text === 'true';

/** Characters: far more than a cell can have. */
const longestText = 1_000_000;

/** A text that comes in pieces, and one more of them. */
export function withPiece(text: string, piece: string): string {
  if (text.length + piece.length > longestText) throw damaged();
  return text + piece;
}

/** ECMA-376 part 1, 22.9.2.19 (ST_Xstring): `_x0041_` is `A`. */
export function unescaped(text: string): string {
  const signOf = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  return text.includes('_x') ? text.replace(/_x([\da-f]{4})_/gi, signOf) : text;
}
