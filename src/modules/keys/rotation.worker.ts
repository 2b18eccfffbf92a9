import { Loop } from '../../ground/jobs/loop.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Keyring } from './keyring.ts';

const LOOK_MS = 600_000;

/** How long a key that another server revoked is still accepted here at most, if its notification does not arrive. */
const READ_MS = 5_000;

/**
 * Rotates keys that have signed for KEY_ROTATION_DAYS, as `guildhall keys rotate` does. Every node checks, and one rotates.
 */
export function startKeyRotation(runtime: Runtime): { stop(): Promise<void> } {
  const { log, settings } = runtime;
  const { keyRotationSeconds } = settings.tokens;
  const keyring = runtime.get(Keyring);
  const rotate = async (): Promise<void> => {
    for (const { id, algorithm, activeFrom } of await keyring.rotateOlderThan(keyRotationSeconds))
      log.info({ keyId: id, algorithm, activeFrom }, 'a new signing key is published');
  };
  return new Loop(rotate, keyRotationSeconds === 0 ? null : LOOK_MS, failed(runtime), 'later');
}

/**
 * Reads the keys again every few seconds, in every process: behind a pooler, and while a connection is broken, no
 * notification arrives.
 */
export function startKeyReading(runtime: Runtime): { stop(): Promise<void> } {
  return new Loop(() => runtime.get(Keyring).reload(), READ_MS, failed(runtime), 'later');
}

const failed =
  ({ log }: Runtime) =>
  (error: unknown): void =>
    log.error({ err: error }, 'signing keys could not be read or rotated');
