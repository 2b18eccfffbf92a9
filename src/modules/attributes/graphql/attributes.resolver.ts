import type { EntityClass } from '@mikro-orm/core';
import { Arg, Ctx, Field, FieldResolver, InputType, Resolver, Root, type ClassType } from 'type-graphql';
import { GraphQLJSON } from 'graphql-scalars';
import type { Viewer } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { IN_MAX } from '../../../ground/lists/filter/index.ts';
import { addConditions } from '../../../ground/lists/graphql/conditions.ts';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { NAME_MAX, NAME_PATTERN } from '../attribute-definition.input.ts';
import { INDEXED_MAX } from '../attribute-value.ts';
import { AttributeObject } from './attribute.type.ts';
import { storedLoader, type Holder } from '../attribute.loader.ts';
import type { AttributeConditions } from '../attribute.filter.ts';
import { attributePolicy } from '../attribute.policy.ts';
import { visibleAttributes, type Attribute } from '../attribute-values.service.ts';
import type { AttributeSubject } from '../attribute-vocabulary.ts';

@InputType({
  description:
    'Conditions of one unique or searchable attribute. All that are given must hold. Of a list, one item has to meet each. Upper and lower case differ.',
})
class AttributeWhere implements AttributeConditions {
  @Fulfills({ maxLength: NAME_MAX, pattern: NAME_PATTERN })
  @Field(() => String, { description: 'The name of the attribute.' })
  name!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'This value.' })
  eq?: unknown;

  @Fulfills({ maxItems: IN_MAX })
  @Field(() => [GraphQLJSON], { nullable: true, description: `One of these, at most ${IN_MAX}.` })
  in?: unknown[];

  @Fulfills({ maxLength: INDEXED_MAX })
  @Field(() => String, { nullable: true, description: 'A text that begins with this.' })
  startsWith?: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'A number, date or moment greater than this.' })
  gt?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'This number, date or moment, or a greater one.' })
  gte?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'A number, date or moment less than this.' })
  lt?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'This number, date or moment, or a lesser one.' })
  lte?: unknown;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether there is no value. True only checks what other conditions find.',
  })
  isNull?: boolean;
}
addConditions(AttributeWhere);

/** Makes the resolver of the attributes of one subject. `isOwner` says whether an object is the viewer's own. */
export function attributesResolver<Entity extends Holder>(
  type: () => ClassType,
  entity: EntityClass<Entity>,
  subject: AttributeSubject,
  isOwner: (viewer: Viewer, object: Entity) => boolean,
): new () => object {
  const storedOf = storedLoader(entity);
  @Resolver(type)
  class AttributesResolver {
    @FieldResolver(() => [AttributeObject], {
      description:
        'The values of attributes that the customer has defined, as far as the viewer may see them, by name.',
    })
    async attributes(
      @Root() object: Entity,
      @Arg('names', () => [String], { nullable: true, description: 'Only attributes with these names.' })
      names: string[] | null,
      @Ctx() ctx: RequestContext,
    ): Promise<Attribute[]> {
      const stored = await ctx.loader(storedOf).load(object.id);
      const relation = attributePolicy.relation(ctx.viewer, 'read', isOwner(ctx.viewer, object));
      return visibleAttributes(ctx, subject, stored, relation, names);
    }
  }
  return AttributesResolver;
}
