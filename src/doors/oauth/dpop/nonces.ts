import type { Runtime } from '../../../ground/kernel/runtime.ts';

/** How long a nonce is handed out. It is accepted for as long again. */
const STEP_MS = 120_000;
const PURPOSE = 'dpop-nonce';
const NONCE = /^(\d{1,15})\.([\w-]{43})$/;

/**
 * The nonces of this server (RFC 9449 §8). Nothing is stored: a nonce is the number of a span of time with a code that only
 * servers with the same SECRET_KEY can make.
 */
export class DpopNonces {
  private current = { step: -1, nonce: '' };

  constructor(private readonly runtime: Runtime) {}

  /** The nonce for the next proof. */
  next(): string {
    const step = this.step();
    if (this.current.step !== step)
      this.current = { step, nonce: `${step}.${this.runtime.vault.mac(PURPOSE, `${step}`)}` };
    return this.current.nonce;
  }

  /** Whether a server with the same key has handed it out in the last minutes. */
  isValid(nonce: string): boolean {
    if (nonce === this.next()) return true;
    const [, step, mac] = NONCE.exec(nonce) ?? [];
    if (step === undefined || mac === undefined) return false;
    // Servers' clocks differ, so the next span may have begun elsewhere.
    return Math.abs(this.step() - Number(step)) <= 1 && this.runtime.vault.isMac(PURPOSE, step, mac);
  }

  private step(): number {
    return Math.floor(this.runtime.clock.now().getTime() / STEP_MS);
  }
}
