/** The result of one check. `skipped` means that something else is wrong, or that the feature is not used. */
export interface Finding {
  readonly status: 'ok' | 'warning' | 'wrong' | 'skipped';
  /** What was found. */
  readonly message: string;
  /** What to do about it, unless the message says so already. */
  readonly advice?: string;
}

/** A finding with the name of its check. */
export interface Check extends Finding {
  readonly name: string;
}

export const ok = (message: string): Finding => ({ status: 'ok', message });
export const warning = (message: string, advice: string): Finding => ({ status: 'warning', message, advice });
export const wrong = (message: string, advice?: string): Finding => ({
  status: 'wrong',
  message,
  ...(advice !== undefined && { advice }),
});
export const skipped = (message: string): Finding => ({ status: 'skipped', message });
