import * as z from 'zod';
import { PAGE_MAX } from '../kernel/pagination.ts';
import { limitOf, text } from './fields.ts';

/** What lists take beyond the documented interface. */
export const partQuery = z.object({
  limit: limitOf(PAGE_MAX)
    .optional()
    .meta({
      description: `The answer then holds so many items at most, and \`next_cursor\`. More than ${PAGE_MAX} is served as ${PAGE_MAX}.`,
      type: 'integer',
      minimum: 1,
    }),
  cursor: text({ minLength: 1, pattern: '^[A-Za-z0-9_-]+$' })
    .optional()
    .meta({ description: 'The `next_cursor` of the part before.' }),
});
export type PartQuery = z.infer<typeof partQuery>;

/** What the answer then holds besides. */
export const partAnswer = {
  next_cursor: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Where the next part begins, null at the end; only in the answer to `limit` or `cursor`.' }),
};
