import 'reflect-metadata';
import { Field, Int, ObjectType, registerEnumType, type ClassType } from 'type-graphql';
import type { BulkMode, ItemResult } from '../bulk.ts';
import { ItemError, itemErrorOf } from './error-type.ts';

export const BulkModeEnum = { EACH: 'each', ALL: 'all' } as const satisfies Record<string, BulkMode>;
registerEnumType(BulkModeEnum, {
  name: 'BulkMode',
  description: 'What happens to the other items of a bulk operation if one fails.',
  valuesConfig: {
    EACH: { description: 'They succeed.' },
    ALL: { description: 'Nothing is changed. The others have the error NOTHING_CHANGED.' },
  },
});

/** The argument `mode` of bulk operations. */
export const MODE_TEXT = {
  defaultValue: 'each' as BulkMode,
  description: 'Whether the items succeed and fail one by one (EACH), or all together (ALL).',
};
export const SELECT_TEXT = { description: 'Which ones.' };

/** The base of the result for one item. */
@ObjectType({ simpleResolvers: true })
export class BaseResult {
  @Field(() => Boolean, { description: 'Whether the operation changed it.' })
  changed!: boolean;

  @Field(() => ItemError, { nullable: true, description: 'Why it failed, if it did.' })
  error!: Omit<ItemError, 'documentation'> | null;
}

/** The base of the payload of a bulk operation. */
export function bulkPayloadType<Result extends BaseResult>(result: () => ClassType<Result>) {
  @ObjectType({ simpleResolvers: true })
  class BasePayload {
    @Field(() => [result()], { description: 'One result for each item, in the order of the selection or the list.' })
    results!: Result[];

    @Field(() => Int, { description: 'How many items the operation changed.' })
    changedCount!: number;
  }
  return BasePayload;
}

/** The payload of results. */
export const bulkPayload = <Result extends ItemResult>(results: readonly Result[]) => ({
  results: results.map((result) => ({ ...result, error: result.error && itemErrorOf(result.error) })),
  changedCount: results.filter(({ changed }) => changed).length,
});
