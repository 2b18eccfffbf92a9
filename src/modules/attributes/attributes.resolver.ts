import type { EntityClass } from '@mikro-orm/core';
import { Arg, Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { Viewer } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { AttributeObject } from './attribute.type.ts';
import { storedLoader, type Holder } from './attribute.loader.ts';
import { attributePolicy } from './attribute.policy.ts';
import { visibleAttributes, type Attribute } from './attribute-values.service.ts';
import type { AttributeSubject } from './attribute-vocabulary.ts';

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
