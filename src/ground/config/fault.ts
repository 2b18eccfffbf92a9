const MAX_QUOTED_CHARACTERS = 80;

/** One fault of one variable. `read` never contains the value of a secret. */
export interface Fault {
  readonly variable: string;
  readonly read: string;
  readonly expected: string;
}

/** All faults of the environment. The message is a list for the operator. */
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

/** A value for a message: on one line, shortened, and without the password of a URL. */
export function quote(value: string): string {
  const harmless = withoutPassword(value);
  return JSON.stringify(
    harmless.length > MAX_QUOTED_CHARACTERS ? `${harmless.slice(0, MAX_QUOTED_CHARACTERS)}…` : harmless,
  );
}

/** The same text with the user and password of a URL masked. */
export function withoutPassword(value: string): string {
  return value.replace(/\/\/.*@/gs, '//***@');
}
