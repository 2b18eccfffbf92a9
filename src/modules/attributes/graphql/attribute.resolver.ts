import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { Creates, ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import type { AttributeDefinition } from '../attribute-definition.entity.ts';
import { AttributeDefinitionService } from '../attribute-definition.service.ts';
import {
  AttributeDefinitionArgs,
  AttributeDefinitionConnection,
  AttributeDefinitionPayload,
  AttributeDefinitionType,
  CreateAttributeDefinitionInput,
  UpdateAttributeDefinitionInput,
} from './attribute.type.ts';

const ID_TEXT = { description: 'The id of the attribute.' };

@Resolver(() => AttributeDefinitionType)
export class AttributeDefinitionResolver {
  @Query(() => AttributeDefinitionType, { nullable: true, description: 'The attribute with this id, or null.' })
  attributeDefinition(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<AttributeDefinition | null> {
    return ctx.get(AttributeDefinitionService).find(id);
  }

  @Query(() => AttributeDefinitionConnection, {
    description:
      'The attributes that the customer has defined, in the order of their names: those of users, then of groups, then of clients. Members do not hear of attributes that only administrators see.',
  })
  attributeDefinitions(
    @Args(() => AttributeDefinitionArgs) { subject, ...page }: AttributeDefinitionArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(AttributeDefinitionService).list(page, subject);
  }

  @Creates()
  @Mutation(() => AttributeDefinitionPayload, { description: 'Defines an attribute.' })
  async createAttributeDefinition(
    @Arg('input', () => CreateAttributeDefinitionInput, { description: 'The attribute to define.' })
    input: CreateAttributeDefinitionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { attributeDefinition: await ctx.get(AttributeDefinitionService).create(input) };
  }

  @Mutation(() => AttributeDefinitionPayload, {
    description: 'Changes an attribute. Refused while stored values would no longer be allowed.',
  })
  async updateAttributeDefinition(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => UpdateAttributeDefinitionInput, { description: 'The changes.' })
    input: UpdateAttributeDefinitionInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { attributeDefinition: await ctx.get(AttributeDefinitionService).update(id, input, expectedVersion) };
  }

  @Mutation(() => AttributeDefinitionPayload, {
    description: 'Deletes an attribute, and its values of all objects. This cannot be undone.',
  })
  async deleteAttributeDefinition(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { attributeDefinition: await ctx.get(AttributeDefinitionService).delete(id, expectedVersion) };
  }
}
