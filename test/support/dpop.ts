import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import type { Client } from '#product';
import type { Answer, TestApp } from './app.ts';
import { buildConfidential, type BuiltUser, SECRET } from './builders.ts';
import { codeOf, redemption } from './logins.ts';

type Claims = Readonly<Record<string, unknown>>;

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A service account that also signs users in. */
export const buildService = (app: TestApp, given: Partial<Client> = {}): Promise<Client> =>
  buildConfidential(app, {
    grantTypes: ['client_credentials', 'authorization_code', 'refresh_token'],
    ...given,
  });

/** The form that gets such a service account a token. */
export const ownToken = ({ id }: Client) => ({
  client_id: id,
  grant_type: 'client_credentials',
  client_secret: SECRET,
  scope: 'read',
});

/** A client's key, which proves that the client has it (RFC 9449). It keeps the newest nonce of the server. */
export class Prover {
  nonce: string | undefined;

  private constructor(
    private readonly app: TestApp,
    readonly alg: string,
    readonly privateKey: CryptoKey,
    readonly jwk: JWK,
    readonly jkt: string,
  ) {}

  static async new(app: TestApp, alg = 'ES256'): Promise<Prover> {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new Prover(app, alg, privateKey, jwk, await calculateJwkThumbprint(jwk));
  }

  /** A good proof for a request, with what is given in place of its claims; `undefined` leaves one out. */
  proof(method: string, path: string, claims: Claims = {}, header: object = {}): Promise<string> {
    const iat = Math.floor(this.app.clock.now().getTime() / 1000);
    const all = { jti: randomUUID(), htm: method, htu: this.app.issuer + path, iat, nonce: this.nonce, ...claims };
    const head = { typ: 'dpop+jwt', alg: this.alg, jwk: this.jwk, ...header } as JWTHeaderParameters;
    return new SignJWT(all).setProtectedHeader(head).sign(this.privateKey);
  }

  /** Bound tokens of a fresh login of the user with a public client. */
  async tokensOf(client: Client, user: BuiltUser, scope = 'openid profile offline_access') {
    const { status, body, text } = await this.ask(redemption(client, await codeOf(this.app, client, user, { scope })));
    if (status !== 200) throw new Error(`No tokens: ${text}`);
    return body;
  }

  /** Asks for tokens, again if the server wants another nonce. Claims given replace those of the proof. */
  async ask(fields: Record<string, string | undefined>, claims: Claims = {}, path = '/oauth2/token'): Promise<Answer> {
    const answer = await this.askOnce(fields, claims, path);
    return answer.body?.error === 'use_dpop_nonce' ? this.askOnce(fields, claims, path) : answer;
  }

  private async askOnce(fields: Record<string, string | undefined>, claims: Claims, path: string): Promise<Answer> {
    const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    const headers = { dpop: await this.proof('POST', path, claims) };
    const answer = await this.app.send('POST', path, { body: new URLSearchParams(given), headers });
    this.nonce = answer.headers.get('dpop-nonce') ?? this.nonce;
    return answer;
  }

  /** The headers of a request with a bound token; claims given replace those of the proof. */
  async headers(method: string, path: string, token: string, claims: Claims = {}): Promise<Record<string, string>> {
    const dpop = await this.proof(method, path, { ath: hashOfToken(token), nonce: undefined, ...claims });
    return { authorization: `DPoP ${token}`, dpop };
  }

  /** Uses a bound token; claims given replace those of the proof. */
  async use(method: string, path: string, token: string, claims: Claims = {}, body?: unknown): Promise<Answer> {
    const headers = await this.headers(method, path.replace(/\?.*/, ''), token, claims);
    return this.app.send(method, path, { headers, ...(body !== undefined && { body }) });
  }
}
