import type { IncomingMessage } from 'node:http';
import { isSameResource } from '../kernel/resource-uri.ts';
import type { Settings } from '../kernel/runtime.ts';

/** The APIs that access tokens open: below the base URL, and all paths below them. Each is a protected resource (RFC 9728). */
export const APIS = ['/api', '/groups', '/graphql'] as const;

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

type Rules = Pick<Settings, 'server' | 'clients'>;

/** The APIs whose metadata is published; none if the operator has not turned it on. */
export const publishedApis = ({ clients }: Rules): readonly string[] => (clients.resourceMetadata === 'on' ? APIS : []);

/** Whether an access token for this name is for this server: for its issuer, or for an API whose metadata is published. */
export const isOwnName = (settings: Rules, name: string): boolean =>
  ['', ...publishedApis(settings)].some((api) => isSameResource(name, settings.server.baseUrl + api));

/** Where this server answers requests with access tokens. */
const ANSWERED = [...APIS, '/oauth2'] as const;

/**
 * Whether the name is one of this server's addresses, published or not: the issuer, or a path that it answers itself. Other
 * servers may be below the same issuer.
 */
export function isServersName({ server, mutualTls }: Pick<Settings, 'server' | 'mutualTls'>, name: string): boolean {
  const url = URL.parse(name);
  return [server.baseUrl, mutualTls.baseUrl].some((base) => {
    if (base === undefined || url?.origin !== new URL(base).origin) return false;
    const path = withoutSlash(url.pathname);
    const root = withoutSlash(new URL(base).pathname);
    return path === root || ANSWERED.some((api) => `${path}/`.startsWith(`${root + api}/`));
  });
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

/** Where the metadata of an API is on its host (RFC 9728 §3.1): the well-known path comes before the path of the resource. */
export const metadataPath = ({ server }: Rules, api: string): string =>
  WELL_KNOWN + withoutSlash(new URL(server.baseUrl).pathname) + api;

/** The headers of an answer, with the address of the API's metadata in the challenge of a 401 (RFC 9728 §5.1). */
export function withResourceMetadata<Headers extends Readonly<Record<string, string>>>(
  settings: Rules,
  request: Pick<IncomingMessage, 'url'> & { readonly originalUrl?: string },
  status: number,
  headers: Headers,
): Headers {
  const challenge = headers['www-authenticate'];
  if (status !== 401 || challenge === undefined) return headers;
  const { origin, pathname } = new URL(settings.server.baseUrl);
  const path = (request.originalUrl ?? request.url ?? '').slice(withoutSlash(pathname).length);
  const api = publishedApis(settings).find((each) => path.startsWith(each));
  if (api === undefined) return headers;
  const metadata = `resource_metadata="${origin}${metadataPath(settings, api)}"`;
  return { ...headers, 'www-authenticate': `${challenge}${challenge.includes(' ') ? ',' : ''} ${metadata}` };
}
