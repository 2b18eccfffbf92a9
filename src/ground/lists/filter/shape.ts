import type { InputRules } from '../../kernel/input-rules.ts';
import type { Filter } from './filter.ts';

/** The most values of `in`. */
export const IN_MAX = 1000;
/** The most characters of a text. */
export const TEXT_MAX = 255;

/** What callers can say of a property: conditions that many properties have, or some of its own. */
export type Shape =
  | 'flag'
  | 'words'
  | 'id'
  | 'optionalId'
  | 'text'
  | 'optionalText'
  | 'searchedText'
  | 'time'
  | 'optionalTime'
  | 'number'
  /** A value of the enum of this name. */
  | { readonly choice: string }
  /** A list of values of the enum of this name. */
  | { readonly list: string }
  /** Conditions that have this name, each with conditions of its own. */
  | { readonly part: string; readonly description: string; readonly fields: Readonly<Record<string, Shaped>> }
  /** The conditions of other rows. Filters refer to each other. */
  | { readonly rows: () => Filter }
  /** Several of the input of this name, which the module of the property has. */
  | { readonly inputs: string };

/** A condition as callers see it. */
export interface Shaped {
  readonly shape: Shape;
  readonly description: string;
  /** What the conditions fulfill, besides their shape. */
  readonly rules?: InputRules;
}
