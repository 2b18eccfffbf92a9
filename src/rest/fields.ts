import { z } from 'zod';

/** A UUID, as answers hold it. */
export const uuid = z.string().meta({ format: 'uuid' });

/** ISO 8601 in UTC, with milliseconds. */
export const timestamp = z.string().meta({ format: 'date-time' });

/** A field that may be left out, or be null, which means the same. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();
