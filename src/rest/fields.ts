import * as z from 'zod';

/** A UUID, as answers hold it. */
export const uuid = z.string().meta({ format: 'uuid' });

/** ISO 8601 in UTC, with milliseconds. */
export const timestamp = z.string().meta({ format: 'date-time' });

/** A field that may be left out, or be null, which means the same. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

/** A parameter that counts from 1, in decimal digits alone. */
export const wholeNumber = z
  .string()
  .regex(/^[1-9]\d*$/, { error: 'must be a whole number from 1.' })
  .transform(Number);

/** The fields that were sent: one that is there without a value would reach the operation as null. */
export const sent = (input: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
