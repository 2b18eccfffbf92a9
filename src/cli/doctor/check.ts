/** How one thing stands. `skipped` could not be looked at, because of something else that is wrong or because it is unused. */
export interface Finding {
  readonly status: 'ok' | 'warning' | 'wrong' | 'skipped';
  /** What was found. */
  readonly message: string;
  /** What to do about it, unless the message says so already. */
  readonly advice?: string;
}

/** A finding under the name of what was looked at. */
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
