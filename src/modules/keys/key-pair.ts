import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlgorithm } from './signing-key.entity.ts';

/** A key pair in memory, ready to sign and to verify. */
export interface KeyPair {
  /** The JWK thumbprint (RFC 7638). */
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public key, as it is published (RFC 7517 §4). */
  readonly publicJwk: JsonWebKey;
}

const generate = promisify(generateKeyPair);

/**
 * Generates a key pair, off the main thread: RSA takes some 100 ms. One id in 64 would begin with a dash, and the command line
 * would take it for an option: another pair is generated then.
 */
export async function newKeyPair(algorithm: SigningAlgorithm): Promise<KeyPair> {
  const pair = keyPair(algorithm, await newPrivateKey(algorithm));
  return pair.id.startsWith('-') ? newKeyPair(algorithm) : pair;
}

async function newPrivateKey(algorithm: SigningAlgorithm): Promise<KeyObject> {
  if (algorithm === 'ES256') return (await generate('ec', { namedCurve: 'P-256' })).privateKey;
  if (algorithm === 'EdDSA') return (await generate('ed25519')).privateKey;
  return (await generate('rsa', { modulusLength: 2048 })).privateKey;
}

/** Reads a stored key pair from its PKCS #8 DER. */
export const readKeyPair = (algorithm: SigningAlgorithm, pkcs8: Buffer): KeyPair =>
  keyPair(algorithm, createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));

function keyPair(algorithm: SigningAlgorithm, privateKey: KeyObject): KeyPair {
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: 'jwk' });
  const id = thumbprint(jwk);
  return { id, algorithm, privateKey, publicKey, publicJwk: { ...jwk, kid: id, alg: algorithm, use: 'sig' } };
}

/** The thumbprint of a public key. RFC 7638 §3.2: only the required members, in alphabetical order, without blanks. */
export function thumbprint({ crv, e, kty, n, x, y }: JsonWebKey): string {
  // What a kind of key does not have is left out of the JSON.
  const required = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y };
  return createHash('sha256').update(JSON.stringify(required)).digest('base64url');
}
