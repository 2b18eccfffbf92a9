import { generateKeyPairSync, sign } from 'node:crypto';
import { bytesOf, type Request, type Script } from './load.ts';
import { each, FORM, type Operation } from './operation.ts';
import type { World } from './world.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEAD = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) });
const PATH = '/oauth2/token';
const NONCE = /\r\ndpop-nonce: *([^\r]+)/i;

let made = 0;
/** The newest nonce of each contestant that has any. Each sees the world as an object of its own. */
const nonces = new WeakMap<World, string>();

/** A new proof for each request: the load signs it, on its own core. */
function proofFor(world: World): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    jti: `${process.pid}-${++made}`,
    htm: 'POST',
    htu: world.issuer + PATH,
    iat,
    nonce: nonces.get(world),
  };
  const input = `${HEAD}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

function request(world: World): Request {
  const { clientId, clientSecret, issuer } = world;
  const credentials = { client_id: clientId, client_secret: clientSecret };
  // oidc-provider goes by what a proxy tells it.
  const host = { host: new URL(issuer).host, 'x-forwarded-proto': 'https' };
  return {
    method: 'POST',
    path: PATH,
    headers: { ...FORM, ...host, dpop: proofFor(world) },
    body: String(new URLSearchParams({ grant_type: 'client_credentials', ...credentials, scope: 'read write admin' })),
  };
}

/** Tokens for proofs of possession. */
export const proofs: Operation = {
  name: 'dpop-token',
  title: 'client_credentials token, DPoP',
  status: 200,
  against: { 'oidc-provider': 1 },
  roundTrips: 1,
  async prepare({ port, world }) {
    const { method, path, headers, body } = request(world);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: headers!, body: body! });
    await answer.arrayBuffer();
    const nonce = answer.headers.get('dpop-nonce');
    if (nonce !== null) nonces.set(world, nonce);
  },
  scripts: (world): Script[] => each(() => () => bytesOf(request(world))),
  heard(world, answer) {
    const nonce = NONCE.exec(answer.toString('latin1', 0, answer.indexOf('\r\n\r\n')))?.[1];
    if (nonce !== undefined) nonces.set(world, nonce);
  },
};
