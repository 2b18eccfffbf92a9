import { type KeyObject, sign, verify } from 'node:crypto';
import type { SigningAlgorithm } from './signing-key.entity.ts';

/** A token's signature over `input`, in the form JWS wants it (RFC 7518 §3.3, §3.4). */
export function makeSignature(algorithm: SigningAlgorithm, key: KeyObject, input: string): Buffer {
  const signature = sign('sha256', Buffer.from(input, 'latin1'), key);
  return algorithm === 'ES256' ? rawFromDer(signature) : signature;
}

/** Whether `signature` is the key's over `input`. */
export function isSignature(algorithm: SigningAlgorithm, key: KeyObject, input: string, signature: Buffer): boolean {
  const data = Buffer.from(input, 'latin1');
  if (algorithm === 'RS256') return verify('sha256', data, key, signature);
  return signature.length === 2 * COORDINATE && verify('sha256', data, key, derFromRaw(signature));
}

// OpenSSL speaks DER and JWS two bare numbers. Converting here is more than twice as fast as asking node:crypto for
// `ieee-p1363`.
const COORDINATE = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

function rawFromDer(der: Buffer): Buffer {
  const raw = Buffer.alloc(2 * COORDINATE);
  let at = 2;
  for (const end of [COORDINATE, 2 * COORDINATE]) {
    const length = der[at + 1]!;
    const next = at + 2 + length;
    // A number is shorter than its field when it is small, and one zero longer when its first bit is set.
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
