import { TextDecoder } from 'node:util';
import { asUtf8 } from './utf16.ts';

const mostDepth = 100;

/** Bytes from the end of one opening tag to that of the next, which the parser keeps. */
const longest = 1_000_000;

export type Attributes = Readonly<Record<string, string>>;

/** An opening or a closing tag. Names are without the prefixes of their namespaces. */
export interface XmlTag {
  readonly name: string;
  /** Empty for the root. */
  readonly parent: string;
  /** Of an opening tag; undefined: it is a closing one. */
  readonly attributes?: Attributes | undefined;
  /** The text between the last two tags. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

// its type lacks this option
const options: object = { strictEntities: true };

/**
 * The tags of XML in UTF-8 or UTF-16, a piece of the file at a time.
 * @param invalid the error for a reason, in words of the parser or others
 * @throws that error if it is not well-formed XML, or hostile; whatever the pieces throw
 */
export async function* readXml(
  pieces: AsyncIterable<Buffer>,
  invalid: (reason: string) => Error,
): AsyncGenerator<readonly XmlTag[]> {
  const { default: sax } = await import('sax');
  const parser = sax.parser(true, options);
  const open = [''];
  let tags: XmlTag[] = [];
  let length = 0;
  let text = '';
  const add = (name: string, attributes?: Attributes) => {
    tags.push({ name, parent: open.at(-1) ?? '', attributes, text, line: parser.line + 1 });
    text = '';
  };
  parser.onerror = ({ message }) => {
    throw invalid(message.replace(/\n.*/s, '').toLowerCase());
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
    length = 0;
    if (open.length > mostDepth) throw invalid(`it is more than ${mostDepth} elements deep`);
    const localName = name.slice(name.indexOf(':') + 1);
    add(localName, attributes as Attributes);
    open.push(localName);
  };
  parser.onclosetag = () => add(open.pop() ?? '');
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
    try {
      parser.write(decoded(piece));
    } finally {
      // also before an error: the line of the last tag is where it is
      yield tags;
      tags = [];
    }
  }
  parser.write(decoded()).close();
}
