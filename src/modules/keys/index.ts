/**
 * Signing keys: generated at the first start, encrypted at rest, rotated without logging anybody out. The key ring signs and
 * verifies tokens for the modules that issue them. Those modules decide what a token says and whether it is still valid.
 */
export { isSignature } from './jws.ts';
export { newKeyPair, thumbprint } from './key-pair.ts';
export { Keyring, KEYS_CHANGED } from './keyring.ts';
export { startKeyReading } from './rotation.worker.ts';
export { signingKeyPolicy } from './signing-key.policy.ts';
export { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.entity.ts';
