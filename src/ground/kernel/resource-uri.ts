const PARTS = /^(?<scheme>[^:/?#]+):\/\/(?<host>[^/?#]*?)(?::(?<port>\d*))?(?<rest>[/?#].*)?$/s;
const PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * Whether two URIs name the same resource: as they are written, but for what RFC 3986 §6.2.2.1 and §6.2.3 say of scheme, host,
 * default port and empty path.
 */
export const isSameResource = (one: string, other: string): boolean =>
  one === other || normalResource(one) === normalResource(other);

/** The resource as it is written in the list; undefined if it is not in it. */
export const listedAs = (resource: string, list: readonly string[]): string | undefined =>
  list.includes(resource) ? resource : list.find((each) => isSameResource(each, resource));

/** The URI with scheme and host in small letters, without a default port, and with a path. */
export function normalResource(uri: string): string {
  const { scheme, host, port = '', rest = '' } = PARTS.exec(uri)?.groups ?? {};
  if (scheme === undefined || host === undefined) return uri;
  const name = scheme.toLowerCase();
  const suffix = port === '' || port === PORTS[name] ? '' : `:${port}`;
  return `${name}://${host.toLowerCase()}${suffix}${rest.startsWith('/') ? '' : '/'}${rest}`;
}
