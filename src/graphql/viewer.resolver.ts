import { Ctx, Field, FieldResolver, ID, ObjectType, Query, registerEnumType, Resolver, Root } from 'type-graphql';
import { SCOPES, signedIn, type Scope, type SignedIn } from '../kernel/access.ts';
import type { RequestContext } from '../kernel/context.ts';
import { Customer, CustomerType } from '../modules/customers/index.ts';
import { userLoader, UserType, type User } from '../modules/users/index.ts';

const ViewerKind = { USER: 'user', CLIENT: 'client' } as const;
registerEnumType(ViewerKind, {
  name: 'ViewerKind',
  description: 'What kind of caller the access token is for.',
  valuesConfig: {
    USER: { description: 'A user who signed in through a client.' },
    CLIENT: { description: 'A service account.' },
  },
});

const ScopeEnum = { READ: 'read', WRITE: 'write', ADMIN: 'admin' } as const satisfies Record<string, Scope>;
registerEnumType(ScopeEnum, {
  name: 'Scope',
  description: 'What a token may administer; each includes the ones before it.',
  valuesConfig: {
    READ: { description: 'Viewing.' },
    WRITE: { description: 'Creating and updating, too.' },
    ADMIN: { description: 'Everything, deleting included.' },
  },
});

@ObjectType('Viewer', { description: 'Who asks: what the access token stands for.' })
class ViewerType {
  @Field(() => ViewerKind, { simple: true, description: 'A user, or a service account.' })
  kind!: string;
}

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { description: 'Who asks.' })
  viewer(@Ctx() ctx: RequestContext): SignedIn {
    return signedIn(ctx.viewer);
  }

  @FieldResolver(() => CustomerType, { description: 'The customer whose things the viewer sees.' })
  async customer(@Root() { customerId }: SignedIn, @Ctx() ctx: RequestContext): Promise<Customer> {
    return ctx.em.findOneOrFail(Customer, { id: customerId });
  }

  @FieldResolver(() => UserType, { nullable: true, description: 'The user; null for a service account.' })
  async user(@Root() viewer: SignedIn, @Ctx() ctx: RequestContext): Promise<User | null> {
    return viewer.kind === 'user' ? ctx.loader(userLoader).load(viewer.userId) : null;
  }

  @FieldResolver(() => ID, { nullable: true, description: 'The client the token was issued to.' })
  clientId(@Root() viewer: SignedIn): string | null {
    return viewer.kind === 'system' ? null : viewer.clientId;
  }

  @FieldResolver(() => [ScopeEnum], {
    nullable: true,
    description: 'What the token may administer, included scopes too. A user’s takes the role besides.',
  })
  scopes(@Root() viewer: SignedIn): Scope[] | null {
    return viewer.kind === 'system' ? null : SCOPES.filter((scope) => viewer.scopes.has(scope));
  }
}
