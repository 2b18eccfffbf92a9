import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { broken, type Broken } from '../../ground/faults/index.ts';
import { fault, kernelErrors } from '../../ground/kernel/errors.ts';
import { readItems } from '../../ground/kernel/input.ts';
import { isStorableJson } from '../../ground/kernel/text.ts';
import type { JwkSet } from './client.entity.ts';

/** The most keys that a client may register. */
export const KEYS_MAX = 10;
const KEY_CHARACTERS_MAX = 4096;
const RSA_BITS_MIN = 2048;

// RFC 7518 §6: the members of private and symmetric keys.
const SECRETS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * Reads a set of public keys (RFC 7517 §5). Throws `invalid` for anything else. Clients register keys for encryption, too, which
 * nothing here uses.
 */
export function readJwks(value: unknown, at = 'jwks'): JwkSet {
  const keys = (value as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > KEYS_MAX)
    throw fault(at, 'key_set', { max: KEYS_MAX });
  const known = readItems(keys, (key, index) => readKey(key, `${at}.keys.${index}`));
  const ids = known.map(({ kid }) => kid).filter((kid) => kid !== undefined);
  if (!known.some(isForSignatures)) throw fault(at, 'no_signing_key');
  if (new Set(ids).size < ids.length) throw fault(at, 'kid_twice');
  return { keys: known };
}

/** RFC 7517 §4.2 */
export const isForSignatures = ({ use }: Readonly<Record<string, unknown>>): boolean =>
  use === undefined || use === 'sig';

function readKey(value: unknown, at: string): Readonly<Record<string, unknown>> {
  const found = keyFault(value);
  if (found) throw kernelErrors.INVALID_INPUT({ field: at, broken: found });
  return value as Readonly<Record<string, unknown>>;
}

function keyFault(value: unknown): Broken | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return broken('object');
  const key = value as Readonly<Record<string, unknown>>;
  if (JSON.stringify(key).length > KEY_CHARACTERS_MAX) return broken('key_too_long');
  if (!isStorableJson(key)) return broken('unstorable');
  if (SECRETS.some((name) => name in key)) return broken('private_key');
  if (key['kid'] !== undefined && typeof key['kid'] !== 'string') return broken('key_member', { member: 'kid' });
  if (key['use'] !== undefined && typeof key['use'] !== 'string') return broken('key_member', { member: 'use' });
  try {
    const read = createPublicKey({ key, format: 'jwk' });
    const { asymmetricKeyType, asymmetricKeyDetails: details } = read;
    if (asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) < RSA_BITS_MIN)
      return broken('key_bits', { min: RSA_BITS_MIN });
    if (key['x5c'] !== undefined && !isCertified(read, key['x5c'])) return broken('key_certificate');
  } catch {
    return broken('unreadable_key');
  }
  return undefined;
}

// RFC 7517 §4.7: base64 of the DER, the certificate of the key itself first.
function isCertified(key: KeyObject, x5c: unknown): boolean {
  const [first] = Array.isArray(x5c) ? (x5c as unknown[]) : [];
  if (typeof first !== 'string') return false;
  const der = Buffer.from(first, 'base64');
  return der.toString('base64') === first && new X509Certificate(der).publicKey.equals(key);
}
