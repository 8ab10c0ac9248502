/** A parameter that is yes or no; what is neither, the empty value too, counts as not given. */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  switch (query.get(name)?.toLowerCase()) {
    case '1':
    case 'true':
      return true;
    case '0':
    case 'false':
      return false;
    default:
      return undefined;
  }
}
