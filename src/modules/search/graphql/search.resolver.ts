import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { SearchService, TEXT_MAX } from '../search.service.ts';
import { SearchArgs, SearchConnection } from './search.type.ts';

/** A search reads a few thousand rows at most. */
const COST = 1_000;

@Resolver()
export class SearchResolver {
  @ArgumentsFulfill({ text: { maxLength: TEXT_MAX } })
  @Query(() => SearchConnection, {
    complexity: COST,
    description:
      'What has all words of a text, the best matches first. If nothing has them as they are written, one typo is forgiven.',
  })
  search(@Args(() => SearchArgs) { text, types, ...page }: SearchArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(SearchService).search(text, types ?? null, page);
  }
}
