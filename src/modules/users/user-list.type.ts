import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { connectionType, ConnectionArgs, edgeType } from '../../kernel/graphql.ts';
import type { UserFilter } from './user-list-query.ts';
import { UserType } from './user.type.ts';

@ObjectType({ simpleResolvers: true, description: 'A user in a list.' })
class UserEdge extends edgeType(() => UserType) {}

@ObjectType({ description: 'A page of users.' })
export class UserConnection extends connectionType(() => UserEdge) {}

@ArgsType()
export class UserListArgs extends ConnectionArgs implements UserFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Only users whose name or address contains this text, in any case.',
  })
  search?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only users whose address is verified, or is not.' })
  emailVerified?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Only users who can sign in, or cannot.' })
  isActive?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Only users of this organization.' })
  organizationId?: string | null;
}
