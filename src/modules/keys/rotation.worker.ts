import { Loop } from '../../kernel/loop.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { Keyring } from './keyring.ts';

const LOOK_MS = 600_000;

/** Rotates keys that have signed for KEY_ROTATION_DAYS, as `guildhall keys rotate` does; every node looks, one does it. */
export function startKeyRotation(runtime: Runtime): { stop(): Promise<void> } {
  const { log, settings } = runtime;
  const { keyRotationSeconds } = settings.tokens;
  const work = async (): Promise<void> => {
    for (const { id, algorithm, activeFrom } of await runtime.get(Keyring).rotateOlderThan(keyRotationSeconds))
      log.info({ keyId: id, algorithm, activeFrom }, 'a new signing key is published');
  };
  const report = (error: unknown): void => log.error({ err: error }, 'signing keys could not be rotated');
  return new Loop(work, keyRotationSeconds === 0 ? null : LOOK_MS, report, 'later');
}
