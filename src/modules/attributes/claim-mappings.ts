import type { EntityManager } from '@mikro-orm/postgresql';
import { AttributeDefinition } from './attribute-definition.entity.ts';

/** An attribute of users that applications get as a claim. */
export interface ClaimMapping {
  readonly name: string;
  readonly claim: string;
  /** The scope that holds it. */
  readonly scope: string;
  /** Whether only confidential clients of the customer get it. */
  readonly isHidden: boolean;
}

/** The attributes of the customer's users that are claims, by claim. */
export async function claimMappings(em: EntityManager, customerId: string): Promise<ClaimMapping[]> {
  const found = await em.find(
    AttributeDefinition,
    { customerId, subject: 'user', claim: { $ne: null } },
    { orderBy: { claim: 'asc' }, disableIdentityMap: true },
  );
  return found.flatMap(({ name, claim, scope, visibleTo }) =>
    claim && scope ? [{ name, claim, scope, isHidden: visibleTo === 'administrators' }] : [],
  );
}
