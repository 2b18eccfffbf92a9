/**
 * Signing keys: made at first start, encrypted at rest, rotated without logging anybody out. The key ring signs and
 * verifies tokens for whoever issues them; what the tokens say, and whether what they stand on still exists, is theirs.
 */
export { Keyring } from './keyring.ts';
export { resealSigningKeys } from './signing-key.reseal.ts';
export { startKeyRotation } from './rotation.worker.ts';
export { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.entity.ts';
