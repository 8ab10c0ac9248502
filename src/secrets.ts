/** A text with its addresses as `https://***@host`. */
export function withoutUsers(text: string): string {
  return text.replace(addresses, (_, sign: string, rest: string) => {
    const [host = ''] = rest.split(/[/?#]/, 1);
    // a slash that is part of a password ends what looks like the host
    return sign + (/@|:\D/.test(host) ? rest.replace(beforeHost, '***@') : rest);
  });
}

/** A text with its addresses as `https://***@host/path?***`. */
export function withoutSecrets(text: string): string {
  return withoutUsers(text).replace(
    addresses,
    (_, sign: string, rest: string) => sign + rest.replace(query, '$1***$2'),
  );
}

/** An address, valid or not, or a part of one. */
export function addressWithoutSecrets(text: string): string {
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:\/\//i.exec(text) ?? [];
  return scheme + text.slice(scheme.length).replace(beforeHost, '***@').replace(query, '$1***');
}

const addresses = /(:\/\/)(\S+)/g;

const beforeHost = /^.*@/s;

/** Up to the end of an address, which a quote or a full stop can follow. */
const query = /([?#]).*?(["'),.;:]{0,3})$/s;
