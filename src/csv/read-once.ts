/** A file of decades has some ten thousand days. */
const most = 20_000;

/** Reads a text that comes again only once. */
export function readOnce<Text extends string, Read>(read: (text: Text) => Read): (text: Text) => Read {
  const known = new Map<Text, Read>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined || known.has(text)) return earlier as Read;

    const found = read(text);
    if (known.size >= most) known.clear();
    known.set(text, found);
    return found;
  };
}
