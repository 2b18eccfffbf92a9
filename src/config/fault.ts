const MAX_QUOTED_CHARACTERS = 80;

/** One thing wrong with one variable. `read` never holds the value of a secret. */
export interface Fault {
  readonly variable: string;
  readonly read: string;
  readonly expected: string;
}

/** Everything wrong with the environment at once; the message is a list to show to the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const lines = faults.map(({ variable, read, expected }) => `  ${variable}: read ${read}; expected ${expected}`);
    const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
    super([`The configuration has ${count}:`, ...lines].join('\n'));
    this.faults = faults;
  }
}

/** A value as a message may show it: on one line, shortened, and without the password a URL may carry. */
export function quote(value: string): string {
  const harmless = withoutPassword(value);
  return JSON.stringify(
    harmless.length > MAX_QUOTED_CHARACTERS ? `${harmless.slice(0, MAX_QUOTED_CHARACTERS)}…` : harmless,
  );
}

/** The same text with whatever may be the user and password of a URL starred out. */
export function withoutPassword(value: string): string {
  return value.replace(/\/\/.*@/gs, '//***@');
}
