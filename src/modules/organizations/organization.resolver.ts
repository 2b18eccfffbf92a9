import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { GroupType } from '../groups/index.ts';
import { UserType } from '../users/index.ts';
import { NAME_MAX, OrganizationService } from './organization.service.ts';
import type { Organization } from './organization.entity.ts';
import { OrganizationConnection, OrganizationListArgs, OrganizationType } from './organization.type.ts';

const ID_TEXT = { description: 'The organization’s id.' };
const NAME_TEXT = { description: `Unique within the customer; at most ${NAME_MAX} characters.` };

@Resolver(() => OrganizationType)
export class OrganizationResolver {
  @Query(() => OrganizationType, {
    nullable: true,
    description: 'One organization; null when there is none of this id.',
  })
  organization(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<Organization | null> {
    return ctx.get(OrganizationService).find(id);
  }

  @Query(() => OrganizationConnection, { description: 'The customer’s organizations, oldest first.' })
  organizations(
    @Args(() => OrganizationListArgs) { search, ...page }: OrganizationListArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(OrganizationService).list(page, search);
  }

  @Mutation(() => OrganizationType, { description: 'Makes an organization.' })
  createOrganization(
    @Arg('name', () => String, NAME_TEXT) name: string,
    @Ctx() ctx: RequestContext,
  ): Promise<Organization> {
    return ctx.get(OrganizationService).create(name);
  }

  @Mutation(() => OrganizationType, { description: 'Renames an organization.' })
  renameOrganization(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('name', () => String, NAME_TEXT) name: string,
    @Ctx() ctx: RequestContext,
  ): Promise<Organization> {
    return ctx.get(OrganizationService).rename(id, name);
  }

  @Mutation(() => OrganizationType, {
    description: 'Deletes an organization and returns it as it was; its groups and users stay, scoped to none.',
  })
  deleteOrganization(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<Organization> {
    return ctx.get(OrganizationService).delete(id);
  }
}

type Scoped = { readonly organizationId: string | null };

const organizationOf = async ({ organizationId }: Scoped, ctx: RequestContext): Promise<Organization | null> =>
  organizationId ? ctx.get(OrganizationService).find(organizationId) : null;

/** What organizations add to a user. */
@Resolver(() => UserType)
export class UserOrganizationResolver {
  @FieldResolver(() => OrganizationType, {
    nullable: true,
    description: 'The organization the user is a member of; null for an external user.',
  })
  organization(@Root() user: Scoped, @Ctx() ctx: RequestContext): Promise<Organization | null> {
    return organizationOf(user, ctx);
  }
}

/** What organizations add to a group. */
@Resolver(() => GroupType)
export class GroupOrganizationResolver {
  @FieldResolver(() => OrganizationType, {
    nullable: true,
    description: 'The organization the group is scoped to; null for none.',
  })
  organization(@Root() group: Scoped, @Ctx() ctx: RequestContext): Promise<Organization | null> {
    return organizationOf(group, ctx);
  }
}
