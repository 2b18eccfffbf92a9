import type { Settings } from './runtime.ts';

/** What a value of an input fulfills besides its type. For a list, all but `maxItems` is about each item. */
export interface InputRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression that the whole text matches, for `<input pattern>`. */
  readonly pattern?: string;
  readonly format?: InputFormat;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

/** What a text is. */
export const INPUT_FORMATS = ['email', 'uri', 'web_address', 'phone', 'uuid'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

/** Rules that may depend on the settings of a server. */
export type Rules = InputRules | ((settings: Settings) => InputRules);
