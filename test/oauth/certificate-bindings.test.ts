import { afterAll, beforeAll } from '@jest/globals';
import type { Client } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { describeBound } from '../support/bindings.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { type Certified, Certificates, WRITTEN } from '../support/certificates.ts';
import { askForTokens, codeOf, redemption } from '../support/logins.ts';

const app = useApp({ TRUST_PROXY: 'loopback', CLIENT_CERTIFICATE_HEADER: 'Client-Cert' });
const errorOf = ({ status, body }: Answer) => [status, body?.error];
const GOOD = [200, undefined];
const certificates = await Certificates.open();
let user: BuiltUser;
let certified: Client;
let certificate: Certified;
let otherCertificate: Certified;
beforeAll(async () => {
  user = await buildUser(app);
  [certificate, otherCertificate] = [await certificates.make(), await certificates.make()];
  const by = (each: Certified) =>
    buildClient(app, {
      type: 'confidential',
      tokenEndpointAuthMethod: 'self_signed_tls_client_auth',
      jwks: { keys: [each.jwk] },
      tlsClientCertificateBoundAccessTokens: true,
    });
  certified = await by(certificate);
});
afterAll(() => certificates.close());
const on = (each: Certified) => ({ 'client-cert': WRITTEN.rfc9440(each) });
const userinfo = async (token: string, headers: Record<string, string> = {}) =>
  errorOf(await app.send('GET', '/oauth2/userinfo', { token, headers }));
const redeemOn = async (each: Certified | null, by: Client, code: string) =>
  errorOf(await askForTokens(app, redemption(by, code), each ? on(each) : {}));

describeBound<string>('RFC 8705 §2: a code of a client with a certificate', {
  make: () => codeOf(app, certified, user),
  refusal: [401, 'invalid_client'],
  wrong: [
    { by: 'nobody’s certificate', present: (code) => redeemOn(null, certified, code) },
    { by: 'another certificate', present: (code) => redeemOn(otherCertificate, certified, code) },
  ],
  right: (code) => redeemOn(certificate, certified, code),
  good: GOOD,
});

describeBound<string>('RFC 8705 §3: an access token of a certificate', {
  make: async () =>
    (await askForTokens(app, redemption(certified, await codeOf(app, certified, user)), on(certificate))).body
      .access_token,
  refusal: [401, 'invalid_token'],
  wrong: [
    { by: 'nobody’s certificate', present: (token) => userinfo(token) },
    { by: 'another certificate', present: (token) => userinfo(token, on(otherCertificate)) },
  ],
  right: (token) => userinfo(token, on(certificate)),
  good: GOOD,
});
