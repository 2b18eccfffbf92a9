import * as z from 'zod';
import { PAGE_MAX } from '../../ground/lists/pagination.ts';
import { limitOf, text } from './fields.ts';

/** The query parameters of lists beyond the documented interface. */
export const partQuery = z.object({
  limit: limitOf(PAGE_MAX)
    .optional()
    .meta({
      description: `The maximum number of items. The answer then has a \`next_cursor\`. Values above ${PAGE_MAX} count as ${PAGE_MAX}.`,
      type: 'integer',
      minimum: 1,
    }),
  cursor: text({ minLength: 1, pattern: '^[A-Za-z0-9_-]+$' })
    .optional()
    .meta({ description: 'The `next_cursor` of the previous answer.' }),
});
export type PartQuery = z.infer<typeof partQuery>;

/** The fields that the answer then has in addition. */
export const partAnswer = {
  next_cursor: z.string().nullable().optional().meta({
    description: 'The `cursor` of the next part. Null at the end. Only present if the request has `limit` or `cursor`.',
  }),
};
