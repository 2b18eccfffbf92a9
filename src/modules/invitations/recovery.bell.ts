import type { Runtime } from '../../kernel/runtime.ts';

/** Tells the recovery worker of this process that somebody has forgotten their password. */
export class RecoveryBell {
  private listener: (() => void) | undefined;

  constructor(_runtime: Runtime) {}

  ring(): void {
    this.listener?.();
  }

  /** Calls `listener` at every ring, until what it returns is called. */
  answer(listener: () => void): () => void {
    this.listener = listener;
    return () => (this.listener = undefined);
  }
}
