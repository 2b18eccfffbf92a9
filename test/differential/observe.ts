import { type Answered, CALLBACK, type Party } from './party.ts';

/** What of an answer is compared: by aspect, in words that are the same for both servers. */
export type Observation = Readonly<Record<string, string>>;

/** Looks at an answer as a relying party or a browser would; its outcome comes first. */
export function observe(party: Party, { status, headers, text }: Answered): Observation {
  const location = headers.get('location');
  const json = jsonIn(headers, text);
  const answer = location?.startsWith(CALLBACK) ? answerOf(new URL(location)) : undefined;
  return filled({
    outcome: [status, destination(location, headers), answer?.get('error') ?? textOf(json?.['error'])]
      .filter(Boolean)
      .join(', '),
    ...(answer && answerIn(party, answer)),
    'cache-control': headers.get('cache-control') ?? undefined,
    pragma: headers.get('pragma') ?? undefined,
    ...challengeIn(headers.get('www-authenticate')),
    ...(json && bodyOf(json)),
  });
}

function destination(location: string | null, headers: Headers): string | undefined {
  if (location === null)
    return /^text\/html|json/.exec(headers.get('content-type') ?? '')?.[0].replace('text/html', 'a page');
  if (!location.startsWith(CALLBACK)) return 'to a page';
  return new URL(location).hash ? 'to the client in the fragment' : 'to the client';
}

const answerOf = ({ hash, searchParams }: URL): URLSearchParams =>
  hash ? new URLSearchParams(hash.slice(1)) : searchParams;

function answerIn(party: Party, answer: URLSearchParams): Record<string, string | undefined> {
  const iss = answer.get('iss');
  return {
    parameters: [...answer.keys()].toSorted().join(' '),
    state: answer.get('state') ?? undefined,
    iss: iss === null ? 'missing' : iss === party.issuer ? 'the issuer' : 'something else',
  };
}

function challengeIn(header: string | null): Record<string, string | undefined> {
  if (header === null) return {};
  const [scheme] = header.split(' ', 1);
  return { challenge: scheme, 'challenge error': /error="([^"]*)"/.exec(header)?.[1] };
}

function jsonIn(headers: Headers, text: string): Record<string, unknown> | undefined {
  return headers.get('content-type')?.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : undefined;
}

function bodyOf(json: Record<string, unknown>): Record<string, string | undefined> {
  if ('issuer' in json) return metadataOf(json);
  if ('redirect_uris' in json) return registrationOf(json);
  const { error, scope, token_type: type, active } = json;
  return {
    members: Object.keys(json).toSorted().join(' '),
    scope: typeof scope === 'string' && error === undefined ? scope.split(' ').toSorted().join(' ') : undefined,
    'token type': textOf(type),
    active: typeof active === 'boolean' ? String(active) : undefined,
    'ID token': tokenOf(json['id_token']),
    'access token': tokenOf(json['access_token']),
  };
}

/** Every member by itself: an address only as being there, a list in order. */
const metadataOf = (json: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(json).map(([name, value]) => [name, memberOf(value)]));

// What is made anew for each client.
const MADE = new Set(['client_id', 'client_id_issued_at', 'client_secret', 'registration_access_token']);

/** Every member of a registration by itself: what is made for the client only as being there, a list in order. */
const registrationOf = (json: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      MADE.has(name) ? 'made' : name.endsWith('_uri') ? 'an address' : valueOf(value),
    ]),
  );

const valueOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).toSorted().join(' ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

function memberOf(value: unknown): string {
  if (Array.isArray(value)) return (value as string[]).toSorted((a, b) => (a < b ? -1 : 1)).join(' ');
  return typeof value === 'string' ? 'an address' : JSON.stringify(value);
}

/** What a JWT is and the names of its claims. */
function tokenOf(token: unknown): string | undefined {
  if (typeof token !== 'string') return undefined;
  const parts = token.split('.');
  if (parts.length !== 3) return 'opaque';
  const [header, claims] = parts
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);
  const { typ = 'no typ', alg } = header!;
  return `${String(typ)}, ${String(alg)}: ${Object.keys(claims!).toSorted().join(' ')}`;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const filled = (aspects: Record<string, string | undefined>): Observation =>
  Object.fromEntries(Object.entries(aspects).filter((pair): pair is [string, string] => pair[1] !== undefined));
