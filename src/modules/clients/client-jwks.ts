import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { invalid } from '../../kernel/errors.ts';
import { readItems } from '../../kernel/input.ts';
import { isStorableJson } from '../../kernel/text.ts';
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
export function readJwks(value: unknown): JwkSet {
  const keys = (value as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > KEYS_MAX)
    throw invalid('jwks', `jwks must be an object with a list of 1 to ${KEYS_MAX} keys.`);
  const known = readItems(keys, readKey);
  const ids = known.map(({ kid }) => kid).filter((kid) => kid !== undefined);
  if (!known.some(isForSignatures)) throw invalid('jwks', 'jwks must contain a key for signatures.');
  if (new Set(ids).size < ids.length) throw invalid('jwks', 'jwks contains a kid twice.');
  return { keys: known };
}

/** RFC 7517 §4.2 */
export const isForSignatures = ({ use }: Readonly<Record<string, unknown>>): boolean =>
  use === undefined || use === 'sig';

function readKey(value: unknown, index: number): Readonly<Record<string, unknown>> {
  const fault = keyFault(value);
  if (fault) throw invalid(`jwks.keys.${index}`, `jwks.keys[${index}] ${fault}.`);
  return value as Readonly<Record<string, unknown>>;
}

function keyFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const key = value as Readonly<Record<string, unknown>>;
  if (JSON.stringify(key).length > KEY_CHARACTERS_MAX) return 'is too long';
  if (!isStorableJson(key)) return 'holds text with a NUL or half of a surrogate pair';
  if (SECRETS.some((name) => name in key)) return 'must not contain a private or symmetric key';
  if (key['kid'] !== undefined && typeof key['kid'] !== 'string') return 'has a kid that is not a string';
  if (key['use'] !== undefined && typeof key['use'] !== 'string') return 'has a use that is not a string';
  try {
    const read = createPublicKey({ key, format: 'jwk' });
    const { asymmetricKeyType, asymmetricKeyDetails: details } = read;
    if (asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) < RSA_BITS_MIN) return 'is shorter than 2048 bits';
    if (key['x5c'] !== undefined && !isCertified(read, key['x5c'])) return 'has an x5c that is not a certificate of it';
  } catch {
    return 'is not a readable public key';
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
