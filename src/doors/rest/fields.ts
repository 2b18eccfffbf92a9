import * as z from 'zod';
import { enumName, type EnumName } from '../../ground/kernel/text.ts';

/** A UUID. */
export const uuid = z.uuid().meta({ id: 'Uuid', description: 'A UUID.' });

/** A time in UTC, in ISO 8601 format with milliseconds. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Timestamp', description: 'A time in UTC, in ISO 8601 format with milliseconds.' });

/** An absolute address. */
export const url = z.url().meta({ format: 'uri' });

/** A number of things. */
export const count = z.int().min(0);

/** A field that may be left out or be null, which means the same. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

/** The rules for a text. They are documentation: the operation enforces them, for REST and GraphQL alike. */
interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
}

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

/** A required text, with the rules that the operation enforces. */
export const text = (rules: TextRules = {}) => z.string().meta({ ...rules });

/** An optional id. A blank one means none. */
export const optionalId = () => optional(text({ pattern: `^(\\s*|${UUID})$` }));

/** A whole number from 1, in decimal digits only. */
export const wholeNumber = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number);

/** The requested number of items, reduced to the maximum. */
export const limitOf = (max: number) => wholeNumber.transform((number) => Math.min(number, max));

/** An object whose fields may be left out but are never undefined. */
type Sent<Input> = { [Key in keyof Input as undefined extends Input[Key] ? never : Key]: Input[Key] } & {
  [Key in keyof Input as undefined extends Input[Key] ? Key : never]?: Exclude<Input[Key], undefined>;
};

/** Only the fields that were sent. An undefined field would reach the operation as null. */
export const sent = <Input extends object>(input: Input): Sent<Input> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Sent<Input>;

/** What an answer shows of a thing: all but its version, which is in the ETag. */
export const withoutVersion = <Thing extends { readonly version: number }>({ version: _, ...shown }: Thing) => shown;

/** The GraphQL name of an enum's value, where there is one. */
export const enumNameOf = <Word extends string | null | undefined>(
  word: Word,
): Word extends string ? EnumName<Word> : undefined => (word == null ? undefined : enumName(word)) as never;
