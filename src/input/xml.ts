import { TextDecoder } from 'node:util';
import sax from 'sax';
import { asUtf8 } from './csv/text.ts';

const mostDepth = 100;

/** Bytes from the end of one opening tag to that of the next, which the parser keeps. */
const longest = 1_000_000;

/** Names are without the prefixes of their namespaces; that of the root's parent is empty. Lines are from 1. */
export interface XmlHandler {
  readonly opened?: (name: string, attributes: Attributes, parent: string, line: number) => void;
  /** @param text what stands between the last two tags */
  readonly closed?: (name: string, text: string, parent: string, line: number) => void;
}

// its type lacks this option
const options: object = { strictEntities: true };

export type Attributes = Readonly<Record<string, string>>;

/**
 * Hands over what XML has, in UTF-8 or UTF-16, and stops after each piece.
 * @param invalid the error for a reason, in words of the parser or others
 * @throws that error if it is no whole XML, or hostile; whatever the pieces or the handler throw
 */
export async function* readXml(
  pieces: AsyncIterable<Buffer>,
  { opened, closed }: XmlHandler,
  invalid: (reason: string) => Error,
): AsyncGenerator<void> {
  const parser = sax.parser(true, options);
  const open = [''];
  let length = 0;
  let text = '';
  parser.onerror = ({ message }) => {
    throw invalid(message.split('\n')[0]?.toLowerCase() ?? '');
  };
  parser.ondoctype = () => {
    throw invalid('it has a DOCTYPE');
  };
  parser.onprocessinginstruction = ({ name, body }) => {
    const [, encoding = 'utf-8'] = /\bencoding\s*=\s*["']([^"']*)/.exec(body) ?? [];
    if (name === 'xml' && !/^(?:utf-?(?:8|16)|us-ascii)$/i.test(encoding))
      throw invalid(`it is in ${encoding}`);
  };
  parser.onopentag = ({ name, attributes }) => {
    text = '';
    length = 0;
    if (open.length > mostDepth) throw invalid(`it is more than ${mostDepth} elements deep`);
    opened?.(localName(name), attributes as Attributes, open.at(-1) ?? '', parser.line + 1);
    open.push(localName(name));
  };
  parser.onclosetag = () => {
    const name = open.pop() ?? '';
    closed?.(name, text, open.at(-1) ?? '', parser.line + 1);
    text = '';
  };
  parser.ontext = (piece) => {
    text += piece;
  };
  parser.oncdata = parser.ontext;

  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (piece?: Buffer) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw invalid('it is not in UTF-8');
    }
  };
  for await (const piece of asUtf8(pieces, () => invalid('it is UTF-16 that is cut off or damaged'))) {
    length += piece.length;
    if (length > longest) throw invalid(`it has over ${longest / 1e6} MB without an element`);
    parser.write(decoded(piece));
    yield;
  }
  parser.write(decoded()).close();
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
