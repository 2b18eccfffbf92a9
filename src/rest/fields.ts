import * as z from 'zod';

/** A UUID. */
export const uuid = z.uuid().meta({ id: 'Uuid', description: 'A UUID.' });

/** ISO 8601 in UTC, with milliseconds. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Timestamp', description: 'ISO 8601 in UTC, with milliseconds.' });

/** An absolute address. */
export const url = z.url().meta({ format: 'uri' });

/** How many of something there are. */
export const count = z.int().min(0);

/** A field that may be left out, or be null, which means the same. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

/** What text an operation takes; it is the operation that refuses any other, so that every door does. */
interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
}

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

/** Text to be given, with the rules that the operation behind holds it to. */
export const text = (rules: TextRules = {}) => z.string().meta({ ...rules });

/** The id of something that the operation can do without; blank is as good as none. */
export const optionalId = () => optional(text({ pattern: `^(\\s*|${UUID})$` }));

/** A parameter that counts from 1, in decimal digits alone. */
export const wholeNumber = z
  .string()
  .regex(/^[1-9]\d*$/, { error: 'must be a whole number from 1.' })
  .transform(Number);

/** How many items are asked for at once; more than there can be is as many as there can be. */
export const limitOf = (max: number) => wholeNumber.transform((number) => Math.min(number, max));

/** An object without the fields that have no value, whose fields may be left out but are never undefined. */
type Sent<Input> = { [Key in keyof Input as undefined extends Input[Key] ? never : Key]: Input[Key] } & {
  [Key in keyof Input as undefined extends Input[Key] ? Key : never]?: Exclude<Input[Key], undefined>;
};

/** The fields that were sent: one that is there without a value would reach the operation as null. */
export const sent = <Input extends object>(input: Input): Sent<Input> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Sent<Input>;

/** The name of an enum's value in GraphQL. */
export const upperCase = <Word extends string>(word: Word | null | undefined): Uppercase<Word> | undefined =>
  word?.toUpperCase() as Uppercase<Word> | undefined;
