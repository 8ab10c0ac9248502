/** A file of decades has some ten thousand days. */
const mostResults = 20_000;

/** Reads each distinct text once. @param read must depend on its arguments alone */
export function readOnce<Text extends string, More extends readonly unknown[], Read>(
  read: (text: Text, ...more: More) => Read,
): (text: Text, ...more: More) => Read {
  const results = new Map<Text, Read>();
  return (text, ...more) => {
    let result = results.get(text);
    if (result === undefined) {
      result = read(text, ...more);
      if (results.size >= mostResults) results.clear();
      results.set(text, result);
    }
    return result;
  };
}
