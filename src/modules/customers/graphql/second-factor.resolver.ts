import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ClientType } from '../../clients/graphql/index.ts';
import type { Client } from '../../clients/index.ts';
import { GroupType } from '../../groups/graphql/index.ts';
import type { Group } from '../../groups/index.ts';
import { SecondFactorClient, SecondFactorGroup } from '../second-factor.entity.ts';
import { SecondFactorPolicyType } from './second-factor.type.ts';

/** What is chosen in the policy. */
@Resolver(() => SecondFactorPolicyType)
export class SecondFactorResolver {
  @FieldResolver(() => [GroupType], { description: 'The groups whose members must, at most 100, by name.' })
  async groups(@Root() { customerId }: SecondFactorPolicyType, @Ctx() { em }: RequestContext): Promise<Group[]> {
    const order = { group: { name: 'asc' }, groupId: 'asc' } as const;
    const chosen = await em.find(SecondFactorGroup, { customerId }, { populate: ['group'], orderBy: order });
    return chosen.map(({ group }) => group);
  }

  @FieldResolver(() => [ClientType], { description: 'The applications whose users must, at most 100, by name.' })
  async clients(@Root() { customerId }: SecondFactorPolicyType, @Ctx() { em }: RequestContext): Promise<Client[]> {
    const order = { client: { name: 'asc' }, clientId: 'asc' } as const;
    const chosen = await em.find(SecondFactorClient, { customerId }, { populate: ['client'], orderBy: order });
    return chosen.map(({ client }) => client);
  }
}
