/** A file of decades has some ten thousand days. */
const mostResults = 20_000;

/** Reads each text or object once. @param read must depend on its argument alone */
export function readOnce<Key, Read>(read: (key: Key) => Read): (key: Key) => Read {
  const results = new Map<Key, Read>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = read(key);
      if (results.size >= mostResults) results.clear();
      results.set(key, result);
    }
    return result;
  };
}
