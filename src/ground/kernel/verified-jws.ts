import { compactVerify, errors, type CompactVerifyGetKey, type CompactVerifyResult } from 'jose';

/**
 * Whether the `typ` of a JWS is one of these, of which undefined is a JWS without. RFC 7515 §4.1.9: it is a media type, so its
 * case does not matter, and it may be written with `application/` or without.
 */
export const isOfType = (typ: unknown, types: readonly (string | undefined)[]): boolean =>
  types.some((type) => type === typ || (type !== undefined && typeof typ === 'string' && isSameType(type, typ)));

const isSameType = (one: string, other: string): boolean => mediaType(one) === mediaType(other);

const mediaType = (typ: string): string => (typ.includes('/') ? typ : `application/${typ}`).toLowerCase();

/**
 * Verifies a compact JWS by whichever key of the set has signed it. Without `kid`, several keys may come into question (RFC 7515
 * §4.1.4). Throws if none of them has.
 */
export async function verifiedBy(
  keys: CompactVerifyGetKey,
  jws: string,
  algorithms: readonly string[],
): Promise<CompactVerifyResult> {
  const options = { algorithms: [...algorithms] };
  try {
    return await compactVerify(jws, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const result = await compactVerify(jws, key, options).catch(() => null);
      if (result) return result;
    }
    throw error;
  }
}
