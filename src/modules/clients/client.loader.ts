import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages } from '../../ground/lists/page-loader.ts';
import { Client } from './client.entity.ts';
import { clientListing } from './client.filter.ts';
import { DEVICE_CODE } from './client-vocabulary.ts';
import { clientPolicy } from './client.policy.ts';

/** The clients of the viewer's customer by id. */
export const clientLoader = entityLoader(Client);

/** The condition of the clients that the viewer reaches. */
function reached({ viewer }: RequestContext): Raw {
  const { ownerId } = clientPolicy.reach(viewer, 'read');
  return ownerId === undefined ? raw('true') : sql`e.owner_id = ${ownerId}::uuid`;
}

/** The clients that have grants of a session, if the viewer reaches them. */
export const sessionClientPages = new OwnedPages(Client, {
  // The clients are looked up by the few ids, whatever the planner expects.
  owner: 'e.id = any(array(select g.client_id from grants g where g.session_id = owner))',
  order: orderBy(Client, { id: 'asc' }),
  listing: clientListing,
  where: reached,
});

/** The clients that have scopes of an API. */
export const apiClientPages = new OwnedPages(Client, {
  owner: `e.id = any(array(
    select cs.client_id from api_scopes s
    cross join lateral (select x.client_id from client_scopes x where x.scope_id = s.id offset 0) cs where s.api_id = owner))`,
  order: orderBy(Client, { id: 'asc' }),
  listing: clientListing,
});

/** The clients that have a scope of an API. */
export const scopeClientPages = new OwnedPages(Client, {
  owner: 'e.id = any(array(select cs.client_id from client_scopes cs where cs.scope_id = owner))',
  order: orderBy(Client, { id: 'asc' }),
  listing: clientListing,
});

/** The clients that see a group in userinfo, if the viewer reaches them. They are the same for every group. */
export const groupClientPages = new OwnedPages(Client, {
  owner: `e.grant_types && '{authorization_code,${DEVICE_CODE}}' and e.scopes @> '{openid}' and owner is not null`,
  order: orderBy(Client, { id: 'asc' }),
  listing: clientListing,
  where: reached,
});
