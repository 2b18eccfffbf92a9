import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { authorizePath, buildClient } from '../support/builders.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import { anything, faultIn, mutationsOf } from './mutations.ts';

const RUNS = { numRuns: 100 };
const SECRET = 'ghs_secret';
const app = useApp();
let key: Key;
let client: Client;
let plain: Record<string, string>;
beforeAll(async () => {
  key = await newKey('ES256');
  client = await buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'client_secret_post',
    secretHash: hashOfGenerated(SECRET),
    jwks: { keys: [{ ...key.jwk }] },
  });
  plain = Object.fromEntries(new URL(app.issuer + authorizePath(client)).searchParams);
});

const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
const objectOf = (claims: object = {}, header: object = {}): Promise<string> =>
  signed(key, { ...plain, iss: client.id, aud: app.issuer, exp: seconds() + 3600, ...claims }, header);

async function push(request: string): Promise<readonly [number, string | undefined]> {
  const body = new URLSearchParams({ client_id: client.id, client_secret: SECRET, request });
  const { status, body: answered } = await app.send('POST', '/oauth2/par', { body });
  return [status, answered.error];
}

/** How the authorization endpoint answers, and what it answers the client. */
async function go(request: string, fields: Record<string, string> = {}) {
  const query = new URLSearchParams({ client_id: client.id, request, ...fields });
  const { status, headers } = await app.send('GET', `/oauth2/authorize?${query}`);
  const location = headers.get('location');
  const answer = location?.startsWith(client.redirectUris[0]!) ? new URL(location).searchParams : undefined;
  return { status, error: answer?.get('error'), state: answer?.get('state') };
}

const atTheClient = () => ({ redirect_uri: client.redirectUris[0]!, response_type: 'code' });
const REFUSED = [400, 'invalid_request_object'];

describe('RFC 9101 §6: a signed request', () => {
  it('is accepted whatever its state and nonce are, in the address and pushed, and the state comes back', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }).filter((made) => !made.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, text, async (state, nonce) => {
        const object = await objectOf({ state, nonce, prompt: 'none' });
        expect(await go(object)).toEqual({ status: 303, error: 'login_required', state });
        expect(await push(object)).toEqual([201, undefined]);
      }),
      RUNS,
    );
  });

  it('is refused with any character changed, added or left out', async () => {
    const object = await objectOf();
    await fc.assert(
      fc.asyncProperty(mutationsOf(object), async (mutated) => {
        expect(await push(mutated)).toEqual(REFUSED);
        expect(await go(mutated, atTheClient())).toMatchObject({ status: 303, error: 'invalid_request_object' });
      }),
      RUNS,
    );
    expect(await push(object)).toEqual([201, undefined]);
  });

  it('is refused with any other claim about itself', async () => {
    const faults = faultIn(
      {
        iss: (value) => value === undefined || value === client.id,
        client_id: (value) => value === client.id,
        aud: (value) => [value].flat().includes(app.issuer),
        exp: (value) => value === undefined || (typeof value === 'number' && value > seconds()),
        nbf: (value) => value === undefined || (typeof value === 'number' && value <= seconds()),
        request: (value) => value === undefined,
        request_uri: (value) => value === undefined,
      },
      {
        iss: ['', [client.id]],
        client_id: [undefined, client.id.toUpperCase(), [client.id]],
        aud: [`${app.issuer}/`, [], { [app.issuer]: true }],
        exp: [seconds() - 1, String(seconds() + 60), null],
        nbf: [seconds() + 1000, String(seconds()), null],
      },
    );
    await fc.assert(
      fc.asyncProperty(faults, async (claims) => expect(await push(await objectOf(claims))).toEqual(REFUSED)),
      RUNS,
    );
  });

  it('is refused with any other header', async () => {
    const changes = fc.oneof(
      anything
        .filter((typ) => ![undefined, 'JWT', 'oauth-authz-req+jwt'].includes(typ as string))
        .map((typ) => ({ typ })),
      fc.jsonValue().map((crit) => ({ crit })),
      fc.jsonValue().map((b64) => ({ crit: ['b64'], b64 })),
      fc.constantFrom('none', 'HS256', 'RS256', 'ES384', 'EdDSA', '', null, 1).map((alg) => ({ alg })),
      fc
        .jsonValue()
        .filter((kid) => kid !== key.kid)
        .map((kid) => ({ kid })),
    );
    const [, payload, signature] = (await objectOf()).split('.');
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const header = Buffer.from(JSON.stringify({ alg: key.alg, kid: key.kid, ...change })).toString('base64url');
        expect(await push(`${header}.${payload}.${signature}`)).toEqual(REFUSED);
      }),
      RUNS,
    );
  });

  it('is answered in order, whatever its parameters are', async () => {
    const NAMES = [
      'scope',
      'state',
      'nonce',
      'prompt',
      'max_age',
      'claims',
      'resource',
      'response_mode',
      'login_hint',
      'ui_locales',
      'acr_values',
      'id_token_hint',
      'code_challenge',
      'code_challenge_method',
      'redirect_uri',
      'response_type',
      'display',
      'dpop_jkt',
      'organization',
      'authorization_details',
      '__proto__',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        fc.oneof(anything, fc.string({ unit: 'binary' })),
        async (name, value) => {
          const object = await objectOf({ [name]: value });
          const { status } = await go(object);
          expect([200, 303, 400]).toContain(status);
          expect([201, 400]).toContain((await push(object))[0]);
        },
      ),
      RUNS,
    );
  });
});
