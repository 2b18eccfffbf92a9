import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { Creates, ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import { GroupType } from '../../groups/graphql/index.ts';
import { UserType } from '../../users/graphql/index.ts';
import { OrganizationService } from '../organization.service.ts';
import type { Organization } from '../organization.entity.ts';
import { organizationListing } from '../organization.filter.ts';
import { CreateOrganizationInput, UpdateOrganizationInput } from './organization.input.ts';
import { OrganizationConnection, OrganizationPayload, OrganizationType } from './organization.type.ts';

const ID_TEXT = { description: 'The organization’s id.' };

@Resolver(() => OrganizationType)
export class OrganizationResolver {
  @Query(() => OrganizationType, {
    nullable: true,
    description: 'The organization with this id, or null.',
  })
  organization(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<Organization | null> {
    return ctx.get(OrganizationService).find(id);
  }

  @Query(() => OrganizationConnection, { description: 'The customer’s organizations, oldest first.' })
  organizations(@ListedBy(organizationListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(OrganizationService).list(args);
  }

  @Creates()
  @Mutation(() => OrganizationPayload, { description: 'Creates an organization.' })
  async createOrganization(
    @Arg('input', () => CreateOrganizationInput, { description: 'The organization to create.' })
    input: CreateOrganizationInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { organization: await ctx.get(OrganizationService).create(input) };
  }

  @Mutation(() => OrganizationPayload, { description: 'Changes an organization.' })
  async updateOrganization(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => UpdateOrganizationInput, { description: 'The changes.' }) input: UpdateOrganizationInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { organization: await ctx.get(OrganizationService).update(id, input, expectedVersion) };
  }

  @Mutation(() => OrganizationPayload, {
    description: 'Deletes an organization. Its groups and users stay, and belong to no organization.',
  })
  async deleteOrganization(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { organization: await ctx.get(OrganizationService).delete(id, expectedVersion) };
  }
}

type Assigned = { readonly organizationId: string | null };

const organizationOf = async ({ organizationId }: Assigned, ctx: RequestContext): Promise<Organization | null> =>
  organizationId ? ctx.get(OrganizationService).find(organizationId) : null;

/** The fields that organizations add to a user. */
@Resolver(() => UserType)
export class UserOrganizationResolver {
  @FieldResolver(() => OrganizationType, {
    nullable: true,
    description: 'The organization that the user belongs to. Null for an external user.',
  })
  organization(@Root() user: Assigned, @Ctx() ctx: RequestContext): Promise<Organization | null> {
    return organizationOf(user, ctx);
  }
}

/** The fields that organizations add to a group. */
@Resolver(() => GroupType)
export class GroupOrganizationResolver {
  @FieldResolver(() => OrganizationType, {
    nullable: true,
    description: 'The organization that the group belongs to, or null.',
  })
  organization(@Root() group: Assigned, @Ctx() ctx: RequestContext): Promise<Organization | null> {
    return organizationOf(group, ctx);
  }
}
