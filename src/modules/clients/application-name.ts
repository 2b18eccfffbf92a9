import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { Client } from './client.entity.ts';

/**
 * The name of the customer's application whose redirect URIs are at the origin of this address. Null if there is none, or
 * more than one. Applications that members registered, or that registered themselves, do not count.
 */
export async function applicationNameAt(em: EntityManager, customerId: string, url: string): Promise<string | null> {
  const { origin } = new URL(url);
  const isThere = raw(
    (alias) => `exists (select from unnest(${alias}.redirect_uris) u where starts_with(u || '/', ?))`,
    [`${origin}/`],
  );
  const options = { fields: ['name'], limit: 2, disableIdentityMap: true } as const;
  const [client, another] = await em.find(
    Client,
    { customerId, ownerId: null, source: 'created', [isThere]: [] },
    options,
  );
  return client && !another ? client.name : null;
}
