import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType, ConnectionArgs, edgeType } from '../../kernel/graphql.ts';
import { LIMIT_DEFAULT, LIMIT_MAX, type UserPage } from './user-list.service.ts';
import type { UserFilter } from './user-list-query.ts';
import { UserType } from './user.type.ts';

@ObjectType({ simpleResolvers: true, description: 'A user in a list.' })
class UserEdge extends edgeType(() => UserType) {}

@ObjectType({ description: 'A page of users.' })
export class UserConnection extends connectionType(() => UserEdge) {}

@ObjectType('UserPage', { simpleResolvers: true, description: 'A numbered page of users.' })
export class UserPageType implements Omit<UserPage, 'users'> {
  @Field(() => [UserType], { description: 'The users of this page, oldest first.' })
  users!: UserType[];

  @Field(() => Int, { description: 'The page’s number, from 1.' })
  page!: number;

  @Field(() => Int, { description: 'How many users a page holds.' })
  limit!: number;

  @Field(() => Int, { description: 'How many users the whole list holds.' })
  total!: number;

  @Field(() => Int, { description: 'How many pages there are. 0 if there are no users.' })
  totalPages!: number;
}

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

@ArgsType()
export class UserPageArgs {
  @Field(() => Int, { defaultValue: 1, description: 'The page’s number, from 1.' })
  page!: number;

  @Field(() => Int, {
    defaultValue: LIMIT_DEFAULT,
    description: `How many users a page holds. More than ${LIMIT_MAX} counts as ${LIMIT_MAX}.`,
  })
  limit!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Only users whose name or address contains this text, in any case.',
  })
  search?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only users whose address is verified, or is not.' })
  emailVerified?: boolean | null;
}
