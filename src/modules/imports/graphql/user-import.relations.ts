import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { Actor, actorOf } from '../../audit/graphql/index.ts';
import type { UserImport } from '../user-import.entity.ts';
import { UserImportType } from './user-import.type.ts';

/** What an import leads to. */
@Resolver(() => UserImportType)
export class UserImportRelations {
  @FieldResolver(() => Actor, {
    nullable: true,
    description: 'The user or client whose import it is. Null if it no longer exists, or the viewer may not see it.',
  })
  actor(@Root() { actorType, actorId }: UserImport, @Ctx() ctx: RequestContext) {
    return actorOf(ctx, actorType, actorId);
  }
}
