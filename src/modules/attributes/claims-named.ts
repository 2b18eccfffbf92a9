import type { EntityManager } from '@mikro-orm/postgresql';
import { AttributeDefinition } from './attribute-definition.entity.ts';

/** The claim whose members are attributes (OpenID Connect Core §5.1.1). */
const ADDRESS = 'address';

/** A claim of users that is an attribute. */
interface NamedClaim {
  readonly claim: string;
  /** The scope that holds it. */
  readonly scope: string;
  /** What the customer calls it; null for a standard claim. */
  readonly title: string | null;
}

/**
 * Those of the names that are claims of the customer's users, one query for all. Without `withHidden`, what users may not see
 * of themselves is none.
 */
export async function claimsNamed(
  em: EntityManager,
  customerId: string,
  names: readonly string[],
  withHidden: boolean,
): Promise<NamedClaim[]> {
  const wanted = [
    { claim: { $in: names } },
    ...(names.includes(ADDRESS) ? [{ claim: { $like: `${ADDRESS}.%` } }] : []),
  ];
  const found = await em.find(
    AttributeDefinition,
    { customerId, subject: 'user', $or: wanted, ...(!withHidden && { visibleTo: { $ne: 'administrators' } }) },
    { orderBy: { claim: 'asc' }, disableIdentityMap: true },
  );
  const claims = new Map<string, NamedClaim>();
  for (const { claim, scope, name, description, isStandard } of found) {
    if (!claim || !scope) continue;
    const key = claim.startsWith(`${ADDRESS}.`) ? ADDRESS : claim;
    claims.set(key, { claim: key, scope, title: isStandard ? null : description || name });
  }
  return [...claims.values()];
}
