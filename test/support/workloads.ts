import type { Client } from '#product';
import type { TestApp } from './app.ts';
import { buildClient } from './builders.ts';
import { newKey, signed } from './keys.ts';

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** A service account without credentials, and an assertion of an issuer that it trusts, for its tokens (RFC 7523 §2.1). */
export async function buildWorkload(app: TestApp): Promise<{ readonly workload: Client; readonly assertion: string }> {
  const key = await newKey('ES256');
  const issuer = 'https://ci.example';
  const workload = await buildClient(app, {
    type: 'confidential',
    grantTypes: [JWT_BEARER],
    scopes: ['read'],
    trustedIssuers: [{ issuer, subject: 'job', audience: null, jwks: { keys: [{ ...key.jwk }] }, jwksUri: null }],
  });
  const exp = Math.floor(app.clock.now().getTime() / 1000) + 60;
  const assertion = await signed(key, { iss: issuer, sub: 'job', aud: app.issuer, exp, jti: 'one' });
  return { workload, assertion };
}
