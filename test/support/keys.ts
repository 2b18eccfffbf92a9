import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A key to sign with, and what of it is public. */
export interface Key {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** A new key of an algorithm of JWS. */
export async function newKey(alg: string, kid: string = randomUUID()): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** A JWT with these claims, signed with the key. */
export const signed = ({ alg, kid, privateKey }: Key, claims: object, header: object = {}): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
