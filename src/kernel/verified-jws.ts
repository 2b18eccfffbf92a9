import { compactVerify, errors, type CompactVerifyGetKey, type CompactVerifyResult } from 'jose';

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
