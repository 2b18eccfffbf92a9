import { Ctx, Field, FieldResolver, ID, ObjectType, Query, registerEnumType, Resolver, Root } from 'type-graphql';
import { SCOPES, signedIn, type Scope, type SignedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { ScopeEnum } from '../../ground/kernel/graphql/types.ts';
import { find } from '../../ground/kernel/graphql/node.ts';
import { CustomerType } from '../../modules/customers/graphql/index.ts';
import { customerLoader, type Customer } from '../../modules/customers/index.ts';
import { ClientType } from '../../modules/clients/graphql/index.ts';
import type { Client } from '../../modules/clients/index.ts';
import { UserType } from '../../modules/users/graphql/index.ts';
import { userLoader, type User } from '../../modules/users/index.ts';

const ViewerKind = { USER: 'user', CLIENT: 'client' } as const;
registerEnumType(ViewerKind, {
  name: 'ViewerKind',
  description: 'The kind of caller.',
  valuesConfig: {
    USER: { description: 'A user, who signed in through a client or on the pages of the server.' },
    CLIENT: { description: 'A service account.' },
  },
});

@ObjectType('Viewer', { description: 'The caller, as the access token or the browser’s session identifies it.' })
export class ViewerType {
  @Field(() => ViewerKind, { simple: true, description: 'Whether the caller is a user or a service account.' })
  kind!: string;
}

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { description: 'The caller.' })
  viewer(@Ctx() ctx: RequestContext): SignedIn {
    return signedIn(ctx.viewer);
  }

  @FieldResolver(() => CustomerType, { description: 'The customer that the caller belongs to.' })
  async customer(@Root() { customerId }: SignedIn, @Ctx() ctx: RequestContext): Promise<Customer> {
    return (await ctx.loader(customerLoader).load(customerId))!;
  }

  @FieldResolver(() => UserType, { nullable: true, description: 'The user. Null for a service account.' })
  async user(@Root() viewer: SignedIn, @Ctx() ctx: RequestContext): Promise<User | null> {
    return viewer.kind === 'user' ? ctx.loader(userLoader).load(viewer.userId) : null;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The client that the token was issued to. Null for the session of a browser.',
  })
  clientId(@Root() viewer: SignedIn): string | null {
    return viewer.kind === 'system' ? null : viewer.clientId;
  }

  @FieldResolver(() => ClientType, {
    nullable: true,
    description:
      'The client that the token was issued to. Null for the session of a browser, and if the viewer may not see the client.',
  })
  async client(@Root() viewer: SignedIn, @Ctx() ctx: RequestContext): Promise<Client | null> {
    return viewer.kind === 'system' || !viewer.clientId ? null : find<Client>(ctx, 'Client', viewer.clientId);
  }

  @FieldResolver(() => [ScopeEnum], {
    nullable: true,
    description:
      'What the token or the session may administer, including implied scopes. A user also needs the role for it.',
  })
  scopes(@Root() viewer: SignedIn): Scope[] | null {
    return viewer.kind === 'system' ? null : SCOPES.filter((scope) => viewer.scopes.has(scope));
  }
}
