import { constants, type KeyObject, sign, verify } from 'node:crypto';
import type { SigningAlgorithm } from './signing-key.entity.ts';

// RFC 7518 §3.5: the salt is as long as the hash.
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

/** Signs `input`, in the format of JWS (RFC 7518 §3.3 to §3.5, RFC 8037 §3.1). */
export function makeSignature(algorithm: SigningAlgorithm, key: KeyObject, input: string): Buffer {
  const data = Buffer.from(input, 'latin1');
  if (algorithm === 'ES256') return rawFromDer(sign('sha256', data, key));
  if (algorithm === 'EdDSA') return sign(null, data, key);
  return sign('sha256', data, algorithm === 'PS256' ? { key, ...PSS } : key);
}

/** What others sign with, besides: another name of EdDSA, which here means Ed25519 (RFC 9864 §2.2). */
type ForeignAlgorithm = 'Ed25519';

/** Whether the key, which must be one for the algorithm, has made this signature of `input`. */
export function isSignature(
  algorithm: SigningAlgorithm | ForeignAlgorithm,
  key: KeyObject,
  input: string,
  signature: Buffer,
): boolean {
  const data = Buffer.from(input, 'latin1');
  if (algorithm === 'RS256') return verify('sha256', data, key, signature);
  if (algorithm === 'PS256') return verify('sha256', data, { key, ...PSS }, signature);
  if (algorithm === 'EdDSA' || algorithm === 'Ed25519') return verify(null, data, key, signature);
  return signature.length === 2 * COORDINATE && verify('sha256', data, key, derFromRaw(signature));
}

// OpenSSL uses DER, and JWS uses two plain numbers. This conversion is more than twice as fast as `ieee-p1363` of
// node:crypto.
const COORDINATE = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

function rawFromDer(der: Buffer): Buffer {
  const raw = Buffer.alloc(2 * COORDINATE);
  let at = 2;
  for (const end of [COORDINATE, 2 * COORDINATE]) {
    const length = der[at + 1]!;
    const next = at + 2 + length;
    // A small number is shorter than its field. A number whose first bit is set has a zero in front.
    const used = Math.min(length, COORDINATE);
    der.copy(raw, end - used, next - used, next);
    at = next;
  }
  return raw;
}

function derFromRaw(raw: Buffer): Buffer {
  const numbers = Buffer.concat([derInteger(raw.subarray(0, COORDINATE)), derInteger(raw.subarray(COORDINATE))]);
  return Buffer.concat([Buffer.of(SEQUENCE, numbers.length), numbers]);
}

function derInteger(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const positive = bytes[start]! >= 0x80 ? [0] : [];
  const length = bytes.length - start + positive.length;
  return Buffer.concat([Buffer.of(INTEGER, length, ...positive), bytes.subarray(start)]);
}
