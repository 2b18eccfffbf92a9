import { hash } from 'node:crypto';

/**
 * Remembers which tokens carried a good signature, by the token's SHA-256: a signature stays good, so this is all that
 * may be remembered of a token. Holds twice `size` at most and forgets what was not asked for lately.
 */
export class SignatureCache<Value> {
  private young = new Map<string, Value>();
  private old = new Map<string, Value>();

  constructor(private readonly size: number) {}

  /** The key under which `token` is remembered. */
  key(token: string): string {
    return hash('sha256', token, 'base64');
  }

  get(key: string): Value | undefined {
    const young = this.young.get(key);
    if (young !== undefined) return young;
    const value = this.old.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    // Two generations instead of a list by age: nothing to reorder when a token is met again.
    if (this.young.size >= this.size) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }
}
