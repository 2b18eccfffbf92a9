/** What an application asks for when its users sign in, and what an API asks about their tokens. */
import { CHALLENGE, VERIFIER } from './application.ts';
import { Browser } from './browser.ts';
import { bytesOf, type Script } from './load.ts';
import { each, FORM, type Operation } from './operation.ts';
import type { World } from './world.ts';

/** What one contestant has handed out so far; the newest are used first, as codes live for a minute only. */
interface Handed {
  cookie: string;
  codes: string[];
  refreshTokens: string[];
  accessToken: string;
}

// oidc-provider's memory holds a thousand things or so, and forgets the rest.
const CODES_KEPT = 256;
const TOKENS_KEPT = 64;

const states = new WeakMap<World, Handed>();

function handed(world: World): Handed {
  let state = states.get(world);
  if (!state) states.set(world, (state = { cookie: '', codes: [], refreshTokens: [], accessToken: '' }));
  return state;
}

const authorizePath = ({ application: { clientId, redirectUri } }: World): string =>
  `/oauth2/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })}`;

function posting({ application: { clientId, clientSecret } }: World, path: string, fields: object): Buffer {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
  return bytesOf({ method: 'POST', path, headers: FORM, body: String(body) });
}

/** Whoever follows finds the newest of these. */
function keep(list: string[], most: number, value: string | undefined): void {
  if (value === undefined) throw new Error('An answer holds no code or token.');
  list.push(value);
  if (list.length > most) list.shift();
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
}

function keepTokens(world: World, answer: Buffer): void {
  const tokens = JSON.parse(answer.toString().split('\r\n\r\n')[1]!) as Tokens;
  // The newest: an older one may be among what oidc-provider has forgotten.
  handed(world).accessToken = tokens.access_token;
  keep(handed(world).refreshTokens, TOKENS_KEPT, tokens.refresh_token);
}

export const logins: readonly Operation[] = [
  {
    name: 'authorize',
    title: 'authorize, live session',
    status: 303,
    against: { 'oidc-provider-memory': 1 },
    roundTrips: 2,
    feeds: ['code-exchange', 'refresh', 'introspect'],
    prepare: async ({ port, world }) => {
      const browser = new Browser(port, world.issuer);
      await browser.signIn(authorizePath(world), world.administrator);
      handed(world).cookie = browser.cookie;
    },
    scripts: (world): Script[] => {
      const headers = { cookie: handed(world).cookie, 'x-forwarded-proto': 'https' };
      const request = bytesOf({ method: 'GET', path: authorizePath(world), headers });
      return each(() => () => request);
    },
    heard: (world, answer) => {
      keep(
        handed(world).codes,
        CODES_KEPT,
        /\r\nlocation: \S*[?&]code=([^&\s]+)/i.exec(answer.toString('latin1'))?.[1],
      );
    },
  },
  {
    name: 'code-exchange',
    title: 'code exchange',
    status: 200,
    against: { 'oidc-provider-memory': 1 },
    roundTrips: 4,
    feeds: ['refresh', 'introspect'],
    scripts: (world): Script[] =>
      each(() => () => {
        const code = handed(world).codes.pop();
        const { redirectUri } = world.application;
        const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: VERIFIER };
        return code === undefined ? undefined : posting(world, '/oauth2/token', fields);
      }),
    heard: keepTokens,
  },
  {
    name: 'refresh',
    title: 'refresh, rotated',
    status: 200,
    against: { 'oidc-provider-memory': 1 },
    roundTrips: 3,
    scripts: (world): Script[] =>
      each(() => () => {
        const token = handed(world).refreshTokens.shift();
        const fields = { grant_type: 'refresh_token', refresh_token: token };
        return token === undefined ? undefined : posting(world, '/oauth2/token', fields);
      }),
    heard: keepTokens,
  },
  {
    name: 'introspect',
    title: 'introspection of an access token',
    status: 200,
    against: { 'oidc-provider-memory': 1 },
    roundTrips: 1,
    scripts: (world): Script[] => {
      const request = posting(world, '/oauth2/introspect', { token: handed(world).accessToken });
      return each(() => () => request);
    },
    heard: (_world, answer) => {
      if (!answer.includes('"active":true')) throw new Error(`The token is not active: ${answer.toString()}`);
    },
  },
];
